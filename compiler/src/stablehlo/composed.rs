//! Operations that become several ops: batch norms, `map`, broadcasting functions of CHLO and known composites.

use tfrt_convert::graph::OpAttrs;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::dense::make_dense;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::types::TypeKind;
use tfrt_ops::{Elementwise, FusedBody, FusedBodyBuilder, MemberOp};

use super::attributes::{attr, int, list};
use super::custom_calls::Configuration;
use super::function::{Handles, Writer};
use super::ops::elementwise;
use super::quantized::quantized_of;
use super::small_types::storage;
use crate::passes::broadcast_places;

impl Writer<'_, '_> {
    /// Converts one of these operations; gives whether it is one.
    pub(super) fn composed(&mut self, op: OpRef<'_>) -> Result<bool, Failed> {
        match op.name_str() {
            "stablehlo.batch_norm_inference" => self.batch_norm_inference(op)?,
            "stablehlo.batch_norm_training" => self.batch_norm_training(op)?,
            "stablehlo.batch_norm_grad" => self.batch_norm_grad(op)?,
            "stablehlo.map" => self.map(op)?,
            "stablehlo.reduce" => return self.reduced_alone(op),
            "stablehlo.custom_call" => self.custom_call(op)?,
            "chlo.square" => {
                let x = self.handle(op, op.operand(0))?;
                let elem = op.operand_types().next().and_then(|ty| self.elem(ty));
                let result = match elem.map(|elem| self.ctx.type_kind(elem)) {
                    Some(TypeKind::Complex(part)) => self.complex_square(x, *part, op.loc()),
                    _ => self.apply("hlo.multiply", &[x, x], op.loc()),
                };
                self.set(op, 0, Handles::from_slice(&[result]));
            }
            name if name.starts_with("chlo.broadcast_") => return self.broadcasting(op),
            "check.expect_serialized_eq" => self.expect_probed(op)?,
            name if name.starts_with("check.") => self.check(op)?,
            "interpreter.probe" => {
                let handles = self.handles(op, op.operand(0))?;
                self.probe(op)?;
                self.set(op, 0, handles);
            }
            "interpreter.print" => self.print(op)?,
            "chlo.constant_like" => self.constant_like(op)?,
            _ => return self.between_processes(op),
        }
        Ok(true)
    }

    /// A reduction along dimensions of one element, by a function of two numbers, is that function of the initial value and each element. Says
    /// whether it is one.
    fn reduced_alone(&mut self, op: OpRef<'_>) -> Result<bool, Failed> {
        let (ctx, source) = (self.ctx, op.body);
        let types: Vec<Type> = op.operand_types().chain(op.result_types()).collect();
        let elem = types.first().and_then(|&ty| ctx.type_kind(ty).element_type());
        let are_alike = types.len() == 3 && types.iter().all(|&ty| ctx.type_kind(ty).element_type() == elem);
        let is_plain = elem.is_some_and(|elem| storage(ctx, elem) == elem);
        let block = source.inline_regions(op.op).first().and_then(|&region| source.entry_block(region));
        let (Some(block), true) = (block, are_alike && is_plain) else { return Ok(false) };
        let [x, init] = [op.operand(0), op.operand(1)];
        let dims = self.dims_of(op, x)?;
        let reduced = list(op, "dimensions").unwrap_or_default();
        let is_one = |&axis: &i64| usize::try_from(axis).ok().and_then(|axis| dims.get(axis)) == Some(&1);
        let ops: Vec<OpRef<'_>> =
            source.ops(block).map(|inner| OpRef { ctx, body: source, op: inner }).collect();
        let ([function, end], true) = (&ops[..], !reduced.is_empty() && reduced.iter().all(is_one)) else {
            return Ok(false);
        };
        let (args, given) = (source.block_args(block), source.result(function.op, 0));
        let operands: Vec<Value> = function.operands().collect();
        let takes_both =
            matches!((&operands[..], args), ([a, b], [c, d]) if (a, b) == (c, d) || (a, b) == (d, c));
        let named = elementwise(*function).filter(|_| takes_both && end.operands().eq([given]));
        let (_, shape) = self.result(op, 0)?;
        let Some(named) = named.filter(|_| shape.iter().all(|&dim| dim >= 0)) else { return Ok(false) };
        let element = self.handle(op, x)?;
        let element = self.reshaped(element, &shape, op.loc());
        // Operations take scalars themselves.
        let init = self.handle(op, init)?;
        let operands = if operands[0] == args[0] { [init, element] } else { [element, init] };
        let result = self.apply(named.op(), &operands, op.loc());
        self.set(op, 0, Handles::from_slice(&[result]));
        Ok(true)
    }

    /// Shows a tensor, with the name that it has in the text of the program.
    fn print(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let (ctx, value) = (self.ctx, op.operand(0));
        let elem = ctx.type_kind(op.value_type(value)).element_type();
        let elem = elem
            .filter(|&elem| quantized_of(ctx, op.value_type(value)).is_none() && storage(ctx, elem) == elem);
        let Some(elem) = elem else {
            return Err(self.module.refuse(op, "elements of this type cannot be printed"));
        };
        let name = self.module.name_of(op.body, value);
        let handle = self.handle(op, value)?;
        let mut attrs = OpAttrs::new();
        attrs.add("name", ctx.string_attr(name));
        attrs.add("element", ctx.string_attr(type_to_string(ctx, elem)));
        self.run_in_order("hlo.print", &[handle], 0, attrs, op.loc());
        Ok(())
    }

    /// Puts a tensor aside.
    fn probe(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let (ctx, value) = (self.ctx, op.operand(0));
        let Some(name) = attr(op, "probe_id").filter(|&attr| ctx.attr_as_str(attr).is_some()) else {
            return Err(self.module.refuse(op, "it has no probe_id"));
        };
        let handle = self.handle(op, value)?;
        let mut attrs = OpAttrs::new();
        attrs.add("name", name);
        attrs.add("type", ctx.string_attr(type_to_string(ctx, op.value_type(value))));
        attrs.add("is_compared", ctx.bool_attr(self.module.compared_probes.contains(&name)));
        self.run_in_order("hlo.probe", &[handle], 0, attrs, op.loc());
        Ok(())
    }

    /// Compares a tensor with one that a probe put aside.
    fn expect_probed(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let ctx = self.ctx;
        let Some(name) = attr(op, "probe_id").filter(|&attr| ctx.attr_as_str(attr).is_some()) else {
            return Err(self.module.refuse(op, "it has no probe_id"));
        };
        let iteration = attr(op, "iteration");
        let iteration = iteration.map_or(Some(1), |attr| ctx.attr_as_i64(attr));
        let Some(iteration) = iteration else {
            return Err(self.module.refuse(op, "its iteration is no number"));
        };
        let handle = self.handle(op, op.operand(0))?;
        let mut attrs = OpAttrs::new();
        attrs.add("name", name);
        attrs.add("iteration", ctx.i64_attr(iteration));
        self.run_behind("hlo.expect_probed", &[handle], 0, attrs, op.loc());
        Ok(())
    }

    /// The square of complex numbers: a product of sums, which loses no digits where the parts are of one size, and is no NaN where they are too large.
    fn complex_square(&mut self, z: Value, part: Type, loc: Loc) -> Value {
        let (x, y) = (self.apply("hlo.real", &[z], loc), self.apply("hlo.imag", &[z], loc));
        let (sum, difference) =
            (self.apply("hlo.add", &[x, y], loc), self.apply("hlo.subtract", &[x, y], loc));
        let product = self.apply("hlo.multiply", &[sum, difference], loc);
        let (size, other) = (self.apply("hlo.abs", &[x], loc), self.apply("hlo.abs", &[y], loc));
        let is_diagonal = self.apply("hlo.equal", &[size, other], loc);
        let zero = self.number(part, 0.0, loc);
        let real = self.apply("hlo.select", &[is_diagonal, zero, product], loc);
        let half = self.apply("hlo.multiply", &[x, y], loc);
        let imaginary = self.apply("hlo.add", &[half, half], loc);
        self.apply("hlo.complex", &[real, imaginary], loc)
    }

    /// A number in each element of a tensor of the operand's shape.
    fn constant_like(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let (ctx, loc) = (self.ctx, op.loc());
        let bytes = match attr(op, "value").map(|attr| ctx.attr_kind(attr)) {
            Some(AttrKind::Float { bits, .. }) => Some(bits.get().to_le_bytes().to_vec()),
            Some(AttrKind::Integer { value, .. }) => value
                .as_i64()
                .map(|value| value.to_le_bytes().to_vec())
                .or_else(|| value.as_u64().map(|value| value.to_le_bytes().to_vec())),
            _ => None,
        };
        let elem = op.result_types().next().and_then(|ty| ctx.type_kind(ty).element_type());
        let is_same = attr(op, "value").and_then(|attr| ctx.attr_type(attr)) == elem;
        let (Some(bytes), Some(elem), true) = (bytes, elem, is_same) else {
            return Err(self.module.refuse(op, "its value is no number of the result's element type"));
        };
        let size = tfrt_ir::dense::element_layout(ctx, elem).map_or(0, |layout| layout.bytes());
        let Some(bytes) = bytes.get(..size) else {
            return Err(self.module.refuse(op, "its value is no number of the result's element type"));
        };
        let number = make_dense(ctx, ctx.tensor(&[], elem), bytes.to_vec());
        let number = self.scalar(number, loc);
        let dims = self.shape(op, 0)?;
        let result = self.broadcast(number, &dims, &[], loc);
        self.set(op, 0, Handles::from_slice(&[result]));
        Ok(())
    }

    /// A composite that is an op itself; gives whether it is one.
    pub(super) fn composite(&mut self, op: OpRef<'_>) -> Result<bool, Failed> {
        let ctx = self.ctx;
        let Some(name) = attr(op, "name").and_then(|attr| ctx.attr_as_str(attr)) else { return Ok(false) };
        let Some(name) = name.strip_prefix("chlo.") else { return Ok(false) };
        self.known(op, name, &["composite_attributes"])
    }

    /// A call of an operation of CHLO by its name, with its attributes in one of these dictionaries; gives whether there is an op for it.
    pub(super) fn known(&mut self, op: OpRef<'_>, name: &str, attributes: &[&str]) -> Result<bool, Failed> {
        let ctx = self.ctx;
        let loc = op.loc();
        let operands = self.operands(op)?;
        let name = name.strip_suffix(".v1").unwrap_or(name);
        if matches!(name, "top_k" | "topk") {
            let attributes = Configuration::among(op, attributes);
            let is_largest =
                attributes.get("largest").is_none_or(|attr| ctx.attr_as_bool(attr) == Some(true));
            let (Some(k), [x]) = (attributes.number("k"), &operands[..]) else {
                return Ok(false);
            };
            let indices = op.result_types().nth(1).and_then(|ty| self.elem(ty));
            if !is_largest || op.num_results() != 2 || indices != Some(ctx.i32()) {
                return Ok(false);
            }
            let mut attrs = OpAttrs::new();
            attrs.add("k", ctx.i64_attr(k));
            let results = self.run("hlo.top_k", &[*x], 2, attrs, loc);
            self.set_results(op, results);
            return Ok(true);
        }
        let function =
            Elementwise::ALL.iter().find(|function| function.op().strip_prefix("hlo.") == Some(name));
        let Some(function) = function.filter(|function| function.arity().takes(operands.len())) else {
            return Ok(false);
        };
        // Of complex numbers the decomposition of a composite computes more functions than the op.
        let is_complex = op.operand_types().any(|ty| {
            let elem = self.elem(ty).map(|elem| ctx.type_kind(elem));
            matches!(elem, Some(TypeKind::Complex(_)))
        });
        let has_decomposition = op.name_str() == "stablehlo.composite";
        if (is_complex && has_decomposition) || op.num_results() != 1 {
            return Ok(false);
        }
        let result = self.apply(function.op(), &operands, loc);
        let result = self.result_in_range(op, result);
        self.set(op, 0, Handles::from_slice(&[result]));
        Ok(true)
    }

    /// A vector over the feature dimension as a tensor of the operand's shape.
    fn by_feature(&mut self, op: OpRef<'_>, vector: Value) -> Result<Value, Failed> {
        let dims = self.dims_of(op, op.operand(0))?;
        let feature = int(op, "feature_index").unwrap_or(0);
        Ok(self.broadcast(vector, &dims, &[feature], op.loc()))
    }

    fn epsilon(&mut self, op: OpRef<'_>) -> Result<Value, Failed> {
        let ctx = self.ctx;
        let bits = attr(op, "epsilon").map(|attr| ctx.attr_kind(attr));
        let epsilon = match bits {
            Some(tfrt_ir::attributes::AttrKind::Float { ty, bits }) if *ty == ctx.f64() => {
                f64::from_bits(bits.get() as u64)
            }
            Some(tfrt_ir::attributes::AttrKind::Float { bits, .. }) => {
                f64::from(f32::from_bits(bits.get() as u32))
            }
            _ => return Err(self.module.refuse(op, "it needs the attribute 'epsilon'")),
        };
        let Some(elem) = op.operand_types().next().and_then(|ty| self.elem(ty)) else {
            return Err(self.module.refuse(op, "its operand is no tensor"));
        };
        Ok(self.number(elem, epsilon, op.loc()))
    }

    fn batch_norm_inference(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let operands = self.operands(op)?;
        let &[x, scale, offset, mean, variance] = &operands[..] else {
            return Err(self.module.refuse(op, "it takes five operands"));
        };
        let result = self.normalized(op, x, [scale, offset, mean, variance])?;
        self.set(op, 0, Handles::from_slice(&[result]));
        Ok(())
    }

    fn normalized(
        &mut self,
        op: OpRef<'_>,
        x: Value,
        [scale, offset, mean, variance]: [Value; 4],
    ) -> Result<Value, Failed> {
        let loc = op.loc();
        let epsilon = self.epsilon(op)?;
        let mean = self.by_feature(op, mean)?;
        let centered = self.apply("hlo.subtract", &[x, mean], loc);
        let variance = self.apply("hlo.add", &[variance, epsilon], loc);
        let deviation = self.apply("hlo.sqrt", &[variance], loc);
        let deviation = self.by_feature(op, deviation)?;
        let normal = self.apply("hlo.divide", &[centered, deviation], loc);
        let (scale, offset) = (self.by_feature(op, scale)?, self.by_feature(op, offset)?);
        let scaled = self.apply("hlo.multiply", &[scale, normal], loc);
        Ok(self.apply("hlo.add", &[scaled, offset], loc))
    }

    /// The sum over all dimensions but that of features.
    fn sum(&mut self, op: OpRef<'_>, x: Value) -> Result<Value, Failed> {
        let dims = self.dims_of(op, op.operand(0))?;
        let feature = int(op, "feature_index").unwrap_or(0);
        let others: Vec<i64> = (0..dims.len() as i64).filter(|&axis| axis != feature).collect();
        let Some(elem) = op.operand_types().next().and_then(|ty| self.elem(ty)) else {
            return Err(self.module.refuse(op, "its operand is no tensor"));
        };
        let zero = self.number(elem, 0.0, op.loc());
        let mut body = FusedBodyBuilder::new(2);
        let sum = body.member(MemberOp::Elementwise(Elementwise::HloAdd), [0, 1], []);
        let body = sum.and_then(|sum| body.finish(&[sum]));
        let body = body.map_err(|error| self.module.refuse(op, error.to_string()))?;
        let mut attrs = OpAttrs::new();
        attrs.add("body", tfrt_dialects::fused_body_attr(self.ctx, std::sync::Arc::new(body)));
        attrs.add("dimensions", self.integers(&others));
        attrs.add("N", self.ctx.i64_attr(1));
        attrs.add("C", self.ctx.i64_attr(0));
        Ok(self.run("hlo.reduce", &[x, zero], 1, attrs, op.loc())[0])
    }

    /// The number of elements that a sum over a feature has, as a scalar.
    fn count(&mut self, op: OpRef<'_>) -> Result<Value, Failed> {
        let dims = self.dims_of(op, op.operand(0))?;
        let feature = int(op, "feature_index").unwrap_or(0);
        let others = dims.iter().enumerate().filter(|(axis, _)| *axis as i64 != feature);
        let count: f64 = others.map(|(_, &dim)| dim as f64).product();
        if dims.iter().any(|&dim| dim < 0) {
            return Err(self.module.refuse(op, "a dimension of its operand is not known"));
        }
        let Some(elem) = op.operand_types().next().and_then(|ty| self.elem(ty)) else {
            return Err(self.module.refuse(op, "its operand is no tensor"));
        };
        Ok(self.rounded(elem, count, op.loc()))
    }

    fn batch_norm_training(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let loc = op.loc();
        let (x, scale, offset) = (
            self.handle(op, op.operand(0))?,
            self.handle(op, op.operand(1))?,
            self.handle(op, op.operand(2))?,
        );
        let count = self.count(op)?;
        let sum = self.sum(op, x)?;
        let mean = self.apply("hlo.divide", &[sum, count], loc);
        let spread = self.by_feature(op, mean)?;
        let centered = self.apply("hlo.subtract", &[x, spread], loc);
        let square = self.apply("hlo.multiply", &[centered, centered], loc);
        let sum = self.sum(op, square)?;
        let variance = self.apply("hlo.divide", &[sum, count], loc);
        let result = self.normalized(op, x, [scale, offset, mean, variance])?;
        for (i, value) in [result, mean, variance].into_iter().enumerate() {
            self.set(op, i, Handles::from_slice(&[value]));
        }
        Ok(())
    }

    fn batch_norm_grad(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let loc = op.loc();
        let operands = self.operands(op)?;
        let &[x, scale, mean, variance, grad] = &operands[..] else {
            return Err(self.module.refuse(op, "it takes five operands"));
        };
        let count = self.count(op)?;
        let epsilon = self.epsilon(op)?;
        let mean = self.by_feature(op, mean)?;
        let centered = self.apply("hlo.subtract", &[x, mean], loc);
        let variance = self.apply("hlo.add", &[variance, epsilon], loc);
        let by_variance = self.by_feature(op, variance)?;
        let deviation = self.apply("hlo.sqrt", &[variance], loc);
        let by_deviation = self.by_feature(op, deviation)?;
        let product = self.apply("hlo.multiply", &[grad, centered], loc);
        let grad_sum = self.sum(op, grad)?;
        let product_sum = self.sum(op, product)?;
        // scale / deviation / count * (count * grad - sum(grad) - centered / variance * sum(grad * centered))
        let first = self.apply("hlo.multiply", &[grad, count], loc);
        let second = self.by_feature(op, grad_sum)?;
        let third = self.by_feature(op, product_sum)?;
        let third = self.apply("hlo.multiply", &[third, centered], loc);
        let third = self.apply("hlo.divide", &[third, by_variance], loc);
        let factor = self.by_feature(op, scale)?;
        let factor = self.apply("hlo.divide", &[factor, by_deviation], loc);
        let factor = self.apply("hlo.divide", &[factor, count], loc);
        let inner = self.apply("hlo.subtract", &[first, second], loc);
        let inner = self.apply("hlo.subtract", &[inner, third], loc);
        let grad_x = self.apply("hlo.multiply", &[factor, inner], loc);
        let grad_scale = self.apply("hlo.divide", &[product_sum, deviation], loc);
        for (i, value) in [grad_x, grad_scale, grad_sum].into_iter().enumerate() {
            self.set(op, i, Handles::from_slice(&[value]));
        }
        Ok(())
    }

    /// The scalar region, run on whole tensors: each function of it becomes an op.
    fn map(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let (body, captured) = self.scalar_region(op, 0)?;
        let Some(body) = tfrt_dialects::fused_body(self.ctx, body).cloned() else {
            return Err(self.module.refuse(op, "its region has no body"));
        };
        let mut values: Vec<Value> = Vec::with_capacity(body.num_args() + body.num_members());
        for value in op.operands() {
            values.push(self.handle(op, value)?);
        }
        values.extend(captured);
        if values.len() != body.num_args() {
            return Err(self.module.refuse(op, "its region takes other arguments"));
        }
        for member in body.members() {
            let operands: Vec<Value> =
                member.operands.iter().map(|&value| values[usize::from(value)]).collect();
            let mut attrs = OpAttrs::new();
            for attr in member.attrs {
                if let tfrt_ops::MemberValue::Type(dtype) = attr.value {
                    attrs.add(attr.name.name(), self.ctx.type_attr(crate::dtype::type_of(self.ctx, dtype)));
                }
            }
            let result = self.run(member.op.op(), &operands, 1, attrs, op.loc())[0];
            values.push(result);
        }
        let [result] = body.results() else {
            return Err(self.module.refuse(op, "its region gives several values"));
        };
        let result = values[usize::from(*result)];
        // A region that does not read its arguments gives the same for each element.
        let dims = self.shape(op, 0)?;
        let result = match body_reads_arguments(&body, op.num_operands()) {
            true => result,
            false => self.broadcast(result, &dims, &[], op.loc()),
        };
        self.set(op, 0, Handles::from_slice(&[result]));
        Ok(())
    }

    /// A function whose operands are broadcast to one shape, of shapes that are known.
    fn broadcasting(&mut self, op: OpRef<'_>) -> Result<bool, Failed> {
        let Some(name) = op.name_str().strip_prefix("chlo.broadcast_") else { return Ok(false) };
        let row = format!("hlo.{name}");
        let Some(function) = Elementwise::ALL.iter().find(|function| function.op() == row) else {
            return Ok(false);
        };
        let (_, dims) = self.result(op, 0)?;
        if dims.iter().any(|&dim| dim < 0) {
            return Err(self.module.refuse(op, "its result has a dimension that is not known"));
        }
        let mut operands = Vec::with_capacity(op.num_operands());
        for value in op.operands() {
            let handle = self.handle(op, value)?;
            let own = self.dims_of(op, value)?;
            let is_same = own == dims || own.is_empty();
            let places = broadcast_places(op, own.len(), dims.len());
            operands.push(if is_same { handle } else { self.broadcast(handle, &dims, &places, op.loc()) });
        }
        let result = self.apply(function.op(), &operands, op.loc());
        let result = self.result_in_range(op, result);
        self.set(op, 0, Handles::from_slice(&[result]));
        Ok(true)
    }
}

/// Whether the last value of a body depends on one of the first arguments.
fn body_reads_arguments(body: &FusedBody, arguments: usize) -> bool {
    let mut reads: Vec<bool> = (0..body.num_args()).map(|i| i < arguments).collect();
    for member in body.members() {
        reads.push(member.operands.iter().any(|&value| reads[usize::from(value)]));
    }
    reads.last().copied().unwrap_or(false)
}
