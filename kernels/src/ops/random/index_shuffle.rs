//! `tf.RandomIndexShuffle`: the place that a permutation gives to each number up to a limit, without the permutation itself.
//!
//! The permutation is the block cipher Simon (Beaulieu et al., "The SIMON and SPECK Families of Lightweight Block Ciphers", 2013) of the
//! fewest bits, from 16 on, that the limit takes, with the seed as its key. What it gives beyond the limit is encrypted again, until it is
//! within.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};

use crate::ops::by_dtype::unsupported;
use crate::ops::memory::copied;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.RandomIndexShuffle", OpEntry::new().dispatch(shuffle));
}

/// Words of a key.
const KEYS: usize = 3;
/// More rounds than this make nothing safer.
const MOST_ROUNDS: i64 = 1 << 16;

/// A cipher of two words of so many bits.
struct Simon {
    width: u32,
    keys: Vec<u64>,
}

impl Simon {
    /// For numbers up to a limit.
    fn new(most: u64, seed: [u64; KEYS], rounds: usize) -> Simon {
        const SEQUENCE: u64 = 0x7369_f885_192c_0ef5;
        const LEAST: u32 = 16;
        let bits = (u64::BITS - most.saturating_sub(1).leading_zeros()).max(LEAST);
        let mut cipher = Simon { width: bits.div_ceil(2), keys: Vec::new() };
        let mask = cipher.mask();
        cipher.keys.extend(seed.map(|word| word & 0xffff_ffff & mask));
        let mut sequence = SEQUENCE & mask;
        for at in KEYS..rounds {
            let (last, first) = (cipher.keys[at - 1], cipher.keys[at - KEYS]);
            let mixed = cipher.left(last, cipher.width - 3) ^ cipher.left(last, cipher.width - 4);
            cipher.keys.push((0xffff_fffc & mask) ^ (sequence & 1) ^ first ^ mixed);
            sequence >>= 1;
        }
        cipher
    }

    fn mask(&self) -> u64 {
        (1 << self.width) - 1
    }

    /// Turned to the left.
    fn left(&self, word: u64, bits: u32) -> u64 {
        (word << bits | word >> (self.width - bits)) & self.mask()
    }

    fn encrypt(&self, block: u64) -> u64 {
        let (mut high, mut low) = (block >> self.width & self.mask(), block & self.mask());
        for key in &self.keys {
            let mixed = self.left(low, 1) & self.left(low, 8) ^ self.left(low, 2);
            (high, low) = (low, high ^ mixed ^ key);
        }
        high << self.width | low
    }

    /// The place of a number. It is reached at the latest when the numbers that are encrypted come round.
    fn place(&self, number: u64, most: u64) -> u64 {
        let mut place = self.encrypt(number);
        while place > most {
            place = self.encrypt(place);
        }
        place
    }
}

/// Whole numbers of 32 or 64 bits.
fn numbers(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<u64>, OpError> {
    Ok(match frame.dense(i)?.dtype() {
        DType::I32 => frame.values::<i32>(i)?.iter().map(|&x| i64::from(x) as u64).collect(),
        DType::UI32 => frame.values::<u32>(i)?.iter().map(|&x| x.into()).collect(),
        DType::I64 => frame.values::<i64>(i)?.iter().map(|&x| x as u64).collect(),
        DType::UI64 => copied(frame.values::<u64>(i)?)?,
        other => return Err(unsupported(other)),
    })
}

fn shuffle(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (index, seed, limit) = (frame.dense(0)?, frame.dense(1)?, frame.dense(2)?);
    let (dtype, seed_dims) = (index.dtype(), seed.shape().dims());
    if limit.dtype() != dtype {
        return Err(format!(
            "max_index must have dtype {}, but has {}",
            dtype.label(),
            limit.dtype().label()
        )
        .into());
    }
    let batches = match seed_dims[..] {
        [words] if words == KEYS as i64 => None,
        [count, words] if words == KEYS as i64 => Some(count),
        _ => {
            return Err(
                format!("seed must have shape [{KEYS}] or [n, {KEYS}], but has {}", seed.shape()).into()
            );
        }
    };
    // Each may be one for all, or a vector as long as the others.
    let mut count = batches;
    for (name, shape) in [("index", index.shape()), ("max_index", limit.shape())] {
        let own = match shape.dims()[..] {
            [] => continue,
            [own] => own,
            _ => return Err(format!("{name} must be a scalar or a vector, but has shape {shape}").into()),
        };
        if count.is_some_and(|count| count != own) {
            return Err(format!(
                "{name} has {own} elements, but another argument has {}",
                count.unwrap_or(0)
            )
            .into());
        }
        count = Some(own);
    }
    let rounds = frame.attrs().get_int("rounds").unwrap_or(4);
    if !(KEYS as i64..=MOST_ROUNDS).contains(&rounds) {
        return Err(format!("attribute rounds must be in [{KEYS}, {MOST_ROUNDS}], but is {rounds}").into());
    }
    let shape = Shape::new(count.as_slice())?;
    let (index, seed, limit) = (numbers(frame, 0)?, numbers(frame, 1)?, numbers(frame, 2)?);
    let at = |values: &[u64], place: usize| values[if values.len() == 1 { 0 } else { place }];
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape.clone()))?;
    let mut cipher: Option<(u64, [u64; KEYS], Simon)> = None;
    let size = dtype.size().unwrap_or(8);
    for (place, to) in out.bytes_mut().chunks_exact_mut(size).enumerate() {
        let (number, most) = (at(&index, place), at(&limit, place));
        let own = if batches.is_some() { &seed[place * KEYS..][..KEYS] } else { &seed[..] };
        let own = [own[0], own[1], own[2]];
        if number > most || (matches!(dtype, DType::I32 | DType::I64) && (most as i64) < 0) {
            let (number, most) = (number as i64, most as i64);
            return Err(format!("index {number} is not in [0, max_index], where max_index is {most}").into());
        }
        // One cipher serves all places that have its key and limit.
        if cipher.as_ref().is_none_or(|(limit, key, _)| *limit != most || *key != own) {
            cipher = Some((most, own, Simon::new(most, own, rounds as usize)));
        }
        let found = cipher.as_ref().map_or(0, |(_, _, cipher)| cipher.place(number, most));
        to.copy_from_slice(&found.to_le_bytes()[..size]);
    }
    frame.finish(0, out);
    Ok(())
}
