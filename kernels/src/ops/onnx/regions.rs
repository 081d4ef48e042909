//! `onnx.RoiAlign`: a small image of each region, whose pixels are the mean or the largest of samples between those of the image; and
//! `onnx.MaxRoiPool`: one whose pixels are the largest of the whole pixels under them.
//!
//! A sample is the sum of its four neighbours by their weights; the largest of samples is, as ONNX defines it, the largest such summand.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::TensorMetadata;

use super::{Point, numbers};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{result_metadata, room};
use crate::ops::tasks::for_parts;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.RoiAlign", OpEntry::new().dispatch(align));
    ops.add("onnx.MaxRoiPool", OpEntry::new().dispatch(pool));
}

/// Samples of a pixel along each dimension at most.
const MOST_SAMPLES: f64 = 4096.0;

/// The region of a result, in pixels of the image.
struct Region {
    image: usize,
    start: [f64; 2],
    /// The size of a pixel of the result.
    step: [f64; 2],
    /// The samples of a pixel.
    samples: [usize; 2],
}

/// The four pixels around a sample with their weights, if it is in the image.
fn neighbours(at: [f64; 2], sizes: [usize; 2]) -> Option<[(usize, f64); 4]> {
    let mut ends = [(0, 0, 0.0); 2];
    for axis in 0..2 {
        let length = sizes[axis];
        if length == 0 || !(-1.0..=length as f64).contains(&at[axis]) {
            return None;
        }
        let place = at[axis].max(0.0);
        let low = place as usize;
        ends[axis] = match low >= length - 1 {
            true => (length - 1, length - 1, 0.0),
            false => (low, low + 1, place - low as f64),
        };
    }
    let [(top, bottom, down), (left, right, aside)] = ends;
    let width = sizes[1];
    Some([
        (top * width + left, (1.0 - down) * (1.0 - aside)),
        (top * width + right, (1.0 - down) * aside),
        (bottom * width + left, down * (1.0 - aside)),
        (bottom * width + right, down * aside),
    ])
}

/// A pixel of the small image of a region.
struct Pixel {
    region: usize,
    /// Its row and column.
    at: [usize; 2],
}

/// The images of the first operand, and the sizes of the small ones.
struct Images {
    count: usize,
    channels: usize,
    sizes: [usize; 2],
    target: [usize; 2],
}

impl Images {
    fn of(frame: &DispatchFrame<'_>, result: &TensorMetadata) -> Result<Images, OpError> {
        let (from, to) = (frame.dense(0)?.shape().dims(), result.shape.dims());
        let last = |dims: &[i64]| [dims[2] as usize, dims[3] as usize];
        Ok(Images {
            count: from[0] as usize,
            channels: from[1] as usize,
            sizes: last(&from),
            target: last(&to),
        })
    }

    /// Makes the result from a function of a pixel and of one channel of its region's image, which gives its value.
    /// `image_of` tells the image of a region.
    fn each<T: Point>(
        &self,
        frame: &DispatchFrame<'_>,
        out: &mut [T],
        image_of: impl Fn(usize) -> usize + Sync,
        value_of: impl Fn(Pixel, &[T]) -> f64 + Sync,
    ) -> Result<(), OpError> {
        let x = frame.values::<T>(0)?;
        let (pixels, size) = (self.target[0] * self.target[1], self.sizes[0] * self.sizes[1]);
        for_parts(frame.context(), out, pixels, &|first, values| {
            for (i, value) in values.iter_mut().enumerate() {
                let (plane, pixel) = ((first + i) / pixels, (first + i) % pixels);
                let (region, channel) = (plane / self.channels, plane % self.channels);
                let image = &x[(image_of(region) * self.channels + channel) * size..][..size];
                let at = [pixel / self.target[1], pixel % self.target[1]];
                *value = <T as Point>::of_f64(value_of(Pixel { region, at }, image));
            }
        });
        Ok(())
    }
}

fn align(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let scale = attrs.get_float("spatial_scale").unwrap_or(1.0);
    let half_pixel = attrs.get_bool("half_pixel").unwrap_or(true);
    let ratio = attrs.get_int("sampling_ratio").unwrap_or(0);
    let is_mean = attrs.get_str("mode") != Some("max");
    let images = Images::of(frame, metadata)?;
    let Images { count: image_count, sizes, target, .. } = images;
    let offset = if half_pixel { 0.5 } else { 0.0 };
    let (corners, places) = (numbers(frame, 1)?, frame.values::<i64>(2)?);
    let mut regions: Vec<Region> = room(places.len())?;
    for (corners, &image) in corners.chunks_exact(4).zip(places) {
        let image = usize::try_from(image).ok().filter(|&image| image < image_count);
        let image = image.ok_or_else(|| {
            OpError::from(format!("there are {image_count} images, a region is in another"))
        })?;
        // Corners are x and y.
        let start = [1, 0].map(|at| corners[at] * scale - offset);
        let mut step = [0.0; 2];
        let mut samples = [0; 2];
        for axis in 0..2 {
            let mut length = corners[3 - axis] * scale - offset - start[axis];
            if !half_pixel {
                length = length.max(1.0);
            }
            step[axis] = length / target[axis] as f64;
            let count = if ratio > 0 { ratio as f64 } else { step[axis].ceil() };
            if count > MOST_SAMPLES {
                return Err(
                    format!("a region has {count} samples for a pixel, more than {MOST_SAMPLES}").into()
                );
            }
            samples[axis] = count.max(0.0) as usize;
        }
        regions.push(Region { image, start, step, samples });
    }
    // The neighbours of each sample of a pixel of a region's small image; none outside of the image.
    let look_up = |region: &Region, at: [usize; 2], to: &mut Vec<Option<[(usize, f64); 4]>>| {
        for sample in 0..region.samples[0] * region.samples[1] {
            let within = [sample / region.samples[1], sample % region.samples[1]];
            let place = [0, 1].map(|axis| {
                let part = (within[axis] as f64 + 0.5) / region.samples[axis] as f64;
                region.start[axis] + (at[axis] as f64 + part) * region.step[axis]
            });
            to.push(neighbours(place, sizes));
        }
    };
    let mut out = DispatchFrame::fresh(metadata)?;
    let (pixels, size) = (target[0] * target[1], sizes[0] * sizes[1]);
    let channels = images.channels;
    for_dtype!(metadata.dtype, [floats halves], {
        let x = frame.values::<T>(0)?;
        for_parts(frame.context(), out.values_mut::<T>(), channels * pixels, &|first, values| {
            let mut samples = Vec::new();
            for (i, small) in values.chunks_exact_mut((channels * pixels).max(1)).enumerate() {
                let region = &regions[first / (channels * pixels) + i];
                let count = region.samples[0] * region.samples[1];
                for pixel in 0..pixels {
                    // Samples are found once for all channels.
                    samples.clear();
                    look_up(region, [pixel / target[1], pixel % target[1]], &mut samples);
                    for channel in 0..channels {
                        let image = &x[(region.image * channels + channel) * size..][..size];
                        let (mut sum, mut most) = (0.0, None::<f64>);
                        for sample in &samples {
                            let parts = match sample {
                                Some(all) => all.map(|(at, weight)| image[at].to_f64() * weight),
                                None => [0.0; 4],
                            };
                            sum += parts.iter().sum::<f64>();
                            if !is_mean {
                                let largest = parts.into_iter().fold(f64::NEG_INFINITY, f64::max);
                                most = Some(most.map_or(largest, |most| most.max(largest)));
                            }
                        }
                        let value = if is_mean { sum / count.max(1) as f64 } else { most.unwrap_or(0.0) };
                        small[channel * pixels + pixel] = <T as Point>::of_f64(value);
                    }
                }
            }
        });
    }, else return Err(unsupported(metadata.dtype)));
    frame.finish(0, out);
    Ok(())
}

/// The pixels of an image, along one dimension, that pixel `at` of a region's small image covers. The corners of the region are pixels, both
/// of which belong to it; the sizes of its parts are those of 32 bits.
fn covered(corners: [f64; 2], scale: f32, size: usize, at: usize, count: usize) -> std::ops::Range<usize> {
    let [first, last] = corners.map(|corner| (corner as f32 * scale).round());
    let step = (last - first + 1.0).max(1.0) / count as f32;
    let inside = |place: f32| (place + first).clamp(0.0, size as f32) as usize;
    inside((at as f32 * step).floor())..inside(((at + 1) as f32 * step).ceil())
}

fn pool(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let metadata = result_metadata(frame, 0)?;
    let scale = frame.attrs().get_float("spatial_scale").unwrap_or(1.0) as f32;
    let images = Images::of(frame, metadata)?;
    let Images { count: image_count, sizes, target, .. } = images;
    let regions = numbers(frame, 1)?;
    if let Some(region) =
        regions.chunks_exact(5).find(|region| !(0.0..image_count as f64).contains(&region[0]))
    {
        return Err(format!("there are {image_count} images, a region is in image {}", region[0]).into());
    }
    let mut out = DispatchFrame::fresh(metadata)?;
    for_dtype!(metadata.dtype, [floats halves], {
        images.each::<T>(frame, out.values_mut(), |region| regions[5 * region] as usize, |pixel, image| {
            // Corners are x and y.
            let region = &regions[5 * pixel.region..][..5];
            let [rows, columns] = [0, 1].map(|axis| {
                let corners = [region[2 - axis], region[4 - axis]];
                covered(corners, scale, sizes[axis], pixel.at[axis], target[axis])
            });
            let mut most = None::<f64>;
            for row in rows {
                for pixel in image[row * sizes[1]..].get(columns.clone()).unwrap_or_default() {
                    let pixel = pixel.to_f64();
                    most = Some(most.map_or(pixel, |most| if pixel > most { pixel } else { most }));
                }
            }
            most.unwrap_or(0.0)
        })?;
    }, else return Err(unsupported(metadata.dtype)));
    frame.finish(0, out);
    Ok(())
}
