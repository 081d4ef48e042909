//! From StableHLO to portable artifacts of a version.
//!
//! The reverse of [`legalize`](super::legalize): structures are spelled out, arrays of numbers become tensors, references of symbols names, and
//! attributes that are not written get the value that they then have. Each operation takes the newest form that the version knows; where that is
//! an older one, what only the newer one can say must not be said. Types stay as they are, as those of the reader are: the encoding
//! ([`codec`](super::codec)) gives them their form, and so do attributes.

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{Body, NamedAttr};
use tfrt_ir::context::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::entity::Op;
use tfrt_ir::handles::{Attr, Ident, Type};
use tfrt_ir::types::{FloatKind, TypeKind};

use super::codec::ApiVersion;
use super::legalize::LegalizeError;
use super::versions::{Version, since_attr, since_op, since_type};
use crate::dialect_attr::DialectAttr;
use crate::stablehlo::attributes::{
    ChannelHandle, DotAlgorithm, DotDimensionNumbers, GatherDimensionNumbers, ResultAccuracy,
    ScatterDimensionNumbers,
};
use crate::stablehlo::conv::ConvDimensionNumbers;
use crate::stablehlo::future_types;
use crate::stablehlo::words::{ComparisonType, Precision};

/// Turns the operations of `stablehlo` and `func` in a program into those of `vhlo`, in the form that a version has; those of `vhlo` too.
///
/// # Errors
/// An operation has no form in artifacts, or says what the version cannot say. The program is then useless.
pub fn legalize_to_vhlo(ctx: &Context, body: &mut Body, target: Version) -> Result<(), Vec<LegalizeError>> {
    let mut writer = Portable { ctx, target, errors: Vec::new() };
    writer.body(body);
    if writer.errors.is_empty() { Ok(()) } else { Err(writer.errors) }
}

struct Portable<'c> {
    ctx: &'c Context,
    target: Version,
    errors: Vec<LegalizeError>,
}

impl Portable<'_> {
    fn body(&mut self, body: &mut Body) {
        let roots = body.root_regions().to_vec();
        for op in body.ops_in(&roots) {
            self.op(body, op);
            if let Some(nested) = body.nested_mut(op) {
                self.body(nested);
            }
        }
    }

    fn op(&mut self, body: &mut Body, op: Op) {
        let ctx = self.ctx;
        let name = ctx.str(body.name(op));
        if matches!(name, "builtin.module" | "builtin.unrealized_conversion_cast") {
            return;
        }
        // What is no part of the functions around, such as a mesh of devices, stands as it is.
        let is_of_module =
            name.starts_with("sdy.") && body.num_operands(op) == 0 && body.num_results(op) == 0;
        if is_of_module {
            return;
        }
        let loc = body.loc(op);
        let done = if name.starts_with("vhlo.") { self.downgrade(body, op) } else { self.convert(body, op) };
        if let Err(message) = done {
            self.errors.push(LegalizeError { loc, message });
        }
    }

    /// The newest form of an operation that is not of `vhlo`.
    fn convert(&self, body: &mut Body, op: Op) -> Result<(), String> {
        let ctx = self.ctx;
        let name = ctx.str(body.name(op)).to_owned();
        let illegal = || format!("failed to legalize operation '{name}' that was explicitly marked illegal");
        let base = match name.as_str() {
            "func.func" => "func",
            "func.call" => "call",
            "func.return" => "return",
            name => name.strip_prefix("stablehlo.").ok_or_else(illegal)?,
        };
        let newest = super::newest_form(base).ok_or_else(illegal)?;
        let ident = ctx.ident(&format!("vhlo.{newest}"));
        let definition = ctx.definition(ident).ok_or_else(illegal)?;
        let wanted: Vec<Ident> =
            definition.attribute_definitions().iter().map(|attr| ctx.ident(&attr.name)).collect();
        let mut given = body.attrs(op).to_vec();
        if let Some(properties) = body.properties(op).and_then(|attr| ctx.dict_entries(attr)) {
            given.extend(properties);
        }
        let mut made = spelled_out(ctx, base, &mut given).ok_or_else(illegal)?;
        for (name, value) in given {
            let value = if wanted.contains(&name) {
                inherent(ctx, base, ctx.str(name), value)
            } else {
                portable(ctx, value)
            };
            made.push((name, value.ok_or_else(illegal)?));
        }
        for &name in &wanted {
            if !made.iter().any(|&(known, _)| known == name) {
                let value = implied(ctx, body, op, base, ctx.str(name), &made);
                made.push((name, value.ok_or_else(illegal)?));
            }
        }
        body.set_properties(op, None);
        body.set_name(op, ident);
        body.set_attrs(ctx, op, &made);
        self.downgrade(body, op).map_err(|_| {
            let newest = format!("vhlo.{newest}");
            match since_types(ctx, body, op) {
                Some(_) => {
                    format!("failed to legalize operation '{newest}' that was explicitly marked illegal")
                }
                None => illegal(),
            }
        })
    }

    /// Gives an operation of `vhlo` the form of the target.
    fn downgrade(&self, body: &mut Body, op: Op) -> Result<(), String> {
        let ctx = self.ctx;
        let form = ctx.str(body.name(op)).strip_prefix("vhlo.").unwrap_or_default().to_owned();
        let illegal =
            || format!("failed to legalize operation 'vhlo.{form}' that was explicitly marked illegal");
        let since = since_types(ctx, body, op).map(|since| since.max(since_meaning(ctx, body, op)));
        if since.is_none_or(|since| since > self.target) {
            return Err(illegal());
        }
        let mut attrs = body.attrs(op).to_vec();
        let (base, version) = form.rsplit_once("_v").unwrap_or((&form, "1"));
        if since_op(&form) > self.target {
            let older = format!("{base}_v1");
            if version != "2"
                || since_op(&older) > self.target
                || !fits_older(ctx, body, op, base, &mut attrs)
            {
                return Err(illegal());
            }
            body.set_name(op, ctx.ident(&format!("vhlo.{older}")));
            body.set_attrs(ctx, op, &attrs);
        } else if let Some(newest) = super::newest_form(base).filter(|newest| *newest != form)
            && since_op(newest) <= self.target
        {
            attrs.retain(|(name, _)| base != "dynamic_conv" || ctx.str(*name) != "padding");
            let ident = ctx.ident(&format!("vhlo.{newest}"));
            let definition = ctx.definition(ident).ok_or_else(illegal)?;
            for name in definition.attribute_definitions().iter().map(|attr| ctx.ident(&attr.name)) {
                if !attrs.iter().any(|&(known, _)| known == name) {
                    let value = implied(ctx, body, op, base, ctx.str(name), &attrs).ok_or_else(illegal)?;
                    attrs.push((name, value));
                }
            }
            body.set_name(op, ident);
            body.set_attrs(ctx, op, &attrs);
        }
        for &(name, value) in &attrs {
            let since = match (base, ctx.attr_kind(value)) {
                ("custom_call", AttrKind::Dict(_)) if ctx.str(name) == "backend_config" => {
                    since_attr(ctx, value).map(|since| since.max(Version(1, 3, 0)))
                }
                // What says that there is no algorithm.
                ("dot_general", AttrKind::Type(ty)) if *ty == ctx.none() => Some(Version::MINIMUM),
                _ => self.since_any(value),
            };
            if since.is_none_or(|since| since > self.target) {
                return Err(illegal());
            }
        }
        Ok(())
    }

    /// The first version that has an attribute; those of dialects that are no part of StableHLO are there in each.
    fn since_any(&self, value: Attr) -> Option<Version> {
        match self.ctx.attr_kind(value) {
            AttrKind::Opaque { .. } => Some(Version::MINIMUM),
            AttrKind::Typed { dialect, .. }
                if !matches!(self.ctx.str(*dialect), "stablehlo" | "vhlo" | "chlo") =>
            {
                Some(Version::MINIMUM)
            }
            _ => since_attr(self.ctx, value),
        }
    }
}

/// The first version that has the types of an operation's operands, results and arguments of regions; `None` if artifacts cannot say one.
fn since_types(ctx: &Context, body: &Body, op: Op) -> Option<Version> {
    let operands = body.operands(op).map(|value| body.value_type(value));
    let results = body.results(op).map(|value| body.value_type(value));
    let mut since = Version::MINIMUM;
    for ty in operands.chain(results) {
        since = since.max(since_type(ctx, ty)?);
    }
    for region in body.regions(op) {
        for block in region.blocks() {
            for &arg in region.body.block_args(block) {
                since = since.max(since_type(ctx, region.body.value_type(arg))?);
            }
        }
    }
    Some(since)
}

/// The first version in which an operation could have the types and attributes that it has, where that is not the first version of these.
fn since_meaning(ctx: &Context, body: &Body, op: Op) -> Version {
    let form = ctx.str(body.name(op)).strip_prefix("vhlo.").unwrap_or_default();
    let attr = |name: &str| body.attr(op, ctx.ident(name));
    match form.rsplit_once("_v").map_or(form, |(base, _)| base) {
        "custom_call" => {
            let results = body.results(op).map(|value| body.value_type(value));
            let mut types = body.operands(op).map(|value| body.value_type(value)).chain(results);
            match types.any(|ty| future_types(ctx, ty).is_some()) {
                true => Version(1, 17, 0),
                false => Version::MINIMUM,
            }
        }
        "convolution" | "dynamic_conv" => {
            let mut types = body.operands(op).map(|value| body.value_type(value));
            let mut elem = || ctx.type_kind(types.next()?).element_type();
            let is_byte = |ty: Type| matches!(ctx.type_kind(ty), TypeKind::Float(kind) if kind.width() == 8);
            match (elem(), elem()) {
                (Some(lhs), Some(rhs)) if lhs != rhs && is_byte(lhs) && is_byte(rhs) => Version(1, 20, 0),
                _ => Version::MINIMUM,
            }
        }
        "dot_general" => {
            let f8 = ctx.type_attr(ctx.float(FloatKind::F8E4M3FN));
            let products = attr("num_primitive_operations").and_then(|count| ctx.attr_as_i64(count));
            match attr("lhs_precision_type") == Some(f8) && products.is_some_and(|count| count > 1) {
                true => Version(1, 21, 0),
                false => Version::MINIMUM,
            }
        }
        _ => Version::MINIMUM,
    }
}

/// Takes structures out of the attributes and gives what they consist of.
fn spelled_out(ctx: &Context, base: &str, given: &mut Vec<NamedAttr>) -> Option<Vec<NamedAttr>> {
    let mut made: Vec<NamedAttr> = Vec::new();
    let mut take = |name: &str| {
        let at = given.iter().position(|&(known, _)| ctx.str(known) == name)?;
        Some(given.remove(at).1)
    };
    let mut add = |name: &str, value: Attr| made.push((ctx.ident(name), value));
    match base {
        "dot_general" => {
            let numbers = DotDimensionNumbers::of(ctx, take("dot_dimension_numbers")?)?;
            add("lhs_batching_dimensions", numbers_attr(ctx, &numbers.lhs_batching_dimensions));
            add("rhs_batching_dimensions", numbers_attr(ctx, &numbers.rhs_batching_dimensions));
            add("lhs_contracting_dimensions", numbers_attr(ctx, &numbers.lhs_contracting_dimensions));
            add("rhs_contracting_dimensions", numbers_attr(ctx, &numbers.rhs_contracting_dimensions));
            if let Some(algorithm) = take("algorithm") {
                let algorithm = DotAlgorithm::of(ctx, algorithm)?;
                let kind = |kind| ctx.type_attr(ctx.float(kind));
                add("lhs_precision_type", kind(algorithm.lhs_precision_type));
                add("rhs_precision_type", kind(algorithm.rhs_precision_type));
                add("accumulation_type", kind(algorithm.accumulation_type));
                add("lhs_component_count", ctx.i64_attr(algorithm.lhs_component_count));
                add("rhs_component_count", ctx.i64_attr(algorithm.rhs_component_count));
                add("num_primitive_operations", ctx.i64_attr(algorithm.num_primitive_operations));
                add("allow_imprecise_accumulation", ctx.bool_attr(algorithm.allow_imprecise_accumulation));
            }
        }
        "gather" | "dynamic_gather" => {
            let numbers = GatherDimensionNumbers::of(ctx, take("dimension_numbers")?)?;
            add("offset_dims", numbers_attr(ctx, &numbers.offset_dims));
            add("collapsed_slice_dims", numbers_attr(ctx, &numbers.collapsed_slice_dims));
            add("operand_batching_dims", numbers_attr(ctx, &numbers.operand_batching_dims));
            add("start_indices_batching_dims", numbers_attr(ctx, &numbers.start_indices_batching_dims));
            add("start_index_map", numbers_attr(ctx, &numbers.start_index_map));
            add("index_vector_dim", ctx.i64_attr(numbers.index_vector_dim));
        }
        "scatter" => {
            let numbers = ScatterDimensionNumbers::of(ctx, take("scatter_dimension_numbers")?)?;
            add("update_window_dims", numbers_attr(ctx, &numbers.update_window_dims));
            add("inserted_window_dims", numbers_attr(ctx, &numbers.inserted_window_dims));
            add("input_batching_dims", numbers_attr(ctx, &numbers.input_batching_dims));
            add("scatter_indices_batching_dims", numbers_attr(ctx, &numbers.scatter_indices_batching_dims));
            add("scatter_dims_to_operand_dims", numbers_attr(ctx, &numbers.scatter_dims_to_operand_dims));
            add("index_vector_dim", ctx.i64_attr(numbers.index_vector_dim));
        }
        "convolution" | "dynamic_conv" => {
            let numbers = ConvDimensionNumbers::of(ctx, take("dimension_numbers")?)?;
            add("input_batch_dimension", ctx.i64_attr(numbers.input_batch));
            add("input_feature_dimension", ctx.i64_attr(numbers.input_feature));
            add("input_spatial_dimensions", numbers_attr(ctx, &numbers.input_spatial));
            add("kernel_input_feature_dimension", ctx.i64_attr(numbers.kernel_input_feature));
            add("kernel_output_feature_dimension", ctx.i64_attr(numbers.kernel_output_feature));
            add("kernel_spatial_dimensions", numbers_attr(ctx, &numbers.kernel_spatial));
            add("output_batch_dimension", ctx.i64_attr(numbers.output_batch));
            add("output_feature_dimension", ctx.i64_attr(numbers.output_feature));
            add("output_spatial_dimensions", numbers_attr(ctx, &numbers.output_spatial));
        }
        _ => {}
    }
    if let Some(channel) = take("channel_handle") {
        let channel = ChannelHandle::of(ctx, channel)?;
        add("channel_id", ctx.i64_attr(channel.handle));
        if matches!(base, "send" | "recv") {
            add("channel_type", ctx.i64_attr(channel.channel_type));
        }
    }
    Some(made)
}

/// A tensor of integers of one dimension.
fn numbers_attr(ctx: &Context, values: &[i64]) -> Attr {
    tensor_attr(ctx, &[values.len() as i64], values)
}

fn tensor_attr(ctx: &Context, dims: &[i64], values: &[i64]) -> Attr {
    let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    make_dense(ctx, ctx.tensor(dims, ctx.i64()), data)
}

/// An attribute that the operation declares, in its portable form.
fn inherent(ctx: &Context, base: &str, name: &str, value: Attr) -> Option<Attr> {
    match (base, name) {
        ("custom_call", "api_version") => {
            let version = u8::try_from(ctx.attr_as_i64(value)?).ok()?;
            (usize::from(version) < ApiVersion::WORDS.len()).then(|| ApiVersion(version).into_attr(ctx))
        }
        _ if value == ctx.unit() => Some(ctx.bool_attr(true)),
        _ => portable(ctx, value),
    }
}

/// An attribute in its portable form, if it has one.
fn portable(ctx: &Context, value: Attr) -> Option<Attr> {
    match ctx.attr_kind(value) {
        AttrKind::DenseArray { elem, data } if *elem == ctx.i64() => {
            let count = data.len() as i64 / 8;
            Some(make_dense(ctx, ctx.tensor(&[count], *elem), data.to_vec()))
        }
        AttrKind::DenseArray { elem, data } if *elem == ctx.i1() => {
            Some(make_dense(ctx, ctx.tensor(&[data.len() as i64], *elem), data.to_vec()))
        }
        AttrKind::SymbolRef { .. } => Some(ctx.string_attr(ctx.str(ctx.flat_symbol(value)?))),
        AttrKind::Array(items) => {
            let items = items.iter().map(|&item| portable(ctx, item)).collect::<Option<Vec<Attr>>>()?;
            Some(ctx.array_attr(&items))
        }
        AttrKind::Dict(entries) => {
            let entries = entries.iter().map(|&(name, value)| Some((name, portable(ctx, value)?)));
            Some(ctx.dict(entries.collect::<Option<Vec<NamedAttr>>>()?))
        }
        AttrKind::Opaque { .. } => Some(value),
        AttrKind::Typed { dialect, .. } if !matches!(ctx.str(*dialect), "stablehlo" | "vhlo" | "chlo") => {
            Some(value)
        }
        _ => since_attr(ctx, value).map(|_| value),
    }
}

/// The value of an attribute that is not written.
fn implied(ctx: &Context, body: &Body, op: Op, base: &str, name: &str, made: &[NamedAttr]) -> Option<Attr> {
    let rank_of = |name: &str| {
        let &(_, value) = made.iter().find(|(known, _)| ctx.str(*known) == name)?;
        Some(crate::stablehlo::integers(ctx, value)?.len())
    };
    // The number of dimensions that windows have.
    let rank = || match base {
        "convolution" | "dynamic_conv" => rank_of("kernel_spatial_dimensions"),
        "reduce_window" => rank_of("window_dimensions"),
        _ => ctx.type_kind(body.value_type(body.operands(op).next()?)).dims().map(<[i64]>::len),
    };
    Some(match (base, name) {
        (_, "result_accuracy") => ResultAccuracy::DEFAULT.into_attr(ctx),
        (_, "compare_type") => ComparisonType::NoType.into_attr(ctx),
        (_, "precision_config") => ctx.array_attr(&[Precision::Default.into_attr(ctx); 2]),
        (
            "dot_general",
            "lhs_precision_type"
            | "rhs_precision_type"
            | "accumulation_type"
            | "lhs_component_count"
            | "rhs_component_count"
            | "num_primitive_operations"
            | "allow_imprecise_accumulation",
        ) => ctx.type_attr(ctx.none()),
        (
            _,
            "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations" | "window_dilations"
            | "window_dimensions",
        ) => numbers_attr(ctx, &vec![1; rank()?]),
        (_, "padding") => {
            let rank = rank()?;
            tensor_attr(ctx, &[rank as i64, 2], &vec![0; 2 * rank])
        }
        (_, "window_reversal") => {
            let rank = rank()?;
            make_dense(ctx, ctx.tensor(&[rank as i64], ctx.i1()), vec![0; rank])
        }
        ("sort", "dimension") => ctx.i64_attr(-1),
        (
            _,
            "indices_are_sorted"
            | "unique_indices"
            | "is_stable"
            | "lower"
            | "has_side_effect"
            | "use_global_device_ids"
            | "has_dynamic_root"
            | "is_host_transfer",
        ) => ctx.bool_attr(false),
        ("custom_call", "api_version") => ApiVersion(1).into_attr(ctx),
        ("custom_call", "backend_config") | (_, "infeed_config" | "outfeed_config" | "sym_visibility") => {
            ctx.string_attr("")
        }
        (
            _,
            "called_computations"
            | "operand_layouts"
            | "result_layouts"
            | "output_operand_aliases"
            | "result_tilings"
            | "layout"
            | "arg_attrs"
            | "res_attrs",
        ) => ctx.array_attr(&[]),
        ("composite", "composite_attributes") => ctx.empty_dict(),
        ("composite", "version") => ctx.i64_attr(0),
        (_, "channel_id") => ctx.i64_attr(0),
        (
            _,
            "known_expanding_dimensions"
            | "known_nonexpanding_dimensions"
            | "source_target_pairs"
            | "operand_batching_dims"
            | "start_indices_batching_dims"
            | "input_batching_dims"
            | "scatter_indices_batching_dims",
        ) => numbers_attr(ctx, &[]),
        _ => return None,
    })
}

/// Makes the attributes of an operation's second form those of its first one; says whether that is possible.
fn fits_older(ctx: &Context, body: &Body, op: Op, base: &str, attrs: &mut Vec<NamedAttr>) -> bool {
    let mut take = |name: &str| {
        let at = attrs.iter().position(|&(known, _)| ctx.str(known) == name)?;
        Some(attrs.remove(at).1)
    };
    let is_empty = |value: Option<Attr>| {
        value.and_then(|value| ctx.attr_type(value)).and_then(|ty| ctx.type_kind(ty).num_elements())
            == Some(0)
    };
    match base {
        "gather" | "dynamic_gather" => {
            let (operand, indices) = (take("operand_batching_dims"), take("start_indices_batching_dims"));
            is_empty(operand) && is_empty(indices)
        }
        "scatter" => {
            let (input, indices) = (take("input_batching_dims"), take("scatter_indices_batching_dims"));
            is_empty(input) && is_empty(indices)
        }
        "dot_general" => {
            [
                "lhs_precision_type",
                "rhs_precision_type",
                "accumulation_type",
                "lhs_component_count",
                "rhs_component_count",
                "num_primitive_operations",
                "allow_imprecise_accumulation",
            ]
            .iter()
            // All of them go.
            .filter(|name| take(name) != Some(ctx.type_attr(ctx.none())))
            .count()
                == 0
        }
        "dynamic_conv" => {
            let spatial = attrs.iter().find(|(name, _)| ctx.str(*name) == "kernel_spatial_dimensions");
            let Some(rank) = spatial.and_then(|&(_, value)| crate::stablehlo::integers(ctx, value)) else {
                return false;
            };
            let padding = tensor_attr(ctx, &[rank.len() as i64, 2], &vec![0; 2 * rank.len()]);
            attrs.push((ctx.ident("padding"), padding));
            true
        }
        "all_gather" | "all_reduce" | "all_to_all" => body.num_operands(op) == 1,
        "collective_broadcast" => {
            take("has_dynamic_root") == Some(ctx.bool_attr(false)) && body.num_operands(op) == 1
        }
        "custom_call" => take("result_tilings") == Some(ctx.array_attr(&[])),
        "send" | "recv" => is_empty(take("source_target_pairs")),
        "composite" => body.num_regions(op) == 0,
        _ => take("result_accuracy") == Some(ResultAccuracy::DEFAULT.into_attr(ctx)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn newest_forms_are_known() {
        assert_eq!(super::super::newest_form("tan"), Some("tan_v2"));
        assert_eq!(super::super::newest_form("add"), Some("add_v1"));
        assert_eq!(super::super::newest_form("add_v1"), None);
    }
}
