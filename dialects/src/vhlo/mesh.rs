//! The encoding of meshes, and of groups by their axes, in portable artifacts.

use tfrt_bytecode::{BytecodeError, DialectReader, DialectWriter};
use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;

use super::codec::attr as code;
use super::read::nested_attr;
use crate::attr_text::{AttrText, Read as ReadText};
use crate::dialect_attr::DialectAttr;
use crate::stablehlo::mesh::{AxisRef, Mesh, MeshAxis, Nested, ReplicaGroupMeshAxes, SubAxisInfo};

type Read<T> = Result<T, BytecodeError>;

/// Whether an attribute is a mesh, or a part of one, or names axes.
pub(super) fn is_mesh(ctx: &Context, attr: Attr) -> bool {
    SubAxisInfo::of(ctx, attr).is_some()
        || AxisRef::of(ctx, attr).is_some()
        || MeshAxis::of(ctx, attr).is_some()
        || Mesh::of(ctx, attr).is_some()
        || ReplicaGroupMeshAxes::of(ctx, attr).is_some()
}

/// The rest of an attribute with one of the codes of meshes.
pub(super) fn read_mesh(r: &mut DialectReader<'_, '_>, number: u64) -> Read<Attr> {
    fn text(r: &mut DialectReader<'_, '_>) -> Read<String> {
        let name = r.attr()?;
        let name = r.ctx().attr_as_str(name).ok_or_else(|| r.error("expected string"))?;
        Ok(name.to_owned())
    }
    fn part<T: DialectAttr + Clone>(r: &mut DialectReader<'_, '_>, attr: Attr) -> Read<T> {
        T::of(r.ctx(), attr).cloned().ok_or_else(|| r.error("an attribute of a mesh is of another kind"))
    }
    let ctx = r.ctx();
    Ok(match number {
        code::SUB_AXIS_INFO => {
            SubAxisInfo { pre_size: r.signed_varint()?, size: r.signed_varint()? }.into_attr(ctx)
        }
        code::AXIS_REF => {
            let name = text(r)?;
            let sub_axis_info = match r.varint()? {
                0 => None,
                _ => {
                    let info = r.attr()?;
                    Some(part(r, info)?)
                }
            };
            AxisRef { name, sub_axis_info }.into_attr(ctx)
        }
        code::MESH_AXIS => MeshAxis { name: text(r)?, size: r.signed_varint()? }.into_attr(ctx),
        code::MESH => {
            let list = r.attr()?;
            let items = ctx.array_elems(list).ok_or_else(|| r.error("a mesh has a list of axes"))?;
            let axes = items.iter().map(|&axis| part(r, axis)).collect::<Read<Vec<MeshAxis>>>()?;
            let device_ids = r.optional_attr()?.map(|ids| Nested::new(ctx, ids));
            if device_ids.as_ref().is_some_and(|ids| crate::stablehlo::integers(ctx, ids.attr).is_none()) {
                return Err(r.error("the devices of a mesh are numbers"));
            }
            Mesh { axes, device_ids }.into_attr(ctx)
        }
        _ => {
            let mesh = r.attr()?;
            // Symbols are texts in artifacts.
            let mesh = ctx.attr_as_str(mesh).map_or(mesh, |name| ctx.symbol_ref(name));
            let axes = r.attr()?;
            if ctx.array_elems(axes).is_none() {
                return Err(r.error("groups of a mesh have a list of axes"));
            }
            ReplicaGroupMeshAxes { mesh: Nested::new(ctx, mesh), axes: Nested::new(ctx, axes) }.into_attr(ctx)
        }
    })
}

/// Writes an attribute of a mesh; says whether it is one.
pub(super) fn write_mesh(ctx: &Context, attr: Attr, w: &mut DialectWriter<'_, '_>) -> bool {
    let name = |name: &str| ctx.string_attr(name);
    if let Some(info) = SubAxisInfo::of(ctx, attr) {
        w.varint(code::SUB_AXIS_INFO);
        w.signed_varint(info.pre_size);
        w.signed_varint(info.size);
    } else if let Some(axis) = AxisRef::of(ctx, attr) {
        w.varint(code::AXIS_REF);
        w.attr(name(&axis.name));
        w.varint(u64::from(axis.sub_axis_info.is_some()));
        if let Some(info) = axis.sub_axis_info {
            w.attr(info.into_attr(ctx));
        }
    } else if let Some(axis) = MeshAxis::of(ctx, attr) {
        w.varint(code::MESH_AXIS);
        w.attr(name(&axis.name));
        w.signed_varint(axis.size);
    } else if let Some(mesh) = Mesh::of(ctx, attr) {
        let axes: Vec<Attr> = mesh.axes.iter().map(|axis| axis.clone().into_attr(ctx)).collect();
        w.varint(code::MESH);
        w.attr(ctx.array_attr(&axes));
        w.optional_attr(mesh.device_ids.as_ref().map(|ids| ids.attr));
    } else if let Some(groups) = ReplicaGroupMeshAxes::of(ctx, attr) {
        let mesh = groups.mesh.attr;
        w.varint(code::REPLICA_GROUP_MESH_AXES);
        w.attr(ctx.flat_symbol(mesh).map_or(mesh, |symbol| name(ctx.str(symbol))));
        w.attr(groups.axes.attr);
    } else {
        return false;
    }
    true
}

/// The text of an attribute of a mesh behind `#vhlo.`; `nested` writes the attributes within.
pub(super) fn spelled(ctx: &Context, attr: Attr, nested: &dyn Fn(Attr) -> Option<String>) -> Option<String> {
    let name = |name: &str| nested(ctx.string_attr(name));
    if let Some(info) = SubAxisInfo::of(ctx, attr) {
        return Some(format!("sub_axis_info_v1<pre_size = {}, size = {}>", info.pre_size, info.size));
    }
    if let Some(axis) = AxisRef::of(ctx, attr) {
        let part = match axis.sub_axis_info {
            Some(info) => format!(", sub_axis_info = {}", nested(info.into_attr(ctx))?),
            None => String::new(),
        };
        return Some(format!("axis_ref_v1<name = {}{part}>", name(&axis.name)?));
    }
    if let Some(axis) = MeshAxis::of(ctx, attr) {
        return Some(format!("mesh_axis_v1<name = {}, size = {}>", name(&axis.name)?, axis.size));
    }
    if let Some(mesh) = Mesh::of(ctx, attr) {
        let axes: Vec<Attr> = mesh.axes.iter().map(|axis| axis.clone().into_attr(ctx)).collect();
        let ids = match &mesh.device_ids {
            Some(ids) => format!(", device_ids = {}", nested(ids.attr)?),
            None => String::new(),
        };
        return Some(format!("mesh_v1<axes = {}{ids}>", nested(ctx.array_attr(&axes))?));
    }
    let groups = ReplicaGroupMeshAxes::of(ctx, attr)?;
    let mesh = match ctx.flat_symbol(groups.mesh.attr) {
        Some(symbol) => name(ctx.str(symbol))?,
        None => nested(groups.mesh.attr)?,
    };
    Some(format!("replica_group_mesh_axes_v1<mesh = {mesh}, axes = {}>", nested(groups.axes.attr)?))
}

/// Reads the fields of an attribute of a mesh behind its `<`.
pub(super) fn read_fields(ctx: &Context, word: &str, text: &mut AttrText<'_>) -> ReadText<Attr> {
    fn string(ctx: &Context, text: &mut AttrText<'_>) -> ReadText<String> {
        text.field("name")?;
        let name = nested_attr(ctx, text)?;
        ctx.attr_as_str(name).map(str::to_owned).ok_or_else(|| text.error("expected string"))
    }
    Ok(match word {
        "sub_axis_info_v1" => {
            text.field("pre_size")?;
            let pre_size = text.integer()?;
            text.expect(",")?;
            text.field("size")?;
            SubAxisInfo { pre_size, size: text.integer()? }.into_attr(ctx)
        }
        "axis_ref_v1" => {
            let name = string(ctx, text)?;
            let mut sub_axis_info = None;
            if text.eat(",") {
                text.field("sub_axis_info")?;
                let info = nested_attr(ctx, text)?;
                let info = SubAxisInfo::of(ctx, info).copied();
                sub_axis_info = Some(info.ok_or_else(|| text.error("expected a part of an axis"))?);
            }
            AxisRef { name, sub_axis_info }.into_attr(ctx)
        }
        "mesh_axis_v1" => {
            let name = string(ctx, text)?;
            text.expect(",")?;
            text.field("size")?;
            MeshAxis { name, size: text.integer()? }.into_attr(ctx)
        }
        "mesh_v1" => {
            text.field("axes")?;
            let list = nested_attr(ctx, text)?;
            let axes = ctx.array_elems(list).unwrap_or_default();
            let axes: Option<Vec<MeshAxis>> =
                axes.iter().map(|&axis| MeshAxis::of(ctx, axis).cloned()).collect();
            let axes = axes.ok_or_else(|| text.error("expected axes of a mesh"))?;
            let mut device_ids = None;
            if text.eat(",") {
                text.field("device_ids")?;
                let ids = nested_attr(ctx, text)?;
                if crate::stablehlo::integers(ctx, ids).is_none() {
                    return Err(text.error("expected dense elements"));
                }
                device_ids = Some(Nested::new(ctx, ids));
            }
            Mesh { axes, device_ids }.into_attr(ctx)
        }
        _ => {
            text.field("mesh")?;
            let mesh = nested_attr(ctx, text)?;
            let mesh = ctx.attr_as_str(mesh).map_or(mesh, |name| ctx.symbol_ref(name));
            text.expect(",")?;
            text.field("axes")?;
            let axes = nested_attr(ctx, text)?;
            if ctx.array_elems(axes).is_none() {
                return Err(text.error("expected a list of axes"));
            }
            ReplicaGroupMeshAxes { mesh: Nested::new(ctx, mesh), axes: Nested::new(ctx, axes) }.into_attr(ctx)
        }
    })
}
