//! Conversion targets: the operations that a conversion may leave.
//!
//! A rule for an operation's name takes precedence over a rule for its dialect, and that over the rule for all others.
//! Without a rule the legality of the operation is unknown: a partial conversion leaves it alone, a full one does not.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::Op;
use tfrt_ir::op_ref::OpRef;

/// The target's verdict on an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legality {
    /// It may stay.
    Legal,
    /// It may stay, with everything below it.
    LegalWithContents,
    /// It must be converted.
    Illegal,
    /// The target does not say.
    Unknown,
}

type Predicate = Arc<dyn Fn(OpRef<'_>) -> bool + Send + Sync>;

#[derive(Clone)]
enum Rule {
    Always(Legality),
    /// Legal if the function says so, else illegal.
    Asked(Predicate),
}

impl Rule {
    fn legality(&self, op: OpRef<'_>) -> Legality {
        match self {
            Rule::Always(legality) => *legality,
            Rule::Asked(is_legal) if is_legal(op) => Legality::Legal,
            Rule::Asked(_) => Legality::Illegal,
        }
    }
}

/// Rules on the operations that may remain after a conversion. The module above says which rule takes
/// precedence.
#[derive(Clone, Default)]
pub struct ConversionTarget {
    ops: FxHashMap<Cow<'static, str>, Rule>,
    dialects: FxHashMap<Cow<'static, str>, Rule>,
    others: Option<Rule>,
}

impl std::fmt::Debug for ConversionTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = |rules: &FxHashMap<Cow<'static, str>, Rule>| {
            let mut names: Vec<String> = rules.keys().map(|name| name.to_string()).collect();
            names.sort_unstable();
            names
        };
        f.debug_struct("ConversionTarget")
            .field("ops", &names(&self.ops))
            .field("dialects", &names(&self.dialects))
            .finish_non_exhaustive()
    }
}

impl ConversionTarget {
    /// A target without rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn ops(mut self, names: &[&'static str], rule: &Rule) -> Self {
        self.ops.extend(names.iter().map(|&name| (name.into(), rule.clone())));
        self
    }

    fn dialects(mut self, names: &[&'static str], rule: &Rule) -> Self {
        self.dialects.extend(names.iter().map(|&name| (name.into(), rule.clone())));
        self
    }

    /// Operations that may stay.
    #[must_use]
    pub fn legal_ops(self, names: &[&'static str]) -> Self {
        self.ops(names, &Rule::Always(Legality::Legal))
    }

    /// Operations that may stay with everything below them.
    #[must_use]
    pub fn legal_ops_with_contents(self, names: &[&'static str]) -> Self {
        self.ops(names, &Rule::Always(Legality::LegalWithContents))
    }

    /// Operations that must be converted.
    #[must_use]
    pub fn illegal_ops(self, names: &[&'static str]) -> Self {
        self.ops(names, &Rule::Always(Legality::Illegal))
    }

    /// Operations that may stay if the function says so.
    #[must_use]
    pub fn ops_legal_if(
        self,
        names: &[&'static str],
        is_legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.ops(names, &Rule::Asked(Arc::new(is_legal)))
    }

    /// Dialects whose operations may stay.
    #[must_use]
    pub fn legal_dialects(self, names: &[&'static str]) -> Self {
        self.dialects(names, &Rule::Always(Legality::Legal))
    }

    /// Dialects whose operations must be converted.
    #[must_use]
    pub fn illegal_dialects(self, names: &[&'static str]) -> Self {
        self.dialects(names, &Rule::Always(Legality::Illegal))
    }

    /// Dialects whose operations may stay if the function says so.
    #[must_use]
    pub fn dialects_legal_if(
        self,
        names: &[&'static str],
        is_legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.dialects(names, &Rule::Asked(Arc::new(is_legal)))
    }

    /// The rule for operations without another one.
    #[must_use]
    pub fn others_legal_if(self, is_legal: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static) -> Self {
        Self { others: Some(Rule::Asked(Arc::new(is_legal))), ..self }
    }

    fn rule(&self, name: &str) -> Option<&Rule> {
        let of_dialect = || self.dialects.get(name.split_once('.')?.0);
        self.ops.get(name).or_else(of_dialect).or(self.others.as_ref())
    }

    /// The verdict of the target on an operation. For many operations use a [`TargetIndex`].
    #[must_use]
    pub fn legality(&self, op: OpRef<'_>) -> Legality {
        self.rule(op.name_str()).map_or(Legality::Unknown, |rule| rule.legality(op))
    }
}

/// A target whose rules are found once for each name: a program has few names.
#[derive(Debug)]
pub struct TargetIndex<'t> {
    target: &'t ConversionTarget,
    rules: Vec<Option<Option<&'t Rule>>>,
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Rule::Always(legality) => legality.fmt(f),
            Rule::Asked(_) => f.write_str("Asked"),
        }
    }
}

impl<'t> TargetIndex<'t> {
    /// An index that knows no name yet.
    #[must_use]
    pub fn new(target: &'t ConversionTarget) -> Self {
        Self { target, rules: Vec::new() }
    }

    /// The target's verdict on an operation.
    pub fn legality(&mut self, op: OpRef<'_>) -> Legality {
        let index = op.name().index();
        if index >= self.rules.len() {
            self.rules.resize_with(index + 1, || None);
        }
        let rule = *self.rules[index].get_or_insert_with(|| self.target.rule(op.name_str()));
        rule.map_or(Legality::Unknown, |rule| rule.legality(op))
    }

    /// Whether a body, or one below it, has an illegal operation; operations below one that is legal with its contents do
    /// not count.
    pub fn has_illegal(&mut self, ctx: &Context, body: &Body) -> bool {
        let mut regions = body.root_regions().to_vec();
        while let Some(region) = regions.pop() {
            for block in body.blocks(region) {
                for op in body.ops(block) {
                    match self.legality(OpRef { ctx, body, op }) {
                        Legality::Illegal => return true,
                        Legality::LegalWithContents => continue,
                        Legality::Legal | Legality::Unknown => {}
                    }
                    if self.has_illegal_below(ctx, body, op, &mut regions) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn has_illegal_below(
        &mut self,
        ctx: &Context,
        body: &Body,
        op: Op,
        regions: &mut Vec<tfrt_ir::entity::Region>,
    ) -> bool {
        regions.extend_from_slice(body.inline_regions(op));
        body.nested(op).is_some_and(|nested| self.has_illegal(ctx, nested))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_ir::body::OpState;

    fn op(ctx: &Context, name: &str, body: &mut Body) -> Op {
        let op = body.create_op(ctx, OpState::new(ctx.ident(name), ctx.unknown_loc()));
        let block = body.root_block().unwrap();
        body.append_op(block, op);
        op
    }

    #[test]
    fn the_rule_for_a_name_wins_over_that_for_its_dialect() {
        let ctx = Context::new();
        let (mut body, _) = Body::with_entry_block();
        let target = ConversionTarget::new()
            .illegal_dialects(&["a"])
            .legal_ops(&["a.kept"])
            .legal_ops_with_contents(&["a.whole"])
            .dialects_legal_if(&["b"], |op| op.name_str() == "b.good");
        let mut index = TargetIndex::new(&target);
        let mut legality = |name: &str| {
            let op = op(&ctx, name, &mut body);
            let view = OpRef { ctx: &ctx, body: &body, op };
            assert_eq!(index.legality(view), target.legality(view));
            index.legality(view)
        };
        assert_eq!(legality("a.op"), Legality::Illegal);
        assert_eq!(legality("a.kept"), Legality::Legal);
        assert_eq!(legality("a.whole"), Legality::LegalWithContents);
        assert_eq!(legality("b.good"), Legality::Legal);
        assert_eq!(legality("b.bad"), Legality::Illegal);
        assert_eq!(legality("c.op"), Legality::Unknown);
        assert_eq!(legality("ab.op"), Legality::Unknown);
    }
}
