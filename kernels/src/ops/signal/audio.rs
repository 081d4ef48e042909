//! Audio input of speech models: `tf.DecodeWav`, `tf.AudioSpectrogram` and `tf.Mfcc`.
//!
//! A spectrogram applies windows of a periodic Hann shape, each transformed at the next power of two. The cepstral coefficients are those
//! of overlapping triangles on the mel scale (Davis and Mermelstein, 1980): magnitudes summed, their logarithm, a cosine transform.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DenseHostTensor, Shape};
use tfrt_numerics::fourier::{Direction, Transform};
use tfrt_ops::shapes::{cepstral_counts, spectrogram_window};

use crate::ops::index_arguments::number;
use crate::ops::memory::{collected, filled, gathered, result_metadata, try_room};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.DecodeWav", OpEntry::new().dispatch(decode_wav).strings());
    ops.add("tf.AudioSpectrogram", OpEntry::new().dispatch(spectrogram));
    ops.add("tf.Mfcc", OpEntry::new().dispatch(mfcc));
}

/// The samples of a file in the format RIFF WAVE, 16 bits a sample.
fn decode_wav(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let strings = frame.strings(0)?;
    let [contents] = strings.strings() else {
        return Err(format!("contents must be scalar, got shape {}", strings.metadata().shape).into());
    };
    let attrs = frame.attrs();
    let wanted = |name: &str| match attrs.get_int(name).unwrap_or(-1) {
        -1 => Ok(None),
        count if count > 0 && count <= i64::from(i32::MAX) => Ok(Some(count as usize)),
        count => Err(OpError::from(format!("{name} must be positive or -1, but is {count}"))),
    };
    let (channels_wanted, samples_wanted) = (wanted("desired_channels")?, wanted("desired_samples")?);
    let header = |what: &str| OpError::from(format!("Header mismatch: {what}"));
    let (riff, mut rest) = contents.split_at_checked(12).ok_or_else(|| header("the data is too short"))?;
    if &riff[..4] != b"RIFF" || &riff[8..] != b"WAVE" {
        return Err(header("expected RIFF and WAVE"));
    }
    let (mut format, mut data) = (None, None);
    while let Some((chunk, after)) = rest.split_at_checked(8) {
        let size = u32::from_le_bytes([chunk[4], chunk[5], chunk[6], chunk[7]]) as usize;
        let body = &after[..size.min(after.len())];
        match &chunk[..4] {
            b"fmt " => format = Some(body),
            b"data" => data = Some(body),
            _ => {}
        }
        // Chunks begin at even places.
        rest = after.get(size.saturating_add(size % 2)..).unwrap_or_default();
    }
    let format = format.filter(|format| format.len() >= 16).ok_or_else(|| header("there is no format"))?;
    let short = |at: usize| u16::from_le_bytes([format[at], format[at + 1]]);
    let (kind, channels, bits) = (short(0), usize::from(short(2)), short(14));
    if kind != 1 || bits != 16 || channels == 0 {
        return Err(
            format!("Can only read 16-bit PCM WAV files, but received {bits} bits of kind {kind}").into()
        );
    }
    let rate = i32::from_le_bytes([format[4], format[5], format[6], format[7]]);
    let data = data.ok_or_else(|| header("there are no samples"))?;
    let values: Vec<f32> =
        data.as_chunks::<2>().0.iter().map(|&pair| f32::from(i16::from_le_bytes(pair)) / 32768.0).collect();
    let samples = values.len() / channels;
    let (out_channels, out_samples) =
        (channels_wanted.unwrap_or(channels), samples_wanted.unwrap_or(samples));
    let shape = Shape::new(&[out_samples as i64, out_channels as i64])?;
    let mut audio = filled(0.0_f32, shape.num_elements())?;
    for (at, sample) in audio.chunks_exact_mut(out_channels.max(1)).enumerate().take(samples) {
        for (channel, out) in sample.iter_mut().enumerate() {
            // Channels that there are not are the last one again.
            *out = values[at * channels + channel.min(channels - 1)];
        }
    }
    frame.set(0, DenseHostTensor::from_values(shape, &audio)?);
    frame.set(1, DenseHostTensor::from_values(Shape::scalar(), &[rate])?);
    Ok(())
}

fn spectrogram(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (window, stride) = spectrogram_window(&*frame.attrs())?;
    let squared = frame.attrs().get_bool("magnitude_squared").unwrap_or(false);
    let metadata = result_metadata(frame, 0)?;
    let channels = frame.dense(0)?.shape().dim(1) as usize;
    let mut out = DispatchFrame::fresh(metadata)?;
    if out.bytes_mut().is_empty() {
        frame.finish(0, out);
        return Ok(());
    }
    let hann = |at| 0.5 - 0.5 * (2.0 * std::f64::consts::PI * at as f64 / window as f64).cos();
    let shape = collected((0..window).map(hann))?;
    let length = window.next_power_of_two();
    try_room::<Complex<f64>>(Transform::elements(length))?;
    let transform = Transform::new(length, Direction::Forward);
    let [frames, bins] = [metadata.shape.dim(1) as usize, metadata.shape.dim(2) as usize];
    let input = frame.values::<f32>(0)?;
    let mut values = filled(Complex::new(0.0, 0.0), length)?;
    for (at, out) in out.values_mut::<f32>().chunks_exact_mut(bins).enumerate() {
        let (channel, start) = (at / frames, at % frames * stride);
        values.fill(Complex::new(0.0, 0.0));
        for (i, (value, weight)) in values.iter_mut().zip(&shape).enumerate() {
            value.re = f64::from(input[(start + i) * channels + channel]) * weight;
        }
        transform.run(&mut values);
        for (out, value) in out.iter_mut().zip(&values) {
            let power = value.norm_sqr();
            *out = if squared { power } else { power.sqrt() } as f32;
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// The mel scale.
fn mel(frequency: f64) -> f64 {
    1127.0 * (frequency / 700.0).ln_1p()
}

fn mfcc(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let rate = number(frame, 1, "sample_rate")?;
    let attrs = frame.attrs();
    let lower = attrs.get_float("lower_frequency_limit").unwrap_or(20.0);
    let upper = attrs.get_float("upper_frequency_limit").unwrap_or(4000.0);
    let (filters, coefficients) = cepstral_counts(&*attrs)?;
    let bins = frame.dense(0)?.shape().dim(2) as usize;
    if lower.is_nan() || lower < 0.0 || upper.is_nan() || upper <= lower {
        return Err(format!("upper_frequency_limit, {upper}, must be above lower_frequency_limit, {lower}, and that not negative").into());
    }
    if rate <= 0 || bins < 2 {
        return Err(format!("sample_rate, {rate}, and the spectrogram's bins, {bins}, are too few").into());
    }
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    if out.bytes_mut().is_empty() {
        frame.finish(0, out);
        return Ok(());
    }
    let per_bin = 0.5 * rate as f64 / (bins - 1) as f64;
    let (low, span) = (mel(lower), mel(upper) - mel(lower));
    let centers = gathered((0..=filters).map(|i| low + span / (filters + 1) as f64 * (i + 1) as f64))?;
    let (first, last) = ((1.5 + lower / per_bin) as usize, (upper / per_bin) as usize);
    if last >= bins {
        return Err(format!("upper_frequency_limit, {upper}, is above half the sample_rate, {rate}").into());
    }
    // Each bin goes to two neighbouring bands, by its distance from their centers.
    let shares = (first..=last.max(first).min(bins - 1)).map(|bin| {
        let at = mel(bin as f64 * per_bin);
        let above = centers.iter().take(filters).position(|&center| center >= at).unwrap_or(filters);
        let (left, right) = (if above == 0 { low } else { centers[above - 1] }, centers[above]);
        (above, (right - at) / (right - left))
    });
    let shares: Vec<(usize, f64)> = gathered(shares)?;
    let norm = (2.0 / filters as f64).sqrt();
    let step = std::f64::consts::PI / filters as f64;
    let rows = frame.values::<f32>(0)?.chunks_exact(bins);
    let mut bands = filled(0.0_f64, filters)?;
    for (row, out) in rows.zip(out.values_mut::<f32>().chunks_exact_mut(coefficients)) {
        bands.fill(0.0);
        for (&(above, share), power) in shares.iter().zip(row.iter().skip(first)) {
            let value = f64::from(*power).sqrt();
            if above > 0 {
                bands[above - 1] += value * share;
            }
            if above < filters {
                bands[above] += value - value * share;
            }
        }
        bands.iter_mut().for_each(|band| *band = band.max(1e-12).ln());
        for (i, out) in out.iter_mut().enumerate() {
            let terms = bands
                .iter()
                .enumerate()
                .map(|(j, band)| band * norm * (i as f64 * step * (j as f64 + 0.5)).cos());
            *out = terms.sum::<f64>() as f32;
        }
    }
    frame.finish(0, out);
    Ok(())
}
