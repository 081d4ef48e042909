//! The coded coefficients of a scan.

use super::{Frame, Wrong, ZIGZAG};

/// A table of codes: for each length the codes of it, and the symbols in the order of their codes.
pub(super) struct Huffman {
    /// For the next eight bits: the length of the code that they start with, and its symbol.
    short: [(u8, u8); 256],
    /// For each length: one more than the last code, and what to add to a code for its symbol's place.
    ends: [(i32, i32); 17],
    symbols: Vec<u8>,
}

impl Huffman {
    pub(super) fn new(counts: &[u8], symbols: &[u8]) -> Result<Huffman, Wrong> {
        let mut made = Huffman { short: [(0, 0); 256], ends: [(0, 0); 17], symbols: symbols.to_vec() };
        let (mut code, mut place) = (0_i32, 0_i32);
        for length in 1..=16_usize {
            let count = i32::from(counts[length - 1]);
            if code + count > 1 << length {
                return Err("a table has more codes than there are".into());
            }
            made.ends[length] = (code + count, place - code);
            if length <= 8 {
                for i in 0..count {
                    let (start, run) = ((code + i) << (8 - length), 1 << (8 - length));
                    for short in &mut made.short[start as usize..][..run] {
                        *short = (length as u8, symbols[(place + i) as usize]);
                    }
                }
            }
            code = (code + count) << 1;
            place += count;
        }
        Ok(made)
    }
}

/// A scan that is being read.
pub(super) struct Scan<'a> {
    file: &'a [u8],
    at: usize,
    /// Bits that have been read from the file and not been taken.
    held: u64,
    count: u32,
    /// Bits behind the end, of which there is any number.
    invented: u64,
    restart: usize,
    pub(super) components: Vec<(usize, Option<&'a Huffman>, Option<&'a Huffman>)>,
    pub(super) progressive: bool,
    /// The first and the last coefficient.
    pub(super) range: [usize; 2],
    /// The bits that came before, if any did, and those that come now.
    pub(super) bits: [u8; 2],
    /// Blocks that have nothing more.
    empty: u32,
    before: [i32; 4],
}

impl<'a> Scan<'a> {
    pub(super) fn new(file: &'a [u8], at: usize, restart: usize) -> Scan<'a> {
        Scan {
            file,
            at,
            held: 0,
            count: 0,
            invented: 0,
            restart,
            components: Vec::new(),
            progressive: false,
            range: [0, 63],
            bits: [0, 0],
            empty: 0,
            before: [0; 4],
        }
    }

    fn fill(&mut self) {
        while self.count <= 48 {
            let byte = match self.file.get(self.at..) {
                Some([0xff, 0, ..]) => {
                    self.at += 2;
                    0xff
                }
                Some([0xff, ..] | []) | None => {
                    // Behind a marker, or the end, there are zeros.
                    self.invented += 8;
                    0
                }
                Some([byte, ..]) => {
                    self.at += 1;
                    *byte
                }
            };
            self.held = self.held << 8 | u64::from(byte);
            self.count += 8;
        }
    }

    fn bits(&mut self, count: u32) -> i32 {
        if count == 0 {
            return 0;
        }
        if self.count < count {
            self.fill();
        }
        self.count -= count;
        (self.held >> self.count) as i32 & ((1 << count) - 1)
    }

    /// A number of so many bits, the lower half of which are negative.
    fn signed(&mut self, count: u32) -> i32 {
        let bits = self.bits(count);
        if count > 0 && bits < 1 << (count - 1) { bits - (1 << count) + 1 } else { bits }
    }

    fn symbol(&mut self, codes: Option<&Huffman>) -> Result<u8, Wrong> {
        let codes = codes.ok_or("a scan's table of codes is missing")?;
        if self.count < 16 {
            self.fill();
        }
        let next = (self.held >> (self.count - 8)) as usize & 0xff;
        let (length, symbol) = codes.short[next];
        if length > 0 {
            self.count -= u32::from(length);
            return Ok(symbol);
        }
        for length in 9..=16_u32 {
            let code = (self.held >> (self.count - length)) as i32 & ((1 << length) - 1);
            let (end, offset) = codes.ends[length as usize];
            if code < end {
                self.count -= length;
                let symbol = codes.symbols.get((code + offset) as usize);
                return symbol.copied().ok_or_else(|| "a code is wrong".into());
            }
        }
        Err("a code is wrong".into())
    }

    /// Reads all blocks; where the scan ends.
    pub(super) fn run(mut self, frame: &mut Frame, recover: bool) -> Result<usize, Wrong> {
        let alone = self.components.len() == 1;
        let [across, down] = match (alone, self.components[0].0) {
            (true, which) => [frame.components[which].columns, frame.components[which].rows],
            (false, _) => frame.units(),
        };
        for unit in 0..across * down {
            if self.restart > 0 && unit > 0 && unit % self.restart == 0 {
                self.restarted()?;
            }
            // Zeros behind the end are enough to notice it.
            if self.invented > u64::from(self.count) + 64 {
                if recover {
                    return Ok(self.at);
                }
                return Err("premature end of data".into());
            }
            let (x, y) = (unit % across, unit / across);
            for own in 0..self.components.len() {
                let (which, first, others) = self.components[own];
                let component = &mut frame.components[which];
                let (columns, rows) = if alone { (1, 1) } else { (component.across, component.down) };
                for block in 0..columns * rows {
                    let (row, column) = (y * rows + block / columns, x * columns + block % columns);
                    let block = &mut component.blocks[row * component.stride + column];
                    if !self.progressive {
                        self.sequential(block, own, first, others)?;
                    } else if self.range[0] == 0 {
                        self.first(block, own, first)?;
                    } else if self.bits[0] == 0 {
                        self.spectral(block, others)?;
                    } else {
                        self.refined(block, others)?;
                    }
                }
            }
        }
        Ok(self.at)
    }

    fn restarted(&mut self) -> Result<(), Wrong> {
        (self.held, self.count, self.invented, self.empty, self.before) = (0, 0, 0, 0, [0; 4]);
        let rest = self.file.get(self.at..).unwrap_or_default();
        let found = rest.windows(2).position(|pair| pair[0] == 0xff && pair[1] != 0 && pair[1] != 0xff);
        match found.map(|found| (found, rest[found + 1])) {
            Some((found, 0xd0..=0xd7)) => {
                self.at += found + 2;
                Ok(())
            }
            _ => Err("a restart marker is missing".into()),
        }
    }

    fn sequential(
        &mut self,
        block: &mut [i16; 64],
        own: usize,
        first: Option<&Huffman>,
        others: Option<&Huffman>,
    ) -> Result<(), Wrong> {
        let size = u32::from(self.symbol(first)?);
        if size > 15 {
            return Err("a coefficient has too many bits".into());
        }
        self.before[own] = self.before[own].wrapping_add(self.signed(size));
        block[0] = self.before[own] as i16;
        let mut k = 1;
        while k < 64 {
            let symbol = self.symbol(others)?;
            let (run, size) = (usize::from(symbol >> 4), u32::from(symbol & 15));
            if size == 0 {
                if run < 15 {
                    break;
                }
                k += 16;
                continue;
            }
            k += run;
            let value = self.signed(size) as i16;
            let place = ZIGZAG.get(k).ok_or("a block has too many coefficients")?;
            block[usize::from(*place)] = value;
            k += 1;
        }
        Ok(())
    }

    fn first(&mut self, block: &mut [i16; 64], own: usize, first: Option<&Huffman>) -> Result<(), Wrong> {
        let [before, now] = self.bits;
        if before != 0 {
            block[0] |= (self.bits(1) << now) as i16;
            return Ok(());
        }
        let size = u32::from(self.symbol(first)?);
        if size > 15 {
            return Err("a coefficient has too many bits".into());
        }
        self.before[own] = self.before[own].wrapping_add(self.signed(size));
        block[0] = (self.before[own] << now) as i16;
        Ok(())
    }

    fn spectral(&mut self, block: &mut [i16; 64], others: Option<&Huffman>) -> Result<(), Wrong> {
        if self.empty > 0 {
            self.empty -= 1;
            return Ok(());
        }
        let mut k = self.range[0];
        while k <= self.range[1] {
            let symbol = self.symbol(others)?;
            let (run, size) = (usize::from(symbol >> 4), u32::from(symbol & 15));
            if size == 0 {
                if run < 15 {
                    self.empty = (1 << run) - 1 + self.bits(run as u32) as u32;
                    break;
                }
                k += 16;
                continue;
            }
            k += run;
            let value = (self.signed(size) << self.bits[1]) as i16;
            let place = ZIGZAG.get(k).ok_or("a block has too many coefficients")?;
            block[usize::from(*place)] = value;
            k += 1;
        }
        Ok(())
    }

    /// One more bit of coefficients that have some, and new ones of one bit.
    fn refined(&mut self, block: &mut [i16; 64], others: Option<&Huffman>) -> Result<(), Wrong> {
        let bit = 1_i16 << self.bits[1];
        let mut k = self.range[0];
        if self.empty == 0 {
            while k <= self.range[1] {
                let symbol = self.symbol(others)?;
                let (mut run, size) = (symbol >> 4, symbol & 15);
                let mut value = 0;
                if size != 0 {
                    value = if self.bits(1) == 1 { bit } else { -bit };
                } else if run < 15 {
                    self.empty = (1 << run) + self.bits(u32::from(run)) as u32;
                    break;
                }
                while k <= self.range[1] {
                    let place = usize::from(ZIGZAG[k]);
                    if block[place] != 0 {
                        self.correct(&mut block[place], bit);
                    } else if run == 0 {
                        block[place] = value;
                        k += 1;
                        break;
                    } else {
                        run -= 1;
                    }
                    k += 1;
                }
            }
        }
        if self.empty > 0 {
            while k <= self.range[1] {
                let place = usize::from(ZIGZAG[k]);
                if block[place] != 0 {
                    self.correct(&mut block[place], bit);
                }
                k += 1;
            }
            self.empty -= 1;
        }
        Ok(())
    }

    fn correct(&mut self, value: &mut i16, bit: i16) {
        if self.bits(1) == 1 && *value & bit == 0 {
            *value = value.wrapping_add(if *value >= 0 { bit } else { -bit });
        }
    }
}
