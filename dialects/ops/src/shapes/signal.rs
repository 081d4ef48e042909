//! Fourier transforms of real numbers, whose length is an operand, and features of sound.

use super::elementwise::same;
use super::{Attrs, Call, Dim, Outcome, ShapeRow, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    same, takes(1).unchecked() => "tf.FFT" "tf.IFFT" "tf.FFT2D" "tf.IFFT2D" "tf.FFT3D" "tf.IFFT3D";
    spectrum, takes(2).needing(&[1]) => "tf.RFFT";
    signal, takes(2).needing(&[1]) => "tf.IRFFT";
    spectrogram, takes(1) => "tf.AudioSpectrogram";
    coefficients, takes(2) => "tf.Mfcc";
};

/// The dimensions of the first operand, with a last one that follows from the length.
fn transformed(call: &Call<'_>, dtype: Option<DType>, of: impl Fn(i64) -> i64) -> Result<Outcome, OpError> {
    let dims = call.operands[0].dims().and_then(|mut dims| {
        *dims.last_mut()? = call.operands[1].scalar().map_or(Dim::UNKNOWN, Dim::of).map(of);
        Some(dims)
    });
    Ok(Outcome::open(dtype, dims))
}

fn spectrum(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dtype = match call.operands[0].dtype {
        Some(DType::F32) => Some(DType::Complex64),
        Some(DType::F64) => Some(DType::Complex128),
        _ => None,
    };
    transformed(call, dtype, |length| if length == 0 { 0 } else { length / 2 + 1 })
}

fn signal(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dtype = match call.operands[0].dtype {
        Some(DType::Complex64) => Some(DType::F32),
        Some(DType::Complex128) => Some(DType::F64),
        _ => None,
    };
    transformed(call, dtype, |length| length)
}

/// Window and stride of `tf.AudioSpectrogram`, in samples.
///
/// # Errors
/// They are missing, too small or too large.
pub fn spectrogram_window(attrs: &dyn Attrs) -> Result<(usize, usize), OpError> {
    let positive = |name: &str, least: i64| {
        let value =
            attrs.get_int(name).ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))?;
        let fits = (least..=1 << 24).contains(&value);
        if fits {
            Ok(value as usize)
        } else {
            Err(OpError::from(format!("{name} must be at least {least}, but is {value}")))
        }
    };
    Ok((positive("window_size", 2)?, positive("stride", 1)?))
}

/// A row of frequencies for each channel and each window.
fn spectrogram(call: &Call<'_>) -> Result<Outcome, OpError> {
    let shape = &call.operands[0].shape;
    let Some([samples, channels]) = shape.dims_of_rank() else {
        return Err(format!("input must be 2-dimensional, but has shape {shape}").into());
    };
    let (window, stride) = spectrogram_window(call.attrs)?;
    let frames = samples.map(|samples| {
        let rest = usize::try_from(samples).unwrap_or(0).checked_sub(window);
        rest.map_or(0, |rest| 1 + rest / stride) as i64
    });
    let bins = Dim::of((window.next_power_of_two() / 2 + 1) as i64);
    Outcome::of_dims(DType::F32, &[channels, frames, bins])
}

/// Bands of the filter bank, and coefficients of the cosine transform, of `tf.Mfcc`.
///
/// # Errors
/// They are not positive or too large.
pub fn cepstral_counts(attrs: &dyn Attrs) -> Result<(usize, usize), OpError> {
    let count = |name: &str, default: i64| {
        let count = attrs.get_int(name).unwrap_or(default);
        let fits = (1..=1 << 16).contains(&count);
        if fits {
            Ok(count as usize)
        } else {
            Err(OpError::from(format!("{name} must be positive, but is {count}")))
        }
    };
    Ok((count("filterbank_channel_count", 40)?, count("dct_coefficient_count", 13)?))
}

fn coefficients(call: &Call<'_>) -> Result<Outcome, OpError> {
    let shape = &call.operands[0].shape;
    let Some([channels, frames, _]) = shape.dims_of_rank() else {
        return Err(format!("spectrogram must be 3-dimensional, but has shape {shape}").into());
    };
    let (filters, coefficients) = cepstral_counts(call.attrs)?;
    if coefficients > filters {
        return Err(format!(
            "dct_coefficient_count, {coefficients}, must not be above filterbank_channel_count, {filters}"
        )
        .into());
    }
    Outcome::of_dims(DType::F32, &[channels, frames, Dim::of(coefficients as i64)])
}
