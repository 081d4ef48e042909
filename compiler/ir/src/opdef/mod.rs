//! Declarations of operations: one declaration drives the parser, the printer, the verifier and the documentation.
//!
//! ```
//! use tfrt_ir::opdef::{OpDefinition, Traits, TypeConstraint};
//!
//! let add = OpDefinition::new("tfrt.add.i32")
//!     .summary("Adds two integers, wrapping around.")
//!     .operand("lhs", TypeConstraint::integer(32))
//!     .operand("rhs", TypeConstraint::integer(32))
//!     .result("sum", TypeConstraint::integer(32))
//!     .traits(Traits::PURE | Traits::ISOLATED | Traits::COMMUTATIVE)
//!     .format("$lhs `,` $rhs attr-dict");
//! assert_eq!(add.name(), "tfrt.add.i32");
//! ```
//!
//! Attributes that a definition declares are *inherent*: the generic form prints them as properties, `<{…}>`. All others are
//! discardable. Both are in one list of the operation ([`Body::attrs`]).
//!
//! Hooks cover what a declaration cannot express: plain functions, so that threads can share a definition.

mod constraint;
mod format;
mod messages;
mod traits;

use std::borrow::Cow;

use smallvec::SmallVec;

pub use constraint::{AttrClass, AttrConstraint, AttrDefault, TypeConstraint};
pub use format::{Element, Format, FormatError, Names, TypeOf};
pub use traits::Traits;

use crate::body::{Body, OpState};
use crate::context::Context;
use crate::diagnostics::Failed;
use crate::effects::Effects;
use crate::entity::{Op, Value};
use crate::handles::Attr;
use crate::op_ref::OpRef;
use crate::rewrite::Rewriter;
use crate::syntax::{LegacyHook, OpParser, OpPrinter};
use crate::verify::OpVerifier;

/// Parses the text after the name of an operation into its state.
pub type ParseHook = fn(&mut OpParser<'_, '_>, &mut OpState) -> Result<(), Failed>;
/// Writes the text after the name of an operation.
pub type PrintHook = fn(&mut OpPrinter<'_>, OpRef<'_>);
/// Checks an operation whose declared constraints hold already.
pub type VerifyHook = fn(&mut OpVerifier<'_>, OpRef<'_>) -> Result<(), Failed>;
/// Folds the results of an operation, given the constants among its operands; `None`: cannot be folded.
pub type FoldHook = fn(OpRef<'_>, &[Option<Attr>]) -> Option<SmallVec<[Folded; 2]>>;
/// Computes the results of an operation whose operands are constants; `None`: they are not known before it runs.
///
/// Folding is for what simplifies any program; evaluation is for passes that are asked to compute ahead of time. An operation
/// without operands that evaluates is a constant.
pub type EvaluateHook = fn(OpRef<'_>, &[Option<Attr>]) -> Option<SmallVec<[Attr; 2]>>;
/// Replaces an operation by something simpler; says whether it did.
pub type CanonicalizeHook = fn(&mut Rewriter<'_>, Op) -> bool;
/// Gives names to groups of results: calls back with the index of a result and the name of the group that starts there.
pub type ResultNamesHook = fn(OpRef<'_>, &mut dyn FnMut(usize, &str));

/// A part of an assembly format that a dialect reads and prints itself, `custom<Name>($attribute, …)`. It stands for the attributes that
/// are named in the parentheses.
#[derive(Clone, Copy, Debug)]
pub struct Directive {
    /// Its name in formats.
    pub name: &'static str,
    /// Reads the part, given the names of its attributes, and adds the attributes to the state.
    pub parse: fn(&mut OpParser<'_, '_>, &[&str], &mut OpState) -> Result<(), Failed>,
    /// Prints the part, given the names of its attributes.
    pub print: fn(&mut OpPrinter<'_>, OpRef<'_>, &[&str]),
}

/// The effects of one operation besides computing its results, if they depend on more than its name.
pub type EffectsHook = fn(OpRef<'_>) -> Effects;
/// Says whether one operation has a result whatever its operands are.
pub type SpeculationHook = fn(OpRef<'_>) -> bool;

/// The folded form of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    /// A constant, to be made an operation by the dialect's [`Materialize`](crate::dialect::Materialize) hook.
    Constant(Attr),
    /// A value that is already there.
    Value(Value),
}

/// The number of values that an operand or result stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// A declared operand or result.
#[derive(Clone, Debug)]
pub struct ValueDefinition {
    /// Its name in the assembly format and in documentation.
    pub name: Cow<'static, str>,
    /// The types it may have.
    pub constraint: TypeConstraint,
    /// The number of values it stands for.
    pub arity: Arity,
}

/// Whether an attribute must be there.
#[derive(Clone, Debug)]
pub enum Presence {
    /// Missing is an error.
    Required,
    /// May be missing.
    Optional,
    /// When missing it means this value; it is added when the operation is read.
    Default(AttrDefault),
    /// When missing it means this value, and it stays missing; assembly formats leave it out when it has this value.
    OptionalWithDefault(AttrDefault),
}

/// A declared attribute.
#[derive(Clone, Debug)]
pub struct AttrDefinition {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The attributes it may be.
    pub constraint: AttrConstraint,
    /// Whether it must be there.
    pub presence: Presence,
}

/// The required form of a declared region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionShape {
    /// Any number of blocks.
    Any,
    /// This number of blocks.
    Blocks(usize),
}

/// A declared region.
#[derive(Clone, Debug)]
pub struct RegionDefinition {
    /// Its name in the assembly format and in documentation.
    pub name: Cow<'static, str>,
    /// Its required form.
    pub shape: RegionShape,
    /// Whether it stands for any number of regions; only the last may.
    pub variadic: bool,
}

/// A declared successor.
#[derive(Clone, Debug)]
pub struct SuccessorDefinition {
    /// Its name in the assembly format and in documentation.
    pub name: Cow<'static, str>,
    /// Whether it stands for any number of blocks; only the last may.
    pub variadic: bool,
}

/// Everything that is known about the operations of one name.
#[derive(Clone, Debug)]
pub struct OpDefinition {
    name: Cow<'static, str>,
    summary: Cow<'static, str>,
    description: Cow<'static, str>,
    pub(crate) operands: Vec<ValueDefinition>,
    pub(crate) results: Vec<ValueDefinition>,
    pub(crate) attributes: Vec<AttrDefinition>,
    pub(crate) regions: Vec<RegionDefinition>,
    pub(crate) successors: Vec<SuccessorDefinition>,
    traits: Traits,
    format_text: Option<Cow<'static, str>>,
    pub(crate) format: Option<Format>,
    pub(crate) parse: Option<ParseHook>,
    pub(crate) print: Option<PrintHook>,
    pub(crate) custom_form_if: Option<fn(OpRef<'_>) -> bool>,
    pub(crate) verify: Option<VerifyHook>,
    pub(crate) fold: Option<FoldHook>,
    pub(crate) evaluate: Option<EvaluateHook>,
    pub(crate) canonicalize: &'static [CanonicalizeHook],
    pub(crate) result_names: Option<ResultNamesHook>,
    pub(crate) argument_name: Option<&'static str>,
    pub(crate) directives: &'static [Directive],
    pub(crate) legacy: Option<LegacyHook>,
    pub(crate) effects: Option<EffectsHook>,
    pub(crate) speculation: Option<SpeculationHook>,
    pub(crate) messages: &'static [&'static str],
}

impl OpDefinition {
    /// The declaration of an operation that takes, gives and promises nothing yet.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            summary: "".into(),
            description: "".into(),
            operands: Vec::new(),
            results: Vec::new(),
            attributes: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            traits: Traits::NONE,
            format_text: None,
            format: None,
            parse: None,
            print: None,
            custom_form_if: None,
            verify: None,
            fold: None,
            evaluate: None,
            canonicalize: &[],
            result_names: None,
            argument_name: None,
            directives: &[],
            legacy: None,
            effects: None,
            speculation: None,
            messages: &[],
        }
    }

    /// One sentence about it.
    #[must_use]
    pub fn summary(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.summary = text.into();
        self
    }

    /// More about it, as Markdown.
    #[must_use]
    pub fn description(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.description = text.into();
        self
    }

    /// Adds an operand.
    #[must_use]
    pub fn operand(self, name: impl Into<Cow<'static, str>>, constraint: TypeConstraint) -> Self {
        self.add_operand(name, constraint, Arity::One)
    }

    /// Adds an operand that may be missing.
    #[must_use]
    pub fn optional_operand(self, name: impl Into<Cow<'static, str>>, constraint: TypeConstraint) -> Self {
        self.add_operand(name, constraint, Arity::Optional)
    }

    /// Adds a group of any number of operands.
    #[must_use]
    pub fn variadic_operand(self, name: impl Into<Cow<'static, str>>, constraint: TypeConstraint) -> Self {
        self.add_operand(name, constraint, Arity::Variadic)
    }

    fn add_operand(
        mut self,
        name: impl Into<Cow<'static, str>>,
        constraint: TypeConstraint,
        arity: Arity,
    ) -> Self {
        self.operands.push(ValueDefinition { name: name.into(), constraint, arity });
        self
    }

    /// Adds a result.
    #[must_use]
    pub fn result(self, name: impl Into<Cow<'static, str>>, constraint: TypeConstraint) -> Self {
        self.add_result(name, constraint, Arity::One)
    }

    /// Adds a group of any number of results.
    #[must_use]
    pub fn variadic_result(self, name: impl Into<Cow<'static, str>>, constraint: TypeConstraint) -> Self {
        self.add_result(name, constraint, Arity::Variadic)
    }

    fn add_result(
        mut self,
        name: impl Into<Cow<'static, str>>,
        constraint: TypeConstraint,
        arity: Arity,
    ) -> Self {
        self.results.push(ValueDefinition { name: name.into(), constraint, arity });
        self
    }

    /// Adds an attribute that must be there.
    #[must_use]
    pub fn attribute(self, name: impl Into<Cow<'static, str>>, constraint: AttrConstraint) -> Self {
        self.add_attribute(name, constraint, Presence::Required)
    }

    /// Adds an attribute that may be missing.
    #[must_use]
    pub fn optional_attribute(self, name: impl Into<Cow<'static, str>>, constraint: AttrConstraint) -> Self {
        self.add_attribute(name, constraint, Presence::Optional)
    }

    /// Adds an attribute that gets a value when it is not written.
    #[must_use]
    pub fn default_attribute(
        self,
        name: impl Into<Cow<'static, str>>,
        constraint: AttrConstraint,
        default: AttrDefault,
    ) -> Self {
        self.add_attribute(name, constraint, Presence::Default(default))
    }

    /// Adds an attribute that may be missing and then means a value; assembly formats do not write that value.
    #[must_use]
    pub fn optional_attribute_with_default(
        self,
        name: impl Into<Cow<'static, str>>,
        constraint: AttrConstraint,
        default: AttrDefault,
    ) -> Self {
        self.add_attribute(name, constraint, Presence::OptionalWithDefault(default))
    }

    fn add_attribute(
        mut self,
        name: impl Into<Cow<'static, str>>,
        constraint: AttrConstraint,
        presence: Presence,
    ) -> Self {
        self.attributes.push(AttrDefinition { name: name.into(), constraint, presence });
        self
    }

    /// Adds a region.
    #[must_use]
    pub fn region(mut self, name: impl Into<Cow<'static, str>>, shape: RegionShape) -> Self {
        self.regions.push(RegionDefinition { name: name.into(), shape, variadic: false });
        self
    }

    /// Adds any number of regions, as the last.
    #[must_use]
    pub fn variadic_region(mut self, name: impl Into<Cow<'static, str>>, shape: RegionShape) -> Self {
        self.regions.push(RegionDefinition { name: name.into(), shape, variadic: true });
        self
    }

    /// Adds a successor.
    #[must_use]
    pub fn successor(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.successors.push(SuccessorDefinition { name: name.into(), variadic: false });
        self
    }

    /// Adds any number of successors, as the last.
    #[must_use]
    pub fn variadic_successor(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.successors.push(SuccessorDefinition { name: name.into(), variadic: true });
        self
    }

    /// Adds traits.
    #[must_use]
    pub fn traits(mut self, traits: Traits) -> Self {
        self.traits |= traits;
        self
    }

    /// Sets the assembly format; see [`Format`] for its notation. It is read when the dialect is registered.
    #[must_use]
    pub fn format(mut self, format: impl Into<Cow<'static, str>>) -> Self {
        self.format_text = Some(format.into());
        self
    }

    /// Sets the function that reads the custom form, for what no format can say. Needs a [`print_hook`](Self::print_hook) too.
    #[must_use]
    pub fn parse_hook(mut self, hook: ParseHook) -> Self {
        self.parse = Some(hook);
        self
    }

    /// Sets the function that prints the custom form.
    #[must_use]
    pub fn print_hook(mut self, hook: PrintHook) -> Self {
        self.print = Some(hook);
        self
    }

    /// Sets a condition of the custom form: operations that do not meet it are printed in generic form.
    #[must_use]
    pub fn custom_form_if(mut self, condition: fn(OpRef<'_>) -> bool) -> Self {
        self.custom_form_if = Some(condition);
        self
    }

    /// Sets a check beyond the declared constraints.
    #[must_use]
    pub fn verify_hook(mut self, hook: VerifyHook) -> Self {
        self.verify = Some(hook);
        self
    }

    /// Sets the function that folds the operation.
    #[must_use]
    pub fn fold_hook(mut self, hook: FoldHook) -> Self {
        self.fold = Some(hook);
        self
    }

    /// Sets the function that computes results from constants.
    #[must_use]
    pub fn evaluate_hook(mut self, hook: EvaluateHook) -> Self {
        self.evaluate = Some(hook);
        self
    }

    /// Sets the functions that simplify the operation, each by one pattern; they are tried in this order.
    #[must_use]
    pub fn patterns(mut self, patterns: &'static [CanonicalizeHook]) -> Self {
        self.canonicalize = patterns;
        self
    }

    /// Sets the function that names results when they are printed.
    #[must_use]
    pub fn result_names_hook(mut self, hook: ResultNamesHook) -> Self {
        self.result_names = Some(hook);
        self
    }

    /// Sets the name that the arguments of its regions' entry blocks have when they are printed.
    #[must_use]
    pub fn argument_name(mut self, name: &'static str) -> Self {
        self.argument_name = Some(name);
        self
    }

    /// Sets the directives that its assembly format may use as `custom<Name>(…)`.
    #[must_use]
    pub fn directives(mut self, directives: &'static [Directive]) -> Self {
        self.directives = directives;
        self
    }

    /// Sets the function that tells the effects of one operation; without it they follow from the traits.
    #[must_use]
    pub fn effects_hook(mut self, hook: EffectsHook) -> Self {
        self.effects = Some(hook);
        self
    }

    /// Sets the function that says of an operation without effects whether it may run where it did not; without it the operation may unless it
    /// has regions.
    #[must_use]
    pub fn speculation_hook(mut self, hook: SpeculationHook) -> Self {
        self.speculation = Some(hook);
        self
    }

    /// Sets what knows older forms of the operation; see [`LegacyHook`].
    #[must_use]
    pub fn legacy_hook(mut self, hook: LegacyHook) -> Self {
        self.legacy = Some(hook);
        self
    }

    /// Reads the assembly format and checks that it can be printed and read back.
    pub(crate) fn complete(&mut self) -> Result<(), FormatError> {
        fn names<T>(items: &[T], name: impl Fn(&T) -> &str) -> Vec<&str> {
            items.iter().map(name).collect()
        }
        let Some(text) = &self.format_text else { return Ok(()) };
        let format = Format::parse(
            text,
            Names {
                operands: &names(&self.operands, |o| &o.name),
                results: &names(&self.results, |r| &r.name),
                attributes: &names(&self.attributes, |a| &a.name),
                regions: &names(&self.regions, |r| &r.name),
                successors: &names(&self.successors, |s| &s.name),
                directives: &names(self.directives, |d| d.name),
            },
        )?;
        self.format = Some(format);
        Ok(())
    }

    /// The full name, dialect included.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the dialect.
    #[must_use]
    pub fn dialect(&self) -> &str {
        self.name.split_once('.').map_or("", |(dialect, _)| dialect)
    }

    /// One sentence about it.
    #[must_use]
    pub fn summary_text(&self) -> &str {
        &self.summary
    }

    /// More about it.
    #[must_use]
    pub fn description_text(&self) -> &str {
        &self.description
    }

    /// The text of the assembly format.
    #[must_use]
    pub fn format_text(&self) -> Option<&str> {
        self.format_text.as_deref()
    }

    /// Declared operands.
    #[must_use]
    pub fn operand_definitions(&self) -> &[ValueDefinition] {
        &self.operands
    }

    /// Declared results.
    #[must_use]
    pub fn result_definitions(&self) -> &[ValueDefinition] {
        &self.results
    }

    /// Declared attributes.
    #[must_use]
    pub fn attribute_definitions(&self) -> &[AttrDefinition] {
        &self.attributes
    }

    /// Declared regions.
    #[must_use]
    pub fn region_definitions(&self) -> &[RegionDefinition] {
        &self.regions
    }

    /// Declared successors.
    #[must_use]
    pub fn successor_definitions(&self) -> &[SuccessorDefinition] {
        &self.successors
    }

    /// All traits.
    #[must_use]
    pub fn all_traits(&self) -> Traits {
        self.traits
    }

    /// Whether it has all of `traits`.
    #[must_use]
    pub fn has(&self, traits: Traits) -> bool {
        self.traits.contains(traits)
    }

    /// Whether an attribute belongs to the operation itself, by name.
    #[must_use]
    pub fn is_inherent(&self, name: &str) -> bool {
        self.attributes.iter().any(|a| a.name == name)
            || (name == "operandSegmentSizes" && self.has(Traits::ATTR_SIZED_OPERANDS))
            || (name == "resultSegmentSizes" && self.has(Traits::ATTR_SIZED_RESULTS))
    }

    /// Whether it has a custom form.
    #[must_use]
    pub fn has_custom_form(&self) -> bool {
        self.print.is_some() || self.format.is_some()
    }

    /// Whether the custom form can say what this operation is.
    pub(crate) fn prints_custom_form(&self, op: OpRef<'_>) -> bool {
        self.has_custom_form() && self.custom_form_if.is_none_or(|condition| condition(op))
    }

    /// Whether there is anything to ask [`fold`](Self::fold).
    #[must_use]
    pub fn can_fold(&self) -> bool {
        self.fold.is_some()
    }

    /// Folds an operation, if its definition can.
    #[must_use]
    pub fn fold(&self, op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<SmallVec<[Folded; 2]>> {
        self.fold.and_then(|hook| hook(op, constants))
    }

    /// Computes the results of an operation from constants, if its definition can.
    #[must_use]
    pub fn evaluate(&self, op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<SmallVec<[Attr; 2]>> {
        self.evaluate.and_then(|hook| hook(op, constants))
    }

    /// Simplifies an operation, if its definition can; says whether it did.
    pub fn canonicalize(&self, rewriter: &mut Rewriter<'_>, op: Op) -> bool {
        self.canonicalize.iter().any(|pattern| pattern(rewriter, op))
    }

    /// The ranges of an operation's values that belong to each of `definitions`.
    ///
    /// `None` if the numbers do not fit. With more than one variadic group, `sizes` says how many values each group has.
    #[must_use]
    pub fn groups(
        definitions: &[ValueDefinition],
        count: usize,
        sizes: Option<&[usize]>,
    ) -> Option<SmallVec<[std::ops::Range<usize>; 4]>> {
        let mut ranges = SmallVec::new();
        let mut start = 0;
        if let Some(sizes) = sizes {
            if sizes.len() != definitions.len() {
                return None;
            }
            for &size in sizes {
                let end = usize::checked_add(start, size)?;
                ranges.push(start..end);
                start = end;
            }
            return (start == count).then_some(ranges);
        }
        let fixed = definitions.iter().filter(|d| d.arity == Arity::One).count();
        let flexible = definitions.len() - fixed;
        let rest = count.checked_sub(fixed)?;
        let each = match flexible {
            0 if rest == 0 => 0,
            0 => return None,
            _ if rest.is_multiple_of(flexible) => rest / flexible,
            _ => return None,
        };
        for definition in definitions {
            let size = match definition.arity {
                Arity::One => 1,
                Arity::Optional if each > 1 => return None,
                Arity::Optional | Arity::Variadic => each,
            };
            ranges.push(start..start + size);
            start += size;
        }
        Some(ranges)
    }
}

/// The constant a value is, if an operation of the trait [`Traits::CONSTANT_LIKE`] defines it.
#[must_use]
pub fn constant_value(ctx: &Context, body: &Body, value: Value) -> Option<Attr> {
    let op = OpRef { ctx, body, op: body.defining_op(value)? };
    if !op.definition()?.has(Traits::CONSTANT_LIKE) {
        return None;
    }
    op.attr("value")
}
