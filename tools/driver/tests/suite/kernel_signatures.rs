//! The signatures of kernels agree with the declarations of the operations of the same names.
//!
//! Declarations and kernels are independent; both state operands, attributes and results. A kernel may take fewer operands and
//! attributes than are declared (the others only order execution, or are for the compiler), never more, and never of other types.

use std::collections::BTreeSet;

use tfrt_executor::kernel::{AttrSpec, KernelDef, KernelRegistry, OperandSpec};
use tfrt_executor::value::ScalarKind;
use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::handles::Type;
use tfrt_ir::opdef::{Arity, AttrClass, AttrDefinition, OpDefinition, TypeConstraint, ValueDefinition};
use tfrt_ir::types::{FloatKind, Signedness};

#[test]
fn kernels_agree_with_declarations() {
    let mut dialects = DialectRegistry::new();
    tfrt_dialects::register_all(&mut dialects).expect("the dialects do not clash");
    let ctx = Context::with_dialects(dialects);
    let mut kernels = KernelRegistry::new();
    tfrt_kernels::register_all(&mut kernels);
    tfrt_kernels::test::register(&mut kernels);

    let (mut compared, mut problems) = (0, Vec::new());
    for definition in ctx.dialects().ops() {
        if let Some(kernel) = kernels.get(definition.name()) {
            compared += 1;
            let found = compare(&ctx, definition, kernel);
            problems.extend(found.into_iter().map(|problem| format!("{}: {problem}", definition.name())));
        }
    }
    // One for one: the one dialect of which every operation is a kernel and nothing else is.
    let arith = |name: &&str| name.starts_with("tfrt_arith.");
    let declared: BTreeSet<&str> = ctx.dialects().ops().map(OpDefinition::name).filter(arith).collect();
    let registered: BTreeSet<&str> = kernels.iter().map(|kernel| kernel.name()).filter(arith).collect();
    problems.extend(
        declared.symmetric_difference(&registered).map(|name| format!("{name}: op or kernel is missing")),
    );
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    assert!(compared > 200, "only {compared} kernels have a declaration");
}

fn compare(ctx: &Context, definition: &OpDefinition, kernel: &KernelDef) -> Vec<String> {
    let signature = kernel.signature();
    let mut problems = values(ctx, "operand", definition.operand_definitions(), &signature.operands);
    if !signature.any_results {
        let declared = definition.result_definitions();
        problems.extend(values(ctx, "result", declared, &signature.results));
        let fixed = declared.iter().all(|result| result.arity == Arity::One);
        if fixed && declared.len() != signature.results.len() {
            problems.push(format!(
                "the kernel has {} results, but {} are declared",
                signature.results.len(),
                declared.len()
            ));
        }
    }
    let (mut functions, mut attributes) = (definition.region_definitions().len(), Vec::new());
    for attribute in definition.attribute_definitions() {
        match attribute.constraint.attr_class() {
            AttrClass::SymbolRef => functions += 1,
            // A list of functions, as `tfrt.case` has.
            AttrClass::Array if attribute.constraint.description().contains("symbol ref") => functions += 1,
            // For the compiler alone.
            _ if attribute.name.starts_with('_') => {}
            _ => attributes.push(attribute),
        }
    }
    if signature.functions > functions {
        problems.push(format!(
            "the kernel takes {} functions, but {functions} are declared",
            signature.functions
        ));
    }
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    for (index, &spec) in signature.attrs.iter().enumerate() {
        match attributes.get(index) {
            Some(attribute) if !attribute_fits(ctx, attribute, spec) => problems.push(format!(
                "attribute {index}: the kernel takes a {spec}, but '{}' is declared as {}",
                attribute.name,
                attribute.constraint.description()
            )),
            Some(_) => {}
            None => {
                problems.push(format!("attribute {index}: the kernel takes a {spec}, but none is declared"))
            }
        }
    }
    problems
}

/// Problems with operands or results by position; a variadic declaration stands for all that follow.
fn values(ctx: &Context, what: &str, declared: &[ValueDefinition], specs: &[OperandSpec]) -> Vec<String> {
    let mut problems = Vec::new();
    let variadic = declared.iter().position(|value| value.arity != Arity::One).unwrap_or(declared.len());
    for (index, &spec) in specs.iter().enumerate() {
        match declared.get(index.min(variadic)) {
            Some(value) if !type_fits(ctx, &value.constraint, spec) => problems.push(format!(
                "{what} {index}: the kernel says {spec}, but {} is declared",
                value.constraint.description()
            )),
            Some(_) => {}
            None => problems.push(format!("{what} {index}: the kernel says {spec}, but none is declared")),
        }
    }
    problems
}

fn type_fits(ctx: &Context, constraint: &TypeConstraint, spec: OperandSpec) -> bool {
    match spec {
        OperandSpec::Any => true,
        OperandSpec::Scalar(kind) => constraint.matches(ctx, scalar_type(ctx, kind)),
        // What is no scalar: the declared type, if there is one, must not be.
        OperandSpec::Object => constraint
            .buildable(ctx)
            .is_none_or(|declared| ScalarKind::ALL.iter().all(|&kind| scalar_type(ctx, kind) != declared)),
    }
}

fn attribute_fits(ctx: &Context, attribute: &AttrDefinition, spec: AttrSpec) -> bool {
    let constraint = &attribute.constraint;
    let class = constraint.attr_class();
    match spec {
        _ if class == AttrClass::Any => true,
        AttrSpec::Any => true,
        AttrSpec::Scalar(dtype) => {
            let ty = ScalarKind::of_dtype(dtype).map(|kind| scalar_type(ctx, kind));
            matches!(class, AttrClass::Integer | AttrClass::Float)
                && constraint.value_type(ctx).is_none_or(|declared| Some(declared) == ty)
        }
        AttrSpec::String => class == AttrClass::String,
        AttrSpec::Type => class == AttrClass::Type,
        AttrSpec::Array(_) | AttrSpec::Aggregate | AttrSpec::Shape => class == AttrClass::Array,
        AttrSpec::Dense => class == AttrClass::Elements,
    }
}

fn scalar_type(ctx: &Context, kind: ScalarKind) -> Type {
    let unsigned = |width| ctx.int_with_sign(width, Signedness::Unsigned);
    match kind {
        ScalarKind::Chain => ctx.opaque_type("tfrt", "chain"),
        ScalarKind::I1 => ctx.i1(),
        ScalarKind::I8 => ctx.int(8),
        ScalarKind::I16 => ctx.int(16),
        ScalarKind::I32 => ctx.int(32),
        ScalarKind::I64 => ctx.int(64),
        ScalarKind::UI8 => unsigned(8),
        ScalarKind::UI16 => unsigned(16),
        ScalarKind::UI32 => unsigned(32),
        ScalarKind::UI64 => unsigned(64),
        ScalarKind::F16 => ctx.float(FloatKind::F16),
        ScalarKind::BF16 => ctx.float(FloatKind::BF16),
        ScalarKind::F32 => ctx.float(FloatKind::F32),
        ScalarKind::F64 => ctx.float(FloatKind::F64),
        ScalarKind::Complex64 => ctx.complex(ctx.float(FloatKind::F32)),
    }
}
