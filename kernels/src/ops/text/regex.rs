//! Regular expressions: `tf.RegexReplace`, `tf.RegexFullMatch` and their forms with the pattern as an attribute.
//!
//! The crate `regex` compiles patterns, which are rewritten from RE2's syntax to its own (`re2.rs`). Compiled patterns are cached, a
//! bounded number of them, because ops get theirs as text with every call.

use std::collections::TryReserveError;
use std::sync::Arc;

use parking_lot::Mutex;
use regex::bytes::{Regex, RegexBuilder};
use rustc_hash::FxHashMap;
use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DenseHostTensor, I1, StringHostTensor};

use super::re2::from_re2;
use crate::ops::memory::{append, texts};

/// Patterns that are kept.
const KEPT: usize = 256;

/// Compiled patterns by their text.
#[derive(Default)]
pub(crate) struct Patterns(Mutex<FxHashMap<Box<[u8]>, Arc<Regex>>>);

impl Patterns {
    /// A pattern, which must match whole texts if `whole`.
    ///
    /// # Errors
    /// It is no pattern, or one that is too large.
    pub(crate) fn compile(&self, pattern: &[u8], whole: bool) -> Result<Arc<Regex>, OpError> {
        let key: Box<[u8]> = [&[u8::from(whole)], pattern].concat().into();
        if let Some(found) = self.0.lock().get(&key) {
            return Ok(found.clone());
        }
        let text = String::from_utf8_lossy(pattern);
        let invalid = |why: String| OpError::from(format!("Invalid pattern: {text}, error: {why}"));
        let given = std::str::from_utf8(pattern).map_err(|error| invalid(error.to_string()))?;
        let given = from_re2(given);
        let anchored = if whole { format!(r"\A(?:{given})\z") } else { given };
        let mut builder = RegexBuilder::new(&anchored);
        let built = builder.size_limit(10 << 20).build();
        let regex = Arc::new(built.map_err(|error| invalid(error.to_string().replace('\n', " ")))?);
        let mut patterns = self.0.lock();
        if patterns.len() >= KEPT {
            patterns.clear();
        }
        patterns.insert(key, regex.clone());
        Ok(regex)
    }
}

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let patterns: Arc<Patterns> = Arc::default();
    let entry = || OpEntry::new().strings();
    let known = patterns.clone();
    ops.add(
        "tf.RegexReplace",
        entry().dispatch(move |frame: &mut DispatchFrame<'_>| {
            frame.expect_args(3)?;
            let (pattern, rewrite) = (text(frame, 1, "Pattern")?, text(frame, 2, "Rewrite")?);
            let (regex, rewrite) = (known.compile(pattern, false)?, rewrite.to_vec());
            replace(frame, &regex, &rewrite)
        }),
    );
    let known = patterns.clone();
    ops.add(
        "tf.StaticRegexReplace",
        entry().dispatch(move |frame: &mut DispatchFrame<'_>| {
            frame.expect_args(1)?;
            let attrs = frame.attrs();
            replace(frame, &*known.compile(attr(&attrs, "pattern")?, false)?, attr(&attrs, "rewrite")?)
        }),
    );
    let known = patterns.clone();
    ops.add(
        "tf.RegexFullMatch",
        entry().dispatch(move |frame: &mut DispatchFrame<'_>| {
            frame.expect_args(2)?;
            let regex = known.compile(text(frame, 1, "Pattern")?, true)?;
            full_match(frame, &regex)
        }),
    );
    ops.add(
        "tf.StaticRegexFullMatch",
        entry().dispatch(move |frame: &mut DispatchFrame<'_>| {
            frame.expect_args(1)?;
            let attrs = frame.attrs();
            full_match(frame, &*patterns.compile(attr(&attrs, "pattern")?, true)?)
        }),
    );
}

fn text<'a>(frame: &'a DispatchFrame<'_>, i: usize, what: &str) -> Result<&'a [u8], OpError> {
    match frame.strings(i)?.strings() {
        [text] => Ok(text),
        _ => {
            Err(format!("{what} must be scalar, but received {}", frame.strings(i)?.metadata().shape).into())
        }
    }
}

fn attr<'a>(attrs: &'a OpAttrsRef<'_>, name: &str) -> Result<&'a [u8], OpError> {
    attrs.get_string(name).ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))
}

/// A part of a rewrite.
enum Part<'a> {
    Text(&'a [u8]),
    /// The text that a group matched; group 0 is the whole match.
    Group(usize),
}

/// A rewrite: `\1` is what group 1 matched, `\\` a backslash.
fn parts<'a>(rewrite: &'a [u8], regex: &Regex) -> Result<Vec<Part<'a>>, OpError> {
    let invalid = |why: &str| {
        let rewrite = String::from_utf8_lossy(rewrite);
        OpError::from(format!("Invalid rewrite: {rewrite}, error: {why}"))
    };
    let (mut parts, mut rest) = (Vec::new(), rewrite);
    while let Some(at) = rest.iter().position(|&byte| byte == b'\\') {
        parts.push(Part::Text(&rest[..at]));
        match rest.get(at + 1) {
            Some(digit @ b'0'..=b'9') => {
                let group = usize::from(digit - b'0');
                if group >= regex.captures_len() {
                    return Err(invalid("it refers to a group that the pattern does not have"));
                }
                parts.push(Part::Group(group));
            }
            Some(b'\\') => parts.push(Part::Text(b"\\")),
            _ => return Err(invalid("'\\' must be followed by a digit or '\\'")),
        }
        rest = &rest[at + 2..];
    }
    parts.push(Part::Text(rest));
    Ok(parts)
}

fn replace(frame: &mut DispatchFrame<'_>, regex: &Regex, rewrite: &[u8]) -> Result<(), OpError> {
    let parts = parts(rewrite, regex)?;
    let everywhere = frame.attrs().get_bool("replace_global").unwrap_or(true);
    let most = if everywhere { usize::MAX } else { 1 };
    let input = frame.strings(0)?;
    let replaced = texts(input.strings().iter().map(|text| replaced(text, regex, &parts, most)))?;
    let result = StringHostTensor::new(input.metadata().shape.clone(), replaced)?;
    frame.set(0, result);
    Ok(())
}

/// A text with its first `most` matches rewritten.
fn replaced(
    text: &[u8],
    regex: &Regex,
    parts: &[Part<'_>],
    most: usize,
) -> Result<Box<[u8]>, TryReserveError> {
    let (mut made, mut end) = (Vec::new(), 0);
    for captures in regex.captures_iter(text).take(most) {
        let Some(whole) = captures.get(0) else { continue };
        append(&mut made, &text[end..whole.start()])?;
        for part in parts {
            append(
                &mut made,
                match part {
                    Part::Text(part) => part,
                    Part::Group(group) => {
                        captures.get(*group).map(|found| found.as_bytes()).unwrap_or_default()
                    }
                },
            )?;
        }
        end = whole.end();
    }
    append(&mut made, &text[end..])?;
    Ok(made.into_boxed_slice())
}

fn full_match(frame: &mut DispatchFrame<'_>, regex: &Regex) -> Result<(), OpError> {
    let input = frame.strings(0)?;
    let matches: Vec<I1> = input.strings().iter().map(|text| I1::from(regex.is_match(text))).collect();
    let result = DenseHostTensor::from_values(input.metadata().shape.clone(), &matches)?;
    frame.set(0, result);
    Ok(())
}
