//! Types and attributes that satisfy a constraint, and others that do not, as program text.

use std::sync::Arc;

use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::opdef::{AttrConstraint, TypeConstraint};
use tfrt_ir::syntax::{parse_module, type_to_string};
use tfrt_ops::{OpDef, OpDefRegistry, parse_arg, parse_attr};

/// A context that knows all dialects, and accepts unknown ones as `-allow-unregistered-dialect` does. It also has the op that a plugin
/// of the tests adds.
pub(super) fn context() -> Arc<Context> {
    let ctx = crate::common::context();
    let ops = ctx.dialects().extension::<OpDefRegistry>().expect("the dialects come with their ops");
    let attr = |text| parse_attr(text).expect("an attribute");
    let tell = OpDef {
        name: "tf.Tell".into(),
        summary: "".into(),
        inputs: vec![parse_arg("resource: resource", &[]).expect("an input")],
        outputs: vec![parse_arg("text: string", &[]).expect("an output")],
        attrs: vec![attr("word: {'hello', 'bye'}"), attr("T: {realnumbertype, bool} = DT_FLOAT")],
        is_stateful: true,
        is_commutative: false,
        is_aggregate: false,
    };
    ops.add(tell).expect("the name is free");
    ctx
}

const TYPES: [&str; 19] = [
    "i32",
    "i64",
    "!tfrt.chain",
    "i1",
    "() -> ()",
    "tensor<2xf32>",
    "f32",
    "memref<2xf32>",
    "tensor<2xi32>",
    "tensor<i32>",
    "tensor<f32>",
    "tensor<2xi1>",
    "tensor<2xcomplex<f32>>",
    "tensor<2xui32>",
    "tensor<2x2xi64>",
    "tensor<2x!quant.uniform<i8:f32, 1.0>>",
    "!stablehlo.token",
    "!stablehlo.future<tensor<2xf32>>",
    "tuple<tensor<2xf32>>",
];

/// In the order in which they are tried: what a careless author would write comes first.
const ATTRIBUTES: [&str; 55] = [
    "1 : i32",
    "\"x\"",
    "1 : i64",
    "true",
    "unit",
    "1 : i8",
    "1 : i16",
    "1 : ui32",
    "1 : ui64",
    "1.0 : f16",
    "1.0 : bf16",
    "1.0 : f32",
    "1.0 : f64",
    "[]",
    "[1 : i32]",
    "[1 : i64]",
    "[\"x\"]",
    "[unit]",
    "{}",
    "[{}]",
    "@f",
    "@f::@g",
    "i32",
    "() -> ()",
    "dense<1> : tensor<2xi32>",
    "#arith.overflow<none>",
    "#arith.fastmath<none>",
    "array<i64: 1>",
    "array<i1: true>",
    "dense<1> : tensor<2xi64>",
    "#stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>",
    "#stablehlo<comparison_direction EQ>",
    "#stablehlo<comparison_type FLOAT>",
    "#stablehlo<fft_type FFT>",
    "#stablehlo<rng_algorithm DEFAULT>",
    "#stablehlo<rng_distribution UNIFORM>",
    "#stablehlo<transpose NO_TRANSPOSE>",
    "#stablehlo.dot<>",
    "#sdy.mesh<[]>",
    "#sdy.sharding<@m, []>",
    "#sdy.sharding_per_value<[]>",
    "#sdy<manual_axes{}>",
    "#sdy<axis_ref_list{}>",
    "#sdy<list_of_axis_ref_lists[]>",
    "#sdy<all_to_all_param_list[]>",
    "#chlo<comparison_direction EQ>",
    "#chlo<comparison_type FLOAT>",
    "#chlo.ragged_dot<>",
    "#stablehlo.gather<>",
    "#stablehlo.scatter<>",
    "#stablehlo.conv<[b, f]x[i, o]->[b, f]>",
    "#stablehlo.channel_handle<handle = 1, type = 0>",
    "#stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, \
     lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = \
     false>",
    "#ub.poison",
    "memref<2xf32>",
];

/// The candidates, in one context.
pub(super) struct Witnesses {
    pub ctx: Arc<Context>,
    types: Vec<(Type, &'static str)>,
    attributes: Vec<(Attr, &'static str)>,
}

impl Witnesses {
    pub(super) fn new() -> Self {
        let ctx = context();
        let mut text = String::new();
        for ty in TYPES {
            text += &format!("%{} = \"x.y\"() : () -> ({ty})\n", text.len());
        }
        for attribute in ATTRIBUTES {
            text += &format!("\"x.y\"() {{k = {attribute}}} : () -> ()\n");
        }
        let mut diagnostics = Diagnostics::new();
        let module = parse_module(&ctx, "candidates", &text, &mut diagnostics)
            .unwrap_or_else(|| panic!("{diagnostics:?}"));
        let region = module.top().region(0).expect("a module has a region");
        let (mut types, mut attributes) = (Vec::new(), Vec::new());
        for op in region.entry_ops(&ctx) {
            types.extend(op.result_types());
            attributes.extend(op.attr("k"));
        }
        assert_eq!((types.len(), attributes.len()), (TYPES.len(), ATTRIBUTES.len()));
        drop(module);
        Self {
            ctx,
            types: types.into_iter().zip(TYPES).collect(),
            attributes: attributes.into_iter().zip(ATTRIBUTES).collect(),
        }
    }

    /// A type that satisfies a constraint.
    pub(super) fn good_type(&self, constraint: &TypeConstraint) -> String {
        match constraint.buildable(&self.ctx) {
            Some(ty) => type_to_string(&self.ctx, ty),
            None => {
                let found = self.types.iter().find(|(ty, _)| constraint.matches(&self.ctx, *ty));
                found.unwrap_or_else(|| panic!("no candidate is {constraint:?}")).1.to_owned()
            }
        }
    }

    /// A type that satisfies a constraint and is not this one, if there is one.
    pub(super) fn other_good_type(&self, constraint: &TypeConstraint, than: &str) -> Option<&'static str> {
        let mut types = self.types.iter();
        types.find(|(ty, text)| *text != than && constraint.matches(&self.ctx, *ty)).map(|(_, text)| *text)
    }

    /// A type that does not; `None` if every type does.
    pub(super) fn bad_type(&self, constraint: &TypeConstraint) -> Option<&'static str> {
        self.types.iter().find(|(ty, _)| !constraint.matches(&self.ctx, *ty)).map(|(_, text)| *text)
    }

    /// An attribute that satisfies a constraint.
    pub(super) fn good_attribute(&self, constraint: &AttrConstraint) -> &'static str {
        let found = self.attributes.iter().find(|(attr, _)| constraint.matches(&self.ctx, *attr));
        found.unwrap_or_else(|| panic!("no candidate is {constraint:?}")).1
    }

    /// Attributes that do not: one, and for an array of something an array of something else; none if every attribute does.
    pub(super) fn bad_attributes(&self, constraint: &AttrConstraint) -> Vec<&'static str> {
        let bad = |text: &str, attr: Attr, array: bool| {
            text.starts_with('[') == array && !constraint.matches(&self.ctx, attr)
        };
        let is_array = self.good_attribute(constraint).starts_with('[');
        let find = |array| {
            self.attributes.iter().find(|&&(attr, text)| bad(text, attr, array)).map(|(_, text)| *text)
        };
        find(false).into_iter().chain(if is_array { find(true) } else { None }).collect()
    }
}
