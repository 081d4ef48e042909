//! Gathers and scatters of one slice, which are slices and updates at a place that scalars say.
//!
//! JAX writes `x[i]` as a gather and `x.at[i].set(y)` as a scatter, also where `i` is one number. Slices and updates are cheaper by far, and what
//! loops do with them becomes machine code. A gather clamps its index as a slice does. A scatter with an index outside of the tensor changes
//! nothing: its update writes what was there.

use tfrt_convert::graph::OpAttrs;
use tfrt_dialects::stablehlo::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::TypeKind;
use tfrt_ops::Elementwise;

use super::attributes::{attr, integers, list, typed};
use super::function::{Handles, Writer};
use super::ops::elementwise;
use super::small_types::storage;

/// A component of an index.
#[derive(Clone, Copy)]
enum Component {
    /// A scalar.
    Scalar(Value),
    /// A constant.
    Constant(i64),
}

/// Operations of a scatter's region that are written for whole slices, at most.
const OPERATIONS: usize = 8;

impl<'a> Writer<'_, 'a> {
    /// Writes a gather or a scatter of one slice; says whether the operation is one.
    pub(super) fn single(&mut self, op: OpRef<'a>) -> Result<bool, Failed> {
        if !self.devices.is_empty() {
            return Ok(false);
        }
        match op.name_str() {
            "stablehlo.gather" => self.gathered_alone(op),
            "stablehlo.scatter" => self.scattered_alone(op),
            _ => Ok(false),
        }
    }

    fn gathered_alone(&mut self, op: OpRef<'a>) -> Result<bool, Failed> {
        let (Some(numbers), Some(sizes)) =
            (typed::<GatherDimensionNumbers>(op, "dimension_numbers"), list(op, "slice_sizes"))
        else {
            return Ok(false);
        };
        let (Some(dims), Some(shape)) = (self.known_dims(op, 0), self.result_dims(op)) else {
            return Ok(false);
        };
        let fits = sizes.len() == dims.len()
            && sizes.iter().zip(&dims).all(|(size, dim)| (0..=*dim).contains(size))
            && numbers.operand_batching_dims.is_empty()
            && count(&sizes).is_some_and(|elements| count(&shape) == Some(elements));
        let Some(components) = self.components(op, &numbers.start_index_map, &dims).filter(|_| fits) else {
            return Ok(false);
        };
        let loc = op.loc();
        let x = self.handle(op, op.operand(0))?;
        let Some(starts) = self.starts(op, &components, &numbers.start_index_map, dims.len()) else {
            return Ok(false);
        };
        let slice = self.sliced_at(x, &starts, &sizes, loc);
        let slice = if sizes == shape { slice } else { self.reshaped(slice, &shape, loc) };
        self.set(op, 0, Handles::from_slice(&[slice]));
        Ok(true)
    }

    fn scattered_alone(&mut self, op: OpRef<'a>) -> Result<bool, Failed> {
        let Some(numbers) = typed::<ScatterDimensionNumbers>(op, "scatter_dimension_numbers") else {
            return Ok(false);
        };
        if op.num_operands() != 3 || op.num_results() != 1 || !numbers.input_batching_dims.is_empty() {
            return Ok(false);
        }
        let types: Vec<Option<Type>> =
            [0, 2].map(|i| self.ctx.type_kind(op.value_type(op.operand(i))).element_type()).into();
        let is_plain = types[0] == types[1] && types[0].is_some_and(|elem| storage(self.ctx, elem) == elem);
        let (Some(dims), Some(update)) = (self.known_dims(op, 0), self.known_dims(op, 2)) else {
            return Ok(false);
        };
        // The window in the operand's dimensions: those that were inserted have one place.
        let mut window = numbers.update_window_dims.iter().map(|&axis| update.get(axis as usize).copied());
        let sizes: Option<Vec<i64>> = (0..dims.len() as i64)
            .map(|axis| if numbers.inserted_window_dims.contains(&axis) { Some(1) } else { window.next()? })
            .collect();
        let Some(sizes) = sizes.filter(|_| window.next().is_none() && is_plain) else { return Ok(false) };
        let map = &numbers.scatter_dims_to_operand_dims;
        // A window lies in the tensor or is dropped as a whole.
        let is_whole = sizes.iter().zip(&dims).all(|(size, dim)| size <= dim && *size > 0)
            && map.iter().all(|&axis| sizes.get(axis as usize) == Some(&1))
            && count(&sizes).is_some_and(|elements| count(&update) == Some(elements));
        if !is_whole || !self.is_elementwise(op) {
            return Ok(false);
        }
        let Some(components) = self.components(op, map, &dims) else { return Ok(false) };
        let loc = op.loc();
        let x = self.handle(op, op.operand(0))?;
        let Some(starts) = self.starts(op, &components, map, dims.len()) else { return Ok(false) };
        let update = self.handle(op, op.operand(2))?;
        let update = self.reshaped(update, &sizes, loc);
        let old = self.sliced_at(x, &starts, &sizes, loc);
        let source = op.body;
        let block = source.inline_regions(op.op).first().and_then(|&region| source.entry_block(region));
        let Some(block) = block else { return Ok(false) };
        for (&arg, handle) in source.block_args(block).iter().zip([old, update]) {
            self.values.insert(arg, Handles::from_slice(&[handle]));
        }
        let &[new] = &self.block(source, block)?[..] else { return Ok(false) };
        let elem = self.index_type(op);
        let mut inside: Option<Value> = None;
        for (component, &axis) in components.iter().zip(map) {
            let most = dims[axis as usize] - 1;
            let tests = match *component {
                Component::Constant(at) if (0..=most).contains(&at) => continue,
                // A constant outside: nothing changes.
                Component::Constant(_) => {
                    self.set(op, 0, Handles::from_slice(&[x]));
                    return Ok(true);
                }
                Component::Scalar(at) => {
                    let [zero, most] = [0, most].map(|number| self.number(elem, number as f64, loc));
                    [
                        self.apply(Elementwise::HloGreaterEqual.op(), &[at, zero], loc),
                        self.apply(Elementwise::HloLessEqual.op(), &[at, most], loc),
                    ]
                }
            };
            for test in tests {
                inside = Some(match inside {
                    Some(before) => self.apply(Elementwise::HloAnd.op(), &[before, test], loc),
                    None => test,
                });
            }
        }
        let new = match inside {
            Some(inside) => self.apply(Elementwise::HloSelect.op(), &[inside, new, old], loc),
            None => new,
        };
        let mut attrs = OpAttrs::new();
        attrs.add("N", self.ctx.i64_attr(dims.len() as i64));
        let operands = [&[x, new], &starts[..]].concat();
        let result = self.run("hlo.dynamic_update_slice", &operands, 1, attrs, loc);
        self.set(op, 0, Handles::from_slice(&result));
        Ok(true)
    }

    /// The dimensions of an operand, if all are known.
    fn known_dims(&self, op: OpRef<'_>, i: usize) -> Option<Vec<i64>> {
        known(self.ctx.type_kind(op.value_type(op.operand(i))))
    }

    /// The dimensions of the first result, if all are known.
    fn result_dims(&self, op: OpRef<'_>) -> Option<Vec<i64>> {
        known(self.ctx.type_kind(op.result_types().next()?))
    }

    /// The element type of the indices.
    fn index_type(&self, op: OpRef<'_>) -> Type {
        self.elem(op.value_type(op.operand(1))).unwrap_or_else(|| self.ctx.i32())
    }

    /// The components of the only index vector, for these dimensions of a tensor; `None` if there are several vectors.
    fn components(&self, op: OpRef<'_>, map: &[i64], dims: &[i64]) -> Option<Vec<Component>> {
        let indices = op.operand(1);
        let elem = self.elem(op.value_type(indices))?;
        let count = count(&self.known_dims(op, 1)?)?;
        let is_known = elem == self.ctx.i32() || elem == self.ctx.i64();
        let is_one = count == map.len() as i64 && !map.is_empty();
        let are_axes = map.iter().all(|&axis| (0..dims.len() as i64).contains(&axis));
        if !is_known || !is_one || !are_axes {
            return None;
        }
        (0..map.len()).map(|i| self.component(op, indices, i)).collect()
    }

    /// An element of a small tensor of integers, where it comes from a scalar or a constant.
    fn component(&self, op: OpRef<'_>, value: Value, i: usize) -> Option<Component> {
        let kind = self.ctx.type_kind(op.value_type(value));
        if kind.dims()?.is_empty() && self.values.contains_key(&value) {
            let constant = made_by(op, value).filter(|from| from.name_str() == "stablehlo.constant");
            let constant = constant.and_then(|from| integers(op.ctx, attr(from, "value")?));
            return match constant {
                Some(values) => values.first().map(|&value| Component::Constant(value)),
                None => self.values.get(&value)?.first().map(|&value| Component::Scalar(value)),
            };
        }
        let from = made_by(op, value)?;
        match from.name_str() {
            "stablehlo.constant" => {
                Some(Component::Constant(*integers(op.ctx, attr(from, "value")?)?.get(i)?))
            }
            "stablehlo.broadcast_in_dim" | "stablehlo.reshape" => {
                let operand = from.operand(0);
                let [own, before] =
                    [value, operand].map(|value| count(&known(self.ctx.type_kind(op.value_type(value)))?));
                let is_repeated = before == Some(1);
                let is_same = from.name_str() == "stablehlo.reshape" && own == before;
                match (is_repeated, is_same) {
                    (true, _) => self.component(op, operand, 0),
                    (_, true) => self.component(op, operand, i),
                    _ => None,
                }
            }
            "stablehlo.concatenate" => {
                let is_one = |value: Value| {
                    let dims = known(self.ctx.type_kind(op.value_type(value)));
                    dims.is_some_and(|dims| count(&dims) == Some(1))
                };
                let operands: Vec<Value> = from.operands().collect();
                let operand = *operands.get(i).filter(|_| operands.iter().all(|&value| is_one(value)))?;
                self.component(op, operand, 0)
            }
            _ => None,
        }
    }

    /// Where a slice starts in each dimension, as scalars.
    fn starts(
        &mut self,
        op: OpRef<'_>,
        components: &[Component],
        map: &[i64],
        rank: usize,
    ) -> Option<Vec<Value>> {
        let elem = self.index_type(op);
        let zero = self.number(elem, 0.0, op.loc());
        let mut starts = vec![zero; rank];
        for (component, &axis) in components.iter().zip(map) {
            *starts.get_mut(axis as usize)? = match *component {
                Component::Scalar(value) => value,
                Component::Constant(value) => self.number(elem, value as f64, op.loc()),
            };
        }
        Some(starts)
    }

    fn sliced_at(&mut self, x: Value, starts: &[Value], sizes: &[i64], loc: Loc) -> Value {
        let mut attrs = OpAttrs::new();
        attrs.add("slice_sizes", self.integers(sizes));
        attrs.add("N", self.ctx.i64_attr(starts.len() as i64));
        let operands = [&[x], starts].concat();
        self.run("hlo.dynamic_slice", &operands, 1, attrs, loc)[0]
    }

    /// Whether the region of an operation consists of a few functions of elements, and gives one that depends on an argument: constants have no
    /// place.
    fn is_elementwise(&self, op: OpRef<'_>) -> bool {
        let source = op.body;
        let block = source.inline_regions(op.op).first().and_then(|&region| source.entry_block(region));
        let Some(block) = block else { return false };
        let ops: Vec<OpRef<'_>> = source.ops(block).map(|inner| OpRef { op: inner, ..op }).collect();
        if ops.len() > OPERATIONS {
            return false;
        }
        let mut dependent: Vec<Value> = source.block_args(block).to_vec();
        ops.iter().all(|inner| {
            let depends = inner.operands().any(|operand| dependent.contains(&operand));
            if depends {
                dependent.extend(inner.results());
            }
            match inner.name_str() {
                "stablehlo.return" => depends,
                "stablehlo.constant" => true,
                _ => elementwise(*inner).is_some(),
            }
        })
    }
}

/// The operation that makes a value of the same body.
fn made_by<'c>(op: OpRef<'c>, value: Value) -> Option<OpRef<'c>> {
    Some(OpRef { op: op.body.defining_op(value)?, ..op })
}

/// The dimensions of a tensor, if all are known.
fn known(kind: &TypeKind) -> Option<Vec<i64>> {
    kind.dims().filter(|dims| dims.iter().all(|&dim| dim >= 0)).map(<[i64]>::to_vec)
}

/// The number of elements of these dimensions; `None` if it is no number of 64 bits.
fn count(dims: &[i64]) -> Option<i64> {
    dims.iter().try_fold(1i64, |count, &dim| count.checked_mul(dim))
}
