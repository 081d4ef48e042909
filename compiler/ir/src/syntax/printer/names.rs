//! Names of values and blocks in printed text, as MLIR gives them.
//!
//! Arguments of entry blocks are `%arg0`, `%arg1`, …, all other values `%0`, `%1`, …, unless the operation names its results, or
//! the options ask for names from locations. Results without a name of their own share the name of the first: `%0#1`. The numbers
//! in a nested region continue those of the enclosing region, so siblings use the same names; in the generic form, or on request,
//! each name is used once in the whole text, and the regions opened last are numbered first.

use std::collections::hash_map::Entry;
use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use super::PrintOptions;
use crate::body::{Body, RegionRef};
use crate::context::Context;
use crate::entity::{Block, Op, Value};
use crate::handles::{Ident, Loc};
use crate::location::LocKind;
use crate::op_ref::OpRef;

/// The name of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Name {
    base: Base,
    /// The number among the values that share the base, if there are several.
    number: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// Not printed here.
    Unknown,
    /// `%7`
    Number(u32),
    /// `%arg7`
    Argument(u32),
    /// An entry of [`Names::texts`].
    Text(u32),
}

const UNKNOWN: Name = Name { base: Base::Unknown, number: None };

/// The names in one body.
#[derive(Debug, Default)]
struct Table {
    values: Vec<Name>,
    blocks: Vec<u32>,
    /// The numbers of operations without results; empty unless users of values are shown.
    ops: FxHashMap<Op, u32>,
}

/// The body whose names are wanted; see [`Names::table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableId(usize);

/// The names of all values and blocks below one operation.
#[derive(Debug, Default)]
pub(super) struct Names {
    tables: Vec<Table>,
    by_body: FxHashMap<*const Body, TableId>,
    texts: Vec<Box<str>>,
}

/// The state of counting.
#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

/// Texts in use: in a region, and, through its parent, in those around it.
struct UsedTexts {
    parent: Option<usize>,
    texts: FxHashSet<Box<str>>,
}

struct Numbering<'a> {
    ctx: &'a Context,
    names: Names,
    next: Counters,
    used: Vec<UsedTexts>,
    options: &'a PrintOptions,
}

impl Names {
    /// Names the values and blocks that an operation and everything below it define.
    pub(super) fn of(op: OpRef<'_>, options: &PrintOptions) -> Names {
        let used = vec![UsedTexts { parent: None, texts: FxHashSet::default() }];
        let next = Counters::default();
        let mut numbering = Numbering { ctx: op.ctx, names: Names::default(), next, used, options };
        let table = numbering.names.table(op.body);
        if op.num_results() > 0 {
            numbering.op(table, op.body, op.op, 0);
        }
        let argument_name = |op: OpRef<'_>| match options.generic {
            true => None,
            false => op.definition().and_then(|definition| definition.argument_name),
        };
        let mut open: Vec<(RegionRef<'_>, Counters, usize, Option<&str>)> = Vec::new();
        open.extend(op.regions().map(|region| (region, numbering.next, 0, argument_name(op))));
        while let Some((region, counters, parent, arguments)) = open.pop() {
            if !options.generic && !options.unique_ids {
                numbering.next = counters;
            }
            numbering.used.push(UsedTexts { parent: Some(parent), texts: FxHashSet::default() });
            let scope = numbering.used.len() - 1;
            numbering.region(region, scope, arguments);
            for block in region.blocks() {
                for op in region.body.ops(block) {
                    let mut inner = region.body.regions(op).peekable();
                    if inner.peek().is_some() {
                        let name = argument_name(OpRef { ctx: numbering.ctx, body: region.body, op });
                        open.extend(inner.map(|inner| (inner, numbering.next, scope, name)));
                    }
                }
            }
        }
        numbering.names
    }

    /// The names in a body.
    pub(super) fn table(&mut self, body: &Body) -> TableId {
        match self.by_body.entry(std::ptr::from_ref(body)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let id = TableId(self.tables.len());
                self.tables.push(Table {
                    values: vec![UNKNOWN; body.value_capacity()],
                    blocks: vec![0; body.block_capacity()],
                    ops: FxHashMap::default(),
                });
                *entry.insert(id)
            }
        }
    }

    fn get(&self, table: TableId, value: Value) -> Name {
        self.tables[table.0].values.get(value.as_u32() as usize).copied().unwrap_or(UNKNOWN)
    }

    fn set(&mut self, table: TableId, value: Value, name: Name) {
        self.tables[table.0].values[value.as_u32() as usize] = name;
    }

    /// Makes the arguments of a block share the names of values of another body.
    pub(super) fn shadow(&mut self, from: TableId, values: &[Value], to: TableId, args: &[Value]) {
        for (&value, &arg) in values.iter().zip(args) {
            let name = self.get(from, value);
            self.set(to, arg, name);
        }
    }

    /// Writes the name of a value.
    pub(super) fn write_value(&self, table: TableId, value: Value, out: &mut String) {
        let name = self.get(table, value);
        self.write_base(name.base, out);
        if let Some(number) = name.number {
            let _ = write!(out, "#{number}");
        }
    }

    fn write_base(&self, base: Base, out: &mut String) {
        // Writing to a string does not fail.
        let _ = match base {
            Base::Unknown => write!(out, "<<UNKNOWN SSA VALUE>>"),
            Base::Number(number) => {
                out.push('%');
                write_number(number, out);
                Ok(())
            }
            Base::Argument(number) => write!(out, "%arg{number}"),
            Base::Text(index) => write!(out, "%{}", self.texts[index as usize]),
        };
    }

    /// Writes the names of an operation's results as they stand before the `=`; nothing if it has none.
    pub(super) fn write_results(&self, table: TableId, body: &Body, op: Op, out: &mut String) {
        let count = body.num_results(op);
        let mut index = 0;
        while index < count {
            let first = self.get(table, body.result(op, index));
            let in_group = |at: usize| at < count && self.get(table, body.result(op, at)).base == first.base;
            let mut end = index + 1;
            while in_group(end) {
                end += 1;
            }
            if index > 0 {
                out.push_str(", ");
            }
            self.write_base(first.base, out);
            if end - index > 1 {
                let _ = write!(out, ":{}", end - index);
            }
            index = end;
        }
        if count > 0 {
            out.push_str(" = ");
        }
    }

    /// Writes the number by which comments refer to an operation without results.
    pub(super) fn write_op_number(&self, table: TableId, op: Op, out: &mut String) {
        match self.tables[table.0].ops.get(&op) {
            Some(&number) => self.write_base(Base::Number(number), out),
            None => self.write_base(Base::Unknown, out),
        }
    }

    /// Writes the name of a block.
    pub(super) fn write_block(&self, table: TableId, block: Block, out: &mut String) {
        let number = self.tables[table.0].blocks.get(block.as_u32() as usize).copied().unwrap_or(0);
        let _ = write!(out, "^bb{number}");
    }
}

/// Writes a decimal number; faster than formatting, since numbers are printed most.
fn write_number(number: u32, out: &mut String) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

impl Numbering<'_> {
    fn region(&mut self, region: RegionRef<'_>, scope: usize, arguments: Option<&str>) {
        let table = self.names.table(region.body);
        for (number, block) in region.blocks().enumerate() {
            self.names.tables[table.0].blocks[block.as_u32() as usize] = number as u32;
            for &arg in region.body.block_args(block) {
                let base = match arguments.filter(|_| number == 0) {
                    Some(name) => self.text(scope, name),
                    None => self.argument(scope, number == 0, region.body.value_loc(arg)),
                };
                self.names.set(table, arg, Name { base, number: None });
            }
            for op in region.body.ops(block) {
                self.op(table, region.body, op, scope);
            }
        }
    }

    fn argument(&mut self, scope: usize, of_entry: bool, loc: Loc) -> Base {
        if let Some(name) = self.location_name(loc) {
            self.next.argument += u32::from(of_entry);
            return self.location_text(scope, name);
        }
        if !of_entry {
            return self.number();
        }
        let number = self.next.argument;
        // Only names of locations can be in its way.
        let text = self.options.name_locs.then(|| format!("arg{number}"));
        let base = match text.filter(|text| self.is_used(scope, text)) {
            Some(text) => self.text(scope, &text),
            None => Base::Argument(number),
        };
        self.next.argument += 1;
        base
    }

    /// The first name in a location, if values are named by locations.
    fn location_name(&self, loc: Loc) -> Option<Ident> {
        if !self.options.name_locs {
            return None;
        }
        let mut pending = vec![loc];
        while let Some(loc) = pending.pop() {
            match self.ctx.loc_kind(loc) {
                LocKind::Name { name, .. } => return Some(name),
                LocKind::CallSite { callee, caller } => pending.extend([caller, callee]),
                LocKind::Fused { locs, .. } => pending.extend(locs.iter().rev()),
                _ => {}
            }
        }
        None
    }

    fn location_text(&mut self, scope: usize, name: Ident) -> Base {
        match self.ctx.str(name) {
            "" => self.number(),
            name => self.text(scope, &identifier(name)),
        }
    }

    fn number(&mut self) -> Base {
        self.next.value += 1;
        Base::Number(self.next.value - 1)
    }

    fn op(&mut self, table: TableId, body: &Body, op: Op, scope: usize) {
        let count = body.num_results(op);
        if count == 0 {
            if self.options.value_users {
                self.names.tables[table.0].ops.insert(op, self.next.value);
                self.next.value += 1;
            }
            return;
        }
        // The first result of each group, with the name of the group.
        let mut groups: Vec<(usize, Base)> = Vec::new();
        let view = OpRef { ctx: self.ctx, body, op };
        if !self.options.generic
            && let Some(hook) = view.definition().and_then(|definition| definition.result_names)
        {
            let own = self.location_name(view.loc());
            hook(view, &mut |index, text| {
                if index < count {
                    let base = match own {
                        Some(name) => self.location_text(scope, name),
                        None => self.text(scope, text),
                    };
                    groups.push((index, base));
                }
            });
        }
        if groups.iter().all(|&(index, _)| index != 0)
            && let Some(name) = self.location_name(view.loc())
        {
            groups.push((0, self.location_text(scope, name)));
        }
        if groups.is_empty() && count == 1 {
            let base = self.number();
            self.names.set(table, body.result(op, 0), Name { base, number: None });
            return;
        }
        if groups.iter().all(|&(index, _)| index != 0) {
            groups.push((0, self.number()));
        }
        groups.sort_by_key(|&(index, _)| index);
        for (at, &(start, base)) in groups.iter().enumerate() {
            let end = groups.get(at + 1).map_or(count, |&(next, _)| next);
            for index in start..end {
                let number = (end - start > 1).then_some((index - start) as u32);
                self.names.set(table, body.result(op, index), Name { base, number });
            }
        }
    }

    /// A text that nothing in scope uses, made from `text`.
    fn text(&mut self, scope: usize, text: &str) -> Base {
        let mut unique = text.to_owned();
        while self.is_used(scope, &unique) {
            unique.truncate(text.len());
            let _ = write!(unique, "_{}", self.next.conflict);
            self.next.conflict += 1;
        }
        self.used[scope].texts.insert(unique.as_str().into());
        self.names.texts.push(unique.into());
        Base::Text(self.names.texts.len() as u32 - 1)
    }

    fn is_used(&self, scope: usize, text: &str) -> bool {
        // The arguments with lower numbers are those in scope.
        let argument = text.strip_prefix("arg").and_then(|number| number.parse::<u32>().ok());
        if argument.is_some_and(|number| number < self.next.argument && text == format!("arg{number}")) {
            return true;
        }
        let mut scope = Some(scope);
        while let Some(index) = scope {
            if self.used[index].texts.contains(text) {
                return true;
            }
            scope = self.used[index].parent;
        }
        false
    }
}

/// The text of a location's name as the name of a value may have it.
fn identifier(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 1);
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        text.push('_');
    }
    for byte in name.bytes() {
        match byte {
            b' ' => text.push('_'),
            b'$' | b'.' | b'_' | b'-' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "{byte:X}");
            }
        }
    }
    text
}
