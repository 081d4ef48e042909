//! A decoder of JPEG files (ITU-T T.81) that gives the same pixels as libjpeg-turbo, bit by bit, and an encoder ([`encode`]).
//!
//! The decoder reads sequential and progressive files of 8 bits, whose coefficients are Huffman-coded. The standard leaves rounding to decoders.
//! This one rounds as the library that TensorFlow uses, so that pixels are equal: the same integer transforms, also the smaller ones
//! for pictures at a half, a quarter or an eighth of their size, the same interpolation of chroma, the same conversion of colours.
//! Arithmetic coding, other depths and lossless files are refused.

mod encode;
mod pixels;
mod scan;
mod transform;

pub use encode::{Encoding, encode};
use scan::{Huffman, Scan};
pub use transform::Transform;

/// A message that says why a file cannot be decoded.
pub type Wrong = String;

/// Options of decoding.
#[derive(Debug, Clone)]
pub struct Options {
    /// The number of channels: one for grey, three for colours, zero for the file's own.
    pub channels: usize,
    /// The ratio of the file's pixels to the result's in each direction: 1, 2, 4 or 8.
    pub ratio: usize,
    /// Interpolate chroma that is stored at a lower resolution.
    pub fancy: bool,
    /// The inverse transform to compute.
    pub transform: Transform,
    /// Whether pixels missing at the end of a file are grey.
    pub recover: bool,
    /// Only columns from the first up to the second are wanted; some before them may be decoded as well.
    pub columns: Option<[usize; 2]>,
    /// More pixels are refused.
    pub most: usize,
}

/// A decoded picture, row by row.
#[derive(Debug, Clone)]
pub struct Decoded {
    /// The column of the picture that is the first here.
    pub first: usize,
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// Numbers of a pixel: 1 or 3.
    pub channels: usize,
    /// All numbers: by row, column and channel.
    pub samples: Vec<u8>,
}

/// Height, width and the number of components, from the header alone.
///
/// # Errors
/// The header is broken, or of a kind of file that is not supported.
pub fn shape(file: &[u8]) -> Result<[usize; 3], Wrong> {
    let mut reader = Reader { file, at: 0 };
    reader.start()?;
    while let Some(marker) = reader.marker() {
        let segment = reader.segment(marker)?;
        if is_frame(marker) {
            let frame = Frame::parse(segment)?;
            return Ok([frame.height, frame.width, frame.components.len()]);
        }
    }
    Err("there is no frame".into())
}

/// The picture in a file.
///
/// # Errors
/// The file is broken or cut short, of a kind that is not supported, or larger than the options allow.
pub fn decode(file: &[u8], options: &Options) -> Result<Decoded, Wrong> {
    let mut state = State::default();
    let mut reader = Reader { file, at: 0 };
    reader.start()?;
    let mut complete = false;
    while let Some(marker) = reader.marker() {
        if marker == END {
            complete = true;
            break;
        }
        let segment = match reader.segment(marker) {
            Err(_) if options.recover && state.scanned => break,
            segment => segment?,
        };
        match marker {
            0xdb => state.quantization(segment)?,
            0xc4 => state.huffman(segment)?,
            0xdd => {
                let [high, low] = segment[..] else {
                    return Err("a restart interval has no two bytes".into());
                };
                state.restart = usize::from(u16::from_be_bytes([high, low]));
            }
            0xee if segment.len() >= 12 && segment.starts_with(b"Adobe") => state.adobe = Some(segment[11]),
            0xe0 if segment.starts_with(b"JFIF\0") => state.jfif = true,
            START_OF_SCAN => reader.at = state.scan(file, reader.at, segment, options)?,
            0xc0..=0xc2 => {
                if state.frame.is_some() {
                    return Err("there are two frames".into());
                }
                let mut frame = Frame::parse(segment)?;
                frame.progressive = marker == 0xc2;
                frame.allocate(options.most)?;
                state.frame = Some(frame);
            }
            other if is_frame(other) => {
                return Err(format!(
                    "files of kind SOF{} are not decoded: sequential and progressive ones with Huffman codes are",
                    other & 15
                ));
            }
            _ => {}
        }
    }
    let frame = state.frame.as_ref().ok_or("there is no frame")?;
    if !state.scanned {
        return Err("there is no scan".into());
    }
    if !complete && !options.recover {
        return Err("premature end of file".into());
    }
    pixels::picture(frame, state.adobe, state.jfif, options)
}

const END: u8 = 0xd9;
const START_OF_SCAN: u8 = 0xda;

/// Whether a marker starts the description of a frame.
fn is_frame(marker: u8) -> bool {
    matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc)
}

/// The segments of a file.
struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn start(&mut self) -> Result<(), Wrong> {
        if !self.file.starts_with(&[0xff, 0xd8]) {
            return Err("it does not start as such files do".into());
        }
        self.at = 2;
        Ok(())
    }

    /// The next marker, behind whatever stands before it.
    fn marker(&mut self) -> Option<u8> {
        loop {
            let found = self.file.get(self.at..)?.iter().position(|&byte| byte == 0xff)?;
            self.at += found + 1;
            let marker = *self.file.get(self.at)?;
            if marker != 0 && marker != 0xff {
                self.at += 1;
                return Some(marker);
            }
        }
    }

    /// The data of a marker.
    fn segment(&mut self, marker: u8) -> Result<&'a [u8], Wrong> {
        if matches!(marker, 0x01 | 0xd0..=0xd9) {
            return Ok(&[]);
        }
        let short = || format!("the segment of marker {marker:#04x} is cut off");
        let rest = self.file.get(self.at..).unwrap_or_default();
        let [high, low, ..] = *rest else { return Err(short()) };
        let length = usize::from(u16::from_be_bytes([high, low]));
        let segment = rest.get(2..length).ok_or_else(short)?;
        self.at += length;
        Ok(segment)
    }
}

/// One colour of a frame.
struct Component {
    id: u8,
    /// Blocks of it in a unit, across and down.
    across: usize,
    down: usize,
    table: usize,
    /// Blocks that a scan of its own has.
    columns: usize,
    rows: usize,
    /// Blocks that are kept in a row: whole units.
    stride: usize,
    /// Coefficients, block by block, in the order of the picture rather than zigzag.
    blocks: Vec<[i16; 64]>,
    /// The quantisation that held when it was scanned first.
    quantization: Option<[u16; 64]>,
}

/// A picture as it is stored.
struct Frame {
    height: usize,
    width: usize,
    progressive: bool,
    components: Vec<Component>,
}

impl Frame {
    fn parse(segment: &[u8]) -> Result<Frame, Wrong> {
        let &[depth, h1, h0, w1, w0, count, ref rest @ ..] = segment else {
            return Err("the frame's header is cut off".into());
        };
        if depth != 8 {
            return Err(format!("pictures of {depth} bits are not decoded"));
        }
        let (height, width) =
            (usize::from(u16::from_be_bytes([h1, h0])), usize::from(u16::from_be_bytes([w1, w0])));
        if height == 0 || width == 0 {
            return Err(format!("the picture has {height} rows of {width} pixels"));
        }
        let count = usize::from(count);
        if !(1..=4).contains(&count) || rest.len() != 3 * count {
            return Err(format!("there are {count} components"));
        }
        let mut components = Vec::new();
        for &[id, sampling, table] in rest.as_chunks().0 {
            let (across, down) = (usize::from(sampling >> 4), usize::from(sampling & 15));
            if !(1..=4).contains(&across) || !(1..=4).contains(&down) || table > 3 {
                return Err(format!("component {id} is sampled {across} times {down}, with table {table}"));
            }
            components.push(Component {
                id,
                across,
                down,
                table: usize::from(table),
                columns: 0,
                rows: 0,
                stride: 0,
                blocks: Vec::new(),
                quantization: None,
            });
        }
        Ok(Frame { height, width, progressive: false, components })
    }

    /// The largest sampling of the colours, across and down.
    fn most(&self) -> [usize; 2] {
        let most = |f: fn(&Component) -> usize| self.components.iter().map(f).max().unwrap_or(1);
        [most(|component| component.across), most(|component| component.down)]
    }

    /// Units across and down.
    fn units(&self) -> [usize; 2] {
        let [across, down] = self.most();
        [self.width.div_ceil(8 * across), self.height.div_ceil(8 * down)]
    }

    fn allocate(&mut self, most: usize) -> Result<(), Wrong> {
        if self.height * self.width > most {
            return Err(format!("a picture of {} rows of {} pixels is not decoded", self.height, self.width));
        }
        let ([across, down], [units_across, units_down]) = (self.most(), self.units());
        let (height, width) = (self.height, self.width);
        for component in &mut self.components {
            component.columns = (width * component.across).div_ceil(8 * across);
            component.rows = (height * component.down).div_ceil(8 * down);
            component.stride = units_across * component.across;
            let count = component.stride * units_down * component.down;
            component.blocks.try_reserve_exact(count).map_err(|_| "out of memory for the picture")?;
            component.blocks.resize(count, [0; 64]);
        }
        Ok(())
    }
}

/// The state that segments have set so far.
#[derive(Default)]
struct State {
    frame: Option<Frame>,
    tables: [Option<[u16; 64]>; 4],
    /// For first coefficients and for the others.
    codes: [[Option<Huffman>; 4]; 2],
    restart: usize,
    adobe: Option<u8>,
    jfif: bool,
    scanned: bool,
}

/// The places of a block's coefficients.
#[rustfmt::skip]
const ZIGZAG: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

impl State {
    fn quantization(&mut self, mut segment: &[u8]) -> Result<(), Wrong> {
        while let Some((&kind, rest)) = segment.split_first() {
            let (wide, number) = (kind >> 4 != 0, usize::from(kind & 15));
            let size = if wide { 128 } else { 64 };
            let (values, rest) = rest.split_at_checked(size).ok_or("a quantisation table is cut off")?;
            let place = self.tables.get_mut(number).ok_or_else(|| format!("there is no table {number}"))?;
            let mut table = [0; 64];
            for (i, &to) in ZIGZAG.iter().enumerate() {
                table[usize::from(to)] = match wide {
                    true => u16::from_be_bytes([values[2 * i], values[2 * i + 1]]),
                    false => u16::from(values[i]),
                };
            }
            *place = Some(table);
            segment = rest;
        }
        Ok(())
    }

    fn huffman(&mut self, mut segment: &[u8]) -> Result<(), Wrong> {
        while let Some((&kind, rest)) = segment.split_first() {
            let (counts, rest) = rest.split_at_checked(16).ok_or("a table of codes is cut off")?;
            let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
            let (symbols, rest) = rest.split_at_checked(total).ok_or("a table of codes is cut off")?;
            let place = self.codes.get_mut(usize::from(kind >> 4));
            let place = place.and_then(|codes| codes.get_mut(usize::from(kind & 15)));
            let place = place.ok_or_else(|| format!("there is no table of codes {kind:#04x}"))?;
            *place = Some(Huffman::new(counts, symbols)?);
            segment = rest;
        }
        Ok(())
    }

    /// Reads a scan that starts behind its header; where it ends.
    fn scan(&mut self, file: &[u8], at: usize, header: &[u8], options: &Options) -> Result<usize, Wrong> {
        let frame = self.frame.as_mut().ok_or("a scan stands before the frame")?;
        let wrong = || Wrong::from("a scan's header is wrong");
        let (&count, rest) = header.split_first().ok_or_else(wrong)?;
        let (own, rest) = rest.split_at_checked(2 * usize::from(count)).ok_or_else(wrong)?;
        let &[first, last, bits] = rest else { return Err(wrong()) };
        let mut scan = Scan::new(file, at, self.restart);
        if frame.progressive {
            scan.range = [usize::from(first), usize::from(last)];
            scan.bits = [bits >> 4, bits & 15];
            let alone = first == 0 && last == 0 || first > 0 && last >= first && count == 1;
            if last > 63 || bits & 15 > 13 || !alone {
                return Err(wrong());
            }
        }
        scan.progressive = frame.progressive;
        for &[id, codes] in own.as_chunks().0 {
            let which = frame.components.iter().position(|component| component.id == id);
            let which = which.ok_or_else(|| format!("a scan has a component {id}, the frame has none"))?;
            let component = &mut frame.components[which];
            if component.quantization.is_none() {
                component.quantization = self.tables[component.table];
            }
            let code =
                |kind: usize, number: u8| self.codes[kind].get(usize::from(number)).and_then(Option::as_ref);
            scan.components.push((which, code(0, codes >> 4), code(1, codes & 15)));
        }
        if scan.components.is_empty() {
            return Err(wrong());
        }
        self.scanned = true;
        scan.run(frame, options.recover)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options {
            channels: 0,
            ratio: 1,
            fancy: true,
            transform: Transform::Fast,
            recover: false,
            columns: None,
            most: 1 << 20,
        }
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        for (file, message) in [
            (&b"GIF8"[..], "it does not start as such files do"),
            (&[0xff, 0xd8, 0xff, 0xd9], "there is no frame"),
            (&[0xff, 0xd8, 0xff, 0xc0, 0, 9, 8], "the segment of marker 0xc0 is cut off"),
            (
                &[0xff, 0xd8, 0xff, 0xc9, 0, 2],
                "files of kind SOF9 are not decoded: sequential and progressive ones with Huffman codes are",
            ),
            (
                &[0xff, 0xd8, 0xff, 0xc0, 0, 11, 12, 0, 1, 0, 1, 1, 1, 0x11, 0],
                "pictures of 12 bits are not decoded",
            ),
            (&[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xff, 0xd9], "there is no scan"),
        ] {
            assert_eq!(decode(file, &options()).err().as_deref(), Some(message));
        }
    }

    /// Pictures of 22 by 20 pixels whose chroma is stored at half the resolution.
    const FILES: [&[u8]; 2] = [include_bytes!("sequential.jpg"), include_bytes!("progressive.jpg")];

    /// Files that are cut off or have wrong bytes decode to a picture, whatever it shows, or to an error.
    #[test]
    fn damaged_files_are_pictures_or_errors() {
        let all = [(1, false), (1, true), (2, true), (4, false), (8, true)];
        let decode = |file: &[u8], (ratio, recover)| {
            decode(file, &Options { ratio, recover, fancy: ratio < 4, ..options() })
        };
        for file in FILES {
            for how in all {
                let decoded = decode(file, how).expect("a sound file");
                let (height, width) = (20_usize.div_ceil(how.0), 22_usize.div_ceil(how.0));
                assert_eq!((decoded.height, decoded.width, decoded.channels), (height, width, 3));
                for len in 0..file.len() {
                    let _ = decode(&file[..len], how);
                }
            }
            let mut damaged = file.to_vec();
            for at in 0..file.len() {
                for (value, how) in
                    [0, 0xff, file[at] ^ 1, file[at] ^ 0x80, file[at].wrapping_add(1)].iter().zip(all)
                {
                    damaged[at] = *value;
                    if let Ok(decoded) = decode(&damaged, how) {
                        assert_eq!(decoded.samples.len(), decoded.height * decoded.width * decoded.channels);
                    }
                }
                damaged[at] = file[at];
            }
        }
    }
}
