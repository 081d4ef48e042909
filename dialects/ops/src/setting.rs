//! Settings of a call to a function of the host: typed values by name, and the bytes that carry them in an attribute.
//!
//! The bytes are a tag, and what it stands for: a scalar is a dtype and its little-endian bytes, an array and a text are a length and bytes, a
//! dictionary is a count and its entries. Lengths are `u32`. Reading refuses what writing cannot have made; dictionaries are nested as far as
//! [`MAX_DEPTH`].

use crate::{DType, OpError};

/// A setting's value.
#[derive(Debug, Clone, PartialEq)]
pub enum Setting {
    /// A number, or a truth value.
    Scalar(DType, Vec<u8>),
    /// Numbers, one after the other.
    Array(DType, Vec<u8>),
    /// A text of any bytes.
    Text(Vec<u8>),
    /// Settings by name, sorted.
    Dictionary(Vec<(String, Setting)>),
}

/// Dictionaries within dictionaries.
const MAX_DEPTH: usize = 16;

const SCALAR: u8 = 0;
const ARRAY: u8 = 1;
const TEXT: u8 = 2;
const DICTIONARY: u8 = 3;

impl Setting {
    /// The bytes of settings, which are sorted by name.
    pub fn encode(settings: &[(String, Setting)]) -> Vec<u8> {
        let mut out = Vec::new();
        write_all(settings, &mut out);
        out
    }

    /// The settings that bytes stand for.
    ///
    /// # Errors
    /// If they are not those of settings.
    pub fn decode(bytes: &[u8]) -> Result<Vec<(String, Setting)>, OpError> {
        let mut reader = Reader { bytes };
        let settings = reader.all(0)?;
        match reader.bytes {
            [] => Ok(settings),
            more => Err(format!("{} bytes follow the settings of a call", more.len()).into()),
        }
    }
}

fn write_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

fn write_all(settings: &[(String, Setting)], out: &mut Vec<u8>) {
    out.extend((settings.len() as u32).to_le_bytes());
    for (name, setting) in settings {
        write_bytes(name.as_bytes(), out);
        match setting {
            Setting::Scalar(dtype, bytes) => {
                out.extend([SCALAR, dtype.code()]);
                write_bytes(bytes, out);
            }
            Setting::Array(dtype, bytes) => {
                out.extend([ARRAY, dtype.code()]);
                write_bytes(bytes, out);
            }
            Setting::Text(bytes) => {
                out.push(TEXT);
                write_bytes(bytes, out);
            }
            Setting::Dictionary(settings) => {
                out.push(DICTIONARY);
                write_all(settings, out);
            }
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], OpError> {
        let (taken, rest) = self
            .bytes
            .split_at_checked(len)
            .ok_or_else(|| OpError::new("the settings of a call are cut off"))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn len(&mut self) -> Result<usize, OpError> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }

    fn block(&mut self) -> Result<Vec<u8>, OpError> {
        let len = self.len()?;
        Ok(self.take(len)?.to_vec())
    }

    /// Elements of a dtype: a whole number of them.
    fn numbers(&mut self) -> Result<(DType, Vec<u8>), OpError> {
        let code = self.take(1)?[0];
        let dtype = DType::from_code(code).filter(|dtype| dtype.size().is_some_and(|size| size > 0));
        let dtype = dtype.ok_or_else(|| OpError::new(format!("a setting of a call has dtype {code}")))?;
        let bytes = self.block()?;
        match bytes.len().is_multiple_of(dtype.size().unwrap_or(1)) {
            true => Ok((dtype, bytes)),
            false => Err("a setting of a call is cut off".into()),
        }
    }

    fn all(&mut self, depth: usize) -> Result<Vec<(String, Setting)>, OpError> {
        if depth == MAX_DEPTH {
            return Err(format!("the settings of a call are nested more than {MAX_DEPTH} deep").into());
        }
        let count = self.len()?;
        let mut settings = Vec::new();
        for _ in 0..count {
            let name = String::from_utf8(self.block()?)
                .map_err(|_| OpError::new("the name of a setting of a call is no text"))?;
            let setting = match self.take(1)?[0] {
                SCALAR => {
                    let (dtype, bytes) = self.numbers()?;
                    if Some(bytes.len()) != dtype.size() {
                        return Err(format!("the setting '{name}' of a call is no number").into());
                    }
                    Setting::Scalar(dtype, bytes)
                }
                ARRAY => {
                    let (dtype, bytes) = self.numbers()?;
                    Setting::Array(dtype, bytes)
                }
                TEXT => Setting::Text(self.block()?),
                DICTIONARY => Setting::Dictionary(self.all(depth + 1)?),
                tag => return Err(format!("the setting '{name}' of a call has tag {tag}").into()),
            };
            settings.push((name, setting));
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Vec<(String, Setting)> {
        let inner = vec![("x".to_owned(), Setting::Text(b"\xff\0".to_vec()))];
        vec![
            ("a".to_owned(), Setting::Scalar(DType::UI64, 7u64.to_le_bytes().to_vec())),
            ("b".to_owned(), Setting::Array(DType::F32, vec![0; 12])),
            ("c".to_owned(), Setting::Dictionary(inner)),
            ("d".to_owned(), Setting::Dictionary(Vec::new())),
        ]
    }

    #[test]
    fn settings_are_what_was_written() {
        assert_eq!(Setting::decode(&Setting::encode(&some())).expect("just written"), some());
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = Setting::encode(&some());
        for len in 0..bytes.len() {
            assert!(Setting::decode(&bytes[..len]).is_err(), "{len}");
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0xff;
            // An error or other settings, which are written as they were read.
            if let Ok(settings) = Setting::decode(&changed) {
                assert_eq!(Setting::encode(&settings), changed);
            }
        }
        let mut deep = [1, 0, 0, 0, 0, 0, 0, 0, DICTIONARY].repeat(MAX_DEPTH);
        deep.extend([0; 4]);
        assert!(Setting::decode(&deep).is_err());
    }
}
