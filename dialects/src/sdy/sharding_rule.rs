//! `#sdy.op_sharding_rule`: which dimensions of an operation's operands and results belong together, as factors that they share.
//!
//! A dimension is a product of factors, written as letters from `i` on. The written form and what must hold of a rule at an operation are upstream's.

use std::fmt;

use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{DYNAMIC, TypeKind};
use tfrt_ir::verify::OpVerifier;

use super::attributes::list;
use super::rules::numbered;
use crate::attr_text::{AttrText, Read};
use crate::dialect_attr::DialectAttr;

/// The names of the groups of special factors, in the order in which they are written.
const GROUPS: [&str; 4] = ["reduction", "need_replication", "permutation", "blocked_propagation"];

/// The factors of one dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DimensionMapping(pub Vec<i64>);

impl DialectAttr for DimensionMapping {
    const DIALECT: &'static str = "sdy";
}

/// The name of a factor: `i` to `z`, then `z_1` and so on.
fn factor(index: i64) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..=17) => char::from(b'i' + index).to_string(),
        _ => format!("z_{}", index - 17),
    }
}

impl fmt::Display for DimensionMapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("*");
        }
        self.0.iter().try_for_each(|&index| f.write_str(&factor(index)))
    }
}

/// The factors of each dimension of a tensor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TensorMapping(pub Vec<DimensionMapping>);

impl DialectAttr for TensorMapping {
    const DIALECT: &'static str = "sdy";
}

impl fmt::Display for TensorMapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        list(f, &self.0)?;
        f.write_str("]")
    }
}

/// The rule by which an operation may be divided: the dimensions of operands and results that belong together.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct ShardingRule {
    /// The sizes of the factors.
    pub factor_sizes: Vec<i64>,
    /// The factors of the operands.
    pub operands: Vec<TensorMapping>,
    /// The factors of the results.
    pub results: Vec<TensorMapping>,
    /// Factors that are summed up.
    pub reduction: Vec<i64>,
    /// Factors that must be whole on each device.
    pub need_replication: Vec<i64>,
    /// Factors of which devices exchange their parts.
    pub permutation: Vec<i64>,
    /// Factors that must not be divided further.
    pub blocked_propagation: Vec<i64>,
    /// Whether a user wrote the rule.
    pub is_custom: bool,
}

impl DialectAttr for ShardingRule {
    const DIALECT: &'static str = "sdy";
}

impl fmt::Display for ShardingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("op_sharding_rule<(")?;
        list(f, &self.operands)?;
        f.write_str(")->(")?;
        list(f, &self.results)?;
        f.write_str(")")?;
        for (index, size) in self.factor_sizes.iter().enumerate() {
            write!(f, "{}{}={size}", if index > 0 { ", " } else { " {" }, factor(index as i64))?;
        }
        f.write_str(if self.factor_sizes.is_empty() { "" } else { "}" })?;
        for (name, factors) in GROUPS.into_iter().zip(self.groups()) {
            if !factors.is_empty() {
                let names: Vec<String> = factors.iter().map(|&index| factor(index)).collect();
                write!(f, " {name}={{{}}}", names.join(", "))?;
            }
        }
        f.write_str(if self.is_custom { ", custom>" } else { ">" })
    }
}

impl ShardingRule {
    /// Reads the text behind the mnemonic.
    pub(super) fn parse(text: &mut AttrText<'_>) -> Read<ShardingRule> {
        text.expect("<")?;
        let operands = mappings(text)?;
        text.expect("->")?;
        let mut rule = ShardingRule { operands, results: mappings(text)?, ..ShardingRule::default() };
        if text.remaining().starts_with('{') {
            let mut count = 0;
            rule.factor_sizes = text.list(("{", "}"), |text| {
                let factors = factors(text)?;
                if let [_, second, ..] = factors[..] {
                    return Err(text.error(format!("expecting single factor symbol: {}", factor(second))));
                }
                if factors != [count] {
                    let [expected, received] = [count, factors.first().copied().unwrap_or(0)].map(factor);
                    return Err(text.error(format!(
                        "expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {{i=#, j=#, ...}}). Expecting factor index symbol '{expected}', received: '{received}'"
                    )));
                }
                count += 1;
                text.expect("=")?;
                text.integer()
            })?;
        }
        let groups = [
            &mut rule.reduction,
            &mut rule.need_replication,
            &mut rule.permutation,
            &mut rule.blocked_propagation,
        ];
        for (name, group) in GROUPS.into_iter().zip(groups) {
            if text.eat(name) {
                text.expect("=")?;
                *group = text.list(("{", "}"), factors)?.into_iter().flatten().collect();
            }
        }
        if text.eat(",") {
            text.expect_word("custom")?;
            rule.is_custom = true;
        }
        text.expect(">")?;
        Ok(rule)
    }

    /// Its groups of special factors.
    fn groups(&self) -> [&[i64]; 4] {
        [&self.reduction, &self.need_replication, &self.permutation, &self.blocked_propagation]
    }

    /// Whether it fits the operation, and says one thing of each factor.
    ///
    /// # Errors
    /// A rule is broken.
    pub(super) fn check(&self, verifier: &OpVerifier<'_>, op: OpRef<'_>) -> Result<(), String> {
        let quoted = |ty| verifier.quoted(op.ctx, ty);
        self.check_values(op.ctx, "operand", &self.operands, op.operand_types(), &quoted)?;
        self.check_values(op.ctx, "result", &self.results, op.result_types(), &quoted)?;
        let is_in = |mappings: &[TensorMapping], factor: i64| {
            mappings.iter().flat_map(|mapping| &mapping.0).any(|dimension| dimension.0.contains(&factor))
        };
        let unused = |&factor: &i64| !is_in(&self.operands, factor) && !is_in(&self.results, factor);
        if let Some(index) = (0..self.factor_sizes.len() as i64).find(unused) {
            let (name, size) = (factor(index), self.factor_sizes[index as usize]);
            return Err(format!("has factor {name}={size} that isn't used in operand and result mappings"));
        }
        self.groups().into_iter().try_for_each(|group| self.check_group(group))?;
        let mut special: Vec<i64> = self.groups()[..3].iter().copied().flatten().copied().collect();
        special.sort_unstable();
        if special.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(
                "a factor can only be in one of the reduction, need replication, or permutation factor sets"
                    .into(),
            );
        }
        match self.reduction.iter().any(|&factor| is_in(&self.results, factor)) {
            true => Err("reduction factor cannot be in result mappings".into()),
            false => Ok(()),
        }
    }

    /// Whether there is a mapping for each of several values, with factors for each dimension.
    fn check_values(
        &self,
        ctx: &Context,
        what: &str,
        mappings: &[TensorMapping],
        types: impl ExactSizeIterator<Item = Type>,
        quoted: &impl Fn(Type) -> String,
    ) -> Result<(), String> {
        let count = types.len();
        if count != mappings.len() {
            return Err(format!("number of {what}s and mappings must match: {count} != {}", mappings.len()));
        }
        for (index, (mapping, ty)) in mappings.iter().zip(types).enumerate() {
            let outcome = match ctx.type_kind(ty) {
                TypeKind::RankedTensor { dims, .. } if !dims.contains(&DYNAMIC) => {
                    self.check_mapping(mapping, dims.len())
                }
                _ => Err(format!("expected a ranked tensor with a static shape. type: {}", quoted(ty))),
            };
            outcome.map_err(|message| format!("{}{message}", numbered(what, index, count)))?;
        }
        Ok(())
    }

    /// Whether a mapping has an entry for each dimension, of factors that the rule has, each once.
    fn check_mapping(&self, mapping: &TensorMapping, rank: usize) -> Result<(), String> {
        if mapping.0.len() != rank {
            return Err(format!("mapping rank must match: {} != {rank}", mapping.0.len()));
        }
        let factors = self.factor_sizes.len();
        let mut is_used = vec![false; factors];
        for dimension in &mapping.0 {
            for &factor in &dimension.0 {
                let Some(used) = usize::try_from(factor).ok().and_then(|factor| is_used.get_mut(factor))
                else {
                    return Err(format!(
                        "expecting factor indices to be within 0<=...<num_factors; received: {factor}, num_factors: {factors}"
                    ));
                };
                if std::mem::replace(used, true) {
                    return Err("cannot reuse factors for the same tensor value".into());
                }
            }
            let is_one = |&factor: &i64| self.factor_sizes[factor as usize] == 1;
            if dimension.0.len() > 1 && dimension.0.iter().any(is_one) {
                return Err("dim mapping can't have a factor of size 1 if there are multiple factors".into());
            }
        }
        Ok(())
    }

    /// Whether a group of factors is written in order, each once, and the rule has them.
    fn check_group(&self, group: &[i64]) -> Result<(), String> {
        if !group.is_sorted() {
            return Err("indices of special factors must be sorted".into());
        }
        if group.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("indices of special factors must be unique".into());
        }
        let factors = self.factor_sizes.len();
        match group.last() {
            Some(&last) if usize::try_from(last).is_ok_and(|last| last >= factors) => {
                Err(format!("index must be less than {factors}, got: {last}"))
            }
            _ => Ok(()),
        }
    }
}

/// The factors that a word names, one after the other.
fn factors(text: &mut AttrText<'_>) -> Read<Vec<i64>> {
    if text.eat("*") {
        return Ok(Vec::new());
    }
    let at = text.offset();
    let Some(word) = text.word() else { return Err(text.error_at(at, "expected valid keyword")) };
    let mut rest = word;
    let mut found = Vec::new();
    while let Some(letter) = rest.chars().next() {
        if !('i'..='z').contains(&letter) {
            return Err(text.error_at(at, format!("expecting symbol from 'i' to 'z'. Received: '{letter}'")));
        }
        rest = &rest[1..];
        let mut index = i64::from(letter as u8 - b'i');
        if letter == 'z' && rest.starts_with('_') {
            let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
            let number = &rest[1..=digits];
            match number.parse::<i64>() {
                Ok(value) if !number.starts_with('0') && value < 1 << 32 => index = 17 + value,
                _ => {
                    let message =
                        format!("expecting positive integer without leading zeros. Received: '{number}'");
                    return Err(text.error_at(at, message));
                }
            }
            rest = &rest[1 + digits..];
        }
        found.push(index);
    }
    Ok(found)
}

/// The mappings of all operands or results; there is at least one.
fn mappings(text: &mut AttrText<'_>) -> Read<Vec<TensorMapping>> {
    let mappings = text.list(("(", ")"), |text| {
        Ok(TensorMapping(text.list(("[", "]"), |text| factors(text).map(DimensionMapping))?))
    })?;
    match mappings.is_empty() {
        true => Err(text.error("expected '['")),
        false => Ok(mappings),
    }
}
