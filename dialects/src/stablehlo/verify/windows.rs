//! Rules of operations with windows.

use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::DYNAMIC;

use super::infer::numbers;
use super::regions::{accumulators, agree_but_for_precision, arguments, reducer, returned};
use super::tensors::{Tensor, list, operand, quoted, tensor_type, type_shapes_agree, with_elem};
use super::{Rule, fail, inferred};

/// The dimensions of a window, as the attributes say.
pub(super) struct Window {
    sizes: Vec<i64>,
    strides: Vec<i64>,
    padding: Vec<i64>,
    base_dilations: Vec<i64>,
    dilations: Vec<i64>,
}

impl Window {
    /// Reads and checks the attributes of the operation.
    fn of(op: OpRef<'_>, sizes: Vec<i64>) -> Result<Window, String> {
        Self::named(op, sizes, ["window_strides", "base_dilations", "window_dilations"])
    }

    /// The same for a convolution, whose attributes have other names.
    pub(super) fn of_convolution(op: OpRef<'_>, sizes: Vec<i64>) -> Result<Window, String> {
        Self::named(op, sizes, ["window_strides", "lhs_dilation", "rhs_dilation"])
    }

    fn named(op: OpRef<'_>, sizes: Vec<i64>, names: [&str; 3]) -> Result<Window, String> {
        let padding = op.attr("padding");
        let shape = padding.and_then(|attr| op.ctx.attr_type(attr)).map(|ty| Tensor::of(op.ctx, ty).dims);
        if let Some(dims) = shape.filter(|dims| dims.len() != 2 || dims[1] != 2) {
            fail!("expects the shape of padding-attribute to be {{N, 2}}, but got {{{}}}.", list(dims));
        }
        let [strides, base_dilations, dilations] = names.map(|name| numbers(op, name));
        let padding = numbers(op, "padding");
        let reversed = op.attr("window_reversal").and_then(|attr| super::super::booleans(op.ctx, attr));
        for (values, what) in [
            (strides.len(), "window-strides"),
            (base_dilations.len(), "base-dilation factors"),
            (dilations.len(), "window-dilation factors"),
            (padding.len() / 2, "padding-entries"),
            (reversed.map_or(0, |reversed| reversed.len()), "window-reversal"),
        ] {
            if values != 0 && values != sizes.len() {
                fail!(
                    "expects {} to have same dimension-size as size of window dimensions ({}), but got: {}.",
                    what,
                    sizes.len(),
                    values
                );
            }
        }
        for at in 0..sizes.len() {
            for (values, what) in [
                (&sizes, "value"),
                (&strides, "stride"),
                (&base_dilations, "base dilation factor"),
                (&dilations, "window dilation factor"),
            ] {
                if let Some(&value) = values.get(at).filter(|&&value| value <= 0) {
                    fail!(
                        "expects window to have positive {} for {}-th window dimension, but got {}.",
                        what,
                        at,
                        value
                    );
                }
            }
        }
        Ok(Window { sizes, strides, padding, base_dilations, dilations })
    }

    /// The number of places of the window in a dimension of this size.
    pub(super) fn places(&self, dim: usize, size: i64) -> i64 {
        let at = |values: &[i64]| values.get(dim).copied().unwrap_or(1);
        let dilated =
            |size: i64, by: i64| if size == 0 { 0 } else { (size - 1).saturating_mul(by).saturating_add(1) };
        let pad = |side: usize| self.padding.get(2 * dim + side).copied().unwrap_or(0);
        let whole = dilated(size, at(&self.base_dilations)).saturating_add(pad(0)).saturating_add(pad(1));
        let window = dilated(self.sizes[dim], at(&self.dilations));
        if whole == 0 || window > whole { 0 } else { (whole - window) / at(&self.strides) + 1 }
    }

    /// The type with an element for each place.
    fn output(&self, from: Tensor<'_>, elem: Type) -> Type {
        let places = |dim: usize, size: i64| if size == DYNAMIC { DYNAMIC } else { self.places(dim, size) };
        let dims: Vec<i64> = (0..from.rank()).map(|dim| places(dim, from.dims[dim])).collect();
        let bounds: Vec<i64> = (0..from.rank()).map(|dim| places(dim, from.bound(dim))).collect();
        tensor_type(from.ctx, &dims, &bounds, elem)
    }
}

pub(super) fn reduce_window(op: OpRef<'_>) -> Rule {
    let types: Vec<Type> = op.operand_types().collect();
    let (inputs, starts) = types.split_at(types.len() / 2);
    let Some(region) = op.region(0) else { return Ok(None) };
    let Some(&first) = inputs.first() else { fail!("requires at least 1 input value") };
    if let Some(other) = inputs.iter().position(|&ty| !type_shapes_agree(op.ctx, first, ty)) {
        fail!(
            "expects all inputs to have compatible shapes. Shape at input-index {} is not compatible with shape at \
             input-index 0",
            other
        );
    }
    let first = Tensor::of(op.ctx, first);
    let sizes = numbers(op, "window_dimensions");
    if sizes.len() != first.rank() {
        fail!(
            "expects window-dimensions size == input rank, but got window-dimensions size: {} and input: '{}' with rank = \
             {}.",
            sizes.len(),
            first.text(),
            first.rank()
        );
    }
    let window = Window::of(op, sizes)?;
    let elements = accumulators(op, region)?;
    let outputs: Vec<Type> =
        inputs.iter().zip(elements).map(|(&ty, elem)| window.output(Tensor::of(op.ctx, ty), elem)).collect();
    reducer(op, region, inputs, starts)?;
    inferred(op, &outputs)
}

pub(super) fn select_and_scatter(op: OpRef<'_>) -> Rule {
    let (from, source, start) = (operand(op, 0), operand(op, 1), operand(op, 2));
    let (Some(select), Some(scatter)) = (op.region(0), op.region(1)) else { return Ok(None) };
    let types = arguments(select);
    if types.len() != 2 {
        fail!("expects the select-region to take 2 parameters, but takes {}", types.len());
    }
    let wanted = op.ctx.tensor(&[], from.elem);
    for (index, &ty) in types.iter().enumerate() {
        if !agree_but_for_precision(op, ty, wanted) {
            fail!(
                "expects the type of select-region's parameter at index {} to be {}, but got {}",
                index,
                quoted(op.ctx, [wanted]),
                quoted(op.ctx, [ty])
            );
        }
    }
    let results = returned(op, select);
    let &[ty] = results.as_slice() else {
        fail!("expects select-region to return single value, but got: {}", results.len());
    };
    let is_decision = Tensor::of(op.ctx, ty).elem == op.ctx.i1() && Tensor::of(op.ctx, ty).rank() == 0;
    if !is_decision {
        fail!("expects the return-type of select-region to be tensor<i1>, but got: {}", quoted(op.ctx, [ty]));
    }
    reducer(op, scatter, &[source.ty], &[start.ty])?;
    let sizes = numbers(op, "window_dimensions");
    if sizes.len() != from.rank() {
        fail!(
            "expects window-dimensions size == operand rank, but got window-dimensions size: {} and operand-type: '{}' with \
             rank = {}.",
            sizes.len(),
            from.text(),
            from.rank()
        );
    }
    let window = Window::of(op, sizes)?;
    let wanted = window.output(from, from.elem);
    if !agree_but_for_precision(op, wanted, source.ty) {
        fail!(
            "expects source-type to be {}, but got{}",
            quoted(op.ctx, [wanted]),
            quoted(op.ctx, [source.ty])
        );
    }
    match accumulators(op, scatter)?.first() {
        Some(&elem) => inferred(op, &[with_elem(from, elem)]),
        None => Ok(None),
    }
}
