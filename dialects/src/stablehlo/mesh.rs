//! Groups of processes by the axes of a mesh: `#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>`.

use std::fmt;

use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;
use tfrt_ir::syntax::attr_to_string;
use tfrt_ir::syntax::strings::{unquote, write_quoted};

use crate::attr_text::{AttrText, Read, with_parser};
use crate::dialect_attr::DialectAttr;

/// An attribute within another, with its text.
#[derive(Clone, Debug)]
pub struct Nested {
    /// The attribute.
    pub attr: Attr,
    text: String,
}

impl Nested {
    /// The attribute with its text.
    #[must_use]
    pub fn new(ctx: &Context, attr: Attr) -> Nested {
        Nested { attr, text: attr_to_string(ctx, attr) }
    }

    fn parse(ctx: &Context, text: &mut AttrText<'_>) -> Read<Nested> {
        Ok(Nested::new(ctx, with_parser(ctx, text, |parser| parser.parse_attribute(None))?))
    }
}

impl PartialEq for Nested {
    fn eq(&self, other: &Nested) -> bool {
        self.attr == other.attr
    }
}

impl Eq for Nested {}

impl std::hash::Hash for Nested {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.attr.hash(state);
    }
}

/// A part of an axis: the product of the sizes before it, and its own size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SubAxisInfo {
    /// The product of the sizes of the parts before this one.
    pub pre_size: i64,
    /// The size of the part.
    pub size: i64,
}

/// An axis of a mesh, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisRef {
    /// The name of the axis.
    pub name: String,
    /// The part, if it is not all of the axis.
    pub sub_axis_info: Option<SubAxisInfo>,
}

/// The name and the size of an axis.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MeshAxis {
    /// The name.
    pub name: String,
    /// The number of devices along the axis.
    pub size: i64,
}

/// A grid of devices whose axes have names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mesh {
    /// The axes, the first of which changes slowest.
    pub axes: Vec<MeshAxis>,
    /// The number of the device at each place, if it is not the number of the place.
    pub device_ids: Option<Nested>,
}

/// The groups of processes that differ along these axes only.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReplicaGroupMeshAxes {
    /// A [`Mesh`], or the symbol of one.
    pub mesh: Nested,
    /// A list of [`AxisRef`]s.
    pub axes: Nested,
}

macro_rules! of_stablehlo {
    ($($name:ident)*) => {
        $(impl DialectAttr for $name {
            const DIALECT: &'static str = "stablehlo";
        })*
    };
}

of_stablehlo!(SubAxisInfo AxisRef MeshAxis Mesh ReplicaGroupMeshAxes);

fn quoted(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let mut text = String::new();
    write_quoted(&mut text, name.as_bytes());
    f.write_str(&text)
}

fn string(text: &mut AttrText<'_>) -> Read<String> {
    let literal = text.quoted().ok_or_else(|| text.error("expected string"))?;
    Ok(String::from_utf8_lossy(&unquote(literal)).into_owned())
}

/// Reads `name = value` for each field, in any order; the first `required` must be there.
fn fields(
    text: &mut AttrText<'_>,
    names: &[&str],
    required: usize,
    mut read: impl FnMut(&mut AttrText<'_>, usize) -> Read<()>,
) -> Read<()> {
    text.expect("<")?;
    let mut seen: Vec<usize> = Vec::new();
    loop {
        let at = text.offset();
        let Some(word) = text.word() else {
            return Err(text.error_at(at, "expected valid keyword"));
        };
        let Some(field) = names.iter().position(|name| *name == word).filter(|field| !seen.contains(field))
        else {
            return Err(text.error_at(at, format!("duplicate or unknown struct parameter name: {word}")));
        };
        text.expect("=")?;
        read(text, field)?;
        seen.push(field);
        if !text.eat(",") {
            break;
        }
    }
    if (0..required).any(|field| !seen.contains(&field)) {
        return Err(text.error("expected ','"));
    }
    text.expect(">")
}

impl fmt::Display for SubAxisInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sub_axis_info({}){}", self.pre_size, self.size)
    }
}

impl SubAxisInfo {
    pub(super) fn parse(text: &mut AttrText<'_>) -> Read<Self> {
        text.expect("(")?;
        let pre_size = text.integer()?;
        text.expect(")")?;
        Ok(SubAxisInfo { pre_size, size: text.integer()? })
    }
}

impl fmt::Display for AxisRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("axis_ref<name = ")?;
        quoted(f, &self.name)?;
        if let Some(part) = self.sub_axis_info {
            write!(f, ", sub_axis_info = ({}){}", part.pre_size, part.size)?;
        }
        f.write_str(">")
    }
}

impl AxisRef {
    pub(super) fn parse(text: &mut AttrText<'_>) -> Read<Self> {
        let mut axis = AxisRef { name: String::new(), sub_axis_info: None };
        fields(text, &["name", "sub_axis_info"], 1, |text, field| {
            match field {
                0 => axis.name = string(text)?,
                _ => axis.sub_axis_info = Some(SubAxisInfo::parse(text)?),
            }
            Ok(())
        })?;
        Ok(axis)
    }
}

impl AxisRef {
    /// The axis that an attribute of this dialect or of `sdy` names, or a text.
    fn any(ctx: &Context, attr: Attr) -> Option<AxisRef> {
        if let Some(axis) = crate::sdy::attributes::AxisRef::of(ctx, attr) {
            let part =
                axis.part.as_ref().map(|part| SubAxisInfo { pre_size: part.pre_size, size: part.size });
            return Some(AxisRef { name: axis.name.to_string(), sub_axis_info: part });
        }
        let named = |name: &str| AxisRef { name: name.to_owned(), sub_axis_info: None };
        AxisRef::of(ctx, attr).cloned().or_else(|| ctx.attr_as_str(attr).map(named))
    }
}

impl Mesh {
    /// The mesh of `sdy` that a symbol stands for.
    #[must_use]
    pub fn of_sdy(ctx: &Context, mesh: &crate::sdy::attributes::Mesh) -> Mesh {
        let axes = mesh.axes.iter().map(|axis| MeshAxis { name: axis.name.to_string(), size: axis.size });
        let ids = (!mesh.device_ids.is_empty()).then(|| super::i64_array(ctx, &mesh.device_ids));
        Mesh { axes: axes.collect(), device_ids: ids.map(|ids| Nested::new(ctx, ids)) }
    }
}

/// The fields alone, as a mesh writes its axes.
struct AxisFields<'a>(&'a MeshAxis);

impl fmt::Display for AxisFields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<name = ")?;
        quoted(f, &self.0.name)?;
        write!(f, ", size = {}>", self.0.size)
    }
}

impl fmt::Display for MeshAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mesh_axis{}", AxisFields(self))
    }
}

impl MeshAxis {
    pub(super) fn parse(text: &mut AttrText<'_>) -> Read<Self> {
        let mut axis = MeshAxis { name: String::new(), size: 0 };
        fields(text, &["name", "size"], 2, |text, field| {
            match field {
                0 => axis.name = string(text)?,
                _ => axis.size = text.integer()?,
            }
            Ok(())
        })?;
        Ok(axis)
    }
}

impl fmt::Display for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("mesh<axes=[")?;
        for (index, axis) in self.axes.iter().enumerate() {
            write!(f, "{}{}", if index > 0 { ", " } else { "" }, AxisFields(axis))?;
        }
        f.write_str("]")?;
        if let Some(ids) = &self.device_ids {
            write!(f, ", device_ids={}", ids.text)?;
        }
        f.write_str(">")
    }
}

impl Mesh {
    pub(super) fn parse(ctx: &Context, text: &mut AttrText<'_>) -> Read<Self> {
        text.expect("<")?;
        text.field("axes")?;
        text.expect("[")?;
        let mut axes = Vec::new();
        loop {
            // The mark of the attribute may stand before its fields.
            text.eat("#stablehlo.mesh_axis");
            axes.push(MeshAxis::parse(text)?);
            if !text.eat(",") {
                break;
            }
        }
        text.expect("]")?;
        let mut device_ids = None;
        if text.eat(",") {
            text.field("device_ids")?;
            let at = text.offset();
            let ids = Nested::parse(ctx, text)?;
            if super::integers(ctx, ids.attr).is_none() || ctx.attr_type(ids.attr).is_none() {
                return Err(text.error_at(at, "invalid kind of attribute specified"));
            }
            device_ids = Some(ids);
        }
        text.expect(">")?;
        Ok(Mesh { axes, device_ids })
    }
}

impl fmt::Display for ReplicaGroupMeshAxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "replica_group_mesh_axes<mesh = {}, axes = {}>", self.mesh.text, self.axes.text)
    }
}

impl ReplicaGroupMeshAxes {
    pub(super) fn parse(ctx: &Context, text: &mut AttrText<'_>) -> Read<Self> {
        let (mut mesh, mut axes) = (None, None);
        fields(text, &["mesh", "axes"], 2, |text, field| {
            let at = text.offset();
            let value = Nested::parse(ctx, text)?;
            if field == 0 {
                mesh = Some(value);
            } else if ctx.array_elems(value.attr).is_some() {
                axes = Some(value);
            } else {
                return Err(text.error_at(at, "invalid kind of attribute specified"));
            }
            Ok(())
        })?;
        match (mesh, axes) {
            (Some(mesh), Some(axes)) => Ok(ReplicaGroupMeshAxes { mesh, axes }),
            _ => Err(text.error("expected ','")),
        }
    }

    /// The groups, each as the numbers of its processes in the order of the axes, in a mesh that `find` looks up where it is a symbol.
    ///
    /// # Errors
    /// The attribute is not a mesh, the mesh has no axis of a name, or a part does not divide its axis.
    pub fn groups(
        &self,
        ctx: &Context,
        find: impl FnOnce(Attr) -> Option<Mesh>,
    ) -> Result<Vec<Vec<i64>>, String> {
        let found;
        let mesh = match Mesh::of(ctx, self.mesh.attr) {
            Some(mesh) => mesh,
            None => {
                found = find(self.mesh.attr)
                    .ok_or_else(|| format!("{} is no mesh of the program", self.mesh.text))?;
                &found
            }
        };
        // Axes are divided into parts where one is named, each with its size and whether it is named, and at which place.
        let mut parts: Vec<(i64, Option<usize>)> = Vec::new();
        let named: Vec<AxisRef> = ctx
            .array_elems(self.axes.attr)
            .unwrap_or_default()
            .iter()
            .map(|&axis| AxisRef::any(ctx, axis).ok_or("expected AxisRefAttr in axes list"))
            .collect::<Result<_, _>>()?;
        if let Some(axis) = named.iter().find(|axis| !mesh.axes.iter().any(|known| known.name == axis.name)) {
            return Err(format!("axis '{}' not found in mesh definition", axis.name));
        }
        for axis in &mesh.axes {
            let mut ranges: Vec<(i64, i64, usize)> = named
                .iter()
                .enumerate()
                .filter(|(_, wanted)| wanted.name == axis.name)
                .map(|(place, wanted)| match wanted.sub_axis_info {
                    Some(part) => (part.pre_size, part.size, place),
                    None => (1, axis.size, place),
                })
                .collect();
            ranges.sort_unstable();
            let mut before = 1;
            for (pre_size, size, place) in ranges {
                let misfit = || format!("a part ({pre_size}){size} does not divide axis '{}'", axis.name);
                if before < 1 || size < 1 || pre_size < before || pre_size % before != 0 {
                    return Err(misfit());
                }
                parts.push((pre_size / before, None));
                parts.push((size, Some(place)));
                before = pre_size.checked_mul(size).ok_or_else(misfit)?;
            }
            if axis.size < 1 || axis.size % before != 0 {
                return Err(format!(
                    "the parts of axis '{}' do not divide its size {}",
                    axis.name, axis.size
                ));
            }
            parts.push((axis.size / before, None));
        }
        let count = parts.iter().try_fold(1i64, |count, (size, _)| count.checked_mul(*size));
        let count = count.filter(|&count| count <= 1 << 24).ok_or("the mesh has too many devices")?;
        let ids = match &mesh.device_ids {
            Some(ids) => super::integers(ctx, ids.attr).unwrap_or_default(),
            None => (0..count).collect(),
        };
        if ids.len() as i64 != count {
            return Err(format!("the mesh has {count} devices, and {} numbers of devices", ids.len()));
        }
        // Named parts number the processes of a group, the others the groups.
        let mut order: Vec<usize> = (0..parts.len()).filter(|&part| parts[part].1.is_some()).collect();
        order.sort_unstable_by_key(|&part| parts[part].1);
        let of_group: i64 = order.iter().map(|&part| parts[part].0).product();
        let mut groups = vec![Vec::new(); (count / of_group.max(1)) as usize];
        let mut placed: Vec<(usize, i64, i64)> = Vec::new();
        for (place, &id) in ids.iter().enumerate() {
            let mut left = place as i64;
            let mut at = vec![0; parts.len()];
            for (part, &(size, _)) in parts.iter().enumerate().rev() {
                at[part] = left % size;
                left /= size;
            }
            let number = |wanted: &mut dyn Iterator<Item = usize>| {
                wanted.fold(0, |number, part| number * parts[part].0 + at[part])
            };
            let group = number(&mut (0..parts.len()).filter(|&part| parts[part].1.is_none()));
            placed.push((group as usize, number(&mut order.iter().copied()), id));
        }
        placed.sort_unstable();
        for (group, _, id) in placed {
            groups[group].push(id);
        }
        Ok(groups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(axes: &[(&str, i64)], wanted: &[(&str, Option<(i64, i64)>)]) -> Vec<Vec<i64>> {
        let ctx = Context::new();
        let mesh = Mesh {
            axes: axes.iter().map(|&(name, size)| MeshAxis { name: name.to_owned(), size }).collect(),
            device_ids: None,
        };
        let axes: Vec<Attr> = wanted
            .iter()
            .map(|&(name, part)| AxisRef {
                name: name.to_owned(),
                sub_axis_info: part.map(|(pre_size, size)| SubAxisInfo { pre_size, size }),
            })
            .map(|axis| axis.into_attr(&ctx))
            .collect();
        let groups = ReplicaGroupMeshAxes {
            mesh: Nested::new(&ctx, mesh.into_attr(&ctx)),
            axes: Nested::new(&ctx, ctx.array_attr(&axes)),
        };
        groups.groups(&ctx, |_| None).unwrap()
    }

    #[test]
    fn groups_differ_along_the_named_axes() {
        let mesh = [("x", 2), ("y", 4)];
        assert_eq!(groups(&mesh, &[("y", None)]), [[0, 1, 2, 3], [4, 5, 6, 7]]);
        assert_eq!(groups(&mesh, &[("x", None)]), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(groups(&mesh, &[("y", None), ("x", None)]), [[0, 4, 1, 5, 2, 6, 3, 7]]);
        assert_eq!(groups(&mesh, &[("y", Some((1, 2)))]), [[0, 2], [1, 3], [4, 6], [5, 7]]);
        assert_eq!(groups(&mesh, &[("y", Some((2, 2)))]), [[0, 1], [2, 3], [4, 5], [6, 7]]);
        assert_eq!(groups(&mesh, &[]).len(), 8);
    }
}
