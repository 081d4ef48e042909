//! Sorted string tables: files of sorted keys with values, in checked blocks.
//!
//! A file is a sequence of blocks and ends with a footer of 48 bytes, which says where the index block is; each entry of the index
//! has the place of a block of entries. After a block stand its kind (plain, or compressed with Snappy) and a checksum of both. In a
//! block each key leaves out what it shares with the one before. The whole file is read at once: it has names and places only.

use super::crc32c;
use super::reader::Reader;

/// The end of a file.
const FOOTER: usize = 48;
const MAGIC: u64 = 0xdb47_7524_8b80_fb57;

/// The kind and checksum after a block.
const TRAILER: usize = 5;

/// A block does not become larger than this: writers start a new one after some kilobytes.
const LARGEST_BLOCK: usize = 1 << 28;

/// A fault of a file, and where it is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The offset in the file.
    pub(crate) offset: usize,
    pub(crate) message: String,
}

fn fault<T>(offset: usize, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { offset, message: message.into() })
}

/// A visitor of keys and values; it may return the message of an error.
type Found<'f> = dyn FnMut(&[u8], &[u8]) -> Result<(), String> + 'f;

/// Calls `entry` with every key and value of a table in order.
pub(crate) fn read(file: &[u8], entry: &mut Found<'_>) -> Result<(), Fault> {
    let Some(start) = file.len().checked_sub(FOOTER) else {
        return fault(
            0,
            format!("the file has {} bytes, but a sorted string table at least {FOOTER}", file.len()),
        );
    };
    let magic = file[start + 40..].try_into().map(u64::from_le_bytes).unwrap_or_default();
    if magic != MAGIC {
        return fault(start + 40, "no sorted string table: its last eight bytes are not those of one");
    }
    let mut footer = Reader::new(&file[start..start + 40]);
    let Some([_, _, offset, size]) = footer.varints::<4>() else {
        return fault(start, "the footer does not say where the index is");
    };
    let index = block(&file[..start], offset, size)?;
    let mut blocks = Vec::new();
    entries(&index, offset as usize, &mut |_, place| match Reader::new(place).varints::<2>() {
        Some([offset, size]) => {
            blocks.push((offset, size));
            Ok(())
        }
        None => Err("an entry of the index does not say where a block is".into()),
    })?;
    for (offset, size) in blocks {
        let block = block(&file[..start], offset, size)?;
        entries(&block, offset as usize, entry)?;
    }
    Ok(())
}

/// A block's bytes: checked, and no longer compressed.
fn block(file: &[u8], offset: u64, size: u64) -> Result<Vec<u8>, Fault> {
    let place = || {
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(usize::try_from(size).ok()?)?;
        Some((start, file.get(start..end)?, file.get(end..end.checked_add(TRAILER)?)?))
    };
    let Some((start, data, trailer)) = place() else {
        return fault(
            file.len(),
            format!("a block of {size} bytes at offset {offset} is outside of the file"),
        );
    };
    let [kind, checksum @ ..] = trailer else { return fault(start, "a block has no kind") };
    let expected = checksum.try_into().map(u32::from_le_bytes).unwrap_or_default();
    let found = crc32c::masked(crc32c::extend(crc32c::extend(0, data), &[*kind]));
    if found != expected {
        return fault(start, format!("a block's checksum is {found:08x}, but the file says {expected:08x}"));
    }
    match kind {
        0 => Ok(data.to_vec()),
        1 => {
            let length = snap::raw::decompress_len(data).unwrap_or(usize::MAX);
            // A byte of Snappy's form stands for 64 at most, in about three bytes.
            if length > LARGEST_BLOCK || length / 64 > data.len() {
                return fault(start, "a compressed block has no length that it could have");
            }
            let bytes = snap::raw::Decoder::new().decompress_vec(data);
            bytes.or_else(|error| fault(start, format!("a compressed block is broken: {error}")))
        }
        kind => fault(start, format!("a block is compressed in way {kind}, which is not known")),
    }
}

/// Calls `found` with the entries of a block, which began at `offset` in the file.
fn entries(block: &[u8], offset: usize, found: &mut Found<'_>) -> Result<(), Fault> {
    let restarts = block.last_chunk::<4>().map(|count| u32::from_le_bytes(*count) as usize);
    let end = restarts.and_then(|count| count.checked_mul(4)?.checked_add(4));
    let Some(end) = end.and_then(|tail| block.len().checked_sub(tail)) else {
        return fault(offset, "a block is shorter than its list of restarts");
    };
    let mut reader = Reader::new(&block[..end]);
    let mut key: Vec<u8> = Vec::new();
    while !reader.is_empty() {
        let mut next = || {
            let [shared, own, value] = reader.varints::<3>()?;
            let shared = usize::try_from(shared).ok().filter(|&shared| shared <= key.len())?;
            Some((shared, reader.bytes(own)?, reader.bytes(value)?))
        };
        let Some((shared, own, value)) = next() else {
            return fault(offset, "an entry of a block is cut off, or shares more of a key than there is");
        };
        key.truncate(shared);
        key.extend_from_slice(own);
        if let Err(message) = found(&key, value) {
            return fault(offset, message);
        }
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A key and its value.
    type Entry = (Vec<u8>, Vec<u8>);

    fn varint(mut value: u64, out: &mut Vec<u8>) {
        while value >= 128 {
            out.push(value as u8 | 128);
            value >>= 7;
        }
        out.push(value as u8);
    }

    fn write_block(entries: &[Entry], compressed: bool, file: &mut Vec<u8>) -> Vec<u8> {
        let mut block = Vec::new();
        let mut before: &[u8] = &[];
        for (key, value) in entries {
            let shared = key.iter().zip(before).take_while(|(a, b)| a == b).count();
            for number in [shared, key.len() - shared, value.len()] {
                varint(number as u64, &mut block);
            }
            block.extend_from_slice(&key[shared..]);
            block.extend_from_slice(value);
            before = key;
        }
        block.extend_from_slice(&[0, 0, 0, 0, 1, 0, 0, 0]);
        if compressed {
            block = snap::raw::Encoder::new().compress_vec(&block).expect("a small block");
        }
        let mut place = Vec::new();
        varint(file.len() as u64, &mut place);
        varint(block.len() as u64, &mut place);
        block.push(u8::from(compressed));
        let checksum = crc32c::masked(crc32c::extend(0, &block));
        file.extend_from_slice(&block);
        file.extend_from_slice(&checksum.to_le_bytes());
        place
    }

    /// A table of these entries, `step` of them in a block.
    pub(crate) fn write(entries: &[Entry], step: usize, compressed: bool) -> Vec<u8> {
        let mut file = Vec::new();
        let mut index = Vec::new();
        for part in entries.chunks(step) {
            let place = write_block(part, compressed, &mut file);
            index.push((part.last().expect("chunks have entries").0.clone(), place));
        }
        let place = write_block(&index, compressed, &mut file);
        let start = file.len();
        file.extend_from_slice(&[0, 0]);
        file.extend_from_slice(&place);
        file.resize(start + 40, 0);
        file.extend_from_slice(&MAGIC.to_le_bytes());
        file
    }

    fn sample() -> Vec<Entry> {
        (0..100).map(|n| (format!("layer/{n:03}/kernel").into_bytes(), vec![n; usize::from(n)])).collect()
    }

    fn all(file: &[u8]) -> Result<Vec<Entry>, Fault> {
        let mut found = Vec::new();
        read(file, &mut |key, value| {
            found.push((key.to_vec(), value.to_vec()));
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn what_was_written_is_read() {
        for compressed in [false, true] {
            assert_eq!(all(&write(&sample(), 7, compressed)), Ok(sample()));
        }
    }

    #[test]
    fn every_changed_byte_of_a_block_is_found() {
        for compressed in [false, true] {
            let file = write(&sample()[..12], 5, compressed);
            for at in 0..file.len() - FOOTER {
                let mut changed = file.clone();
                changed[at] ^= 0x10;
                let fault = all(&changed).expect_err("a checksum covers it");
                assert!(fault.message.contains("checksum") && fault.offset <= at, "{at}: {fault:?}");
            }
            for length in 0..file.len() {
                assert!(all(&file[..length]).is_err(), "{length}");
            }
        }
    }
}
