//! The printer of operations, and its interface for print hooks.

use super::PrintOptions;
use super::names::{Names, TableId};
use crate::attributes::AttrKind;
use crate::body::{Body, NamedAttr, RegionRef};
use crate::context::Context;
use crate::entity::{Block, Op, Value};
use crate::handles::{Attr, Ident, Loc, Type};
use crate::op_ref::OpRef;
use crate::opdef::{Presence, Traits};
use crate::syntax::alias::{AliasCollector, AliasNames};
use crate::syntax::print::{AttrPrinter, DistinctNumbers, TypeSuffix};
use crate::syntax::strings::{write_quoted, write_symbol};
use crate::types::TypeKind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Prints operations; print hooks use it to write the text after the name of their operation.
pub struct OpPrinter<'p> {
    options: &'p PrintOptions,
    attrs: AttrPrinter<'p>,
    names: Names,
    /// The body of the operation that is being printed.
    table: Option<TableId>,
    indent: usize,
    /// The dialect whose name may be left out, the innermost last.
    default_dialects: Vec<&'p str>,
    /// Set while only aliases are looked for and nothing is written.
    collector: Option<AliasCollector<'p>>,
    /// The edges between the blocks of the region that is being printed.
    predecessors: Predecessors,
}

/// The blocks from which each block of a region is reached, as often as there are edges, in the order of the region.
#[derive(Default)]
struct Predecessors(FxHashMap<Block, SmallVec<[Block; 2]>>);

impl Predecessors {
    fn in_region(region: RegionRef<'_>) -> Predecessors {
        let mut all = Predecessors::default();
        for from in region.blocks() {
            for &to in region.body.last_op(from).map_or(&[][..], |last| region.body.successors(last)) {
                #[cfg(test)]
                crate::syntax::linear_tests::note(1);
                all.0.entry(to).or_default().push(from);
            }
        }
        all
    }

    fn of(&self, block: Block) -> &[Block] {
        self.0.get(&block).map_or(&[], |from| from)
    }
}

impl std::fmt::Debug for OpPrinter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpPrinter").field("indent", &self.indent).finish_non_exhaustive()
    }
}

impl<'p> OpPrinter<'p> {
    pub(super) fn new(options: &'p PrintOptions, attrs: AttrPrinter<'p>, names: Names) -> Self {
        let attrs = attrs.with_options(options.attrs);
        let default_dialects = vec!["builtin"];
        Self {
            options,
            attrs,
            names,
            table: None,
            indent: 0,
            default_dialects,
            collector: None,
            predecessors: Predecessors::default(),
        }
    }

    pub(super) fn collect_aliases(&mut self, collector: AliasCollector<'p>) {
        self.collector = Some(collector);
    }

    pub(super) fn take_aliases(self) -> AliasNames {
        self.collector.map(AliasCollector::finish).unwrap_or_default()
    }

    /// The text, and the numbers that distinct attributes have in it.
    pub(super) fn finish_with_numbers(self) -> (String, DistinctNumbers) {
        (self.attrs.out, self.attrs.distinct)
    }

    pub(super) fn finish(self) -> String {
        self.attrs.out
    }

    /// The context of all handles.
    #[must_use]
    pub fn ctx(&self) -> &'p Context {
        self.attrs.ctx()
    }

    /// Writes a text as it is.
    pub fn text(&mut self, text: &str) {
        if self.collector.is_none() {
            self.attrs.out.push_str(text);
        }
    }

    /// Writes a string in quotes, with escapes.
    pub fn string(&mut self, bytes: &[u8]) {
        if self.collector.is_none() {
            write_quoted(&mut self.attrs.out, bytes);
        }
    }

    /// Writes a symbol, `@name`, quoted if it must be.
    pub fn symbol(&mut self, name: Ident) {
        if self.collector.is_none() {
            let ctx = self.ctx();
            write_symbol(&mut self.attrs.out, ctx.str(name));
        }
    }

    /// Writes the name of a value of the operation's body.
    pub fn operand(&mut self, value: Value) {
        if let Some(table) = self.table
            && self.collector.is_none()
        {
            self.names.write_value(table, value, &mut self.attrs.out);
        }
    }

    /// Writes the number of an operation without results.
    pub(super) fn op_number(&mut self, body: &Body, op: Op) {
        let table = self.names.table(body);
        self.names.write_op_number(table, op, &mut self.attrs.out);
    }

    /// Writes the names of values, separated by commas.
    pub fn operands(&mut self, values: impl IntoIterator<Item = Value>) {
        for (index, value) in values.into_iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            self.operand(value);
        }
    }

    /// Writes a type.
    pub fn ty(&mut self, ty: Type) {
        match &mut self.collector {
            Some(collector) => collector.visit_type(ty),
            None => self.attrs.print_type(ty),
        }
    }

    /// Writes types, separated by commas.
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        for (index, ty) in types.into_iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            self.ty(ty);
        }
    }

    /// Writes the types behind an arrow: in parentheses unless there is exactly one and it is not a function.
    pub fn result_types(&mut self, types: impl IntoIterator<Item = Type>) {
        let types: SmallVec<[Type; 4]> = types.into_iter().collect();
        let bare = matches!(types.as_slice(), [one] if !matches!(self.ctx().type_kind(*one), TypeKind::Function { .. }));
        self.text(if bare { "" } else { "(" });
        self.types(types);
        self.text(if bare { "" } else { ")" });
    }

    /// Writes `(types of the operands) -> types of the results`.
    pub fn functional_type(&mut self, op: OpRef<'_>) {
        self.text("(");
        self.types(op.operand_types());
        self.text(") -> ");
        self.result_types(op.result_types());
    }

    /// Writes an attribute with its type.
    pub fn attr(&mut self, attr: Attr) {
        self.attr_with(attr, TypeSuffix::Always);
    }

    /// Writes an attribute whose type goes without saying.
    pub fn attr_without_type(&mut self, attr: Attr) {
        self.attr_with(attr, TypeSuffix::Never);
    }

    fn attr_with(&mut self, attr: Attr, suffix: TypeSuffix) {
        match &mut self.collector {
            Some(collector) => collector.visit_attr(attr),
            None => self.attrs.print_attr_with(attr, suffix),
        }
    }

    /// Writes `name = value`, or the name alone of a unit attribute.
    pub fn named_attr(&mut self, (name, value): NamedAttr) {
        match &mut self.collector {
            Some(collector) => collector.visit_attr(value),
            None => self.attrs.print_named_attr(name, value),
        }
    }

    /// Writes `{name = value, …}`, also when it is empty.
    pub fn attr_entries(&mut self, entries: &[NamedAttr]) {
        self.text("{");
        for (index, &entry) in entries.iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            self.named_attr(entry);
        }
        self.text("}");
    }

    /// Writes the attributes of an operation, except those named in `elided`: a space and `{…}`, or nothing if none is left.
    pub fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        self.attr_dict_behind("", op, elided);
    }

    /// The same, behind the keyword `attributes`.
    pub fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]) {
        self.attr_dict_behind(" attributes", op, elided);
    }

    fn attr_dict_behind(&mut self, keyword: &str, op: OpRef<'_>, elided: &[&str]) {
        let ctx = self.ctx();
        let shown = |entry: &&NamedAttr| !elided.contains(&ctx.str(entry.0)) && !is_default(op, **entry);
        let entries: SmallVec<[NamedAttr; 8]> = op.attrs().iter().filter(shown).copied().collect();
        if !entries.is_empty() {
            self.text(keyword);
            self.text(" ");
            self.attr_entries(&entries);
        }
    }

    /// Writes the argument of an entry block as a function's signature shows it: name, type, attributes and location.
    pub fn argument(&mut self, region: RegionRef<'_>, arg: Value, attrs: &[NamedAttr]) {
        let table = self.names.table(region.body);
        let outer = self.table.replace(table);
        self.operand(arg);
        self.table = outer;
        self.text(": ");
        self.ty(region.body.value_type(arg));
        if !attrs.is_empty() {
            self.text(" ");
            self.attr_entries(attrs);
        }
        self.argument_location(region.body.value_loc(arg));
    }

    /// Makes the arguments of a region's entry block print like values of the operation: for forms in which a region goes on with
    /// the names of the operands. With fewer values than arguments the rest keep their names.
    pub fn shadow_region_args(&mut self, region: RegionRef<'_>, values: &[Value]) {
        if let Some((from, entry)) = self.table.zip(region.entry_block()) {
            let to = self.names.table(region.body);
            self.names.shadow(from, values, to, region.body.block_args(entry));
        }
    }

    /// Writes a region, `{…}`: with the arguments of its entry block or without, with its last terminator or without.
    pub fn region(&mut self, region: RegionRef<'_>, with_args: bool, with_terminator: bool) {
        self.region_with(region, with_args, with_terminator, false);
    }

    fn region_with(
        &mut self,
        region: RegionRef<'_>,
        with_args: bool,
        with_terminator: bool,
        empty_block: bool,
    ) {
        if self.options.skip_regions {
            return self.text("{...}");
        }
        self.text("{\n");
        let table = self.names.table(region.body);
        let outer = self.table.replace(table);
        if let Some(entry) = region.entry_block() {
            let has_edges = self.collector.is_none() && region.body.next_block(entry).is_some();
            let edges = if has_edges { Predecessors::in_region(region) } else { Predecessors::default() };
            let outer_edges = std::mem::replace(&mut self.predecessors, edges);
            let header = (empty_block && region.body.first_op(entry).is_none())
                || (with_args && !region.body.block_args(entry).is_empty());
            self.block(region, entry, header, with_terminator);
            let mut next = region.body.next_block(entry);
            while let Some(block) = next {
                self.block(region, block, true, true);
                next = region.body.next_block(block);
            }
            self.predecessors = outer_edges;
        }
        self.table = outer;
        self.indentation();
        self.text("}");
    }

    /// Goes to a new line, as far in as the operation.
    pub fn newline(&mut self) {
        self.text("\n");
        self.indentation();
    }

    pub(super) fn indentation(&mut self) {
        if self.collector.is_none() {
            self.attrs.out.extend(std::iter::repeat_n(' ', self.indent));
        }
    }

    fn block(&mut self, region: RegionRef<'_>, block: Block, header: bool, with_terminator: bool) {
        let ctx = self.ctx();
        let body = region.body;
        if header {
            self.block_header(region, block);
        }
        self.indent += 2;
        if self.options.value_users && self.collector.is_none() {
            for &arg in body.block_args(block) {
                self.argument_users(body, arg);
            }
        }
        let last = body.last_op(block);
        for op in body.ops(block) {
            let op = OpRef { ctx, body, op };
            if !with_terminator && last == Some(op.op) && op.has(Traits::TERMINATOR) {
                break;
            }
            self.indentation();
            self.op_with_location(op);
            if self.options.value_users && self.collector.is_none() {
                self.result_users(op);
            }
            self.text("\n");
        }
        self.indent -= 2;
    }

    fn block_header(&mut self, region: RegionRef<'_>, block: Block) {
        let body = region.body;
        self.indentation();
        self.block_name(block);
        let args = body.block_args(block);
        if !args.is_empty() {
            self.text("(");
            for (index, &arg) in args.iter().enumerate() {
                self.text(if index > 0 { ", " } else { "" });
                self.operand(arg);
                self.text(": ");
                self.ty(body.value_type(arg));
                self.argument_location(body.value_loc(arg));
            }
            self.text(")");
        }
        self.text(":");
        if self.collector.is_none() && body.next_block(block).or(body.prev_block(block)).is_some() {
            self.predecessors(region, block);
        }
        self.text("\n");
    }

    fn predecessors(&mut self, region: RegionRef<'_>, block: Block) {
        let from = self.predecessors.of(block);
        match from {
            [] if region.body.entry_block(region.region) == Some(block) => {}
            [] => self.text("  // no predecessors"),
            &[one] => {
                self.text("  // pred: ");
                self.block_name(one);
            }
            several => {
                let several = several.to_vec();
                self.text(&format!("  // {} preds: ", several.len()));
                for (index, &from) in several.iter().enumerate() {
                    self.text(if index > 0 { ", " } else { "" });
                    self.block_name(from);
                }
            }
        }
    }

    fn block_name(&mut self, block: Block) {
        if let Some(table) = self.table
            && self.collector.is_none()
        {
            self.names.write_block(table, block, &mut self.attrs.out);
        }
    }

    /// Writes successors, separated by commas.
    pub fn successors(&mut self, blocks: &[Block]) {
        for (index, &block) in blocks.iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            self.block_name(block);
        }
    }

    fn argument_location(&mut self, loc: Loc) {
        if !self.options.debug_info {
            return;
        }
        match &mut self.collector {
            Some(collector) => collector.visit_loc(loc, false),
            None => {
                self.attrs.out.push(' ');
                match self.options.pretty_locations {
                    true => self.attrs.print_pretty_loc(loc),
                    false => self.attrs.print_loc_in_full(loc),
                }
            }
        }
    }

    /// Writes an operation, followed by its location if locations are printed.
    pub(super) fn op_with_location(&mut self, op: OpRef<'_>) {
        if self.options.debug_info
            && let Some(collector) = &mut self.collector
        {
            collector.visit_loc(op.loc(), true);
        }
        self.op(op);
        if self.options.debug_info && self.collector.is_none() {
            self.attrs.out.push(' ');
            match self.options.pretty_locations {
                true => self.attrs.print_pretty_loc(op.loc()),
                false => self.attrs.print_loc(op.loc()),
            }
        }
    }

    pub(super) fn op(&mut self, op: OpRef<'_>) {
        let table = self.names.table(op.body);
        let outer = self.table.replace(table);
        if self.collector.is_none() {
            self.names.write_results(table, op.body, op.op, &mut self.attrs.out);
        }
        match op.definition() {
            Some(definition) if !self.options.generic && definition.prints_custom_form(op) => {
                let ctx = self.ctx();
                let name = ctx.str(op.name());
                let default = self.default_dialects.last().copied().unwrap_or_default();
                let short = name.strip_prefix(default).and_then(|rest| rest.strip_prefix('.'));
                self.text(short.filter(|short| !short.contains('.')).unwrap_or(name));
                let own = definition.has(Traits::DEFAULT_DIALECT);
                let inner = if own { name.split_once('.').map_or("", |(dialect, _)| dialect) } else { "" };
                self.default_dialects.push(inner);
                match definition.print {
                    Some(hook) => hook(self, op),
                    None => self.by_format(op, definition),
                }
                self.default_dialects.pop();
            }
            _ => self.generic(op),
        }
        self.table = outer;
    }

    fn generic(&mut self, op: OpRef<'_>) {
        self.string(op.name_str().as_bytes());
        self.text("(");
        self.operands(op.operands());
        self.text(")");
        let successors = op.body.successors(op.op);
        if !successors.is_empty() {
            self.text("[");
            self.successors(successors);
            self.text("]");
        }
        let inherent = |entry: &&NamedAttr| op.is_inherent(entry.0);
        let properties: SmallVec<[NamedAttr; 8]> = op.attrs().iter().filter(inherent).copied().collect();
        if let Some(properties) = op.body.properties(op.op) {
            self.text(" <");
            self.attr(properties);
            self.text(">");
        } else if !properties.is_empty() {
            self.text(" <");
            self.attr_entries(&properties);
            self.text(">");
        }
        let regions = op.regions();
        if regions.len() > 0 {
            self.text(" (");
            // Names in these regions are written in full: nothing is known of the operation around them.
            self.default_dialects.push("");
            for (index, region) in regions.enumerate() {
                self.text(if index > 0 { ", " } else { "" });
                self.region_with(region, true, true, true);
            }
            self.default_dialects.pop();
            self.text(")");
        }
        let rest: SmallVec<[NamedAttr; 8]> =
            op.attrs().iter().filter(|entry| !op.is_inherent(entry.0)).copied().collect();
        if !rest.is_empty() {
            self.text(" ");
            self.attr_entries(&rest);
        }
        self.text(" : ");
        self.functional_type(op);
    }
}

/// Whether an attribute has the value that it would have if it were not written.
pub(super) fn is_default(op: OpRef<'_>, (name, value): NamedAttr) -> bool {
    let Some(definition) = op.definition() else { return false };
    let name = op.ctx.str(name);
    definition.attribute_definitions().iter().any(|declared| {
        declared.name == name
            && match &declared.presence {
                Presence::Default(default) | Presence::OptionalWithDefault(default) => {
                    default.build(op.ctx) == value
                }
                Presence::Required | Presence::Optional => false,
            }
    })
}

/// The name a string attribute holds, if it holds one.
pub(super) fn as_symbol_name(ctx: &Context, attr: Attr) -> Option<Ident> {
    match ctx.attr_kind(attr) {
        AttrKind::String { .. } => ctx.attr_as_str(attr).map(|name| ctx.ident(name)),
        _ => None,
    }
}
