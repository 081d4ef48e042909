//! Tests of the conversion driver: it ends, it changes all or nothing, and errors are at the places that the
//! programs state.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_ir::Module;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::rewrite::InsertionPoint;
use tfrt_ir::syntax::{parse_module, print_module};
use tfrt_ir::types::TypeKind;
use tfrt_ir::verify::verify_module;

use crate::{
    Benefit, Conversion, ConversionPatterns, ConversionRewriter, ConversionTarget, Converted, NoMatch,
    Operands, Root, TypeConverter, Types,
};
use tfrt_ir::entity::Op;

fn module(text: &str) -> Module {
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).unwrap();
    registry.allow_unregistered_dialects(true);
    let ctx = Arc::new(Context::with_dialects(registry));
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "f.mlir", text, &mut diagnostics);
    module.unwrap_or_else(|| panic!("{}", DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics)))
}

/// The lines of operations and functions after a conversion, or its errors.
fn converted(text: &str, conversion: Conversion<'_>) -> Result<String, String> {
    let mut module = module(text);
    let before = print_module(&module, &Default::default());
    let mut diagnostics = Diagnostics::without_current_op();
    match conversion.run_on_module(&mut module, &mut diagnostics) {
        Ok(_) => {
            assert!(diagnostics.is_empty());
            let mut wrong = Diagnostics::new();
            let valid = verify_module(&module, &mut wrong);
            let printed = print_module(&module, &Default::default());
            let wrong = DiagnosticPrinter::new(module.ctx(), &[]).render_all(&wrong);
            assert!(valid.is_ok(), "{wrong}{printed}");
            let lines = printed.lines().map(str::trim);
            Ok(lines.filter(|line| !matches!(*line, "}" | "module {")).collect::<Vec<_>>().join("\n"))
        }
        Err(_) => {
            assert_eq!(print_module(&module, &Default::default()), before, "nothing is half converted");
            Err(DiagnosticPrinter::new(module.ctx(), &[]).render_all(&diagnostics))
        }
    }
}

/// A pattern that makes an operation of another name of the converted operands and types.
fn to(
    name: &'static str,
) -> impl Fn(Op, &Operands, &mut ConversionRewriter<'_>) -> Result<(), NoMatch> + Send + Sync {
    move |op, operands, rewriter| {
        let types = rewriter.result_types(op)?;
        let state = OpState::new(rewriter.ctx().ident(name), rewriter.op(op).loc());
        let successors = rewriter.body().successors(op).to_vec();
        let state = state.operands(operands.all()).results(&types).successors(&successors);
        let new = rewriter.create(InsertionPoint::Before(op), state);
        let results: Vec<_> = rewriter.body().results(new).collect();
        let mut parts: Vec<&[_]> = Vec::new();
        let mut rest = &results[..];
        for ty in rewriter.op(op).result_types() {
            let (part, more) = rest.split_at(rewriter.convert_type(ty)?.len());
            parts.push(part);
            rest = more;
        }
        rewriter.replace_op_with_many(op, &parts);
        Ok(())
    }
}

fn target() -> ConversionTarget {
    ConversionTarget::new()
        .legal_dialects(&["builtin", "func", "tfrt", "cf", "new"])
        .illegal_dialects(&["old"])
}

#[test]
fn patterns_are_tried_by_benefit_and_what_they_make_is_converted() {
    let mut patterns = ConversionPatterns::new();
    patterns.on("old.op", to("new.worse"));
    patterns.add(Root::Op("old.op".into()), Benefit(2), Box::new(to("old.between")));
    patterns.add(
        Root::Dialect("old".into()),
        Benefit(3),
        Box::new(|_: Op, _: &Operands, _: &mut ConversionRewriter<'_>| Err(NoMatch::quiet())),
    );
    patterns.on("old.between", to("new.op"));
    let text = "func.func @f() -> i32 {\n  %0 = \"old.op\"() : () -> i32\n  tfrt.return %0 : i32\n}\n";
    let target = target();
    assert_eq!(
        converted(text, Conversion::full(&target, &patterns)).unwrap(),
        "func.func @f() -> i32 {\n%0 = \"new.op\"() : () -> i32\ntfrt.return %0 : i32"
    );
}

#[test]
fn what_nothing_converts_is_an_error_at_its_place() {
    let mut patterns = ConversionPatterns::new();
    patterns.on("old.good", to("new.op"));
    patterns.on("old.bad", |_, _: &Operands, _: &mut ConversionRewriter<'_>| {
        Err(NoMatch::because("it is a Tuesday"))
    });
    patterns.on("old.worst", |op, _: &Operands, rewriter: &mut ConversionRewriter<'_>| {
        let name = rewriter.op(op).name_str().to_owned();
        Err(NoMatch::refuse(format!("'{name}' op is not for us")))
    });
    let text = |name: &str| {
        format!(
            "func.func @f() {{\n  \"old.good\"() : () -> ()\n  \"{name}\"() : () -> ()\n  tfrt.return\n}}\n\
             func.func @g() {{\n  \"old.good\"() : () -> ()\n  tfrt.return\n}}\n"
        )
    };
    let target = target();
    let partial = Conversion::partial(&target, &patterns);
    let full = Conversion::full(&target, &patterns);
    assert_eq!(
        converted(&text("old.bad"), partial).unwrap_err(),
        "f.mlir:3:3: error: failed to legalize operation 'old.bad' that was explicitly marked illegal\n\
         f.mlir:3:3: note: it is a Tuesday\n"
    );
    assert_eq!(
        converted(&text("other.op"), full).unwrap_err(),
        "f.mlir:3:3: error: failed to legalize operation 'other.op'\n"
    );
    assert!(converted(&text("other.op"), partial).unwrap().contains("other.op"));
    assert_eq!(
        converted(&text("old.worst"), partial).unwrap_err(),
        "f.mlir:3:3: error: 'old.worst' op is not for us\n"
    );
}

#[test]
fn errors_of_several_functions_are_all_reported() {
    let text = "func.func @f() {\n  \"old.a\"() : () -> ()\n  \"old.b\"() : () -> ()\n  tfrt.return\n}\n\
                func.func @g() {\n  \"old.c\"() : () -> ()\n  tfrt.return\n}\n";
    let (target, patterns) = (target(), ConversionPatterns::new());
    let errors = converted(text, Conversion::full(&target, &patterns)).unwrap_err();
    assert_eq!(
        errors,
        "f.mlir:2:3: error: failed to legalize operation 'old.a'\n\
         f.mlir:7:3: error: failed to legalize operation 'old.c'\n"
    );
}

#[test]
fn patterns_without_an_end_are_stopped() {
    let mut patterns = ConversionPatterns::new();
    patterns.on("old.a", to("old.b"));
    patterns.on("old.b", to("old.a"));
    patterns.on("old.same", |op, _: &Operands, rewriter: &mut ConversionRewriter<'_>| {
        rewriter.touch(op);
        Ok(())
    });
    let target = target();
    for name in ["old.a", "old.same"] {
        let text = format!("func.func @f() {{\n  \"{name}\"() : () -> ()\n  tfrt.return\n}}\n");
        let error = converted(&text, Conversion::full(&target, &patterns)).unwrap_err();
        assert_eq!(
            error,
            format!(
                "f.mlir:2:3: error: failed to legalize operation '{name}'\n\
                 f.mlir:2:3: note: the patterns lead from one illegal operation to the next without an end\n"
            )
        );
    }
}

#[test]
fn what_is_legal_with_its_contents_stays() {
    let text = "func.func @f() {\n  \"new.keep\"() ({\n    \"old.op\"() : () -> ()\n  }) : () -> ()\n  tfrt.return\n}\n";
    let patterns = ConversionPatterns::new();
    let legal = target().legal_ops_with_contents(&["new.keep"]);
    assert!(converted(text, Conversion::full(&legal, &patterns)).unwrap().contains("old.op"));
    assert!(converted(text, Conversion::full(&target(), &patterns)).is_err());
}

/// Pairs become their elements, `index` an integer, and nothing else changes.
fn types() -> TypeConverter {
    TypeConverter::identity()
        .conversion(|ctx, ty| match ctx.type_kind(ty) {
            TypeKind::Tuple(elems) => Some(Converted::ToMany(Types::from_slice(elems))),
            _ => None,
        })
        .conversion(|ctx, ty| (ty == ctx.index()).then(|| Converted::To(ctx.i64())))
}

fn typed_patterns() -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    patterns.on("func.func", |op, _: &Operands, rewriter: &mut ConversionRewriter<'_>| {
        let chain = rewriter.ctx().opaque_type("tfrt", "chain");
        rewriter.convert_function(op, &[chain])
    });
    patterns.on("old.op", to("new.op"));
    patterns.on("old.return", to("tfrt.return"));
    patterns.on("old.br", to("cf.br"));
    patterns
}

fn typed_target() -> ConversionTarget {
    target().ops_legal_if(&["func.func"], |op| {
        let ty = op.attr("function_type").and_then(|ty| op.ctx.attr_as_type(ty)).unwrap();
        let TypeKind::Function { inputs, .. } = op.ctx.type_kind(ty) else { return true };
        inputs.first().is_some_and(|&ty| op.ctx.is_opaque_type(ty, "tfrt", "chain"))
    })
}

#[test]
fn types_of_arguments_operands_and_results_are_converted() {
    let text = "func.func @f(%i: index {x.a}, %p: tuple<i1, f32> {x.b}) -> (tuple<i1, f32>, index) {
  %0 = \"old.op\"(%i, %p) : (index, tuple<i1, f32>) -> tuple<i1, f32>
  \"old.br\"(%0, %i)[^bb1] : (tuple<i1, f32>, index) -> ()
^bb1(%q: tuple<i1, f32>, %j: index):
  \"old.return\"(%q, %j) : (tuple<i1, f32>, index) -> ()
}
";
    let (target, patterns, types) = (typed_target(), typed_patterns(), types());
    let conversion = Conversion::full(&target, &patterns).with_types(&types);
    assert_eq!(
        converted(text, conversion).unwrap(),
        "func.func @f(%arg0: !tfrt.chain, %arg1: i64 {x.a}, %arg2: i1 {x.b}, %arg3: f32) -> (i1, f32, i64) {
%0:2 = \"new.op\"(%arg1, %arg2, %arg3) : (i64, i1, f32) -> (i1, f32)
cf.br ^bb1(%0#0, %0#1, %arg1 : i1, f32, i64)
^bb1(%1: i1, %2: f32, %3: i64):  // pred: ^bb0
tfrt.return %1, %2, %3 : i1, f32, i64"
    );
}

#[test]
fn values_meet_in_materializations_or_it_is_an_error() {
    let text = "func.func @f(%c: !tfrt.chain, %i: index) {
  \"new.wants_index\"(%i) : (index) -> ()
  %0 = \"new.gives_index\"() : () -> index
  %1 = \"old.op\"(%0) : (index) -> index
  \"new.wants_index\"(%1) : (index) -> ()
  tfrt.return
}
";
    let (target, patterns, bare) = (typed_target(), typed_patterns(), types());
    assert_eq!(
        converted(text, Conversion::full(&target, &patterns).with_types(&bare)).unwrap_err(),
        "f.mlir:3:8: error: failed to legalize unresolved materialization from ('index') to ('i64') \
         that remained live after conversion\n\
         f.mlir:4:8: note: see existing live user here: 'new.op'\n"
    );
    let cast = |name: &'static str| {
        move |rewriter: &mut tfrt_ir::rewrite::Rewriter<'_>, wanted: crate::Materialize<'_>| {
            let state = OpState::new(rewriter.ctx().ident(name), wanted.loc);
            let state = state.operands(wanted.inputs).results(wanted.types);
            let op = rewriter.create(InsertionPoint::Before(wanted.before), state);
            Some(rewriter.body().results(op).collect::<SmallVec<_>>())
        }
    };
    let types = types().materialize_source(cast("new.back")).materialize_target(cast("new.there"));
    assert_eq!(
        converted(text, Conversion::full(&target, &patterns).with_types(&types)).unwrap(),
        "func.func @f(%arg0: !tfrt.chain, %arg1: index) {
\"new.wants_index\"(%arg1) : (index) -> ()
%0 = \"new.gives_index\"() : () -> index
%1 = \"new.there\"(%0) : (index) -> i64
%2 = \"new.op\"(%1) : (i64) -> i64
%3 = \"new.back\"(%2) : (i64) -> index
\"new.wants_index\"(%3) : (index) -> ()
tfrt.return"
    );
}

#[test]
fn a_type_that_cannot_be_converted_is_named() {
    let text = "func.func @f(%c: !tfrt.chain) {\n  %0 = \"old.op\"() : () -> f64\n  tfrt.return\n}\n";
    let (target, patterns) = (typed_target(), typed_patterns());
    let types = types().conversion(|ctx, ty| (ty == ctx.f64()).then_some(Converted::Never));
    assert_eq!(
        converted(text, Conversion::full(&target, &patterns).with_types(&types)).unwrap_err(),
        "f.mlir:2:8: error: failed to legalize operation 'old.op'\n\
         f.mlir:2:8: note: the type 'f64' cannot be converted\n"
    );
}

#[test]
fn patterns_add_functions_which_are_converted_as_well() {
    let mut patterns = ConversionPatterns::new();
    patterns.on("old.op", to("new.op"));
    patterns.on("old.loop", |op, _: &Operands, rewriter: &mut ConversionRewriter<'_>| {
        let region = *rewriter.body().inline_regions(op).first().ok_or_else(NoMatch::quiet)?;
        let (ctx, loc) = (rewriter.ctx(), rewriter.op(op).loc());
        let captured = crate::isolate::captures(rewriter.body(), &[region]);
        let body = crate::isolate::isolated(ctx, rewriter.body(), region, &captured);
        let types: Vec<_> = captured.iter().map(|&value| rewriter.body().value_type(value)).collect();
        let name = rewriter.add_symbol("f", |ctx, _| {
            let ty = ctx.type_attr(ctx.function(&types, &[]));
            OpState::new(ctx.ident("func.func"), loc).attr(ctx.ident("function_type"), ty).nested(body)
        });
        let name = name.ok_or_else(NoMatch::quiet)?;
        let call = OpState::new(ctx.ident("tfrt.call"), loc)
            .attr(ctx.ident("callee"), ctx.symbol_ref_ident(name))
            .operands(&captured);
        rewriter.replace_with(op, call);
        Ok(())
    });
    let text = "func.func @f(%a: i32) {
  \"old.loop\"() ({
    \"old.op\"(%a) : (i32) -> ()
    tfrt.return
  }) : () -> ()
  tfrt.return
}
func.func @f_0() {
  tfrt.return
}
";
    let target = target();
    assert_eq!(
        converted(text, Conversion::full(&target, &patterns)).unwrap(),
        "func.func @f(%arg0: i32) {
tfrt.call @f_1(%arg0) : (i32) -> ()
tfrt.return
func.func @f_1(%arg0: i32) {
\"new.op\"(%arg0) : (i32) -> ()
tfrt.return
func.func @f_0() {
tfrt.return"
    );
}
