//! `onnx.ImageDecoder`: the picture in a JPEG, PNG, BMP, PGM or PPM file, rows of pixels of 8 bits.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};

use crate::ops::by_dtype::unsupported;
use crate::ops::image::decode_colors;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    // The size of the picture is data, so there is no metadata function.
    ops.add("onnx.ImageDecoder", OpEntry::new().dispatch(decode));
}

fn decode(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let file = frame.dense(0)?;
    if file.dtype() != DType::UI8 {
        return Err(unsupported(file.dtype()));
    }
    let ([height, width], colors) = decode_colors(frame.values::<u8>(0)?)?;
    let attrs = frame.attrs();
    let format = attrs.get_string("pixel_format").unwrap_or(b"RGB");
    let channels = if format == b"Grayscale" { 1 } else { 3 };
    let shape = Shape::new(&[height, width, channels].map(|dim| dim as i64))?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(DType::UI8, shape))?;
    let pixels = colors.as_chunks::<3>().0;
    let to = out.values_mut::<u8>();
    match format {
        b"Grayscale" => to.iter_mut().zip(pixels).for_each(|(to, &pixel)| *to = luma(pixel)),
        b"BGR" => {
            let reversed = |(to, &[red, green, blue]): (&mut [u8; 3], &[u8; 3])| *to = [blue, green, red];
            to.as_chunks_mut::<3>().0.iter_mut().zip(pixels).for_each(reversed);
        }
        _ => to.copy_from_slice(&colors),
    }
    frame.finish(0, out);
    Ok(())
}

/// The brightness of a pixel by the weights of ITU-R BT.601, rounded, as Pillow has it, by which ONNX's reference decodes.
fn luma([red, green, blue]: [u8; 3]) -> u8 {
    let sum = u32::from(red) * 19_595 + u32::from(green) * 38_470 + u32::from(blue) * 7_471;
    ((sum + (1 << 15)) >> 16) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_to_one() {
        assert_eq!([luma([0; 3]), luma([77; 3]), luma([255; 3])], [0, 77, 255]);
        assert_eq!([luma([255, 0, 0]), luma([0, 255, 0]), luma([0, 0, 255])], [76, 150, 29]);
    }
}
