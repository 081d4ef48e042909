//! An encoder that gives the same files as libjpeg-turbo with the settings that TensorFlow uses, byte by byte.
//!
//! Sequential files of 8 bits with Huffman codes: those of Annex K of the standard, or the shortest for the picture. Colours are stored as
//! luminance and chroma; chroma may be stored at half the resolution. The standard leaves the transform, the mean of chroma and what is
//! stored beyond the borders of a picture to encoders; these are the library's.

/// Options of encoding.
#[derive(Debug, Clone)]
pub struct Encoding<'a> {
    /// From 0 to 100: how finely coefficients are stored.
    pub quality: u8,
    /// Whether Huffman codes are the shortest for the picture.
    pub optimize: bool,
    /// Whether chroma has half the resolution in each direction.
    pub subsampled: bool,
    /// The unit of the densities: 1 for an inch, 2 for a centimetre.
    pub unit: u8,
    /// Pixels in a unit, across and down.
    pub density: [u16; 2],
    /// Metadata of the format XMP, none if empty.
    pub metadata: &'a [u8],
}

/// The file of a picture, whose samples are by row, column and channel: one channel for grey, three for red, green and blue.
///
/// # Errors
/// The picture is empty or larger than such a file can say, the samples do not fit it, or the metadata is too long.
pub fn encode(
    samples: &[u8],
    [height, width, channels]: [usize; 3],
    options: &Encoding<'_>,
) -> Result<Vec<u8>, super::Wrong> {
    const MOST: usize = 65_500;
    if height == 0 || width == 0 || height > MOST || width > MOST {
        return Err(format!("pictures have from 1 to {MOST} rows and columns, not {height} and {width}"));
    }
    if !matches!(channels, 1 | 3) {
        return Err(format!("pictures have 1 or 3 channels, not {channels}"));
    }
    if Some(samples.len()) != height.checked_mul(width).and_then(|pixels| pixels.checked_mul(channels)) {
        return Err(format!("{} samples do not fill {height} rows of {width} pixels", samples.len()));
    }
    let step = if channels == 3 && options.subsampled { 2 } else { 1 };
    let tables = [scaled(&LUMINANCE, options.quality), scaled(&CHROMA, options.quality)];
    let planes = planes(samples, [height, width], channels, step)?;
    let mut components = Vec::new();
    for (at, plane) in planes.into_iter().enumerate() {
        let table = usize::from(at > 0);
        components.push(Component::new(&plane, &tables[table], if at == 0 { step } else { 1 })?);
    }
    let mut out = Vec::new();
    header(&mut out, options)?;
    for (at, table) in tables.iter().enumerate().take(components.len().min(2)) {
        out.extend([0xff, 0xdb, 0, 67, at as u8]);
        out.extend(ZIGZAG.iter().map(|&place| table[place] as u8));
    }
    let count = components.len() as u8;
    out.extend([0xff, 0xc0, 0, 8 + 3 * count, 8]);
    out.extend((height as u16).to_be_bytes());
    out.extend((width as u16).to_be_bytes());
    out.push(count);
    for (at, component) in components.iter().enumerate() {
        let sampling = component.step as u8;
        out.extend([at as u8 + 1, sampling << 4 | sampling, u8::from(at > 0)]);
    }
    let groups = [height, width].map(|size| size.div_ceil(8 * step));
    let mut codes = standard();
    if options.optimize {
        let mut counts = [[[0; 257]; 2]; 2];
        walk(&components, groups, |table, kind, symbol, _, _| counts[table][kind][usize::from(symbol)] += 1);
        codes = counts.map(|of_table| of_table.map(shortest));
    }
    for (table, codes) in codes.iter().enumerate().take(components.len().min(2)) {
        for (kind, code) in codes.iter().enumerate() {
            out.extend([0xff, 0xc4]);
            out.extend((19 + code.symbols.len() as u16).to_be_bytes());
            out.push((kind << 4 | table) as u8);
            out.extend(code.lengths);
            out.extend(&code.symbols);
        }
    }
    out.extend([0xff, 0xda, 0, 6 + 2 * count, count]);
    for at in 0..count {
        out.extend([at + 1, if at > 0 { 0x11 } else { 0 }]);
    }
    out.extend([0, 63, 0]);
    let words = codes.map(|of_table| of_table.map(|code| code.words()));
    let mut bits = Bits { out: &mut out, word: 0, count: 0 };
    walk(&components, groups, |table, kind, symbol, extra, length| {
        let (word, size) = words[table][kind][usize::from(symbol)];
        bits.put(word.into(), size.into());
        bits.put(extra, length);
    });
    bits.end();
    out.extend([0xff, 0xd9]);
    Ok(out)
}

/// Writes the segments before the tables.
fn header(out: &mut Vec<u8>, options: &Encoding<'_>) -> Result<(), super::Wrong> {
    const XMP: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
    out.extend([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
    out.extend(*b"JFIF\0");
    out.extend([1, 1, options.unit]);
    options.density.iter().for_each(|density| out.extend(density.to_be_bytes()));
    out.extend([0, 0]);
    if !options.metadata.is_empty() {
        let length = u16::try_from(2 + XMP.len() + options.metadata.len());
        let length = length
            .map_err(|_| format!("metadata of {} bytes does not fit a file", options.metadata.len()))?;
        out.extend([0xff, 0xe1]);
        out.extend(length.to_be_bytes());
        out.extend(XMP);
        out.extend(options.metadata);
    }
    Ok(())
}

/// Samples of a channel, with those that are stored beyond the borders: whole blocks.
struct Plane {
    /// Blocks down and across.
    blocks: [usize; 2],
    samples: Vec<u8>,
}

/// The channels as they are stored: luminance, and chroma, of which `step * step` pixels share a sample.
fn planes(
    samples: &[u8],
    [height, width]: [usize; 2],
    channels: usize,
    step: usize,
) -> Result<Vec<Plane>, super::Wrong> {
    let mut planes = Vec::new();
    for channel in 0..channels {
        let step = if channel == 0 { 1 } else { step };
        let pixel = |row: usize, column: usize| {
            // Beyond the borders stands what is nearest.
            let at = (row.min(height - 1) * width + column.min(width - 1)) * channels;
            match channels {
                1 => samples[at].into(),
                _ => stored(channel, [samples[at], samples[at + 1], samples[at + 2]]),
            }
        };
        let blocks = [height, width].map(|size| size.div_ceil(8 * step));
        let [rows, columns] = blocks.map(|count| count * 8);
        let mut made = room(rows * columns)?;
        for row in 0..rows {
            // The last row of means is repeated, rather than a mean of the last row.
            let row = row.min(height.div_ceil(step) - 1);
            for column in 0..columns {
                made.push(match step {
                    1 => pixel(row, column) as u8,
                    _ => {
                        let (row, left) = (row * 2, column * 2);
                        let sum = pixel(row, left)
                            + pixel(row, left + 1)
                            + pixel(row + 1, left)
                            + pixel(row + 1, left + 1);
                        // Halves are rounded down and up in turn.
                        ((sum + 1 + column as u32 % 2) >> 2) as u8
                    }
                });
            }
        }
        planes.push(Plane { blocks, samples: made });
    }
    Ok(planes)
}

fn room<T>(count: usize) -> Result<Vec<T>, super::Wrong> {
    let mut made = Vec::new();
    made.try_reserve_exact(count).map_err(|_| format!("out of memory for {count} samples"))?;
    Ok(made)
}

/// Luminance or chroma of red, green and blue (Recommendation ITU-T T.871), with 16 bits of fractions.
fn stored(channel: usize, [red, green, blue]: [u8; 3]) -> u32 {
    const fn fixed(x: f64) -> i32 {
        (x * 65536.0 + 0.5) as i32
    }
    const HALF: i32 = 1 << 15;
    const MIDDLE: i32 = (128 << 16) + HALF - 1;
    let [red, green, blue] = [red, green, blue].map(i32::from);
    let sum = match channel {
        0 => fixed(0.299) * red + fixed(0.587) * green + fixed(0.114) * blue + HALF,
        1 => -fixed(0.168_735_892) * red - fixed(0.331_264_108) * green + fixed(0.5) * blue + MIDDLE,
        _ => fixed(0.5) * red - fixed(0.418_687_589) * green - fixed(0.081_312_411) * blue + MIDDLE,
    };
    (sum >> 16) as u32
}

/// The quantised coefficients of a channel.
struct Component {
    blocks: [usize; 2],
    /// Blocks of a group in each direction.
    step: usize,
    coefficients: Vec<[i16; 64]>,
}

impl Component {
    fn new(plane: &Plane, table: &[u16; 64], step: usize) -> Result<Component, super::Wrong> {
        let [down, across] = plane.blocks;
        let mut coefficients = room(down * across)?;
        for block in 0..down * across {
            let first = block / across * 8 * across * 8 + block % across * 8;
            let mut values = [0; 64];
            for (at, value) in values.iter_mut().enumerate() {
                *value = i32::from(plane.samples[first + at / 8 * across * 8 + at % 8]) - 128;
            }
            transform(&mut values);
            let quantised = |place: usize| {
                let divisor = i32::from(table[place]) * 8;
                let value = values[place];
                ((value.abs() + divisor / 2) / divisor * value.signum()) as i16
            };
            coefficients.push(ZIGZAG.map(quantised));
        }
        Ok(Component { blocks: plane.blocks, step, coefficients })
    }

    /// A block, or what is stored for one outside: the mean of the block before it in its group.
    fn block(&self, row: usize, column: usize) -> [i16; 64] {
        let [down, across] = self.blocks;
        if row < down && column < across {
            return self.coefficients[row * across + column];
        }
        let mut block = [0; 64];
        block[0] = match row < down {
            true => self.block(row, column - 1)[0],
            false => self.block(row - 1, column - column % self.step + self.step - 1)[0],
        };
        block
    }
}

/// Calls a function for each symbol of a file: with the number of the table, its kind (0 for means, 1 for other coefficients), the symbol,
/// and the bits that follow it with their number.
fn walk(
    components: &[Component],
    [down, across]: [usize; 2],
    mut put: impl FnMut(usize, usize, u8, u32, u32),
) {
    let mut means = [0_i32; 3];
    for group in 0..down * across {
        for (at, component) in components.iter().enumerate() {
            let (table, step) = (usize::from(at > 0), component.step);
            for own in 0..step * step {
                let block =
                    component.block(group / across * step + own / step, group % across * step + own % step);
                let mean = i32::from(block[0]);
                let (length, extra) = magnitude(mean - means[at]);
                means[at] = mean;
                put(table, 0, length as u8, extra, length);
                let mut zeros = 0;
                for &value in &block[1..] {
                    if value == 0 {
                        zeros += 1;
                        continue;
                    }
                    while zeros > 15 {
                        put(table, 1, 0xf0, 0, 0);
                        zeros -= 16;
                    }
                    let (length, extra) = magnitude(value.into());
                    put(table, 1, (zeros << 4 | length) as u8, extra, length);
                    zeros = 0;
                }
                if zeros > 0 {
                    put(table, 1, 0, 0, 0);
                }
            }
        }
    }
}

/// The number of bits that a value takes, and these.
fn magnitude(value: i32) -> (u32, u32) {
    let length = 32 - value.unsigned_abs().leading_zeros();
    let bits = if value < 0 { value - 1 } else { value } as u32;
    (length, bits & ((1 << length) - 1))
}

/// The cosine transform times 8, by the method of Loeffler, Ligtenberg and Moschytz (1989) with 13 bits of fractions, of which 2 are kept
/// between rows and columns.
fn transform(values: &mut [i32; 64]) {
    const BITS: u32 = 13;
    const KEPT: u32 = 2;
    const fn fixed(x: f64) -> i32 {
        (x * (1 << BITS) as f64 + 0.5) as i32
    }
    let rounded = |x: i32, bits: u32| (x + (1 << (bits - 1))) >> bits;
    for (stride, next, is_first) in [(1, 8, true), (8, 1, false)] {
        for line in 0..8 {
            let place = |k: usize| line * next + k * stride;
            let (sum, difference) = (
                [0, 1, 2, 3].map(|k| values[place(k)] + values[place(7 - k)]),
                [0, 1, 2, 3].map(|k| values[place(k)] - values[place(7 - k)]),
            );
            let whole = |x: i32| if is_first { x << KEPT } else { rounded(x, KEPT) };
            let scaled = |x: i32| rounded(x, if is_first { BITS - KEPT } else { BITS + KEPT });
            let (outer, inner) = (sum[0] + sum[3], sum[1] + sum[2]);
            values[place(0)] = whole(outer + inner);
            values[place(4)] = whole(outer - inner);
            let (outer, inner) = (sum[0] - sum[3], sum[1] - sum[2]);
            let turned = (inner + outer) * fixed(0.541_196_1);
            values[place(2)] = scaled(turned + outer * fixed(0.765_366_865));
            values[place(6)] = scaled(turned - inner * fixed(1.847_759_065));
            let [d, c, b, a] = difference;
            let (z1, z2, z3, z4) = (a + d, b + c, a + c, b + d);
            let both = (z3 + z4) * fixed(1.175_875_602);
            let (z1, z2) = (-z1 * fixed(0.899_976_223), -z2 * fixed(2.562_915_447));
            let (z3, z4) = (both - z3 * fixed(1.961_570_56), both - z4 * fixed(0.390_180_644));
            values[place(7)] = scaled(a * fixed(0.298_631_336) + z1 + z3);
            values[place(5)] = scaled(b * fixed(2.053_119_869) + z2 + z4);
            values[place(3)] = scaled(c * fixed(3.072_711_026) + z2 + z3);
            values[place(1)] = scaled(d * fixed(1.501_321_11) + z1 + z4);
        }
    }
}

/// A table of Annex K for a quality.
fn scaled(table: &[u8; 64], quality: u8) -> [u16; 64] {
    let quality = u32::from(quality).clamp(1, 100);
    let percent = if quality < 50 { 5000 / quality } else { 200 - 2 * quality };
    table.map(|step| ((u32::from(step) * percent + 50) / 100).clamp(1, 255) as u16)
}

/// The places of coefficients in the order in which they are stored.
const ZIGZAG: [usize; 64] = {
    let mut order = [0; 64];
    let (mut row, mut column, mut at) = (0_usize, 0_usize, 0);
    while at < 64 {
        order[at] = row * 8 + column;
        at += 1;
        let is_rising = (row + column).is_multiple_of(2);
        match (is_rising, row, column) {
            (true, _, 7) | (false, _, 0) if row < 7 => row += 1,
            (true, 0, _) | (false, 7, _) => column += 1,
            (true, ..) => {
                row -= 1;
                column += 1;
            }
            (false, ..) => {
                row += 1;
                column -= 1;
            }
        }
    }
    order
};

/// Table K.1 of the standard, by rows.
const LUMINANCE: [u8; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17,
    22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78,
    87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];

/// Table K.2 of the standard, by rows.
const CHROMA: [u8; 64] = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
];

/// A Huffman code as files have it: how many symbols have a word of each length, and the symbols in the order of their words.
#[derive(Clone)]
struct Code {
    lengths: [u8; 16],
    symbols: Vec<u8>,
}

impl Code {
    /// The word of each symbol, and its length.
    fn words(&self) -> [(u16, u8); 256] {
        let mut words = [(0, 0); 256];
        let (mut next, mut symbols) = (0_u32, self.symbols.iter());
        for (at, &count) in self.lengths.iter().enumerate() {
            for &symbol in symbols.by_ref().take(count.into()) {
                words[usize::from(symbol)] = (next as u16, at as u8 + 1);
                next += 1;
            }
            next <<= 1;
        }
        words
    }
}

/// The codes of Annex K: for luminance and chroma, of means and of other coefficients (tables K.3 to K.6).
fn standard() -> [[Code; 2]; 2] {
    let code = |lengths: [u8; 16], symbols: &[u8]| Code { lengths, symbols: symbols.to_vec() };
    let means: [u8; 12] = std::array::from_fn(|at| at as u8);
    [
        [
            code([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], &means),
            code([0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d], &OF_LUMINANCE),
        ],
        [
            code([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], &means),
            code([0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77], &OF_CHROMA),
        ],
    ]
}

const OF_LUMINANCE: [u8; 162] = [
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22,
    0x71, 0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33,
    0x62, 0x72, 0x82, 0x09, 0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x34,
    0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55,
    0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76,
    0x77, 0x78, 0x79, 0x7a, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96,
    0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5,
    0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2, 0xd3, 0xd4,
    0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xf1,
    0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
];

const OF_CHROMA: [u8; 162] = [
    0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13,
    0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33, 0x52, 0xf0, 0x15, 0x62,
    0x72, 0xd1, 0x0a, 0x16, 0x24, 0x34, 0xe1, 0x25, 0xf1, 0x17, 0x18, 0x19, 0x1a, 0x26, 0x27, 0x28, 0x29,
    0x2a, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54,
    0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75,
    0x76, 0x77, 0x78, 0x79, 0x7a, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94,
    0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3,
    0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2,
    0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea,
    0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
];

/// The shortest code for symbols that occur so often, by the procedure of Annex K.2. The last count is that of a symbol that only keeps a
/// word of ones from being used.
fn shortest(mut counts: [u64; 257]) -> Code {
    counts[256] = 1;
    let mut sizes = [0_usize; 257];
    let mut others: [Option<usize>; 257] = [None; 257];
    loop {
        // The rarest two; of equally rare ones the last.
        let rarest = |but: Option<usize>| {
            (0..257).filter(|&at| counts[at] > 0 && Some(at) != but).min_by_key(|&at| (counts[at], 256 - at))
        };
        let Some(first) = rarest(None) else { break };
        let Some(second) = rarest(Some(first)) else { break };
        counts[first] += counts[second];
        counts[second] = 0;
        let mut last = first;
        loop {
            sizes[last] += 1;
            match others[last] {
                Some(next) => last = next,
                None => break,
            }
        }
        others[last] = Some(second);
        let mut next = Some(second);
        while let Some(at) = next {
            sizes[at] += 1;
            next = others[at];
        }
    }
    let mut lengths = [0_u32; 258];
    sizes.iter().filter(|&&size| size > 0).for_each(|&size| lengths[size] += 1);
    // Words have at most 16 bits: pairs of longer ones are put below shorter ones.
    for size in (17..lengths.len()).rev() {
        while lengths[size] > 0 {
            let shorter = (1..size - 1).rev().find(|&shorter| lengths[shorter] > 0).unwrap_or(1);
            lengths[size] -= 2;
            lengths[size - 1] += 1;
            lengths[shorter + 1] += 2;
            lengths[shorter] -= 1;
        }
    }
    // The symbol that keeps the word of ones has one of the longest.
    if let Some(size) = (1..=16).rev().find(|&size| lengths[size] > 0) {
        lengths[size] -= 1;
    }
    let mut symbols: Vec<usize> = (0..256).filter(|&symbol| sizes[symbol] > 0).collect();
    symbols.sort_by_key(|&symbol| sizes[symbol]);
    Code {
        lengths: std::array::from_fn(|at| lengths[at + 1] as u8),
        symbols: symbols.into_iter().map(|symbol| symbol as u8).collect(),
    }
}

/// Bits of coded data.
struct Bits<'a> {
    out: &'a mut Vec<u8>,
    word: u64,
    count: u32,
}

impl Bits<'_> {
    fn put(&mut self, bits: u32, count: u32) {
        self.word = self.word << count | u64::from(bits);
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            let byte = (self.word >> self.count) as u8;
            self.out.push(byte);
            if byte == 0xff {
                // Not the start of a marker.
                self.out.push(0);
            }
        }
    }

    /// Fills the last byte with ones.
    fn end(mut self) {
        if self.count > 0 {
            let missing = 8 - self.count;
            self.put((1 << missing) - 1, missing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Transform, decode};

    fn picture(height: usize, width: usize, channels: usize) -> Vec<u8> {
        let sample = |at: usize| {
            let (row, column, channel) = (at / channels / width, at / channels % width, at % channels);
            ((row * 7 + column * 5 + channel * 40) % 230) as u8
        };
        (0..height * width * channels).map(sample).collect()
    }

    fn options(quality: u8) -> Encoding<'static> {
        Encoding { quality, optimize: false, subsampled: false, unit: 1, density: [300; 2], metadata: &[] }
    }

    /// The largest difference of a picture and what is read from its file.
    fn lost(size: [usize; 3], options: &Encoding<'_>) -> u8 {
        let samples = picture(size[0], size[1], size[2]);
        let file = encode(&samples, size, options).expect("a picture");
        let read = Options {
            channels: 0,
            ratio: 1,
            fancy: true,
            transform: Transform::Accurate,
            recover: false,
            columns: None,
            most: 1 << 20,
        };
        let decoded = decode(&file, &read).expect("a file");
        assert_eq!([decoded.height, decoded.width, decoded.channels], size);
        let pairs = samples.iter().zip(&decoded.samples);
        pairs.map(|(&sample, &read)| sample.abs_diff(read)).max().unwrap_or(0)
    }

    #[test]
    fn files_of_the_best_quality_hold_the_picture() {
        for size in [[1, 1, 1], [8, 8, 1], [9, 17, 1], [16, 16, 3], [5, 23, 3]] {
            for optimize in [false, true] {
                let lost = lost(size, &Encoding { optimize, ..options(100) });
                assert!(lost <= 3, "{size:?}: {lost}");
            }
        }
    }

    #[test]
    fn codes_for_the_picture_are_not_longer() {
        let size = [40, 50, 3];
        let length = |optimize: bool, quality: u8| {
            let options = Encoding { optimize, subsampled: true, ..options(quality) };
            encode(&picture(size[0], size[1], size[2]), size, &options).expect("a picture").len()
        };
        assert!(length(true, 90) < length(false, 90));
        assert!(length(false, 30) < length(false, 90));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for (samples, size) in [(0, [0, 3, 1]), (12, [2, 3, 2]), (5, [2, 3, 1]), (0, [70_000, 1, 1])] {
            assert!(encode(&picture(samples, 1, 1), size, &options(90)).is_err(), "{size:?}");
        }
        let metadata = [b' '; 70_000];
        let options = Encoding { metadata: &metadata, ..options(90) };
        assert!(encode(&[0], [1, 1, 1], &options).is_err_and(|wrong| wrong.contains("metadata")));
    }
}
