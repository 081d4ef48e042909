//! Checksums: XXH3, 64 bits, seed 0.
//!
//! They detect damage, not malice: an attacker who can change a file can change its checksums too, which is why the
//! verifier does not rely on them. [`recompute_checksums`] does exactly that, for tests of the verifier.

use crate::records::{Header, SectionRecord};
use std::mem::offset_of;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Checksum of a section.
pub(crate) fn of_section(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// Checksum of a section that is not in one piece yet.
pub(crate) fn of_parts(parts: &[&[u8]]) -> u64 {
    match parts {
        [bytes] => xxh3_64(bytes),
        parts => {
            let mut hash = Xxh3::new();
            parts.iter().for_each(|part| hash.update(part));
            hash.digest()
        }
    }
}

/// Checksum of the header (its own field left out) and the section table.
pub(crate) fn of_header(header: &Header, table: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&bytemuck::bytes_of(header)[..offset_of!(Header, checksum)]);
    hash.update(table);
    hash.digest()
}

/// Gives the bytes of a file the checksums that fit its present contents, as far as its tables can be found.
///
/// For tests that damage files on purpose and want to reach what lies behind the checksums.
pub fn recompute_checksums(file: &mut [u8]) {
    const HEADER: usize = size_of::<Header>();
    const RECORD: usize = size_of::<SectionRecord>();
    if file.len() < HEADER {
        return;
    }
    let mut header: Header = bytemuck::pod_read_unaligned(&file[..HEADER]);
    let count = (header.section_count as usize).min((file.len() - HEADER) / RECORD);
    for i in 0..count {
        let at = HEADER + i * RECORD;
        let mut record: SectionRecord = bytemuck::pod_read_unaligned(&file[at..at + RECORD]);
        let start = usize::try_from(record.offset).unwrap_or(usize::MAX);
        let end = start.saturating_add(usize::try_from(record.len).unwrap_or(usize::MAX));
        if let Some(section) = file.get(start..end) {
            record.checksum = of_section(section);
            file[at..at + RECORD].copy_from_slice(bytemuck::bytes_of(&record));
        }
    }
    header.checksum = of_header(&header, &file[HEADER..HEADER + count * RECORD]);
    file[..HEADER].copy_from_slice(bytemuck::bytes_of(&header));
}
