//! String literals: from the text between quotes to bytes, and back.

use super::lexer::is_id_byte;

fn hex_value(digit: u8) -> Option<u8> {
    (digit as char).to_digit(16).map(|d| d as u8)
}

/// The bytes of a string literal, given with its quotes as the grammar accepts it.
pub fn unquote(literal: &str) -> Vec<u8> {
    let text = literal.as_bytes();
    let text = text.strip_prefix(b"\"").unwrap_or(text);
    let mut text = text.strip_suffix(b"\"").unwrap_or(text);
    let mut bytes = Vec::with_capacity(text.len());
    while let Some(at) = memchr::memchr(b'\\', text) {
        bytes.extend_from_slice(&text[..at]);
        text = &text[at + 1..];
        let (byte, used) = match *text {
            [b'n', ..] => (b'\n', 1),
            [b't', ..] => (b'\t', 1),
            [a, b, ..] if hex_value(a).is_some() && hex_value(b).is_some() => {
                (hex_value(a).unwrap_or(0) << 4 | hex_value(b).unwrap_or(0), 2)
            }
            [other, ..] => (other, 1),
            [] => (b'\\', 0),
        };
        bytes.push(byte);
        text = &text[used..];
    }
    bytes.extend_from_slice(text);
    bytes
}

/// Writes bytes between quotes, with two hex digits for bytes other than printable ASCII.
pub fn write_quoted(out: &mut String, bytes: &[u8]) {
    out.push('"');
    write_escaped(out, bytes);
    out.push('"');
}

/// Writes bytes as they stand in a string literal, without the quotes.
pub fn write_escaped(out: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for &b in bytes {
        match b {
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' if b != b'"' => out.push(char::from(b)),
            _ => {
                out.push('\\');
                out.push(char::from(DIGITS[usize::from(b >> 4)]));
                out.push(char::from(DIGITS[usize::from(b & 15)]));
            }
        }
    }
}

/// Whether a name can be written without quotes.
pub fn is_bare_identifier(name: &str) -> bool {
    let bytes = name.as_bytes();
    matches!(bytes.first(), Some(b'a'..=b'z' | b'A'..=b'Z' | b'_')) && bytes.iter().all(|&b| is_id_byte(b))
}

/// Writes a name, quoted where it must be.
pub fn write_keyword_or_string(out: &mut String, name: &str) {
    if is_bare_identifier(name) {
        out.push_str(name);
    } else {
        write_quoted(out, name.as_bytes());
    }
}

/// Writes `@name`, quoted where it must be.
pub fn write_symbol(out: &mut String, name: &str) {
    out.push('@');
    write_keyword_or_string(out, name);
}

/// The bytes that hex digits after `0x` spell; `None` if the text is something else. The count of digits must be even.
pub fn decode_hex(text: &[u8]) -> Option<Vec<u8>> {
    const BAD: u8 = 0xff;
    const VALUES: [u8; 256] = {
        let mut table = [BAD; 256];
        let mut i = 0;
        while i < 16 {
            table[b"0123456789abcdef"[i] as usize] = i as u8;
            table[b"0123456789ABCDEF"[i] as usize] = i as u8;
            i += 1;
        }
        table
    };
    let digits = text.strip_prefix(b"0x")?;
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let mut seen = 0u8;
    let bytes = digits
        .chunks_exact(2)
        .map(|pair| {
            let (high, low) = (VALUES[usize::from(pair[0])], VALUES[usize::from(pair[1])]);
            seen |= high | low;
            high << 4 | low
        })
        .collect();
    (seen <= 15).then_some(bytes)
}

/// Writes `0x` and two upper-case digits for each byte.
pub fn write_hex(out: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.reserve(bytes.len() * 2 + 2);
    out.push_str("0x");
    for &b in bytes {
        out.push(char::from(DIGITS[usize::from(b >> 4)]));
        out.push(char::from(DIGITS[usize::from(b & 15)]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_go_both_ways() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        write_quoted(&mut text, &all);
        assert_eq!(unquote(&text), all);
        assert_eq!(unquote(r#""a\n\t\"\\\0Ab""#), b"a\n\t\"\\\nb");
        let mut text = String::new();
        write_quoted(&mut text, b"quote \" \\ \n tab\t");
        assert_eq!(text, r#""quote \22 \\ \0A tab\09""#);
    }

    #[test]
    fn hex_goes_both_ways() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        write_hex(&mut text, &all);
        assert_eq!(decode_hex(text.as_bytes()), Some(all));
        assert_eq!(decode_hex(b"0xaF"), Some(vec![0xaf]));
        assert_eq!(decode_hex(b"0xa"), None);
        assert_eq!(decode_hex(b"0xag"), None);
        assert_eq!(decode_hex(b"af"), None);
    }

    #[test]
    fn names_are_quoted_where_needed() {
        for (name, bare) in
            [("a", true), ("_a.b$9", true), ("", false), ("9a", false), ("a-b", false), ("é", false)]
        {
            assert_eq!(is_bare_identifier(name), bare, "{name}");
        }
    }
}
