//! The operations of a file.
//!
//! Operands are numbers: the values of a region are numbered consecutively, and the numbers of a nested region continue behind them.
//! An operand may come before the operation that defines it; a placeholder takes its place until then.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::opdef::Traits;
use tfrt_ir::syntax::MAX_REGIONS;

use super::Sections;
use super::pool::Pool;
use crate::codec::DialectReader;
use crate::cursor::Cursor;
use crate::error::BytecodeError;
use crate::section::{self, SectionId};
use crate::use_lists::{self, Order};
use crate::{properties, since};

/// The parts of an operation, as bits of a byte.
pub(crate) mod mask {
    pub(crate) const ATTRS: u8 = 1;
    pub(crate) const RESULTS: u8 = 2;
    pub(crate) const OPERANDS: u8 = 4;
    pub(crate) const SUCCESSORS: u8 = 8;
    pub(crate) const REGIONS: u8 = 16;
    pub(crate) const USE_LIST_ORDERS: u8 = 32;
    pub(crate) const PROPERTIES: u8 = 64;
}

/// A value by its number.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Empty,
    /// Used, but not defined yet: the operation that stands in for it, and where it was used.
    Forward(Op, usize),
    Defined(Value),
}

#[derive(Clone, Copy, Debug)]
struct Numbered {
    slot: Slot,
    /// The body that it is in, by its depth.
    body: u32,
}

/// The values inside one isolated operation.
#[derive(Debug, Default)]
struct Scope {
    values: Vec<Numbered>,
    /// For each region, the innermost last: the numbers of the next value and of the first one behind the region's.
    regions: Vec<(usize, usize)>,
}

/// The state of reading into one body.
#[derive(Debug, Default)]
struct Pending {
    /// Orders of uses that the file gives.
    orders: FxHashMap<Value, Order>,
    /// Values that were used before they were defined.
    forward: Vec<Value>,
}

struct Reader<'p, 'a> {
    pool: &'p Pool<'a>,
    scopes: Vec<Scope>,
    bodies: Vec<Pending>,
    properties: Vec<Cursor<'a>>,
    depth: usize,
}

/// Reads the top-level operation to a body that has nothing else.
pub(super) fn read<'a>(pool: &Pool<'a>, sections: &mut Sections<'a>) -> Result<Body, BytecodeError> {
    let properties = match sections.optional(SectionId::Properties) {
        Some(section) => read_properties(section)?,
        None => Vec::new(),
    };
    let mut cursor = sections.required(SectionId::Ir)?;
    let mut reader = Reader {
        pool,
        scopes: vec![Scope::default()],
        bodies: vec![Pending::default()],
        properties,
        depth: 0,
    };
    let (mut body, block) = Body::with_entry_block();
    reader.scopes[0].regions.push((0, 0));
    reader.block(&mut body, block, &[block], &mut cursor)?;
    cursor.expect_end("the operations")?;
    reader.finish_body(&mut body)?;
    wrap(pool, body, block)
}

/// Puts a top-level operation other than `builtin.module` into one.
fn wrap(pool: &Pool<'_>, body: Body, block: Block) -> Result<Body, BytecodeError> {
    let ctx = pool.ctx();
    let only = body.first_op(block).filter(|&op| body.last_op(block) == Some(op));
    let only = only.ok_or_else(|| BytecodeError::new("expected only one top-level operation"))?;
    if ctx.str(body.name(only)) == "builtin.module" && body.nested(only).is_some() {
        return Ok(body);
    }
    let state = OpState::new(ctx.ident("builtin.module"), body.loc(only)).nested(Box::new(body));
    let (mut top, top_block) = Body::with_entry_block();
    let op = top.create_op(ctx, state);
    top.append_op(top_block, op);
    Ok(top)
}

fn read_properties<'a>(mut section: Cursor<'a>) -> Result<Vec<Cursor<'a>>, BytecodeError> {
    let count = section.count("properties")?;
    let mut properties = Vec::with_capacity(count);
    for _ in 0..count {
        let size = section.size()?;
        properties.push(section.part(size)?);
    }
    section.expect_end("the properties")?;
    Ok(properties)
}

/// The regions that the head of an operation announces.
struct Regions {
    count: usize,
    is_isolated: bool,
}

impl<'a> Reader<'_, 'a> {
    fn level(&self) -> u32 {
        self.bodies.len() as u32
    }

    /// Reads the arguments and operations of a block.
    fn block(
        &mut self,
        body: &mut Body,
        block: Block,
        blocks: &[Block],
        cursor: &mut Cursor<'a>,
    ) -> Result<(), BytecodeError> {
        let (count, has_args) = cursor.count_with_flag("operations")?;
        if has_args {
            self.block_args(body, block, cursor)?;
        }
        for _ in 0..count {
            self.op(body, block, blocks, cursor)?;
        }
        Ok(())
    }

    fn block_args(
        &mut self,
        body: &mut Body,
        block: Block,
        cursor: &mut Cursor<'a>,
    ) -> Result<(), BytecodeError> {
        let version = self.pool.version();
        let count = cursor.count("block arguments")?;
        let mut args = Vec::with_capacity(count);
        for _ in 0..count {
            let (ty, loc) = if version >= since::ELIDED_LOCATIONS {
                let at = cursor.offset();
                let (index, has_loc) = cursor.varint_with_flag()?;
                let ty = self.pool.ty(index, at)?;
                let unknown = self.pool.ctx().unknown_loc();
                (ty, if has_loc { self.pool.next_loc(cursor)? } else { unknown })
            } else {
                (self.pool.next_type(cursor)?, self.pool.next_loc(cursor)?)
            };
            args.push(body.add_block_arg(block, ty, loc));
        }
        self.define(body, &args, cursor)?;
        if version >= since::USE_LIST_ORDERS && cursor.byte()? != 0 {
            self.orders(&args, cursor)?;
        }
        Ok(())
    }

    /// Reads the orders of the uses of some values.
    fn orders(&mut self, values: &[Value], cursor: &mut Cursor<'a>) -> Result<(), BytecodeError> {
        let orders = use_lists::read(cursor, values.len())?;
        if let Some(pending) = self.bodies.last_mut() {
            pending.orders.extend(orders.into_iter().map(|order| (values[order.value], order)));
        }
        Ok(())
    }

    /// Reads an operation with its regions, and appends it to a block.
    fn op(
        &mut self,
        body: &mut Body,
        block: Block,
        blocks: &[Block],
        cursor: &mut Cursor<'a>,
    ) -> Result<(), BytecodeError> {
        let ctx = self.pool.ctx();
        let at = cursor.offset();
        let name = self.pool.op_name(cursor)?;
        let definition = ctx.definition(name.name);
        let parts = cursor.byte()?;
        let has = |part: u8| parts & part != 0;
        let mut state = OpState::new(name.name, self.pool.next_loc(cursor)?);
        if has(mask::ATTRS) {
            let attr = self.pool.next_attr(cursor)?;
            let entries =
                ctx.dict_entries(attr).ok_or_else(|| cursor.error("attributes that are no dictionary"))?;
            state.attrs.extend(entries.iter().copied());
        }
        if has(mask::PROPERTIES) {
            let mut reader = self.properties(name, cursor)?;
            match definition {
                Some(definition) if name.was_registered => {
                    state.attrs.extend(properties::read(definition, &mut reader)?);
                }
                None if name.was_registered => {
                    return Err(reader.error(format!(
                        "the properties of '{}' are encoded by its declaration, which is not known here",
                        ctx.str(name.name)
                    )));
                }
                _ => {
                    let properties = reader.attr()?;
                    reader.cursor().expect_end("the properties of an operation")?;
                    match ctx.dict_entries(properties).filter(|_| definition.is_some()) {
                        Some(entries) => state.attrs.extend(entries.iter().copied()),
                        None => state.properties = Some(properties),
                    }
                }
            }
        }
        if state.attrs.len() > usize::from(u16::MAX) {
            return Err(BytecodeError::at(at, "an operation has fewer than 65536 attributes"));
        }
        if has(mask::RESULTS) {
            for _ in 0..cursor.count("results")? {
                state.result_types.push(self.pool.next_type(cursor)?);
            }
        }
        if has(mask::OPERANDS) {
            for _ in 0..cursor.count("operands")? {
                state.operands.push(self.operand(body, cursor)?);
            }
        }
        if has(mask::SUCCESSORS) {
            for _ in 0..cursor.count("successors")? {
                let at = cursor.offset();
                let index = cursor.varint()?;
                let successor = usize::try_from(index).ok().and_then(|index| blocks.get(index));
                state.successors.push(
                    *successor
                        .ok_or_else(|| BytecodeError::at(at, format!("invalid successor index: {index}")))?,
                );
            }
        }
        let orders_at =
            has(mask::USE_LIST_ORDERS).then(|| use_lists::read(cursor, state.result_types.len().max(1)));
        let orders = orders_at.transpose()?.unwrap_or_default();
        let regions = if has(mask::REGIONS) {
            let (count, is_isolated) = cursor.count_with_flag("regions")?;
            Some(Regions { count, is_isolated })
        } else {
            None
        };
        // The declaration decides, not the flag in the file: a writer also sets the flag for an undeclared operation whose regions
        // use no outer values.
        let owns_body = match definition {
            Some(definition) => definition.has(Traits::ISOLATED),
            None => ctx.str(name.name) == "builtin.module",
        };
        let mut inline: SmallVec<[Region; 2]> = SmallVec::new();
        if let Some(regions) = regions.as_ref().filter(|_| !owns_body) {
            inline.extend((0..regions.count).map(|_| body.create_region()));
            state.regions = OpRegions::Inline(inline.clone());
        }
        let op = body.create_op(ctx, state);
        body.append_op(block, op);
        let results: SmallVec<[Value; 2]> = body.results(op).collect();
        self.define(body, &results, cursor)?;
        if let Some(order) = orders.iter().find(|order| order.value >= results.len()) {
            return Err(BytecodeError::at(at, format!("an order of uses for result {}", order.value)));
        }
        if let Some(pending) = self.bodies.last_mut() {
            pending.orders.extend(orders.into_iter().map(|order| (results[order.value], order)));
        }
        if let Some(regions) = regions {
            if self.depth == MAX_REGIONS {
                return Err(BytecodeError::at(
                    at,
                    format!("regions are nested more than {MAX_REGIONS} deep"),
                ));
            }
            self.depth += 1;
            if owns_body {
                let nested = self.nested_body(&regions, cursor)?;
                body.put_nested(op, Box::new(nested));
            } else {
                self.regions(body, &inline, &regions, cursor)?;
            }
            self.depth -= 1;
        }
        Ok(())
    }

    /// The regions of an operation as a body of its own.
    fn nested_body(&mut self, regions: &Regions, cursor: &mut Cursor<'a>) -> Result<Body, BytecodeError> {
        let mut nested = Body::new();
        self.bodies.push(Pending::default());
        let roots: Vec<Region> = (0..regions.count).map(|_| nested.add_root_region()).collect();
        self.regions(&mut nested, &roots, regions, cursor)?;
        self.finish_body(&mut nested)?;
        Ok(nested)
    }

    fn regions(
        &mut self,
        body: &mut Body,
        regions: &[Region],
        head: &Regions,
        cursor: &mut Cursor<'a>,
    ) -> Result<(), BytecodeError> {
        if !head.is_isolated {
            return regions.iter().try_for_each(|&region| self.region(body, region, cursor));
        }
        self.scopes.push(Scope::default());
        if self.pool.version() >= since::LAZY_REGIONS && !regions.is_empty() {
            let mut section = section::expect(cursor, SectionId::Ir)?;
            for &region in regions {
                self.region(body, region, &mut section)?;
            }
            section.expect_end("the regions of an operation")?;
        } else {
            for &region in regions {
                self.region(body, region, cursor)?;
            }
        }
        self.scopes.pop();
        Ok(())
    }

    fn region(
        &mut self,
        body: &mut Body,
        region: Region,
        cursor: &mut Cursor<'a>,
    ) -> Result<(), BytecodeError> {
        let blocks = cursor.count("blocks")?;
        if blocks == 0 {
            return Ok(());
        }
        let values = cursor.count("values")?;
        let blocks: Vec<Block> = (0..blocks).map(|_| body.append_block(region)).collect();
        let level = self.level();
        let scope = self.scope();
        let first = scope.values.len();
        scope.values.resize(first + values, Numbered { slot: Slot::Empty, body: level });
        scope.regions.push((first, first + values));
        for &block in &blocks {
            self.block(body, block, &blocks, cursor)?;
        }
        let scope = self.scope();
        scope.regions.pop();
        for numbered in &scope.values[first..] {
            if let Slot::Forward(_, at) = numbered.slot {
                return Err(BytecodeError::at(at, "an operand that nothing defines"));
            }
        }
        scope.values.truncate(first);
        Ok(())
    }

    fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    /// Gives the next numbers to values.
    fn define(
        &mut self,
        body: &mut Body,
        values: &[Value],
        cursor: &Cursor<'a>,
    ) -> Result<(), BytecodeError> {
        let level = self.level();
        let last = self.scopes.len().saturating_sub(1);
        for &value in values {
            let scope = &mut self.scopes[last];
            let (next, end) = scope
                .regions
                .last_mut()
                .map(|(next, end)| (next, *end))
                .ok_or_else(|| cursor.error("a value outside of all regions"))?;
            if *next == end {
                return Err(cursor.error("value index range exceeded the values of the region"));
            }
            let slot = &mut scope.values[*next];
            *next += 1;
            if let Slot::Forward(stand_in, _) = slot.slot {
                body.replace_all_uses(body.result(stand_in, 0), value);
                body.erase_op(stand_in);
                if let Some(pending) = self.bodies.last_mut() {
                    pending.forward.push(value);
                }
            }
            *slot = Numbered { slot: Slot::Defined(value), body: level };
        }
        Ok(())
    }

    fn operand(&mut self, body: &mut Body, cursor: &mut Cursor<'a>) -> Result<Value, BytecodeError> {
        let (ctx, level) = (self.pool.ctx(), self.level());
        let at = cursor.offset();
        let index = cursor.varint()?;
        let scope = self.scope();
        let slot = usize::try_from(index).ok().and_then(|index| scope.values.get_mut(index));
        let slot = slot.ok_or_else(|| BytecodeError::at(at, format!("invalid value index: {index}")))?;
        if slot.body != level {
            return Err(BytecodeError::at(
                at,
                "an operand from outside of an operation that is isolated from above",
            ));
        }
        match slot.slot {
            Slot::Defined(value) => Ok(value),
            Slot::Forward(stand_in, _) => Ok(body.result(stand_in, 0)),
            Slot::Empty => {
                let name = ctx.ident("builtin.unrealized_conversion_cast");
                let state = OpState::new(name, ctx.unknown_loc()).results(&[ctx.none()]);
                let stand_in = body.create_op(ctx, state);
                slot.slot = Slot::Forward(stand_in, at);
                Ok(body.result(stand_in, 0))
            }
        }
    }

    /// A reader of the properties whose number is next.
    fn properties(
        &self,
        name: super::pool::OpName,
        cursor: &mut Cursor<'a>,
    ) -> Result<DialectReader<'_, 'a>, BytecodeError> {
        let at = cursor.offset();
        let index = cursor.varint()?;
        let data = usize::try_from(index).ok().and_then(|index| self.properties.get(index));
        let data = data.ok_or_else(|| {
            BytecodeError::at(
                at,
                format!("Properties idx out-of-bound for {}", self.pool.ctx().str(name.name)),
            )
        })?;
        Ok(self.pool.reader(data.clone(), name.dialect))
    }

    /// Brings the uses of the values of a body into their order.
    fn finish_body(&mut self, body: &mut Body) -> Result<(), BytecodeError> {
        let Some(Pending { orders, forward }) = self.bodies.pop() else { return Ok(()) };
        for value in forward.into_iter().filter(|value| !orders.contains_key(value)) {
            use_lists::apply(body, value, None)?;
        }
        for (&value, order) in &orders {
            use_lists::apply(body, value, Some(order))?;
        }
        Ok(())
    }
}
