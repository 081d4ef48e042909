//! The body of a fused op: a list of members over earlier values, as records of fixed width.
//!
//! Values are numbered: first the fused op's arguments, then its members, in order. A file stores a body as one array of 64-bit
//! words, the only element of an aggregate with the meaning [`AggregateMeaning::FusedBody`]: a header, the members' records, the
//! records of their attributes, then the numbers of their operands and of the results, 16 bits each, padded with zeros to a whole
//! word.
//!
//! This crate checks structure: counts, the length, each operand an earlier value, results in order. The crate with the rows of ops
//! knows the meaning of a code and its operands; the loader of the file checks those.
//!
//! [`AggregateMeaning::FusedBody`]: crate::records::AggregateMeaning::FusedBody

use crate::records::{FusedAttrRecord, FusedBodyHeader, FusedMemberRecord};

/// Values of a body at most: as many as operands can number.
const MAX_VALUES: usize = 1 << 16;

const WORD: usize = size_of::<u64>();
const SHORTS: usize = WORD / size_of::<u16>();
const ATTR_WORDS: usize = size_of::<FusedAttrRecord>() / WORD;

/// A member of a fused body.
#[derive(Debug, Clone, Copy)]
pub struct FusedMember<'a> {
    /// The class of its op.
    pub class: u16,
    /// The code of its op in that class.
    pub op: u16,
    /// The numbers of the values that it takes.
    pub operands: &'a [u16],
    /// Its attributes.
    pub attrs: &'a [FusedAttrRecord],
}

/// The body of a fused op.
#[derive(Debug, Clone, Copy)]
pub struct FusedBodyView<'a> {
    words: &'a [u64],
    header: FusedBodyHeader,
    members: &'a [FusedMemberRecord],
    attrs: &'a [FusedAttrRecord],
    operands: &'a [u16],
    results: &'a [u16],
}

impl<'a> FusedBodyView<'a> {
    /// A body in the words of an array, checked; the error is the rule that it breaks.
    pub(crate) fn new(words: &'a [u64]) -> Result<FusedBodyView<'a>, &'static str> {
        let view = FusedBodyView::sections(words).ok_or("has a fused body of another length")?;
        view.check()?;
        Ok(view)
    }

    /// The parts of a body, if it is as long as its counts say.
    pub(crate) fn sections(words: &'a [u64]) -> Option<FusedBodyView<'a>> {
        let (first, rest) = words.split_first()?;
        let header: FusedBodyHeader = bytemuck::cast(*first);
        let (members, rest) = rest.split_at_checked(usize::from(header.num_members))?;
        let members: &[FusedMemberRecord] = bytemuck::cast_slice(members);
        let sum = |count: fn(&FusedMemberRecord) -> u16| -> usize {
            members.iter().map(|member| usize::from(count(member))).sum()
        };
        let (attrs, rest) = rest.split_at_checked(sum(|member| member.num_attrs) * ATTR_WORDS)?;
        let shorts: &[u16] = bytemuck::cast_slice(rest);
        let (operands, shorts) = shorts.split_at_checked(sum(|member| member.num_operands))?;
        let (results, padding) = shorts.split_at_checked(usize::from(header.num_results))?;
        let is_whole = padding.len() < SHORTS && padding.iter().all(|&short| short == 0);
        let attrs = bytemuck::cast_slice(attrs);
        is_whole.then_some(FusedBodyView { words, header, members, attrs, operands, results })
    }

    fn check(&self) -> Result<(), &'static str> {
        let num_args = usize::from(self.header.num_args);
        let num_values = num_args + self.members.len();
        if self.members.is_empty() {
            return Err("has a fused body without members");
        }
        if num_values > MAX_VALUES {
            return Err("has a fused body with too many values");
        }
        for (i, member) in self.members().enumerate() {
            if member.operands.iter().any(|&operand| usize::from(operand) >= num_args + i) {
                return Err("has a fused body with an operand that is no earlier value");
            }
        }
        let is_member = |&result: &u16| (num_args..num_values).contains(&usize::from(result));
        let is_last = self.results.last().is_some_and(|&last| usize::from(last) + 1 == num_values);
        if !self.results.iter().all(is_member) || !self.results.is_sorted_by(|a, b| a < b) || !is_last {
            return Err("has a fused body whose results are no members in order that end in the last one");
        }
        Ok(())
    }

    /// The words of the body, for a reader that does not know the codes in them.
    pub fn words(&self) -> &'a [u64] {
        self.words
    }

    /// The number of arguments of the fused op.
    pub fn num_args(&self) -> u16 {
        self.header.num_args
    }

    /// The number of members: at least one.
    pub fn num_members(&self) -> usize {
        self.members.len()
    }

    /// The members in order.
    pub fn members(&self) -> impl Iterator<Item = FusedMember<'a>> + use<'a> {
        let (mut operands, mut attrs) = (self.operands, self.attrs);
        self.members.iter().map(move |member| FusedMember {
            class: member.class,
            op: member.op,
            operands: operands.split_off(..usize::from(member.num_operands)).unwrap_or_default(),
            attrs: attrs.split_off(..usize::from(member.num_attrs)).unwrap_or_default(),
        })
    }

    /// The numbers of the values that are results: members, in order; the last one's is the last.
    pub fn results(&self) -> &'a [u16] {
        self.results
    }
}

/// The words of a body; the error is the rule that it breaks.
pub(crate) fn words<'a>(
    num_args: u16,
    members: impl Iterator<Item = FusedMember<'a>>,
    results: &[u16],
) -> Result<Vec<u64>, &'static str> {
    let too_many = "has a fused body with too many values";
    let mut records: Vec<FusedMemberRecord> = Vec::new();
    let (mut attrs, mut shorts): (Vec<FusedAttrRecord>, Vec<u16>) = (Vec::new(), Vec::new());
    for member in members {
        records.push(FusedMemberRecord {
            op: member.op,
            class: member.class,
            num_operands: u16::try_from(member.operands.len()).map_err(|_| too_many)?,
            num_attrs: u16::try_from(member.attrs.len()).map_err(|_| too_many)?,
        });
        attrs.extend_from_slice(member.attrs);
        shorts.extend_from_slice(member.operands);
    }
    shorts.extend_from_slice(results);
    shorts.resize(shorts.len().next_multiple_of(SHORTS), 0);
    let header = FusedBodyHeader {
        num_args,
        num_members: u16::try_from(records.len()).map_err(|_| too_many)?,
        num_results: u16::try_from(results.len()).map_err(|_| too_many)?,
        reserved: 0,
    };
    let mut words: Vec<u64> = vec![bytemuck::cast(header)];
    words.extend(records.into_iter().map(bytemuck::cast::<FusedMemberRecord, u64>));
    words.extend(attrs.into_iter().flat_map(bytemuck::cast::<FusedAttrRecord, [u64; ATTR_WORDS]>));
    words.extend(
        shorts
            .chunks_exact(SHORTS)
            .map(|shorts| bytemuck::pod_read_unaligned::<u64>(bytemuck::cast_slice(shorts))),
    );
    FusedBodyView::new(&words)?;
    Ok(words)
}
