//! Integer attributes of another width or sign than the kernel takes.
//!
//! Programs write `sync_log_results = 1`, which is an `i64`, for a flag, or an `i32` array for an array of `ui32`. Such an attribute is
//! converted when the program is loaded, if every value fits the kernel's type; the loader refuses the others by their place.
//! Attributes that kernels check themselves ([`AttrSpec::Any`](super::AttrSpec::Any)) are converted by those kernels, with [`convert`].

use tfrt_bef::{AttrView, DTypeCode};

/// Integers of one type, as bytes that are aligned for every integer type.
#[derive(Debug)]
pub struct Integers {
    words: Vec<u64>,
    dtype: DTypeCode,
    /// `None`: a single number.
    len: Option<usize>,
}

impl Integers {
    /// As an attribute.
    pub fn view(&self) -> AttrView<'_> {
        match self.len {
            None => AttrView::Scalar { dtype: self.dtype, bits: self.words[0] },
            Some(len) => {
                let bytes = bytemuck::cast_slice(&self.words);
                AttrView::Array { dtype: self.dtype, len, data: &bytes[..len * width(self.dtype)] }
            }
        }
    }
}

/// The attribute with values of this type: `None` if it is no number or array of integers, or if `want` is no type of integers.
///
/// # Errors
/// A value that does not fit, memory that runs out.
pub fn convert(attr: &AttrView<'_>, want: DTypeCode) -> Option<Result<Integers, String>> {
    let (smallest, largest) = range(want)?;
    let fit = |value: i128| {
        if (smallest..=largest).contains(&value) {
            Ok(value as u64)
        } else {
            Err(format!("{value} does not fit {want}"))
        }
    };
    match *attr {
        AttrView::Scalar { dtype, bits } => {
            range(dtype)?;
            let size = width(want);
            let bits = fit(value(dtype, &bits.to_le_bytes())).map(|bits| bits & u64::MAX >> (64 - 8 * size));
            Some(bits.map(|bits| Integers { words: vec![bits], dtype: want, len: None }))
        }
        AttrView::Array { dtype, len, data } => {
            range(dtype)?;
            Some(convert_array(dtype, data, want, fit).map(|words| Integers {
                words,
                dtype: want,
                len: Some(len),
            }))
        }
        _ => None,
    }
}

fn convert_array(
    from: DTypeCode,
    data: &[u8],
    want: DTypeCode,
    fit: impl Fn(i128) -> Result<u64, String>,
) -> Result<Vec<u64>, String> {
    let (read, write) = (width(from), width(want));
    let count = (data.len() / read * write).div_ceil(size_of::<u64>());
    let mut words = Vec::new();
    words.try_reserve_exact(count).map_err(|_| format!("no memory for {count} words"))?;
    words.resize(count, 0_u64);
    let targets = bytemuck::cast_slice_mut::<u64, u8>(&mut words).chunks_exact_mut(write);
    for (index, (source, target)) in data.chunks_exact(read).zip(targets).enumerate() {
        let bits = fit(value(from, source)).map_err(|what| format!("element {index}: {what}"))?;
        target.copy_from_slice(&bits.to_le_bytes()[..write]);
    }
    Ok(words)
}

/// The smallest and the largest integer of this type.
fn range(dtype: DTypeCode) -> Option<(i128, i128)> {
    Some(match dtype {
        DTypeCode::I1 => (0, 1),
        DTypeCode::I8 => (i8::MIN.into(), i8::MAX.into()),
        DTypeCode::I16 => (i16::MIN.into(), i16::MAX.into()),
        DTypeCode::I32 => (i32::MIN.into(), i32::MAX.into()),
        DTypeCode::I64 => (i64::MIN.into(), i64::MAX.into()),
        DTypeCode::UI8 => (0, u8::MAX.into()),
        DTypeCode::UI16 => (0, u16::MAX.into()),
        DTypeCode::UI32 => (0, u32::MAX.into()),
        DTypeCode::UI64 => (0, u64::MAX.into()),
        _ => return None,
    })
}

fn width(dtype: DTypeCode) -> usize {
    dtype.size().unwrap_or(1)
}

/// The integer in the first bytes.
fn value(dtype: DTypeCode, bytes: &[u8]) -> i128 {
    let size = width(dtype).min(bytes.len());
    let mut all = [0; 8];
    all[..size].copy_from_slice(&bytes[..size]);
    let bits = u64::from_le_bytes(all);
    match dtype {
        DTypeCode::I1 => i128::from(bits != 0),
        DTypeCode::I8 => (bits as i8).into(),
        DTypeCode::I16 => (bits as i16).into(),
        DTypeCode::I32 => (bits as i32).into(),
        DTypeCode::I64 => (bits as i64).into(),
        _ => bits.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTEGERS: [DTypeCode; 9] = [
        DTypeCode::I1,
        DTypeCode::I8,
        DTypeCode::I16,
        DTypeCode::I32,
        DTypeCode::I64,
        DTypeCode::UI8,
        DTypeCode::UI16,
        DTypeCode::UI32,
        DTypeCode::UI64,
    ];

    fn scalar(dtype: DTypeCode, value: i128) -> AttrView<'static> {
        let bits = value as u64 & u64::MAX >> (64 - 8 * width(dtype));
        AttrView::Scalar { dtype, bits }
    }

    fn value_of(view: &AttrView<'_>) -> i128 {
        match *view {
            AttrView::Scalar { dtype, bits } => value(dtype, &bits.to_le_bytes()),
            AttrView::Array { dtype, len: 3, data } => value(dtype, &data[2 * width(dtype)..]),
            _ => panic!("neither a number nor an array of three: {view:?}"),
        }
    }

    #[test]
    fn each_limit_of_each_type_is_converted_exactly_where_it_fits() {
        for from in INTEGERS {
            for want in INTEGERS {
                let limits =
                    INTEGERS.map(range).into_iter().flatten().flat_map(|(low, high)| [low, high, high - 1]);
                let (low, high) = range(from).unwrap();
                for value in limits.filter(|value| (low..=high).contains(value)) {
                    let number = scalar(from, value);
                    let AttrView::Scalar { bits, .. } = number else { panic!() };
                    let array = [0, 0, bits].map(|bits| bits.to_le_bytes()[..width(from)].to_vec()).concat();
                    let array = AttrView::Array { dtype: from, len: 3, data: &array };
                    for (attr, place) in [(number, ""), (array, "element 2: ")] {
                        let (low, high) = range(want).unwrap();
                        let result = convert(&attr, want).unwrap();
                        if (low..=high).contains(&value) {
                            assert_eq!(value_of(&result.unwrap().view()), value, "{from} as {want}");
                        } else {
                            assert_eq!(result.unwrap_err(), format!("{place}{value} does not fit {want}"));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn other_numbers_are_not_converted() {
        let float = AttrView::Scalar { dtype: DTypeCode::F32, bits: 0 };
        assert!(convert(&float, DTypeCode::I32).is_none());
        assert!(convert(&scalar(DTypeCode::I32, 1), DTypeCode::F32).is_none());
        assert!(convert(&AttrView::String(b"1"), DTypeCode::I32).is_none());
    }
}
