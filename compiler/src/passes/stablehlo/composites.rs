//! Passes over StableHLO with upstream's names and effects: composites become calls, and assertions of shapes are checked.
//!
//! Both look at the operations of a function and leave what they call alone. Left to the conversion of StableHLO: running composites
//! whose names are known as kernels, and assertions whose operands are known at run time only.

use rustc_hash::FxHashSet;
use tfrt_ir::context::Context;
use tfrt_ir::dense::DenseView;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};

pub(in crate::passes) const COMPOSITE_TO_CALL: PassInfo = PassInfo {
    name: "stablehlo-legalize-composite-to-call",
    title: "StablehloLegalizeCompositeToCallPass",
    summary: "Replaces composites by calls of their decompositions",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[OptionInfo {
        name: "except",
        summary: "Names of composites that stay, separated by commas",
        default: "",
    }],
    statistics: &[],
    build: |options| {
        let names = options.text("except");
        let except = names.trim_matches(|c| "[]{}".contains(c)).split(',').map(|name| name.trim().to_owned());
        Ok(Box::new(CompositeToCall { except: except.collect() }))
    },
};

pub(in crate::passes) const CHECK_ASSERTIONS: PassInfo = PassInfo {
    name: "stablehlo-check-shape-assertions",
    title: "StablehloCheckShapeAssertionsPass",
    summary: "Checks assertions of shapes whose operands are constants, and erases them",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[OptionInfo {
        name: "enable-shape-assertions",
        summary: "Erase assertions without a check if this is false",
        default: "true",
    }],
    statistics: &[],
    build: |options| Ok(Box::new(CheckAssertions { checks: options.flag("enable-shape-assertions")? })),
};

struct CompositeToCall {
    except: FxHashSet<String>,
}

impl Pass for CompositeToCall {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let (callee, call) = (ctx.ident("callee"), ctx.ident("func.call"));
        for op in body.ops_in(body.root_regions()) {
            let view = OpRef { ctx, body, op };
            let name = view.attr("name").and_then(|name| ctx.attr_as_str(name)).unwrap_or_default();
            // A call has no regions to keep.
            if view.name_str() != "stablehlo.composite"
                || self.except.contains(name)
                || body.num_regions(op) != 0
            {
                continue;
            }
            if let Some(decomposition) = view.attr("decomposition") {
                body.set_name(op, call);
                body.set_attrs(ctx, op, &[(callee, decomposition)]);
            }
        }
        Ok(())
    }
}

/// Operands of an assertion besides the condition, at most.
const MAX_INPUTS: usize = 32;

struct CheckAssertions {
    checks: bool,
}

impl Pass for CheckAssertions {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let mut failed = Ok(());
        for op in body.ops_in(body.root_regions()) {
            let view = OpRef { ctx, body, op };
            let called = view.attr("call_target_name").and_then(|name| ctx.attr_as_str(name));
            if view.name_str() != "stablehlo.custom_call" || called != Some("shape_assertion") {
                continue;
            }
            match if self.checks { check(view) } else { Ok(()) } {
                Ok(()) if view.num_results() == 0 => body.erase_op(op),
                Ok(()) => {}
                Err(message) => {
                    cx.diagnostics.error_at_op(view, message);
                    failed = Err(Failed);
                }
            }
        }
        failed
    }
}

/// The number that an operand is, if it is a constant.
fn number(view: OpRef<'_>, index: usize) -> Option<i64> {
    let value = constant_value(view.ctx, view.body, view.operand(index))?;
    if let Some(number) = view.ctx.attr_as_i64(value) {
        return Some(number);
    }
    DenseView::new(view.ctx, value)?.integers()?.next()
}

/// Whether an assertion is one, and holds; the message if not.
fn check(view: OpRef<'_>) -> Result<(), String> {
    let ctx = view.ctx;
    let count = view.num_operands();
    if !(1..=MAX_INPUTS + 1).contains(&count) {
        return Err(format!("expects 1 <= size(operands) <= {}", MAX_INPUTS + 1));
    }
    if view.num_results() != 0 {
        return Err("expects size(results) = 0".to_owned());
    }
    let scalar = |elem: Type| ctx.tensor(&[], elem);
    let ty = |index: usize| view.value_type(view.operand(index));
    if ty(0) != scalar(ctx.i1()) {
        return Err("expects assert_what (operand #0) to be a constant of type tensor<i1>".to_owned());
    }
    let Some(message) = view.attr("error_message").and_then(|text| ctx.attr_as_str(text)) else {
        return Err("expects an error_message attribute".to_owned());
    };
    let numbers = [scalar(ctx.i32()), scalar(ctx.i64())];
    if let Some(index) = (1..count).find(|&index| !numbers.contains(&ty(index))) {
        return Err(format!(
            "expects error_message_input (operand #{index}) to be a constant of type tensor<i32> or tensor<i64>"
        ));
    }
    let Some(holds) = number(view, 0) else {
        return Err("expects static assert_what (operand #0)".to_owned());
    };
    let mut inputs = Vec::new();
    for index in 1..count {
        let Some(input) = number(view, index) else {
            return Err(format!("expects static error_message_input (operand #{index})"));
        };
        inputs.push(input);
    }
    let text = filled(message, &inputs)?;
    if holds == 0 { Err(text) } else { Ok(()) }
}

/// The message with numbers in the places `{0}`, `{1}`.
fn filled(message: &str, inputs: &[i64]) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
        let Some((digits, behind)) = after.split_once('}').filter(|(digits, _)| is_number(digits)) else {
            text.push('{');
            rest = after;
            continue;
        };
        match digits.parse().ok().and_then(|place: usize| inputs.get(place)) {
            Some(input) => text.push_str(&input.to_string()),
            None => {
                return Err(format!(
                    "expects error_message to contain format specifiers with error_message_input index less than {}. Found \
                     specifier {{{digits}}}",
                    inputs.len()
                ));
            }
        }
        rest = behind;
    }
    Ok(text + rest)
}
