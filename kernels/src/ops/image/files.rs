//! Image files: `tf.DecodeJpeg`, `tf.DecodePng`, `tf.DecodeBmp` and `tf.DecodeImage`, which detects the format.
//!
//! [`jpeg`] rounds as TensorFlow's library does. Animations
//! ([`gif`]) are several pictures.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Element, Shape, StringHostTensor, TensorMetadata};

use crate::ops::image::{gif, pnm};
use crate::ops::index_arguments::{integer_dtype, integer_vector};
use crate::ops::memory::room;
use tfrt_jpeg::Transform;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // The size of the picture is data, so there are no metadata functions.
    ops.add(
        "tf.DecodeJpeg",
        OpEntry::new()
            .dispatch(|frame: &mut DispatchFrame<'_>| {
                let image = jpeg(frame, contents(frame)?, None)?.0;
                set(frame, image)
            })
            .strings(),
    );
    ops.add("tf.DecodeAndCropJpeg", OpEntry::new().dispatch(crop_jpeg).strings());
    ops.add(
        "tf.DecodePng",
        OpEntry::new()
            .dispatch(|frame: &mut DispatchFrame<'_>| {
                let image = png(contents(frame)?, channels(frame, &[0, 1, 3, 4])?)?;
                set(frame, image)
            })
            .strings(),
    );
    ops.add(
        "tf.DecodeBmp",
        OpEntry::new()
            .dispatch(|frame: &mut DispatchFrame<'_>| {
                let image = bmp(contents(frame)?, channels(frame, &[0, 3, 4])?)?;
                set(frame, image)
            })
            .strings(),
    );
    ops.add("tf.DecodeImage", OpEntry::new().dispatch(any).strings());
    ops.add("tf.EncodePng", OpEntry::new().dispatch(encode_png).strings());
    ops.add("tf.DecodeGif", OpEntry::new().dispatch(decode_gif).strings());
    ops.add("tf.ExtractJpegShape", OpEntry::new().dispatch(jpeg_shape).strings());
}

/// More pixels than this are refused before memory is taken for them.
const MOST: usize = 1 << 29;

/// Rows of pixels, each of so many channels: of 8 bits, or of 16.
pub(super) struct Picture {
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) channels: usize,
    pub(super) samples: Samples,
}

pub(super) enum Samples {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

fn contents<'f>(frame: &'f DispatchFrame<'_>) -> Result<&'f [u8], OpError> {
    let strings = frame.strings(0)?;
    match strings.strings() {
        [contents] => Ok(contents),
        _ => Err(format!("contents must be scalar, got shape {}", strings.metadata().shape).into()),
    }
}

/// The requested number of channels, zero for the picture's own.
fn channels(frame: &DispatchFrame<'_>, allowed: &[i64]) -> Result<usize, OpError> {
    let channels = frame.attrs().get_int("channels").unwrap_or(0);
    match allowed.contains(&channels) {
        true => Ok(channels as usize),
        false => Err(format!("channels must be one of {allowed:?}, but is {channels}").into()),
    }
}

/// Sets the result, in the dtype that an attribute says.
fn set(frame: &mut DispatchFrame<'_>, picture: Picture) -> Result<(), OpError> {
    let inner = [picture.width, picture.channels].map(|dim| dim as i64);
    set_shaped(frame, picture, |rows| vec![rows, inner[0], inner[1]])
}

/// As that, in the shape that a function makes of the number of rows.
fn set_shaped(
    frame: &mut DispatchFrame<'_>,
    picture: Picture,
    dims: impl Fn(i64) -> Vec<i64>,
) -> Result<(), OpError> {
    let shape = Shape::new(&dims(picture.height as i64))?;
    let dtype = frame.attrs().get_dtype("dtype").unwrap_or(DType::UI8);
    let made = as_tensor(dtype, shape, &picture.samples)?;
    frame.set(0, made);
    Ok(())
}

/// The samples of a picture in a dtype and a shape.
fn as_tensor(dtype: DType, shape: Shape, samples: &Samples) -> Result<DenseHostTensor, OpError> {
    fn tensor<T: Element, U: Copy>(
        shape: Shape,
        samples: &[U],
        f: impl Fn(U) -> T,
    ) -> Result<DenseHostTensor, OpError> {
        let mut out = DenseHostTensor::uninitialized(TensorMetadata::new(T::DTYPE, shape))?;
        for (to, &sample) in out.values_mut::<T>().unwrap_or_default().iter_mut().zip(samples) {
            *to = f(sample);
        }
        Ok(out)
    }
    match (dtype, samples) {
        (DType::UI8, Samples::Bytes(bytes)) => tensor(shape, bytes, |x| x),
        // As its library strips them.
        (DType::UI8, Samples::Words(words)) => tensor(shape, words, |x| (x >> 8) as u8),
        (DType::UI16, Samples::Bytes(bytes)) => tensor(shape, bytes, |x| u16::from(x) * 257),
        (DType::UI16, Samples::Words(words)) => tensor(shape, words, |x| x),
        (DType::F32, Samples::Bytes(bytes)) => tensor(shape, bytes, |x| f32::from(x) * (1.0 / 255.0)),
        (DType::F32, Samples::Words(words)) => tensor(shape, words, |x| f32::from(x) * (1.0 / 65535.0)),
        (other, _) => Err(format!("dtype must be ui8, ui16 or f32, but is {}", other.label()).into()),
    }
}

/// The picture in a PNG, JPEG or BMP file, as `tf.DecodeImage` reads it: rows of pixels of so many channels, zero for the file's own,
/// of elements of type `ui8`, `ui16` or `f32` (from 0 to 1).
///
/// # Errors
/// The reason why the file cannot be decoded.
pub fn decode_picture(contents: &[u8], channels: usize, dtype: DType) -> Result<DenseHostTensor, OpError> {
    let picture = decode(contents, channels, Transform::Fast, "JPEG, PNG, BMP")?;
    let shape = Shape::new(&[picture.height, picture.width, picture.channels].map(|dim| dim as i64))?;
    as_tensor(dtype, shape, &picture.samples)
}

/// The rows and columns of the picture in such a file, or in one of Netpbm's, and red, green and blue of each pixel. JPEG files are decoded by the accurate transform,
/// as by libraries without a choice.
///
/// # Errors
/// As [`decode_picture`].
pub(crate) fn decode_colors(contents: &[u8]) -> Result<([usize; 2], Vec<u8>), OpError> {
    let picture = if pnm::is_pnm(contents) {
        pnm::decode(contents)?
    } else {
        decode(contents, 3, Transform::Accurate, "JPEG, PNG, BMP, PGM, PPM")?
    };
    let Picture { height, width, channels, samples } = picture;
    let bytes = match samples {
        Samples::Bytes(bytes) => with_channels(&bytes, channels, 3, u8::MAX, u32::from, |x| x as u8)?,
        Samples::Words(words) => {
            let mut bytes = room(words.len())?;
            bytes.extend(words.into_iter().map(|word| (word >> 8) as u8));
            bytes
        }
    };
    Ok(([height, width], bytes))
}

/// The picture in a file of any of three formats; `formats` are those that the caller takes.
fn decode(contents: &[u8], channels: usize, transform: Transform, formats: &str) -> Result<Picture, OpError> {
    if contents.starts_with(JPEG_MAGIC) {
        if !matches!(channels, 0 | 1 | 3) {
            return Err(format!("a JPEG file has no picture of {channels} channels").into());
        }
        decode_jpeg(contents, &tfrt_jpeg::Options { transform, ..jpeg_options(channels) })
    } else if contents.starts_with(PNG_MAGIC) {
        png(contents, channels)
    } else if contents.starts_with(b"BM") {
        bmp(contents, channels)
    } else {
        Err(format!("Unknown image file format. One of {formats} required.").into())
    }
}

const JPEG_MAGIC: &[u8] = b"\xff\xd8\xff";
const PNG_MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The options of TensorFlow's op without attributes.
fn jpeg_options(channels: usize) -> tfrt_jpeg::Options {
    tfrt_jpeg::Options {
        channels,
        ratio: 1,
        fancy: true,
        transform: Transform::Fast,
        recover: false,
        columns: None,
        most: MOST,
    }
}

fn decode_jpeg(contents: &[u8], options: &tfrt_jpeg::Options) -> Result<Picture, OpError> {
    let decoded = tfrt_jpeg::decode(contents, options).map_err(|error| invalid("JPEG", error))?;
    let tfrt_jpeg::Decoded { height, width, channels, samples, .. } = decoded;
    Ok(Picture { height, width, channels, samples: Samples::Bytes(samples) })
}

pub(super) fn within_limits(height: usize, width: usize) -> Result<(), OpError> {
    if height == 0 || width == 0 || height.checked_mul(width).is_none_or(|pixels| pixels > MOST) {
        return Err(format!("a picture of {height} rows of {width} pixels is not decoded").into());
    }
    Ok(())
}

pub(super) fn invalid(what: &str, error: impl std::fmt::Display) -> OpError {
    format!("Invalid {what} data: {error}").into()
}

/// The picture in a file, or the wanted columns of it, and how many there are before those.
fn jpeg(
    frame: &DispatchFrame<'_>,
    contents: &[u8],
    columns: Option<[usize; 2]>,
) -> Result<(Picture, usize), OpError> {
    let attrs = frame.attrs();
    let ratio = attrs.get_int("ratio").unwrap_or(1);
    if !matches!(ratio, 1 | 2 | 4 | 8) {
        return Err(format!("ratio must be 1, 2, 4, or 8, got {ratio}").into());
    }
    let transform = match attrs.get_string("dct_method").unwrap_or_default() {
        b"" | b"INTEGER_FAST" => Transform::Fast,
        b"INTEGER_ACCURATE" => Transform::Accurate,
        other => {
            return Err(format!(
                "dct_method must be one of {{'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}}, but is {}",
                String::from_utf8_lossy(other)
            )
            .into());
        }
    };
    let options = tfrt_jpeg::Options {
        ratio: ratio as usize,
        fancy: attrs.get_bool("fancy_upscaling").unwrap_or(true),
        transform,
        recover: attrs.get_bool("try_recover_truncated").unwrap_or(false),
        columns,
        ..jpeg_options(channels(frame, &[0, 1, 3])?)
    };
    let tfrt_jpeg::Decoded { first, height, width, channels, samples } =
        tfrt_jpeg::decode(contents, &options).map_err(|error| invalid("JPEG", error))?;
    let before = columns.map_or(0, |[wanted, _]| wanted - first);
    Ok((Picture { height, width, channels, samples: Samples::Bytes(samples) }, before))
}

fn crop_jpeg(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let contents = contents(frame)?;
    let [rows, columns, _] = tfrt_jpeg::shape(contents).map_err(|error| invalid("JPEG", error))?;
    let ratio = frame.attrs().get_int("ratio").unwrap_or(1).max(1) as usize;
    let (rows, columns) = (rows.div_ceil(ratio), columns.div_ceil(ratio));
    let window = frame.indices(1)?;
    let fits = |begin: i64, size: i64, limit: usize| {
        begin >= 0 && size > 0 && begin.saturating_add(size) <= limit as i64
    };
    let [y, x, height, width] = window[..] else {
        return Err(format!(
            "crop_window must have four elements {{height, width}}, but has {}",
            window.len()
        )
        .into());
    };
    if !fits(y, height, rows) || !fits(x, width, columns) {
        return Err(format!(
            "Invalid JPEG data or crop window: {:?} is not in a picture of {rows} rows of {columns}",
            &window[..]
        )
        .into());
    }
    let [y, x, height, width] = [y, x, height, width].map(|number| number as usize);
    let (picture, before) = jpeg(frame, contents, Some([x, x + width]))?;
    let Samples::Bytes(samples) = &picture.samples else {
        return Err("JPEG data has 8 bits a sample".into());
    };
    let row = picture.width * picture.channels;
    let (from, length) = (before * picture.channels, width * picture.channels);
    let lines = samples.chunks_exact(row).skip(y).take(height);
    let samples = lines.flat_map(|line| &line[from..][..length]).copied().collect();
    set(frame, Picture { height, width, channels: picture.channels, samples: Samples::Bytes(samples) })
}

fn jpeg_shape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let shape = tfrt_jpeg::shape(contents(frame)?).map_err(|error| invalid("JPEG", error))?;
    let dtype = integer_dtype(frame.attrs(), "output_type", DType::I32)?;
    frame.set(0, integer_vector(dtype, &shape.map(|dim| dim as i64))?);
    Ok(())
}

fn png(contents: &[u8], wanted: usize) -> Result<Picture, OpError> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(contents));
    // Palettes become colours, and transparency an alpha channel; fewer than 8 bits become 8.
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(|error| invalid("PNG", error))?;
    let (height, width) = (reader.info().height as usize, reader.info().width as usize);
    within_limits(height, width)?;
    let size = reader.output_buffer_size().ok_or_else(|| OpError::from("the picture is too large"))?;
    let mut bytes = crate::ops::memory::filled(0u8, size)?;
    let info = reader.next_frame(&mut bytes).map_err(|error| invalid("PNG", error))?;
    bytes.truncate(info.buffer_size());
    let given = info.color_type.samples();
    // Without an alpha channel of its own in the file, none is made for as many channels as there are.
    let stored = match reader.info().color_type {
        png::ColorType::Grayscale => 1,
        png::ColorType::GrayscaleAlpha => 2,
        png::ColorType::Rgb => 3,
        png::ColorType::Rgba => 4,
        png::ColorType::Indexed => given,
    };
    let channels = if wanted == 0 { stored } else { wanted };
    let samples = match info.bit_depth {
        png::BitDepth::Sixteen => {
            let words: Vec<u16> =
                bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_be_bytes(pair)).collect();
            Samples::Words(with_channels(&words, given, channels, u16::MAX, u32::from, |x| x as u16)?)
        }
        _ => Samples::Bytes(with_channels(&bytes, given, channels, u8::MAX, u32::from, |x| x as u8)?),
    };
    Ok(Picture { height, width, channels, samples })
}

/// Pixels of one to four channels as pixels of another number of them: grey, grey and alpha, colours, colours and alpha.
fn with_channels<T: Copy + PartialEq>(
    samples: &[T],
    given: usize,
    wanted: usize,
    opaque: T,
    wide: fn(T) -> u32,
    narrow: fn(u32) -> T,
) -> Result<Vec<T>, OpError> {
    let mut made = room(samples.len() / given.max(1) * wanted)?;
    if given == wanted {
        made.extend_from_slice(samples);
        return Ok(made);
    }
    for pixel in samples.chunks_exact(given.max(1)) {
        let (colors, alpha) = match *pixel {
            [grey] => ([grey; 3], opaque),
            [grey, alpha] => ([grey; 3], alpha),
            [red, green, blue] => ([red, green, blue], opaque),
            [red, green, blue, alpha] => ([red, green, blue], alpha),
            _ => continue,
        };
        let [red, green, blue] = colors;
        let grey = match red == green && green == blue {
            true => red,
            // The weights of the library that TensorFlow uses.
            false => {
                let sum = u64::from(wide(red)) * 9797
                    + u64::from(wide(green)) * 19234
                    + u64::from(wide(blue)) * 3737;
                narrow((sum >> 15) as u32)
            }
        };
        match wanted {
            1 => made.push(grey),
            2 => made.extend([grey, alpha]),
            3 => made.extend(colors),
            _ => made.extend([red, green, blue, alpha]),
        }
    }
    Ok(made)
}

fn bmp(contents: &[u8], wanted: usize) -> Result<Picture, OpError> {
    let short = || OpError::from("Incomplete bmp content");
    let word =
        |at: usize| contents.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(i32::from_le_bytes);
    let (start, width, height) =
        (word(10).ok_or_else(short)?, word(18).ok_or_else(short)?, word(22).ok_or_else(short)?);
    let bits =
        contents.get(28..30).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]])).ok_or_else(short)?;
    let channels = match bits {
        8 | 24 | 32 => usize::from(bits / 8),
        other => return Err(format!("Number of bits per pixel must be 8, 24 or 32, but is {other}").into()),
    };
    if wanted != 0 && wanted != channels {
        return Err(format!(
            "channels attribute {wanted} does not match bits per pixel from file {channels}"
        )
        .into());
    }
    let start = usize::try_from(start).map_err(|_| "Invalid bmp header: pixels begin before the file")?;
    let rows = height.unsigned_abs() as usize;
    let columns = usize::try_from(width).map_err(|_| format!("Invalid bmp header: the width is {width}"))?;
    within_limits(rows, columns)?;
    // Rows are padded to four bytes, from the bottom up unless the height is negative.
    let row = (columns * channels).next_multiple_of(4);
    let pixels = contents.get(start..).filter(|pixels| pixels.len() >= row * rows).ok_or_else(short)?;
    let mut samples = room(rows * columns * channels)?;
    for y in 0..rows {
        let line = if height < 0 { y } else { rows - 1 - y };
        for pixel in pixels[line * row..][..columns * channels].chunks_exact(channels) {
            match *pixel {
                [blue, green, red] => samples.extend([red, green, blue]),
                [blue, green, red, alpha] => samples.extend([red, green, blue, alpha]),
                _ => samples.extend(pixel),
            }
        }
    }
    Ok(Picture { height: rows, width: columns, channels, samples: Samples::Bytes(samples) })
}

/// Pictures of 1 to 4 channels, of 8 or 16 bits, as files.
fn encode_png(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let image = frame.dense(0)?;
    let dims = image.shape().dims();
    let &[ref batch @ .., height, width, channels] = &dims[..] else {
        return Err(format!("image must be at least 3-dimensional, but has shape {}", image.shape()).into());
    };
    let color = match channels {
        1 => png::ColorType::Grayscale,
        2 => png::ColorType::GrayscaleAlpha,
        3 => png::ColorType::Rgb,
        4 => png::ColorType::Rgba,
        _ => return Err(format!("image must have 1, 2, 3, or 4 channels, but has {channels}").into()),
    };
    let (size, depth) = match image.dtype() {
        DType::UI8 => (1, png::BitDepth::Eight),
        DType::UI16 => (2, png::BitDepth::Sixteen),
        other => return Err(crate::ops::by_dtype::unsupported(other)),
    };
    within_limits(height as usize, width as usize)?;
    let length = (height * width * channels) as usize * size;
    let mut files: Vec<Box<[u8]>> = Vec::new();
    for pixels in image.bytes().chunks_exact(length) {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(color);
        encoder.set_depth(depth);
        let wrong =
            |error: png::EncodingError| OpError::from(format!("the picture cannot be written: {error}"));
        let mut writer = encoder.write_header().map_err(wrong)?;
        match size {
            1 => writer.write_image_data(pixels).map_err(wrong)?,
            // Files have the high byte first.
            _ => {
                let turned: Vec<u8> = pixels.as_chunks::<2>().0.iter().flat_map(|&[a, b]| [b, a]).collect();
                writer.write_image_data(&turned).map_err(wrong)?;
            }
        }
        writer.finish().map_err(wrong)?;
        files.push(file.into());
    }
    frame.set(0, StringHostTensor::new(Shape::new(batch)?, files)?);
    Ok(())
}

/// All pictures of an animation.
fn decode_gif(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let frames = gif::decode(contents(frame)?, MOST).map_err(|error| invalid("GIF", error))?;
    set_frames(frame, &frames, false)
}

/// Sets pictures as one result, or the first of them alone.
fn set_frames(frame: &mut DispatchFrame<'_>, frames: &gif::Frames, first: bool) -> Result<(), OpError> {
    let (height, width) = (frames.height, frames.width);
    let count = if first { 1 } else { frames.pictures.len() };
    let picture = Picture {
        height: height * count,
        width,
        channels: 3,
        samples: Samples::Bytes(frames.pictures[..count].concat()),
    };
    set_shaped(frame, picture, |rows| match first {
        true => vec![rows, width as i64, 3],
        false => vec![count as i64, height as i64, width as i64, 3],
    })
}

fn any(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let bytes = contents(frame)?;
    let wanted = channels(frame, &[0, 1, 3, 4])?;
    let picture = if bytes.starts_with(JPEG_MAGIC) {
        // Attributes that only the op for such files has are as by default.
        jpeg(frame, bytes, None)?.0
    } else if bytes.starts_with(PNG_MAGIC) {
        png(bytes, wanted)?
    } else if bytes.starts_with(b"BM") {
        bmp(bytes, wanted)?
    } else if bytes.starts_with(b"GIF8") {
        if wanted != 0 && wanted != 3 {
            return Err(format!("channels must be 0 or 3 for a GIF, but is {wanted}").into());
        }
        let frames = gif::decode(bytes, MOST).map_err(|error| invalid("GIF", error))?;
        return set_frames(frame, &frames, !frame.attrs().get_bool("expand_animations").unwrap_or(true));
    } else {
        return Err("Unknown image file format. One of JPEG, PNG, GIF, BMP required.".into());
    };
    set(frame, picture)
}
