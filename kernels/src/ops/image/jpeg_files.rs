//! Writing pictures as JPEG files: `tf.EncodeJpeg` and `tf.EncodeJpegVariableQuality`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Shape, StringHostTensor};
use tfrt_jpeg::Encoding;

use crate::ops::index_arguments::number;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.EncodeJpeg", OpEntry::new().dispatch(encode));
    ops.add("tf.EncodeJpegVariableQuality", OpEntry::new().dispatch(encode_with_quality));
}

/// Options that no attribute changes.
const DEFAULT: Encoding<'static> =
    Encoding { quality: 95, optimize: false, subsampled: true, unit: 1, density: [300, 300], metadata: &[] };

fn quality(given: i64) -> Result<u8, OpError> {
    let quality = u8::try_from(given).ok().filter(|quality| *quality <= 100);
    quality.ok_or_else(|| format!("quality must be in range [0,100], got {given}").into())
}

fn encode(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let flag = |name: &str, default: bool| attrs.get_bool(name).unwrap_or(default);
    if flag("progressive", false) {
        return Err("attribute progressive must be false: progressive files are not written".into());
    }
    let density = |name: &str| {
        let given = attrs.get_int(name).unwrap_or(300);
        u16::try_from(given)
            .map_err(|_| OpError::from(format!("attribute {name} must fit 16 bits, but is {given}")))
    };
    let unit = match attrs.get_str("density_unit").unwrap_or("in") {
        "in" => 1,
        "cm" => 2,
        other => return Err(format!("attribute density_unit must be in or cm, but is '{other}'").into()),
    };
    let options = Encoding {
        quality: quality(attrs.get_int("quality").unwrap_or(95))?,
        optimize: flag("optimize_size", false),
        subsampled: flag("chroma_downsampling", true),
        unit,
        density: [density("x_density")?, density("y_density")?],
        metadata: attrs.get_string("xmp_metadata").unwrap_or_default(),
    };
    let channels = match attrs.get_str("format").unwrap_or_default() {
        "" => None,
        "grayscale" => Some(1),
        "rgb" => Some(3),
        other => return Err(format!("attribute format must be grayscale or rgb, but is '{other}'").into()),
    };
    write(frame, channels, &options)
}

fn encode_with_quality(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let options = Encoding { quality: quality(number(frame, 1, "quality")?)?, ..DEFAULT };
    write(frame, None, &options)
}

/// Sets the result to the file of argument 0, which has the number of channels that a format says.
fn write(frame: &mut DispatchFrame<'_>, wanted: Option<i64>, options: &Encoding<'_>) -> Result<(), OpError> {
    let shape = frame.dense(0)?.shape();
    let &[height, width, channels] = &shape.dims()[..] else {
        return Err(format!("image must be 3-dimensional, but has shape {shape}").into());
    };
    if !matches!(channels, 1 | 3) || wanted.is_some_and(|wanted| wanted != channels) {
        let wanted = wanted.map_or_else(|| "1 or 3".to_owned(), |wanted| wanted.to_string());
        return Err(format!("image must have {wanted} channels, but has {channels}").into());
    }
    let size = [height, width, channels].map(|size| size as usize);
    let file = tfrt_jpeg::encode(frame.values::<u8>(0)?, size, options)?;
    frame.set(0, StringHostTensor::new(Shape::scalar(), vec![file.into()])?);
    Ok(())
}
