//! Convolutions by channel, maxima and means against their definitions.

use super::*;
use crate::finish::Scale;
use crate::split::tests::{ALONE, Backwards};
use tfrt_ops::window::Padding;

#[test]
fn weights_that_are_infinite_meet_no_zeros_of_the_border() {
    let window = Window::new(12, 5, 1, 1, Padding::Same, None).expect("the window fits");
    let geometry = Depthwise { batch: 1, rows: window, columns: window, channels: 3 };
    let mut filter = vec![1.0; 5 * 5 * 3];
    filter[0] = f32::INFINITY;
    let mut out = vec![f32::NAN; 12 * 12 * 3];
    convolve_by_channel(&geometry, &[1.0; 12 * 12 * 3], &filter, Then::default(), &mut out, ALONE);
    // The first tap of the first pixels is beyond the image.
    assert_eq!([out[0], out[1]], [9.0, 9.0]);
    assert_eq!(out[(2 * 12 + 2) * 3], f32::INFINITY);
}

#[test]
fn each_channel_is_convolved_by_itself() {
    let cases = [
        ([5, 7], [3, 3], [1, 1], [1, 1], Padding::Same, 8),
        ([15, 27], [3, 3], [1, 1], [1, 1], Padding::Same, 35),
        ([12, 12], [5, 5], [2, 2], [1, 1], Padding::Same, 19),
        ([9, 8], [3, 2], [1, 2], [2, 3], Padding::Valid, 16),
        ([3, 3], [7, 7], [1, 1], [1, 1], Padding::Same, 4),
        ([6, 6], [3, 3], [1, 1], [4, 4], Padding::Same, 4),
        ([2, 2], [3, 3], [1, 1], [1, 1], Padding::Explicit, 3),
        ([4, 4], [1, 1], [3, 3], [1, 1], Padding::Same, 5),
        ([3, 4], [3, 3], [1, 1], [1, 1], Padding::Same, 300),
        ([15, 27], [5, 5], [1, 1], [1, 1], Padding::Same, 35),
        ([40, 31], [5, 5], [1, 1], [1, 1], Padding::Same, 8),
        ([12, 21], [7, 7], [1, 1], [1, 1], Padding::Same, 24),
        ([13, 30], [5, 5], [1, 1], [2, 2], Padding::Same, 19),
        ([12, 18], [5, 4], [1, 1], [1, 1], Padding::Valid, 16),
        ([1, 12], [9, 9], [1, 1], [1, 1], Padding::Same, 3),
        ([16, 200], [7, 7], [1, 1], [1, 1], Padding::Same, 5),
        ([3, 5], [3, 3], [1, 1], [1, 1], Padding::Same, 70),
        ([2, 6], [3, 3], [1, 1], [1, 1], Padding::Same, 150),
        ([7, 7], [5, 5], [1, 1], [1, 1], Padding::Same, 70),
        ([5, 2], [5, 5], [1, 1], [1, 1], Padding::Same, 16),
        ([6, 9], [5, 5], [1, 1], [1, 1], Padding::Explicit, 33),
        ([6, 14], [7, 7], [1, 1], [1, 1], Padding::Explicit, 16),
        ([4, 3], [7, 7], [1, 1], [1, 1], Padding::Same, 256),
    ];
    for (size, filter_size, stride, dilation, padding, channels) in cases {
        let explicit = (padding == Padding::Explicit).then_some((2, 1));
        let window = |axis: usize| {
            Window::new(size[axis], filter_size[axis], stride[axis], dilation[axis], padding, explicit)
                .expect("the window fits")
        };
        let (rows, columns, batch) = (window(0), window(1), 2);
        let geometry = Depthwise { batch, rows, columns, channels };
        let input: Vec<f32> =
            (0..batch * size[0] * size[1] * channels).map(|i| (i % 11) as f32 - 5.0).collect();
        let taps = filter_size[0] * filter_size[1];
        let filter: Vec<f32> = (0..taps * channels).map(|i| (i % 7) as f32 - 3.0).collect();
        let bias: Vec<f32> = (0..channels).map(|i| i as f32 * 0.5).collect();
        let factor: Vec<f32> = (0..channels).map(|i| (i % 3) as f32 - 0.5).collect();
        let scale = Some(Scale { before: Some(&factor), mean: Some(&bias), factor: &factor });
        let after = After { scale, bias: &bias, low: -20.0, high: 30.0 };
        let backwards = Backwards::default();
        let mut largest = vec![f32::NAN; batch * rows.output * columns.output * channels];
        let mut middle = largest.clone();
        maxima(&geometry, &input, &mut largest, backwards.split());
        means(&geometry, &input, &mut middle, backwards.split());
        for after in [None, Some(after)] {
            let mut out = vec![f32::NAN; batch * rows.output * columns.output * channels];
            let finish = |_: usize, part: &mut [f32]| part.iter_mut().for_each(|x| *x = -*x);
            let then = Then { after, finish: Some(&finish) };
            convolve_by_channel(&geometry, &input, &filter, then, &mut out, backwards.split());
            out.iter_mut().for_each(|x| *x = -*x);
            for (at, &got) in out.iter().enumerate() {
                let (channel, rest) = (at % channels, at / channels);
                let (column, rest) = (rest % columns.output, rest / columns.output);
                let (row, image) = (rest % rows.output, rest / rows.output);
                let (mut sum, mut total, mut count, mut most) = (0.0, 0.0, 0.0f32, f32::NEG_INFINITY);
                for tap_row in 0..rows.filter {
                    let Some(y) = rows.position(row, tap_row) else { continue };
                    for tap_column in 0..columns.filter {
                        let Some(x) = columns.position(column, tap_column) else { continue };
                        let pixel = ((image * size[0] + y) * size[1] + x) * channels + channel;
                        most = most.max(input[pixel]);
                        total += input[pixel];
                        count += 1.0;
                        sum += input[pixel]
                            * filter[(tap_row * columns.filter + tap_column) * channels + channel];
                    }
                }
                assert_eq!(
                    largest[at], most,
                    "{size:?} {filter_size:?} at {image}, {row}, {column}, {channel}"
                );
                assert!(middle[at] == total / count || count == 0.0);
                if let Some(after) = after {
                    let scaled = (sum + factor[channel] - bias[channel]) * factor[channel] + bias[channel];
                    sum = scaled.clamp(after.low, after.high);
                }
                assert_eq!(got, sum, "{size:?} {filter_size:?} at {image}, {row}, {column}, {channel}");
            }
        }
    }
}
