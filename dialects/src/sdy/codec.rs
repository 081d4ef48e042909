//! The bytecode of the dialect's attributes: codes in the order of upstream's list, which only grows.

use tfrt_bytecode::{BytecodeError, DialectCodec, DialectReader, DialectWriter, Entry};
use tfrt_ir::handles::{Attr, Type};

use super::attributes::{
    AxisRef, DimensionSharding, ManualAxes, Mesh, MeshAxis, MeshOrName, ShardingPerValue, SubAxis,
    TensorSharding,
};
use super::axis_lists::{AxisList, AxisLists, AxisMove, AxisMoves};
use super::sharding_rule::{DimensionMapping, ShardingRule, TensorMapping};
use crate::dialect_attr::DialectAttr;

/// The encoding of the dialect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sdy;

mod attr {
    pub(super) const MANUAL_AXES: u64 = 0;
    pub(super) const MESH_AXIS: u64 = 1;
    pub(super) const MESH: u64 = 2;
    pub(super) const SUB_AXIS: u64 = 3;
    pub(super) const AXIS_REF: u64 = 4;
    pub(super) const DIMENSION_SHARDING: u64 = 5;
    pub(super) const TENSOR_SHARDING: u64 = 6;
    pub(super) const SHARDING_PER_VALUE: u64 = 7;
    pub(super) const DIMENSION_MAPPING: u64 = 8;
    pub(super) const TENSOR_MAPPING: u64 = 9;
    pub(super) const SHARDING_RULE: u64 = 10;
    pub(super) const AXIS_REF_LIST: u64 = 11;
    pub(super) const LIST_OF_AXIS_REF_LISTS: u64 = 12;
    pub(super) const ALL_TO_ALL_PARAM: u64 = 13;
    pub(super) const ALL_TO_ALL_PARAM_LIST: u64 = 14;
    pub(super) const TENSOR_SHARDING_UNREDUCED: u64 = 15;
    pub(super) const SHARDING_PER_VALUE_UNREDUCED: u64 = 16;
}

type Read<T> = Result<T, BytecodeError>;

/// A part that is an attribute of this dialect.
fn part<T: DialectAttr + Clone>(r: &mut DialectReader<'_, '_>) -> Read<T> {
    let attr = r.attr()?;
    T::of(r.ctx(), attr).cloned().ok_or_else(|| r.error("a part of an attribute is of the wrong kind"))
}

fn parts<T: DialectAttr + Clone>(r: &mut DialectReader<'_, '_>) -> Read<Vec<T>> {
    r.list(part)
}

fn integers(r: &mut DialectReader<'_, '_>) -> Read<Vec<i64>> {
    r.list(DialectReader::signed_varint)
}

fn text(r: &mut DialectReader<'_, '_>) -> Read<Box<str>> {
    let bytes = r.string()?;
    std::str::from_utf8(bytes).map(Into::into).map_err(|_| r.error("a name is no UTF-8"))
}

fn boolean(r: &mut DialectReader<'_, '_>) -> Read<bool> {
    match r.cursor().byte()? {
        0 => Ok(false),
        1 => Ok(true),
        byte => Err(r.error(format!("{byte} is no boolean"))),
    }
}

fn read_sharding(r: &mut DialectReader<'_, '_>, with_unreduced: bool) -> Read<TensorSharding> {
    let (mesh, ctx) = (r.attr()?, r.ctx());
    let mesh = match (Mesh::of(ctx, mesh), ctx.flat_symbol(mesh)) {
        (Some(mesh), _) => MeshOrName::Mesh(mesh.clone()),
        (None, Some(name)) => MeshOrName::Name(ctx.str(name).into()),
        (None, None) => return Err(r.error("a sharding is of a mesh or the name of one")),
    };
    Ok(TensorSharding {
        mesh,
        dimensions: parts(r)?,
        replicated: parts(r)?,
        unreduced: if with_unreduced { parts(r)? } else { Vec::new() },
    })
}

fn read_rule(r: &mut DialectReader<'_, '_>) -> Read<ShardingRule> {
    Ok(ShardingRule {
        factor_sizes: integers(r)?,
        operands: parts(r)?,
        results: parts(r)?,
        reduction: integers(r)?,
        need_replication: integers(r)?,
        permutation: integers(r)?,
        blocked_propagation: integers(r)?,
        is_custom: boolean(r)?,
    })
}

fn read(r: &mut DialectReader<'_, '_>) -> Read<Attr> {
    let ctx = r.ctx();
    Ok(match r.varint()? {
        attr::MANUAL_AXES => {
            let names = r.list(|r| Ok(ctx.str(r.string_attr()?).into()))?;
            ManualAxes(names).into_attr(ctx)
        }
        attr::MESH_AXIS => MeshAxis { name: text(r)?, size: r.signed_varint()? }.into_attr(ctx),
        attr::MESH => {
            let (axes, device_ids) = (parts(r)?, integers(r)?);
            Mesh::new(axes, device_ids).map_err(|message| r.error(message))?.into_attr(ctx)
        }
        attr::SUB_AXIS => SubAxis { pre_size: r.signed_varint()?, size: r.signed_varint()? }.into_attr(ctx),
        attr::AXIS_REF => {
            let name = text(r)?;
            let part = match r.optional_attr()? {
                Some(part) => {
                    Some(*SubAxis::of(ctx, part).ok_or_else(|| r.error("expected a part of an axis"))?)
                }
                None => None,
            };
            AxisRef { name, part }.into_attr(ctx)
        }
        attr::DIMENSION_SHARDING => {
            let (axes, is_closed) = (parts(r)?, boolean(r)?);
            let (priority, has_priority) = r.cursor().varint_with_flag()?;
            let priority = has_priority.then(|| i64::try_from(priority));
            let priority = priority.transpose().map_err(|_| r.error("a priority is too large"))?;
            DimensionSharding { axes, is_closed, priority }.into_attr(ctx)
        }
        attr::TENSOR_SHARDING => read_sharding(r, false)?.into_attr(ctx),
        attr::TENSOR_SHARDING_UNREDUCED => read_sharding(r, true)?.into_attr(ctx),
        attr::SHARDING_PER_VALUE | attr::SHARDING_PER_VALUE_UNREDUCED => {
            ShardingPerValue(parts(r)?).into_attr(ctx)
        }
        attr::DIMENSION_MAPPING => DimensionMapping(integers(r)?).into_attr(ctx),
        attr::TENSOR_MAPPING => TensorMapping(parts(r)?).into_attr(ctx),
        attr::SHARDING_RULE => read_rule(r)?.into_attr(ctx),
        attr::AXIS_REF_LIST => AxisList(parts(r)?).into_attr(ctx),
        attr::LIST_OF_AXIS_REF_LISTS => AxisLists(parts(r)?).into_attr(ctx),
        attr::ALL_TO_ALL_PARAM => {
            let axes = parts(r)?;
            AxisMove { axes, source: r.signed_varint()?, target: r.signed_varint()? }.into_attr(ctx)
        }
        attr::ALL_TO_ALL_PARAM_LIST => AxisMoves(parts(r)?).into_attr(ctx),
        code => return Err(r.error(format!("unknown sdy attribute code: {code}"))),
    })
}

impl DialectCodec for Sdy {
    fn dialect(&self) -> &str {
        "sdy"
    }

    fn read_attr(&self, r: &mut DialectReader<'_, '_>) -> Read<Entry> {
        read(r).map(Entry::Attr)
    }

    fn read_type(&self, r: &mut DialectReader<'_, '_>) -> Read<Type> {
        Err(r.error("the dialect 'sdy' has no types"))
    }

    /// Attributes are written as text, which every reader understands.
    fn write_attr(&self, _: Entry, _: &mut DialectWriter<'_, '_>) -> bool {
        false
    }

    fn write_type(&self, _: Type, _: &mut DialectWriter<'_, '_>) -> bool {
        false
    }
}
