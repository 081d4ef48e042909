//! Batch normalization over the last dimension, with given mean and variance, and its gradient.

use super::{View, ViewMut, shape_text};

/// Per channel factor and offset: normalization is `x * factor + offset`.
#[derive(Debug, Clone)]
pub struct BatchNorm {
    channels: Vec<Channel>,
}

#[derive(Debug, Clone, Copy)]
struct Channel {
    mean: f32,
    factor: f32,
    offset: f32,
}

impl BatchNorm {
    /// `scale * (x - mean) / sqrt(variance + epsilon) + offset`.
    ///
    /// # Errors
    /// Parameters that are not vectors of one length.
    pub fn new(
        scale: View<'_, f32>,
        offset: View<'_, f32>,
        mean: View<'_, f32>,
        variance: View<'_, f32>,
        epsilon: f32,
    ) -> Result<Self, String> {
        let [count] = scale.rank::<1>("batch norm scale")?;
        for other in [offset.dims, mean.dims, variance.dims] {
            if other != [count] {
                return Err(format!(
                    "Tensor shapes do not match: L is {} and R is {}",
                    shape_text(scale.dims),
                    shape_text(other)
                ));
            }
        }
        let channel = |index: usize| Channel {
            mean: mean.data[index],
            factor: scale.data[index] / (variance.data[index] + epsilon).sqrt(),
            offset: offset.data[index],
        };
        Ok(BatchNorm { channels: (0..count).map(channel).collect() })
    }

    /// Checks that the last dimension of a shape is the number of channels.
    ///
    /// # Errors
    /// It is another one.
    pub fn check(&self, dims: &[usize]) -> Result<(), String> {
        match dims.last() {
            Some(&last) if last == self.channels.len() => Ok(()),
            last => Err(format!(
                "Dimensions does not match: L is {} and R is {}",
                last.copied().unwrap_or(0),
                self.channels.len()
            )),
        }
    }

    /// Normalizes whole pixels, then applies `activation`.
    pub fn apply(&self, data: &mut [f32], activation: impl Fn(f32) -> f32) {
        if self.channels.is_empty() {
            return;
        }
        for pixel in data.chunks_exact_mut(self.channels.len()) {
            for (value, channel) in pixel.iter_mut().zip(&self.channels) {
                *value = activation((*value - channel.mean) * channel.factor + channel.offset);
            }
        }
    }
}

/// Adds one value per channel to whole pixels.
pub fn add_bias(data: &mut [f32], bias: &[f32]) {
    if bias.is_empty() {
        return;
    }
    for pixel in data.chunks_exact_mut(bias.len()) {
        for (value, &bias) in pixel.iter_mut().zip(bias) {
            *value += bias;
        }
    }
}

/// The inputs of the gradient of batch normalization.
#[derive(Debug, Clone, Copy)]
pub struct NormGradient<'a> {
    /// Gradient of the result.
    pub out_gradient: View<'a, f32>,
    /// The normalized input.
    pub input: View<'a, f32>,
    /// Scale of each channel.
    pub gamma: View<'a, f32>,
    /// Mean of each channel.
    pub mean: View<'a, f32>,
    /// Variance of each channel.
    pub variance: View<'a, f32>,
    /// Added to the variance.
    pub epsilon: f32,
}

/// The gradients with respect to input, gamma and beta, where mean and variance are those of the batch.
///
/// # Errors
/// Shapes that do not go together.
pub fn batch_norm_gradient(
    from: &NormGradient<'_>,
    input_gradient: ViewMut<'_, f32>,
    gamma_gradient: ViewMut<'_, f32>,
    beta_gradient: ViewMut<'_, f32>,
) -> Result<(), String> {
    let mismatch = |a: &[usize], b: &[usize]| {
        if a == b {
            Ok(())
        } else {
            Err(format!("Tensor shapes do not match: L is {} and R is {}", shape_text(a), shape_text(b)))
        }
    };
    mismatch(from.out_gradient.dims, from.input.dims)?;
    mismatch(from.input.dims, input_gradient.dims)?;
    let [channels] = from.gamma.rank::<1>("batch norm gamma")?;
    for other in [from.mean.dims, from.variance.dims, gamma_gradient.dims, beta_gradient.dims] {
        mismatch(from.gamma.dims, other)?;
    }
    let last = from.input.dims.last().copied().unwrap_or(0);
    if last != channels {
        return Err(format!("Dimensions does not match: L is {last} and R is {channels}"));
    }
    let pixels = from.input.data.len().checked_div(channels).unwrap_or(0);
    for channel in 0..channels {
        let at = |pixel: usize| pixel * channels + channel;
        let deviation = (from.variance.data[channel] + from.epsilon).sqrt();
        let normal = |pixel: usize| (from.input.data[at(pixel)] - from.mean.data[channel]) / deviation;
        let (mut beta, mut gamma) = (0.0, 0.0);
        for pixel in 0..pixels {
            let gradient = from.out_gradient.data[at(pixel)];
            beta += gradient;
            gamma += gradient * normal(pixel);
        }
        beta_gradient.data[channel] = beta;
        gamma_gradient.data[channel] = gamma;
        let (mean, slope) = (beta / pixels as f32, gamma / pixels as f32);
        let factor = from.gamma.data[channel] / deviation;
        for pixel in 0..pixels {
            let gradient = from.out_gradient.data[at(pixel)];
            input_gradient.data[at(pixel)] = factor * (gradient - mean - normal(pixel) * slope);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(data: &[f32; 2]) -> View<'_, f32> {
        View { dims: &[2], data }
    }

    #[test]
    fn pixels_are_normalized_by_channel() {
        let norm = BatchNorm::new(
            vector(&[2.0, 1.0]),
            vector(&[0.5, 0.0]),
            vector(&[1.0, 3.0]),
            vector(&[4.0, 1.0]),
            0.0,
        )
        .unwrap();
        let mut data = [1.0, 2.0, 3.0, 4.0];
        norm.apply(&mut data, |value| value);
        assert_eq!(data, [0.5, -1.0, 2.5, 1.0]);
        assert_eq!(norm.check(&[1, 3]).unwrap_err(), "Dimensions does not match: L is 3 and R is 2");
        let mut data = [1.0, 2.0, 3.0, 4.0];
        add_bias(&mut data, &[10.0, -10.0]);
        assert_eq!(data, [11.0, -8.0, 13.0, -6.0]);
    }

    #[test]
    fn gradients_of_input_gamma_and_beta() {
        let dims = [1, 1, 2, 2];
        let from = NormGradient {
            out_gradient: View { dims: &dims, data: &[1.0, 2.0, 3.0, 4.0] },
            input: View { dims: &dims, data: &[1.0, -1.0, 2.0, 0.0] },
            gamma: vector(&[1.0, 2.0]),
            mean: vector(&[1.5, -0.5]),
            variance: vector(&[4.0, 1.0]),
            epsilon: 0.0,
        };
        let (mut input, mut gamma, mut beta) = ([0.0; 4], [0.0; 2], [0.0; 2]);
        batch_norm_gradient(
            &from,
            ViewMut { dims: &dims, data: &mut input },
            ViewMut { dims: &[2], data: &mut gamma },
            ViewMut { dims: &[2], data: &mut beta },
        )
        .unwrap();
        assert_eq!((input, gamma, beta), ([-0.46875, -1.5, 0.46875, 1.5], [0.5, 1.0], [4.0, 6.0]));
    }
}
