//! The position of channels in an image: last (`NHWC`), as all ops here compute, or second (`NCHW`).
//!
//! Ops on images compute with channels last. For the other order their arguments and results are transposed; shapes and
//! attributes are read and written in the order that the attribute `data_format` says.

use std::borrow::Cow;

use tfrt_executor::core_runtime::{OpAttrsRef, OpError};
use tfrt_executor::tensor::{Dims, Element, Shape, TensorMetadata};

use crate::ops::arrays::strided::Copy;
use crate::ops::support::filled;

/// The order of an image's dimensions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Batch, height, width, channels.
    ChannelsLast,
    /// Batch, channels, height, width.
    ChannelsFirst,
}

impl Format {
    /// What `data_format` says.
    pub(crate) fn of(attrs: OpAttrsRef<'_>) -> Result<Format, OpError> {
        match attrs.get_string("data_format") {
            None | Some(b"NHWC") => Ok(Format::ChannelsLast),
            Some(b"NCHW") => Ok(Format::ChannelsFirst),
            Some(other) => {
                let other = String::from_utf8_lossy(other);
                Err(format!("data_format must be NHWC or NCHW, but is {other}").into())
            }
        }
    }

    /// Four numbers in the order batch, height, width, channels.
    fn to_last<T: std::marker::Copy>(self, [a, b, c, d]: [T; 4]) -> [T; 4] {
        if self == Format::ChannelsLast { [a, b, c, d] } else { [a, c, d, b] }
    }

    /// Batch, height, width and channels of an image.
    pub(crate) fn image(self, shape: &Shape, what: &str) -> Result<[i64; 4], OpError> {
        rank_four(shape, what).map(|dims| self.to_last(dims))
    }

    /// The shape of an image of this batch, height, width and number of channels.
    pub(crate) fn shape(self, [batch, height, width, channels]: [i64; 4]) -> Result<Shape, OpError> {
        Ok(match self {
            Format::ChannelsLast => Shape::new(&[batch, height, width, channels])?,
            Format::ChannelsFirst => Shape::new(&[batch, channels, height, width])?,
        })
    }

    /// The elements of an image in this order, with channels last; `dims` are its batch, height, width and channels.
    pub(crate) fn last<T: Element>(self, dims: [i64; 4], values: &[T]) -> Result<Cow<'_, [T]>, OpError> {
        Ok(match self {
            Format::ChannelsLast => Cow::Borrowed(values),
            Format::ChannelsFirst => Cow::Owned(channels_last(dims, values)?),
        })
    }

    /// Puts an image of these dimensions, given with channels last, into `out` in this order.
    pub(crate) fn put<T: Element>(self, dims: [i64; 4], last: &[T], out: &mut [T]) -> Result<(), OpError> {
        match self {
            Format::ChannelsLast => out.copy_from_slice(last),
            Format::ChannelsFirst => channels_first(dims, last, out)?,
        }
        Ok(())
    }

    /// Lets `compute` write an image of these dimensions with channels last, and puts it into `out` in this order. Where `compute`
    /// writes is full of zeros, or of whatever `out` has.
    pub(crate) fn fill<T: Element>(
        self,
        dims: [i64; 4],
        out: &mut [T],
        compute: impl FnOnce(&mut [T]) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        if self == Format::ChannelsLast {
            return compute(out);
        }
        let mut last = filled(T::zeroed(), out.len())?;
        compute(&mut last)?;
        self.put(dims, &last, out)
    }

    /// Height and width of an attribute of four numbers, whose numbers for batch and channels must be one.
    pub(crate) fn four(
        self,
        attrs: OpAttrsRef<'_>,
        name: &str,
        default: Option<[i64; 4]>,
    ) -> Result<[i64; 2], OpError> {
        let values = match (attrs.get_ints(name), default) {
            (Some(values), _) if !values.is_empty() => values,
            (_, Some(default)) => Dims::from_slice(&default),
            _ => return Err(OpError::incomplete(format!("{name} should have 4 elements"))),
        };
        let Ok(values) = <[i64; 4]>::try_from(&values[..]) else {
            return Err(OpError::incomplete(format!("{name} should have 4 elements"))
                .with_details(format!("it is {:?}", &values[..])));
        };
        match self.to_last(values) {
            [1, rows, columns, 1] => Ok([rows, columns]),
            _ => Err(OpError::from(format!("Expected {name} 'NC' elements to be 1"))
                .with_details(format!("it is {values:?}"))),
        }
    }

    /// What `explicit_paddings` says: before and after the height, before and after the width.
    pub(crate) fn paddings(self, attrs: OpAttrsRef<'_>) -> Result<[[usize; 2]; 2], OpError> {
        let values = attrs.get_ints("explicit_paddings").ok_or("Missing 'explicit_paddings' attribute")?;
        let Ok([a, b, c, d, e, f, g, h]) = <[i64; 8]>::try_from(&values[..]) else {
            return Err(OpError::from("Wrong 'explicit_paddings' attribute length")
                .with_details(format!("it is {}", values.len())));
        };
        let [batch, height, width, channels] = self.to_last([[a, b], [c, d], [e, f], [g, h]]);
        if batch != [0, 0] || channels != [0, 0] {
            return Err(format!(
                "explicit_paddings of batch and channels must be zero, but are {:?}",
                &values[..]
            )
            .into());
        }
        let amount = |value: i64| {
            usize::try_from(value).map_err(|_| {
                OpError::from(format!("explicit_paddings must not be negative, but has {value}"))
            })
        };
        Ok([[amount(height[0])?, amount(height[1])?], [amount(width[0])?, amount(width[1])?]])
    }
}

/// The dimensions of a tensor of rank four.
pub(crate) fn rank_four(shape: &Shape, what: &str) -> Result<[i64; 4], OpError> {
    <[i64; 4]>::try_from(&shape.dims()[..])
        .map_err(|_| format!("{what} must have rank 4, but has shape {shape}").into())
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
pub(crate) fn dims_of(format: Format, metadata: &TensorMetadata) -> Result<[i64; 4], OpError> {
    format.image(&metadata.shape, "result")
}
