//! The text form of fused bodies, in printed programs and as people write it.
//!
//! One member per line, or separated by semicolons: `%2 = tf.Mul(%0, %1); %3 = tf.Cast(%2) {DstT = f64}`. The first member's number is
//! the number of arguments. The last member's value is the result, unless the last line names several: `return %2, %4`. Files of BEF
//! 1.0 and 1.1 have bodies in this form, so it stays readable.

use std::fmt;

use super::{FusedBody, FusedBodyBuilder, FusedBodyError, MAX_VALUES, MemberAttr, MemberOp, MemberValue};
use crate::DType;
use crate::elementwise::MemberAttrName;

impl fmt::Display for FusedBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = |f: &mut fmt::Formatter<'_>, values: &[u16]| {
            values
                .iter()
                .enumerate()
                .try_for_each(|(i, value)| write!(f, "{}%{value}", if i == 0 { "" } else { ", " }))
        };
        for (i, member) in self.members().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}%{} = {}(", self.num_args() + i, member.op.op())?;
            values(f, member.operands)?;
            f.write_str(")")?;
            for (i, attr) in member.attrs.iter().enumerate() {
                let separator = if i == 0 { " {" } else { ", " };
                write!(f, "{separator}{} = {}", attr.name.name(), attr.value)?;
            }
            if !member.attrs.is_empty() {
                f.write_str("}")?;
            }
        }
        if self.results().len() > 1 {
            f.write_str("; return ")?;
            values(f, self.results())?;
        }
        Ok(())
    }
}

impl FusedBody {
    /// Reads a body.
    ///
    /// # Errors
    /// Names what is wrong and the line in which it is, or the op that cannot be a member.
    pub fn parse(text: &str) -> Result<FusedBody, FusedBodyError> {
        let mut body: Option<FusedBodyBuilder> = None;
        let mut results: Vec<u16> = Vec::new();
        for line in text.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()) {
            let wrong = |what: &str| FusedBodyError(format!("{what} in the body of a fused op: '{line}'"));
            if !results.is_empty() {
                return Err(wrong("something after the results"));
            }
            if let Some(list) = line.strip_prefix("return ") {
                results = list
                    .split(',')
                    .map(|result| value(result).ok_or_else(|| wrong("a result that is no value")))
                    .collect::<Result<_, _>>()?;
                let (first, next) = body.as_ref().map_or((0, 0), |body| (body.num_args, body.next()));
                let are_members = results.iter().all(|result| (first..next).contains(&usize::from(*result)));
                if !are_members || !results.is_sorted_by(|a, b| a < b) {
                    return Err(wrong("a result that is no member after those before it"));
                }
                if results.last().is_none_or(|&last| usize::from(last) + 1 != next) {
                    return Err(wrong("a last result that is not the last member's"));
                }
                continue;
            }
            let (number, rest) = line.split_once('=').ok_or_else(|| wrong("no '='"))?;
            let number = value(number).ok_or_else(|| wrong("no number of a value"))?;
            let body = body.get_or_insert_with(|| FusedBodyBuilder::new(usize::from(number)));
            if usize::from(number) != body.next() {
                return Err(wrong("a value out of order"));
            }
            if usize::from(number) >= MAX_VALUES {
                return Err(wrong("too many values"));
            }
            let (op, rest) = rest.split_once('(').ok_or_else(|| wrong("no arguments"))?;
            let (args, attrs) = rest.split_once(')').ok_or_else(|| wrong("no end of the arguments"))?;
            let mut operands: Vec<u16> = Vec::new();
            for arg in args.split(',').filter(|arg| !arg.trim().is_empty()) {
                let arg = value(arg).filter(|&arg| arg < number);
                operands.push(arg.ok_or_else(|| wrong("an argument that is no earlier value"))?);
            }
            let attrs = attributes(attrs.trim()).ok_or_else(|| wrong("an attribute that cannot be read"))?;
            let op = op.trim();
            let op = MemberOp::of(op)
                .ok_or_else(|| FusedBodyError(format!("{op} cannot be part of a fused op")))?;
            body.member(op, operands, attrs)?;
        }
        let body = body.unwrap_or_else(|| FusedBodyBuilder::new(0));
        if results.is_empty() {
            // The builder says that there is no member.
            results.extend(body.next().checked_sub(1).map(|last| last as u16));
        }
        body.finish(&results)
    }
}

/// `%12`
fn value(text: &str) -> Option<u16> {
    text.trim().strip_prefix('%')?.parse().ok()
}

/// `{DstT = f32, Truncate = true}`, or nothing.
fn attributes(text: &str) -> Option<Vec<MemberAttr>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let pairs = text.strip_prefix('{')?.strip_suffix('}')?.split(',');
    let attribute = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        let name = MemberAttrName::ALL.iter().copied().find(|known| known.name() == name)?;
        let value = match value {
            "true" => MemberValue::Bool(true),
            "false" => MemberValue::Bool(false),
            _ => match DType::from_name(value) {
                Some(dtype) => MemberValue::Type(dtype),
                None => MemberValue::number(value.parse().ok()?),
            },
        };
        Some(MemberAttr { name, value })
    };
    pairs.map(attribute).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Elementwise, Reduction};

    #[test]
    fn a_body_is_read() {
        let body =
            FusedBody::parse("%2 = tf.Mul(%0, %1); %3 = tf.Cast(%2) {DstT = f64, Truncate = false}").unwrap();
        assert_eq!((body.num_args(), body.num_members()), (2, 2));
        let members: Vec<_> = body.members().collect();
        assert_eq!(members[0].op, MemberOp::Elementwise(Elementwise::Mul));
        assert_eq!((members[0].operands, members[0].attrs), (&[0, 1][..], &[][..]));
        assert_eq!(body.results(), [3]);
        let attrs = [
            MemberAttr { name: MemberAttrName::DstT, value: MemberValue::Type(DType::F64) },
            MemberAttr { name: MemberAttrName::Truncate, value: MemberValue::Bool(false) },
        ];
        assert_eq!(members[1].attrs, attrs);
    }

    #[test]
    fn several_results_are_named() {
        let body =
            FusedBody::parse("%1 = tf.Neg(%0); %2 = tf.Exp(%1); %3 = tf.Log(%2); return %1, %3").unwrap();
        assert_eq!(body.results(), [1, 3]);
    }

    #[test]
    fn what_is_printed_is_read_again() {
        for text in [
            "%1 = tf.Neg(%0)",
            "%2 = tf.Mul(%0, %1); %3 = tf.Cast(%2) {DstT = complex<f32>, Truncate = true}",
            "%2 = tf.Square(%0); %3 = tf.Mean(%2, %1) {keep_dims = true}; %4 = tf.Mul(%0, %3); return %3, %4",
            "%1 = tf.LeakyRelu(%0) {alpha = -0.5}; %2 = tf.LeakyRelu(%0) {alpha = 1e300}",
            "%1 = tf.LeakyRelu(%0) {alpha = inf}; %2 = tf.LeakyRelu(%0) {alpha = NaN}",
            "%1 = tf.Cast(%0) {DstT = !corert.string}",
        ] {
            let body = FusedBody::parse(text).unwrap();
            assert_eq!(body.to_string(), text);
            assert_eq!(FusedBody::parse(&body.to_string()), Ok(body));
        }
        for &function in Elementwise::ALL {
            let operands = match function.arity() {
                crate::Arity::One => "%0",
                crate::Arity::Two => "%0, %1",
                crate::Arity::Three => "%0, %1, %0",
                crate::Arity::Any => "%0, %1, %0, %1",
            };
            let text = format!("%2 = {}({operands})", function.op());
            assert_eq!(FusedBody::parse(&text).unwrap().to_string(), text);
        }
        for &reduction in Reduction::ALL {
            let text = format!("%2 = {}(%0, %1)", reduction.tf_op());
            assert_eq!(FusedBody::parse(&text).unwrap().to_string(), text);
        }
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
            (
                "return %0",
                "a result that is no member after those before it in the body of a fused op: 'return %0'",
            ),
            ("%4096 = tf.Neg(%0)", "too many values in the body of a fused op: '%4096 = tf.Neg(%0)'"),
            (
                "%1 = tf.Cast(%0) {DstT = g32}",
                "an attribute that cannot be read in the body of a fused op: '%1 = tf.Cast(%0) {DstT = g32}'",
            ),
            ("%1 = tf.Cast(%0) {DstT = f32, DstT = f64}", "tf.Cast in a fused body has 'DstT' twice"),
            ("%1 = tf.Cast(%0) {DstT = 0.5}", "tf.Cast in a fused body has 'DstT', which cannot be 0.5"),
            ("%1 = tf.MatMul(%0, %0)", "tf.MatMul cannot be part of a fused op"),
            ("%0 = tf.AddN()", "tf.AddN in a fused body takes at least one operand, but got 0"),
            ("%1 = Neg(%0)", "Neg cannot be part of a fused op"),
            ("%2 = tf.Neg(%0, %1)", "tf.Neg in a fused body takes one operand, but got 2"),
            ("%1 = tf.Sum(%0)", "tf.Sum in a fused body takes two operands, but got 1"),
        ] {
            assert_eq!(FusedBody::parse(text).unwrap_err().to_string(), message);
        }
    }
}
