//! The order of an image's dimensions, as the attribute `data_format` says, and attributes that follow it.
//!
//! Functions over images work on batch, height, width and channels, in this order; [`DataFormat`] converts to it and from it.

use super::{Attrs, Dim, ShapeView};
use crate::{Dims, OpError};

/// The order of an image's dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFormat {
    /// Batch, height, width, channels.
    ChannelsLast,
    /// Batch, channels, height, width.
    ChannelsFirst,
}

impl DataFormat {
    /// The order that `data_format` names.
    ///
    /// # Errors
    /// It names none of these.
    pub fn of(attrs: &dyn Attrs) -> Result<DataFormat, OpError> {
        match attrs.get_string("data_format") {
            None | Some(b"NHWC") => Ok(DataFormat::ChannelsLast),
            Some(b"NCHW") => Ok(DataFormat::ChannelsFirst),
            Some(other) => {
                let other = String::from_utf8_lossy(other);
                Err(format!("data_format must be NHWC or NCHW, but is {other}").into())
            }
        }
    }

    /// Four values in this order, as batch, height, width, channels.
    pub fn to_last<T>(self, [a, b, c, d]: [T; 4]) -> [T; 4] {
        if self == DataFormat::ChannelsLast { [a, b, c, d] } else { [a, c, d, b] }
    }

    /// Values for batch, height, width and channels, in this order.
    pub fn from_last<T>(self, [batch, height, width, channels]: [T; 4]) -> [T; 4] {
        match self {
            DataFormat::ChannelsLast => [batch, height, width, channels],
            DataFormat::ChannelsFirst => [batch, channels, height, width],
        }
    }

    /// Batch, height, width and channels of an image.
    ///
    /// # Errors
    /// It has another rank than four.
    pub fn dims(self, shape: &ShapeView<'_>, what: &str) -> Result<[Dim; 4], OpError> {
        Ok(self.to_last(rank_four(shape, what)?))
    }

    /// Height and width of an attribute of four numbers, whose numbers for batch and channels must be one.
    ///
    /// # Errors
    /// They are not one, there are not four numbers, or the attribute is missing and has no default.
    pub fn four(self, attrs: &dyn Attrs, name: &str, default: Option<[i64; 4]>) -> Result<[i64; 2], OpError> {
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

    /// The amounts of `explicit_paddings`: before and after the height, before and after the width.
    ///
    /// # Errors
    /// The attribute is missing, does not have eight amounts, has a negative amount, or pads batch or channels.
    pub fn paddings(self, attrs: &dyn Attrs) -> Result<[[usize; 2]; 2], OpError> {
        let values = attrs.get_ints("explicit_paddings").ok_or("Missing 'explicit_paddings' attribute")?;
        let Ok([a, b, c, d, e, f, g, h]) = <[i64; 8]>::try_from(&values[..]) else {
            return Err(OpError::from("Wrong 'explicit_paddings' attribute length").with_details(format!(
                "it is {}, of {:?}",
                values.len(),
                &values[..]
            )));
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
///
/// # Errors
/// It has another rank.
pub fn rank_four(shape: &ShapeView<'_>, what: &str) -> Result<[Dim; 4], OpError> {
    shape.dims_of_rank().ok_or_else(|| format!("{what} must have rank 4, but has shape {shape}").into())
}

/// The dimensions of a tensor of rank five.
///
/// # Errors
/// It has another rank.
pub fn rank_five(shape: &ShapeView<'_>, what: &str) -> Result<[Dim; 5], OpError> {
    shape.dims_of_rank().ok_or_else(|| format!("{what} must be 5-dimensional, but has shape {shape}").into())
}
