//! The body of a fused op as text.
//!
//! A member a line, or after a semicolon: `%2 = tf.Mul(%0, %1); %3 = tf.Cast(%2) {DstT = f64}`. Values are numbered: first the
//! fused op's arguments, then the members, in order; so the first member's number says how many arguments there are. Each member
//! takes values before it. The last one's result is the fused op's, unless the last line names several: `return %2, %4`; then each is
//! a result of the fused op, and the last of them is the last member's. Attributes are dtypes, `true`, `false` and numbers.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{FrozenAttrs, OpAttrs, OpAttrsRef, OpError};
use tfrt_executor::tensor::DType;

/// Values of a body at most.
const MAX_VALUES: usize = 1 << 12;

/// An op of a body.
#[derive(Debug)]
pub(super) struct Member<'a> {
    /// Its name.
    pub op: &'a str,
    /// The numbers of its arguments.
    pub args: SmallVec<[u16; 3]>,
    /// Its attributes.
    pub attrs: FrozenAttrs,
}

/// A body.
#[derive(Debug)]
pub(super) struct Body<'a> {
    /// How many arguments the fused op takes.
    pub num_args: usize,
    /// Its members; at least one.
    pub members: Vec<Member<'a>>,
    /// The values that are its results, in order; the last member's is the last.
    pub results: SmallVec<[u16; 2]>,
}

impl<'a> Body<'a> {
    /// Reads a body.
    pub(super) fn parse(text: &'a str) -> Result<Body<'a>, OpError> {
        let mut body = Body { num_args: 0, members: Vec::new(), results: SmallVec::new() };
        for line in text.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()) {
            let wrong = |what: &str| OpError::from(format!("{what} in the body of a fused op: '{line}'"));
            if !body.results.is_empty() {
                return Err(wrong("something after the results"));
            }
            if let Some(results) = line.strip_prefix("return ") {
                let next = body.num_args + body.members.len();
                for result in results.split(',') {
                    let result = value(result).ok_or_else(|| wrong("a result that is no value"))?;
                    let after = body.results.last().map_or(body.num_args, |last| usize::from(*last) + 1);
                    if !(after..next).contains(&usize::from(result)) {
                        return Err(wrong("a result that is no member after those before it"));
                    }
                    body.results.push(result);
                }
                if body.results.last().is_none_or(|last| usize::from(*last) + 1 != next) {
                    return Err(wrong("a last result that is not the last member's"));
                }
                continue;
            }
            let (number, rest) = line.split_once('=').ok_or_else(|| wrong("no '='"))?;
            let number = value(number).ok_or_else(|| wrong("no number of a value"))?;
            let next = body.num_args + body.members.len();
            if body.members.is_empty() {
                body.num_args = usize::from(number);
            } else if usize::from(number) != next {
                return Err(wrong("a value out of order"));
            }
            if usize::from(number) >= MAX_VALUES {
                return Err(wrong("too many values"));
            }
            let (op, rest) = rest.split_once('(').ok_or_else(|| wrong("no arguments"))?;
            let (args, attrs) = rest.split_once(')').ok_or_else(|| wrong("no end of the arguments"))?;
            let mut numbers = SmallVec::new();
            for arg in args.split(',').filter(|arg| !arg.trim().is_empty()) {
                let arg = value(arg).filter(|&arg| arg < number);
                numbers.push(arg.ok_or_else(|| wrong("an argument that is no earlier value"))?);
            }
            let attrs = attributes(attrs.trim()).ok_or_else(|| wrong("an attribute that cannot be read"))?;
            body.members.push(Member { op: op.trim(), args: numbers, attrs });
        }
        if body.members.is_empty() {
            return Err("the body of a fused op has no members".into());
        }
        if body.results.is_empty() {
            body.results.push((body.num_args + body.members.len() - 1) as u16);
        }
        Ok(body)
    }
}

/// `%12`
fn value(text: &str) -> Option<u16> {
    text.trim().strip_prefix('%')?.parse().ok()
}

/// `{a = f32, b = true}`, or nothing.
fn attributes(text: &str) -> Option<FrozenAttrs> {
    let mut attrs = OpAttrs::new();
    if !text.is_empty() {
        for pair in text.strip_prefix('{')?.strip_suffix('}')?.split(',') {
            let (name, value) = pair.split_once('=')?;
            let (name, value) = (name.trim(), value.trim());
            let is_new = match value {
                "true" => attrs.set_bool(name, true),
                "false" => attrs.set_bool(name, false),
                _ => match (
                    DType::ALL.iter().copied().find(|dtype| dtype.name() == value),
                    value.parse::<f64>(),
                ) {
                    (Some(dtype), _) => attrs.set_dtype(name, dtype),
                    (None, Ok(number)) => attrs.set(name, number),
                    (None, Err(_)) => return None,
                },
            };
            if !is_new {
                return None;
            }
        }
    }
    Some(OpAttrsRef::from(&attrs).freeze())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_read() {
        let body =
            Body::parse("%2 = tf.Mul(%0, %1); %3 = tf.Cast(%2) {DstT = f64, Truncate = false}").unwrap();
        assert_eq!((body.num_args, body.members.len()), (2, 2));
        assert_eq!((body.members[0].op, &body.members[0].args[..]), ("tf.Mul", &[0, 1][..]));
        assert_eq!(body.results[..], [3]);
        let attrs = body.members[1].attrs.as_ref();
        assert_eq!((attrs.get_dtype("DstT"), attrs.get_bool("Truncate")), (Some(DType::F64), Some(false)));
    }

    #[test]
    fn several_results_are_named() {
        let body = Body::parse("%1 = tf.Neg(%0); %2 = tf.Exp(%1); %3 = tf.Log(%2); return %1, %3").unwrap();
        assert_eq!(body.results[..], [1, 3]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, message) in [
            ("", "the body of a fused op has no members"),
            ("%1 = tf.Neg", "no arguments in the body of a fused op: '%1 = tf.Neg'"),
            ("tf.Neg(%0)", "no '=' in the body of a fused op: 'tf.Neg(%0)'"),
            ("x = tf.Neg(%0)", "no number of a value in the body of a fused op: 'x = tf.Neg(%0)'"),
            ("%1 = tf.Neg(%0", "no end of the arguments in the body of a fused op: '%1 = tf.Neg(%0'"),
            (
                "%1 = tf.Neg(%1)",
                "an argument that is no earlier value in the body of a fused op: '%1 = tf.Neg(%1)'",
            ),
            (
                "%1 = tf.Neg(%0); %3 = tf.Neg(%1)",
                "a value out of order in the body of a fused op: '%3 = tf.Neg(%1)'",
            ),
            ("%70000 = tf.Neg(%0)", "no number of a value in the body of a fused op: '%70000 = tf.Neg(%0)'"),
            (
                "%1 = tf.Neg(%0); return %0, %1",
                "a result that is no member after those before it in the body of a fused op: 'return %0, %1'",
            ),
            (
                "%1 = tf.Neg(%0); %2 = tf.Neg(%1); return %1",
                "a last result that is not the last member's in the body of a fused op: 'return %1'",
            ),
            ("%1 = tf.Neg(%0); return x", "a result that is no value in the body of a fused op: 'return x'"),
            (
                "%1 = tf.Neg(%0); return %1; %2 = tf.Neg(%1)",
                "something after the results in the body of a fused op: '%2 = tf.Neg(%1)'",
            ),
            ("%4096 = tf.Neg(%0)", "too many values in the body of a fused op: '%4096 = tf.Neg(%0)'"),
            (
                "%1 = tf.Cast(%0) {DstT = g32}",
                "an attribute that cannot be read in the body of a fused op: '%1 = tf.Cast(%0) {DstT = g32}'",
            ),
        ] {
            assert_eq!(Body::parse(text).unwrap_err().message(), message);
        }
    }
}
