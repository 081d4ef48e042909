//! Files of pictures: `tf.DecodeJpeg`, `tf.DecodePng`, `tf.DecodeBmp` and `tf.DecodeImage`, which finds out which of them it is given.
//!
//! PNG and BMP are decoded exactly. A JPEG decoder may round as it likes: elements differ from those of TensorFlow's library by a few
//! levels of 256 (chroma that is stored at a lower resolution is interpolated, as by default there). Animations (GIF) are refused.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DTypeExt as _, DenseHostTensor, Element, Shape, TensorMetadata};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::integers::{integer_dtype, integer_vector};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // What is in a file is data, so there are no metadata functions.
    ops.add(
        "tf.DecodeJpeg",
        OpEntry::new()
            .dispatch(|frame: &mut DispatchFrame<'_>| {
                let image = jpeg(frame, contents(frame)?)?;
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
    ops.add("tf.ExtractJpegShape", OpEntry::new().dispatch(jpeg_shape).strings());
}

/// More pixels than this are refused before memory is taken for them.
const MOST: usize = 1 << 29;

/// Rows of pixels, each of so many channels: of 8 bits, or of 16.
struct Picture {
    height: usize,
    width: usize,
    channels: usize,
    samples: Samples,
}

enum Samples {
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

/// The number of channels that is asked for, zero for as many as there are.
fn channels(frame: &DispatchFrame<'_>, allowed: &[i64]) -> Result<usize, OpError> {
    let channels = frame.attrs().get_int("channels").unwrap_or(0);
    match allowed.contains(&channels) {
        true => Ok(channels as usize),
        false => Err(format!("channels must be one of {allowed:?}, but is {channels}").into()),
    }
}

/// Sets the result, in the dtype that an attribute says.
fn set(frame: &mut DispatchFrame<'_>, picture: Picture) -> Result<(), OpError> {
    let dims = [picture.height, picture.width, picture.channels].map(|dim| dim as i64);
    let shape = Shape::new(&dims)?;
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
    let made = match (frame.attrs().get_dtype("dtype").unwrap_or(DType::UI8), &picture.samples) {
        (DType::UI8, Samples::Bytes(bytes)) => tensor(shape, bytes, |x| x),
        // As its library strips them.
        (DType::UI8, Samples::Words(words)) => tensor(shape, words, |x| (x >> 8) as u8),
        (DType::UI16, Samples::Bytes(bytes)) => tensor(shape, bytes, |x| u16::from(x) * 257),
        (DType::UI16, Samples::Words(words)) => tensor(shape, words, |x| x),
        (DType::F32, Samples::Bytes(bytes)) => tensor(shape, bytes, |x| f32::from(x) * (1.0 / 255.0)),
        (DType::F32, Samples::Words(words)) => tensor(shape, words, |x| f32::from(x) * (1.0 / 65535.0)),
        (other, _) => Err(format!("dtype must be ui8, ui16 or f32, but is {}", other.label()).into()),
    };
    frame.set(0, made?);
    Ok(())
}

fn within_limits(height: usize, width: usize) -> Result<(), OpError> {
    if height == 0 || width == 0 || height.checked_mul(width).is_none_or(|pixels| pixels > MOST) {
        return Err(format!("a picture of {height} rows of {width} pixels is not decoded").into());
    }
    Ok(())
}

fn invalid(what: &str, error: impl std::fmt::Debug) -> OpError {
    format!("Invalid {what} data: {error:?}").into()
}

fn jpeg(frame: &DispatchFrame<'_>, contents: &[u8]) -> Result<Picture, OpError> {
    let attrs = frame.attrs();
    if let Some(ratio) = attrs.get_int("ratio").filter(|&ratio| ratio != 1) {
        return Err(format!("ratio must be 1 here, but is {ratio}").into());
    }
    if attrs.get_bool("fancy_upscaling") == Some(false) {
        return Err("fancy_upscaling must be true here: chroma is always interpolated".into());
    }
    decode_jpeg(
        contents,
        channels(frame, &[0, 1, 3])?,
        !attrs.get_bool("try_recover_truncated").unwrap_or(false),
    )
}

fn decode_jpeg(contents: &[u8], channels: usize, strict: bool) -> Result<Picture, OpError> {
    let options =
        DecoderOptions::default().set_strict_mode(strict).set_max_width(1 << 16).set_max_height(1 << 16);
    let mut headers = JpegDecoder::new_with_options(ZCursor::new(contents), options);
    headers.decode_headers().map_err(|error| invalid("JPEG", error))?;
    let info = headers.info().ok_or_else(|| OpError::from("Invalid JPEG data: there is no frame"))?;
    let (height, width) = (usize::from(info.height), usize::from(info.width));
    within_limits(height, width)?;
    let channels = match channels {
        0 if info.components == 1 => 1,
        0 => 3,
        channels => channels,
    };
    // What is grey is decoded as such, and repeated.
    let grey = info.components == 1 || channels == 1;
    let space = if grey { ColorSpace::Luma } else { ColorSpace::RGB };
    let options = options.jpeg_set_out_colorspace(space);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(contents), options);
    let samples = decoder.decode().map_err(|error| invalid("JPEG", error))?;
    let samples: Vec<u8> = match grey && channels == 3 {
        true => samples.iter().flat_map(|&sample| [sample; 3]).collect(),
        false => samples,
    };
    if samples.len() != height * width * channels {
        return Err("Invalid JPEG data: it has another size than its header says".into());
    }
    Ok(Picture { height, width, channels, samples: Samples::Bytes(samples) })
}

fn crop_jpeg(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let picture = jpeg(frame, contents(frame)?)?;
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
    if !fits(y, height, picture.height) || !fits(x, width, picture.width) {
        return Err(format!(
            "Invalid JPEG data or crop window: {:?} is not in a picture of {} rows of {}",
            &window[..],
            picture.height,
            picture.width
        )
        .into());
    }
    let Samples::Bytes(samples) = &picture.samples else {
        return Err("JPEG data has 8 bits a sample".into());
    };
    let row = picture.width * picture.channels;
    let (from, length) = (x as usize * picture.channels, width as usize * picture.channels);
    let lines = samples.chunks_exact(row).skip(y as usize).take(height as usize);
    let samples = lines.flat_map(|line| &line[from..][..length]).copied().collect();
    let (height, width) = (height as usize, width as usize);
    set(frame, Picture { height, width, channels: picture.channels, samples: Samples::Bytes(samples) })
}

fn jpeg_shape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let mut decoder = JpegDecoder::new(ZCursor::new(contents(frame)?));
    decoder.decode_headers().map_err(|error| invalid("JPEG", error))?;
    let info = decoder.info().ok_or_else(|| OpError::from("Invalid JPEG data: there is no frame"))?;
    let dtype = integer_dtype(frame.attrs(), "output_type", DType::I32)?;
    let dims = [i64::from(info.height), i64::from(info.width), i64::from(info.components)];
    frame.set(0, integer_vector(dtype, &dims)?);
    Ok(())
}

fn png(contents: &[u8], wanted: usize) -> Result<Picture, OpError> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(contents));
    // Palettes become colours, and what is transparent an alpha channel; fewer than 8 bits become 8.
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(|error| invalid("PNG", error))?;
    let (height, width) = (reader.info().height as usize, reader.info().width as usize);
    within_limits(height, width)?;
    let size = reader.output_buffer_size().ok_or_else(|| OpError::from("the picture is too large"))?;
    let mut bytes = super::support::filled(0u8, size)?;
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
            Samples::Words(with_channels(&words, given, channels, u16::MAX, u32::from, |x| x as u16))
        }
        _ => Samples::Bytes(with_channels(&bytes, given, channels, u8::MAX, u32::from, |x| x as u8)),
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
) -> Vec<T> {
    if given == wanted {
        return samples.to_vec();
    }
    let mut made = Vec::with_capacity(samples.len() / given.max(1) * wanted);
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
    made
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
    let mut samples = Vec::with_capacity(rows * columns * channels);
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

fn any(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let bytes = contents(frame)?;
    let wanted = channels(frame, &[0, 1, 3, 4])?;
    let picture = if bytes.starts_with(b"\xff\xd8\xff") {
        decode_jpeg(bytes, channels(frame, &[0, 1, 3])?, true)?
    } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        png(bytes, wanted)?
    } else if bytes.starts_with(b"BM") {
        bmp(bytes, wanted)?
    } else if bytes.starts_with(b"GIF8") {
        return Err("GIF files are not decoded here".into());
    } else {
        return Err("Unknown image file format. One of JPEG, PNG, BMP required.".into());
    };
    set(frame, picture)
}
