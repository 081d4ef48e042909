//! The attributes of `sdy` as Rust values: meshes of devices, and how tensors are divided over them.

use std::fmt;

use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectSyntaxError;
use tfrt_ir::handles::Attr;

use super::axis_lists::{AxisList, AxisLists, AxisMove, AxisMoves};
use super::sharding_rule::ShardingRule;
use crate::attr_text::{AttrText, Read};
use crate::dialect_attr::DialectAttr;

/// Writes items with commas between them.
pub(super) fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if index > 0 { ", " } else { "" })?;
    }
    Ok(())
}

/// A named axis of a mesh, with its size.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MeshAxis {
    /// Its name.
    pub name: Box<str>,
    /// Its size.
    pub size: i64,
}

impl DialectAttr for MeshAxis {
    const DIALECT: &'static str = "sdy";
}

impl fmt::Display for MeshAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"={}", self.name, self.size)
    }
}

/// A grid of devices.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Mesh {
    /// Its axes.
    pub axes: Vec<MeshAxis>,
    /// The devices in the order of the grid; an empty list is all devices in the order of their numbers.
    pub device_ids: Vec<i64>,
}

impl DialectAttr for Mesh {
    const DIALECT: &'static str = "sdy";
}

impl Mesh {
    /// A mesh of these parts. Devices in the order of their numbers are left out.
    ///
    /// # Errors
    /// A message, if two axes have one name, an axis has no devices, or the devices are not those of the grid, each once.
    pub fn new(axes: Vec<MeshAxis>, device_ids: Vec<i64>) -> Result<Mesh, String> {
        for (at, axis) in axes.iter().enumerate() {
            if axes[..at].iter().any(|before| before.name == axis.name) {
                return Err(format!("duplicate axis name: \"{}\"", axis.name));
            }
            if axis.size < 1 {
                return Err(format!("axis size must be at least 1, got: {}", axis.size));
            }
        }
        if let Some(negative) = device_ids.iter().find(|&&id| id < 0) {
            return Err(format!("device id must be non-negative, got: {negative}"));
        }
        if axes.is_empty() {
            return match device_ids.len() {
                0 | 1 => Ok(Mesh { axes, device_ids }),
                _ => Err("axes is empty and device_ids has more than one element".into()),
            };
        }
        if device_ids.is_empty() {
            return Ok(Mesh { axes, device_ids });
        }
        let product = axes.iter().map(|axis| axis.size).fold(1, i64::saturating_mul);
        if usize::try_from(product) != Ok(device_ids.len()) {
            return Err(format!(
                "total product of axis sizes must match total number of device ids, got: {product} != {}",
                device_ids.len()
            ));
        }
        if device_ids.iter().copied().eq(0..product) {
            return Ok(Mesh { axes, device_ids: Vec::new() });
        }
        let mut sorted = device_ids.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..product) {
            let ids: Vec<String> = sorted.iter().map(i64::to_string).collect();
            return Err(format!("sorted device ids must be iota(product(axes)), got: {}", ids.join(", ")));
        }
        Ok(Mesh { axes, device_ids })
    }
}

impl fmt::Display for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("mesh<[")?;
        list(f, &self.axes)?;
        f.write_str("]")?;
        if !self.device_ids.is_empty() {
            f.write_str(", device_ids=[")?;
            list(f, &self.device_ids)?;
            f.write_str("]")?;
        }
        f.write_str(">")
    }
}

/// A part of an axis: the product of the parts before it, and its own size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SubAxis {
    /// The product of the sizes of the parts before it.
    pub pre_size: i64,
    /// Its size.
    pub size: i64,
}

impl DialectAttr for SubAxis {
    const DIALECT: &'static str = "sdy";
}

impl fmt::Display for SubAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}){}", self.pre_size, self.size)
    }
}

/// An axis of a mesh, or a part of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisRef {
    /// The name of the axis.
    pub name: Box<str>,
    /// The part of the axis; `None` is the whole axis.
    pub part: Option<SubAxis>,
}

impl DialectAttr for AxisRef {
    const DIALECT: &'static str = "sdy";
}

impl AxisRef {
    /// The axis as other attributes and messages write it: `"a"` or `"a":(1)2`.
    pub(super) fn text(&self) -> String {
        Unmarked(self).to_string()
    }
}

impl fmt::Display for AxisRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "axis_ref{}", Unmarked(self))
    }
}

/// An axis as other attributes write it.
struct Unmarked<'a>(&'a AxisRef);

impl fmt::Display for Unmarked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.name)?;
        match self.0.part {
            Some(part) => write!(f, ":{part}"),
            None => Ok(()),
        }
    }
}

/// Writes axes with commas between them.
pub(super) fn axes(f: &mut fmt::Formatter<'_>, axes: &[AxisRef]) -> fmt::Result {
    list(f, &axes.iter().map(Unmarked).collect::<Vec<_>>())
}

/// The sharding of one dimension of a tensor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DimensionSharding {
    /// The axes that divide it, the outermost first.
    pub axes: Vec<AxisRef>,
    /// Whether it must not be divided further.
    pub is_closed: bool,
    /// The priority of its propagation.
    pub priority: Option<i64>,
}

impl DialectAttr for DimensionSharding {
    const DIALECT: &'static str = "sdy";
}

impl fmt::Display for DimensionSharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        axes(f, &self.axes)?;
        if !self.is_closed {
            f.write_str(if self.axes.is_empty() { "?" } else { ", ?" })?;
        }
        f.write_str("}")?;
        self.priority.map_or(Ok(()), |priority| write!(f, "p{priority}"))
    }
}

/// A mesh by its name, or itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MeshOrName {
    /// The name of a `sdy.mesh`.
    Name(Box<str>),
    /// A mesh.
    Mesh(Mesh),
}

/// The sharding of a tensor over a mesh.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TensorSharding {
    /// The mesh.
    pub mesh: MeshOrName,
    /// The sharding of each dimension.
    pub dimensions: Vec<DimensionSharding>,
    /// Axes along which the tensor is the same on all devices.
    pub replicated: Vec<AxisRef>,
    /// Axes along which the tensor is still to be summed up.
    pub unreduced: Vec<AxisRef>,
}

impl DialectAttr for TensorSharding {
    const DIALECT: &'static str = "sdy";
}

/// The text between `<` and `>`, both included, as operations print it.
pub(super) struct Fields<'a>(pub(super) &'a TensorSharding);

impl fmt::Display for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sharding = self.0;
        match &sharding.mesh {
            MeshOrName::Name(name) => {
                let mut symbol = String::new();
                tfrt_ir::syntax::strings::write_symbol(&mut symbol, name);
                write!(f, "<{symbol}, [")?;
            }
            MeshOrName::Mesh(mesh) => write!(f, "<{mesh}, [")?,
        }
        list(f, &sharding.dimensions)?;
        f.write_str("]")?;
        for (name, axes) in [("replicated", &sharding.replicated), ("unreduced", &sharding.unreduced)] {
            if !axes.is_empty() {
                write!(f, ", {name}={{")?;
                self::axes(f, axes)?;
                f.write_str("}")?;
            }
        }
        f.write_str(">")
    }
}

impl fmt::Display for TensorSharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sharding{}", Fields(self))
    }
}

/// The shardings of several values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ShardingPerValue(pub Vec<TensorSharding>);

impl DialectAttr for ShardingPerValue {
    const DIALECT: &'static str = "sdy";
}

impl fmt::Display for ShardingPerValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sharding_per_value<[")?;
        let fields: Vec<Fields<'_>> = self.0.iter().map(Fields).collect();
        list(f, &fields)?;
        f.write_str("]>")
    }
}

/// The axes that a manual computation handles itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ManualAxes(pub Vec<Box<str>>);

impl DialectAttr for ManualAxes {
    const DIALECT: &'static str = "sdy";
}

impl fmt::Display for ManualAxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(|name| format!("\"{name}\"")).collect();
        write!(f, "manual_axes{{{}}}", names.join(", "))
    }
}

/// A name in quotes.
fn name(text: &mut AttrText<'_>) -> Read<Box<str>> {
    let at = text.offset();
    if !text.eat("\"") {
        return Err(text.error("expected string"));
    }
    let rest = text.remaining();
    let Some((name, _)) = rest.split_once('"') else {
        return Err(text.error_at(at, "expected string"));
    };
    text.expect(name)?;
    text.expect("\"")?;
    Ok(name.into())
}

/// Reads `"a"` or `"a":(1)2`.
pub(super) fn axis_ref(text: &mut AttrText<'_>) -> Read<AxisRef> {
    let name = name(text)?;
    let part = if text.eat(":") {
        text.expect("(")?;
        let pre_size = text.integer()?;
        text.expect(")")?;
        Some(SubAxis { pre_size, size: text.integer()? })
    } else {
        None
    };
    Ok(AxisRef { name, part })
}

fn dimension(text: &mut AttrText<'_>) -> Read<DimensionSharding> {
    let mut is_closed = true;
    let axes = text.list(("{", "}"), |text| {
        if text.eat("?") {
            is_closed = false;
            return Ok(None);
        }
        axis_ref(text).map(Some)
    })?;
    let axes = axes.into_iter().flatten().collect();
    let priority = if text.eat("p") { Some(text.integer()?) } else { None };
    Ok(DimensionSharding { axes, is_closed, priority })
}

fn mesh(text: &mut AttrText<'_>) -> Read<Mesh> {
    let at = text.offset();
    text.expect("<")?;
    let axes = text.list(("[", "]"), |text| {
        let name = name(text)?;
        text.expect("=")?;
        Ok(MeshAxis { name, size: text.integer()? })
    })?;
    let device_ids = if text.eat(",") {
        text.field("device_ids")?;
        text.integers()?
    } else {
        Vec::new()
    };
    text.expect(">")?;
    Mesh::new(axes, device_ids).map_err(|message| text.error_at(at, message))
}

fn sharding(text: &mut AttrText<'_>) -> Read<TensorSharding> {
    text.expect("<")?;
    let at = text.offset();
    let mesh = if text.eat("@") {
        match text.remaining().starts_with('"') {
            true => MeshOrName::Name(name(text)?),
            false => match text.word() {
                Some(word) => MeshOrName::Name(word.into()),
                None => return Err(text.error_at(at, "expected a symbol name")),
            },
        }
    } else {
        text.expect_word("mesh")?;
        MeshOrName::Mesh(mesh(text)?)
    };
    text.expect(",")?;
    let dimensions = text.list(("[", "]"), dimension)?;
    let mut sharding = TensorSharding { mesh, dimensions, replicated: Vec::new(), unreduced: Vec::new() };
    while text.eat(",") {
        let at = text.offset();
        let axes = match text.word() {
            Some("replicated") => &mut sharding.replicated,
            Some("unreduced") => &mut sharding.unreduced,
            _ => return Err(text.error_at(at, "expected 'replicated' or 'unreduced'")),
        };
        text.expect("=")?;
        *axes = text.list(("{", "}"), axis_ref)?;
    }
    text.expect(">")?;
    Ok(sharding)
}

/// Reads the text after `#sdy.`, or between the brackets of `#sdy<…>`.
pub(super) fn parse(ctx: &Context, body: &str) -> Result<Attr, DialectSyntaxError> {
    let text = &mut AttrText::new(body);
    let at = text.offset();
    let mnemonic = text.word().unwrap_or_default();
    let attr = match mnemonic {
        "mesh" => mesh(text)?.into_attr(ctx),
        "sharding" => sharding(text)?.into_attr(ctx),
        "sharding_per_value" => {
            text.expect("<")?;
            let values = text.list(("[", "]"), sharding)?;
            text.expect(">")?;
            ShardingPerValue(values).into_attr(ctx)
        }
        "axis_ref" => axis_ref(text)?.into_attr(ctx),
        "axis_ref_list" => AxisList::parse(text)?.into_attr(ctx),
        "list_of_axis_ref_lists" => AxisLists::parse(text)?.into_attr(ctx),
        "all_to_all_param" => AxisMove::parse(text)?.into_attr(ctx),
        "all_to_all_param_list" => AxisMoves::parse(text)?.into_attr(ctx),
        "manual_axes" => ManualAxes(text.list(("{", "}"), name)?).into_attr(ctx),
        "op_sharding_rule" => ShardingRule::parse(text)?.into_attr(ctx),
        _ => {
            let message = format!("unknown attribute `{mnemonic}` in dialect `sdy`");
            return Err(text.error_at(at, message));
        }
    };
    text.end()?;
    Ok(attr)
}

/// The text from a bracket to the one that closes it, both included; strings are skipped.
pub(super) fn bracketed(text: &str) -> Option<&str> {
    let open = text.bytes().next()?;
    let close = match open {
        b'<' => b'>',
        b'[' => b']',
        b'{' => b'}',
        _ => return None,
    };
    let (mut depth, mut in_string) = (0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => in_string = !in_string,
            _ if in_string => {}
            _ if byte == open => depth += 1,
            _ if byte == close => {
                depth -= 1;
                if depth == 0 {
                    return Some(&text[..=at]);
                }
            }
            _ => {}
        }
    }
    None
}
