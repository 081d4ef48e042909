//! The header of NumPy's arrays: a dictionary in Python's notation, with the keys `descr`, `fortran_order` and `shape`.
//!
//! Versions 1 to 3 are read; version 1 is written, padded so that the elements start at a multiple of 64 bytes.

use std::fmt::Write as _;

const MAGIC: &[u8] = b"\x93NUMPY";

/// The content of a header.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// Byte order, letter and size of an element: `<f4`.
    pub(crate) descriptor: String,
    pub(crate) column_major: bool,
    pub(crate) shape: Vec<usize>,
}

impl Header {
    /// Reads a header; returns it with the number of its bytes.
    pub(crate) fn parse(bytes: &[u8]) -> Result<(Header, usize), String> {
        let rest =
            bytes.strip_prefix(MAGIC).ok_or("not a NumPy array: it does not start with the format's name")?;
        let cut = || format!("not a NumPy array: the header is cut short after {} bytes", bytes.len());
        let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(cut)?;
        let (length, rest) = match version[0] {
            1 => {
                let (length, rest) = rest.split_first_chunk::<2>().ok_or_else(cut)?;
                (usize::from(u16::from_le_bytes(*length)), rest)
            }
            2 | 3 => {
                let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
                (u32::from_le_bytes(*length) as usize, rest)
            }
            other => return Err(format!("version {other} of NumPy's format is not supported")),
        };
        let text = rest.get(..length).ok_or_else(cut)?;
        let text = std::str::from_utf8(text).map_err(|error| {
            format!("not a NumPy array: the header is no text at byte {}", error.valid_up_to())
        })?;
        let header = Parser(text).header()?;
        Ok((header, bytes.len() - rest.len() + length))
    }

    /// The bytes of the header.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let order = if self.column_major { "True" } else { "False" };
        let mut text = format!("{{'descr': '{}', 'fortran_order': {order}, 'shape': (", self.descriptor);
        for dim in &self.shape {
            // Formatting into a string does not fail.
            let _ = write!(text, "{dim},");
        }
        text.push_str("), }");
        let start = MAGIC.len() + 4;
        let length = (start + text.len() + 1).next_multiple_of(64) - start;
        let length = u16::try_from(length)
            .map_err(|_| format!("a shape of rank {} is too long for NumPy's format", self.shape.len()))?;
        let mut bytes = [MAGIC, &[1, 0], &length.to_le_bytes(), text.as_bytes()].concat();
        bytes.resize(start + usize::from(length) - 1, b' ');
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// The text left to read.
struct Parser<'a>(&'a str);

impl<'a> Parser<'a> {
    fn header(&mut self) -> Result<Header, String> {
        let (mut descriptor, mut column_major, mut shape) = (None, None, None);
        self.expect('{')?;
        while !self.accept('}') {
            let key = self.string()?;
            self.expect(':')?;
            match key {
                "descr" => descriptor = Some(self.descriptor()?),
                "fortran_order" => column_major = Some(self.boolean()?),
                "shape" => shape = Some(self.shape()?),
                other => return Err(format!("not a NumPy array: the header has an unknown key '{other}'")),
            }
            if !self.accept(',') {
                self.expect('}')?;
                break;
            }
        }
        if !self.0.trim().is_empty() {
            return Err(self.unexpected("the header's end"));
        }
        let missing = |key| format!("not a NumPy array: the header has no '{key}'");
        Ok(Header {
            descriptor: descriptor.ok_or_else(|| missing("descr"))?,
            column_major: column_major.ok_or_else(|| missing("fortran_order"))?,
            shape: shape.ok_or_else(|| missing("shape"))?,
        })
    }

    fn unexpected(&self, wanted: &str) -> String {
        let found: String = self.0.trim_start().chars().take(20).collect();
        format!("not a NumPy array: expected {wanted} in the header before '{}'", found.trim_end())
    }

    fn accept(&mut self, token: char) -> bool {
        let rest = self.0.trim_start().strip_prefix(token);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn expect(&mut self, token: char) -> Result<(), String> {
        if self.accept(token) { Ok(()) } else { Err(self.unexpected(&format!("'{token}'"))) }
    }

    fn string(&mut self) -> Result<&'a str, String> {
        for quote in ['\'', '"'] {
            if self.accept(quote) {
                let Some((text, rest)) = self.0.split_once(quote) else { break };
                self.0 = rest;
                return Ok(text);
            }
        }
        Err(self.unexpected("a string"))
    }

    fn descriptor(&mut self) -> Result<String, String> {
        if self.0.trim_start().starts_with('[') {
            let text = self.0.trim_start();
            let end = text.find(']').map_or(text.len(), |end| end + 1);
            let shown: String = text[..end].chars().take(80).collect();
            return Err(format!("the structured dtype {shown} is not supported"));
        }
        self.string().map(str::to_owned)
    }

    fn boolean(&mut self) -> Result<bool, String> {
        let text = self.0.trim_start();
        for (word, value) in [("True", true), ("False", false)] {
            if let Some(rest) = text.strip_prefix(word) {
                self.0 = rest;
                return Ok(value);
            }
        }
        Err(self.unexpected("True or False"))
    }

    fn shape(&mut self) -> Result<Vec<usize>, String> {
        let mut shape = Vec::new();
        self.expect('(')?;
        while !self.accept(')') {
            let text = self.0.trim_start();
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            let (number, rest) = text.split_at(end);
            shape.push(number.parse().map_err(|_| self.unexpected("a dimension"))?);
            self.0 = rest;
            if !self.accept(',') {
                self.expect(')')?;
                break;
            }
        }
        Ok(shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn versioned(version: u8, text: &str) -> Vec<u8> {
        let length = (text.len() as u32).to_le_bytes();
        let length = if version == 1 { &length[..2] } else { &length[..] };
        [MAGIC, &[version, 0], length, text.as_bytes(), b"elements"].concat()
    }

    #[test]
    fn what_is_written_is_read_back() {
        for shape in [vec![], vec![7], vec![0, 3], vec![usize::MAX, 1, 2]] {
            let header = Header { descriptor: "<f4".into(), column_major: false, shape };
            let bytes = header.to_bytes().unwrap();
            assert!(bytes.len().is_multiple_of(64));
            assert_eq!(Header::parse(&bytes), Ok((header, bytes.len())));
        }
    }

    #[test]
    fn every_notation_is_read() {
        let expected = Header { descriptor: "<f8".into(), column_major: true, shape: vec![2, 3] };
        for text in [
            "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }   \n",
            "{\"shape\":(2,3,),\"fortran_order\":True,\"descr\":\"<f8\"}",
        ] {
            for version in 1..=3 {
                let bytes = versioned(version, text);
                let (header, length) = Header::parse(&bytes).unwrap();
                assert_eq!((&header, &bytes[length..]), (&expected, &b"elements"[..]));
            }
        }
    }

    #[test]
    fn wrong_headers_say_what_is_wrong() {
        for (text, expected) in [
            ("", "not a NumPy array: expected '{' in the header before ''"),
            ("{'descr': '<f4'}", "not a NumPy array: the header has no 'fortran_order'"),
            ("{'descr': [('x', '<f4')], }", "the structured dtype [('x', '<f4')] is not supported"),
            ("{'shape': (2, -1)}", "not a NumPy array: expected a dimension in the header before '-1)}'"),
            ("{'fortran_order': 1}", "not a NumPy array: expected True or False in the header before '1}'"),
            ("{'more': 1}", "not a NumPy array: the header has an unknown key 'more'"),
            ("{} x", "not a NumPy array: expected the header's end in the header before 'x'"),
        ] {
            assert_eq!(Header::parse(&versioned(1, text)).unwrap_err(), expected);
        }
        let bytes = versioned(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (), }");
        for cut in 0..bytes.len() - "elements".len() {
            assert!(Header::parse(&bytes[..cut]).is_err());
        }
    }
}
