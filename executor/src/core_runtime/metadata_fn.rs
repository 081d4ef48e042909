//! Metadata functions: compute dtypes and shapes of an op's results from those of its arguments,
//! synchronously.
//!
//! They are plain Rust functions over `&TensorMetadata` arguments, the attributes ([`OpAttrsRef`]) and, last, all remaining
//! arguments ([`RestMetadata`]); they return one `TensorMetadata`, an array or a vector of them. [`IntoMetadataFn`] adapts them.
//! The number of arguments is checked before the function runs.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_ops::shapes::wrong_arguments;

use super::OpError;
use super::attrs::OpAttrsRef;
use crate::tensor::TensorMetadata;

/// Metadata of all results of an op.
pub type ResultMetadata = SmallVec<[TensorMetadata; 2]>;

/// The arguments of a metadata function.
#[derive(Debug)]
pub struct MetadataFrame<'a> {
    /// Metadata of the arguments.
    pub inputs: &'a [&'a TensorMetadata],
    /// The attributes.
    pub attrs: OpAttrsRef<'a>,
}

impl MetadataFrame<'_> {
    /// The metadata of the results, as a metadata function says.
    ///
    /// # Errors
    /// The function's.
    pub fn results(&self, function: &MetadataFn) -> Result<ResultMetadata, OpError> {
        let mut results = ResultMetadata::new();
        function(self, &mut results)?;
        Ok(results)
    }
}

/// A metadata function of any form. It adds the metadata of the results to a list of the caller: a list that is returned would be moved,
/// which costs more than most functions compute.
pub type MetadataFn =
    Arc<dyn Fn(&MetadataFrame<'_>, &mut ResultMetadata) -> Result<(), OpError> + Send + Sync>;

/// All arguments that no earlier parameter took.
#[derive(Debug, Clone, Copy)]
pub struct RestMetadata<'a>(pub &'a [&'a TensorMetadata]);

/// Something a metadata function can take as a parameter.
pub trait MetadataParam {
    /// The parameter with the lifetime of a call.
    type Item<'a>;
    /// The number of arguments it takes; `None` for all remaining ones.
    const ARGUMENTS: Option<usize>;
    /// Its value, from argument `next` on.
    fn get<'a>(frame: &MetadataFrame<'a>, next: usize) -> Self::Item<'a>;
}

impl MetadataParam for &TensorMetadata {
    type Item<'a> = &'a TensorMetadata;
    const ARGUMENTS: Option<usize> = Some(1);
    fn get<'a>(frame: &MetadataFrame<'a>, next: usize) -> &'a TensorMetadata {
        frame.inputs[next]
    }
}

impl MetadataParam for OpAttrsRef<'_> {
    type Item<'a> = OpAttrsRef<'a>;
    const ARGUMENTS: Option<usize> = Some(0);
    fn get<'a>(frame: &MetadataFrame<'a>, _: usize) -> OpAttrsRef<'a> {
        frame.attrs
    }
}

impl MetadataParam for RestMetadata<'_> {
    type Item<'a> = RestMetadata<'a>;
    const ARGUMENTS: Option<usize> = None;
    fn get<'a>(frame: &MetadataFrame<'a>, next: usize) -> RestMetadata<'a> {
        RestMetadata(&frame.inputs[next..])
    }
}

/// Return types of metadata functions.
pub trait MetadataResult {
    /// Adds the metadata of all results.
    fn add_to(self, results: &mut ResultMetadata);
}

impl MetadataResult for TensorMetadata {
    #[inline]
    fn add_to(self, results: &mut ResultMetadata) {
        results.push(self);
    }
}

impl<const N: usize> MetadataResult for [TensorMetadata; N] {
    fn add_to(self, results: &mut ResultMetadata) {
        results.extend(self);
    }
}

impl MetadataResult for Vec<TensorMetadata> {
    fn add_to(self, results: &mut ResultMetadata) {
        results.extend(self);
    }
}

/// A function that can serve as a metadata function. `Marker` tells the forms apart and is inferred.
pub trait IntoMetadataFn<Marker> {
    /// The function in its common form.
    fn into_metadata_fn(self) -> MetadataFn;
}

macro_rules! metadata_functions {
    ($(($($param:ident),*))*) => {$(
        impl<F, R, $($param,)*> IntoMetadataFn<(R, $($param,)*)> for F
        where
            $($param: MetadataParam,)*
            R: MetadataResult,
            F: Fn($($param),*) -> Result<R, OpError>
                + for<'a> Fn($($param::Item<'a>),*) -> Result<R, OpError>
                + Send + Sync + 'static,
        {
            fn into_metadata_fn(self) -> MetadataFn {
                fn call<'a, R, $($param,)*>(
                    function: impl Fn($($param),*) -> Result<R, OpError>,
                    $(#[expect(non_snake_case, reason = "named as its type")] $param: $param,)*
                ) -> Result<R, OpError> {
                    function($($param),*)
                }
                let expected = 0usize $(+ $param::ARGUMENTS.unwrap_or(0))*;
                let variadic = false $(|| $param::ARGUMENTS.is_none())*;
                Arc::new(move |frame, results| {
                    let got = frame.inputs.len();
                    if got < expected || (got > expected && !variadic) {
                        return Err(wrong_arguments(variadic, expected, got));
                    }
                    let mut next = 0;
                    let made = call(&self, $({
                        let value = $param::get(frame, next);
                        next += $param::ARGUMENTS.unwrap_or(0);
                        value
                    }),*)?;
                    debug_assert_eq!(next, expected);
                    made.add_to(results);
                    Ok(())
                })
            }
        }
    )*};
}

metadata_functions! {
    (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, G)
}

#[cfg(test)]
mod tests {
    use super::super::attrs::OpAttrs;
    use super::*;
    use crate::tensor::{DType, Shape};

    fn same(a: &TensorMetadata, b: &TensorMetadata) -> Result<TensorMetadata, OpError> {
        if a == b { Ok(a.clone()) } else { Err("they differ".into()) }
    }

    fn many(
        attrs: OpAttrsRef<'_>,
        first: &TensorMetadata,
        rest: RestMetadata<'_>,
    ) -> Result<Vec<TensorMetadata>, OpError> {
        Ok(vec![first.clone(); rest.0.len() + usize::from(attrs.contains("one_more"))])
    }

    fn run(function: &MetadataFn, n: usize, attrs: &OpAttrs) -> Result<usize, String> {
        let metadata = TensorMetadata::new(DType::F32, Shape::scalar());
        let inputs = vec![&metadata; n];
        MetadataFrame { inputs: &inputs, attrs: attrs.into() }
            .results(function)
            .map(|results| results.len())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn plain_functions_are_metadata_functions() {
        let mut attrs = OpAttrs::new();
        attrs.set_bool("one_more", true);
        assert_eq!(run(&same.into_metadata_fn(), 2, &attrs), Ok(1));
        assert_eq!(run(&same.into_metadata_fn(), 1, &attrs), Err("expected 2 arguments, but got 1".into()));
        assert_eq!(run(&many.into_metadata_fn(), 3, &attrs), Ok(3));
        assert_eq!(
            run(&many.into_metadata_fn(), 0, &attrs),
            Err("expected at least 1 argument, but got 0".into())
        );
    }
}
