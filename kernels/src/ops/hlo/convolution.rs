//! `hlo.convolution`, in full generality: any number of spatial dimensions, strides, padding, dilation of both operands, reversal of the
//! window, groups of features and of batches.
//!
//! Images and rows of `f32` that are dilated, under windows that move by one, are transposed convolutions
//! ([`tfrt_numerics::transposed_convolution`]). Other images and rows of `f32` and `f64` go to the kernels of `tf.Conv2D`, with zeros between their
//! pixels where they are dilated, and without what negative padding cuts off; volumes of one group of `f32` to that of `tf.Conv3D`. In all other
//! cases the windows of the input are laid out as rows of a matrix for each group; the convolution is a product of these matrices with the
//! kernel's. Each way adds the products of a result in the order of the kernel.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpContext, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Element, Shape, TensorMetadata};
use tfrt_numerics::finish::Then;
use tfrt_numerics::panels::{Matrix, Panels, usable};
use tfrt_numerics::transposed_convolution::{Transposed, convolve_transposed};
use tfrt_numerics::volume_convolution::Volume;
use tfrt_ops::Precision;
use tfrt_ops::shapes::ConvolutionDims;
use tfrt_ops::window::Window;

use super::movement::{gathered, padded, permuted, reversed};
use super::product::Products;
use super::{Odometer, int, ints};
use crate::ops::arrays::strided::{element_size, row_major};
use crate::ops::convolution::conv::{ConvElement, Convolution};
use crate::ops::convolution::pool::Windows;
use crate::ops::convolution::volume::by_planes;
use crate::ops::host::HostThreads;
use crate::ops::memory::{result_metadata, room};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let products = Products::new(ops);
    let convolution = move |frame: &mut DispatchFrame<'_>| convolution(frame, &products);
    ops.add("hlo.convolution", OpEntry::new().dispatch(convolution));
}

fn convolution(frame: &mut DispatchFrame<'_>, products: &Products) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?.clone();
    let attrs = frame.attrs();
    let numbers = [ints(attrs, "lhs_dims")?, ints(attrs, "rhs_dims")?, ints(attrs, "result_dims")?];
    let dims = ConvolutionDims::of([&numbers[0], &numbers[1], &numbers[2]])?;
    let feature_groups = int(attrs, "feature_group_count")?;
    let batch_groups = int(attrs, "batch_group_count")?;
    // Batch, spatial dimensions, features; and spatial dimensions, input features, output features.
    let order: Vec<usize> = [&dims.lhs[..1], &dims.lhs[2..], &dims.lhs[1..2]].concat();
    let lhs = permuted(frame.dense(0)?, &order)?;
    let order: Vec<usize> = [&dims.rhs[2..], &dims.rhs[..2]].concat();
    let rhs = permuted(frame.dense(1)?, &order)?;
    let (a, b) = (lhs.shape().dims(), rhs.shape().dims());
    let spatial = a.len() - 2;
    let (batch, features) = (a[0], a[spatial + 1]);
    let (inputs, outputs) = (b[spatial], b[spatial + 1]);
    if feature_groups > 1 && batch_groups > 1 {
        return Err("a convolution has groups of features or of batches, not both".into());
    }
    let groups = feature_groups.max(batch_groups);
    if groups < 1
        || inputs.checked_mul(feature_groups) != Some(features)
        || outputs % groups != 0
        || batch % batch_groups != 0
    {
        let (lhs, rhs) = (frame.dense(0)?.metadata(), frame.dense(1)?.metadata());
        return Err(format!(
            "{lhs} and {rhs} make no groups of feature_group_count {feature_groups} and batch_group_count {batch_groups}"
        )
        .into());
    }
    let (group_batch, group_outputs) = (batch / batch_groups, outputs / groups);
    // Groups of batches are groups of features of fewer images.
    let lhs = if batch_groups > 1 { with_groups_as_features(lhs, batch_groups)? } else { lhs };
    let a = lhs.shape().dims();
    let window: Dims = Dims::from_slice(&b[..spatial]);
    let places: Dims = dims.result[2..].iter().map(|&axis| metadata.shape.dim(axis)).collect();
    // Products that are too large make no shape.
    let product =
        |dims: &[i64], last: i64| dims.iter().fold(last, |product, &dim| product.saturating_mul(dim));
    let depth = product(&window, inputs);
    let rows = product(&places, group_batch);

    // Numbers of few bits are computed as others, and rounded once.
    let halves = [DType::F16, DType::BF16];
    let is_wider = [lhs.dtype(), rhs.dtype(), metadata.dtype].iter().all(|dtype| halves.contains(dtype));
    let computed = if is_wider { DType::F32 } else { metadata.dtype };
    let wide = |x: &DenseHostTensor| match is_wider {
        true => products.converted(frame, x.clone(), DType::F32),
        false => Ok(x.clone()),
    };
    let images = Images { lhs: &wide(&lhs)?, rhs: &wide(&rhs)?, places: &places, groups };
    if let Some(product) = images.convolved(frame, computed)? {
        let product = products.converted(frame, product, metadata.dtype)?;
        let result = in_result_order(product, &dims)?;
        frame.set(0, result);
        return Ok(());
    }

    // Where each element of a window is in the input, by dimension.
    let (strides, padding) = (ints(attrs, "window_strides")?, ints(attrs, "padding")?);
    let (base, dilation) = (ints(attrs, "lhs_dilation")?, ints(attrs, "rhs_dilation")?);
    let reversal = ints(attrs, "window_reversal")?;
    let is_reversed = |axis: usize| reversal.get(axis).is_some_and(|&flag| flag != 0);
    let position = |axis: usize, place: i64, element: i64| {
        let element = if is_reversed(axis) { window[axis] - 1 - element } else { element };
        let at = place * strides[axis] + element * dilation[axis] - padding[2 * axis];
        (at >= 0 && at % base[axis] == 0 && at / base[axis] < a[1 + axis]).then(|| at / base[axis])
    };
    let steps = row_major(&a);
    let mut offsets: Vec<Vec<Option<i64>>> = Vec::with_capacity(spatial);
    for axis in 0..spatial {
        let mut all = room(places[axis].saturating_mul(window[axis]).max(0) as usize)?;
        for place in 0..places[axis] {
            all.extend(
                (0..window[axis])
                    .map(|element| position(axis, place, element).map(|position| position * steps[1 + axis])),
            );
        }
        offsets.push(all);
    }
    let size = element_size(lhs.dtype())?;
    let run = inputs as usize * size;
    let patches_shape = Shape::new(&[groups, rows, depth])?;
    let mut patches = DenseHostTensor::zeroed(TensorMetadata::new(lhs.dtype(), patches_shape))?;
    let to = patches.bytes_mut().ok_or("a new tensor is shared")?;
    let zero: Dims = (0..spatial).map(|_| 0).collect();
    let mut targets = if run > 0 { to.chunks_exact_mut(run) } else { to.chunks_exact_mut(1) };
    for group in 0..groups {
        for batch in 0..group_batch {
            let start = batch * steps[0] + group * inputs;
            let mut place = Odometer::new(&places, &zero, 0);
            loop {
                let at = Dims::from_slice(place.position());
                if place.next().is_none() {
                    break;
                }
                let mut within = Odometer::new(&window, &zero, 0);
                loop {
                    let element = Dims::from_slice(within.position());
                    if within.next().is_none() {
                        break;
                    }
                    let mut from = Some(start);
                    for axis in 0..spatial {
                        let offset = offsets[axis][(at[axis] * window[axis] + element[axis]) as usize];
                        from = from.zip(offset).map(|(from, offset)| from + offset);
                    }
                    let Some(to) = targets.next() else { break };
                    if let Some(from) = from {
                        to.copy_from_slice(&lhs.bytes()[from as usize * size..][..run]);
                    }
                }
            }
        }
    }
    // The kernel's output features, group by group.
    let kernel = rhs.into_reshaped(Shape::new(&[depth, groups, group_outputs])?)?;
    let kernel = permuted(&kernel, &[1, 0, 2])?;
    let product = products.product(frame, patches, kernel, [false, false], metadata.dtype)?;
    // From [groups, batch, places, features of a group] to [batch, places, features].
    let grouped: Dims =
        [groups, group_batch].into_iter().chain(places.iter().copied()).chain([group_outputs]).collect();
    let product = product.into_reshaped(Shape::new(&grouped)?)?;
    let order: Vec<usize> = (1..spatial + 2).chain([0, spatial + 2]).collect();
    let merged: Dims = [group_batch].into_iter().chain(places.iter().copied()).chain([outputs]).collect();
    let product = permuted(&product, &order)?.into_reshaped(Shape::new(&merged)?)?;
    let result = in_result_order(product, &dims)?;
    frame.set(0, result);
    Ok(())
}

/// Images of which each group of the batch is a group of features: the first image of each group becomes one, and so on.
fn with_groups_as_features(images: DenseHostTensor, groups: i64) -> Result<DenseHostTensor, OpError> {
    let dims = images.shape().dims();
    let (batch, rest) = dims.split_first().ok_or("images without a batch")?;
    let (features, spatial) = rest.split_last().ok_or("images without features")?;
    let divided: Dims = [groups, batch / groups].into_iter().chain(rest.iter().copied()).collect();
    let last = divided.len() - 1;
    let order: Vec<usize> = (1..last).chain([0, last]).collect();
    let merged: Dims =
        [batch / groups].into_iter().chain(spatial.iter().copied()).chain([groups * features]).collect();
    Ok(permuted(&images.into_reshaped(Shape::new(&divided)?)?, &order)?
        .into_reshaped(Shape::new(&merged)?)?)
}

/// A result of batch, places and features, with its dimensions where the op wants them.
fn in_result_order(product: DenseHostTensor, dims: &ConvolutionDims) -> Result<DenseHostTensor, OpError> {
    let mut order = vec![0; dims.result.len()];
    order[dims.result[0]] = 0;
    order[dims.result[1]] = dims.result.len() - 1;
    for (i, &axis) in dims.result[2..].iter().enumerate() {
        order[axis] = 1 + i;
    }
    permuted(&product, &order)
}

/// A convolution of images, rows or volumes, which the kernels of `tf.Conv2D` or `tf.Conv3D` compute.
struct Images<'a> {
    /// Batch, one to three spatial dimensions, features.
    lhs: &'a DenseHostTensor,
    /// One to three spatial dimensions, input features, output features.
    rhs: &'a DenseHostTensor,
    places: &'a [i64],
    groups: i64,
}

impl Images<'_> {
    /// The result: batch, places, features. `None` for what only the general way computes.
    fn convolved(&self, frame: &DispatchFrame<'_>, dtype: DType) -> Result<Option<DenseHostTensor>, OpError> {
        let spatial = self.places.len();
        let dtypes = [self.lhs.dtype(), self.rhs.dtype()];
        let is_plain = matches!(spatial, 1..=3) && dtypes == [dtype; 2];
        if !is_plain || !matches!(dtype, DType::F32 | DType::F64) {
            return Ok(None);
        }
        let attrs = frame.attrs();
        let (strides, padding) = (ints(attrs, "window_strides")?, ints(attrs, "padding")?);
        let (base, dilation) = (ints(attrs, "lhs_dilation")?, ints(attrs, "rhs_dilation")?);
        let reversal = ints(attrs, "window_reversal")?;
        let (a, b) = (self.lhs.shape().dims(), self.rhs.shape().dims());
        let out = self.places.iter().chain(&a).chain(&b).all(|&dim| dim > 0);
        if !out {
            return Ok(None);
        }

        if dtype == DType::F32
            && spatial < 3
            && let Some(result) = self.transposed(frame)?
        {
            return Ok(Some(result));
        }
        // Images with zeros between their pixels and without what negative padding cuts off, and windows over them.
        let mut image = a.clone();
        let (mut cut, mut between): (Dims, Dims) = a.iter().map(|_| (0, 0)).unzip();
        let mut windows: SmallVec<[Window; 3]> = SmallVec::new();
        for axis in 0..spatial {
            let (low, high) = (padding[2 * axis], padding[2 * axis + 1]);
            let dilated = (a[1 + axis] - 1).checked_mul(base[axis]).and_then(|size| size.checked_add(1));
            let size = dilated.and_then(|size| size.checked_add(low.min(0))?.checked_add(high.min(0)));
            let Some(size) = size.filter(|&size| size > 0) else { return Ok(None) };
            (image[1 + axis], cut[1 + axis], between[1 + axis]) = (size, low.min(0), base[axis] - 1);
            let numbers = [size, b[axis], strides[axis], dilation[axis], low.max(0), self.places[axis]];
            let numbers = numbers.map(usize::try_from);
            let [Ok(input), Ok(filter), Ok(stride), Ok(dilation), Ok(before), Ok(output)] = numbers else {
                return Ok(None);
            };
            windows.push(Window { input, filter, stride, dilation, before, output });
        }
        let lhs = if image == a {
            self.lhs.clone()
        } else {
            let zeros = DenseHostTensor::zeroed(TensorMetadata::new(dtype, Shape::new(&image)?))?;
            padded(self.lhs, zeros, &cut, &between)?
        };
        let rhs = match reversal.iter().any(|&flag| flag != 0) {
            false => self.rhs.clone(),
            true => {
                let (first, steps) = reversed(&b, (0..spatial).filter(|&axis| reversal[axis] != 0));
                gathered(self.rhs, &b, first, &steps)?
            }
        };

        let outputs = b[spatial + 1];
        let sizes = [a[0], a[spatial + 1], self.groups, outputs].map(|size| size as usize);
        let result: Dims = a[..1].iter().chain(self.places).chain(&b[spatial + 1..]).copied().collect();
        let mut product = DenseHostTensor::uninitialized(TensorMetadata::new(dtype, Shape::new(&result)?))?;
        let one = Window { input: 1, filter: 1, stride: 1, dilation: 1, before: 0, output: 1 };
        let windows = match windows[..] {
            [columns] => Windows { rows: one, columns },
            [rows, columns] => Windows { rows, columns },
            [depth, rows, columns] => {
                let [batch, channels, groups, out] = sizes;
                let volume = Volume { batch, depth, rows, columns, channels, out };
                let threads = HostThreads::of(frame.context());
                let is_done = groups == 1
                    && usable(Precision::of(&*attrs)) == Precision::F32
                    && lhs.values().zip(product.values_mut()).is_some_and(|(input, out)| {
                        by_planes(&volume, input, &rhs, None, out, threads.split())
                    });
                return Ok(is_done.then_some(product));
            }
            _ => return Ok(None),
        };
        let convolution = Convolution::of_windows(windows, sizes, Precision::of(&*frame.attrs()));
        let context = frame.context();
        match dtype {
            DType::F32 => convolve::<f32>(&convolution, &lhs, &rhs, &mut product, context)?,
            _ => convolve::<f64>(&convolution, &lhs, &rhs, &mut product, context)?,
        }
        Ok(Some(product))
    }
}

impl Images<'_> {
    /// The result of `f32`, as [`Self::convolved`], where images are dilated and windows move by one. No dimension is zero.
    fn transposed(&self, frame: &DispatchFrame<'_>) -> Result<Option<DenseHostTensor>, OpError> {
        let spatial = self.places.len();
        let attrs = frame.attrs();
        let (strides, padding) = (ints(attrs, "window_strides")?, ints(attrs, "padding")?);
        let (base, dilation) = (ints(attrs, "lhs_dilation")?, ints(attrs, "rhs_dilation")?);
        let reversal = ints(attrs, "window_reversal")?;
        let (a, b) = (self.lhs.shape().dims(), self.rhs.shape().dims());
        let applies = strides.iter().all(|&stride| stride == 1)
            && base.iter().any(|&base| base > 1)
            && self.groups == 1
            && usable(Precision::of(&*attrs)) == Precision::F32;
        if !applies {
            return Ok(None);
        }
        let one = Window { input: 1, filter: 1, stride: 1, dilation: 1, before: 0, output: 1 };
        // The last of one or two dimensions are columns.
        let (mut windows, mut are_reversed) = ([one; 2], [false; 2]);
        for axis in 0..spatial {
            let extent = b[axis].checked_sub(1).and_then(|taps| taps.checked_mul(dilation[axis]));
            // Seen from the result, windows have their taps the other way round.
            let Some(before) = extent.and_then(|extent| extent.checked_sub(padding[2 * axis])) else {
                return Ok(None);
            };
            let numbers = [self.places[axis], b[axis], base[axis], dilation[axis], before, a[1 + axis]];
            let numbers = numbers.map(usize::try_from);
            let [Ok(input), Ok(filter), Ok(stride), Ok(dilation), Ok(before), Ok(output)] = numbers else {
                return Ok(None);
            };
            windows[2 - spatial + axis] = Window { input, filter, stride, dilation, before, output };
            are_reversed[2 - spatial + axis] = reversal.get(axis).is_none_or(|&flag| flag == 0);
        }
        let [batch, channels, out] = [a[0], a[spatial + 1], b[spatial + 1]].map(|size| size as usize);
        let [rows, columns] = windows;
        let geometry = Transposed { batch, rows, columns, channels, out };
        if !geometry.is_direct() {
            return Ok(None);
        }
        let result: Dims = a[..1].iter().chain(self.places).chain(&b[spatial + 1..]).copied().collect();
        let metadata = TensorMetadata::new(DType::F32, Shape::new(&result)?);
        let mut product = DenseHostTensor::uninitialized(metadata)?;
        let weights = self.rhs.values::<f32>().ok_or("a kernel of another dtype")?;
        let tap = |y: usize, x: usize| {
            let place = |window: &Window, tap: usize, is_reversed: bool| {
                if is_reversed { window.filter - 1 - tap } else { tap }
            };
            let (y, x) = (place(&rows, y, are_reversed[0]), place(&columns, x, are_reversed[1]));
            let values = &weights[(y * columns.filter + x) * channels * out..][..channels * out];
            Matrix { values, strides: (out, 1) }
        };
        let threads = HostThreads::of(frame.context());
        // Products of infinite weights and zeros between pixels are not numbers, which the result has to have.
        let panels = geometry.panels(tap, threads.split()).filter(Panels::is_finite);
        let Some(panels) = panels else { return Ok(None) };
        let image = self.lhs.values::<f32>().ok_or("images of another dtype")?;
        let values = product.values_mut::<f32>().ok_or("a new tensor is shared")?;
        convolve_transposed(&geometry, image, &panels, Then::default(), values, threads.split());
        Ok(Some(product))
    }
}

fn convolve<T: ConvElement + Element>(
    convolution: &Convolution,
    lhs: &DenseHostTensor,
    rhs: &DenseHostTensor,
    product: &mut DenseHostTensor,
    context: &dyn OpContext,
) -> Result<(), OpError> {
    let input = lhs.values::<T>().ok_or("images of another dtype")?;
    let out = product.values_mut::<T>().ok_or("a new tensor is shared")?;
    convolution.run_once(input, rhs, out, context);
    Ok(())
}
