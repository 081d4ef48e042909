//! Functions that `jax.export` serialised: FlatBuffers with a table of facts about a function, one of which is the function itself, a portable
//! artifact of StableHLO.
//!
//! The artifact is found by its own first bytes, in whichever field of the table it is: the numbers of fields are JAX's own affair. Types of
//! arguments are the artifact's as well, and so the other facts are not read.

use crate::bytecode::is_bytecode;

/// Bytes of the offset at the start, of that of the list of fields, and of the length of a vector.
const WORD: usize = 4;

/// The artifact in such a file; `None` if it is no such file.
pub(crate) fn artifact(bytes: &[u8]) -> Option<&[u8]> {
    let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk::<WORD>()?));
    let half = |at: usize| Some(usize::from(u16::from_le_bytes(*bytes.get(at..)?.first_chunk::<2>()?)));
    let table = word(0)? as usize;
    // The list of fields may lie before the table or behind it.
    let fields = isize::try_from(table).ok()?.checked_sub(word(table)?.cast_signed() as isize)?;
    let fields = usize::try_from(fields).ok()?;
    let end = fields.checked_add(half(fields)?)?;
    (fields.checked_add(WORD)?..end).step_by(2).find_map(|at| {
        let field = table.checked_add(half(at).filter(|&place| place != 0)?)?;
        let vector = field.checked_add(word(field)? as usize)?;
        let len = word(vector)? as usize;
        bytes.get(vector.checked_add(WORD)?..)?.get(..len).filter(|content| is_bytecode(content))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of a number, a text and a vector.
    fn file(content: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |words: &[u32]| words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        // The list of fields: its size and that of the table, then where fields are; the second is not there.
        put(&[16, 12 | 16 << 16, 4, 8 | 12 << 16]);
        put(&[12, 7, 8, 12]);
        put(&[1, u32::from(b'f')]);
        put(&[content.len() as u32]);
        bytes.extend(content);
        bytes
    }

    #[test]
    fn the_artifact_is_found_among_the_fields() {
        let content = b"ML\xefR\x0dStableHLO_v1.13.7\0";
        assert_eq!(artifact(&file(content)), Some(&content[..]));
        assert_eq!(artifact(&file(b"something else")), None);
    }

    #[test]
    fn damaged_files_are_no_exports() {
        let whole = file(b"ML\xefR\x0dStableHLO_v1.13.7\0");
        for end in 0..whole.len() {
            assert_eq!(artifact(&whole[..end]), None, "{end}");
        }
        for at in 0..whole.len() {
            for byte in [0, 1, 4, 127, 128, 255] {
                let mut bytes = whole.clone();
                bytes[at] = byte;
                if let Some(found) = artifact(&bytes) {
                    assert!(is_bytecode(found));
                }
            }
        }
    }
}
