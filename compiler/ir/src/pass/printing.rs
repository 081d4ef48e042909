//! Printing the IR before and after passes.
//!
//! The target of a pass is printed by itself, or ([`RunOptions::print_module_scope`]) as a part of the operation that the pipeline
//! runs on. While the pass runs, the target is detached from that operation. So the manager keeps a copy of the whole and puts the
//! changed target into the copy before it prints; for this, passes run on one thread.
//!
//! Printed IR is one text, or ([`RunOptions::print_tree`]) a tree of files that follows the nesting of the operations: the folder of
//! an operation has one file for each pass on it, with a consecutive number that follows the numbers of the enclosing operations.

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::manager::{RunOptions, RunOutput};
use super::registry::PassInfo;
use crate::body::Body;
use crate::context::Context;
use crate::entity::Op;
use crate::op_ref::OpRef;
use crate::symbol;
use crate::syntax::print_op;

/// The place of an operation below the one that the pipeline runs on.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// The operations on the way to it, each in the body of the one before; none for the outermost.
    path: Vec<Op>,
    /// The folder of its printed IR.
    folder: String,
    /// The prefix of its files' names.
    prefix: String,
}

/// The copy of the whole, as it was when passes began on the operations below some operation.
struct Whole {
    body: Body,
    op: Op,
}

/// Prints the IR of one run.
pub(super) struct Printer<'a> {
    ctx: &'a Context,
    options: &'a RunOptions,
    /// None if operations are printed by themselves.
    whole: Option<Mutex<Whole>>,
    /// The number of files of each operation.
    counts: Mutex<FxHashMap<Vec<Op>, u32>>,
}

impl<'a> Printer<'a> {
    /// A printer for passes on `op`, and its place.
    pub(super) fn new(ctx: &'a Context, options: &'a RunOptions, body: &Body, op: Op) -> (Self, Place) {
        let whole = options.prints_module().then(|| Mutex::new(Whole { body: body.clone(), op }));
        let place = Place { folder: folder_name(OpRef { ctx, body, op }), ..Place::default() };
        (Printer { ctx, options, whole, counts: Mutex::default() }, place)
    }

    /// The place of an operation in the body of that at `outer`.
    pub(super) fn place(&self, outer: &Place, op: OpRef<'_>) -> Place {
        let mut path = outer.path.clone();
        path.push(op.op);
        if !self.options.print_tree {
            return Place { path, ..Place::default() };
        }
        let count = self.counts.lock().get(&outer.path).map_or(0, |count| count - 1);
        let folder = format!("{}/{}", outer.folder, folder_name(op));
        Place { path, folder, prefix: format!("{}{count}_", outer.prefix) }
    }

    /// Records the current state of an operation, before passes run on those below it, and after one is done.
    pub(super) fn note(&self, place: &Place, body: &Body, op: Op) {
        if let Some(whole) = &self.whole {
            self.update(&mut whole.lock(), place, body, op);
        }
    }

    fn update(&self, whole: &mut Whole, place: &Place, body: &Body, op: Op) {
        let (mut outer, mut at) = (&mut whole.body, whole.op);
        for &next in &place.path {
            outer = outer.nested_mut(at).expect("the operations on the way have bodies");
            at = next;
        }
        if let Some(nested) = body.nested(op) {
            outer.take_nested(at);
            outer.put_nested(at, Box::new(nested.clone()));
        }
        outer.set_attrs(self.ctx, at, body.attrs(op));
    }

    fn text(&self, place: &Place, body: &Body, op: Op) -> String {
        match &self.whole {
            None => print_op(OpRef { ctx: self.ctx, body, op }, &self.options.print),
            Some(whole) => {
                let mut whole = whole.lock();
                self.update(&mut whole, place, body, op);
                print_op(OpRef { ctx: self.ctx, body: &whole.body, op: whole.op }, &self.options.print)
            }
        }
    }

    /// Prints if asked to; gives the text if it is needed after the pass.
    pub(super) fn before(
        &self,
        info: &PassInfo,
        place: &Place,
        body: &Body,
        op: Op,
        output: &mut RunOutput,
    ) -> Option<String> {
        let print = self.options.print_before.applies(info);
        let compare = self.options.print_after_change && self.options.print_after.applies(info);
        if !print && !compare {
            return None;
        }
        let text = self.text(place, body, op);
        if print {
            self.dump(output, place, (body, op), "Before", info, "", &text);
        }
        compare.then_some(text)
    }

    /// Prints the result of a pass, if requested; `before` is the IR before it, if unchanged IR is not printed.
    pub(super) fn after(
        &self,
        info: &PassInfo,
        place: &Place,
        (body, op): (&Body, Op),
        before: Option<&str>,
        failed: bool,
        output: &mut RunOutput,
    ) {
        let wanted = self.options.print_after.applies(info) || (failed && self.options.print_after_failure);
        if !wanted {
            return;
        }
        let text = self.text(place, body, op);
        if !failed && before == Some(text.as_str()) {
            return;
        }
        self.dump(output, place, (body, op), "After", info, if failed { " Failed" } else { "" }, &text);
    }

    #[expect(clippy::too_many_arguments, reason = "what a header says")]
    fn dump(
        &self,
        output: &mut RunOutput,
        place: &Place,
        (body, op): (&Body, Op),
        when: &str,
        info: &PassInfo,
        failed: &str,
        text: &str,
    ) {
        let (title, name) = (info.title, info.name);
        let of = match self.whole {
            Some(_) => format!(" ({})", operation(OpRef { ctx: self.ctx, body, op })),
            None => String::new(),
        };
        let text = text.trim_end();
        // As upstream's printer does behind what stands for itself.
        let is_all = self.whole.is_some() || place.path.is_empty();
        let end = if is_all && !self.options.print.local_scope { "\n" } else { "" };
        let dump =
            format!("// -----// IR Dump {when} {title}{failed} ({name}){of} //----- //\n{text}\n{end}\n");
        if !self.options.print_tree {
            output.printed.push_str(&dump);
            return;
        }
        let mut counts = self.counts.lock();
        let count = counts.entry(place.path.clone()).or_default();
        output.files.push((format!("{}/{}{count}_{name}.mlir", place.folder, place.prefix), dump));
        *count += 1;
    }
}

/// An operation as headers and reproducers name it: `'func.func' operation: @f`.
pub(super) fn operation(op: OpRef<'_>) -> String {
    let symbol = symbol::name(op).map(|name| format!(": @{}", op.ctx.str(name)));
    format!("'{}' operation{}", op.name_str(), symbol.unwrap_or_default())
}

/// The folder for an operation: its name and symbol, as far as names of files can say them.
fn folder_name(op: OpRef<'_>) -> String {
    let symbol = symbol::name(op).map_or("no-symbol-name", |name| op.ctx.str(name));
    let text = format!("{}_{symbol}", op.name_str());
    text.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '$') { c } else { '_' }).collect()
}
