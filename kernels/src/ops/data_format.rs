//! The position of channels in an image: last (`NHWC`), as all ops here compute, or second (`NCHW`).
//!
//! Ops on images compute with channels last. For the other order their arguments and results are transposed; shapes and
//! attributes are read and written in the order that the attribute `data_format` says, a [`DataFormat`].

use std::borrow::Cow;

use tfrt_executor::core_runtime::OpError;
use tfrt_executor::tensor::{Element, Shape, TensorMetadata};
use tfrt_ops::shapes::{self, DataFormat, Dim, ShapeView};

use crate::ops::arrays::strided::Copy;
use crate::ops::memory::filled;

/// An image's shape and elements in an order of dimensions.
pub(crate) trait Images {
    /// Batch, height, width and channels of an image.
    fn image(self, shape: &Shape, what: &str) -> Result<[i64; 4], OpError>;

    /// The shape of an image of this batch, height, width and number of channels.
    fn shape(self, dims: [i64; 4]) -> Result<Shape, OpError>;

    /// The elements of an image in this order, with channels last; `dims` are its batch, height, width and channels.
    fn last<T: Element>(self, dims: [i64; 4], values: &[T]) -> Result<Cow<'_, [T]>, OpError>;

    /// Puts an image of these dimensions, given with channels last, into `out` in this order.
    fn put<T: Element>(self, dims: [i64; 4], last: &[T], out: &mut [T]) -> Result<(), OpError>;

    /// Lets `compute` write an image of these dimensions with channels last, and puts it into `out` in this order. Where `compute`
    /// writes is full of zeros, or of whatever `out` has.
    fn fill<T: Element>(
        self,
        dims: [i64; 4],
        out: &mut [T],
        compute: impl FnOnce(&mut [T]) -> Result<(), OpError>,
    ) -> Result<(), OpError>;
}

impl Images for DataFormat {
    fn image(self, shape: &Shape, what: &str) -> Result<[i64; 4], OpError> {
        Ok(numbers(self.dims(&ShapeView::Full(shape), what)?))
    }

    fn shape(self, dims: [i64; 4]) -> Result<Shape, OpError> {
        Ok(Shape::new(&self.from_last(dims))?)
    }

    fn last<T: Element>(self, dims: [i64; 4], values: &[T]) -> Result<Cow<'_, [T]>, OpError> {
        Ok(match self {
            DataFormat::ChannelsLast => Cow::Borrowed(values),
            DataFormat::ChannelsFirst => Cow::Owned(channels_last(dims, values)?),
        })
    }

    fn put<T: Element>(self, dims: [i64; 4], last: &[T], out: &mut [T]) -> Result<(), OpError> {
        match self {
            DataFormat::ChannelsLast => out.copy_from_slice(last),
            DataFormat::ChannelsFirst => channels_first(dims, last, out)?,
        }
        Ok(())
    }

    fn fill<T: Element>(
        self,
        dims: [i64; 4],
        out: &mut [T],
        compute: impl FnOnce(&mut [T]) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        if self == DataFormat::ChannelsLast {
            return compute(out);
        }
        let mut last = filled(T::zeroed(), out.len())?;
        compute(&mut last)?;
        self.put(dims, &last, out)
    }
}

/// Dimensions of a shape that is known.
fn numbers<const N: usize>(dims: [Dim; N]) -> [i64; N] {
    dims.map(|dim| dim.known().unwrap_or(0))
}

/// The dimensions of a tensor of rank four.
pub(crate) fn rank_four(shape: &Shape, what: &str) -> Result<[i64; 4], OpError> {
    Ok(numbers(shapes::rank_four(&ShapeView::Full(shape), what)?))
}

/// The dimensions of a tensor of rank five.
pub(crate) fn rank_five(shape: &Shape, what: &str) -> Result<[i64; 5], OpError> {
    Ok(numbers(shapes::rank_five(&ShapeView::Full(shape), what)?))
}

/// An image with channels second as one with channels last, of these dimensions.
fn channels_last<T: Element>(
    [batch, height, width, channels]: [i64; 4],
    from: &[T],
) -> Result<Vec<T>, OpError> {
    let mut to = vec![T::zeroed(); from.len()];
    let plane = height * width;
    Copy::gather(&[batch, plane, channels], 0, &[plane * channels, 1, plane]).run(
        size_of::<T>(),
        bytemuck::cast_slice(from),
        bytemuck::cast_slice_mut(&mut to),
    )?;
    Ok(to)
}

/// An image with channels last, of these dimensions, as one with channels second.
fn channels_first<T: Element>(
    [batch, height, width, channels]: [i64; 4],
    from: &[T],
    to: &mut [T],
) -> Result<(), OpError> {
    let plane = height * width;
    Copy::gather(&[batch, channels, plane], 0, &[plane * channels, 1, channels]).run(
        size_of::<T>(),
        bytemuck::cast_slice(from),
        bytemuck::cast_slice_mut(to),
    )
}

/// Batch, height, width and channels of a result, as numbers to compute with.
pub(crate) fn dims_of(format: DataFormat, metadata: &TensorMetadata) -> Result<[i64; 4], OpError> {
    format.image(&metadata.shape, "result")
}
