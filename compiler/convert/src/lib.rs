//! The library under front ends: converting a program of one dialect to another, and writing op graphs.
//!
//! The concepts are those of MLIR's dialect conversion:
//! * A [`ConversionTarget`] says which operations may remain: by name, by dialect, or by a function of the operation.
//! * A [`TypeConverter`] maps a type to its replacement types, one, several or none, and converts values between them where
//!   converted and unconverted code meet.
//! * Patterns rewrite one operation each. [`RewritePatterns`] are for the greedy driver; [`ConversionPatterns`] get their
//!   operands converted. Of several patterns for one operation the one with the highest [`Benefit`] is tried first.
//! * [`apply_greedily`] applies patterns and folds until nothing changes; [`Conversion`] applies patterns until the target
//!   accepts every operation, or reports those that it does not accept.
//! * [`isolate`] moves a region that uses outer values into a body of its own, where these values are arguments.
//! * [`graph`] writes op graphs: `corert.executeop` with its handler, attributes, chains and constants, and functions of them.
//!
//! A front end that reads a foreign file writes directly through a [`graph::GraphBuilder`]; one whose programs are MLIR declares
//! its dialect and converts. Passes that only simplify use the greedy driver.
//!
//! ```
//! use tfrt_convert::{Conversion, ConversionPatterns, ConversionTarget, TypeConverter};
//! use tfrt_ir::body::OpState;
//! use tfrt_ir::diagnostics::Diagnostics;
//!
//! # let mut dialects = tfrt_ir::dialect::DialectRegistry::new();
//! # tfrt_dialects::register_all(&mut dialects).unwrap();
//! # let ctx = std::sync::Arc::new(tfrt_ir::Context::with_dialects(dialects));
//! # let text = "func.func @f(%a: i32) -> i32 {\n %0 = arith.addi %a, %a : i32\n tfrt.return %0 : i32\n}\n";
//! # let mut module = tfrt_ir::syntax::parse_module(&ctx, "f", text, &mut Diagnostics::new()).unwrap();
//! let target = ConversionTarget::new().legal_dialects(&["builtin", "func", "tfrt"]).illegal_dialects(&["arith"]);
//! let mut patterns = ConversionPatterns::new();
//! patterns.on("arith.addi", |op, operands, rewriter| {
//!     let view = rewriter.op(op);
//!     let state = OpState::new(view.ctx.ident("tfrt.add.i32"), view.loc());
//!     let state = state.operands(operands.all()).results(&view.result_types().collect::<Vec<_>>());
//!     rewriter.replace_with(op, state);
//!     Ok(())
//! });
//! let (ctx, body) = module.split_mut();
//! Conversion::full(&target, &patterns).run(ctx, body, &mut Diagnostics::new()).unwrap();
//! # assert!(tfrt_ir::syntax::print_module(&module, &Default::default()).contains("tfrt.add.i32"));
//! ```
//!
//! Invariants: a conversion that fails leaves the program unchanged; a driver terminates whatever the patterns do; every
//! report has the location of the operation in the original program.
//!
//! Left to others: the dialects and their patterns, the order in which conversions run, and lowering to files.

mod conversion;
pub mod graph;
mod greedy;
pub mod isolate;
mod pattern;
mod target;
pub mod text_format;
mod types;

pub use conversion::{Conversion, ConversionRewriter, Operands};
pub use greedy::{GreedyOptions, GreedyOutcome, SimplifyRegions, apply_greedily, apply_to_ops};
pub use pattern::{
    Benefit, ConversionPattern, ConversionPatterns, NoMatch, PatternSet, RewritePattern, RewritePatterns,
    Root,
};
pub use target::{ConversionTarget, Legality, TargetIndex};
pub use types::{Converted, Materialize, SignatureConversion, TypeConverter, Types};
