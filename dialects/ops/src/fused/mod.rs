//! The body of a fused op: element-wise functions and reductions over earlier values, as typed data.
//!
//! The fusion pass builds a body; it travels as an attribute of the program and as records of a file, and the fused op's kernel and
//! the code generator for loops read it without parsing. Only [`FusedBodyBuilder`] makes bodies. It checks their structure, so
//! every body satisfies:
//!
//! * Values are numbered: first the fused op's arguments, then the members, in order. There are at most [`MAX_VALUES`].
//! * There is at least one member. Each member takes the operands of its op, all of them earlier values.
//! * Results are members, in order; the last member is the last of them.
//! * The value of an attribute is of the type that its name has.
//!
//! The ops' metadata functions check dtypes and shapes when the arguments are known.
//!
//! A body has a text form ([`FusedBody::parse`], `Display`), which printed programs use: `%2 = tf.Mul(%0, %1); %3 =
//! tf.Cast(%2) {DstT = f64}`, followed by `; return %2, %3` if it has more than one result.

mod text;

use std::fmt;

use crate::elementwise::{MemberAttrName, MemberValueType};
use crate::row::{Class, Row};
use crate::{Arity, DType, Elementwise, Reduction};

/// Values of a body at most.
pub const MAX_VALUES: usize = 1 << 12;

/// The function of a member of a fused body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemberOp {
    /// A function of elements.
    Elementwise(Elementwise),
    /// A reduction of the first operand along the axes that the second one names.
    Reduction(Reduction),
}

impl MemberOp {
    /// The function of the op of this full name; `None` if it cannot be a member.
    pub fn of(op: &str) -> Option<MemberOp> {
        match Row::of(op).class {
            Class::Elementwise(function) => Some(MemberOp::Elementwise(function)),
            Class::Reduction(reduction) => Some(MemberOp::Reduction(reduction)),
            _ => None,
        }
    }

    /// The op that computes it.
    pub const fn op(self) -> &'static str {
        match self {
            MemberOp::Elementwise(function) => function.op(),
            MemberOp::Reduction(reduction) => reduction.tf_op(),
        }
    }

    /// The number of operands it takes.
    pub const fn arity(self) -> Arity {
        match self {
            MemberOp::Elementwise(function) => function.arity(),
            MemberOp::Reduction(_) => Arity::Two,
        }
    }

    /// Its numbers in files: of its class, and of itself in that class. They never change; new ones are added.
    pub const fn codes(self) -> (u16, u16) {
        match self {
            MemberOp::Elementwise(function) => (1, function.code()),
            MemberOp::Reduction(reduction) => (2, reduction.code()),
        }
    }

    /// The function with these numbers in files.
    pub const fn from_codes(class: u16, code: u16) -> Option<MemberOp> {
        match class {
            1 => match Elementwise::from_code(code) {
                Some(function) => Some(MemberOp::Elementwise(function)),
                None => None,
            },
            2 => match Reduction::from_code(code) {
                Some(reduction) => Some(MemberOp::Reduction(reduction)),
                None => None,
            },
            _ => None,
        }
    }
}

/// The value of a member's attribute. A number is the bits of an `f64`, so that values can be compared and hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemberValue {
    /// A dtype.
    Type(DType),
    /// A truth value.
    Bool(bool),
    /// A number: see [`MemberValue::number`].
    Number(u64),
}

impl MemberValue {
    /// A number. All NaNs are one.
    pub const fn number(value: f64) -> MemberValue {
        MemberValue::Number(if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() })
    }

    /// The bits in files.
    pub fn bits(self) -> u64 {
        match self {
            MemberValue::Type(dtype) => u64::from(dtype.code()),
            MemberValue::Bool(value) => u64::from(value),
            MemberValue::Number(bits) => bits,
        }
    }
}

impl fmt::Display for MemberValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MemberValue::Type(dtype) => f.write_str(dtype.name()),
            MemberValue::Bool(value) => value.fmt(f),
            MemberValue::Number(bits) => write!(f, "{:?}", f64::from_bits(bits)),
        }
    }
}

impl MemberAttrName {
    /// The value of this attribute that a file stores as `bits`; `None` if `bits` encode no value of the attribute's type.
    pub fn value_of_bits(self, bits: u64) -> Option<MemberValue> {
        match (self.value_type(), bits) {
            (MemberValueType::Type, bits) => {
                DType::from_code(u8::try_from(bits).ok()?).map(MemberValue::Type)
            }
            (MemberValueType::Bool, 0 | 1) => Some(MemberValue::Bool(bits == 1)),
            (MemberValueType::Bool, _) => None,
            (MemberValueType::Number, bits) => Some(MemberValue::number(f64::from_bits(bits))),
        }
    }

    fn accepts(self, value: MemberValue) -> bool {
        let ty = match value {
            MemberValue::Type(_) => MemberValueType::Type,
            MemberValue::Bool(_) => MemberValueType::Bool,
            MemberValue::Number(_) => MemberValueType::Number,
        };
        ty == self.value_type()
    }
}

/// An attribute of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemberAttr {
    /// Its name.
    pub name: MemberAttrName,
    /// Its value.
    pub value: MemberValue,
}

/// A member of a fused body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'a> {
    /// Its function.
    pub op: MemberOp,
    /// The numbers of the values that it takes.
    pub operands: &'a [u16],
    /// Its attributes, each name once.
    pub attrs: &'a [MemberAttr],
}

/// A member, and where its operands and attributes end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Record {
    op: MemberOp,
    operands_end: u32,
    attrs_end: u32,
}

/// The body of a fused op. See the module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FusedBody {
    num_args: u16,
    members: Box<[Record]>,
    operands: Box<[u16]>,
    attrs: Box<[MemberAttr]>,
    results: Box<[u16]>,
}

impl FusedBody {
    /// The number of arguments of the fused op.
    pub fn num_args(&self) -> usize {
        usize::from(self.num_args)
    }

    /// The number of members: at least one.
    pub fn num_members(&self) -> usize {
        self.members.len()
    }

    /// The members in order.
    pub fn members(&self) -> impl ExactSizeIterator<Item = Member<'_>> {
        let (mut operand, mut attr) = (0, 0);
        self.members.iter().map(move |record| {
            let (operands_end, attrs_end) = (record.operands_end as usize, record.attrs_end as usize);
            let member = Member {
                op: record.op,
                operands: &self.operands[operand..operands_end],
                attrs: &self.attrs[attr..attrs_end],
            };
            (operand, attr) = (operands_end, attrs_end);
            member
        })
    }

    /// The numbers of the values that are results: members, in order; the last one's is the last.
    pub fn results(&self) -> &[u16] {
        &self.results
    }
}

/// The reason why a body of a fused op is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FusedBodyError(String);

impl fmt::Display for FusedBodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FusedBodyError {}

impl From<FusedBodyError> for String {
    fn from(error: FusedBodyError) -> String {
        error.0
    }
}

/// Makes a [`FusedBody`], member by member.
#[derive(Clone, Debug)]
pub struct FusedBodyBuilder {
    num_args: usize,
    members: Vec<Record>,
    operands: Vec<u16>,
    attrs: Vec<MemberAttr>,
}

impl FusedBodyBuilder {
    /// A body that takes so many arguments.
    pub fn new(num_args: usize) -> FusedBodyBuilder {
        FusedBodyBuilder { num_args, members: Vec::new(), operands: Vec::new(), attrs: Vec::new() }
    }

    fn next(&self) -> usize {
        self.num_args + self.members.len()
    }

    /// Adds a member; gives the number of its value.
    pub fn member(
        &mut self,
        op: MemberOp,
        operands: impl IntoIterator<Item = u16>,
        attrs: impl IntoIterator<Item = MemberAttr>,
    ) -> Result<u16, FusedBodyError> {
        let next = self.next();
        let wrong = |what: &str| FusedBodyError(format!("{} in a fused body {what}", op.op()));
        let number = u16::try_from(next).ok().filter(|_| next < MAX_VALUES);
        let number = number
            .ok_or_else(|| FusedBodyError(format!("a fused body has more than {MAX_VALUES} values")))?;
        let (first_operand, first_attr) = (self.operands.len(), self.attrs.len());
        self.operands.extend(operands);
        let operands = &self.operands[first_operand..];
        if let Some(later) = operands.iter().find(|&&operand| operand >= number) {
            return Err(wrong(&format!("takes %{later}, which is no earlier value")));
        }
        if !op.arity().takes(operands.len()) {
            return Err(wrong(&format!("takes {}, but got {}", op.arity(), operands.len())));
        }
        for attr in attrs {
            let name = attr.name.name();
            if self.attrs[first_attr..].iter().any(|other| other.name == attr.name) {
                return Err(wrong(&format!("has '{name}' twice")));
            }
            if !attr.name.accepts(attr.value) {
                return Err(wrong(&format!("has '{name}', which cannot be {}", attr.value)));
            }
            self.attrs.push(attr);
        }
        let position = |len: usize| {
            u32::try_from(len).map_err(|_| FusedBodyError("a fused body has too many operands".to_owned()))
        };
        let (operands_end, attrs_end) = (position(self.operands.len())?, position(self.attrs.len())?);
        self.members.push(Record { op, operands_end, attrs_end });
        Ok(number)
    }

    /// Adds a member that is in numbers, as files have it: class and code of its op, then each attribute's name and value.
    pub fn coded_member(
        &mut self,
        class: u16,
        code: u16,
        operands: &[u16],
        attrs: impl Iterator<Item = (u32, u64)>,
    ) -> Result<u16, FusedBodyError> {
        let unknown =
            |what: String| FusedBodyError(format!("a fused body has {what}, which is not known here"));
        let op = MemberOp::from_codes(class, code)
            .ok_or_else(|| unknown(format!("an op of class {class} with the number {code}")))?;
        let attrs = attrs.map(|(name, bits)| {
            let name = MemberAttrName::from_code(name)
                .ok_or_else(|| unknown(format!("an attribute with the number {name}")))?;
            let value = name
                .value_of_bits(bits)
                .ok_or_else(|| unknown(format!("'{}' with the value {bits}", name.name())))?;
            Ok(MemberAttr { name, value })
        });
        let attrs: Vec<MemberAttr> = attrs.collect::<Result<_, _>>()?;
        self.member(op, operands.iter().copied(), attrs)
    }

    /// The body, with these values as its results.
    pub fn finish(self, results: &[u16]) -> Result<FusedBody, FusedBodyError> {
        let next = self.next();
        if self.members.is_empty() {
            return Err(FusedBodyError("the body of a fused op has no members".to_owned()));
        }
        let are_members = results.iter().all(|&result| (self.num_args..next).contains(&usize::from(result)));
        if !are_members || !results.is_sorted_by(|a, b| a < b) {
            return Err(FusedBodyError("the results of a fused body are no members in order".to_owned()));
        }
        if results.last().is_none_or(|&last| usize::from(last) + 1 != next) {
            return Err(FusedBodyError("the last result of a fused body is not its last member".to_owned()));
        }
        Ok(FusedBody {
            // Members have numbers of 16 bits, which are larger.
            num_args: self.num_args as u16,
            members: self.members.into(),
            operands: self.operands.into(),
            attrs: self.attrs.into(),
            results: results.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neg() -> MemberOp {
        MemberOp::Elementwise(Elementwise::Neg)
    }

    #[test]
    fn codes_come_back() {
        let all = Elementwise::ALL.iter().map(|&function| MemberOp::Elementwise(function));
        for op in all.chain(Reduction::ALL.iter().map(|&reduction| MemberOp::Reduction(reduction))) {
            let (class, code) = op.codes();
            assert_eq!(MemberOp::from_codes(class, code), Some(op));
            assert_eq!(MemberOp::of(op.op()), Some(op));
        }
        for &name in MemberAttrName::ALL {
            assert_eq!(MemberAttrName::from_code(name.code()), Some(name));
        }
        for (class, code) in [(0, 1), (1, 0), (2, 0), (3, 1), (1, u16::MAX), (2, u16::MAX)] {
            assert_eq!(MemberOp::from_codes(class, code), None);
        }
    }

    #[test]
    fn values_of_attributes_come_back() {
        for (name, value) in [
            (MemberAttrName::DstT, MemberValue::Type(DType::BF16)),
            (MemberAttrName::KeepDims, MemberValue::Bool(true)),
            (MemberAttrName::Alpha, MemberValue::number(-0.0)),
            (MemberAttrName::Alpha, MemberValue::number(f64::from_bits(0x7ff0_0000_0000_0001))),
        ] {
            assert_eq!(name.value_of_bits(value.bits()), Some(value));
        }
        assert_eq!(MemberAttrName::DstT.value_of_bits(0), None);
        assert_eq!(MemberAttrName::DstT.value_of_bits(u64::MAX), None);
        assert_eq!(MemberAttrName::KeepDims.value_of_bits(2), None);
    }

    #[test]
    fn codes_that_are_not_known_are_named() {
        let coded = |class, code, attr: Option<(u32, u64)>| {
            let mut builder = FusedBodyBuilder::new(1);
            builder.coded_member(class, code, &[0], attr.into_iter()).map_err(|error| error.to_string())
        };
        let unknown = |what: &str| Err(format!("a fused body has {what}, which is not known here"));
        let (class, code) = neg().codes();
        assert_eq!(coded(class, code, None), Ok(1));
        assert_eq!(coded(class, 9999, None), unknown("an op of class 1 with the number 9999"));
        assert_eq!(coded(77, code, None), unknown("an op of class 77 with the number 28"));
        assert_eq!(coded(class, code, Some((99, 0))), unknown("an attribute with the number 99"));
        assert_eq!(coded(class, code, Some((1, 99))), unknown("'DstT' with the value 99"));
    }

    #[test]
    fn the_builder_checks_structure() {
        let results = |results: &[u16]| {
            let mut builder = FusedBodyBuilder::new(1);
            let first = builder.member(neg(), [0], []).unwrap();
            builder.member(neg(), [first], []).unwrap();
            builder.finish(results).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(results(&[1, 2]), Ok(()));
        for bad in [&[0, 2][..], &[2, 1], &[2, 2], &[3]] {
            assert_eq!(results(bad), Err("the results of a fused body are no members in order".to_owned()));
        }
        for bad in [&[1][..], &[]] {
            assert_eq!(
                results(bad),
                Err("the last result of a fused body is not its last member".to_owned())
            );
        }
        assert!(FusedBodyBuilder::new(0).finish(&[]).is_err());
        let mut builder = FusedBodyBuilder::new(MAX_VALUES - 1);
        assert_eq!(builder.member(neg(), [7], []), Ok(4095));
        assert!(builder.member(neg(), [7], []).is_err());
        assert!(FusedBodyBuilder::new(usize::MAX).member(neg(), [0], []).is_err());
        assert!(FusedBodyBuilder::new(1).member(neg(), [1], []).is_err());
    }
}
