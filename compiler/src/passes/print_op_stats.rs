//! Prints the number of operations of each name to standard error.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};

pub(super) const INFO: PassInfo = PassInfo {
    name: "print-op-stats",
    title: "PrintOpStats",
    summary: "Prints how many operations of each name there are",
    anchor: Anchor::Any,
    group: None,
    options: &[OptionInfo { name: "json", summary: "Print JSON", default: "false" }],
    statistics: &[],
    build: |options| Ok(Box::new(PrintOpStats { json: options.flag("json")? })),
};

struct PrintOpStats {
    json: bool,
}

impl Pass for PrintOpStats {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx = cx.ctx;
        let top = OpRef { ctx, body: target.body, op: target.op };
        let mut counts: BTreeMap<&str, u64> = BTreeMap::from([(top.name_str(), 1)]);
        for region in top.regions() {
            region.body.walk_region(region.region, &mut |body, op| {
                *counts.entry((OpRef { ctx, body, op }).name_str()).or_default() += 1;
            });
        }
        let text = if self.json { as_json(&counts) } else { as_table(&counts) };
        // A stream that is closed loses the table, as it loses messages.
        drop(std::io::stderr().lock().write_all(text.as_bytes()));
        Ok(())
    }
}

fn as_json(counts: &BTreeMap<&str, u64>) -> String {
    let lines: Vec<String> = counts.iter().map(|(name, count)| format!("  \"{name}\" : {count}")).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// One line an operation, with the dots below one another.
fn as_table(counts: &BTreeMap<&str, u64>) -> String {
    let split = |name: &str| -> (usize, usize) {
        name.split_once('.').map_or((0, name.len()), |(dialect, op)| (dialect.len(), op.len()))
    };
    // Columns are for people; those of longer names are not straight.
    let widest = |part: fn((usize, usize)) -> usize| {
        counts.keys().map(|name| part(split(name))).max().unwrap_or(0).min(1000)
    };
    let (dialects, ops) = (widest(|(dialect, _)| dialect), widest(|(_, op)| op));
    let mut text = format!("Operations encountered:\n{}\n", "-".repeat(23));
    for (name, count) in counts {
        let line = match name.split_once('.') {
            Some((dialect, op)) => format!("  {dialect:>dialects$}.{op:ops$} , {count}"),
            None => format!("  {:dialects$} {name:ops$} , {count}", ""),
        };
        // Writing to a string does not fail.
        let _written = writeln!(text, "{line}");
    }
    text
}
