//! Gradients of parts of pictures: of crops in other sizes (`tf.CropAndResizeGrad*`), of dilations (`tf.Dilation2DBackprop*`), of the largest
//! elements whose places are known (`tf.MaxPoolGradWithArgmax`), and of random regions (`tf.FractionalMaxPoolGrad`, `tf.FractionalAvgPoolGrad`).

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::positions;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::convolution::neighbourhoods::dilation_windows;
use crate::ops::convolution::pool::Windows;
use crate::ops::data_format::rank_four;
use crate::ops::image::boxes::{boxes_of, is_nearest, place};
use crate::ops::image::resize::Pixel;
use crate::ops::index_arguments::vector;
use crate::ops::memory::filled;
use crate::ops::number::{Float, Number, Real};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.CropAndResizeGradImage", OpEntry::new().dispatch(cropped_image));
    ops.add("tf.CropAndResizeGradBoxes", OpEntry::new().dispatch(cropped_boxes));
    macro_rules! of_dtypes {
        ($($name:literal $of:literal $body:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense($of)?.dtype();
                for_dtype!(dtype, [ints floats halves], {
                    let body: fn(&mut DispatchFrame<'_>) -> Result<(), OpError> = $body;
                    body(frame)
                }, else Err(unsupported(dtype)))
            }));
        )*};
    }
    of_dtypes! {
        "tf.Dilation2DBackpropInput" 0 |frame| dilated::<T>(frame, true);
        "tf.Dilation2DBackpropFilter" 0 |frame| dilated::<T>(frame, false);
        "tf.MaxPoolGradWithArgmax" 1 |frame| largest::<T>(frame);
        "tf.FractionalMaxPoolGrad" 0 |frame| fractional_largest::<T>(frame);
        "tf.FractionalAvgPoolGrad" 1 |frame| fractional_mean::<T>(frame);
    }
}

/// Sums as a result of this shape.
fn finish<T: Number>(frame: &mut DispatchFrame<'_>, shape: Shape, sums: Vec<T::Sum>) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, shape))?;
    for (to, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
        *to = T::narrow(sum);
    }
    frame.finish(0, out);
    Ok(())
}

/// The gradients of crops, the boxes and which image each is of.
struct Crops {
    rows: usize,
    columns: usize,
    images: Dims,
}

impl Crops {
    /// `boxes` is where the boxes are among the arguments, before the numbers of their images.
    fn of(frame: &DispatchFrame<'_>, image: [i64; 4], boxes: usize) -> Result<Crops, OpError> {
        let [count, rows, columns, channels] = rank_four(frame.dense(0)?.shape(), "grads")?;
        let [batch, height, width, own] = image;
        let images = boxes_of(frame, boxes, batch)?;
        if images.len() as i64 != count || channels != own {
            return Err(format!(
                "grads of shape {} do not fit {} boxes in images of {own} channels",
                frame.dense(0)?.shape(),
                images.len()
            )
            .into());
        }
        if height <= 0 || width <= 0 || rows <= 0 || columns <= 0 {
            return Err(format!(
                "images and crops must not be empty, but are {height} by {width} and {rows} by {columns}"
            )
            .into());
        }
        Ok(Crops { rows: rows as usize, columns: columns as usize, images })
    }

    /// Calls `visit` for each pixel of a crop that is inside its image: the box, the crop's line and column, the pixel's number among the
    /// gradients, and its place in the image.
    fn inside(
        &self,
        boxes: &[f32],
        [height, width]: [usize; 2],
        mut visit: impl FnMut(usize, [usize; 2], usize, [f32; 2]),
    ) {
        for (at, corners) in boxes.chunks_exact(4).enumerate() {
            for row in 0..self.rows {
                let Some(y) = place(row, self.rows, [corners[0], corners[2]], height) else { continue };
                for column in 0..self.columns {
                    let Some(x) = place(column, self.columns, [corners[1], corners[3]], width) else {
                        continue;
                    };
                    visit(at, [row, column], (at * self.rows + row) * self.columns + column, [y, x]);
                }
            }
        }
    }
}

/// Each pixel of a crop gives its gradient to the pixels that it was made of.
fn cropped_image(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let size = vector(frame, 3, "image_size")?;
    let [batch, height, width, channels] = size[..] else {
        return Err(format!("image_size must have four elements, but has {}", size.len()).into());
    };
    let shape = Shape::new(&size)?;
    let crops = Crops::of(frame, [batch, height, width, channels], 1)?;
    let nearest = is_nearest(frame.attrs())?;
    let gradients = frame.values::<f32>(0)?;
    let (height, width, channels) = (height as usize, width as usize, channels as usize);
    let mut sums = filled(0.0f64, shape.num_elements())?;
    crops.inside(frame.values::<f32>(1)?, [height, width], |at, _, pixel, [y, x]| {
        let from = &gradients[pixel * channels..][..channels];
        let first = crops.images[at] as usize * height;
        // Shares of the lines first, as TensorFlow rounds them.
        let mut give = |[y, x]: [f32; 2], [of_line, of_column]: [f32; 2]| {
            let to = ((first + y as usize) * width + x as usize) * channels;
            for (sum, gradient) in sums[to..][..channels].iter_mut().zip(from) {
                *sum += f64::from(of_column * (of_line * gradient));
            }
        };
        if nearest {
            return give([y.round(), x.round()], [1.0; 2]);
        }
        let (down, across) = (y - y.floor(), x - x.floor());
        give([y.floor(), x.floor()], [1.0 - down, 1.0 - across]);
        give([y.floor(), x.ceil()], [1.0 - down, across]);
        give([y.ceil(), x.floor()], [down, 1.0 - across]);
        give([y.ceil(), x.ceil()], [down, across]);
    });
    let dtype = frame.attrs().get_dtype("T").unwrap_or(DType::F32);
    for_dtype!(dtype, [floats halves], {
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape))?;
        for (to, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
            *to = T::rounded(sum);
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(format!("T is {}, of which there are no gradients", dtype.label()).into()))
}

/// The derivative of the sum over a crop by the corners of its box.
fn cropped_boxes(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let image = rank_four(frame.dense(1)?.shape(), "image")?;
    let crops = Crops::of(frame, image, 2)?;
    match frame.attrs().get_string("method").unwrap_or(b"bilinear") {
        b"bilinear" => {}
        other => {
            return Err(format!("method must be bilinear, but is {}", String::from_utf8_lossy(other)).into());
        }
    }
    let [_, height, width, channels] = image.map(|dim| dim as usize);
    let gradients = frame.values::<f32>(0)?;
    let mut sums = filled([0.0f64; 4], crops.images.len())?;
    // The shares of the first and the second edge in a pixel's place.
    let shares = |at: usize, count: usize, side: usize| {
        let last = (side - 1) as f32;
        let second = if count > 1 { at as f32 * (last / (count - 1) as f32) } else { 0.5 * last };
        [last - second, second]
    };
    let dtype = frame.dense(1)?.dtype();
    for_dtype!(dtype, [ints floats halves], {
        let pixels = frame.values::<T>(1)?;
        crops.inside(frame.values::<f32>(2)?, [height, width], |at, [row, column], pixel, [y, x]| {
            let first = crops.images[at] as usize * height;
            let value = |y: f32, x: f32, c: usize| pixels[((first + y as usize) * width + x as usize) * channels + c].to_f32();
            let (down, across) = (y - y.floor(), x - x.floor());
            let (mut along_y, mut along_x) = (0.0, 0.0);
            for (c, gradient) in gradients[pixel * channels..][..channels].iter().enumerate() {
                let [top_left, top_right] = [value(y.floor(), x.floor(), c), value(y.floor(), x.ceil(), c)];
                let [left, right] = [value(y.ceil(), x.floor(), c), value(y.ceil(), x.ceil(), c)];
                along_y += gradient * ((1.0 - across) * (left - top_left) + across * (right - top_right));
                along_x += gradient * ((1.0 - down) * (top_right - top_left) + down * (right - left));
            }
            let ([y1, y2], [x1, x2]) = (shares(row, crops.rows, height), shares(column, crops.columns, width));
            for (sum, part) in sums[at].iter_mut().zip([along_y * y1, along_x * x1, along_y * y2, along_x * x2]) {
                *sum += f64::from(part);
            }
        });
    }, else return Err(unsupported(dtype)));
    let shape = Shape::new(&[crops.images.len() as i64, 4])?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(DType::F32, shape))?;
    for (to, sum) in out.values_mut::<f32>().iter_mut().zip(sums.as_flattened()) {
        *to = *sum as f32;
    }
    frame.finish(0, out);
    Ok(())
}

/// Each gradient goes to the pixel, or to the filter's place, at which the largest sum was found.
fn dilated<T: Real>(frame: &mut DispatchFrame<'_>, to_input: bool) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (image, filter) = (frame.dense(0)?.shape().clone(), frame.dense(1)?.shape().clone());
    let [batch, _, _, channels] = rank_four(&image, "input")?;
    if filter.rank() != 3 || filter.dim(2) != channels {
        return Err(format!(
            "filter must have as many channels as the input, {channels}, but has shape {filter}"
        )
        .into());
    }
    let Windows { rows, columns } = dilation_windows(&image, &filter, frame.attrs())?;
    let made = [batch, rows.output as i64, columns.output as i64, channels];
    if frame.dense(2)?.shape().dims()[..] != made {
        return Err(format!(
            "out_backprop must have shape {made:?} with these strides, rates and padding, but has {}",
            frame.dense(2)?.shape()
        )
        .into());
    }
    let channels = channels as usize;
    let (input, taps, gradients) = (frame.values::<T>(0)?, frame.values::<T>(1)?, frame.values::<T>(2)?);
    let shape = if to_input { image } else { filter };
    let mut sums = filled(T::SUM_ZERO, shape.num_elements())?;
    for (at, &gradient) in gradients.iter().enumerate() {
        let (pixel, channel) = (at / channels, at % channels);
        let (line, x) = (pixel / columns.output, pixel % columns.output);
        let (picture, y) = (line / rows.output, line % rows.output);
        let mut best: Option<(T, usize)> = None;
        for tap in 0..rows.filter * columns.filter {
            let Some(row) = rows.position(y, tap / columns.filter) else { continue };
            let Some(column) = columns.position(x, tap % columns.filter) else { continue };
            let from = ((picture * rows.input + row) * columns.input + column) * channels + channel;
            let plus = tap * channels + channel;
            let sum = input[from].plus(taps[plus]);
            if best.is_none_or(|(largest, _)| sum > largest) {
                best = Some((sum, if to_input { from } else { plus }));
            }
        }
        if let Some((_, place)) = best {
            sums[place] = T::sum_plus(sums[place], gradient.widen());
        }
    }
    finish::<T>(frame, shape, sums)
}

/// Gradients go to the places that the forward op told.
fn largest<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let shape = frame.dense(0)?.shape().clone();
    let [batch, ..] = rank_four(&shape, "input")?;
    let (given, places) = (frame.dense(1)?.shape(), frame.dense(2)?.shape());
    if given != places || given.dims().first() != Some(&batch) {
        return Err(format!(
            "grad and argmax must have the same shape, of {batch} images, but have {given} and {places}"
        )
        .into());
    }
    let (of_image, taken) = (
        shape.num_elements().checked_div(batch as usize).unwrap_or(0),
        given.num_elements().checked_div(batch as usize).unwrap_or(0).max(1),
    );
    let whole = frame.attrs().get_bool("include_batch_in_index").unwrap_or(false);
    let mut sums = filled(T::SUM_ZERO, shape.num_elements())?;
    for (at, (&gradient, place)) in frame.values::<T>(1)?.iter().zip(positions(frame, 2)?).enumerate() {
        let first = at / taken * of_image;
        let own = if whole { place.checked_sub(first as i64) } else { Some(place) };
        let Some(own) = own.and_then(|own| usize::try_from(own).ok()).filter(|&own| own < of_image) else {
            return Err(format!("argmax has {place}, which is outside of its image").into());
        };
        let sum = &mut sums[first + own];
        *sum = T::sum_plus(*sum, gradient.widen());
    }
    finish::<T>(frame, shape, sums)
}

/// The regions of a fractional pooling along one side: the first element of each and the one after its last.
fn regions(
    frame: &DispatchFrame<'_>,
    at: usize,
    what: &str,
    side: i64,
    count: i64,
) -> Result<Vec<[usize; 2]>, OpError> {
    let bounds = vector(frame, at, what)?;
    if bounds.len() as i64 != count + 1 {
        return Err(format!("{what} must have {} elements, but has {}", count + 1, bounds.len()).into());
    }
    let shared = i64::from(frame.attrs().get_bool("overlapping").unwrap_or(false));
    let pairs = bounds.windows(2).map(|pair| {
        let [first, end] = [pair[0], (pair[1].saturating_add(shared)).min(side)];
        if first < 0 || first >= end {
            return Err(format!("{what} has a region from {first} to {end} of {side} elements").into());
        }
        Ok([first as usize, end as usize])
    });
    pairs.collect()
}

/// Calls `visit` for each region of each image: the number of its first gradient, and the numbers of its pixels.
fn each_region(
    batch: usize,
    [height, width]: [usize; 2],
    rows: &[[usize; 2]],
    columns: &[[usize; 2]],
    mut visit: impl FnMut(usize, &mut dyn Iterator<Item = usize>, usize),
) {
    for image in 0..batch {
        for (y, &[top, bottom]) in rows.iter().enumerate() {
            for (x, &[left, right]) in columns.iter().enumerate() {
                let at = (image * rows.len() + y) * columns.len() + x;
                let mut pixels = (top..bottom)
                    .flat_map(|row| (left..right).map(move |column| (image * height + row) * width + column));
                visit(at, &mut pixels, (bottom - top) * (right - left));
            }
        }
    }
}

fn fractional_largest<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let shape = frame.dense(0)?.shape().clone();
    let [batch, height, width, channels] = rank_four(&shape, "orig_input")?;
    let [images, count_y, count_x, own] = rank_four(frame.dense(2)?.shape(), "out_backprop")?;
    if frame.dense(1)?.shape() != frame.dense(2)?.shape() || images != batch || own != channels {
        return Err(format!(
            "orig_output and out_backprop must have one shape, of images like the input {shape}, but have {} and {}",
            frame.dense(1)?.shape(),
            frame.dense(2)?.shape()
        )
        .into());
    }
    let rows = regions(frame, 3, "row_pooling_sequence", height, count_y)?;
    let columns = regions(frame, 4, "col_pooling_sequence", width, count_x)?;
    let (input, gradients) = (frame.values::<T>(0)?, frame.values::<T>(2)?);
    let channels = channels as usize;
    let mut sums = filled(T::SUM_ZERO, shape.num_elements())?;
    each_region(batch as usize, [height as usize, width as usize], &rows, &columns, |at, pixels, _| {
        let pixels: Vec<usize> = pixels.collect();
        for channel in 0..channels {
            let mut places = pixels.iter().map(|pixel| pixel * channels + channel);
            let Some(mut best) = places.next() else { continue };
            for place in places {
                if input[place] > input[best] {
                    best = place;
                }
            }
            sums[best] = T::sum_plus(sums[best], gradients[at * channels + channel].widen());
        }
    });
    finish::<T>(frame, shape, sums)
}

fn fractional_mean<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let size = vector(frame, 0, "orig_input_tensor_shape")?;
    let shape = Shape::new(&size)?;
    let [batch, height, width, channels] = rank_four(&shape, "the original input")?;
    let [images, count_y, count_x, own] = rank_four(frame.dense(1)?.shape(), "out_backprop")?;
    if images != batch || own != channels {
        return Err(format!(
            "out_backprop must be of images like the input {shape}, but has shape {}",
            frame.dense(1)?.shape()
        )
        .into());
    }
    let rows = regions(frame, 2, "row_pooling_sequence", height, count_y)?;
    let columns = regions(frame, 3, "col_pooling_sequence", width, count_x)?;
    let gradients = frame.values::<T>(1)?;
    let channels = channels as usize;
    let mut sums = filled(T::SUM_ZERO, shape.num_elements())?;
    each_region(batch as usize, [height as usize, width as usize], &rows, &columns, |at, pixels, count| {
        let from = &gradients[at * channels..][..channels];
        for pixel in pixels {
            for (sum, &gradient) in sums[pixel * channels..][..channels].iter_mut().zip(from) {
                *sum = T::sum_plus(*sum, T::mean(gradient.widen(), count).widen());
            }
        }
    });
    finish::<T>(frame, shape, sums)
}
