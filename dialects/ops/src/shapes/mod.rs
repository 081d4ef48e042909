//! Dtypes and shapes of the results of ops: one function per op, for compilation and for run time.
//!
//! A shape function gets the op's operands as far as they are known, [`Operand`], and the attributes. It returns the results as far as
//! they follow from that, or refuses the call. The executor calls it with everything known: then it is the op's metadata function. The
//! compiler calls it with the facts of types and constants.
//!
//! Rules that shape functions obey:
//!
//! * **More knowledge never contradicts.** An answer from less knowledge is compatible with the answer from more.
//! * **A refusal is certain.** A call is refused only if it fails for every value of the unknown parts.
//! * With dtypes and shapes of all operands known, and the elements of the operands that the row [`ShapeRow::needs`], everything about
//!   results is known, unless it depends on elements that no caller supplies (strings, the operand of `Where`).
//!
//! [`ShapeRow::check`] tests the first two for a call; builds with debug assertions run it at the first calls of each metadata function.
//!
//! Ops are in files by family, as their kernels are. Each file has a table of rows.

/// The rows of a family: `function, operands => "tf.Op" "tf.Other";`. A function is in brackets if its answer is a list of results.
/// `(function, elements other), …` also names the function of [`elements`] that tells the elements of the result, if that is a list of sizes.
macro_rules! rows {
    ($($function:tt, $operands:expr => $($op:literal)*;)*) => {
        &[$($($crate::shapes::ShapeRow::new($op, rows!(@ $function), $operands, rows!(@elements $function)),)*)*]
    };
    (@ [$function:ident]) => { $crate::shapes::Function::Many($function) };
    (@ ($function:ident, elements $elements:ident)) => { $crate::shapes::Function::One($function) };
    (@ $function:ident) => { $crate::shapes::Function::One($function) };
    (@elements ($function:ident, elements $elements:ident)) => { Some($crate::shapes::elements::$elements) };
    (@elements $function:tt) => { None };
}
mod arrays;
mod call;
mod check;
mod collections;
mod convolution;
mod data_format;
mod dim;
mod einsum;
mod elements;
mod elementwise;
mod gradient;
mod hlo;
mod image;
mod layout;
mod linear_algebra;
mod neural_network;
mod normalize;
mod onnx;
mod onnx_ml;
mod pieces;
mod quantized;
mod queries;
mod random;
mod reduction;
mod signal;
mod sliding;
mod state;
mod text;

pub use arrays::normalize_axis;
#[cfg(test)]
pub(crate) use call::testing::Few;
pub use call::{Attrs, Call, Operand, Outcome, Results, whole_number};
pub use convolution::{
    depthwise_convolution, expect_volume_channels, image_convolution, image_pool, pool_sizes,
};
pub use data_format::{DataFormat, rank_five, rank_four};
pub use dim::{Dim, DimList, KnownShape, ShapeView};
pub use einsum::{ELLIPSIS, Equation, Label};
pub use elements::PartialElements;
pub use elementwise::{broadcast_shape, broadcast_sizes};
pub use hlo::{ConvolutionDims, axes, dilated, padded, window_count};
pub use layout::block_size;
pub use linear_algebra::{matrix_product, no_matrix};
pub use neural_network::{biased, channels_first};
pub use normalize::{averaging_factor, batch_normalized, channels_second};
pub use onnx::{PoolWindows, column_windows};
pub use pieces::{SlicedAxis, mirror_offset, sliced_axes};
pub use quantized::NARROW;
pub use reduction::{kept, reduced_axes};
pub use signal::{cepstral_counts, spectrogram_window};
pub use sliding::Sliding;
pub use text::{TextFormat, number_dtype};

use crate::{DType, OpError, TensorMetadata};

/// A shape function, by its number of results. Most ops have one result, which is returned as it is: lists would be moved several times
/// at each call of an op.
#[derive(Clone, Copy, Debug)]
enum Function {
    One(fn(&Call<'_>) -> Result<Outcome, OpError>),
    Many(fn(&Call<'_>) -> Result<Results, OpError>),
}

/// The shape function of an op, and its requirements on the caller.
#[derive(Clone, Copy, Debug)]
pub struct ShapeRow {
    /// The op's full name.
    pub op: &'static str,
    /// The operands that it takes.
    pub operands: Operands,
    function: Function,
    /// Of an op on lists of sizes.
    elements: Option<elements::ElementsFn>,
}

/// The operands that an op takes.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// The number, or the least number of an op that takes any.
    pub count: usize,
    /// Whether the op takes more operands.
    pub is_variadic: bool,
    /// The operands whose elements the results depend on, counted from the end if negative.
    pub needs: &'static [i8],
    /// Whether the shape function checks calls as the op does. Others tell the results of calls that succeed; their ops check calls when
    /// they run.
    pub is_checked: bool,
    /// Whether the needed elements may be integers of 8 and 16 bits, and not only of 32 and 64.
    pub takes_narrow: bool,
}

impl Operands {
    /// The same for an op whose results depend on the elements of these operands.
    const fn needing(self, needs: &'static [i8]) -> Operands {
        Operands { needs, is_checked: false, ..self }
    }

    /// The same for a shape function that checks calls as the op does, once it has the elements.
    const fn checked(self) -> Operands {
        Operands { is_checked: true, ..self }
    }

    /// The same for an op that also takes the elements as integers of 8 and 16 bits.
    const fn narrow(self) -> Operands {
        Operands { takes_narrow: true, ..self }
    }

    /// The same for a shape function that leaves it to the op to check calls.
    const fn unchecked(self) -> Operands {
        Operands { is_checked: false, ..self }
    }
}

/// So many operands.
const fn takes(count: usize) -> Operands {
    Operands { count, is_variadic: false, needs: &[], is_checked: true, takes_narrow: false }
}

/// At least so many operands.
const fn at_least(count: usize) -> Operands {
    Operands { count, is_variadic: true, needs: &[], is_checked: true, takes_narrow: false }
}

impl ShapeRow {
    const fn new(
        op: &'static str,
        function: Function,
        operands: Operands,
        elements: Option<elements::ElementsFn>,
    ) -> ShapeRow {
        ShapeRow { op, operands, function, elements }
    }

    /// All rows.
    pub fn all() -> impl Iterator<Item = &'static ShapeRow> {
        FAMILIES.iter().copied().flatten()
    }

    /// Whether the function checks calls as the op does and tells everything from shapes alone: then it is the op's metadata function.
    pub fn is_metadata_fn(&self) -> bool {
        self.operands.is_checked && self.operands.needs.is_empty()
    }

    /// Whether the function checks calls as the op does and tells everything from shapes and elements: then its results are known when the
    /// arguments are available, before the op runs.
    pub fn is_metadata_of_elements(&self) -> bool {
        self.operands.is_checked && !self.operands.needs.is_empty()
    }

    /// Whether the results of a call with `count` operands depend on the elements of operand `index`.
    pub fn needs(&self, index: usize, count: usize) -> bool {
        self.needed(count).any(|place| place == index)
    }

    /// The operands, of `count`, whose elements the results depend on.
    #[inline]
    pub fn needed(&self, count: usize) -> impl Iterator<Item = usize> {
        let place = move |&need: &i8| {
            if need < 0 { count.wrapping_add_signed(isize::from(need)) } else { need as usize }
        };
        self.operands.needs.iter().map(place).filter(move |&place| place < count)
    }

    /// The results of a call, as far as they are known.
    ///
    /// # Errors
    /// The call fails when it runs, with this error.
    pub fn infer(&self, call: &Call<'_>) -> Result<Results, OpError> {
        self.expect_operands(call.operands.len())?;
        match self.function {
            Function::One(function) => function(call).map(Results::from),
            Function::Many(function) => function(call),
        }
    }

    /// The elements of the only result as far as they are known, if the result is a list of sizes.
    pub fn elements(&self, call: &Call<'_>) -> Option<PartialElements> {
        self.elements?(call).filter(|known| known.len() <= elements::LONGEST)
    }

    /// As [`Self::infer`], of a call whose results are all known: calls `add` with each.
    ///
    /// # Errors
    /// The call fails, or a result is not known.
    #[inline]
    pub fn metadata(&self, call: &Call<'_>, mut add: impl FnMut(TensorMetadata)) -> Result<(), OpError> {
        self.expect_operands(call.operands.len())?;
        match self.function {
            Function::One(function) => {
                add(function(call)?.into_metadata().ok_or_else(|| self.open_result())?)
            }
            Function::Many(function) => {
                for result in function(call)? {
                    add(result.into_metadata().ok_or_else(|| self.open_result())?);
                }
            }
        }
        Ok(())
    }

    /// Whether the op takes this number of operands.
    ///
    /// # Errors
    /// It does not.
    #[inline]
    pub fn expect_operands(&self, got: usize) -> Result<(), OpError> {
        let Operands { count, is_variadic, .. } = self.operands;
        if got < count || (got > count && !is_variadic) {
            return Err(wrong_arguments(is_variadic, count, got));
        }
        Ok(())
    }

    #[cold]
    fn open_result(&self) -> OpError {
        format!("the shape function of {} leaves a result open", self.op).into()
    }
}

/// The message for a wrong number of arguments.
#[cold]
pub fn wrong_arguments(at_least: bool, expected: usize, got: usize) -> OpError {
    let (at_least, s) = (if at_least { "at least " } else { "" }, if expected == 1 { "" } else { "s" });
    OpError::from(format!("expected {at_least}{expected} argument{s}, but got {got}"))
}

/// The error for an element type that an op does not take.
#[cold]
pub fn unsupported(dtype: DType) -> OpError {
    format!("Unsupported input dtype: {}", dtype.label()).into()
}

/// The error for an element type that an op does not take, of ops that name themselves.
#[cold]
pub fn unsupported_for(op: &str, dtype: DType) -> OpError {
    format!("unsupported dtype for {op}: {}", dtype.label()).into()
}

/// The element type that an attribute asks for, among those it may ask for.
///
/// # Errors
/// It asks for another one.
pub fn dtype_attr(
    attrs: &dyn Attrs,
    name: &str,
    default: DType,
    allowed: &[DType],
) -> Result<DType, OpError> {
    let dtype = attrs.get_dtype(name).unwrap_or(default);
    if allowed.contains(&dtype) {
        Ok(dtype)
    } else {
        Err(format!("Unsupported `{name}` value: {}", dtype.label()).into())
    }
}

/// The rows by family.
const FAMILIES: &[&[ShapeRow]] = &[
    arrays::ROWS,
    collections::ROWS,
    convolution::ROWS,
    einsum::ROWS,
    elementwise::ROWS,
    gradient::ROWS,
    image::ROWS,
    layout::ROWS,
    linear_algebra::ROWS,
    neural_network::ROWS,
    normalize::ROWS,
    onnx_ml::ROWS,
    pieces::ROWS,
    quantized::ROWS,
    queries::ROWS,
    random::ROWS,
    reduction::ROWS,
    signal::ROWS,
    state::ROWS,
    text::ROWS,
    hlo::FAMILIES[0],
    hlo::FAMILIES[1],
    hlo::FAMILIES[2],
    hlo::FAMILIES[3],
    hlo::FAMILIES[4],
    hlo::FAMILIES[5],
    onnx::FAMILIES[0],
    onnx::FAMILIES[1],
    onnx::FAMILIES[2],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpDefRegistry;

    #[test]
    fn rows_are_one_for_an_op_and_fit_its_definition() {
        let registry = OpDefRegistry::new();
        let mut seen = std::collections::HashSet::new();
        for row in ShapeRow::all() {
            assert!(seen.insert(row.op), "{} has two rows", row.op);
            let Some(def) = registry.get(row.op) else { continue };
            match def.fixed_input_count() {
                Some(count) => assert!(
                    row.operands.count == count || row.operands.is_variadic && row.operands.count <= count,
                    "{} takes {count} operands",
                    row.op
                ),
                None => assert!(row.operands.is_variadic, "{} takes any number of operands", row.op),
            }
        }
    }
}
