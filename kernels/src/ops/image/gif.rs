//! Animations in GIF files: each picture is what the one before it was, with some of its pixels painted over.

/// What is wrong with a file.
type Wrong = String;

/// The pictures, each of so many rows of so many pixels of three channels.
pub(crate) struct Frames {
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) pictures: Vec<Vec<u8>>,
}

/// A file as it is read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Wrong> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("premature end of file")?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Wrong> {
        Ok(self.take(1)?[0])
    }

    fn word(&mut self) -> Result<usize, Wrong> {
        let bytes = self.take(2)?;
        Ok(usize::from(u16::from_le_bytes([bytes[0], bytes[1]])))
    }

    /// The colours that flags say there are.
    fn colours(&mut self, flags: u8) -> Result<Option<&'a [u8]>, Wrong> {
        if flags & 0x80 == 0 {
            return Ok(None);
        }
        self.take(3 << ((flags & 7) + 1)).map(Some)
    }

    /// Blocks up to an empty one, as one.
    fn blocks(&mut self) -> Result<Vec<u8>, Wrong> {
        let mut all = Vec::new();
        loop {
            let length = usize::from(self.byte()?);
            if length == 0 {
                return Ok(all);
            }
            all.extend_from_slice(self.take(length)?);
        }
    }
}

/// The pictures of a file, if they have no more pixels than `most` together.
pub(crate) fn decode(file: &[u8], most: usize) -> Result<Frames, Wrong> {
    let mut reader = Reader(file);
    if !matches!(reader.take(6)?, b"GIF87a" | b"GIF89a") {
        return Err("it does not start as such files do".into());
    }
    let (width, height) = (reader.word()?, reader.word()?);
    let flags = reader.byte()?;
    reader.take(2)?;
    let common = reader.colours(flags)?;
    let mut made = Frames { height, width, pictures: Vec::new() };
    let mut transparent = None;
    loop {
        match reader.byte()? {
            0x21 => {
                let label = reader.byte()?;
                let blocks = reader.blocks()?;
                if let (0xf9, &[flags, _, _, colour, ..]) = (label, &blocks[..]) {
                    transparent = (flags & 1 == 1).then_some(colour);
                }
            }
            0x2c => {
                let (left, top) = (reader.word()?, reader.word()?);
                let (columns, rows) = (reader.word()?, reader.word()?);
                let flags = reader.byte()?;
                let colours = reader.colours(flags)?.or(common).ok_or("a picture has no colours")?;
                let bits = reader.byte()?;
                let data = reader.blocks()?;
                if left + columns > width || top + rows > height || width * height == 0 {
                    return Err(format!(
                        "a picture of {rows} rows of {columns} pixels at {top}, {left} is not within {height} rows of {width}"
                    ));
                }
                if (made.pictures.len() + 1) * width * height > most {
                    return Err(format!("the animation has more than {most} pixels"));
                }
                let pixels = unpacked(&data, bits, rows * columns)?;
                let mut picture = match made.pictures.last() {
                    Some(before) => before.clone(),
                    None => vec![0; 3 * width * height],
                };
                for (at, &pixel) in pixels.iter().enumerate() {
                    if Some(pixel) == transparent {
                        continue;
                    }
                    let colour = colours.get(3 * usize::from(pixel)..).and_then(|rest| rest.get(..3));
                    let colour = colour.ok_or("a pixel has a colour that there is not")?;
                    let line = if flags & 0x40 == 0 { at / columns } else { interlaced(at / columns, rows) };
                    let place = (top + line) * width + left + at % columns;
                    picture[3 * place..][..3].copy_from_slice(colour);
                }
                made.pictures.push(picture);
                transparent = None;
            }
            0x3b => break,
            other => return Err(format!("there is a block of kind {other:#04x}")),
        }
    }
    if made.pictures.is_empty() {
        return Err("there is no picture".into());
    }
    Ok(made)
}

/// The row that comes so many rows after the first where every eighth comes first.
fn interlaced(mut at: usize, rows: usize) -> usize {
    for (start, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
        let count = rows.saturating_sub(start).div_ceil(step);
        if at < count {
            return start + at * step;
        }
        at -= count;
    }
    rows - 1
}

/// So many pixels from their codes (Lempel, Ziv and Welch's).
fn unpacked(data: &[u8], bits: u8, count: usize) -> Result<Vec<u8>, Wrong> {
    if !(1..=11).contains(&bits) {
        return Err(format!("pixels have {bits} bits"));
    }
    let (clear, end) = (1_usize << bits, (1_usize << bits) + 1);
    // Each code is one before it, and a pixel.
    let mut codes: Vec<(u16, u8)> = Vec::new();
    let mut out: Vec<u8> = Vec::new();
    let (mut width, mut before, mut held, mut have) = (u32::from(bits) + 1, None, 0_u32, 0_u32);
    let mut bytes = data.iter();
    let mut word = Vec::new();
    while out.len() < count {
        while have < width {
            let byte = bytes.next().ok_or("the codes of a picture are cut off")?;
            held |= u32::from(*byte) << have;
            have += 8;
        }
        let code = held as usize & ((1 << width) - 1);
        (held, have) = (held >> width, have - width);
        if code == clear {
            codes.clear();
            (width, before) = (u32::from(bits) + 1, None);
            continue;
        }
        if code == end {
            break;
        }
        let known = end + 1 + codes.len();
        // A code that is about to be known is the one before, and its first pixel again.
        let (mut at, again) = match before {
            Some(before) if code == known => (before, true),
            _ if code < known => (code, false),
            _ => return Err("a code is wrong".into()),
        };
        word.clear();
        while at > end {
            let (rest, pixel) = codes[at - end - 1];
            word.push(pixel);
            at = usize::from(rest);
        }
        word.push(at as u8);
        word.reverse();
        if again {
            word.push(word[0]);
        }
        if let Some(before) = before
            && known < 4096
        {
            codes.push((before as u16, word[0]));
            if known + 1 == 1 << width && width < 12 {
                width += 1;
            }
        }
        before = Some(code);
        out.extend_from_slice(&word);
    }
    if out.len() < count {
        return Err("a picture has too few pixels".into());
    }
    out.truncate(count);
    Ok(out)
}
