//! The text form of protocol buffers (`.pbtxt`), read in all of its spellings.
//!
//! The library that reads has no limit to nesting; so the nesting is measured first.

use prost_reflect::{DynamicMessage, MessageDescriptor};

/// The deepest nesting of messages that is read; the binary form has the same limit.
const DEPTH: usize = 100;

/// Reads a message.
///
/// # Errors
/// The fault, in the words of the parser.
pub fn read(descriptor: MessageDescriptor, text: &str) -> Result<DynamicMessage, String> {
    if nesting(text) > DEPTH {
        return Err(format!("messages are nested more than {DEPTH} deep"));
    }
    DynamicMessage::parse_text_format(descriptor, text).map_err(|error| error.to_string())
}

/// The nesting depth of brackets, outside of strings and comments.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' | b'<' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b'>' | b']' => depth = depth.saturating_sub(1),
            b'#' => {
                let _ = bytes.find(|&byte| byte == b'\n');
            }
            quote @ (b'"' | b'\'') => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'\\' => {
                            let _ = bytes.next();
                        }
                        b'\n' => break,
                        byte if byte == quote => break,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_and_comments_do_not_nest() {
        assert_eq!(nesting("# { {\n a: \"{{\\\"{\" b { }"), 1);
    }
}
