//! Signatures: what callers of a function give and get, by position and by name.
//!
//! A signature reads the types of a function and the facts that its file keeps about arguments and results; a file without such facts
//! gives one without names, of tensors of any type. Chains order effects and are left out: callers neither give nor see them.
//! [`FunctionSignature::check`] compares the tensors of a call with it before anything runs.

use std::fmt;

use tfrt_bef::{AttrView, FunctionView, TypeCode, TypeView, ValueView};

use crate::kernel::opened::Function;
use crate::tensor::{DType, dtype_of};

/// The arguments and results of a function.
#[derive(Debug, Clone)]
pub struct FunctionSignature<'a> {
    /// The arguments without chains, in order.
    pub arguments: Vec<SignatureValue<'a>>,
    /// The results without chains, in order.
    pub results: Vec<SignatureValue<'a>>,
}

/// An argument or a result.
#[derive(Debug, Clone, Copy)]
pub struct SignatureValue<'a> {
    /// Its position among all arguments, or all results, of the function.
    pub position: usize,
    /// Its type.
    pub ty: TypeView<'a>,
    facts: Option<ValueView<'a>>,
}

/// A tensor that does not fit the signature. Its text names the argument, what is expected and what is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureError {
    /// The index among [`FunctionSignature::arguments`].
    pub argument: usize,
    message: String,
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SignatureError {}

impl Function {
    /// Its arguments and results.
    pub fn signature(&self) -> FunctionSignature<'_> {
        FunctionSignature::of(self.view())
    }
}

impl<'a> FunctionSignature<'a> {
    /// The signature of a function.
    pub fn of(function: FunctionView<'a>) -> FunctionSignature<'a> {
        let (file, num_args) = (function.file(), function.num_args());
        let mut facts = vec![None; num_args + function.num_results()];
        for (position, value) in function.signature() {
            facts[position] = Some(value);
        }
        let values = |types: &'a [tfrt_bef::TypeIx], facts: &[Option<ValueView<'a>>]| {
            let all = types.iter().zip(facts).enumerate();
            let all = all.map(|(position, (&ty, &facts))| SignatureValue {
                position,
                ty: file.type_view(ty),
                facts,
            });
            all.filter(|value| value.ty.code != TypeCode::Chain).collect()
        };
        FunctionSignature {
            arguments: values(function.arg_types(), &facts[..num_args]),
            results: values(function.result_types(), &facts[num_args..]),
        }
    }

    /// Compares the element types and dimensions of a call's tensors with the signature; an argument that is no tensor, or takes its
    /// default, gives none.
    ///
    /// # Errors
    /// The first tensor that does not fit.
    pub fn check(&self, given: &[Option<(DType, &[i64])>]) -> Result<(), SignatureError> {
        // The sizes that have names, with the argument that said them.
        let mut sizes: Vec<(&str, i64, usize)> = Vec::new();
        for (index, (value, given)) in self.arguments.iter().zip(given).enumerate() {
            let (Some((expected, dims)), Some((dtype, given))) = (value.tensor_type(), *given) else {
                continue;
            };
            let fits = |dims: &[i64]| {
                dims.len() == given.len()
                    && dims.iter().zip(given).all(|(dim, given)| *dim < 0 || dim == given)
            };
            let fail = |message: String| Err(SignatureError { argument: index, message });
            if dtype != expected || !dims.is_none_or(fits) {
                let got = TensorText { dtype, dims: Some(given), value: None };
                return fail(format!(
                    "{}: expected {}, got {got}",
                    self.argument_text(index),
                    value.type_text()
                ));
            }
            for (dimension, &size) in given.iter().enumerate() {
                let Some(name) = value.size_name(dimension) else { continue };
                match sizes.iter().find(|(known, ..)| *known == name) {
                    Some(&(_, known, by)) if known != size => {
                        return fail(format!(
                            "{}: size '{name}' is {size}, but {known} in {}",
                            self.argument_text(index),
                            self.argument_text(by),
                        ));
                    }
                    Some(_) => {}
                    None => sizes.push((name, size, index)),
                }
            }
        }
        Ok(())
    }

    /// Whether it says the element type of an argument.
    pub fn is_stated(&self) -> bool {
        self.arguments.iter().any(|argument| argument.tensor_type().is_some())
    }

    /// The name of an argument in messages: its own if it has one, else its number.
    pub fn argument_text(&self, index: usize) -> String {
        match self.arguments.get(index).and_then(SignatureValue::name) {
            Some(name) => format!("input '{name}'"),
            None => format!("input {index}"),
        }
    }
}

impl<'a> SignatureValue<'a> {
    /// Its name.
    pub fn name(&self) -> Option<&'a str> {
        self.facts?.name()
    }

    /// The element type and the dimensions of a tensor, as far as they are known: -1 for a dimension, none for all.
    pub fn tensor_type(&self) -> Option<(DType, Option<&'a [i64]>)> {
        let (dtype, dims) = self.facts?.tensor_type()?;
        Some((dtype_of(dtype), dims))
    }

    /// The name of a size.
    pub fn size_name(&self, dimension: usize) -> Option<&'a str> {
        self.facts?.size_name(dimension)
    }

    /// The value of an argument that a caller does not give.
    pub fn default(&self) -> Option<AttrView<'a>> {
        self.facts?.default()
    }

    /// Its type for people: `f32[batch, 4]`, or the printed form of a type that is not known as one of tensors.
    pub fn type_text(&self) -> String {
        match self.tensor_type() {
            Some((dtype, dims)) => TensorText { dtype, dims, value: Some(self) }.to_string(),
            None => self.ty.name.to_owned(),
        }
    }
}

/// `name: type = default`, as far as they are known.
impl fmt::Display for SignatureValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            write!(f, "{name}: ")?;
        }
        f.write_str(&self.type_text())?;
        if self.default().is_some() { f.write_str(" = default") } else { Ok(()) }
    }
}

/// `(arguments) -> (results)`.
impl fmt::Display for FunctionSignature<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |values: &[SignatureValue<'_>]| {
            values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        write!(f, "({}) -> ({})", list(&self.arguments), list(&self.results))
    }
}

/// A type of tensors: `f32[2, ?]`, `f32[...]` where not even the number of dimensions is known.
struct TensorText<'a> {
    dtype: DType,
    dims: Option<&'a [i64]>,
    value: Option<&'a SignatureValue<'a>>,
}

impl fmt::Display for TensorText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(dims) = self.dims else { return write!(f, "{}[...]", self.dtype) };
        let size = |(dimension, &dim): (usize, &i64)| {
            let name = self.value.and_then(|value| value.size_name(dimension));
            match (dim >= 0, name) {
                (true, _) => dim.to_string(),
                (false, Some(name)) => name.to_owned(),
                (false, None) => "?".to_owned(),
            }
        };
        let sizes: Vec<String> = dims.iter().enumerate().map(size).collect();
        write!(f, "{}[{}]", self.dtype, sizes.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_bef::{BefFile, BefWriter, DTypeCode, FunctionKind, FunctionSpec, ValueSpec, WriteOptions};

    #[test]
    fn calls_are_checked_by_dtype_rank_and_sizes() {
        let mut w = BefWriter::new(WriteOptions::default());
        let handle = w.type_named("!corert.tensorhandle", TypeCode::Opaque).unwrap();
        let chain = w.type_named("!tfrt.chain", TypeCode::Chain).unwrap();
        let ty = w.tensor_type_attr(DTypeCode::F32, Some(&[-1, 4])).unwrap();
        let (batch, none) = (w.string_attr(b"batch").unwrap(), w.string_attr(b"").unwrap());
        let sizes = w.aggregate_attr(&[batch, none]).unwrap();
        let name = Some(w.string("x").unwrap());
        w.begin_function(&FunctionSpec {
            name: "main",
            kind: FunctionKind::Async,
            arg_types: &[chain, handle, handle],
            result_types: &[chain, handle],
            root_stream: 0,
            location: BefWriter::unknown_location(),
        })
        .unwrap();
        let main = w.end_function(&[0, 1]).unwrap();
        let spec = ValueSpec { tensor_type: Some(ty), sizes: Some(sizes), ..Default::default() };
        w.describe_value(main, 1, ValueSpec { name, ..spec }).unwrap();
        w.describe_value(main, 2, spec).unwrap();
        let file = BefFile::from_bytes(&w.finish().unwrap()).unwrap();
        let signature = FunctionSignature::of(file.function(main));
        assert_eq!(signature.to_string(), "(x: f32[batch, 4], f32[batch, 4]) -> (!corert.tensorhandle)");
        assert_eq!(signature.arguments[0].position, 1);
        let f32 = |dims: &'static [i64]| Some((DType::F32, dims));
        let check = |given: &[_]| signature.check(given).map_err(|error| error.to_string());
        assert_eq!(check(&[f32(&[2, 4]), f32(&[2, 4])]), Ok(()));
        assert_eq!(check(&[f32(&[2, 4]), None]), Ok(()));
        let wrong = |message: &str| Err(message.to_owned());
        assert_eq!(check(&[f32(&[2, 5]), None]), wrong("input 'x': expected f32[batch, 4], got f32[2, 5]"));
        assert_eq!(check(&[f32(&[4]), None]), wrong("input 'x': expected f32[batch, 4], got f32[4]"));
        assert_eq!(
            check(&[None, Some((DType::F64, &[2, 4]))]),
            wrong("input 1: expected f32[batch, 4], got f64[2, 4]")
        );
        assert_eq!(
            check(&[f32(&[2, 4]), f32(&[3, 4])]),
            wrong("input 1: size 'batch' is 3, but 2 in input 'x'")
        );
    }
}
