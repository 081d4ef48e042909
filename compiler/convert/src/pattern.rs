//! Patterns, and sets of them in the order in which they are tried.
//!
//! A pattern decides first and changes afterwards: when it returns [`NoMatch`] it has changed nothing. The drivers rely on
//! this, since they do not undo the changes of a single pattern; debug builds check it.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_ir::context::Context;
use tfrt_ir::entity::Op;
use tfrt_ir::handles::{Ident, Loc};
use tfrt_ir::rewrite::Rewriter;

use crate::conversion::{ConversionRewriter, Operands};

/// Which operations a pattern is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Root {
    /// Those of one name.
    Op(Cow<'static, str>),
    /// Those of one dialect.
    Dialect(Cow<'static, str>),
    /// All.
    Any,
}

impl Root {
    /// Whether an operation of this name is one.
    #[must_use]
    pub fn fits(&self, name: &str) -> bool {
        match self {
            Root::Op(op) => op == name,
            Root::Dialect(dialect) => name.split_once('.').is_some_and(|(of, _)| of == dialect),
            Root::Any => true,
        }
    }
}

/// How good the result of a pattern is, compared with that of others for the same operation: higher ones are tried first, equal
/// ones in the order in which they were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Benefit(pub u16);

impl Default for Benefit {
    fn default() -> Self {
        Benefit(1)
    }
}

/// Why a pattern did not change an operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoMatch {
    pub(crate) reason: Option<Cow<'static, str>>,
    pub(crate) loc: Option<Loc>,
    pub(crate) is_refusal: bool,
}

impl NoMatch {
    /// The pattern is for other operations.
    #[must_use]
    pub fn quiet() -> Self {
        Self::default()
    }

    /// The pattern would be for this operation, but for this; a note of the error if no other pattern fits.
    pub fn because(reason: impl Into<Cow<'static, str>>) -> Self {
        Self { reason: Some(reason.into()), ..Self::default() }
    }

    /// No pattern can be for this operation, and `message` is the error that a conversion reports.
    pub fn refuse(message: impl Into<Cow<'static, str>>) -> Self {
        Self { reason: Some(message.into()), is_refusal: true, ..Self::default() }
    }

    /// The same about another place than the operation.
    #[must_use]
    pub fn at(self, loc: Loc) -> Self {
        Self { loc: Some(loc), ..self }
    }
}

/// A pattern of the greedy driver. Functions of this form are patterns.
pub trait RewritePattern: Send + Sync {
    /// Changes an operation, or what is around it.
    ///
    /// # Errors
    /// If it changed nothing.
    fn rewrite(&self, op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch>;
}

impl<F> RewritePattern for F
where
    F: Fn(Op, &mut Rewriter<'_>) -> Result<(), NoMatch> + Send + Sync,
{
    fn rewrite(&self, op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
        self(op, rewriter)
    }
}

/// A pattern of a conversion. Functions of this form are patterns.
pub trait ConversionPattern: Send + Sync {
    /// Replaces an operation. `operands` are its operands in the types that the type converter gives them.
    ///
    /// # Errors
    /// If it changed nothing.
    fn convert(
        &self,
        op: Op,
        operands: &Operands,
        rewriter: &mut ConversionRewriter<'_>,
    ) -> Result<(), NoMatch>;
}

impl<F> ConversionPattern for F
where
    F: Fn(Op, &Operands, &mut ConversionRewriter<'_>) -> Result<(), NoMatch> + Send + Sync,
{
    fn convert(
        &self,
        op: Op,
        operands: &Operands,
        rewriter: &mut ConversionRewriter<'_>,
    ) -> Result<(), NoMatch> {
        self(op, operands, rewriter)
    }
}

/// A pattern that looks at no types, in a conversion.
struct Plain<P>(P);

impl<P: RewritePattern> ConversionPattern for Plain<P> {
    fn convert(&self, op: Op, _: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
        self.0.rewrite(op, rewriter)
    }
}

struct Entry<P: ?Sized> {
    root: Root,
    benefit: Benefit,
    pattern: Box<P>,
}

/// Patterns with the operations that they are for.
pub struct PatternSet<P: ?Sized> {
    entries: Vec<Entry<P>>,
}

/// The patterns of the greedy driver.
pub type RewritePatterns = PatternSet<dyn RewritePattern>;

/// The patterns of a conversion.
pub type ConversionPatterns = PatternSet<dyn ConversionPattern>;

impl<P: ?Sized> Default for PatternSet<P> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<P: ?Sized> std::fmt::Debug for PatternSet<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let roots = self.entries.iter().map(|entry| (&entry.root, entry.benefit.0));
        f.debug_list().entries(roots).finish()
    }
}

impl<P: ?Sized> PatternSet<P> {
    /// No patterns.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pattern.
    pub fn add(&mut self, root: Root, benefit: Benefit, pattern: Box<P>) {
        self.entries.push(Entry { root, benefit, pattern });
    }

    /// Adds the patterns of another set behind those that are there.
    pub fn append(&mut self, other: Self) {
        self.entries.extend(other.entries);
    }

    /// Whether there are no patterns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn get(&self, index: u32) -> &P {
        &self.entries[index as usize].pattern
    }
}

impl PatternSet<dyn RewritePattern> {
    /// Adds a pattern of the usual benefit for operations of one name.
    pub fn on(
        &mut self,
        op: impl Into<Cow<'static, str>>,
        pattern: impl Fn(Op, &mut Rewriter<'_>) -> Result<(), NoMatch> + Send + Sync + 'static,
    ) {
        self.add(Root::Op(op.into()), Benefit::default(), Box::new(pattern));
    }
}

impl PatternSet<dyn ConversionPattern> {
    /// Adds a pattern of the usual benefit for operations of one name.
    pub fn on(
        &mut self,
        op: impl Into<Cow<'static, str>>,
        pattern: impl Fn(Op, &Operands, &mut ConversionRewriter<'_>) -> Result<(), NoMatch>
        + Send
        + Sync
        + 'static,
    ) {
        self.add(Root::Op(op.into()), Benefit::default(), Box::new(pattern));
    }

    /// Adds a pattern that looks at no types.
    pub fn add_rewrite(&mut self, root: Root, benefit: Benefit, pattern: impl RewritePattern + 'static) {
        self.add(root, benefit, Box::new(Plain(pattern)));
    }
}

/// The patterns of a set for each name, found once: a program has few names.
pub(crate) struct PatternIndex<'p, P: ?Sized> {
    pub(crate) set: &'p PatternSet<P>,
    by_name: FxHashMap<Ident, SmallVec<[u32; 4]>>,
}

impl<'p, P: ?Sized> PatternIndex<'p, P> {
    pub(crate) fn new(set: &'p PatternSet<P>) -> Self {
        Self { set, by_name: FxHashMap::default() }
    }

    /// The patterns for operations of a name, the first to be tried first.
    pub(crate) fn of(&mut self, ctx: &Context, name: Ident) -> SmallVec<[u32; 4]> {
        let entries = &self.set.entries;
        let find = || {
            let text = ctx.str(name);
            let fits = |index: &u32| entries[*index as usize].root.fits(text);
            let mut found: SmallVec<[u32; 4]> = (0..entries.len() as u32).filter(fits).collect();
            found.sort_by_key(|&index| std::cmp::Reverse(entries[index as usize].benefit));
            found
        };
        self.by_name.entry(name).or_insert_with(find).clone()
    }
}

impl PatternIndex<'_, dyn RewritePattern> {
    /// Applies the first pattern that changes an operation of this name; whether there is one.
    pub(crate) fn apply(&mut self, op: Op, name: Ident, rewriter: &mut Rewriter<'_>) -> bool {
        if self.set.is_empty() {
            return false;
        }
        let candidates = self.of(rewriter.ctx(), name);
        candidates.into_iter().any(|pattern| self.set.get(pattern).rewrite(op, rewriter).is_ok())
    }
}
