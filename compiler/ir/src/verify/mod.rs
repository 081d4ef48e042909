//! The verifier: checks a program against the declarations of its operations.
//!
//! The checks, in this order:
//! 1. for each operation, before the operations in its regions: discardable attributes, by the dialect that their name begins with; the
//!    declared counts of regions, results, successors and operands; declared attributes; types of operands and results; the shape of
//!    regions; traits; the operation's own hook (`declared`, `traits`);
//! 2. for each block: that it is not empty, that only its last operation has successors, that these are blocks of its region,
//!    and that it ends with a terminator where one is needed;
//! 3. after the operations in its regions: undeclared operations must be allowed, and a symbol table has each name once
//!    (`symbols`);
//! 4. that each value is defined where it is used (`dominance`).
//!
//! An operation that is isolated from above is verified separately from its surroundings: the first error in it ends its
//! verification, but not that of its siblings. Several threads verify large programs (`parallel`); the diagnostics are those of
//! one thread, in the order of the program.
//!
//! Not checked: faults that the parser and the arenas exclude (operands without a value, uses across isolated
//! bodies).

mod declared;
mod dominance;
mod parallel;
mod symbols;
mod text;
mod traits;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use crate::body::Body;
use crate::context::Context;
use crate::diagnostics::{Diagnostics, Failed};
use crate::dialect::{AttrOwner, Dialect};
use crate::entity::{Block, Op};
use crate::handles::{Attr, Ident, Loc, Type};
use crate::module::Module;
use crate::op_ref::OpRef;
use crate::opdef::Traits;
use crate::symbol::SymbolTable;

/// Verifies a whole program.
///
/// # Errors
/// Something is wrong; it was added to `diagnostics`.
pub fn verify_module(module: &Module, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    verify(module.top(), diagnostics)
}

/// Verifies an operation with everything below it. Its surroundings are unknown: checks that need them find nothing wrong.
///
/// # Errors
/// Something is wrong; it was added to `diagnostics`.
pub fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    OpVerifier { diagnostics, scope: None, is_alone: true, refused_attr: false }.isolated(op)
}

/// Verifies an operation with everything below it, knowing the isolated operations around it, the innermost last.
///
/// # Errors
/// Something is wrong; it was added to `diagnostics`.
pub fn verify_within(
    around: &[OpRef<'_>],
    op: OpRef<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failed> {
    fn within<'a>(
        outer: Option<&Scope<'_>>,
        around: &[OpRef<'a>],
        op: OpRef<'a>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failed> {
        match around.split_first() {
            None => {
                OpVerifier { diagnostics, scope: outer, is_alone: true, refused_attr: false }.isolated(op)
            }
            Some((&first, rest)) => {
                let scope = Scope { op: first, outer, symbols: OnceLock::new() };
                within(Some(&scope), rest, op, diagnostics)
            }
        }
    }
    within(None, around, op, diagnostics)
}

/// An isolated operation around the one being verified.
struct Scope<'v> {
    op: OpRef<'v>,
    outer: Option<&'v Scope<'v>>,
    /// The symbols in it, collected when first needed.
    symbols: OnceLock<SymbolTable>,
}

/// The verifier's interface for hooks: error reporting, and the surroundings of an operation.
pub struct OpVerifier<'v> {
    diagnostics: &'v mut Diagnostics,
    scope: Option<&'v Scope<'v>>,
    /// Whether no other thread verifies beside this one, which may then start some.
    is_alone: bool,
    /// Whether a discardable attribute was refused: the message is its dialect's, and no operation declares it.
    refused_attr: bool,
}

impl std::fmt::Debug for OpVerifier<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpVerifier").finish_non_exhaustive()
    }
}

impl<'v> OpVerifier<'v> {
    /// Reports an error about an operation: `'name' op message`.
    pub fn op_error(&mut self, op: OpRef<'_>, message: impl AsRef<str>) -> Failed {
        let message = format!("'{}' op {}", op.name_str(), message.as_ref());
        self.error(op, message)
    }

    /// The same, with notes at other places.
    pub fn op_error_with_notes(
        &mut self,
        op: OpRef<'_>,
        message: impl AsRef<str>,
        notes: impl IntoIterator<Item = (Loc, String)>,
    ) -> Failed {
        let message = format!("'{}' op {}", op.name_str(), message.as_ref());
        self.error_with_notes(op, message, notes)
    }

    /// Reports an error at an operation, and shows it.
    pub fn error(&mut self, op: OpRef<'_>, message: impl Into<String>) -> Failed {
        self.error_with_note(op, message, None)
    }

    /// Reports an error at an operation, with a note at another place.
    pub fn error_with_note(
        &mut self,
        op: OpRef<'_>,
        message: impl Into<String>,
        note: Option<(Loc, String)>,
    ) -> Failed {
        self.error_with_notes(op, message, note)
    }

    /// Reports an error at an operation, with notes at other places.
    pub fn error_with_notes(
        &mut self,
        op: OpRef<'_>,
        message: impl Into<String>,
        notes: impl IntoIterator<Item = (Loc, String)>,
    ) -> Failed {
        let around = Self::numbered_from(self.scope, op);
        let diagnostic = self.diagnostics.error_at_op_within(around, op, message);
        for (loc, note) in notes {
            diagnostic.note(loc, note);
        }
        Failed
    }

    /// The operation from which the values that an operation uses are numbered where it is shown: the nearest that sees nothing
    /// from outside.
    fn numbered_from<'a>(scope: Option<&'a Scope<'_>>, op: OpRef<'a>) -> OpRef<'a> {
        if op.has(Traits::ISOLATED) || is_isolated(op) {
            return op;
        }
        match scope {
            Some(scope)
                if scope.op.body.nested(scope.op.op).is_some_and(|body| std::ptr::eq(body, op.body)) =>
            {
                scope.op
            }
            _ => op,
        }
    }

    /// A type as messages show it: in single quotes.
    #[must_use]
    pub fn quoted(&self, ctx: &Context, ty: Type) -> String {
        format!("'{}'", text::ty(ctx, ty))
    }

    /// The parent of an operation, also when the operation is isolated from it. None at the top of the verified
    /// operations.
    #[must_use]
    pub fn parent<'a>(&'a self, op: OpRef<'a>) -> Option<OpRef<'a>> {
        op.parent().or_else(|| self.scope.map(|scope| scope.op))
    }

    /// The isolated operations around the verified one, the innermost first, as far as they are known.
    pub fn isolated_ancestors(&self) -> impl Iterator<Item = OpRef<'v>> + use<'v> {
        std::iter::successors(self.scope, |scope| scope.outer).map(|scope| scope.op)
    }

    /// Whether a symbol table encloses the verified operations, so that a symbol that is not found does not exist. Passes on
    /// functions verify each by itself, taken out of its module.
    #[must_use]
    pub fn sees_symbols(&self) -> bool {
        self.isolated_ancestors().any(|op| op.has(Traits::SYMBOL_TABLE))
    }

    /// The operation that a symbol refers to from an operation: looked up in the nearest symbol table around it. Also
    /// `None` if no enclosing operation is a symbol table: see [`sees_symbols`](Self::sees_symbols).
    #[must_use]
    pub fn lookup_symbol(&self, op: OpRef<'_>, name: Ident) -> Option<OpRef<'v>> {
        let mut scope = self.scope;
        while let Some(Scope { op: table, outer, symbols }) = scope {
            if table.has(Traits::SYMBOL_TABLE) {
                let body = table.body.nested(table.op)?;
                let symbols = symbols.get_or_init(|| SymbolTable::of(op.ctx, body));
                return symbols.lookup(name).map(|found| OpRef { ctx: table.ctx, body, op: found });
            }
            scope = *outer;
        }
        None
    }

    /// Verifies an attribute by the dialect that its name begins with, if it does and the dialect has rules for such attributes.
    ///
    /// # Errors
    /// A rule is broken, and reported.
    pub fn discardable_attr(
        &mut self,
        op: OpRef<'_>,
        owner: AttrOwner,
        attr: (Ident, Attr),
    ) -> Result<(), Failed> {
        let Some((namespace, _)) = op.ctx.str(attr.0).split_once('.') else { return Ok(()) };
        match op.ctx.dialects().dialect(namespace).and_then(Dialect::verify_attr) {
            Some(hook) => hook(self, op, owner, attr).inspect_err(|_| self.refused_attr = true),
            None => Ok(()),
        }
    }

    /// Verifies an operation and the operations below it, up to isolated operations and then these.
    fn isolated(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        if let Some(outcome) = self.large(op) {
            return outcome;
        }
        self.structure(op)?;
        self.within(op, |verifier| dominance::check(verifier, op))
    }

    /// Does something with an operation as the innermost scope, if it has a body of its own.
    fn within(
        &mut self,
        op: OpRef<'_>,
        check: impl FnOnce(&mut OpVerifier<'_>) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        if op.body.nested(op.op).is_none() {
            return check(self);
        }
        let scope = Scope { op, outer: self.scope, symbols: OnceLock::new() };
        let is_alone = self.is_alone;
        check(&mut OpVerifier {
            diagnostics: self.diagnostics,
            scope: Some(&scope),
            is_alone,
            refused_attr: false,
        })
    }

    /// Everything but dominance.
    fn structure(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        declared::check(self, op)?;
        if op.body.num_regions(op.op) == 0 {
            return self.leave(op);
        }
        self.within(op, |verifier| {
            verifier.regions(op)?;
            verifier.isolated_children(op)?;
            symbols::check_table(verifier, op)
        })?;
        self.leave(op)
    }

    fn regions(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        for region in op.regions() {
            let body = region.body;
            for block in region.blocks() {
                self.enter_block(op, body, block)?;
                match self.long_block(op, body, block) {
                    Some(outcome) => outcome?,
                    None => self.block(op, body, block)?,
                }
                self.leave_block(op, body, block)?;
            }
        }
        Ok(())
    }

    /// The operations of a block that are not isolated.
    fn block(&mut self, parent: OpRef<'_>, body: &Body, block: Block) -> Result<(), Failed> {
        for op in body.ops(block) {
            let op = OpRef { ctx: parent.ctx, body, op };
            if !is_isolated(op) {
                self.structure(op)?;
            }
        }
        Ok(())
    }

    fn enter_block(&mut self, parent: OpRef<'_>, body: &Body, block: Block) -> Result<(), Failed> {
        let Some(last) = body.last_op(block) else {
            if may_lack_terminator(parent, body, block) {
                return Ok(());
            }
            self.diagnostics.error(parent.loc(), "empty block: expect at least a terminator");
            return Err(Failed);
        };
        for op in body.ops(block) {
            if op != last && !body.successors(op).is_empty() {
                let message = "operation with block successors must terminate its parent block";
                return Err(self.error(OpRef { ctx: parent.ctx, body, op }, message));
            }
        }
        Ok(())
    }

    fn leave_block(&mut self, parent: OpRef<'_>, body: &Body, block: Block) -> Result<(), Failed> {
        let Some(last) = body.last_op(block) else { return Ok(()) };
        let terminator = OpRef { ctx: parent.ctx, body, op: last };
        let region = body.region_of(block);
        if body.successors(last).iter().any(|&successor| body.region_of(successor) != region) {
            return Err(self.op_error(terminator, "branching to block of a different region"));
        }
        if may_lack_terminator(parent, body, block) {
            return Ok(());
        }
        // An undeclared operation may well be a terminator.
        if terminator.definition().is_some_and(|definition| !definition.has(Traits::TERMINATOR)) {
            let shown = text::op(Self::numbered_from(self.scope, terminator), terminator);
            let message = format!("block with no terminator, has {shown}");
            return Err(self.error(terminator, message));
        }
        Ok(())
    }

    /// Verifies the isolated operations directly below one, each apart from the others.
    fn isolated_children(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let mut children: Vec<OpRef<'_>> = Vec::new();
        for region in op.regions() {
            for block in region.blocks() {
                let ops =
                    region.body.ops(block).map(|inner| OpRef { ctx: op.ctx, body: region.body, op: inner });
                children.extend(ops.filter(|&inner| is_isolated(inner)));
            }
        }
        self.apart(&children)
    }

    /// The checks of an operation after those of its regions.
    fn leave(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        if op.definition().is_some() {
            return Ok(());
        }
        let registry = op.ctx.dialects();
        let name = op.name_str();
        let namespace = name.split_once('.').map_or("", |(namespace, _)| namespace);
        match registry.dialect(namespace) {
            Some(dialect) if dialect.allows_unknown_ops() => Ok(()),
            Some(_) => {
                let message = format!(
                    "unregistered operation '{name}' found in dialect ('{namespace}') that does not allow unknown operations{}",
                    registry.did_you_mean(name)
                );
                Err(self.error(op, message))
            }
            None if registry.allows_unregistered_dialects() => Ok(()),
            None => Err(self.op_error(
                op,
                "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the \
                 MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
            )),
        }
    }
}

/// Whether an operation has regions that see nothing from outside.
fn is_isolated(op: OpRef<'_>) -> bool {
    op.body.nested(op.op).is_some()
}

/// Whether a block is complete without a terminator: the only one of its region, in an operation that wants none.
fn may_lack_terminator(parent: OpRef<'_>, body: &Body, block: Block) -> bool {
    let Some(region) = body.region_of(block) else { return true };
    let mut blocks = body.blocks(region);
    let single = blocks.next().is_some() && blocks.next().is_none();
    single && parent.definition().is_none_or(|definition| definition.has(Traits::NO_TERMINATOR))
}

/// The operation with this handle in the body of another one.
fn sibling(op: OpRef<'_>, other: Op) -> OpRef<'_> {
    op.at(other)
}
