//! Writes operations.

use rustc_hash::FxHashMap;
use tfrt_ir::body::{Body, NamedAttr, RegionRef};
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::Attr;
use tfrt_ir::module::Module;
use tfrt_ir::opdef::OpDefinition;

use super::tables::{OpName, Tables};
use crate::codec::{DialectWriter, Entry, is_unknown};
use crate::emitter::Emitter;
use crate::error::BytecodeError;
use crate::reader::mask;
use crate::section::SectionId;
use crate::{properties, since, use_lists};

/// The numbers of the values and operations of one body.
#[derive(Default)]
struct Numbers {
    values: Vec<u32>,
    /// Operations in the order in which they are written, which is the order in which a reader makes them.
    ops: FxHashMap<Op, u32>,
}

impl Numbers {
    /// The numbers of the values and operations below some regions of a body.
    fn of<'b>(body: &Body, regions: impl Iterator<Item = RegionRef<'b>>) -> Numbers {
        let mut numbers = Numbers { values: vec![0; body.value_capacity()], ops: FxHashMap::default() };
        regions.for_each(|region| numbers.region(region, 0));
        numbers
    }

    /// Numbers the values of a region from `first` on, and those of regions inside it behind them.
    fn region(&mut self, region: RegionRef<'_>, first: u32) {
        let end = values(region).zip(first..).fold(first, |_, (value, number)| {
            self.values[value.as_u32() as usize] = number;
            number + 1
        });
        for op in region.blocks().flat_map(|block| region.body.ops(block)) {
            let next = self.ops.len() as u32;
            self.ops.insert(op, next);
            for &inner in region.body.inline_regions(op) {
                self.region(RegionRef { body: region.body, region: inner }, end);
            }
        }
    }
}

/// The values that a region defines itself, in order.
fn values(region: RegionRef<'_>) -> impl Iterator<Item = Value> + '_ {
    let body = region.body;
    region.blocks().flat_map(move |block| {
        let results = body.ops(block).flat_map(move |op| body.results(op));
        body.block_args(block).iter().copied().chain(results)
    })
}

/// Writes the section of operations.
pub(super) fn write(module: &Module, tables: &mut Tables<'_>) -> Result<Emitter, BytecodeError> {
    let mut out = Emitter::new();
    out.varint_with_flag(1, false);
    let top = module.top();
    let inline = top.body.inline_regions(top.op).iter().map(|&region| RegionRef { body: top.body, region });
    let numbers = Numbers::of(top.body, inline);
    OpWriter { tables }.op(top.body, &numbers, &BlockNumbers::default(), top.op, &mut out)?;
    Ok(out)
}

struct OpWriter<'t, 'm> {
    tables: &'t mut Tables<'m>,
}

type BlockNumbers = FxHashMap<Block, u64>;

impl OpWriter<'_, '_> {
    /// Writes an operation.
    fn op(
        &mut self,
        body: &Body,
        numbers: &Numbers,
        blocks: &BlockNumbers,
        op: Op,
        out: &mut Emitter,
    ) -> Result<(), BytecodeError> {
        let ctx = self.tables.ctx();
        let name = body.name(op);
        let definition = ctx.definition(name);
        let dialect = ctx.str(name).split_once('.').map_or("", |(dialect, _)| dialect);
        let is_native = definition.is_some() && self.tables.codecs().has_native_properties(dialect);
        let number = self.tables.op_name(OpName { name, is_native });
        out.varint(number);
        let parts_at = out.len();
        out.byte(0);
        let loc = self.tables.entry(Entry::Loc(body.loc(op)));
        out.varint(loc);
        // Regions of the operation have its form too: arguments of blocks are what the operation says.
        let form = self.tables.form_for(dialect);
        let before = self.tables.set_form(form);
        let written = self.parts(body, numbers, blocks, op, (definition, is_native), out);
        self.tables.set_form(before);
        out.set_byte(parts_at, written?);
        Ok(())
    }

    /// Writes what an operation has beside its name and location; says which of these parts there are.
    fn parts(
        &mut self,
        body: &Body,
        numbers: &Numbers,
        blocks: &BlockNumbers,
        op: Op,
        (definition, is_native): (Option<&OpDefinition>, bool),
        out: &mut Emitter,
    ) -> Result<u8, BytecodeError> {
        let version = self.tables.version();
        let mut parts = 0;
        self.attributes(body, op, definition, is_native, &mut parts, out)?;
        if body.num_results(op) > 0 {
            parts |= mask::RESULTS;
            out.size(body.num_results(op));
            for result in body.results(op) {
                let ty = self.tables.ty(body.value_type(result));
                out.varint(ty);
            }
        }
        if body.num_operands(op) > 0 {
            parts |= mask::OPERANDS;
            out.size(body.num_operands(op));
            body.operands(op)
                .for_each(|operand| out.varint(u64::from(numbers.values[operand.as_u32() as usize])));
        }
        if !body.successors(op).is_empty() {
            parts |= mask::SUCCESSORS;
            out.size(body.successors(op).len());
            for successor in body.successors(op) {
                out.varint(blocks.get(successor).copied().unwrap_or(0));
            }
        }
        if version >= since::USE_LIST_ORDERS && self.orders(body, numbers, body.results(op), out) {
            parts |= mask::USE_LIST_ORDERS;
        }
        let count = body.num_regions(op);
        if count > 0 {
            parts |= mask::REGIONS;
            let is_isolated = body.nested(op).is_some();
            out.varint_with_flag(count as u64, is_isolated);
            if is_isolated {
                self.isolated(body, op, out)?;
            } else {
                for region in body.regions(op) {
                    self.region(numbers, region, out)?;
                }
            }
        }
        Ok(parts)
    }

    /// Writes the attributes and properties of an operation.
    fn attributes(
        &mut self,
        body: &Body,
        op: Op,
        definition: Option<&OpDefinition>,
        is_native: bool,
        parts: &mut u8,
        out: &mut Emitter,
    ) -> Result<(), BytecodeError> {
        let ctx = self.tables.ctx();
        let splits = self.tables.version() >= since::PROPERTIES;
        let is_inherent =
            |name| splits && definition.is_some_and(|definition| definition.is_inherent(ctx.str(name)));
        let (inherent, discardable): (Vec<NamedAttr>, Vec<NamedAttr>) =
            body.attrs(op).iter().partition(|(name, _)| is_inherent(*name));
        let mut discardable = discardable;
        let mut properties = body.properties(op);
        if !splits && let Some(entries) = properties.take().and_then(|attr| ctx.dict_entries(attr)) {
            discardable.extend(entries);
        }
        if !discardable.is_empty() {
            *parts |= mask::ATTRS;
            let dict = self.tables.dictionary(ctx.dict(discardable));
            out.varint(dict);
        }
        match definition.filter(|_| splits) {
            Some(definition) if is_native => {
                if properties::has_any(definition) {
                    *parts |= mask::PROPERTIES;
                    let mut writer = DialectWriter::new(self.tables);
                    let get = |wanted: &str| {
                        inherent.iter().find(|(name, _)| ctx.str(*name) == wanted).map(|&(_, attr)| attr)
                    };
                    properties::write(definition, &get, &mut writer).map_err(|missing| {
                        BytecodeError::new(format!("'{}' has no attribute '{missing}'", definition.name()))
                    })?;
                    let bytes = writer.into_bytes();
                    let number = self.tables.property(bytes);
                    out.varint(number);
                }
            }
            Some(_) if !inherent.is_empty() => {
                *parts |= mask::PROPERTIES;
                self.properties_as_attr(ctx.dict(inherent), out);
            }
            _ => {
                if let Some(properties) = properties {
                    *parts |= mask::PROPERTIES;
                    self.properties_as_attr(properties, out);
                }
            }
        }
        Ok(())
    }

    fn properties_as_attr(&mut self, properties: Attr, out: &mut Emitter) {
        let mut writer = DialectWriter::new(self.tables);
        writer.attr(properties);
        let bytes = writer.into_bytes();
        out.varint(self.tables.property(bytes));
    }

    fn orders(
        &self,
        body: &Body,
        numbers: &Numbers,
        values: impl ExactSizeIterator<Item = Value>,
        out: &mut Emitter,
    ) -> bool {
        let number = |use_| {
            let owner = numbers.ops.get(&body.use_owner(use_)).copied().unwrap_or(0);
            (owner, body.use_index(use_))
        };
        use_lists::write(body, values, &number, out)
    }

    /// Writes the regions of an operation that sees no outer values, as a section that can be skipped.
    fn isolated(&mut self, body: &Body, op: Op, out: &mut Emitter) -> Result<(), BytecodeError> {
        let Some(inner) = body.regions(op).next().map(|region| region.body) else { return Ok(()) };
        let numbers = Numbers::of(inner, body.regions(op));
        let mut section = Emitter::new();
        let is_section = self.tables.version() >= since::LAZY_REGIONS;
        for region in body.regions(op) {
            self.region(&numbers, region, if is_section { &mut section } else { out })?;
        }
        if is_section {
            out.section(SectionId::Ir, &section);
        }
        Ok(())
    }

    fn region(
        &mut self,
        numbers: &Numbers,
        region: RegionRef<'_>,
        out: &mut Emitter,
    ) -> Result<(), BytecodeError> {
        let blocks: BlockNumbers = region.blocks().zip(0..).collect();
        out.size(blocks.len());
        if blocks.is_empty() {
            return Ok(());
        }
        out.size(values(region).count());
        for block in region.blocks() {
            self.block(region.body, numbers, &blocks, block, out)?;
        }
        Ok(())
    }

    fn block(
        &mut self,
        body: &Body,
        numbers: &Numbers,
        blocks: &BlockNumbers,
        block: Block,
        out: &mut Emitter,
    ) -> Result<(), BytecodeError> {
        let args = body.block_args(block);
        out.varint_with_flag(body.ops(block).count() as u64, !args.is_empty());
        if !args.is_empty() {
            self.block_args(body, numbers, args, out);
        }
        for op in body.ops(block) {
            self.op(body, numbers, blocks, op, out)?;
        }
        Ok(())
    }

    fn block_args(&mut self, body: &Body, numbers: &Numbers, args: &[Value], out: &mut Emitter) {
        let version = self.tables.version();
        out.size(args.len());
        for &arg in args {
            let (ty, loc) = (self.tables.ty(body.value_type(arg)), body.value_loc(arg));
            if version < since::ELIDED_LOCATIONS {
                out.varint(ty);
            } else if is_unknown(self.tables.ctx(), loc) {
                out.varint_with_flag(ty, false);
                continue;
            } else {
                out.varint_with_flag(ty, true);
            }
            let loc = self.tables.entry(Entry::Loc(loc));
            out.varint(loc);
        }
        if version >= since::USE_LIST_ORDERS {
            let at = out.len();
            out.byte(0);
            if self.orders(body, numbers, args.iter().copied(), out) {
                out.set_byte(at, 1);
            }
        }
    }
}
