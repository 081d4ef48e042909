//! Operations that are an op of one row each: the op's name, its operands and its attributes.

use tfrt_convert::graph::OpAttrs;
use tfrt_dialects::stablehlo::attributes::{
    DotDimensionNumbers, GatherDimensionNumbers, ScatterDimensionNumbers,
};
use tfrt_dialects::stablehlo::words::{
    ComparisonDirection, ComparisonType, FftType, RngAlgorithm, RngDistribution, Transpose,
};
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::context::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{DYNAMIC, TypeKind};
use tfrt_ops::{DType, Elementwise};

use super::attributes::{attr, convolution, flag, int, integers, list, typed};
use super::function::{Handles, Writer};
use super::small_types::{Steps as _, small_of, storage};
use crate::dtype::dtype_of;

/// The element-wise function that an operation of StableHLO or CHLO computes; `None` for any other operation.
pub fn elementwise(op: OpRef<'_>) -> Option<Elementwise> {
    use Elementwise as Op;
    let name = op.name_str();
    if name == "stablehlo.compare" {
        let direction = comparison(op)?;
        let is_float = op
            .operand_types()
            .next()
            .and_then(|ty| dtype_of(op.ctx, storage(op.ctx, op.ctx.type_kind(ty).element_type()?)))
            .is_some_and(DType::is_floating);
        let is_total = typed::<ComparisonType>(op, "compare_type") == Some(&ComparisonType::TotalOrder);
        return Some(match (direction, is_total && is_float) {
            (direction, false) => direction,
            (Op::HloEqual, true) => Op::HloTotalEqual,
            (Op::HloNotEqual, true) => Op::HloTotalNotEqual,
            (Op::HloLess, true) => Op::HloTotalLess,
            (Op::HloLessEqual, true) => Op::HloTotalLessEqual,
            (Op::HloGreater, true) => Op::HloTotalGreater,
            (Op::HloGreaterEqual, true) => Op::HloTotalGreaterEqual,
            _ => return None,
        });
    }
    let name = match name {
        // Accepted under its older name too.
        "stablehlo.exp" => "exponential",
        name => name.strip_prefix("stablehlo.").or_else(|| {
            let name = name.strip_prefix("chlo.")?;
            // Others of this dialect broadcast, or are not of elements.
            (!name.starts_with("broadcast_")).then_some(name)
        })?,
    };
    let function = Elementwise::ALL.iter().find(|function| function.op().strip_prefix("hlo.") == Some(name));
    // These are no operations, though there are functions of these names.
    function.copied().filter(|_| !matches!(name, "copy" | "equal" | "not_equal" | "less" | "greater"))
}

/// The comparison that an operation's attribute names.
pub(super) fn comparison(op: OpRef<'_>) -> Option<Elementwise> {
    let direction: &ComparisonDirection = typed(op, "comparison_direction")?;
    Some(match direction {
        ComparisonDirection::Eq => Elementwise::HloEqual,
        ComparisonDirection::Ne => Elementwise::HloNotEqual,
        ComparisonDirection::Lt => Elementwise::HloLess,
        ComparisonDirection::Le => Elementwise::HloLessEqual,
        ComparisonDirection::Gt => Elementwise::HloGreater,
        ComparisonDirection::Ge => Elementwise::HloGreaterEqual,
    })
}

/// The elements of an operand that is a constant of integers.
fn constant_integers(op: OpRef<'_>, i: usize) -> Option<Vec<i64>> {
    let from = OpRef { ctx: op.ctx, body: op.body, op: op.body.defining_op(op.operand(i))? };
    let value = attr(from, "value").filter(|_| from.name_str() == "stablehlo.constant")?;
    integers(op.ctx, value)
}

/// A scalar of this element type as an attribute.
pub(super) fn scalar_attr(ctx: &Context, elem: Type, value: f64) -> Attr {
    let bytes: Vec<u8> = match dtype_of(ctx, elem) {
        Some(DType::F64) => value.to_le_bytes().to_vec(),
        Some(DType::F32) => (value as f32).to_le_bytes().to_vec(),
        // Halves that programs of this crate need are small numbers, which their formats have.
        Some(DType::BF16) => ((value as f32).to_bits() >> 16).to_le_bytes()[..2].to_vec(),
        Some(DType::F16) => half_bits(value as f32).to_le_bytes().to_vec(),
        Some(DType::Complex64) => [(value as f32).to_le_bytes(), [0; 4]].concat(),
        Some(DType::Complex128) => [value.to_le_bytes(), [0; 8]].concat(),
        Some(DType::I1) => vec![u8::from(value != 0.0)],
        dtype => (value as i64).to_le_bytes()[..dtype.and_then(DType::size).unwrap_or(8).min(8)].to_vec(),
    };
    make_dense(ctx, ctx.tensor(&[], elem), bytes)
}

/// The half of a number that has one and is normal, or zero.
fn half_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    if value == 0.0 {
        return sign;
    }
    let exponent = (bits >> 23 & 0xff) as i32 - 127 + 15;
    sign | (exponent.clamp(1, 30) as u16) << 10 | (bits >> 13 & 0x3ff) as u16
}

/// The scalar in the place of a tensor of equal elements.
enum Repeated {
    /// A scalar that is broadcast.
    Scalar(Value),
    /// A constant.
    Constant(Attr),
}

impl Writer<'_, '_> {
    /// The type of a result: element type and dimensions.
    pub(super) fn result(&mut self, op: OpRef<'_>, i: usize) -> Result<(Type, Vec<i64>), Failed> {
        let kind = op.result_types().nth(i).map(|ty| self.ctx.type_kind(ty));
        let ctx = self.ctx;
        let tensor = kind.and_then(|kind| Some((storage(ctx, kind.element_type()?), kind.dims()?.to_vec())));
        tensor.ok_or_else(|| self.module.refuse(op, "its result is no tensor of known rank"))
    }

    /// The dimensions of a result, all of which must be known.
    pub(super) fn shape(&mut self, op: OpRef<'_>, i: usize) -> Result<Vec<i64>, Failed> {
        let (_, dims) = self.result(op, i)?;
        if dims.contains(&DYNAMIC) {
            return Err(self.module.refuse(op, "its result has a dimension that is not known"));
        }
        Ok(dims)
    }

    pub(super) fn dims_of(&mut self, op: OpRef<'_>, value: Value) -> Result<Vec<i64>, Failed> {
        match self.ctx.type_kind(op.value_type(value)).dims() {
            Some(dims) => Ok(dims.to_vec()),
            None => Err(self.module.refuse(op, "an operand of it is no tensor of known rank")),
        }
    }

    fn needed<T>(&mut self, op: OpRef<'_>, name: &str, value: Option<T>) -> Result<T, Failed> {
        value.ok_or_else(|| self.module.refuse(op, format!("it needs the attribute '{name}'")))
    }

    /// Adds a list of integers among the attributes, which has this value if it is not given.
    fn list_or(
        &mut self,
        attrs: &mut OpAttrs,
        op: OpRef<'_>,
        [name, to]: [&str; 2],
        default: impl FnOnce() -> Vec<i64>,
    ) {
        let values = list(op, name).unwrap_or_else(default);
        attrs.add(to, self.integers(&values));
    }

    /// The operands of an element-wise function. Scalars that were broadcast to the shape are taken as they are, if there is an operand
    /// of that shape besides.
    fn elements(&mut self, op: OpRef<'_>) -> Result<Vec<Value>, Failed> {
        let ctx = self.ctx;
        let is_scalar = |value: Value| ctx.type_kind(op.value_type(value)).dims() == Some(&[]);
        let broadcast_scalar = |value: Value| -> Option<Repeated> {
            let from = OpRef { ctx, body: op.body, op: op.body.defining_op(value)? };
            if from.name_str() == "stablehlo.constant" {
                let value = super::quantized::stored_constant(from, attr(from, "value")?);
                let AttrKind::DenseElements { ty, splat: true, data } = ctx.attr_kind(value) else {
                    return None;
                };
                let kind = ctx.type_kind(*ty);
                let elem =
                    kind.element_type().filter(|_| kind.dims().is_some_and(|dims| !dims.is_empty()))?;
                return Some(Repeated::Constant(make_dense(ctx, ctx.tensor(&[], elem), data.to_vec())));
            }
            // A region knows the broadcast that it captures, not the scalar.
            let is_known = |scalar: Value| self.values.contains_key(&scalar);
            (from.name_str() == "stablehlo.broadcast_in_dim"
                && is_scalar(from.operand(0))
                && is_known(from.operand(0)))
            .then(|| Repeated::Scalar(from.operand(0)))
        };
        let scalars: Vec<Option<Repeated>> = op.operands().map(broadcast_scalar).collect();
        // The first of the others, of the result's rank, keeps the shape.
        let whole =
            op.operands().zip(&scalars).position(|(value, scalar)| scalar.is_none() && !is_scalar(value));
        let mut operands = Vec::with_capacity(op.num_operands());
        for (value, scalar) in op.operands().zip(scalars) {
            operands.push(match scalar.filter(|_| whole.is_some()) {
                Some(Repeated::Constant(constant)) => self.scalar(constant, op.loc()),
                Some(Repeated::Scalar(scalar)) => self.handle(op, scalar)?,
                None => self.handle(op, value)?,
            });
        }
        Ok(operands)
    }

    /// An operation without regions of control flow.
    pub(super) fn plain(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let loc = op.loc();
        if self.quantized(op)? {
            return Ok(());
        }
        if let Some(function) = elementwise(op) {
            if !function.arity().takes(op.num_operands()) || op.num_results() != 1 {
                return Err(self.module.refuse(op, "it has another number of operands"));
            }
            let mut operands = self.elements(op)?;
            let (elem, _) = self.result(op, 0)?;
            let [from, to] = [op.operand_types().next(), op.result_types().next()]
                .map(|ty| ty.and_then(|ty| self.ctx.type_kind(ty).element_type()));
            let (from, to) = (from.unwrap_or(elem), to.unwrap_or(elem));
            let from_storage = storage(self.ctx, from);
            if let Some(small) = small_of(self.ctx, from) {
                let steps = small.steps_before(function);
                operands[0] = self.apply_steps(&steps, from_storage, operands[0], loc);
            }
            let small = small_of(self.ctx, to);
            if small.is_some() && function == Elementwise::HloNextAfter {
                return Err(self.module.refuse(op, "numbers of so few bits have no next one here"));
            }
            if function == Elementwise::HloConvert {
                let mut value = operands[0];
                // Of complex numbers the real part counts, as for numbers.
                if to == self.ctx.i1() && matches!(self.ctx.type_kind(from), TypeKind::Complex(_)) {
                    value = self.apply("hlo.real", &[value], loc);
                }
                if from != to {
                    let [before, after] =
                        small.map(|small| small.conversion(self.ctx, from)).unwrap_or_default();
                    value = self.apply_steps(&before, from_storage, value, loc);
                    if from_storage != elem {
                        let mut attrs = OpAttrs::new();
                        attrs.add("DstT", self.ctx.type_attr(elem));
                        value = self.run(function.op(), &[value], 1, attrs, loc)[0];
                    }
                    value = self.apply_steps(&after, elem, value, loc);
                }
                self.set(op, 0, Handles::from_slice(&[value]));
                return Ok(());
            }
            let mut handles = self.run(function.op(), &operands, 1, OpAttrs::new(), loc);
            if let Some(small) = small {
                handles[0] = self.apply_steps(&small.steps_after(function), elem, handles[0], loc);
            }
            self.set(op, 0, handles);
            return Ok(());
        }
        if self.composed(op)? {
            return Ok(());
        }
        let mut attrs = OpAttrs::new();
        let mut operands = self.operands(op)?;
        let name = op.name_str();
        let row = match name {
            "stablehlo.bitcast_convert" => {
                let (elem, _) = self.result(op, 0)?;
                let mut types = op.operand_types().chain(op.result_types());
                if types.any(|ty| {
                    let elem = self.ctx.type_kind(ty).element_type();
                    elem.is_some_and(|elem| small_of(self.ctx, elem).is_some())
                }) {
                    let value = self.small_bitcast(op, operands[0])?;
                    self.set(op, 0, Handles::from_slice(&[value]));
                    return Ok(());
                }
                attrs.add("type", self.ctx.type_attr(elem));
                "hlo.bitcast_convert"
            }
            "stablehlo.reduce_precision" => {
                for name in ["exponent_bits", "mantissa_bits"] {
                    let bits = self.needed(op, name, int(op, name))?;
                    attrs.add(name, self.ctx.i64_attr(bits));
                }
                "hlo.reduce_precision"
            }
            "stablehlo.broadcast_in_dim" | "stablehlo.broadcast" => {
                let shape = self.shape(op, 0)?;
                let places = match name {
                    "stablehlo.broadcast" => {
                        let rank = self.dims_of(op, op.operand(0))?.len();
                        (shape.len() - rank.min(shape.len())..shape.len()).map(|axis| axis as i64).collect()
                    }
                    _ => self.needed(op, "broadcast_dimensions", list(op, "broadcast_dimensions"))?,
                };
                attrs.add("shape", self.integers(&shape));
                attrs.add("broadcast_dimensions", self.integers(&places));
                "hlo.broadcast_in_dim"
            }
            "stablehlo.dynamic_broadcast_in_dim" => {
                let places = self.needed(op, "broadcast_dimensions", list(op, "broadcast_dimensions"))?;
                attrs.add("broadcast_dimensions", self.integers(&places));
                "hlo.dynamic_broadcast_in_dim"
            }
            "stablehlo.reshape" => {
                let shape = self.shape(op, 0)?;
                attrs.add("shape", self.integers(&shape));
                "hlo.reshape"
            }
            "stablehlo.dynamic_reshape" => "hlo.dynamic_reshape",
            "stablehlo.transpose" => {
                let order = self.needed(op, "permutation", list(op, "permutation"))?;
                attrs.add("permutation", self.integers(&order));
                "hlo.transpose"
            }
            "stablehlo.reverse" => {
                let dims = self.needed(op, "dimensions", list(op, "dimensions"))?;
                attrs.add("dimensions", self.integers(&dims));
                "hlo.reverse"
            }
            "stablehlo.iota" | "stablehlo.dynamic_iota" => {
                let (elem, _) = self.result(op, 0)?;
                let dimension = self.needed(op, "iota_dimension", int(op, "iota_dimension"))?;
                attrs.add("type", self.ctx.type_attr(elem));
                attrs.add("dimension", self.ctx.i64_attr(dimension));
                if name == "stablehlo.iota" {
                    let shape = self.shape(op, 0)?;
                    attrs.add("shape", self.integers(&shape));
                    "hlo.iota"
                } else {
                    "hlo.dynamic_iota"
                }
            }
            "stablehlo.slice" => {
                for name in ["start_indices", "limit_indices", "strides"] {
                    let values = self.needed(op, name, list(op, name))?;
                    attrs.add(name, self.integers(&values));
                }
                "hlo.slice"
            }
            "stablehlo.real_dynamic_slice" => "hlo.real_dynamic_slice",
            "stablehlo.dynamic_slice" => {
                let sizes = self.needed(op, "slice_sizes", list(op, "slice_sizes"))?;
                attrs.add("slice_sizes", self.integers(&sizes));
                attrs.add("N", self.ctx.i64_attr(operands.len() as i64 - 1));
                "hlo.dynamic_slice"
            }
            "stablehlo.dynamic_update_slice" => {
                attrs.add("N", self.ctx.i64_attr(operands.len() as i64 - 2));
                "hlo.dynamic_update_slice"
            }
            "stablehlo.pad" => {
                for (name, to) in [
                    ("edge_padding_low", "low"),
                    ("edge_padding_high", "high"),
                    ("interior_padding", "interior"),
                ] {
                    let values = self.needed(op, name, list(op, name))?;
                    attrs.add(to, self.integers(&values));
                }
                "hlo.pad"
            }
            "stablehlo.dynamic_pad" => "hlo.dynamic_pad",
            "stablehlo.concatenate" => {
                let dimension = self.needed(op, "dimension", int(op, "dimension"))?;
                attrs.add("dimension", self.ctx.i64_attr(dimension));
                attrs.add("N", self.ctx.i64_attr(operands.len() as i64));
                "hlo.concatenate"
            }
            "stablehlo.get_dimension_size" => {
                let dimension = self.needed(op, "dimension", int(op, "dimension"))?;
                attrs.add("dimension", self.ctx.i64_attr(dimension));
                "hlo.get_dimension_size"
            }
            "stablehlo.gather" | "stablehlo.dynamic_gather" => {
                let numbers: Option<&GatherDimensionNumbers> = typed(op, "dimension_numbers");
                let numbers = self.needed(op, "dimension_numbers", numbers)?;
                for (name, values) in [
                    ("offset_dims", &numbers.offset_dims),
                    ("collapsed_slice_dims", &numbers.collapsed_slice_dims),
                    ("operand_batching_dims", &numbers.operand_batching_dims),
                    ("start_indices_batching_dims", &numbers.start_indices_batching_dims),
                    ("start_index_map", &numbers.start_index_map),
                ] {
                    attrs.add(name, self.integers(values));
                }
                attrs.add("index_vector_dim", self.ctx.i64_attr(numbers.index_vector_dim));
                if name == "stablehlo.gather" {
                    let sizes = self.needed(op, "slice_sizes", list(op, "slice_sizes"))?;
                    attrs.add("slice_sizes", self.integers(&sizes));
                    "hlo.gather"
                } else {
                    "hlo.dynamic_gather"
                }
            }
            "stablehlo.dot_general" | "stablehlo.dot" => {
                let numbers = match name {
                    "stablehlo.dot" => {
                        let rank = self.dims_of(op, op.operand(0))?.len() as i64;
                        DotDimensionNumbers {
                            lhs_contracting_dimensions: vec![rank - 1],
                            rhs_contracting_dimensions: vec![0],
                            ..DotDimensionNumbers::default()
                        }
                    }
                    _ => {
                        let numbers: Option<&DotDimensionNumbers> = typed(op, "dot_dimension_numbers");
                        self.needed(op, "dot_dimension_numbers", numbers)?.clone()
                    }
                };
                for (name, values) in [
                    ("lhs_batching_dimensions", &numbers.lhs_batching_dimensions),
                    ("rhs_batching_dimensions", &numbers.rhs_batching_dimensions),
                    ("lhs_contracting_dimensions", &numbers.lhs_contracting_dimensions),
                    ("rhs_contracting_dimensions", &numbers.rhs_contracting_dimensions),
                ] {
                    attrs.add(name, self.integers(values));
                }
                let (elem, _) = self.result(op, 0)?;
                attrs.add("type", self.ctx.type_attr(elem));
                "hlo.dot_general"
            }
            "stablehlo.convolution" | "stablehlo.dynamic_conv" => {
                let numbers = self.needed(op, "dimension_numbers", convolution(op))?;
                let spatial = numbers[0].len().saturating_sub(2);
                for (name, values) in ["lhs_dims", "rhs_dims", "result_dims"].iter().zip(&numbers) {
                    attrs.add(name, self.integers(values));
                }
                for name in ["window_strides", "lhs_dilation", "rhs_dilation"] {
                    self.list_or(&mut attrs, op, [name, name], || vec![1; spatial]);
                }
                if name == "stablehlo.convolution" {
                    self.list_or(&mut attrs, op, ["padding", "padding"], || vec![0; 2 * spatial]);
                } else {
                    let padding = constant_integers(op, 2);
                    let Some(padding) = padding.filter(|padding| padding.len() == 2 * spatial) else {
                        return Err(self.module.refuse(op, "its padding is no constant of the program"));
                    };
                    attrs.add("padding", self.integers(&padding));
                    operands.truncate(2);
                }
                self.list_or(&mut attrs, op, ["window_reversal", "window_reversal"], || vec![0; spatial]);
                for name in ["feature_group_count", "batch_group_count"] {
                    attrs.add(name, self.ctx.i64_attr(int(op, name).unwrap_or(1)));
                }
                let (elem, _) = self.result(op, 0)?;
                attrs.add("type", self.ctx.type_attr(elem));
                "hlo.convolution"
            }
            "stablehlo.fft" => {
                let kind = self.needed(op, "fft_type", typed::<FftType>(op, "fft_type"))?;
                let length = self.needed(op, "fft_length", list(op, "fft_length"))?;
                attrs.add("type", self.ctx.string_attr(kind.word()));
                attrs.add("length", self.integers(&length));
                "hlo.fft"
            }
            "stablehlo.rng_bit_generator" => {
                let kind = self.needed(op, "rng_algorithm", typed::<RngAlgorithm>(op, "rng_algorithm"))?;
                let (elem, _) = self.result(op, 1)?;
                let shape = self.shape(op, 1)?;
                attrs.add("rng_algorithm", self.ctx.string_attr(kind.word()));
                attrs.add("type", self.ctx.type_attr(elem));
                attrs.add("shape", self.integers(&shape));
                "hlo.rng_bit_generator"
            }
            "stablehlo.rng" => {
                let kind = typed::<RngDistribution>(op, "rng_distribution");
                let kind = self.needed(op, "rng_distribution", kind)?;
                attrs.add("rng_distribution", self.ctx.string_attr(kind.word()));
                "hlo.rng"
            }
            "stablehlo.cholesky" => {
                attrs.add("lower", self.ctx.bool_attr(flag(op, "lower")));
                "hlo.cholesky"
            }
            "stablehlo.triangular_solve" => {
                for name in ["left_side", "lower", "unit_diagonal"] {
                    attrs.add(name, self.ctx.bool_attr(flag(op, name)));
                }
                let kind = typed::<Transpose>(op, "transpose_a").copied();
                let kind = kind.map_or("NO_TRANSPOSE", Transpose::word);
                attrs.add("transpose_a", self.ctx.string_attr(kind));
                "hlo.triangular_solve"
            }
            "chlo.top_k" => {
                let k = self.needed(op, "k", int(op, "k"))?;
                attrs.add("k", self.ctx.i64_attr(k));
                "hlo.top_k"
            }
            "stablehlo.reduce" => {
                let n = operands.len() / 2;
                self.widen(op, &mut operands, n)?;
                let dims = self.needed(op, "dimensions", list(op, "dimensions"))?;
                attrs.add("dimensions", self.integers(&dims));
                self.region(op, &mut attrs, &mut operands, "body", "C", 0)?;
                attrs.add("N", self.ctx.i64_attr(n as i64));
                "hlo.reduce"
            }
            "stablehlo.reduce_window" => {
                let n = operands.len() / 2;
                self.widen(op, &mut operands, n)?;
                let window = self.needed(op, "window_dimensions", list(op, "window_dimensions"))?;
                let rank = window.len();
                attrs.add("window_dimensions", self.integers(&window));
                for name in ["window_strides", "base_dilations", "window_dilations"] {
                    self.list_or(&mut attrs, op, [name, name], || vec![1; rank]);
                }
                self.list_or(&mut attrs, op, ["padding", "padding"], || vec![0; 2 * rank]);
                self.region(op, &mut attrs, &mut operands, "body", "C", 0)?;
                attrs.add("N", self.ctx.i64_attr(n as i64));
                "hlo.reduce_window"
            }
            "stablehlo.select_and_scatter" => {
                let rank = self.dims_of(op, op.operand(0))?.len();
                for name in ["window_dimensions", "window_strides"] {
                    self.list_or(&mut attrs, op, [name, name], || vec![1; rank]);
                }
                self.list_or(&mut attrs, op, ["padding", "padding"], || vec![0; 2 * rank]);
                self.region(op, &mut attrs, &mut operands, "select", "S", 0)?;
                let (body, captured) = self.scalar_region(op, 1)?;
                operands.extend(captured);
                attrs.add("scatter", body);
                attrs.add("C", self.ctx.i64_attr(operands.len() as i64 - 3));
                "hlo.select_and_scatter"
            }
            "stablehlo.scatter" => {
                let n = operands.len() / 2;
                let numbers: Option<&ScatterDimensionNumbers> = typed(op, "scatter_dimension_numbers");
                let numbers = self.needed(op, "scatter_dimension_numbers", numbers)?;
                for (name, values) in [
                    ("update_window_dims", &numbers.update_window_dims),
                    ("inserted_window_dims", &numbers.inserted_window_dims),
                    ("input_batching_dims", &numbers.input_batching_dims),
                    ("scatter_indices_batching_dims", &numbers.scatter_indices_batching_dims),
                    ("scatter_dims_to_operand_dims", &numbers.scatter_dims_to_operand_dims),
                ] {
                    attrs.add(name, self.integers(values));
                }
                attrs.add("index_vector_dim", self.ctx.i64_attr(numbers.index_vector_dim));
                self.region(op, &mut attrs, &mut operands, "body", "C", 0)?;
                attrs.add("N", self.ctx.i64_attr(n as i64));
                "hlo.scatter"
            }
            "stablehlo.sort" => {
                let n = operands.len();
                let rank = self.dims_of(op, op.operand(0))?.len() as i64;
                let dimension = int(op, "dimension").unwrap_or(-1);
                let dimension = if dimension < 0 { dimension + rank } else { dimension };
                attrs.add("dimension", self.ctx.i64_attr(dimension));
                self.region(op, &mut attrs, &mut operands, "body", "C", 0)?;
                attrs.add("N", self.ctx.i64_attr(n as i64));
                "hlo.sort"
            }
            _ => return Err(self.module.refuse(op, "there is no op for it")),
        };
        let mut results = self.run(row, &operands, op.num_results(), attrs, loc);
        if ["hlo.dot_general", "hlo.convolution", "hlo.iota", "hlo.dynamic_iota", "hlo.reduce_precision"]
            .contains(&row)
        {
            results[0] = self.result_in_range(op, results[0]);
        }
        self.set_results(op, results);
        Ok(())
    }

    /// Adds a scalar region as an attribute, and what it captures to the operands; `count` says how many that are.
    fn region(
        &mut self,
        op: OpRef<'_>,
        attrs: &mut OpAttrs,
        operands: &mut Vec<Value>,
        name: &str,
        count: &str,
        region: usize,
    ) -> Result<(), Failed> {
        let (body, captured) = self.scalar_region(op, region)?;
        attrs.add(name, body);
        attrs.add(count, self.ctx.i64_attr(captured.len() as i64));
        operands.extend(captured);
        Ok(())
    }

    /// Inputs of the dtypes that a region takes: the initial values', which may be wider.
    fn widen(&mut self, op: OpRef<'_>, operands: &mut [Value], n: usize) -> Result<(), Failed> {
        let types: Vec<Type> = op.operand_types().collect();
        for i in 0..n {
            let [from, to] = [types[i], types[n + i]].map(|ty| self.elem(ty));
            if let (Some(from), Some(to)) = (from, to)
                && from != to
            {
                operands[i] = self.converted(operands[i], to, op.loc());
            }
        }
        Ok(())
    }

    /// The handles of the operands, all of them tensors.
    pub(super) fn operands(&mut self, op: OpRef<'_>) -> Result<Vec<Value>, Failed> {
        op.operands().map(|value| self.handle(op, value)).collect()
    }

    /// The element type of a tensor, as it is stored.
    pub(super) fn elem(&self, ty: Type) -> Option<Type> {
        match self.ctx.type_kind(ty) {
            TypeKind::RankedTensor { elem, .. } | TypeKind::UnrankedTensor(elem) => {
                Some(storage(self.ctx, *elem))
            }
            _ => None,
        }
    }
}
