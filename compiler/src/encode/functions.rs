//! Functions and regions: registers, streams, kernels.

use super::attrs::{is_of_kernels, is_of_ops};
use super::streams::Job;
use super::{COST_ATTR, Encoder, NATIVE_ATTR, OP_ATTRS, Result, SYNC_ATTR};
use crate::streams::analysis::StreamOptions;
use smallvec::SmallVec;
use tfrt_bef::{
    AttrIx, FunctionId, FunctionKind, FunctionRefName, FunctionSpec, KernelSpec, StringIx, TypeIx, ValueSpec,
    records::NONE,
};
use tfrt_dialects::signature::{argument_signatures, result_signatures};
use tfrt_dialects::{BATCH_TYPES_ATTR, DEVICE_ATTR, LENIENT_ATTR, NODE_ATTR, RESULT_TYPES_ATTR};
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::body::{Body, RegionRef};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Ident, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::attr_to_string;
use tfrt_ir::types::TypeKind;

/// Attributes that only the compiler reads.
const NOT_IN_FILES: [&str; 6] =
    [COST_ATTR, DEVICE_ATTR, NODE_ATTR, RESULT_TYPES_ATTR, BATCH_TYPES_ATTR, LENIENT_ATTR];

/// The types of a function's arguments and results.
fn function_type(op: OpRef<'_>) -> Option<(&[Type], &[Type])> {
    let ty = op.attr("function_type").and_then(|attr| op.ctx.attr_as_type(attr))?;
    match op.ctx.type_kind(ty) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// A block that becomes a function.
struct NewFunction<'n> {
    name: &'n str,
    kind: FunctionKind,
    loc: Loc,
}

/// Register of each value of a body; only those of the block being encoded mean anything.
struct Registers(Vec<u32>);

/// Functions that became of the regions of a block's ops, in the order of the ops.
type Regions = Vec<(Op, SmallVec<[FunctionId; 2]>)>;

impl<'a> Encoder<'a> {
    pub(super) fn native_function(&mut self, op: OpRef<'a>) -> Result {
        debug_assert!(op.attr(NATIVE_ATTR).is_some());
        let Some((inputs, results)) = function_type(op) else {
            return self.op_error(op, "native functions need to have a function type");
        };
        let mut types = SmallVec::<[TypeIx; 8]>::new();
        for &ty in inputs.iter().chain(results) {
            let ty = self.ty(ty);
            types.push(self.fits(op.loc(), ty)?);
        }
        let (arg_types, result_types) = types.split_at(inputs.len());
        let location = self.location(op.loc());
        let location = self.fits(op.loc(), location)?;
        let name = self.function_name(op)?;
        self.function_string(op.loc(), name)?;
        let id = self.writer.add_native(&FunctionSpec {
            name,
            kind: FunctionKind::Native,
            arg_types,
            result_types,
            root_stream: 0,
            location,
        });
        let id = self.fits(op.loc(), id)?;
        self.signature(op, id)
    }

    /// Writes down what a function says about its arguments and results. What a file cannot hold is left out.
    fn signature(&mut self, op: OpRef<'a>, function: FunctionId) -> Result {
        let Some((inputs, _)) = function_type(op) else { return Ok(()) };
        let arguments = argument_signatures(op).into_iter().enumerate();
        let results = result_signatures(op).into_iter().enumerate();
        let results = results.map(|(index, value)| (inputs.len() + index, value));
        for (position, value) in arguments.chain(results).filter(|(_, value)| !value.is_empty()) {
            let name =
                value.name.and_then(|name| self.ctx.attr_as_str(name)).map(|name| self.ctx.ident(name));
            let name = name.map(|name| self.name(name)).transpose();
            let small_type = value.small_type.and_then(|name| self.ctx.attr_as_str(name));
            let small_type = small_type.map(|name| self.name(self.ctx.ident(name))).transpose();
            let is_tensor = |attr: &Attr| {
                let kind = self.ctx.attr_as_type(*attr).map(|ty| self.ctx.type_kind(ty));
                matches!(kind, Some(TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)))
            };
            let tensor_type = value.tensor_type.filter(is_tensor);
            let mut attr = |attr: Option<Attr>| match attr {
                Some(attr) => self.attr(attr),
                None => Ok(None),
            };
            let (tensor_type, sizes, default) = (attr(tensor_type), attr(value.sizes), attr(value.default));
            let tensor_type = self.fits(op.loc(), tensor_type)?;
            let mut spec = ValueSpec {
                name: self.fits(op.loc(), name)?,
                tensor_type,
                sizes: self.fits(op.loc(), sizes)?.filter(|_| tensor_type.is_some()),
                default: self.fits(op.loc(), default)?,
                small_type: self.fits(op.loc(), small_type)?,
            };
            // A list without elements is written as one of numbers.
            if value.sizes.and_then(|sizes| self.ctx.array_elems(sizes)).is_some_and(<[_]>::is_empty) {
                spec.sizes = None;
            }
            let described = self.writer.describe_value(function, position, spec);
            self.fits(op.loc(), described)?;
        }
        Ok(())
    }

    pub(super) fn function(&mut self, op: OpRef<'a>, streams: &StreamOptions) -> Result {
        let Some(region) = op.region(0).filter(|region| region.entry_block().is_some()) else {
            return self.op_error(op, "external functions are not allowed");
        };
        let kind = if op.attr(SYNC_ATTR).is_some() { FunctionKind::Sync } else { FunctionKind::Async };
        let name = self.function_name(op)?;
        let mut registers = Registers::of(region.body);
        let nested = self.nested_functions(region, &mut registers, streams)?;
        let function = NewFunction { name, kind, loc: op.loc() };
        let id = self.block(op, region, &function, &nested, &mut registers, streams)?;
        debug_assert_eq!(
            self.functions.get(&self.ctx.ident(name)).map(|known| known.0),
            Some(id.0 + self.first_function),
            "functions were counted before"
        );
        self.signature(op, id)
    }

    /// The name of a function, which must be unique: nested modules are not name spaces in a file.
    fn function_name(&mut self, op: OpRef<'a>) -> Result<&'a str> {
        let Some(name) = tfrt_ir::symbol::name(op).filter(|&name| !self.ctx.str(name).is_empty()) else {
            return self.op_error(op, "functions need to have a name");
        };
        let text = self.ctx.str(name);
        if !self.encoded.insert(name) {
            return self
                .op_error(op, format!("function @{text} is defined twice; BEF files have one name space"));
        }
        Ok(text)
    }

    /// Adds the name of a function before the writer does, so that a part knows of it.
    fn function_string(&mut self, loc: Loc, name: &str) -> Result {
        let name = self.name(self.ctx.ident(name));
        self.fits(loc, name).map(drop)
    }

    /// Encodes the regions of all ops of a region, the innermost first. The registers are those of the region's body.
    fn nested_functions(
        &mut self,
        region: RegionRef<'a>,
        registers: &mut Registers,
        streams: &StreamOptions,
    ) -> Result<Regions> {
        let mut regions = Regions::new();
        if region.body.is_flat() {
            return Ok(regions);
        }
        for block in region.blocks() {
            for op in region.body.ops(block) {
                if region.body.num_regions(op) == 0 {
                    continue;
                }
                let op = OpRef { ctx: self.ctx, body: region.body, op };
                let mut own = op.body.nested(op.op).map(Registers::of);
                let registers = own.as_mut().unwrap_or(&mut *registers);
                let mut inner = SmallVec::<[_; 2]>::new();
                for region in op.regions() {
                    inner.push((region, self.nested_functions(region, registers, streams)?));
                }
                let mut ids = SmallVec::new();
                let function = NewFunction { name: "", kind: FunctionKind::Async, loc: op.loc() };
                for (region, nested) in &inner {
                    ids.push(self.block(op, *region, &function, nested, registers, streams)?);
                }
                regions.push((op.op, ids));
            }
        }
        Ok(regions)
    }

    /// Encodes the only block of a region of `owner` as a function.
    fn block(
        &mut self,
        owner: OpRef<'a>,
        region: RegionRef<'a>,
        function: &NewFunction<'_>,
        nested: &Regions,
        registers: &mut Registers,
        streams: &StreamOptions,
    ) -> Result<FunctionId> {
        let body = region.body;
        let mut blocks = region.blocks();
        let block = blocks.next();
        if blocks.next().is_some() {
            self.diagnostics.error(owner.loc(), "multi-block regions cannot be emitted to BEF files");
            return Err(Failed);
        }
        let Some((block, last)) = block.and_then(|block| Some((block, body.last_op(block)?))) else {
            return self.op_error(owner, "all functions need to have a tfrt.return");
        };
        let last = OpRef { ctx: self.ctx, body, op: last };

        let mut arg_types = SmallVec::<[TypeIx; 8]>::new();
        for &arg in body.block_args(block) {
            let ty = self.ty(body.value_type(arg));
            arg_types.push(self.fits(function.loc, ty)?);
        }
        let id = FunctionId(self.writer.num_functions() as u32);
        self.streams.find(id, Job { ctx: self.ctx, body, block, options: *streams });
        if last.name_str() != "tfrt.return" {
            return self.op_error(last, "all functions need to have a tfrt.return");
        }
        self.check_own_values(last, block)?;
        if function.kind == FunctionKind::Sync {
            self.check_sync_results(last)?;
        }
        let mut result_types = SmallVec::<[TypeIx; 8]>::new();
        for ty in last.operand_types() {
            let ty = self.ty(ty);
            result_types.push(self.fits(last.loc(), ty)?);
        }

        let location = self.location(function.loc);
        let location = self.fits(function.loc, location)?;
        self.function_string(function.loc, function.name)?;
        self.writer.reserve(body.op_capacity(), body.operand_capacity(), body.value_capacity());
        let begun = self.writer.begin_function(&FunctionSpec {
            name: function.name,
            kind: function.kind,
            arg_types: &arg_types,
            result_types: &result_types,
            // Streams are set when they are known.
            root_stream: 0,
            location,
        });
        self.fits(function.loc, begun)?;
        let mut nested = nested.iter().peekable();
        let mut defined = 0;
        for &arg in body.block_args(block) {
            registers.define(arg, &mut defined);
        }
        for op in body.ops(block) {
            if op == last.op {
                break;
            }
            let regions = nested.next_if(|(owner, _)| *owner == op).map_or(&[][..], |(_, ids)| ids);
            let op = OpRef { ctx: self.ctx, body, op };
            let operands = self.operands(op, block, registers, defined)?;
            self.kernel_call(op, &operands, regions)?;
            for result in op.results() {
                registers.define(result, &mut defined);
            }
        }
        let results = self.operands(last, block, registers, defined)?;
        let ended = self.writer.end_function(&results);
        debug_assert!(ended.as_ref().is_ok_and(|&ended| ended == id), "what is nested was written before");
        self.fits(function.loc, ended)
    }

    /// The registers of an op's operands, which must be defined in its block and below `end`.
    fn operands(
        &mut self,
        op: OpRef<'a>,
        block: Block,
        registers: &Registers,
        end: u32,
    ) -> Result<SmallVec<[u32; 8]>> {
        let mut operands = SmallVec::new();
        for value in op.operands() {
            if op.body.value_block(value) != Some(block) {
                return self.foreign_value(op);
            }
            let register = registers.get(value);
            if register >= end {
                return self.op_error(op, "BEF files cannot hold a use of a value before its definition");
            }
            operands.push(register);
        }
        Ok(operands)
    }

    fn check_own_values(&mut self, op: OpRef<'a>, block: Block) -> Result {
        if op.operands().any(|value| op.body.value_block(value) != Some(block)) {
            return self.foreign_value(op);
        }
        Ok(())
    }

    fn foreign_value<T>(&mut self, op: OpRef<'a>) -> Result<T> {
        self.op_error(op, "BEF executor only supports references to kernels within the current region")
    }

    fn check_sync_results(&mut self, last: OpRef<'a>) -> Result {
        let results: SmallVec<[Value; 8]> = last.operands().collect();
        for (i, value) in results.iter().enumerate() {
            if last.body.defining_op(*value).is_none() {
                return self.op_error(last, format!("return value {i} is an argument in a sync function"));
            }
            if results[..i].contains(value) {
                return self.op_error(last, format!("return value {i} is duplicated in a sync function"));
            }
        }
        Ok(())
    }

    fn kernel_call(&mut self, op: OpRef<'a>, operands: &[u32], regions: &[FunctionId]) -> Result {
        let mut call = Call::default();
        self.attributes(op, &mut call)?;
        for &region in regions {
            call.functions.push(FunctionId(region.0 + self.first_function));
            call.function_names.push(FunctionRefName::Region);
        }
        let mut result_types = SmallVec::<[TypeIx; 4]>::new();
        for ty in op.result_types() {
            let ty = self.ty(ty);
            result_types.push(self.fits(op.loc(), ty)?);
        }
        let code = self.kernel(op.name());
        let code = self.fits(op.loc(), code)?;
        let location = self.location(op.loc());
        let location = self.fits(op.loc(), location)?;
        let result = self.writer.add_kernel(&KernelSpec {
            code,
            operands,
            attrs: &call.attrs,
            attr_names: &call.attr_names,
            functions: &call.functions,
            function_names: &call.function_names,
            result_types: &result_types,
            stream: 0,
            location,
        });
        self.fits(op.loc(), result)?;
        Ok(())
    }

    /// Divides the attributes of an op into those of its kernel and references to functions.
    fn attributes(&mut self, op: OpRef<'a>, call: &mut Call) -> Result {
        let mut attrs: SmallVec<[(Ident, Attr); 8]> = SmallVec::from_slice(op.attrs());
        if let Some(properties) = op.body.properties(op.op) {
            let Some(entries) = self.ctx.dict_entries(properties) else {
                return self.op_error(op, "BEF files cannot encode properties that are no dictionary");
            };
            attrs.extend_from_slice(entries);
            tfrt_ir::body::sort_attrs(self.ctx, &mut attrs);
        }
        for (name, attr) in attrs {
            let ctx = self.ctx;
            let (list, is_list) = match ctx.attr_kind(attr) {
                AttrKind::SymbolRef { nested, .. } if nested.is_empty() => {
                    (std::slice::from_ref(&attr), false)
                }
                AttrKind::Array(elements)
                    if elements.first().is_some_and(|&first| ctx.flat_symbol(first).is_some()) =>
                {
                    (&elements[..], true)
                }
                _ if NOT_IN_FILES.contains(&ctx.str(name)) => {
                    continue;
                }
                _ => {
                    let fits_here = match ctx.str(name) {
                        OP_ATTRS => is_of_ops(ctx, attr),
                        _ => is_of_kernels(ctx, attr),
                    };
                    if !fits_here {
                        return self.cannot_encode(op, name);
                    }
                    let ix = self.attr(attr);
                    let Some(ix) = self.fits(op.loc(), ix)? else { return self.cannot_encode(op, name) };
                    let name = self.name(name);
                    call.attrs.push(ix);
                    call.attr_names.push(self.fits(op.loc(), name)?);
                    continue;
                }
            };
            let name_ix = self.name(name);
            let name_ix = self.fits(op.loc(), name_ix)?;
            for &element in list {
                let Some(symbol) = ctx.flat_symbol(element) else { return self.cannot_encode(op, name) };
                let id = self.functions.get(&symbol).copied().unwrap_or_else(|| {
                    self.undefined.push((op.loc(), symbol));
                    FunctionId(0)
                });
                call.functions.push(id);
                call.function_names.push(if is_list {
                    FunctionRefName::Element(name_ix)
                } else {
                    FunctionRefName::Single(name_ix)
                });
            }
        }
        Ok(())
    }

    fn cannot_encode<T>(&mut self, op: OpRef<'a>, name: Ident) -> Result<T> {
        let name = self.ctx.str(name);
        let mut message = format!("BEF files cannot encode the '{name}' attribute");
        if name == OP_ATTRS {
            // Of many, only one may be wrong.
            let ctx = self.ctx;
            let wrong = tfrt_dialects::op_attrs(op)
                .into_iter()
                .find(|&(_, value)| !is_of_ops(ctx, value) || matches!(self.attr(value), Ok(None)));
            if let Some((key, value)) = wrong {
                message.push_str(&format!(": '{key}' is {}", attr_to_string(self.ctx, value)));
            }
        }
        self.op_error(op, message)
    }
}

/// Attributes and functions of a kernel, with their names.
#[derive(Default)]
struct Call {
    attrs: SmallVec<[AttrIx; 4]>,
    attr_names: SmallVec<[StringIx; 4]>,
    functions: SmallVec<[FunctionId; 2]>,
    function_names: SmallVec<[FunctionRefName; 2]>,
}

impl Registers {
    fn of(body: &Body) -> Registers {
        Registers(vec![NONE; body.value_capacity()])
    }

    fn get(&self, value: Value) -> u32 {
        self.0[value.as_u32() as usize]
    }

    /// Gives a value the next register.
    fn define(&mut self, value: Value, next: &mut u32) {
        self.0[value.as_u32() as usize] = *next;
        *next += 1;
    }
}
