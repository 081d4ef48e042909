//! The printer: operations to text.
//!
//! The text of a whole program reads back as the same program. Declared operations are printed in their custom form, by their
//! assembly format (`format`) or their print hook; all others, and on request all operations, in the generic form. Names of
//! values are MLIR's (`names`). Long attributes, types and locations that occur more than once get aliases; to find these, the
//! program is printed twice, the first time only to see which occur.
//!
//! A single operation can be printed as in messages: in generic form, with `<<UNKNOWN SSA VALUE>>` for values that are defined
//! outside it.

mod format;
mod names;
mod op;
mod resources;
mod users;

#[cfg(test)]
mod tests;

pub(in crate::syntax) use format::attribute_names;
pub use op::OpPrinter;

use super::alias::{AliasCollector, AliasNames};
use super::print::{AttrPrintOptions, AttrPrinter, DistinctNumbers};
use crate::body::Body;
use crate::entity::Value;
use crate::module::Module;
use crate::op_ref::OpRef;
use crate::resources::Resources;

/// Options of printing operations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// Everything in generic form.
    pub generic: bool,
    /// With locations.
    pub debug_info: bool,
    /// Locations as people would write them, which do not read back.
    pub pretty_locations: bool,
    /// Each name of a value once in the whole text, also outside the generic form.
    pub unique_ids: bool,
    /// Values called by the names in their locations.
    pub name_locs: bool,
    /// Behind each operation who uses its results, in a comment.
    pub value_users: bool,
    /// Without aliases, so that each operation's text stands for itself.
    pub local_scope: bool,
    /// `{...}` in place of regions.
    pub skip_regions: bool,
    /// Resources whose text is longer than this are left out.
    pub elide_resources_larger: Option<u64>,
    /// Options of printing attributes.
    pub attrs: AttrPrintOptions,
}

impl PrintOptions {
    /// As messages show an operation: without the data of large elements.
    #[must_use]
    pub fn for_messages() -> Self {
        let attrs = AttrPrintOptions { elide_elements_larger: Some(16), ..AttrPrintOptions::default() };
        Self { generic: true, local_scope: true, attrs, ..Self::default() }
    }
}

/// The text of a program, with the definitions of its aliases and its resources.
#[must_use]
pub fn print_module(module: &Module, options: &PrintOptions) -> String {
    let mut text = print_op(module.top(), options);
    resources::write(module.resources(), options.elide_resources_larger, &mut text);
    text
}

/// Writes the section of resources that stands behind a program, or nothing if there are none.
pub fn write_resources(resources: &Resources, out: &mut String) {
    resources::write(resources, None, out);
}

/// The text of an operation with everything below it, on lines of its own, with the definitions of its aliases.
#[must_use]
pub fn print_op(op: OpRef<'_>, options: &PrintOptions) -> String {
    let names = names::Names::of(op, options);
    let aliases = if !options.local_scope && (options.debug_info || op.ctx.has_aliased_kinds()) {
        let mut printer = OpPrinter::new(options, AttrPrinter::new(op.ctx), names::Names::of(op, options));
        printer.collect_aliases(AliasCollector::new(op.ctx));
        printer.op_with_location(op);
        printer.take_aliases()
    } else {
        AliasNames::default()
    };
    let mut text = String::new();
    let mut distinct = DistinctNumbers::default();
    aliases.write_definitions(
        op.ctx,
        (options.attrs, options.pretty_locations),
        false,
        &mut distinct,
        &mut text,
    );
    let mut attrs = AttrPrinter::with_aliases(op.ctx, options.attrs, &aliases);
    attrs.out = text;
    attrs.distinct = distinct;
    let mut printer = OpPrinter::new(options, attrs, names);
    printer.op_with_location(op);
    let (mut text, mut distinct) = printer.finish_with_numbers();
    text.push('\n');
    aliases.write_definitions(
        op.ctx,
        (options.attrs, options.pretty_locations),
        true,
        &mut distinct,
        &mut text,
    );
    text
}

/// An operation as messages show it: in generic form, alone.
#[must_use]
pub fn operation_text(op: OpRef<'_>) -> String {
    operation_text_with(op, op, &PrintOptions::for_messages())
}

/// An operation alone, printed as `options` say, with the names that values have below the operation `around` it.
#[must_use]
pub fn operation_text_with(around: OpRef<'_>, op: OpRef<'_>, options: &PrintOptions) -> String {
    let names = names::Names::of(around, options);
    let mut printer = OpPrinter::new(options, AttrPrinter::new(op.ctx), names);
    printer.op_with_location(op);
    printer.finish()
}

/// The name that a value of a body has where the operation `around` it is printed: `%0`, `%arg1`.
#[must_use]
pub fn value_name(around: OpRef<'_>, body: &Body, value: Value, options: &PrintOptions) -> String {
    let mut names = names::Names::of(around, options);
    let table = names.table(body);
    let mut name = String::new();
    names.write_value(table, value, &mut name);
    name
}
