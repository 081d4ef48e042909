//! Animations in GIF files: each picture is the previous one with some of its pixels painted over.
//!
//! The crate `gif` reads blocks, colours and codes. This module composes pictures as TensorFlow does: the first picture is painted on
//! black, later ones over the picture before, whatever the file says about the disposal of pictures; a picture must lie within the screen.

use gif::{DecodeOptions, MemoryLimit};

/// The fault in a file.
type Wrong = String;

/// The pictures, each of so many rows of so many pixels of three channels.
pub(crate) struct Frames {
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) pictures: Vec<Vec<u8>>,
}

/// Bytes, as many as a file's header says.
fn zeros(count: usize) -> Result<Vec<u8>, Wrong> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).map_err(|_| format!("out of memory for {count} bytes of pixels"))?;
    bytes.resize(count, 0);
    Ok(bytes)
}

/// The pictures of a file, if they have no more pixels than `most` together.
pub(crate) fn decode(file: &[u8], most: usize) -> Result<Frames, Wrong> {
    let wrong = |error: gif::DecodingError| error.to_string();
    let mut options = DecodeOptions::new();
    // Pictures are measured here before their pixels are read; what else is kept is no longer than the file.
    options.set_memory_limit(MemoryLimit::Unlimited);
    let mut decoder = options.read_info(file).map_err(wrong)?;
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut made = Frames { height, width, pictures: Vec::new() };
    while let Some(frame) = decoder.next_frame_info().map_err(wrong)? {
        let [left, top] = [frame.left, frame.top].map(usize::from);
        let [columns, rows] = [frame.width, frame.height].map(usize::from);
        let transparent = frame.transparent;
        if left + columns > width || top + rows > height || width * height == 0 {
            return Err(format!(
                "a picture of {rows} rows of {columns} pixels at {top}, {left} is not within {height} rows of {width}"
            ));
        }
        if (made.pictures.len() + 1) * width * height > most {
            return Err(format!("the animation has more than {most} pixels"));
        }
        // Row by row, also where the file has every eighth row first.
        let mut pixels = zeros(rows * columns)?;
        decoder.read_into_buffer(&mut pixels).map_err(wrong)?;
        let colours = decoder.palette().map_err(wrong)?;
        let mut picture = match made.pictures.last() {
            Some(before) => {
                let mut copy = zeros(before.len())?;
                copy.copy_from_slice(before);
                copy
            }
            None => zeros(3 * width * height)?,
        };
        for (at, &pixel) in pixels.iter().enumerate() {
            if Some(pixel) == transparent {
                continue;
            }
            let colour = colours.get(3 * usize::from(pixel)..).and_then(|rest| rest.get(..3));
            let colour = colour.ok_or("a pixel has a colour that there is not")?;
            let place = (top + at / columns) * width + left + at % columns;
            picture[3 * place..][..3].copy_from_slice(colour);
        }
        made.pictures.push(picture);
    }
    if made.pictures.is_empty() {
        return Err("there is no picture".into());
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use gif::{Encoder, Frame};

    use super::*;

    const BLACK: [u8; 3] = [0, 0, 0];
    const RED: [u8; 3] = [255, 0, 0];
    const BLUE: [u8; 3] = [0, 0, 255];

    /// A file of black, red and blue on a screen of 4 by 3 pixels.
    fn file(frames: &[Frame<'_>]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 4, 3, &[BLACK, RED, BLUE].concat()).expect("it fits");
        for frame in frames {
            encoder.write_frame(frame).expect("it fits");
        }
        drop(encoder);
        file
    }

    fn frame(left: u16, top: u16, width: u16, height: u16, pixels: &[u8]) -> Frame<'_> {
        Frame { left, top, width, height, buffer: pixels.into(), ..Frame::default() }
    }

    fn picture(pixels: [[u8; 3]; 12]) -> Vec<u8> {
        pixels.concat()
    }

    #[test]
    fn later_pictures_are_painted_over_earlier_ones() {
        let first = frame(1, 0, 2, 1, &[1, 2]);
        let mut second = frame(0, 0, 4, 3, &[1, 0, 0, 0, 2, 0, 0, 0, 1, 2, 1, 2]);
        second.transparent = Some(0);
        let frames = decode(&file(&[first, second]), 100).expect("the file is right");
        assert_eq!((frames.height, frames.width), (3, 4));
        let (o, r, b) = (BLACK, RED, BLUE);
        assert_eq!(
            frames.pictures,
            [picture([o, r, b, o, o, o, o, o, o, o, o, o]), picture([r, r, b, o, b, o, o, o, r, b, r, b]),]
        );
    }

    #[test]
    fn rows_that_come_in_another_order_stand_where_they_belong() {
        let rows: Vec<u8> = (0..3).flat_map(|row| [row; 4]).collect();
        // The file has rows 0 and 2 before row 1.
        let stored: Vec<u8> = [0, 2, 1].into_iter().flat_map(|row| [row; 4]).collect();
        let mut interlaced = frame(0, 0, 4, 3, &stored);
        interlaced.interlaced = true;
        let plain = frame(0, 0, 4, 3, &rows);
        let pictures = |frame| decode(&file(&[frame]), 12).expect("the file is right").pictures;
        assert_eq!(pictures(interlaced), pictures(plain));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let error = |frames: &[Frame<'_>], most| decode(&file(frames), most).err().unwrap_or_default();
        assert_eq!(
            error(&[frame(2, 1, 3, 1, &[1, 1, 1])], 100),
            "a picture of 1 rows of 3 pixels at 1, 2 is not within 3 rows of 4"
        );
        let small = || frame(0, 0, 1, 1, &[1]);
        assert_eq!(error(&[small(), small()], 23), "the animation has more than 23 pixels");
        assert_eq!(error(&[frame(0, 0, 1, 1, &[7])], 100), "a pixel has a colour that there is not");
    }

    #[test]
    fn a_file_that_is_cut_off_is_refused() {
        let whole = file(&[frame(0, 0, 4, 3, &[1; 12]), frame(1, 1, 2, 2, &[2; 4])]);
        assert!(decode(&whole, 100).is_ok());
        for length in 0..whole.len() {
            assert!(decode(&whole[..length], 100).is_err(), "{length} of {} bytes", whole.len());
        }
    }
}
