//! Boxes of ops: those that run one by one, and those that are steps of a region.
//!
//! A region's attributes say its steps as the runtime reads them: records of the values, and for each step an op, its attributes and its
//! place. A fused op is shown with its members and their layers.

use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::attr_to_string;
use tfrt_ops::{OPEN, RegionBody};

use super::colour::Colour;
use super::graph::Node;

/// The op that runs a region.
pub(super) const REGION_OP: &str = "tfrt_region.run";

/// Characters of an attribute that a note shows.
const SHOWN_ATTR: usize = 120;

/// The box of an op with these attributes in the layer of this name, without results and constants.
pub(super) fn op_node(ctx: &Context, op: &str, layer: Option<&str>, attrs: &[(&str, Attr)]) -> Node {
    let attr = |key: &str| attrs.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
    let texts = |attr: Attr| -> Vec<&str> {
        ctx.array_elems(attr).unwrap_or_default().iter().filter_map(|&attr| ctx.attr_as_str(attr)).collect()
    };
    let followers = attr("fused_ops").map(texts).unwrap_or_default();
    let body = attr("body").and_then(|body| tfrt_dialects::fused_body(ctx, body));
    let members: Vec<&str> =
        body.into_iter().flat_map(|body| body.members()).map(|member| member.op.op()).collect();
    let layers: Vec<&str> = attr("locations").map(texts).unwrap_or_default();
    let layers: Vec<&str> = layers.into_iter().filter_map(layer_of).collect();
    // A product is what its layer is about, whatever follows it.
    let layer = layers.first().filter(|_| members.is_empty()).copied().or(layer);
    let parts: Vec<&str> = layer.unwrap_or_default().split('/').filter(|part| !part.is_empty()).collect();
    let (name, scopes) = match parts.split_last() {
        Some((name, scopes)) => ((*name).to_owned(), scopes.iter().map(|&scope| scope.to_owned()).collect()),
        None => (op.to_owned(), Vec::new()),
    };
    let mut lines = Vec::new();
    if !parts.is_empty() {
        lines.push(op.to_owned());
    }
    let short = |op: &&str| op.strip_prefix("tf.").unwrap_or(op).to_owned();
    if !followers.is_empty() {
        lines.push(format!("then {}", followers.join(", ")));
    } else if !members.is_empty() {
        lines.push(members.iter().map(short).collect::<Vec<_>>().join(", "));
    }
    let mut notes: Vec<String> = layer.into_iter().map(str::to_owned).collect();
    notes.push(op.to_owned());
    if !layers.is_empty() {
        notes.push(format!("made of {}", layers.join(", ")));
    }
    for (key, value) in
        attrs.iter().filter(|(key, _)| !matches!(*key, "fused_ops" | "body" | "locations" | "value"))
    {
        let text = attr_to_string(ctx, *value);
        if text.len() <= SHOWN_ATTR {
            notes.push(format!("{key} = {text}"));
        }
    }
    Node { scopes, name, lines, notes, colour: Colour::of_name(op), what: op.to_owned() }
}

/// The layer that a place names.
fn layer_of(place: &str) -> Option<&str> {
    place.strip_prefix("loc(\"")?.strip_suffix("\")")
}

/// A region, read from its operation.
pub(super) struct Region<'a> {
    pub(super) body: RegionBody,
    ops: Vec<&'a str>,
    attrs: Vec<Vec<(&'a str, Attr)>>,
    places: Vec<&'a str>,
}

impl<'a> Region<'a> {
    /// The region that an operation runs; `None` if its attributes say none.
    pub(super) fn of(op: OpRef<'a>) -> Option<Region<'a>> {
        let ctx = op.ctx;
        let list = |key: &str| ctx.array_elems(tfrt_dialects::op_attr(op, key)?);
        let words: Option<Vec<i64>> = list("records")?.iter().map(|&word| ctx.attr_as_i64(word)).collect();
        let body = RegionBody::from_words(&words?).ok()?;
        let texts = |key: &str| -> Option<Vec<&'a str>> {
            list(key)?.iter().map(|&text| ctx.attr_as_str(text)).collect()
        };
        let pair = |&pair: &Attr| match ctx.array_elems(pair)? {
            &[key, value] => Some((ctx.attr_as_str(key)?, value)),
            _ => None,
        };
        let attrs =
            |&attrs: &Attr| ctx.array_elems(attrs).unwrap_or_default().iter().filter_map(pair).collect();
        let attrs = list("attrs")?.iter().map(attrs).collect();
        let region = Region { body, ops: texts("ops")?, attrs, places: texts("locations")? };
        let steps = region.body.num_steps();
        let fits = [region.ops.len(), region.attrs.len(), region.places.len()] == [steps; 3]
            && op.operands().len() == region.body.num_args() + 1;
        fits.then_some(region)
    }

    /// The box of a step, without results and constants.
    pub(super) fn node(&self, ctx: &Context, step: usize) -> Node {
        let place = self.places[step];
        let mut node = op_node(ctx, self.ops[step], layer_of(place), &self.attrs[step]);
        if layer_of(place).is_none() && !place.is_empty() {
            node.notes.push(place.to_owned());
        }
        node
    }

    /// The types of the constants.
    pub(super) fn constants(&self) -> impl Iterator<Item = String> {
        let first = self.body.num_args();
        (first..first + self.body.num_constants()).map(|value| self.type_text(value).unwrap_or_default())
    }

    /// `f32 Nx?x3`, where `N` is the size of the batch, and a size that follows from the arguments in another way is `?`.
    pub(super) fn type_text(&self, value: usize) -> Option<String> {
        let ty = self.body.types().get(value)?;
        let dim = |&dim: &i64| match dim {
            -1 => "N".to_owned(),
            OPEN => "?".to_owned(),
            dim if dim < 0 => format!("{}N", dim.unsigned_abs()),
            dim => dim.to_string(),
        };
        let dims: Vec<String> = ty.dims.iter().map(dim).collect();
        Some(format!("{} {}", ty.dtype.name(), dims.join("x")).trim_end().to_owned())
    }
}
