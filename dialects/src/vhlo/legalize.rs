//! From portable artifacts to StableHLO.
//!
//! Each operation is renamed and gets the attributes of its newest form: dimension numbers that are spelled out become one structure,
//! tensors of numbers become arrays, names become references of symbols. Attributes with the values that they have when nothing is
//! written are left out, as upstream leaves them out. What older versions lack has the default that they meant.

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{Body, NamedAttr};
use tfrt_ir::context::Context;
use tfrt_ir::dense::DenseView;
use tfrt_ir::entity::Op;
use tfrt_ir::handles::{Attr, Loc};
use tfrt_ir::module::Module;
use tfrt_ir::opdef::{AttrClass, AttrDefinition, OpDefinition, Presence};
use tfrt_ir::types::{FloatKind, TypeKind};

use super::codec::ApiVersion;
use crate::dialect_attr::DialectAttr;
use crate::stablehlo::attributes::{
    ChannelHandle, DotAlgorithm, DotDimensionNumbers, GatherDimensionNumbers, ScatterDimensionNumbers,
};
use crate::stablehlo::conv::ConvDimensionNumbers;
use crate::stablehlo::words::{ComparisonType, Precision};
use crate::stablehlo::{i64_array, integers};

/// An operation of an artifact that StableHLO has no form for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalizeError {
    /// The location of the operation.
    pub loc: Loc,
    /// The message of the error.
    pub message: String,
}

/// Turns the operations of `vhlo` in a program into those of `stablehlo` and `func`. A program without such operations stays as it is.
///
/// # Errors
/// An operation is not known, or lacks an attribute. The program is then useless.
pub fn legalize_to_stablehlo(module: &mut Module) -> Result<(), LegalizeError> {
    let (ctx, body) = module.split_mut();
    legalize_body_to_stablehlo(ctx, body)
}

/// As [`legalize_to_stablehlo`], for the operations below a body.
///
/// # Errors
/// An operation is not known, or lacks an attribute. The body is then useless.
pub fn legalize_body_to_stablehlo(ctx: &Context, body: &mut Body) -> Result<(), LegalizeError> {
    let roots = body.root_regions().to_vec();
    for op in body.ops_in(&roots) {
        if let Some(name) = ctx.str(body.name(op)).strip_prefix("vhlo.") {
            let loc = body.loc(op);
            legalize_op(ctx, body, op, name).map_err(|message| LegalizeError { loc, message })?;
        }
        if let Some(nested) = body.nested_mut(op) {
            legalize_body_to_stablehlo(ctx, nested)?;
        }
    }
    Ok(())
}

/// The attributes of an operation that are not handled yet.
struct Attributes<'c> {
    ctx: &'c Context,
    op: &'c str,
    left: Vec<NamedAttr>,
}

impl Attributes<'_> {
    fn optional(&mut self, name: &str) -> Option<Attr> {
        let at = self.left.iter().position(|(known, _)| self.ctx.str(*known) == name)?;
        Some(self.left.remove(at).1)
    }

    fn required(&mut self, name: &str) -> Result<Attr, String> {
        self.optional(name).ok_or_else(|| format!("'vhlo.{}' op requires attribute '{name}'", self.op))
    }

    fn wrong(&self, name: &str, expected: &str) -> String {
        format!("'vhlo.{}' op attribute '{name}' is no {expected}", self.op)
    }

    fn number(&mut self, name: &str) -> Result<i64, String> {
        let attr = self.required(name)?;
        self.ctx.attr_as_i64(attr).ok_or_else(|| self.wrong(name, "integer"))
    }

    fn flag(&mut self, name: &str) -> Result<bool, String> {
        let attr = self.required(name)?;
        self.ctx.attr_as_bool(attr).ok_or_else(|| self.wrong(name, "boolean"))
    }

    /// A list of numbers; empty where an older version has none.
    fn numbers(&mut self, name: &str) -> Result<Vec<i64>, String> {
        match self.optional(name) {
            Some(attr) => integers(self.ctx, attr).ok_or_else(|| self.wrong(name, "list of integers")),
            None => Ok(Vec::new()),
        }
    }

    fn text(&mut self, name: &str) -> Result<String, String> {
        let attr = self.required(name)?;
        let text = self.ctx.attr_as_str(attr).map(str::to_owned);
        text.ok_or_else(|| self.wrong(name, "text"))
    }

    /// A float type; `None` for the type `none`.
    fn float_kind(&mut self, name: &str) -> Result<Option<FloatKind>, String> {
        let attr = self.required(name)?;
        match self.ctx.attr_as_type(attr).map(|ty| self.ctx.type_kind(ty)) {
            Some(TypeKind::Float(kind)) => Ok(Some(*kind)),
            Some(TypeKind::None) => Ok(None),
            _ => Err(self.wrong(name, "float type")),
        }
    }
}

fn legalize_op(ctx: &Context, body: &mut Body, op: Op, versioned: &str) -> Result<(), String> {
    let base = match ctx.definition(body.name(op)) {
        Some(_) => versioned.rsplit_once("_v").map_or(versioned, |(base, _)| base),
        None => return Err(format!("'vhlo.{versioned}' is no operation of a known version of StableHLO")),
    };
    let left = body.attrs(op).to_vec();
    let mut attrs = Attributes { ctx, op: versioned, left };
    // It is a number in StableHLO.
    for (_, value) in &mut attrs.left {
        if let Some(version) = ApiVersion::of(ctx, *value) {
            *value = ctx.i32_attr(version.0.into());
        }
    }
    let mut made: Vec<(&str, Attr)> = Vec::new();
    let name = match base {
        "func" => {
            legalize_function(&mut attrs, &mut made)?;
            "func.func".to_owned()
        }
        "call" => {
            let callee = attrs.text("callee")?;
            made.push(("callee", ctx.symbol_ref(&callee)));
            "func.call".to_owned()
        }
        // Only functions have bodies of their own.
        "return" if body.parent_op(op).is_none() => "func.return".to_owned(),
        _ => {
            structures(base, &mut attrs, &mut made)?;
            format!("stablehlo.{base}")
        }
    };
    let ident = ctx.ident(&name);
    let Some(definition) = ctx.definition(ident) else {
        return Err(format!("'vhlo.{versioned}' has no form in StableHLO"));
    };
    if let Some(stablehlo) = name.strip_prefix("stablehlo.") {
        fit_attributes(&mut attrs, definition, stablehlo);
    }
    attrs.left.extend(made.into_iter().map(|(name, value)| (ctx.ident(name), value)));
    let all = attrs.left;
    body.set_name(op, ident);
    body.set_attrs(ctx, op, &all);
    Ok(())
}

fn legalize_function(attrs: &mut Attributes<'_>, made: &mut Vec<(&str, Attr)>) -> Result<(), String> {
    let ctx = attrs.ctx;
    made.push(("sym_name", attrs.required("sym_name")?));
    made.push(("function_type", attrs.required("function_type")?));
    let visibility = attrs.required("sym_visibility")?;
    if ctx.attr_as_str(visibility).is_some_and(|text| !text.is_empty()) {
        made.push(("sym_visibility", visibility));
    }
    for name in ["arg_attrs", "res_attrs"] {
        let value = attrs.required(name)?;
        let items = ctx.array_elems(value).ok_or_else(|| attrs.wrong(name, "array"))?;
        if items.iter().any(|&item| item != ctx.empty_dict()) {
            made.push((name, value));
        }
    }
    Ok(())
}

/// Makes the structures of attributes that the artifact spells out.
fn structures(base: &str, attrs: &mut Attributes<'_>, made: &mut Vec<(&str, Attr)>) -> Result<(), String> {
    let ctx = attrs.ctx;
    match base {
        "dot_general" => {
            let numbers = DotDimensionNumbers {
                lhs_batching_dimensions: attrs.numbers("lhs_batching_dimensions")?,
                rhs_batching_dimensions: attrs.numbers("rhs_batching_dimensions")?,
                lhs_contracting_dimensions: attrs.numbers("lhs_contracting_dimensions")?,
                rhs_contracting_dimensions: attrs.numbers("rhs_contracting_dimensions")?,
            };
            made.push(("dot_dimension_numbers", numbers.into_attr(ctx)));
            if attrs.op != "dot_general_v1"
                && let Some(algorithm) = dot_algorithm(attrs)?
            {
                made.push(("algorithm", algorithm.into_attr(ctx)));
            }
        }
        "gather" | "dynamic_gather" => {
            let numbers = GatherDimensionNumbers {
                offset_dims: attrs.numbers("offset_dims")?,
                collapsed_slice_dims: attrs.numbers("collapsed_slice_dims")?,
                operand_batching_dims: attrs.numbers("operand_batching_dims")?,
                start_indices_batching_dims: attrs.numbers("start_indices_batching_dims")?,
                start_index_map: attrs.numbers("start_index_map")?,
                index_vector_dim: attrs.number("index_vector_dim")?,
            };
            made.push(("dimension_numbers", numbers.into_attr(ctx)));
        }
        "scatter" => {
            let numbers = ScatterDimensionNumbers {
                update_window_dims: attrs.numbers("update_window_dims")?,
                inserted_window_dims: attrs.numbers("inserted_window_dims")?,
                input_batching_dims: attrs.numbers("input_batching_dims")?,
                scatter_indices_batching_dims: attrs.numbers("scatter_indices_batching_dims")?,
                scatter_dims_to_operand_dims: attrs.numbers("scatter_dims_to_operand_dims")?,
                index_vector_dim: attrs.number("index_vector_dim")?,
            };
            made.push(("scatter_dimension_numbers", numbers.into_attr(ctx)));
        }
        "convolution" | "dynamic_conv" => {
            let numbers = ConvDimensionNumbers {
                input_batch: attrs.number("input_batch_dimension")?,
                input_feature: attrs.number("input_feature_dimension")?,
                input_spatial: attrs.numbers("input_spatial_dimensions")?,
                kernel_input_feature: attrs.number("kernel_input_feature_dimension")?,
                kernel_output_feature: attrs.number("kernel_output_feature_dimension")?,
                kernel_spatial: attrs.numbers("kernel_spatial_dimensions")?,
                output_batch: attrs.number("output_batch_dimension")?,
                output_feature: attrs.number("output_feature_dimension")?,
                output_spatial: attrs.numbers("output_spatial_dimensions")?,
            };
            made.push(("dimension_numbers", numbers.into_attr(ctx)));
            // The operand says the padding.
            if base == "dynamic_conv" {
                attrs.optional("padding");
            }
        }
        _ => {}
    }
    if attrs.left.iter().any(|(name, _)| ctx.str(*name) == "channel_id") {
        let handle = attrs.number("channel_id")?;
        let channel_type = match base {
            "send" | "recv" => attrs.number("channel_type")?,
            _ => 0,
        };
        if handle != 0 || matches!(base, "send" | "recv") {
            made.push(("channel_handle", ChannelHandle { handle, channel_type }.into_attr(ctx)));
        }
    }
    Ok(())
}

fn dot_algorithm(attrs: &mut Attributes<'_>) -> Result<Option<DotAlgorithm>, String> {
    let kinds = [
        attrs.float_kind("lhs_precision_type")?,
        attrs.float_kind("rhs_precision_type")?,
        attrs.float_kind("accumulation_type")?,
    ];
    let [Some(lhs_precision_type), Some(rhs_precision_type), Some(accumulation_type)] = kinds else {
        // Without types the rest has no values either.
        for name in [
            "lhs_component_count",
            "rhs_component_count",
            "num_primitive_operations",
            "allow_imprecise_accumulation",
        ] {
            attrs.required(name)?;
        }
        return Ok(None);
    };
    Ok(Some(DotAlgorithm {
        lhs_precision_type,
        rhs_precision_type,
        accumulation_type,
        lhs_component_count: attrs.number("lhs_component_count")?,
        rhs_component_count: attrs.number("rhs_component_count")?,
        num_primitive_operations: attrs.number("num_primitive_operations")?,
        allow_imprecise_accumulation: attrs.flag("allow_imprecise_accumulation")?,
    }))
}

/// Gives the attributes the form that the operation declares, and leaves out those that say nothing.
fn fit_attributes(attrs: &mut Attributes<'_>, definition: &OpDefinition, op: &str) {
    let ctx = attrs.ctx;
    // Layouts are given for operands and results together, also where there are no results.
    let is_layouts = |name: &str| matches!(name, "operand_layouts" | "result_layouts");
    let has_layouts = attrs.left.iter().any(|&(name, value)| {
        is_layouts(ctx.str(name)) && ctx.array_elems(value).is_some_and(|items| !items.is_empty())
    });
    attrs.left.retain_mut(|(name, value)| {
        let name = ctx.str(*name);
        if has_layouts && is_layouts(name) {
            return true;
        }
        let declared = definition.attribute_definitions().iter().find(|declared| declared.name == name);
        let Some(declared) = declared else { return true };
        if let Some(fitting) = fit(ctx, declared, *value) {
            *value = fitting;
        }
        !says_nothing(ctx, op, declared, *value)
    });
}

/// The form of a value that the declaration of an attribute wants, if it has one.
fn fit(ctx: &Context, declared: &AttrDefinition, value: Attr) -> Option<Attr> {
    if declared.constraint.matches(ctx, value) {
        return Some(value);
    }
    let fitting = match ctx.attr_kind(value) {
        AttrKind::DenseElements { ty, .. } if ctx.type_kind(*ty).element_type() == Some(ctx.i1()) => {
            let data = DenseView::new(ctx, value)?.integers()?.map(|value| u8::from(value != 0)).collect();
            ctx.intern_attr(AttrKind::DenseArray { elem: ctx.i1(), data })
        }
        AttrKind::DenseElements { .. } => i64_array(ctx, &integers(ctx, value)?),
        AttrKind::String { .. } => ctx.symbol_ref(ctx.attr_as_str(value)?),
        AttrKind::Array(items) => {
            let symbols = items.iter().map(|&item| Some(ctx.symbol_ref(ctx.attr_as_str(item)?)));
            ctx.array_attr(&symbols.collect::<Option<Vec<Attr>>>()?)
        }
        // A flag is there or not.
        AttrKind::Integer { .. } if declared.constraint.attr_class() == AttrClass::Unit => {
            return ctx.attr_as_bool(value).filter(|&set| set).map(|_| ctx.unit());
        }
        // Some numbers are wider in artifacts.
        AttrKind::Integer { .. } => {
            ctx.int_attr(declared.constraint.value_type(ctx)?, ctx.attr_as_i64(value)?)
        }
        _ => return None,
    };
    declared.constraint.matches(ctx, fitting).then_some(fitting)
}

/// Whether an attribute has the value that it has when it is not written.
fn says_nothing(ctx: &Context, op: &str, declared: &AttrDefinition, value: Attr) -> bool {
    match &declared.presence {
        Presence::Required | Presence::Default(_) => return false,
        Presence::OptionalWithDefault(default) => return default.build(ctx) == value,
        Presence::Optional => {}
    }
    let all = |wanted: i64| integers(ctx, value).is_some_and(|values| values.iter().all(|&v| v == wanted));
    match &*declared.name {
        "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations" | "window_dilations" => all(1),
        "window_dimensions" if op == "select_and_scatter" => {
            all(1) && integers(ctx, value).is_some_and(|v| v.is_empty())
        }
        "padding" => all(0),
        "window_reversal" => {
            crate::stablehlo::booleans(ctx, value).is_some_and(|values| !values.contains(&true))
        }
        "precision_config" => ctx.array_elems(value).is_some_and(|items| {
            items.iter().all(|&item| Precision::of(ctx, item) == Some(&Precision::Default))
        }),
        "compare_type" => ComparisonType::of(ctx, value) == Some(&ComparisonType::NoType),
        "known_expanding_dimensions" | "known_nonexpanding_dimensions" => {
            integers(ctx, value).is_some_and(|values| values.is_empty())
        }
        "layout" | "operand_layouts" | "result_layouts" | "result_tilings" => {
            ctx.array_elems(value).is_some_and(<[_]>::is_empty)
        }
        "backend_config" => ctx.attr_as_bytes(value).is_some_and(<[_]>::is_empty),
        "source_target_pairs" => matches!(
            ctx.attr_kind(value),
            AttrKind::DenseElements { ty, .. } if ctx.type_kind(*ty).num_elements() == Some(0)
        ),
        "use_global_device_ids" | "has_dynamic_root" => ctx.attr_as_bool(value) == Some(false),
        _ => false,
    }
}
