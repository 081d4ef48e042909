//! Properties of declared operations, in the order in which upstream's generated code writes them.
//!
//! First come the inherent attributes sorted by name: required ones as attributes, the others as optional attributes. Then, from
//! version 6 on, the sizes of operand groups and of result groups as arrays; in version 5 they are among the attributes.

use smallvec::SmallVec;
use tfrt_ir::Context;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::NamedAttr;
use tfrt_ir::handles::Attr;
use tfrt_ir::opdef::{AttrDefinition, OpDefinition, Presence, Traits};

use crate::codec::{DialectReader, DialectWriter};
use crate::error::BytecodeError;
use crate::since;

const OPERAND_GROUPS: &str = "operandSegmentSizes";
const RESULT_GROUPS: &str = "resultSegmentSizes";

/// An array of group sizes.
struct Groups {
    name: &'static str,
    count: usize,
}

/// The arrays of group sizes of an operation.
fn groups(definition: &OpDefinition) -> SmallVec<[Groups; 2]> {
    let mut groups = SmallVec::new();
    if definition.has(Traits::ATTR_SIZED_OPERANDS) {
        groups.push(Groups { name: OPERAND_GROUPS, count: definition.operand_definitions().len() });
    }
    if definition.has(Traits::ATTR_SIZED_RESULTS) {
        groups.push(Groups { name: RESULT_GROUPS, count: definition.result_definitions().len() });
    }
    groups
}

/// A property in its place.
enum Property<'d> {
    Required(&'d str),
    Optional(&'d str),
    /// Group sizes as an attribute.
    GroupsAttr(&'d str),
}

/// The properties that are attributes, in the order in which they are written.
fn attributes(definition: &OpDefinition, version: u64) -> Vec<Property<'_>> {
    let is_groups = |name: &str| name == OPERAND_GROUPS || name == RESULT_GROUPS;
    fn property(attr: &AttrDefinition) -> Property<'_> {
        match attr.presence {
            Presence::Required => Property::Required(&attr.name),
            Presence::Optional | Presence::Default(_) | Presence::OptionalWithDefault(_) => {
                Property::Optional(&attr.name)
            }
        }
    }
    let mut all: Vec<(&str, Property<'_>)> = Vec::new();
    for attr in definition.attribute_definitions().iter().filter(|attr| !is_groups(&attr.name)) {
        all.push((&attr.name, property(attr)));
    }
    if version < since::GROUP_SIZES {
        all.extend(groups(definition).iter().map(|groups| (groups.name, Property::GroupsAttr(groups.name))));
    }
    all.sort_by_key(|(name, _)| *name);
    all.into_iter().map(|(_, property)| property).collect()
}

/// Whether an operation of this kind has properties.
pub(crate) fn has_any(definition: &OpDefinition) -> bool {
    !definition.attribute_definitions().is_empty() || !groups(definition).is_empty()
}

/// Reads the properties of an operation.
pub(crate) fn read(
    definition: &OpDefinition,
    r: &mut DialectReader<'_, '_>,
) -> Result<Vec<NamedAttr>, BytecodeError> {
    let (ctx, version) = (r.ctx(), r.bytecode_version());
    let mut attrs = Vec::new();
    for property in attributes(definition, version) {
        let (name, value) = match property {
            Property::Required(name) | Property::GroupsAttr(name) => (name, Some(r.attr()?)),
            // Operations get new attributes in newer versions of their dialects.
            Property::Optional(name) if r.cursor().is_empty() => (name, None),
            Property::Optional(name) => (name, r.optional_attr()?),
        };
        if let Some(value) = value {
            attrs.push((ctx.ident(name), value));
        }
    }
    if version >= since::GROUP_SIZES {
        for groups in groups(definition) {
            let sizes = read_sparse_array(r, groups.count)?;
            attrs.push((ctx.ident(groups.name), i32_array(ctx, &sizes)));
        }
    }
    r.cursor().expect_end(&format!("the properties of '{}'", definition.name()))?;
    Ok(attrs)
}

/// Writes the properties of an operation; `get` gives the attribute of a name. Says which one is missing, if one is.
pub(crate) fn write<'d>(
    definition: &'d OpDefinition,
    get: &dyn Fn(&str) -> Option<Attr>,
    w: &mut DialectWriter<'_, '_>,
) -> Result<(), &'d str> {
    let version = w.bytecode_version();
    for property in attributes(definition, version) {
        match property {
            Property::Required(name) | Property::GroupsAttr(name) => w.attr(get(name).ok_or(name)?),
            Property::Optional(name) => w.optional_attr(get(name)),
        }
    }
    if version >= since::GROUP_SIZES {
        for groups in groups(definition) {
            let ctx = w.ctx();
            let sizes = get(groups.name).and_then(|attr| i32_elements(ctx, attr)).unwrap_or_default();
            write_sparse_array(w, &sizes);
        }
    }
    Ok(())
}

fn i32_array(ctx: &Context, sizes: &[u32]) -> Attr {
    let data: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
    ctx.intern_attr(AttrKind::DenseArray { elem: ctx.i32(), data: data.into() })
}

fn i32_elements(ctx: &Context, attr: Attr) -> Option<Vec<u32>> {
    match ctx.attr_kind(attr) {
        AttrKind::DenseArray { data, .. } => {
            Some(data.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
        }
        _ => None,
    }
}

/// Bits that an index may take beside its value.
const MAX_INDEX_BITS: u64 = 8;

/// Arrays with their last number beyond this are written in full.
const MAX_SPARSE_INDEX: usize = 256;

fn read_sparse_array(r: &mut DialectReader<'_, '_>, length: usize) -> Result<Vec<u32>, BytecodeError> {
    let mut array = vec![0; length];
    let (count, is_sparse) = r.cursor().count_with_flag("sizes of groups")?;
    let fit = |r: &DialectReader<'_, '_>, value: u64| {
        u32::try_from(value).map_err(|_| r.error(format!("{value} is no size of a group")))
    };
    if count > length {
        return Err(r.error(format!("{count} sizes of {length} groups")));
    }
    if !is_sparse {
        for place in &mut array[..count] {
            let value = r.varint()?;
            *place = fit(r, value)?;
        }
        return Ok(array);
    }
    if count == 0 {
        return Ok(array);
    }
    let bits = r.varint()?;
    if bits > MAX_INDEX_BITS {
        return Err(r.error("reading sparse array with indexing above 8 bits"));
    }
    for _ in 0..count {
        let pair = r.varint()?;
        let (index, value) = (pair & !(u64::MAX << bits), pair >> bits);
        let place = array.get_mut(index as usize);
        let place = place.ok_or_else(|| r.error(format!("the size of group {index} of {length}")))?;
        *place = fit(r, value)?;
    }
    Ok(array)
}

fn write_sparse_array(w: &mut DialectWriter<'_, '_>, array: &[u32]) {
    let used = array.iter().filter(|&&value| value != 0).count();
    let last = array.iter().rposition(|&value| value != 0).unwrap_or(0);
    if last > MAX_SPARSE_INDEX || used > array.len() / 2 {
        w.out().varint_with_flag(array.len() as u64, false);
        array.iter().for_each(|&value| w.varint(u64::from(value)));
        return;
    }
    w.out().varint_with_flag(used as u64, true);
    if used == 0 {
        return;
    }
    let bits = (last + 1).next_power_of_two().trailing_zeros();
    w.varint(u64::from(bits));
    for (index, &value) in array.iter().enumerate().filter(|(_, value)| **value != 0) {
        w.varint(u64::from(value) << bits | index as u64);
    }
}
