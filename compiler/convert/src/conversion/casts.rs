//! The casts of a conversion: where a value of one type meets a use of another.
//!
//! Two kinds are made. A *source* cast stands for a value that was replaced by values of other types, for the remaining users
//! of the old one; a *target* cast gives a pattern an operand in its converted types. When the conversion is done most casts of
//! one kind feed one of the other and both are removed; the type converter's materializations replace the rest. A cast without
//! a materialization is an error, of the program or of the patterns, at the place of the operation it stands for.
//!
//! Casts that the program contained before are treated as any other operation.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::rewrite::InsertionPoint;
use tfrt_ir::syntax::type_to_string;

use super::rewriter::ConversionRewriter;
use crate::types::Materialize;

const CAST: &str = "builtin.unrealized_conversion_cast";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Source,
    Target,
}

/// The driver's state of a body that is being converted.
#[derive(Debug, Default)]
pub(super) struct State {
    /// The casts, in the order in which they were made.
    casts: Vec<Op>,
    kinds: FxHashMap<Op, Kind>,
    /// The same for bodies of operations in this one that a pattern changed already.
    pub(super) nested: FxHashMap<Op, State>,
}

impl State {
    pub(super) fn is_empty(&self) -> bool {
        self.casts.is_empty() && self.nested.is_empty()
    }
}

impl ConversionRewriter<'_> {
    /// Whether an operation is a cast that the conversion made.
    pub(super) fn is_cast(&self, op: Op) -> bool {
        self.state.kinds.contains_key(&op)
    }

    fn cast(
        &mut self,
        kind: Kind,
        at: InsertionPoint,
        inputs: &[Value],
        types: &[Type],
        loc: Loc,
    ) -> SmallVec<[Value; 1]> {
        let state = OpState::new(self.ctx().ident(CAST), loc).operands(inputs).results(types);
        let op = self.create(at, state);
        self.state.casts.push(op);
        self.state.kinds.insert(op, kind);
        self.body().results(op).collect()
    }

    /// A value of an old type that stands for converted ones.
    pub(super) fn source_cast(&mut self, at: InsertionPoint, inputs: &[Value], ty: Type, loc: Loc) -> Value {
        self.cast(Kind::Source, at, inputs, &[ty], loc)[0]
    }

    /// A value in converted types, for an operation that needs it so.
    pub(super) fn in_types(&mut self, before: Op, value: Value, types: &[Type]) -> SmallVec<[Value; 1]> {
        let body = self.body();
        if let &[ty] = types
            && ty == body.value_type(value)
        {
            return SmallVec::from_slice(&[value]);
        }
        if let Some(op) = body.defining_op(value)
            && self.state.kinds.get(&op) == Some(&Kind::Source)
            && has_types(body, body.operands(op), types)
        {
            return body.operands(op).collect();
        }
        let loc = body.value_loc(value);
        self.cast(Kind::Target, InsertionPoint::Before(before), &[value], types, loc)
    }

    /// Makes casts that meet each other cancel out, and the rest real.
    pub(super) fn resolve_casts(&mut self, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
        let casts = std::mem::take(&mut self.state.casts);
        loop {
            let mut changed = false;
            for &cast in &casts {
                changed |= !self.body().is_erased(cast) && self.cancel(cast);
            }
            for &cast in casts.iter().rev() {
                let is_dead = |body: &Body| body.results(cast).all(|result| !body.has_uses(result));
                if !self.body().is_erased(cast) && is_dead(self.body()) {
                    self.erase_op(cast);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for cast in casts {
            if !self.body().is_erased(cast) {
                self.materialize(cast, diagnostics)?;
            }
        }
        Ok(())
    }

    /// Replaces the results of a cast by values that are there already, if they are.
    fn cancel(&mut self, cast: Op) -> bool {
        let body = self.body();
        let mut inputs: SmallVec<[Value; 2]> = body.operands(cast).collect();
        let types: SmallVec<[Type; 2]> = body.results(cast).map(|result| body.value_type(result)).collect();
        if !has_types(body, inputs.iter().copied(), &types) {
            let Some(before) = inputs.first().and_then(|&input| body.defining_op(input)) else {
                return false;
            };
            let undoes = self.is_cast(before)
                && body.results(before).eq(inputs.iter().copied())
                && has_types(body, body.operands(before), &types);
            if !undoes {
                return false;
            }
            inputs = body.operands(before).collect();
        }
        let results: SmallVec<[Value; 2]> = body.results(cast).collect();
        let used = results.iter().any(|&result| self.body().has_uses(result));
        for (result, input) in results.into_iter().zip(inputs) {
            self.replace_all_uses(result, input);
        }
        used
    }

    fn materialize(&mut self, cast: Op, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
        let inputs: SmallVec<[Value; 2]> = self.body().operands(cast).collect();
        let results: SmallVec<[Value; 2]> = self.body().results(cast).collect();
        let types: SmallVec<[Type; 2]> =
            results.iter().map(|&result| self.body().value_type(result)).collect();
        let loc = self.body().loc(cast);
        let wanted = Materialize { before: cast, inputs: &inputs, types: &types, loc };
        let made = self.types.and_then(|converter| match self.state.kinds.get(&cast) {
            Some(Kind::Source) => converter.to_source(self, wanted),
            _ => converter.to_target(self, wanted),
        });
        match made {
            Some(values) if has_types(self.body(), values.iter().copied(), &types) => {
                for (&result, value) in results.iter().zip(values) {
                    self.replace_all_uses(result, value);
                }
                self.erase_op(cast);
                Ok(())
            }
            _ => {
                let list = |types: &mut dyn Iterator<Item = Type>| {
                    let types = types.map(|ty| format!("'{}'", type_to_string(self.ctx(), ty)));
                    types.collect::<Vec<_>>().join(", ")
                };
                let from = list(&mut inputs.iter().map(|&input| self.body().value_type(input)));
                let message = format!(
                    "failed to legalize unresolved materialization from ({from}) to ({}) that remained live after conversion",
                    list(&mut types.iter().copied())
                );
                let user = results.iter().flat_map(|&result| self.body().users(result)).last();
                let diagnostic = diagnostics.error_at_op(self.op(cast), message);
                if let Some(user) = user {
                    let text = format!("see existing live user here: '{}'", self.op(user).name_str());
                    diagnostic.note(self.body().loc(user), text);
                }
                Err(Failed)
            }
        }
    }
}

/// Whether values have these types.
fn has_types(body: &Body, values: impl ExactSizeIterator<Item = Value>, types: &[Type]) -> bool {
    values.len() == types.len() && values.zip(types).all(|(value, &ty)| body.value_type(value) == ty)
}
