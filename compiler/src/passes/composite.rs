//! Runs a pipeline again and again until it changes nothing.

use std::fmt::Write as _;

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{
    Anchor, OptionInfo, Pass, PassContext, PassInfo, PassManager, PassRegistry, PipelineElement,
    PipelineSpec, RunOptions, RunOutput, Target,
};
use tfrt_ir::syntax::{PrintOptions, print_op};

pub(super) const INFO: PassInfo = PassInfo {
    name: "composite-fixed-point-pass",
    title: "CompositeFixedPointPass",
    summary: "Runs a pipeline until nothing changes",
    anchor: Anchor::Any,
    group: None,
    options: &[
        OptionInfo { name: "name", summary: "What messages call it", default: "CompositeFixedPointPass" },
        OptionInfo {
            name: "pipeline",
            summary: "The pipeline; without an anchor, as in 'canonicalize,cse', it runs where the pass does",
            default: "",
        },
        OptionInfo {
            name: "max-iterations",
            summary: "Give up if something still changes after this many runs",
            default: "10",
        },
    ],
    statistics: &[("num-iterations", "Number of runs of the pipeline")],
    build: |options| {
        let max = options.integer("max-iterations")?;
        let mut registry = PassRegistry::new();
        super::register_passes(&mut registry);
        if max <= 0 {
            return Err(format!("'{max}' value invalid for option 'max-iterations'"));
        }
        let mut elements =
            PipelineSpec::parse_elements(options.text("pipeline")).map_err(|error| error.message)?;
        let spec = match (elements.pop(), elements.is_empty()) {
            (Some(PipelineElement::Nested(spec)), true) if spec.anchor == ANY => spec,
            (last, _) => {
                elements.extend(last);
                PipelineSpec { anchor: ANY.to_owned(), elements, offset: 0 }
            }
        };
        let pipeline = registry.build(&spec).map_err(|error| error.message)?;
        Ok(Box::new(Composite {
            name: options.text("name").to_owned(),
            pipeline,
            max_iterations: u64::try_from(max).unwrap_or(u64::MAX),
        }))
    },
};

/// The anchor of a pipeline for any operation.
const ANY: &str = "any";

struct Composite {
    name: String,
    pipeline: PassManager,
    max_iterations: u64,
}

impl Pass for Composite {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let options = RunOptions::default();
        let print = PrintOptions { debug_info: true, generic: true, ..PrintOptions::default() };
        let ctx = cx.ctx;
        let text = |target: &Target<'_>| print_op(OpRef { ctx, body: target.body, op: target.op }, &print);
        let mut before = text(target);
        for _ in 0..self.max_iterations {
            cx.statistics[0] += 1;
            let mut output = RunOutput::default();
            self.pipeline.run(ctx, target.body, target.op, &options, cx.diagnostics, &mut output)?;
            let after = text(target);
            if before == after {
                return Ok(());
            }
            before = after;
        }
        let mut message = String::new();
        // Writing to a string does not fail.
        let _written = write!(
            message,
            "Composite pass \"{}\" didn't converge in {} iterations",
            self.name, self.max_iterations
        );
        let loc = target.body.loc(target.op);
        cx.diagnostics.warning(loc, message);
        Ok(())
    }
}
