//! The sliding of windows over images and volumes, by attributes of ops: strides, dilations, padding, sizes.
//!
//! Shape functions ask for the number of windows, dispatch functions for their positions.

use super::{Attrs, DataFormat, Dim};
use crate::window::{Padding, Steps, Window};
use crate::{Dims, OpError};

/// The strides, dilations and padding of windows along `N` dimensions.
#[derive(Clone, Copy, Debug)]
pub struct Sliding<const N: usize> {
    strides: [i64; N],
    dilations: [i64; N],
    padding: Padding,
    explicit: Option<[[usize; 2]; N]>,
    /// The name of sizes in messages, of windows that must not be empty.
    sizes: Option<&'static str>,
}

impl<const N: usize> Sliding<N> {
    fn steps(&self, axis: usize) -> Result<Steps, OpError> {
        let explicit = self.explicit.map(|paddings| (paddings[axis][0], paddings[axis][1]));
        Ok(Steps::new(self.strides[axis], self.dilations[axis], self.padding, explicit)?)
    }

    /// Refuses a window that must not be empty and is.
    fn check_size(&self, size: i64) -> Result<(), OpError> {
        match self.sizes {
            Some(sizes) if size <= 0 => Err(format!("{sizes} must be > 0, but one is {size}").into()),
            _ => Ok(()),
        }
    }

    /// The windows of filters of these sizes over an input.
    ///
    /// # Errors
    /// Windows that [`Window::new`] refuses.
    pub fn windows(&self, input: [i64; N], sizes: [i64; N]) -> Result<[Window; N], OpError> {
        let mut windows = [Window::default(); N];
        for axis in 0..N {
            self.check_size(sizes[axis])?;
            let [input, size] = [input[axis], sizes[axis]].map(|size| usize::try_from(size).unwrap_or(0));
            windows[axis] = self.steps(axis)?.over(input, size)?;
        }
        Ok(windows)
    }

    /// The number of windows of these sizes along each dimension, as far as it is known.
    ///
    /// # Errors
    /// Windows that [`Window::new`] refuses.
    pub fn counts(&self, input: [Dim; N], sizes: [i64; N]) -> Result<[Dim; N], OpError> {
        let mut counts = [Dim::UNKNOWN; N];
        for axis in 0..N {
            self.check_size(sizes[axis])?;
            counts[axis] = self.steps(axis)?.count(input[axis], Dim::of(sizes[axis]))?;
        }
        Ok(counts)
    }

    /// The number of windows of a filter along each dimension, as far as it is known.
    ///
    /// # Errors
    /// Windows that [`Window::new`] refuses.
    pub fn counts_of_filter(&self, input: [Dim; N], filter: [Dim; N]) -> Result<[Dim; N], OpError> {
        let mut counts = [Dim::UNKNOWN; N];
        for axis in 0..N {
            if let Some(size) = filter[axis].known() {
                self.check_size(size)?;
            }
            counts[axis] = self.steps(axis)?.count(input[axis], filter[axis])?;
        }
        Ok(counts)
    }
}

/// The padding that `padding` names.
fn padding(attrs: &dyn Attrs) -> Result<Padding, OpError> {
    Ok(Padding::parse(attrs.get_str("padding").ok_or("missing 'padding' attribute")?)?)
}

/// The padding that `padding` names, for ops without an attribute that gives amounts.
fn implicit_padding(attrs: &dyn Attrs) -> Result<Padding, OpError> {
    match padding(attrs)? {
        Padding::Explicit => Err("padding must be SAME or VALID".into()),
        padding => Ok(padding),
    }
}

impl Sliding<2> {
    /// Windows of convolutions and pools over images.
    ///
    /// # Errors
    /// Attributes are missing or wrong.
    pub fn over_images(format: DataFormat, attrs: &dyn Attrs) -> Result<Sliding<2>, OpError> {
        let strides = format.four(attrs, "strides", None)?;
        let dilations = format.four(attrs, "dilations", Some([1; 4]))?;
        let padding = padding(attrs)?;
        let explicit = if padding == Padding::Explicit { Some(format.paddings(attrs)?) } else { None };
        Ok(Sliding { strides, dilations, padding, explicit, sizes: None })
    }

    /// Windows of pools over images whose strides are an operand.
    ///
    /// # Errors
    /// The padding is missing or wrong.
    pub fn of_strides(strides: [i64; 2], attrs: &dyn Attrs) -> Result<Sliding<2>, OpError> {
        let padding = padding(attrs)?;
        Ok(Sliding { strides, dilations: [1; 2], padding, explicit: None, sizes: Some("window sizes") })
    }

    /// Windows of `tf.Dilation2D`.
    ///
    /// # Errors
    /// Attributes are missing or wrong.
    pub fn of_dilation(attrs: &dyn Attrs) -> Result<Sliding<2>, OpError> {
        let four = |name| DataFormat::ChannelsLast.four(attrs, name, None);
        let (strides, dilations) = (four("strides")?, four("rates")?);
        Ok(Sliding { strides, dilations, padding: implicit_padding(attrs)?, explicit: None, sizes: None })
    }

    /// Windows of `tf.ExtractImagePatches`, and their sizes.
    ///
    /// # Errors
    /// Attributes are missing or wrong.
    pub fn of_patches(attrs: &dyn Attrs) -> Result<(Sliding<2>, [i64; 2]), OpError> {
        let sizes = DataFormat::ChannelsLast.four(attrs, "ksizes", None)?;
        Ok((Sliding { sizes: Some("ksizes"), ..Sliding::of_dilation(attrs)? }, sizes))
    }
}

/// The three numbers in the middle of five, whose first and last must be one.
fn three(values: Option<Dims>, name: &str) -> Result<[i64; 3], OpError> {
    match values.as_deref().unwrap_or_default() {
        &[1, a, b, c, 1] => Ok([a, b, c]),
        other => {
            Err(format!("{name} must be five numbers, with ones for batch and channels, but is {other:?}")
                .into())
        }
    }
}

impl Sliding<3> {
    /// The sizes of windows of pools over volumes.
    ///
    /// # Errors
    /// The attribute is missing or wrong.
    pub fn sizes_over_volumes(attrs: &dyn Attrs) -> Result<[i64; 3], OpError> {
        Sliding::required(attrs, "ksize")
    }

    fn required(attrs: &dyn Attrs, name: &str) -> Result<[i64; 3], OpError> {
        match attrs.get_ints(name) {
            Some(values) if !values.is_empty() => three(Some(values), name),
            _ => Err(OpError::incomplete(format!("missing '{name}' attribute"))),
        }
    }

    /// Windows of convolutions and pools over volumes, whose channels come last.
    ///
    /// # Errors
    /// Attributes are missing or wrong.
    pub fn over_volumes(attrs: &dyn Attrs) -> Result<Sliding<3>, OpError> {
        if let Some(other) = attrs.get_str("data_format").filter(|format| *format != "NDHWC") {
            return Err(format!("data_format must be NDHWC on a CPU, but is {other}").into());
        }
        let strides = Sliding::required(attrs, "strides")?;
        let dilations = match attrs.get_ints("dilations") {
            Some(values) if !values.is_empty() => three(Some(values), "dilations")?,
            _ => [1; 3],
        };
        let padding = implicit_padding(attrs)?;
        Ok(Sliding { strides, dilations, padding, explicit: None, sizes: Some("window sizes") })
    }

    /// Windows of `tf.ExtractVolumePatches`, and their sizes.
    ///
    /// # Errors
    /// Attributes are missing or wrong.
    pub fn of_volume_patches(attrs: &dyn Attrs) -> Result<(Sliding<3>, [i64; 3]), OpError> {
        let three = |name| three(attrs.get_ints(name), name);
        let (sizes, strides) = (three("ksizes")?, three("strides")?);
        let padding = implicit_padding(attrs)?;
        Ok((Sliding { strides, dilations: [1; 3], padding, explicit: None, sizes: Some("ksizes") }, sizes))
    }
}
