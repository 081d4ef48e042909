//! Rules of operations between processes: their groups, and the types of what arrives.

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::DYNAMIC;
use tfrt_ir::verify::OpVerifier;

use super::super::attributes::ChannelHandle;
use super::super::mesh::{AxisRef, Mesh, ReplicaGroupMeshAxes};
use super::super::types::{future, future_types};
use super::elementwise::same_as_operand;
use super::infer::number;
use super::regions::reducer;
use super::tensors::{
    Tensor, is_tensor, operand, quoted, result, sizes_agree, tensor_type, type_shapes_agree,
};
use super::{Rule, fail, inferred, of_op, op_fail};
use crate::dialect_attr::DialectAttr;

/// The numbers of a matrix that an attribute is, with the sizes of its dimensions.
fn matrix(op: OpRef<'_>, name: &str) -> (Vec<i64>, Vec<i64>) {
    let Some(attr) = op.attr(name) else { return Default::default() };
    let dims = op.ctx.attr_type(attr).map(|ty| Tensor::of(op.ctx, ty).dims.to_vec()).unwrap_or_default();
    (super::super::integers(op.ctx, attr).unwrap_or_default(), dims)
}

fn first_repeated(values: &[i64]) -> Option<i64> {
    values.iter().enumerate().find(|(at, value)| values[..*at].contains(value)).map(|(_, &value)| value)
}

/// Groups by the axes of a mesh that is written with them have only axes of it; `None` if the groups are numbers.
fn mesh_axes(op: OpRef<'_>) -> Option<Rule> {
    let groups = ReplicaGroupMeshAxes::named(op, "replica_groups")?;
    let rule = || {
        let Some(mesh) = Mesh::of(op.ctx, groups.mesh.attr) else {
            if op.ctx.flat_symbol(groups.mesh.attr).is_none() {
                fail!("mesh must be a FlatSymbolRefAttr or MeshAttr");
            }
            return Ok(None);
        };
        for &axis in op.ctx.array_elems(groups.axes.attr).unwrap_or_default() {
            let Some(axis) = AxisRef::of(op.ctx, axis) else {
                fail!("expected AxisRefAttr in axes list");
            };
            if !mesh.axes.iter().any(|known| known.name == axis.name) {
                fail!("axis '{}' not found in mesh definition", axis.name);
            }
        }
        Ok(None)
    };
    Some(rule())
}

/// The symbol of a mesh is one of the program.
pub(super) fn mesh_symbol(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let symbol = ReplicaGroupMeshAxes::named(op, "replica_groups")
        .and_then(|groups| op.ctx.flat_symbol(groups.mesh.attr))
        .filter(|_| verifier.sees_symbols());
    match symbol {
        Some(symbol) if verifier.lookup_symbol(op, symbol).is_none() => {
            let symbol = op.ctx.str(symbol);
            let message = format!("replica_groups: mesh symbol '{symbol}' not found");
            Err(verifier.error(op, of_op(op, message)))
        }
        _ => Ok(()),
    }
}

/// The groups of processes: each process is once in them. Groups of other sizes than the largest are filled up with -1.
fn replica_groups(op: OpRef<'_>, equal_sizes: bool, size: Option<i64>) -> Rule {
    if let Some(rule) = mesh_axes(op) {
        return rule;
    }
    let (ids, dims) = matrix(op, "replica_groups");
    if dims.len() != 2 {
        fail!("replica groups should be a rank 2 tensor");
    }
    if op.attr("use_global_device_ids").is_some() && ids.is_empty() {
        fail!("if `use_global_device_ids` is set, the replica groups cannot be empty");
    }
    if equal_sizes && ids.contains(&-1) && first_repeated(&ids[..position_of_padding(&ids)]).is_none() {
        fail!("Invalid replica id -1");
    }
    let ids: Vec<i64> = ids.into_iter().filter(|&id| id != -1).collect();
    if let Some(id) = first_repeated(&ids) {
        fail!("replica id #{} seen more than once", id);
    }
    if let Some(id) = (0..ids.len() as i64).find(|id| !ids.contains(id)) {
        fail!("replica id #{} not seen in replica groups", id);
    }
    match size {
        Some(size) if !ids.is_empty() && dims[1] != size => {
            fail!("group size of replica_groups must be {}", size)
        }
        _ => Ok(None),
    }
}

fn position_of_padding(ids: &[i64]) -> usize {
    ids.iter().position(|&id| id == -1).unwrap_or(ids.len())
}

fn channel(op: OpRef<'_>) -> Option<ChannelHandle> {
    let handle = |attr: Attr| ChannelHandle::of(op.ctx, attr).cloned();
    op.attr("channel_handle").and_then(handle)
}

/// Reductions of devices that are counted over all processes need a channel.
fn positive_channel(op: OpRef<'_>) -> Rule {
    let handle = channel(op).map_or(0, |channel| channel.handle);
    if op.attr("use_global_device_ids").is_some() && handle <= 0 {
        fail!("channel_id must be positive when useGlobalDeviceIds is set but got: {}", handle);
    }
    Ok(None)
}

/// Each operand has a result with the same elements.
fn paired_elements(op: OpRef<'_>) -> Rule {
    if op.num_operands() != op.num_results() {
        op_fail!(op, "requires the same number of operands and results");
    }
    for index in 0..op.num_operands() {
        if operand(op, index).elem != result(op, index).elem {
            op_fail!(op, "requires the same element type for operand and result at index {}", index);
        }
    }
    Ok(None)
}

pub(super) fn all_gather(op: OpRef<'_>) -> Rule {
    paired_elements(op)?;
    let dim = number(op, "all_gather_dim");
    for index in 0..op.num_operands() {
        let (from, to) = (operand(op, index), result(op, index));
        replica_groups(op, true, None)?;
        if op.attr("use_global_device_ids").is_some() && channel(op).is_some_and(|channel| channel.handle < 0)
        {
            fail!("channel_id cannot be negative when useGlobalDeviceIds is set");
        }
        let Some(dim) = usize::try_from(dim).ok().filter(|&dim| dim < from.rank()) else {
            fail!("all_gather_dim must be a valid index of operand");
        };
        if from.rank() != to.rank() {
            fail!("operand and result must have the same rank");
        }
        if (0..from.rank()).any(|at| at != dim && !sizes_agree(from.dims[at], to.dims[at])) {
            fail!(
                "operand and result should have the same shape except for the dimension size at 'all_gather_dim'"
            );
        }
        if from.size(dim) == Some(0) {
            fail!("dimension size of operand at 'all_gather_dim' cannot be zero");
        }
        if let (Some(part), Some(whole)) = (from.size(dim), to.size(dim))
            && whole % part != 0
        {
            fail!(
                "result gather dimension has size {}, expected to be a multiple of operand gather dimension size {}",
                whole,
                part
            );
        }
    }
    Ok(None)
}

pub(super) fn all_reduce(op: OpRef<'_>) -> Rule {
    replica_groups(op, false, None)?;
    positive_channel(op)?;
    reduced(op, op.num_operands())
}

/// Results are the first operands, reduced with a region.
fn reduced(op: OpRef<'_>, count: usize) -> Rule {
    let Some(region) = op.region(0) else { return Ok(None) };
    let mut types = Vec::new();
    for ty in op.operand_types().take(count) {
        let from = Tensor::of(op.ctx, ty);
        let start = op.ctx.tensor(&[], from.elem);
        let elements = reducer(op, region, &[ty], &[start])?;
        types.extend(elements.first().map(|&elem| tensor_type(op.ctx, from.dims, &[], elem)));
    }
    inferred(op, &types)
}

pub(super) fn reduce_scatter(op: OpRef<'_>) -> Rule {
    let (from, to) = (operand(op, 0), result(op, 0));
    replica_groups(op, true, None)?;
    positive_channel(op)?;
    let Some(region) = op.region(0) else { return Ok(None) };
    let elements = reducer(op, region, &[from.ty], &[op.ctx.tensor(&[], from.elem)])?;
    if from.rank() != to.rank() {
        fail!("operand and result should have same rank");
    }
    let dim = number(op, "scatter_dimension");
    let Some(dim) = usize::try_from(dim).ok().filter(|&dim| dim < from.rank()) else {
        fail!("scatter dim should be less than operand/result rank");
    };
    if to.size(dim) == Some(0) {
        fail!("result dimension size at scatter_dimension cannot be zero");
    }
    if from.size(dim) == Some(0) {
        fail!("operand dimension size at scatter_dimension cannot be zero");
    }
    // Upstream compares nothing else where one of the sizes is not known.
    let (Some(whole), Some(part)) = (from.size(dim), to.size(dim)) else { return Ok(None) };
    if whole % part != 0 {
        fail!(
            "operand scatter dimension has size {}, expected to be a multiple of result scatter dimension size {}",
            whole,
            part
        );
    }
    for at in (0..from.rank()).filter(|&at| at != dim) {
        if !sizes_agree(from.dims[at], to.dims[at]) {
            fail!(
                "non scatter dimensions should be same for operand ({}) and result ({})",
                from.dims[at],
                to.dims[at]
            );
        }
    }
    match elements.first() {
        Some(&elem) if elem != to.elem => fail!(
            "result element-type is expected to be {}, but got {}",
            quoted(op.ctx, [elem]),
            quoted(op.ctx, [to.elem])
        ),
        _ => Ok(None),
    }
}

pub(super) fn all_to_all(op: OpRef<'_>) -> Rule {
    paired_elements(op)?;
    let [split, concat, count] =
        ["split_dimension", "concat_dimension", "split_count"].map(|name| number(op, name));
    let mut types: Vec<Type> = Vec::new();
    for index in 0..op.num_operands() {
        let from = operand(op, index);
        replica_groups(op, true, Some(count))?;
        let [split, concat] = [(split, "split"), (concat, "concat")].map(|(dim, what)| {
            usize::try_from(dim).ok().filter(|&dim| dim < from.rank()).ok_or_else(|| {
                format!("AllToAll {what}_dimension {dim} is out-of-bounds for input rank {}", from.rank())
            })
        });
        let (split, concat) = (split?, concat?);
        if let Some(size) = from.size(split)
            && size % count != 0
        {
            fail!("split dimension has size {}, expected to be a multiple of split_count {}", size, count);
        }
        let mut dims = from.dims.to_vec();
        let mut bounds: Vec<i64> = (0..from.rank()).map(|dim| from.bound(dim)).collect();
        if split != concat {
            for sizes in [&mut dims, &mut bounds] {
                if sizes[split] != DYNAMIC {
                    sizes[split] /= count;
                }
                if sizes[concat] != DYNAMIC {
                    sizes[concat] = sizes[concat].saturating_mul(count);
                }
            }
        }
        types.push(tensor_type(op.ctx, &dims, &bounds, from.elem));
    }
    inferred(op, &types)
}

/// The operands that a process of each group gives the others, or takes from them; the last operand may say which process that is.
fn data_operands(op: OpRef<'_>) -> Result<usize, String> {
    let name = op.name_str().trim_start_matches("stablehlo.");
    if op.attr("has_dynamic_root").is_none() {
        if op.num_operands() == 0 {
            fail!("{} requires at least one data operand", name);
        }
        return Ok(op.num_operands());
    }
    if op.num_operands() < 2 {
        fail!("{} with has_dynamic_root=true requires at least two operands (data + root)", name);
    }
    let count = op.num_operands() - 1;
    let root = operand(op, count);
    if root.rank() != 1 || root.elem != op.ctx.i32() {
        fail!(
            "last operand of {} with has_dynamic_root=true must be a rank-1 i32 tensor, but got '{}'",
            name,
            root.text()
        );
    }
    if root.dims[0] != count as i64 {
        fail!(
            "last operand of {} with has_dynamic_root=true must have the same number of elements as data operands ({}), but got {}",
            name,
            count,
            root.dims[0]
        );
    }
    Ok(count)
}

pub(super) fn collective_reduce(op: OpRef<'_>) -> Rule {
    let count = data_operands(op)?;
    replica_groups(op, false, None)?;
    positive_channel(op)?;
    reduced(op, count)
}

pub(super) fn collective_broadcast(op: OpRef<'_>) -> Rule {
    let count = data_operands(op)?;
    let types: Vec<Type> = op.operand_types().take(count).collect();
    inferred(op, &types)?;
    if let Some(rule) = mesh_axes(op) {
        return rule;
    }
    let (ids, dims) = matrix(op, "replica_groups");
    if dims.len() != 2 {
        fail!("replica groups should be a rank 2 tensor,but instead it is of rank {}", dims.len());
    }
    for (at, &id) in ids.iter().enumerate() {
        if id < 0 {
            fail!("replica_groups values must be positive, but was given {}", id);
        }
        if ids[..at].contains(&id) {
            fail!("replica id #{} seen more than once", id);
        }
    }
    Ok(None)
}

/// Operations that can be started and waited for.
const ASYNC: &[&str] = &[
    "all_gather",
    "all_reduce",
    "all_to_all",
    "collective_broadcast",
    "collective_permute",
    "collective_reduce",
    "reduce_scatter",
    "slice",
];

/// A region with one operation, whose result is that of the future.
pub(super) fn async_start(op: OpRef<'_>) -> Rule {
    let Some(region) = op.region(0) else { return Ok(None) };
    let Some(block) = region.entry_block() else { return Ok(None) };
    let ops: Vec<OpRef<'_>> =
        region.body.ops(block).map(|inner| OpRef { ctx: op.ctx, body: region.body, op: inner }).collect();
    let arguments = region.body.block_args(block);
    for inner in &ops {
        let is_inside = |value| {
            arguments.contains(&value)
                || ops.iter().any(|other| other.body.results(other.op).any(|own| own == value))
        };
        if !inner.body.operands(inner.op).all(is_inside) {
            op_fail!(inner, "using value defined outside the region");
        }
    }
    if arguments.len() != op.num_operands() {
        op_fail!(
            op,
            "number of operands ({}) must match number of region arguments ({})",
            op.num_operands(),
            arguments.len()
        );
    }
    for (index, (ty, &argument)) in op.operand_types().zip(arguments).enumerate() {
        let argument = region.body.value_type(argument);
        if ty != argument {
            op_fail!(
                op,
                "operand type {} at index {} must match region argument type {}",
                quoted(op.ctx, [ty]),
                index,
                quoted(op.ctx, [argument])
            );
        }
    }
    let &[first, last] = ops.as_slice() else {
        op_fail!(op, "region must contain exactly one operation and a return");
    };
    if !first.name_str().strip_prefix("stablehlo.").is_some_and(|name| ASYNC.contains(&name)) {
        op_fail!(op, "region must contain a collective or slice operation");
    }
    if last.num_operands() != 1 {
        op_fail!(op, "region must return exactly one value, but got {}", last.num_operands());
    }
    let types: Vec<Type> = last.operand_types().collect();
    inferred(op, &[future(op.ctx, &types)])
}

pub(super) fn async_done(op: OpRef<'_>) -> Rule {
    let types = future_types(op.ctx, op.value_type(op.operand(0))).unwrap_or_default();
    if types.len() != 1 {
        op_fail!(op, "future must have exactly one type parameter, but got {}", types.len());
    }
    inferred(op, &types)
}

/// Pairs of a process that sends and one that receives; no process does either twice.
fn source_target_pairs(op: OpRef<'_>) -> Rule {
    let (ids, dims) = matrix(op, "source_target_pairs");
    if dims.len() != 2 {
        fail!("expect source_target_pairs attribute to be of rank 2, but got rank {}", dims.len());
    }
    if dims[1] != 2 {
        fail!(
            "expect source_target_pairs attribute of shape (N, 2), but got ({})",
            super::tensors::list(&dims)
        );
    }
    let (mut sources, mut targets) = (Vec::new(), Vec::new());
    for pair in ids.chunks_exact(2) {
        if pair.iter().any(|&id| id < 0) {
            fail!("replica ids in source_target_pairs must be >= 0.");
        }
        if sources.contains(&pair[0]) {
            fail!("duplicate sources not allowed.");
        }
        if targets.contains(&pair[1]) {
            fail!("duplicate targets not allowed.");
        }
        sources.push(pair[0]);
        targets.push(pair[1]);
    }
    Ok(None)
}

pub(super) fn collective_permute(op: OpRef<'_>) -> Rule {
    same_as_operand(op)?;
    source_target_pairs(op)
}

/// A value of this type and no element.
pub(super) fn process_number(op: OpRef<'_>) -> Rule {
    let scalar = op.ctx.tensor(&[], result(op, 0).elem);
    inferred(op, &[scalar])
}

/// All results but the last are tensors, and the last is a token.
fn tensors_and_token(op: OpRef<'_>, other: &str) -> Rule {
    let types: Vec<Type> = op.result_types().collect();
    let Some((&last, received)) = types.split_last() else {
        fail!("result is expected to be at least of size 1, but got 0");
    };
    if !super::super::types::is_token(op.ctx, last) {
        fail!(
            "last element of result types is expected to be of token type, but got {}",
            quoted(op.ctx, [last])
        );
    }
    if let Some(&ty) = received.iter().find(|&&ty| !is_tensor(op.ctx, ty)) {
        fail!("{} expected to be of tensor type, but got {}", other, quoted(op.ctx, [ty]));
    }
    Ok(None)
}

pub(super) fn infeed(op: OpRef<'_>) -> Rule {
    tensors_and_token(op, "all elements of result types, except the last element, are")?;
    let Some(layouts) = op.attr("layout").and_then(|attr| op.ctx.array_elems(attr)) else { return Ok(None) };
    let received = op.num_results() - 1;
    if layouts.len() != received {
        fail!(
            "layout-attribute size must be {} (which is the number of op-results - 1 (for token result)), but got {}",
            received,
            layouts.len()
        );
    }
    Ok(None)
}

/// The number that a channel's type must be, with its name.
fn channel_type(op: OpRef<'_>, host: (i64, &str)) -> Rule {
    let is_host =
        op.attr("is_host_transfer").and_then(|attr| op.ctx.attr_as_i64(attr)).unwrap_or_default() != 0;
    let (wanted, name) = if is_host { host } else { (1, "DEVICE_TO_DEVICE") };
    if channel(op).is_some_and(|channel| channel.channel_type != wanted) {
        fail!("channel_type should be {} when is_host_transfer is {}", name, is_host);
    }
    Ok(None)
}

pub(super) fn recv(op: OpRef<'_>) -> Rule {
    channel_type(op, (3, "HOST_TO_DEVICE"))?;
    tensors_and_token(op, "everything but the last element of result types is")
}

pub(super) fn send(op: OpRef<'_>) -> Rule {
    channel_type(op, (2, "DEVICE_TO_HOST"))
}

pub(super) fn rng_bit_generator(op: OpRef<'_>) -> Rule {
    let (from, to) = (operand(op, 0), result(op, 0));
    if !type_shapes_agree(op.ctx, from.ty, to.ty) {
        fail!(
            "output state shape must be compatible with initial state shape. Got: '{}' and '{}'",
            from.text(),
            to.text()
        );
    }
    Ok(None)
}
