//! Binary PGM and PPM files, as Netpbm's formats say: a header of text with the sizes, then a byte for each sample.

use tfrt_executor::core_runtime::OpError;

use super::files::{Picture, Samples, invalid, within_limits};
use crate::ops::memory::room;

/// Whether a file begins as one of these.
pub(super) fn is_pnm(file: &[u8]) -> bool {
    matches!(file, [b'P', b'5' | b'6', space, ..] if space.is_ascii_whitespace())
}

/// The next number of the header, and what is behind it.
fn number(mut rest: &[u8]) -> Option<(usize, &[u8])> {
    loop {
        rest = rest.trim_ascii_start();
        let Some(comment) = rest.strip_prefix(b"#") else { break };
        rest = &comment[comment.iter().position(|&byte| byte == b'\n')?..];
    }
    let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    let digits = std::str::from_utf8(&rest[..end]).ok()?;
    Some((digits.parse().ok()?, &rest[end..]))
}

/// The picture in a file that [`is_pnm`], with its own channels.
pub(super) fn decode(file: &[u8]) -> Result<Picture, OpError> {
    let channels = if file[1] == b'5' { 1 } else { 3 };
    let header = || {
        let (width, rest) = number(&file[2..])?;
        let (height, rest) = number(rest)?;
        let (largest, rest) = number(rest)?;
        // One white space ends the header.
        Some((width, height, largest, rest.get(1..)?))
    };
    let (width, height, largest, rest) = header().ok_or_else(|| invalid("PNM", "the header is cut"))?;
    within_limits(height, width)?;
    if largest != 255 {
        return Err(invalid("PNM", format!("samples up to {largest} are not decoded, only those up to 255")));
    }
    let count = height * width * channels;
    let samples = rest.get(..count).ok_or_else(|| {
        invalid("PNM", format!("{count} samples are expected, but the file has {}", rest.len()))
    })?;
    let mut bytes = room(count)?;
    bytes.extend_from_slice(samples);
    Ok(Picture { height, width, channels, samples: Samples::Bytes(bytes) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(file: &[u8]) -> Result<([usize; 3], Vec<u8>), String> {
        assert!(is_pnm(file));
        match decode(file).map_err(|error| error.to_string())? {
            Picture { height, width, channels, samples: Samples::Bytes(bytes) } => {
                Ok(([height, width, channels], bytes))
            }
            _ => Err("words".to_owned()),
        }
    }

    #[test]
    fn headers_have_comments_and_samples_begin_after_one_space() {
        let grey = bytes(b"P5 # made by hand\n2 # columns\n1\n255\n\n7");
        assert_eq!(grey, Ok(([1, 2, 1], vec![b'\n', b'7'])));
        assert_eq!(bytes(b"P6\n1 1 255 abc rest"), Ok(([1, 1, 3], b"abc".to_vec())));
        assert!(!is_pnm(b"P3 1 1 255 1 2 3"));
    }

    #[test]
    fn damaged_files_are_errors() {
        for file in [
            &b"P6 "[..],
            b"P6\n1 1 255 ab",
            b"P6\n1 1 65535 abcdef",
            b"P5 0 4 255 ",
            b"P5 99999999 99999999 255 x",
        ] {
            assert!(bytes(file).is_err(), "{}", String::from_utf8_lossy(file));
        }
        let huge = format!("P5 {} 1 255 x", "9".repeat(40));
        assert_eq!(bytes(huge.as_bytes()), Err("Invalid PNM data: the header is cut".to_owned()));
    }
}
