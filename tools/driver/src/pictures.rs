//! Arguments from pictures and from files as they are.
//!
//! A picture (PNG, JPEG, BMP) becomes what the signature of its argument says: `ui8` and `ui16` have the samples of the file, `f32` has them from
//! 0 to 1; a string has the bytes of the file. Nothing is resized: the check of the call compares the sizes. The rank decides the
//! layout: rank 4 is a batch of one, rank 2 a picture in grey. Channels come last (HWC), or before the rows (CHW) where only that dimension can be one
//! of channels. Their number is the signature's, or the file's where the signature does not say it.

use std::path::Path;

use tfrt_exchange::Format;
use tfrt_executor::program::SignatureValue;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, StringHostTensor, Tensor, TensorMetadata};

use crate::files::read_input;

/// The bytes of a file as a tensor of one string, if the argument is a tensor of strings and the file is none of tensors.
pub(crate) fn file_as_string(value: &SignatureValue<'_>, path: &str) -> Option<Result<Tensor, String>> {
    let (dtype, dims) = value.tensor_type()?;
    let has_tensors = Format::of(Path::new(crate::array::file_and_name(path).0)) != Format::Npy
        || Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npy"));
    (dtype == DType::String && !has_tensors).then(|| one_string(dims, read_input(path)?))
}

/// A tensor of one string. Dimensions that are not known are 1.
fn one_string(dims: Option<&[i64]>, bytes: Vec<u8>) -> Result<Tensor, String> {
    let ones = vec![1; dims.map_or(0, <[i64]>::len)];
    let shape = Shape::new(&ones).map_err(|error| error.to_string())?;
    let tensor = StringHostTensor::new(shape, vec![bytes.into()]).map_err(|error| error.to_string())?;
    Ok(tensor.into())
}

/// The picture in a file, as an argument takes it.
pub(crate) fn picture(value: &SignatureValue<'_>, path: &str) -> Result<Tensor, String> {
    let bytes = read_input(path)?;
    let Some((dtype, dims)) = value.tensor_type() else {
        return Err(format!(
            "the program does not say what tensor {value} is, so a picture cannot be made for it: give --input=@FILE.npy"
        ));
    };
    if dtype == DType::String {
        return one_string(dims, bytes);
    }
    if !matches!(dtype, DType::UI8 | DType::UI16 | DType::F32) {
        return Err(format!("pictures are of ui8, ui16 or f32, but the argument is {}", value.type_text()));
    }
    let layout = Layout::of(dims).ok_or_else(|| {
        format!("the argument is {}, which is no picture: expected HWC or NHWC", value.type_text())
    })?;
    let picture = tfrt_kernels::ops::image::decode_picture(&bytes, layout.channels, dtype)
        .map_err(|error| error.to_string())?;
    layout.arrange(picture).map_err(|error| error.to_string())
}

/// The use of an argument's dimensions for a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    rank: usize,
    /// Zero if it is not known.
    channels: usize,
    channels_first: bool,
}

impl Layout {
    /// The layout of the dimensions of a type; unknown ones are negative, and without any the layout is NHWC.
    fn of(dims: Option<&[i64]>) -> Option<Layout> {
        let Some(dims) = dims else { return Some(Layout { rank: 4, channels: 0, channels_first: false }) };
        let are_channels = |dim: i64| matches!(dim, 1 | 3 | 4);
        let (rank, channels_first) = (dims.len(), false);
        match *dims {
            [_, _] => Some(Layout { rank, channels: 1, channels_first }),
            [first, _, last] | [_, first, _, last] => match (are_channels(first), are_channels(last)) {
                (_, true) => Some(Layout { rank, channels: last as usize, channels_first }),
                (true, false) => Some(Layout { rank, channels: first as usize, channels_first: true }),
                (false, false) if last < 0 => Some(Layout { rank, channels: 0, channels_first }),
                (false, false) => None,
            },
            _ => None,
        }
    }

    /// A picture of rows, columns and channels in this layout.
    fn arrange(self, picture: DenseHostTensor) -> Result<Tensor, tfrt_executor::tensor::TensorError> {
        let dims = picture.shape().dims();
        let [height, width, channels] = [dims[0], dims[1], dims[2]];
        let picture = match self.channels_first {
            true => planes(&picture, [height, width, channels].map(|dim| dim as usize))?,
            false => picture,
        };
        let dims = match (self.channels_first, self.rank) {
            (_, 2) => vec![height, width],
            (true, 3) => vec![channels, height, width],
            (true, _) => vec![1, channels, height, width],
            (false, 3) => vec![height, width, channels],
            (false, _) => vec![1, height, width, channels],
        };
        // As many elements as the picture, which has a shape.
        let shape = Shape::new(&dims).unwrap_or_else(|_| picture.shape().clone());
        Ok(picture.into_reshaped(shape)?.into())
    }
}

/// The planes of a picture, one for each channel, one behind the other.
fn planes(
    picture: &DenseHostTensor,
    [height, width, channels]: [usize; 3],
) -> Result<DenseHostTensor, tfrt_executor::tensor::TensorError> {
    let metadata = TensorMetadata::new(picture.dtype(), picture.shape().clone());
    let mut made = DenseHostTensor::uninitialized(metadata)?;
    let size = picture.dtype().size().unwrap_or(1);
    let plane = height * width;
    if let Some(to) = made.bytes_mut() {
        for (index, sample) in picture.bytes().chunks_exact(size).enumerate() {
            let (pixel, channel) = (index / channels, index % channels);
            to[(channel * plane + pixel) * size..][..size].copy_from_slice(sample);
        }
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rank_decides_the_layout() {
        let layout = |dims: &[i64]| Layout::of(Some(dims)).map(|l| (l.rank, l.channels, l.channels_first));
        assert_eq!(layout(&[-1, 224, 224, 3]), Some((4, 3, false)));
        assert_eq!(layout(&[1, 3, 224, 224]), Some((4, 3, true)));
        assert_eq!(layout(&[-1, -1, -1, -1]), Some((4, 0, false)));
        assert_eq!(layout(&[-1, -1, 1]), Some((3, 1, false)));
        assert_eq!(layout(&[3, -1, -1]), Some((3, 3, true)));
        assert_eq!(layout(&[28, 28]), Some((2, 1, false)));
        assert_eq!(layout(&[1, 224, 224, 5]), None);
        assert_eq!(layout(&[784]), None);
    }

    #[test]
    fn channels_first_are_planes() {
        let shape = Shape::new(&[1, 2, 3]).unwrap();
        let picture = DenseHostTensor::from_values(shape, &[1u16, 2, 3, 4, 5, 6]).unwrap();
        let layout = Layout { rank: 4, channels: 3, channels_first: true };
        let made = layout.arrange(picture).unwrap();
        assert_eq!(made.shape().to_string(), "[1, 3, 1, 2]");
        assert_eq!(made.as_dense().unwrap().values::<u16>().unwrap(), [1, 4, 2, 5, 3, 6]);
    }
}
