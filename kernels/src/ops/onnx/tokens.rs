//! `onnx.Tokenizer`: the words of each string, as the operator `Tokenizer` of ONNX Runtime has them.
//!
//! Where several alternatives of a pattern match, the first does; ONNX Runtime takes the longest.

use std::sync::Arc;

use regex::bytes::Regex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Dims, Shape, StringHostTensor};

use crate::ops::memory::{filled, gathered, room};
use crate::ops::text::regex::Patterns;

/// The marks before and after the words of a string.
const MARKS: [&[u8]; 2] = [b"\x02", b"\x03"];

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let patterns = Patterns::default();
    let tokenize = move |frame: &mut DispatchFrame<'_>| tokenize(frame, &patterns);
    ops.add("onnx.Tokenizer", OpEntry::new().strings().dispatch(tokenize));
}

/// Where the words of a text are.
enum Words {
    /// Each character is one.
    Characters,
    /// Between matches of these patterns.
    Between(Vec<Arc<Regex>>),
    /// The matches of a pattern.
    Matches(Arc<Regex>),
}

impl Words {
    /// The words of at least so many characters.
    fn of<'t>(&self, text: &'t [u8], least: usize) -> Result<Vec<&'t [u8]>, OpError> {
        let mut words: Vec<&[u8]> = match self {
            Words::Characters => {
                let is_first = |&at: &usize| text[at] & 0xc0 != 0x80;
                let starts = gathered((0..text.len()).filter(is_first))?;
                let ends = starts.iter().skip(1).copied().chain([text.len()]);
                gathered(starts.iter().zip(ends).map(|(&start, end)| &text[start..end]))?
            }
            Words::Between(patterns) => patterns.iter().try_fold(vec![text], |parts, pattern| {
                gathered(parts.into_iter().flat_map(|part| pattern.split(part)))
            })?,
            Words::Matches(pattern) => gathered(pattern.find_iter(text).map(|found| found.as_bytes()))?,
        };
        words.retain(|word| word.iter().filter(|&byte| byte & 0xc0 != 0x80).count() >= least.max(1));
        Ok(words)
    }
}

fn tokenize(frame: &mut DispatchFrame<'_>, patterns: &Patterns) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let attrs = frame.attrs();
    let given = frame.strings(1)?.strings();
    let words = match (attrs.get_bool("separates").unwrap_or(true), given) {
        (true, [only]) if only.is_empty() => Words::Characters,
        (true, _) => {
            let mut all = room(given.len())?;
            for pattern in given {
                all.push(patterns.compile(pattern, false)?);
            }
            Words::Between(all)
        }
        (false, [pattern]) => Words::Matches(patterns.compile(pattern, false)?),
        (false, _) => return Err("words match one pattern".into()),
    };
    let least = usize::try_from(attrs.get_int("mincharnum").unwrap_or(1)).unwrap_or(1);
    let filler = attrs.get_string("pad_value").unwrap_or_default();
    let x = frame.strings(0)?;
    let mut all: Vec<Vec<&[u8]>> = room(x.strings().len())?;
    for text in x.strings() {
        all.push(words.of(text, least)?);
    }
    let most = all.iter().map(Vec::len).max().unwrap_or(0);
    // Marks are only around words.
    let marks = usize::from(most > 0 && attrs.get_bool("mark").unwrap_or(false));
    let width = most + 2 * marks;
    let mut dims: Dims = x.metadata().shape.dims();
    dims.push(width as i64);
    let shape = Shape::new(&dims)?;
    let mut out: Vec<Box<[u8]>> = filled(filler.into(), shape.num_elements())?;
    for (row, words) in out.chunks_exact_mut(width.max(1)).zip(&all) {
        let marked = |at: usize| MARKS[at..][..marks].iter().copied();
        for (to, word) in row.iter_mut().zip(marked(0).chain(words.iter().copied()).chain(marked(1))) {
            *to = word.into();
        }
    }
    frame.set(0, StringHostTensor::new(shape, out)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &Words, text: &str, least: usize, expected: &[&str]) {
        let got = words.of(text.as_bytes(), least).unwrap();
        let got: Vec<_> = got.into_iter().map(String::from_utf8_lossy).collect();
        assert_eq!(got, expected, "{text:?}");
    }

    #[test]
    fn words_are_characters_matches_or_what_is_between() {
        let patterns = Patterns::default();
        let of = |pattern: &str| patterns.compile(pattern.as_bytes(), false).unwrap();
        check(&Words::Characters, "aé-", 1, &["a", "é", "-"]);
        check(&Words::Between(vec![of(" "), of("-+")]), " ab c--d ", 1, &["ab", "c", "d"]);
        check(&Words::Between(vec![of(" ")]), "ab c éé", 2, &["ab", "éé"]);
        check(&Words::Matches(of("[a-z]+")), "ab;c-de", 1, &["ab", "c", "de"]);
        check(&Words::Matches(of("[a-z]*")), "ab;c", 2, &["ab"]);
    }
}
