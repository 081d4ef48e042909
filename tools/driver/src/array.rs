//! Tensors outside of the runtime: the content of `--input` literals and files.

use std::fmt;

use std::path::Path;

use tfrt_exchange::{Access, Format};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, StringHostTensor, TensorMetadata};

/// A row-major tensor of plain numbers, little-endian.
#[derive(Debug, Clone)]
pub struct HostArray(DenseHostTensor);

impl From<DenseHostTensor> for HostArray {
    fn from(tensor: DenseHostTensor) -> Self {
        HostArray(tensor)
    }
}

impl HostArray {
    /// Takes bytes as a tensor; fails when their number is not that of the shape's elements.
    pub fn new(dtype: DType, dims: Vec<i64>, bytes: Vec<u8>) -> Result<Self, String> {
        match byte_count(dtype, &dims) {
            Some(expected) if expected == bytes.len() => {
                let shape = Shape::new(&dims).map_err(|e| e.to_string())?;
                let tensor = DenseHostTensor::from_bytes(TensorMetadata::new(dtype, shape), &bytes);
                tensor.map(HostArray).map_err(|e| e.to_string())
            }
            Some(expected) => Err(format!(
                "{} needs {expected} bytes, found {}",
                TypeText { dtype, dims: &dims },
                bytes.len()
            )),
            None => Err(format!(
                "{} is not a tensor of numbers that fits memory",
                TypeText { dtype, dims: &dims }
            )),
        }
    }

    /// Reads `FILE.npy`, `FILE.npz:NAME`, `FILE.safetensors:NAME` or `FILE.btf:NUMBER`; what follows the colon may be left out where
    /// there is one tensor. The message of an error does not name the file.
    pub fn read(text: &str, access: Access) -> Result<Self, String> {
        let (path, name) = file_and_name(text);
        tfrt_exchange::read_with(Path::new(path), name, access).map(HostArray).map_err(|e| e.to_string())
    }

    /// Type of the elements.
    pub fn dtype(&self) -> DType {
        self.0.dtype()
    }

    /// The shape.
    pub fn dims(&self) -> Dims {
        self.0.shape().dims()
    }

    /// The elements.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// The tensor.
    pub fn tensor(&self) -> &DenseHostTensor {
        &self.0
    }

    /// The elements as integers, when they are.
    pub fn to_integers(&self) -> Option<Vec<i64>> {
        fn convert<const N: usize>(bytes: &[u8], element: fn([u8; N]) -> i64) -> Vec<i64> {
            bytes.as_chunks::<N>().0.iter().map(|&chunk| element(chunk)).collect()
        }
        let bytes = self.bytes();
        Some(match self.dtype() {
            DType::UI8 | DType::I1 => convert(bytes, |b| u8::from_le_bytes(b).into()),
            DType::I8 => convert(bytes, |b| i8::from_le_bytes(b).into()),
            DType::UI16 => convert(bytes, |b| u16::from_le_bytes(b).into()),
            DType::I16 => convert(bytes, |b| i16::from_le_bytes(b).into()),
            DType::UI32 => convert(bytes, |b| u32::from_le_bytes(b).into()),
            DType::I32 => convert(bytes, |b| i32::from_le_bytes(b).into()),
            DType::I64 => convert(bytes, i64::from_le_bytes),
            _ => return None,
        })
    }

    /// The elements as floats, when they are `f32` or `f64`.
    pub fn to_floats(&self) -> Option<Vec<f64>> {
        match self.dtype() {
            DType::F32 => {
                Some(self.bytes().as_chunks().0.iter().map(|&b| f64::from(f32::from_le_bytes(b))).collect())
            }
            DType::F64 => Some(self.bytes().as_chunks().0.iter().map(|&b| f64::from_le_bytes(b)).collect()),
            _ => None,
        }
    }

    /// Its type in the form of literals: `2x3xf32`.
    pub fn type_text(&self) -> impl fmt::Display {
        TypeText { dtype: self.dtype(), dims: self.dims() }
    }
}

/// Bytes of a tensor; `None` for dtypes without a size, negative dimensions and sizes beyond the address space.
fn byte_count(dtype: DType, dims: &[i64]) -> Option<usize> {
    dims.iter()
        .try_fold(dtype.size()?, |product, &dim| product.checked_mul(usize::try_from(dim).ok()?))
        .filter(|&bytes| isize::try_from(bytes).is_ok())
}

struct TypeText<D> {
    dtype: DType,
    dims: D,
}

impl<D: AsRef<[i64]>> fmt::Display for TypeText<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for dim in self.dims.as_ref() {
            write!(f, "{dim}x")?;
        }
        self.dtype.fmt(f)
    }
}

/// A path, and the name of a tensor in it, which only files of tensors by name have.
pub fn file_and_name(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((path, name)) if Format::of(Path::new(path)) != Format::Npy => (path, Some(name)),
        _ => (text, None),
    }
}

/// Reads a literal: `2x2xf32=1,2,3,4`, `2x2xf32=[[1, 2], [3, 4]]`, `100xi32=7` (the one value for all), `f64=2.5`.
///
/// Values are separated by commas or blanks. Brackets may be left out; where they stand, they must agree with the shape.
pub fn parse_literal(text: &str) -> Result<HostArray, String> {
    let (ty, values) = text.split_once('=').ok_or_else(|| {
        format!("'{text}' is not a value: expected TYPE=VALUES such as 2x2xf32=1,2,3,4, or @FILE.npy")
    })?;
    let (dims, dtype) = parse_type(ty.trim())?;
    let count = byte_count(dtype, &dims).zip(dtype.size()).map(|(bytes, size)| bytes / size);
    let Some(count) = count else { return Err(format!("'{ty}' is not a type of numbers that fits memory")) };
    let values = Values::parse(values, &dims)?;
    let mut bytes = Vec::new();
    for value in &values {
        push_number(&mut bytes, dtype, value)?;
    }
    if values.len() == 1 && count != 1 {
        let shape = Shape::new(&dims).map_err(|e| e.to_string())?;
        let metadata = TensorMetadata::new(dtype, shape);
        return DenseHostTensor::filled(metadata, &bytes).map(HostArray).map_err(|e| format!("{ty}: {e}"));
    } else if values.len() != count {
        return Err(format!("{ty} has {count} elements, but {} values are given", values.len()));
    }
    HostArray::new(dtype, dims, bytes)
}

/// Reads a tensor of strings: a literal such as `2xstr="a","b"`, whose type is `str` or `!corert.string` and whose strings have
/// MLIR's escapes, or `@FILE.npy` with an array of bytes or text. `None` for anything else.
pub fn parse_strings(text: &str, access: Access) -> Option<Result<StringHostTensor, String>> {
    if let Some(path) = text.strip_prefix('@') {
        // Files of this kind have one array, which has no name.
        let (file, name) = file_and_name(path);
        if name.is_some() || Format::of(Path::new(file)) != Format::Npy {
            return None;
        }
        return tfrt_exchange::npy::read_strings(Path::new(file), access)
            .map_err(|error| error.to_string())
            .transpose();
    }
    let (ty, values) = text.split_once('=')?;
    let ty = ty.trim();
    let dims = ["!corert.string", "str"].iter().find_map(|name| ty.strip_suffix(name))?;
    Some(string_literal(ty, dims, values))
}

/// Bytes that one string may become when it stands for all elements.
const MOST_REPEATED_BYTES: usize = 256 << 20;

fn string_literal(ty: &str, dims: &str, values: &str) -> Result<StringHostTensor, String> {
    let mut shape = Vec::new();
    for dim in dims.split_terminator('x') {
        shape.push(dim.parse().map_err(|_| format!("'{dim}' in '{ty}' is not a dimension"))?);
    }
    let shape = Shape::new(&shape).map_err(|e| e.to_string())?;
    let values = Values::parse(values, &shape.dims())?;
    let mut strings: Vec<Box<[u8]>> = Vec::new();
    for value in values {
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        strings.push(unescaped(
            quoted.ok_or_else(|| format!("'{value}' is no string: strings stand in quotes"))?,
        )?);
    }
    let count = shape.num_elements();
    if strings.len() == 1 && count <= 1 << 20 {
        // One short word may stand for many strings, but not for more memory than any argument has a use for.
        if count.saturating_mul(strings[0].len()) > MOST_REPEATED_BYTES {
            return Err(format!(
                "{ty} of a string of {} bytes has more than {MOST_REPEATED_BYTES} bytes",
                strings[0].len()
            ));
        }
        strings = vec![strings[0].clone(); count];
    } else if strings.len() != count {
        return Err(format!("{ty} has {count} elements, but {} values are given", strings.len()));
    }
    StringHostTensor::new(shape, strings).map_err(|e| e.to_string())
}

/// The bytes that a string with MLIR's escapes stands for.
fn unescaped(text: &str) -> Result<Box<[u8]>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digit = |at: usize| tail.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        let byte;
        (byte, rest) = match (first, tail) {
            (b'\\', [b'n', tail @ ..]) => (b'\n', tail),
            (b'\\', [b't', tail @ ..]) => (b'\t', tail),
            (b'\\', [kept @ (b'"' | b'\\'), tail @ ..]) => (*kept, tail),
            (b'\\', _) => match (digit(0), digit(1)) {
                (Some(high), Some(low)) => ((high * 16 + low) as u8, &tail[2..]),
                _ => return Err(format!("unknown escape in \"{text}\"")),
            },
            _ => (*first, tail),
        };
        bytes.push(byte);
    }
    Ok(bytes.into())
}

/// Whether a text is a type of literals.
pub(crate) fn is_type(text: &str) -> bool {
    let text = text.trim();
    let dims = ["!corert.string", "str"].iter().find_map(|name| text.strip_suffix(name));
    let are_dims = |dims: &str| dims.split_terminator('x').all(|dim| dim.bytes().all(|b| b.is_ascii_digit()));
    parse_type(text).is_ok() || dims.is_some_and(are_dims)
}

/// `2x3xf32` as dimensions and element type.
fn parse_type(text: &str) -> Result<(Vec<i64>, DType), String> {
    let mut rest = text;
    let mut dims = Vec::new();
    while let Some((dim, after)) = rest.split_once('x')
        && !dim.is_empty()
        && dim.bytes().all(|b| b.is_ascii_digit())
    {
        dims.push(dim.parse().map_err(|_| format!("dimension {dim} of '{text}' is too large"))?);
        rest = after;
    }
    match DType::from_name(rest) {
        Some(dtype) if dtype.size().is_some() && !rest.starts_with('!') => Ok((dims, dtype)),
        _ => Err(format!("'{rest}' in '{text}' is not an element type such as f32, i32 or i1")),
    }
}

/// The values of a literal, flat.
struct Values<'a> {
    rest: &'a str,
    found: Vec<&'a str>,
}

impl<'a> Values<'a> {
    fn parse(text: &'a str, dims: &[i64]) -> Result<Vec<&'a str>, String> {
        let mut values = Values { rest: text.trim(), found: Vec::new() };
        if values.rest.starts_with('[') {
            values.nested(dims)?;
            if !values.rest.is_empty() {
                return Err(format!("unexpected '{}' after the last bracket", values.rest));
            }
        } else {
            while !values.rest.is_empty() {
                values.number()?;
                values.skip_separator();
            }
        }
        Ok(values.found)
    }

    fn nested(&mut self, dims: &[i64]) -> Result<(), String> {
        let Some((&dim, inner)) = dims.split_first() else { return self.number() };
        self.expect('[')?;
        for i in 0..dim {
            if self.rest.starts_with(']') {
                return Err(format!("a list has {i} entries where the shape has {dim}"));
            }
            self.nested(inner)?;
            self.skip_separator();
        }
        self.expect(']')
    }

    fn expect(&mut self, bracket: char) -> Result<(), String> {
        match self.rest.strip_prefix(bracket) {
            Some(rest) => {
                self.rest = rest.trim_start();
                Ok(())
            }
            None if self.rest.is_empty() => Err(format!("expected '{bracket}' at the end of the values")),
            None => Err(format!(
                "expected '{bracket}' before '{}': brackets must agree with the shape",
                self.rest
            )),
        }
    }

    fn number(&mut self) -> Result<(), String> {
        let end = if self.rest.starts_with('"') {
            let mut escaped = false;
            let close = self.rest.char_indices().skip(1).find(|&(_, c)| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            close.map(|(i, _)| i + 1).ok_or("a string is not closed with '\"'")?
        } else if self.rest.starts_with('(') {
            self.rest.find(')').map(|i| i + 1).ok_or("a complex number is not closed with ')'")?
        } else {
            self.rest
                .find(|c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '('))
                .unwrap_or(self.rest.len())
        };
        if end == 0 {
            return Err(format!("expected a number before '{}'", self.rest));
        }
        let (number, rest) = self.rest.split_at(end);
        self.found.push(number);
        self.rest = rest.trim_start();
        Ok(())
    }

    fn skip_separator(&mut self) {
        self.rest = self.rest.strip_prefix(',').unwrap_or(self.rest).trim_start();
    }
}

/// Appends the bytes of one number.
fn push_number(bytes: &mut Vec<u8>, dtype: DType, text: &str) -> Result<(), String> {
    let invalid = || format!("'{text}' is not a number that {dtype} can hold");
    macro_rules! push {
        ($ty:ty) => {
            bytes.extend_from_slice(&text.parse::<$ty>().map_err(|_| invalid())?.to_le_bytes())
        };
    }
    match dtype {
        DType::UI8 => push!(u8),
        DType::UI16 => push!(u16),
        DType::UI32 => push!(u32),
        DType::UI64 => push!(u64),
        DType::I8 => push!(i8),
        DType::I16 => push!(i16),
        DType::I32 => push!(i32),
        DType::I64 => push!(i64),
        DType::F32 => push!(f32),
        DType::F64 => push!(f64),
        DType::F16 => {
            bytes.extend_from_slice(&text.parse::<half::f16>().map_err(|_| invalid())?.to_le_bytes())
        }
        DType::BF16 => {
            bytes.extend_from_slice(&text.parse::<half::bf16>().map_err(|_| invalid())?.to_le_bytes());
        }
        DType::I1 => bytes.push(match text {
            "0" | "false" => 0,
            "1" | "true" => 1,
            _ => return Err(invalid()),
        }),
        DType::Complex64 | DType::Complex128 => {
            let part = if dtype == DType::Complex64 { DType::F32 } else { DType::F64 };
            let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            let (re, im) = inner.and_then(|text| text.split_once(',')).ok_or_else(invalid)?;
            push_number(bytes, part, re.trim())?;
            push_number(bytes, part, im.trim())?;
        }
        _ => return Err(format!("values of type {dtype} cannot be written as literals")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Result<(&str, &[u8]), &str>) {
        let got = parse_literal(text).map(|array| (array.type_text().to_string(), array.bytes().to_vec()));
        match (&got, expect) {
            (Ok((ty, bytes)), Ok((expected_type, expected_bytes))) => {
                assert_eq!((ty.as_str(), bytes.as_slice()), (expected_type, expected_bytes), "{text}");
            }
            (Err(message), Err(expected)) => assert_eq!(message, expected, "{text}"),
            _ => panic!("{text}: {got:?}"),
        }
    }

    #[test]
    fn literals_say_type_and_values() {
        check("2x2xi8=1,2,3,-4", Ok(("2x2xi8", &[1, 2, 3, 252])));
        check("2x2xi8 = [[1, 2], [3 4]]", Ok(("2x2xi8", &[1, 2, 3, 4])));
        check("3xi16=7", Ok(("3xi16", &[7, 0, 7, 0, 7, 0])));
        check("f32=1.5", Ok(("f32", &1.5f32.to_le_bytes())));
        check("2xf32=inf nan", Ok(("2xf32", &[0, 0, 0x80, 0x7f, 0, 0, 0xc0, 0x7f])));
        check("1xcomplex<f32>=(1, 2)", Ok(("1xcomplex<f32>", &[0, 0, 128, 63, 0, 0, 0, 64])));
        check("0x2xf32=", Ok(("0x2xf32", &[])));
        check("0x2xf32=[]", Ok(("0x2xf32", &[])));
        check("3xi1=true,0,1", Ok(("3xi1", &[1, 0, 1])));
        check("1xbf16=1", Ok(("1xbf16", &[128, 63])));
    }

    #[test]
    fn strings_stand_in_quotes() {
        let read = |text: &str| {
            let tensor = parse_strings(text, Access::Mapped)?;
            Some(tensor.map(|tensor| {
                let strings: Vec<String> =
                    tensor.strings().iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
                (tensor.metadata().shape.to_string(), strings)
            }))
        };
        let ok = |shape: &str, strings: &[&str]| {
            Some(Ok((shape.to_owned(), strings.iter().map(|&text| text.to_owned()).collect())))
        };
        assert_eq!(read(r#"2xstr="a b", "c,\22\\\n""#), ok("[2]", &["a b", "c,\"\\\n"]));
        assert_eq!(read(r#"2x1x!corert.string=[["a"], ["b"]]"#), ok("[2, 1]", &["a", "b"]));
        assert_eq!(read(r#"str="""#), ok("[]", &[""]));
        assert_eq!(read(r#"3xstr="x""#), ok("[3]", &["x"; 3]));
        assert_eq!(read("2xf32=1,2"), None);
        let error = |text| read(text).and_then(Result::err).unwrap_or_default();
        assert_eq!(error("1xstr=a"), "'a' is no string: strings stand in quotes");
        assert_eq!(error(r#"2xstr="a","b","c""#), "2xstr has 2 elements, but 3 values are given");
        assert_eq!(error(r#"1xstr="a"#), "a string is not closed with '\"'");
        assert_eq!(error(r#"1xstr="\q""#), r#"unknown escape in "\q""#);
    }

    #[test]
    fn a_file_whose_strings_are_no_text_is_an_error() {
        let header = format!("{:117}\n", "{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }");
        let file = std::env::temp_dir().join(format!("tfrt-no-text-{}.npy", std::process::id()));
        let bytes = [b"\x93NUMPY\x01\x00\x76\x00", header.as_bytes(), &[0xff; 4]].concat();
        std::fs::write(&file, bytes).expect("the folder for files can be written");
        let read = parse_strings(&format!("@{}", file.display()), Access::Mapped);
        std::fs::remove_file(&file).expect("it is ours");
        assert_eq!(
            read.and_then(Result::err).as_deref(),
            Some("element 0 is no text: 0xffffffff is no character")
        );
    }

    #[test]
    fn names_follow_files_that_have_them() {
        assert_eq!(file_and_name("a.npz:x"), ("a.npz", Some("x")));
        assert_eq!(file_and_name("b:a.safetensors:x/y"), ("b:a.safetensors", Some("x/y")));
        assert_eq!(file_and_name("a.npz"), ("a.npz", None));
        assert_eq!(file_and_name("a:b.npy"), ("a:b.npy", None));
    }

    #[test]
    fn wrong_literals_say_what_is_wrong() {
        check("2xf32=1,2,3", Err("2xf32 has 2 elements, but 3 values are given"));
        check("2xf32=", Err("2xf32 has 2 elements, but 0 values are given"));
        check("2xu8=1", Err("'u8' in '2xu8' is not an element type such as f32, i32 or i1"));
        check("2xi8=1,300", Err("'300' is not a number that i8 can hold"));
        check("2x2xi8=[1,2,3,4]", Err("expected '[' before '1,2,3,4]': brackets must agree with the shape"));
        check("2xi8=[1]", Err("a list has 1 entries where the shape has 2"));
        check("2xi8=[1,2]3", Err("unexpected '3' after the last bracket"));
        check("2xi8=1,,2", Err("expected a number before ',2'"));
        check(
            "99999999999x99999999999xf32=0",
            Err("'99999999999x99999999999xf32' is not a type of numbers that fits memory"),
        );
        check(
            "tensor",
            Err("'tensor' is not a value: expected TYPE=VALUES such as 2x2xf32=1,2,3,4, or @FILE.npy"),
        );
        check("1xcomplex<f32>=1", Err("'1' is not a number that complex<f32> can hold"));
    }
}
