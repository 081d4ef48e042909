//! Strings: numbers as text and text as numbers, joining, hashing, patterns, encodings.

use super::{Attrs, Call, KnownShape, Operand, Outcome, ShapeRow, at_least, dtype_attr, takes, unsupported};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    texts, takes(1) =>
        "tf.StringLower" "tf.StringUpper" "tf.StringStrip" "tf.EncodeBase64" "tf.DecodeBase64" "tf.UnicodeTranscode"
        "tf.StaticRegexReplace" "tf.DecodeCompressed";
    texts, takes(3) => "tf.RegexReplace";
    matches, takes(1) => "tf.StaticRegexFullMatch";
    matches, takes(2) => "tf.RegexFullMatch";
    lengths, takes(1) => "tf.StringLength";
    buckets, takes(1) => "tf.StringToHashBucket" "tf.StringToHashBucketFast" "tf.StringToHashBucketStrong";
    numbers, takes(1) => "tf.StringToNumber";
    formatted, takes(1) => "tf.AsString";
    joined, at_least(0) => "tf.StringJoin";
    scripts, takes(1) => "tf.UnicodeScript";
};

/// Refuses an operand that is surely not of strings.
fn expect_strings(x: &Operand<'_>) -> Result<(), OpError> {
    match x.dtype {
        Some(dtype) if dtype != DType::String => Err(unsupported(dtype)),
        _ => Ok(()),
    }
}

/// A result of this element type for each string.
fn of_strings(call: &Call<'_>, dtype: DType) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    expect_strings(x)?;
    Ok(x.with_dtype(dtype))
}

fn texts(call: &Call<'_>) -> Result<Outcome, OpError> {
    of_strings(call, DType::String)
}

fn matches(call: &Call<'_>) -> Result<Outcome, OpError> {
    of_strings(call, DType::I1)
}

fn lengths(call: &Call<'_>) -> Result<Outcome, OpError> {
    of_strings(call, DType::I32)
}

fn buckets(call: &Call<'_>) -> Result<Outcome, OpError> {
    of_strings(call, DType::I64)
}

/// The element type that `tf.StringToNumber` gives.
///
/// # Errors
/// Its attribute asks for a type that no text is read as.
pub fn number_dtype(attrs: &dyn Attrs) -> Result<DType, OpError> {
    let dtypes = [DType::F32, DType::F64, DType::I32, DType::I64, DType::UI32, DType::UI64];
    dtype_attr(attrs, "out_type", DType::F32, &dtypes)
}

fn numbers(call: &Call<'_>) -> Result<Outcome, OpError> {
    expect_strings(&call.operands[0])?;
    of_strings(call, number_dtype(call.attrs)?)
}

/// The format in which `tf.AsString` writes, from its attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextFormat {
    /// The least number of bytes.
    pub width: usize,
    /// Digits after the point.
    pub precision: Option<usize>,
    /// One of the flags `-+ #0` of C's `printf`.
    pub fill: Option<u8>,
    /// With an exponent.
    pub scientific: bool,
    /// With or without an exponent, whichever is shorter.
    pub shortest: bool,
}

impl TextFormat {
    /// The widest field that a format may ask for: enough for any sensible text, too small to exhaust memory.
    pub const MAX_WIDTH: usize = 4096;

    /// The format for elements of a type, if that is known.
    ///
    /// # Errors
    /// Attributes contradict each other or do not go with the type.
    pub fn of(attrs: &dyn Attrs, dtype: Option<DType>) -> Result<TextFormat, OpError> {
        let size = |name: &str| -> Result<Option<usize>, OpError> {
            match attrs.get_int(name).unwrap_or(-1) {
                ..0 => Ok(None),
                value if value > Self::MAX_WIDTH as i64 => Err(format!("{name} {value} is too large").into()),
                value => Ok(Some(value as usize)),
            }
        };
        let flag = |name| attrs.get_bool(name).unwrap_or(false);
        let (scientific, shortest) = (flag("scientific"), flag("shortest"));
        let (width, precision) = (size("width")?.unwrap_or(0), size("precision")?);
        if scientific && shortest {
            return Err("Cannot select both scientific and shortest notation".into());
        }
        if let Some(dtype) = dtype.filter(|dtype| !dtype.is_floating() && !dtype.is_complex()) {
            let dtype = dtype.label();
            if scientific || shortest {
                return Err(
                    format!("scientific and shortest format not supported for datatype {dtype}").into()
                );
            }
            if precision.is_some() {
                return Err(format!("precision not supported for datatype {dtype}").into());
            }
        }
        let fill = match attrs.get_string("fill").unwrap_or_default() {
            [] => None,
            &[flag @ (b'-' | b'+' | b' ' | b'#' | b'0')] => Some(flag),
            &[other] => {
                return Err(format!("Fill argument not supported: \"{}\"", char::from(other)).into());
            }
            _ => return Err("Fill string must be one or fewer characters".into()),
        };
        Ok(TextFormat { width, precision, fill, scientific, shortest })
    }
}

fn formatted(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    TextFormat::of(call.attrs, x.dtype)?;
    Ok(x.with_dtype(DType::String))
}

/// Operands of one shape; single strings go with every element of the others.
fn joined(call: &Call<'_>) -> Result<Outcome, OpError> {
    let mut shape: Option<KnownShape> = None;
    let mut may_be_larger = false;
    for x in call.operands {
        expect_strings(x)?;
        match (x.rank(), &shape) {
            (Some(0), _) => {}
            (None, _) => may_be_larger = true,
            (Some(_), None) => shape = Some(x.shape.to_known()),
            (Some(_), Some(known)) => {
                let known = known.view();
                if !known.agrees(&x.shape) {
                    return Err(format!("Input shapes do not match: {known} vs. {}", x.shape).into());
                }
                shape = Some(known.or(&x.shape));
            }
        }
    }
    Ok(match shape {
        Some(shape) => Outcome::new(DType::String, shape),
        None if may_be_larger => Outcome::unranked(DType::String),
        None => Outcome::scalar(DType::String),
    })
}

fn scripts(call: &Call<'_>) -> Result<Outcome, OpError> {
    let points = &call.operands[0];
    match points.dtype {
        Some(dtype) if dtype != DType::I32 => Err(unsupported(dtype)),
        _ => Ok(points.with_dtype(DType::I32)),
    }
}
