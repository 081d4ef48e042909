//! CRC-32C (Castagnoli), the checksum of bundles, eight bytes a step.

/// The reflected polynomial.
const POLYNOMIAL: u32 = 0x82f6_3b78;

/// `TABLES[k][b]`: the remainder of byte `b` followed by `k` zero bytes.
static TABLES: [[u32; 256]; 8] = tables();

const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0_u32; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 1 { rest >> 1 ^ POLYNOMIAL } else { rest >> 1 };
            bit += 1;
        }
        tables[0][byte] = rest;
        byte += 1;
    }
    let mut zeros = 1;
    while zeros < 8 {
        let mut byte = 0;
        while byte < 256 {
            let shorter = tables[zeros - 1][byte];
            tables[zeros][byte] = shorter >> 8 ^ tables[0][(shorter & 255) as usize];
            byte += 1;
        }
        zeros += 1;
    }
    tables
}

/// The checksum of bytes that follow those of checksum `crc`, which is 0 for none.
pub(crate) fn extend(crc: u32, bytes: &[u8]) -> u32 {
    let mut rest = !crc;
    let (eights, tail) = bytes.as_chunks::<8>();
    for eight in eights {
        let [a, b, c, d, e, f, g, h] = *eight;
        let [i, j, k, l] = (u32::from_le_bytes([a, b, c, d]) ^ rest).to_le_bytes();
        let at = |zeros: usize, byte: u8| TABLES[zeros][usize::from(byte)];
        rest = at(7, i) ^ at(6, j) ^ at(5, k) ^ at(4, l) ^ at(3, e) ^ at(2, f) ^ at(1, g) ^ at(0, h);
    }
    for &byte in tail {
        rest = rest >> 8 ^ TABLES[0][usize::from(rest as u8 ^ byte)];
    }
    !rest
}

/// The checksum in the form in which files store it: rotated, so that a checksum of data with checksums is sound.
pub(crate) fn masked(crc: u32) -> u32 {
    crc.rotate_right(15).wrapping_add(0xa282_ead8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        // RFC 3720, B.4.
        assert_eq!(extend(0, &[0; 32]), 0x8a91_36aa);
        assert_eq!(extend(0, &[0xff; 32]), 0x62a8_ab43);
        let rising: Vec<u8> = (0..32).collect();
        assert_eq!(extend(0, &rising), 0x46dd_794e);
        assert_eq!(extend(extend(0, &rising[..13]), &rising[13..]), 0x46dd_794e);
        assert_eq!(extend(0, b"123456789"), 0xe306_9283);
    }
}
