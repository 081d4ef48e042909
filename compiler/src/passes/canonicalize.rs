//! Canonicalization: rewrites operations to simpler ones by the folds and patterns of their declarations until nothing changes.
//!
//! The greedy driver ([`apply_greedily`]) applies them. Constants are unique and stand at the start of the entry block; unused
//! operations without effects and unreachable blocks are erased. Every body is processed on its own, so nothing moves into or out of a
//! region of an isolated operation.

use tfrt_convert::{GreedyOptions, RewritePatterns, apply_greedily};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};

use super::merge_blocks::simplify_aggressively;
use super::regions::simplify_regions;
use crate::pipeline::PassGroup;

pub(super) const INFO: PassInfo = PassInfo {
    name: "canonicalize",
    title: "Canonicalizer",
    summary: "Simplifies operations by the folds and patterns of their declarations",
    anchor: Anchor::Any,
    group: Some(PassGroup::Simplification.name()),
    options: &[
        OptionInfo {
            name: "top-down",
            summary: "Visit operations from the top down, not from the bottom up",
            default: "true",
        },
        OptionInfo {
            name: "region-simplify",
            summary: "What is done to blocks: 'normal' erases unused arguments, 'aggressive' also merges equal blocks, 'disabled' nothing",
            default: "normal",
        },
        OptionInfo {
            name: "max-iterations",
            summary: "Start again at most this often when blocks became unreachable (-1: no limit)",
            default: "10",
        },
        OptionInfo {
            name: "max-num-rewrites",
            summary: "Stop after this many rewrites in one body (-1: no limit)",
            default: "-1",
        },
        OptionInfo {
            name: "keep-errors",
            summary: "Leave out rules of upstream that drop errors, or the order of effects",
            default: "false",
        },
        OptionInfo {
            name: "test-convergence",
            summary: "Fail if a limit was reached before nothing was left to do",
            default: "false",
        },
    ],
    statistics: &[
        ("num-folds", "Number of operations folded"),
        ("num-rewrites", "Number of patterns applied"),
        ("num-erased", "Number of operations removed as unused"),
    ],
    build: |options| {
        let limit = |name| {
            let limit = options.integer(name)?;
            match u64::try_from(limit) {
                Ok(limit) => Ok(limit),
                Err(_) if limit == -1 => Ok(u64::MAX),
                Err(_) => Err(format!("'{limit}' value invalid for option '{name}': -1 means no limit")),
            }
        };
        Ok(Box::new(Canonicalize {
            options: GreedyOptions {
                top_down: options.flag("top-down")?,
                simplify_regions: match options.text("region-simplify") {
                    "normal" => DEFAULT.simplify_regions,
                    "aggressive" => Some(simplify_aggressively),
                    "disabled" => None,
                    other => {
                        return Err(format!(
                            "'{other}' is not supported for option 'region-simplify'; try 'normal', 'aggressive' or 'disabled'"
                        ));
                    }
                },
                max_iterations: limit("max-iterations")?,
                max_rewrites: Some(limit("max-num-rewrites")?),
                keep_errors: options.flag("keep-errors")?,
                ..DEFAULT
            },
            test_convergence: options.flag("test-convergence")?,
        }))
    },
};

struct Canonicalize {
    options: GreedyOptions,
    test_convergence: bool,
}

/// The options of canonicalization by default.
pub(super) const DEFAULT: GreedyOptions = GreedyOptions {
    top_down: true,
    folds: true,
    declared_patterns: true,
    keep_errors: false,
    simplify_regions: Some(simplify_regions),
    max_iterations: 10,
    max_rewrites: Some(u64::MAX),
};

impl Pass for Canonicalize {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let mut done = Done { counts: [0; 3], converged: true };
        if let Some(body) = target.nested() {
            run_on_body(cx.ctx, body, &self.options, &mut done);
            for (sum, count) in cx.statistics.iter_mut().zip(done.counts) {
                *sum += count;
            }
        }
        if self.test_convergence && !done.converged {
            let loc = target.body.loc(target.op);
            cx.diagnostics.error(loc, "canonicalization reached a limit before nothing was left to do");
            return Err(Failed);
        }
        Ok(())
    }
}

/// The work done on all bodies.
struct Done {
    /// Folds, patterns applied, operations erased.
    counts: [u64; 3],
    /// Whether nothing was left to do.
    converged: bool,
}

fn run_on_body(ctx: &Context, body: &mut Body, options: &GreedyOptions, done: &mut Done) {
    let outcome = apply_greedily(ctx, body, &RewritePatterns::new(), options);
    let counts = [outcome.folded, outcome.rewritten, outcome.erased];
    done.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    done.converged &= outcome.converged;
    for op in outcome.owners {
        if body.is_erased(op) || (OpRef { ctx, body, op }).has(Traits::MEASURED) {
            continue;
        }
        if let Some(nested) = body.nested_mut(op) {
            run_on_body(ctx, nested, options, done);
        }
    }
}

/// Simplifies a body, and the bodies below it, as the pass does without options.
pub(super) fn canonicalize_body(ctx: &Context, body: &mut Body) {
    run_on_body(ctx, body, &DEFAULT, &mut Done { counts: [0; 3], converged: true });
}
