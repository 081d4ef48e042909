//! The rewriter of conversion patterns, which converts the types of operands and results.

use std::ops::{Deref, DerefMut, Range};

use smallvec::SmallVec;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::{Attr, Ident, Type};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};
use tfrt_ir::symbol::{NAME_ATTR, SymbolTable};
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::types::TypeKind;

use super::casts::State;
use crate::pattern::NoMatch;
use crate::types::{SignatureConversion, TypeConverter, Types};

/// The operands of an operation in converted types. One operand may be several values, or none.
#[derive(Clone, Debug, Default)]
pub struct Operands {
    values: SmallVec<[Value; 4]>,
    ends: SmallVec<[u32; 4]>,
}

impl Operands {
    /// The number of operands that the operation has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the operation has no operands.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All values, one operand's after the other's.
    #[must_use]
    pub fn all(&self) -> &[Value] {
        &self.values
    }

    fn range(&self, index: usize) -> Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[index] as usize
    }

    /// The values of one operand.
    ///
    /// # Panics
    /// If there is no such operand.
    #[must_use]
    pub fn of(&self, index: usize) -> &[Value] {
        &self.values[self.range(index)]
    }

    /// The values of several operands.
    ///
    /// # Panics
    /// If there are no such operands.
    #[must_use]
    pub fn of_range(&self, operands: Range<usize>) -> &[Value] {
        match operands.is_empty() {
            true => &[],
            false => &self.values[self.range(operands.start).start..self.range(operands.end - 1).end],
        }
    }

    /// The only value of one operand.
    ///
    /// # Errors
    /// If there is no such operand, or it is none or several values.
    pub fn one(&self, index: usize) -> Result<Value, NoMatch> {
        match (index < self.len()).then(|| self.of(index)) {
            Some(&[value]) => Ok(value),
            Some(values) => Err(NoMatch::because(format!("operand #{index} is {} values", values.len()))),
            None => Err(NoMatch::because(format!("there is no operand #{index}"))),
        }
    }
}

/// The symbols of the table that functions are added to, and those that were added and do not stand there yet.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    table: Option<SymbolTable>,
    added: Vec<OpState>,
}

impl Symbols {
    pub(super) fn of(table: SymbolTable) -> Self {
        Self { table: Some(table), added: Vec::new() }
    }

    pub(super) fn take_added(&mut self) -> Vec<OpState> {
        std::mem::take(&mut self.added)
    }
}

/// Changes one body during a conversion: as a [`Rewriter`], which it dereferences to, but values may be replaced by values of
/// other types, and by several or none.
#[derive(Debug)]
pub struct ConversionRewriter<'a> {
    rewriter: Rewriter<'a>,
    pub(super) state: State,
    pub(super) types: Option<&'a TypeConverter>,
    symbols: &'a mut Symbols,
}

impl<'a> Deref for ConversionRewriter<'a> {
    type Target = Rewriter<'a>;

    fn deref(&self) -> &Rewriter<'a> {
        &self.rewriter
    }
}

impl<'a> DerefMut for ConversionRewriter<'a> {
    fn deref_mut(&mut self) -> &mut Rewriter<'a> {
        &mut self.rewriter
    }
}

impl<'a> ConversionRewriter<'a> {
    pub(super) fn new(
        ctx: &'a Context,
        body: &'a mut Body,
        state: State,
        types: Option<&'a TypeConverter>,
        symbols: &'a mut Symbols,
    ) -> Self {
        Self { rewriter: Rewriter::new(ctx, body), state, types, symbols }
    }

    pub(super) fn take_nested_states(&mut self) -> rustc_hash::FxHashMap<Op, State> {
        std::mem::take(&mut self.state.nested)
    }

    /// Whether anything changed since the last call, as far as the rewriter knows.
    pub(super) fn forget_changes(&mut self) -> bool {
        !self.rewriter.take_touched().is_empty() | !self.rewriter.take_erased().is_empty()
    }

    /// The type converter of the conversion, if it has one.
    #[must_use]
    pub fn types(&self) -> Option<&'a TypeConverter> {
        self.types
    }

    /// The types that stand for a type; itself where there is no converter.
    ///
    /// # Errors
    /// If the type cannot be converted.
    pub fn convert_type(&self, ty: Type) -> Result<Types, NoMatch> {
        match self.types {
            None => Ok(Types::from_slice(&[ty])),
            Some(types) => types.convert(self.ctx(), ty).ok_or_else(|| self.inconvertible(ty)),
        }
    }

    /// The types that stand for those of an operation's results, one after the other.
    ///
    /// # Errors
    /// If a type cannot be converted.
    pub fn result_types(&self, op: Op) -> Result<Vec<Type>, NoMatch> {
        let mut types = Vec::new();
        for ty in self.op(op).result_types() {
            types.extend(self.convert_type(ty)?);
        }
        Ok(types)
    }

    fn inconvertible(&self, ty: Type) -> NoMatch {
        NoMatch::because(format!("the type '{}' cannot be converted", type_to_string(self.ctx(), ty)))
    }

    /// The operands of an operation in converted types.
    pub(super) fn operands(&mut self, op: Op) -> Result<Operands, NoMatch> {
        let mut operands = Operands::default();
        for value in self.body().operands(op).collect::<SmallVec<[Value; 4]>>() {
            let types = self.convert_type(self.body().value_type(value))?;
            operands.values.extend(self.in_types(op, value, &types));
            operands.ends.push(operands.values.len() as u32);
        }
        Ok(operands)
    }

    /// Values in converted types, for a new operation before `before`: for values that are not operands of the operation.
    ///
    /// # Errors
    /// If a type cannot be converted.
    pub fn converted(&mut self, before: Op, values: &[Value]) -> Result<Vec<Value>, NoMatch> {
        let mut converted = Vec::new();
        for &value in values {
            let types = self.convert_type(self.body().value_type(value))?;
            converted.extend(self.in_types(before, value, &types));
        }
        Ok(converted)
    }

    /// Replaces an operation by one value for each result, which may be of another type.
    ///
    /// # Panics
    /// If there are not as many values as results.
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        let values: SmallVec<[&[Value]; 4]> = values.iter().map(std::slice::from_ref).collect();
        self.replace_op_with_many(op, &values);
    }

    /// Replaces an operation by any number of values for each result.
    ///
    /// # Panics
    /// If there are not as many entries as results.
    pub fn replace_op_with_many(&mut self, op: Op, values: &[&[Value]]) {
        let results: SmallVec<[Value; 2]> = self.body().results(op).collect();
        assert_eq!(values.len(), results.len(), "each result of an operation is replaced");
        for (result, values) in results.into_iter().zip(values) {
            self.replace_value(result, values, InsertionPoint::Before(op));
        }
        self.rewriter.erase_op(op);
    }

    /// Creates an operation before another and replaces that one by it, result by result.
    ///
    /// # Panics
    /// If there are not as many results as the other has.
    pub fn replace_with(&mut self, op: Op, state: OpState) -> Op {
        let new = self.create(InsertionPoint::Before(op), state);
        let results: SmallVec<[Value; 2]> = self.body().results(new).collect();
        self.replace_op(op, &results);
        new
    }

    /// Replaces an operation by one of its name, with its attributes and successors, on operands and with results of converted types. It has no regions.
    ///
    /// # Errors
    /// If a type of a result cannot be converted.
    pub fn retype(&mut self, op: Op, operands: &Operands) -> Result<Op, NoMatch> {
        let (types, view) = (self.result_types(op)?, self.op(op));
        let mut state = OpState::new(view.name(), view.loc())
            .operands(operands.all())
            .results(&types)
            .successors(view.body.successors(op));
        state.attrs.extend_from_slice(view.attrs());
        state.properties = view.body.properties(op);
        Ok(self.replace_with(op, state))
    }

    /// Makes converted values stand for a value; `at` is where the old type is given to those that still want it.
    fn replace_value(&mut self, old: Value, new: &[Value], at: InsertionPoint) {
        if !self.body().has_uses(old) {
            return;
        }
        let ty = self.body().value_type(old);
        let new = match *new {
            [new] if self.body().value_type(new) == ty => new,
            _ => {
                let loc = self.body().value_loc(old);
                self.source_cast(at, new, ty, loc)
            }
        };
        self.replace_all_uses(old, new);
    }

    /// Gives a block other arguments.
    ///
    /// # Panics
    /// If the block has not as many arguments as are converted.
    pub fn convert_block_signature(&mut self, block: Block, signature: &SignatureConversion) {
        let old = self.body().block_args(block).to_vec();
        assert_eq!(old.len(), signature.arguments.len(), "each argument of a block is converted");
        let loc = self.ctx().unknown_loc();
        for &ty in &signature.added {
            self.body_mut().add_block_arg(block, ty, loc);
        }
        for (&value, types) in old.iter().zip(&signature.arguments) {
            let loc = self.body().value_loc(value);
            let new: SmallVec<[Value; 1]> =
                types.iter().map(|&ty| self.body_mut().add_block_arg(block, ty, loc)).collect();
            self.replace_value(value, &new, InsertionPoint::Start(block));
        }
        for index in (0..old.len()).rev() {
            self.body_mut().erase_block_arg(block, index);
        }
    }

    /// Gives all blocks of a region arguments of converted types.
    ///
    /// # Errors
    /// If a type cannot be converted.
    pub fn convert_region_types(&mut self, region: Region) -> Result<(), NoMatch> {
        let blocks: Vec<Block> = self.body().blocks(region).collect();
        let mut signatures = Vec::with_capacity(blocks.len());
        for &block in &blocks {
            let types = self.body().block_args(block).iter().map(|&arg| self.body().value_type(arg));
            let types = types.map(|ty| self.convert_type(ty)).collect::<Result<_, _>>()?;
            signatures.push(SignatureConversion { added: Vec::new(), arguments: types });
        }
        for (block, signature) in blocks.into_iter().zip(&signatures) {
            let types = self.body().block_args(block).iter().map(|&arg| self.body().value_type(arg));
            if !types.eq(signature.types()) {
                self.convert_block_signature(block, signature);
            }
        }
        Ok(())
    }

    /// Changes the body that an operation owns; `None` if it owns none.
    pub fn with_nested<R>(
        &mut self,
        op: Op,
        change: impl FnOnce(&mut ConversionRewriter<'_>) -> R,
    ) -> Option<R> {
        let mut nested = self.body_mut().take_nested(op)?;
        let state = self.state.nested.remove(&op).unwrap_or_default();
        let mut inner =
            ConversionRewriter::new(self.rewriter.ctx(), &mut nested, state, self.types, &mut *self.symbols);
        let result = change(&mut inner);
        let state = inner.state;
        if !state.is_empty() {
            self.state.nested.insert(op, state);
        }
        self.body_mut().put_nested(op, nested);
        Some(result)
    }

    /// Gives the body that one operation owns to another, which owns none.
    pub fn move_nested(&mut self, from: Op, to: Op) {
        if let Some(nested) = self.body_mut().take_nested(from) {
            self.body_mut().put_nested(to, nested);
            if let Some(state) = self.state.nested.remove(&from) {
                self.state.nested.insert(to, state);
            }
        }
    }

    /// Converts the signature of a function: its type, the arguments of all its blocks, and its arguments' and results'
    /// attributes, of which those of a value that becomes several go to the first. `added` arguments come first.
    ///
    /// # Errors
    /// If it is no function, or a type cannot be converted.
    pub fn convert_function(&mut self, op: Op, added: &[Type]) -> Result<(), NoMatch> {
        let ctx = self.ctx();
        let view = self.op(op);
        let ty = view.attr("function_type").and_then(|ty| ctx.attr_as_type(ty));
        let Some(TypeKind::Function { inputs, results }) = ty.map(|ty| ctx.type_kind(ty)) else {
            return Err(NoMatch::because("it has no function type"));
        };
        let convert = |types: &[Type]| -> Result<Vec<Types>, NoMatch> {
            types.iter().map(|&ty| self.convert_type(ty)).collect()
        };
        let (inputs, results) = (convert(inputs)?, convert(results)?);
        let (arg_attrs, res_attrs) = (view.attr("arg_attrs"), view.attr("res_attrs"));
        // Blocks behind the first are checked before anything is changed.
        for region in view.regions() {
            for block in region.blocks().skip(1) {
                for &arg in region.body.block_args(block) {
                    self.convert_type(region.body.value_type(arg))?;
                }
            }
        }
        let signature = SignatureConversion { added: added.to_vec(), arguments: inputs };
        let types: Vec<Type> = signature.types().collect();
        let result_types: Vec<Type> = results.iter().flatten().copied().collect();
        let set = |rewriter: &mut Self, name: &str, value: Attr| {
            rewriter.body_mut().set_attr(ctx, op, ctx.ident(name), value);
        };
        set(self, "function_type", ctx.type_attr(ctx.function(&types, &result_types)));
        if let Some(attrs) = arg_attrs {
            let attrs = spread(ctx, attrs, added.len(), &signature.arguments);
            set(self, "arg_attrs", attrs);
        }
        if let Some(attrs) = res_attrs {
            set(self, "res_attrs", spread(ctx, attrs, 0, &results));
        }
        self.touch(op);
        let converted = self.with_nested(op, |inner| -> Result<(), NoMatch> {
            for region in inner.body().root_regions().to_vec() {
                let Some(entry) = inner.body().entry_block(region) else { continue };
                let blocks: Vec<Block> = inner.body().blocks(region).skip(1).collect();
                inner.convert_block_signature(entry, &signature);
                for block in blocks {
                    let types =
                        inner.body().block_args(block).iter().map(|&arg| inner.body().value_type(arg));
                    let types = types.map(|ty| inner.convert_type(ty)).collect::<Result<_, _>>()?;
                    let signature = SignatureConversion { added: Vec::new(), arguments: types };
                    inner.convert_block_signature(block, &signature);
                }
            }
            Ok(())
        });
        converted.unwrap_or(Ok(()))
    }

    /// Adds a function, or another symbol, behind the one that is being converted. Its name is `base`, or one like it if that
    /// is taken; `None` if the operation stands in no module.
    pub fn add_symbol(&mut self, base: &str, make: impl FnOnce(&Context, Ident) -> OpState) -> Option<Ident> {
        let ctx = self.rewriter.ctx();
        let table = self.symbols.table.as_mut()?;
        let name = table.unique_name(ctx, base);
        table.insert(name, Op::from_u32(0));
        let state = make(ctx, name).attr(ctx.ident(NAME_ATTR), ctx.string_attr(ctx.str(name)));
        self.symbols.added.push(state);
        Some(name)
    }
}

/// The attributes of arguments or results when each becomes several.
fn spread(ctx: &Context, attrs: Attr, added: usize, types: &[Types]) -> Attr {
    let Some(elems) = ctx.array_elems(attrs) else { return attrs };
    let mut spread = vec![ctx.empty_dict(); added];
    for (types, &attr) in types.iter().zip(elems) {
        spread.extend((0..types.len()).map(|index| if index == 0 { attr } else { ctx.empty_dict() }));
    }
    ctx.array_attr(&spread)
}
