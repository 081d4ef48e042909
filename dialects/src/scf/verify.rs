//! The rules of structured branches and loops, with upstream's messages.
//!
//! Values flow along edges: from an operation into its regions, and from the end of a region to the next one or to the results. The
//! types along each edge must agree. More specific mistakes are checked first.

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::verify::OpVerifier;

use super::cases;

/// The messages about edges.
const EDGE_COUNT: &str = "along control flow edge from {} to {}: region branch point has {} operands, but region successor needs {} \
                          inputs";
const EDGE_TYPE: &str = "along control flow edge from {} to {}: successor operand type #{} '{}' should match successor input type #{} \
                         '{}'";
/// The message about the end of a block that may not be written.
const OTHER_END: &str = "expects regions to end with 'scf.yield', found '{}'";
/// The message for a block without operations, of operations whose regions have one block each.
const EMPTY: &str = "expects a non-empty block";

/// Notes to these messages.
const EDGE_NOTE: &str = "region branch point";
const OTHER_END_NOTE: &str = "in custom textual format, the absence of terminator implies 'scf.yield'";
pub(super) const LOOP_END_NOTE: &str = "terminator here";
const SWITCH_NOTE: &str = "see yield operation here";

/// The messages of [`branch`].
pub(super) const BRANCH_MESSAGES: [&str; 6] = [
    "region #{} should have no arguments",
    "must have an else block if defining values",
    EMPTY,
    OTHER_END,
    EDGE_COUNT,
    EDGE_TYPE,
];

/// The messages of [`count`].
pub(super) const COUNT_MESSAGES: [&str; 10] = [
    "failed to verify that all of {lowerBound, upperBound, step} have same type",
    "mismatch in number of loop-carried values and defined values",
    EMPTY,
    OTHER_END,
    "different number of inits and region iter_args: {} != {}",
    "different number of region iter_args and yielded values: {} != {}",
    "{}-th init and {}-th region iter_arg have different type: {} != {}",
    "{}-th region iter_arg and {}-th yielded value have different type: {} != {}",
    "{}-th region iter_arg and {}-th loop result have different type: {} != {}",
    "expected induction variable to be same type as bounds and step",
];
/// The message of [`count`] about a body that gives nothing.
pub(super) const COUNT_EDGE_MESSAGES: [&str; 11] = {
    let mut all = [EDGE_COUNT; 11];
    let mut at = 0;
    while at < COUNT_MESSAGES.len() {
        all[at] = COUNT_MESSAGES[at];
        at += 1;
    }
    all
};

/// The messages of [`repeat`].
pub(super) const REPEAT_MESSAGES: [&str; 5] = [
    EMPTY,
    "expects the 'before' region to terminate with 'scf.condition'",
    "expects the 'after' region to terminate with 'scf.yield'",
    EDGE_COUNT,
    EDGE_TYPE,
];

/// The messages of [`switch`].
pub(super) const SWITCH_MESSAGES: [&str; 5] = [
    "has {} case regions but {} case values",
    "has duplicate case value: {}",
    "expected region to end with scf.yield, but got {}",
    "expected each region to return {} values, but {} returns {}",
    "expected result #{} of each region to be {}",
];

/// The messages of [`execute`].
pub(super) const EXECUTE_MESSAGES: [&str; 4] =
    ["region needs to have at least one block", "region cannot have any arguments", EDGE_COUNT, EDGE_TYPE];

/// The messages of [`end`] and [`condition`].
pub(super) const YIELD_MESSAGES: [&str; 1] = ["expects parent op to be one of '{}'"];
pub(super) const CONDITION_MESSAGES: [&str; 1] = ["expects parent op 'scf.while'"];

/// The operations that `scf.yield` may end.
const YIELDING: [&str; 5] = ["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"];

/// The last operation of the block of a region that has one block.
pub(super) fn last(op: OpRef<'_>, region: usize) -> Option<OpRef<'_>> {
    let region = op.region(region)?;
    let end = region.blocks().last().and_then(|block| region.body.last_op(block))?;
    Some(OpRef { ctx: op.ctx, body: region.body, op: end })
}

pub(super) fn argument_types(op: OpRef<'_>, region: usize) -> Vec<Type> {
    let block = op.region(region).and_then(|region| Some((region.body, region.entry_block()?)));
    block.map_or_else(Vec::new, |(body, block)| {
        body.block_args(block).iter().map(|&argument| body.value_type(argument)).collect()
    })
}

/// Whether an operation is declared and ends no block, which is said of its block.
fn ends_nothing(op: OpRef<'_>) -> bool {
    op.definition().is_some_and(|definition| !definition.has(Traits::TERMINATOR))
}

/// Regions with blocks have operations in them.
fn not_empty(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let has_empty =
        op.regions().any(|region| region.blocks().any(|block| region.body.first_op(block).is_none()));
    if has_empty { Err(verifier.op_error(op, EMPTY)) } else { Ok(()) }
}

/// Regions that have a block end with `scf.yield`. The types of what each gives; nothing for those that are complained about elsewhere.
fn yielded(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<Vec<Option<Vec<Type>>>, Failed> {
    let mut given = Vec::new();
    for index in 0..op.regions().len() {
        let Some(end) = last(op, index) else {
            given.push(None);
            continue;
        };
        if end.name_str() == "scf.yield" {
            given.push(Some(end.operand_types().collect()));
        } else if ends_nothing(end) || end.name_str() == "scf.condition" {
            given.push(None);
        } else {
            let message = format!("expects regions to end with 'scf.yield', found '{}'", end.name_str());
            return Err(verifier.op_error_with_notes(op, message, [(op.loc(), OTHER_END_NOTE.to_owned())]));
        }
    }
    Ok(given)
}

/// The place where an edge starts, as messages call it.
fn place(end: Option<OpRef<'_>>) -> String {
    end.map_or("parent".to_owned(), |end| format!("Operation {}", end.name_str()))
}

/// A region of a switch, as messages call it.
fn region_name(index: usize) -> String {
    match index.checked_sub(1) {
        None => "default region".to_owned(),
        Some(case) => format!("case region #{case}"),
    }
}

/// A note about the end of a region of a switch.
fn what_it_gives(region: &str, ty: &str) -> String {
    format!("{region} returns {ty} here")
}

/// Checks the values along one edge.
fn edge(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    (end, to): (Option<OpRef<'_>>, &str),
    given: &[Type],
    wanted: &[Type],
) -> Result<(), Failed> {
    let from = place(end);
    let mut complain = |message: String| {
        let note = (end.unwrap_or(op).loc(), EDGE_NOTE.to_owned());
        let message = format!("along control flow edge from {from} to {to}: {message}");
        Err(verifier.op_error_with_notes(op, message, [note]))
    };
    if given.len() != wanted.len() {
        return complain(format!(
            "region branch point has {} operands, but region successor needs {} inputs",
            given.len(),
            wanted.len()
        ));
    }
    match given.iter().zip(wanted).position(|(given, wanted)| given != wanted) {
        None => Ok(()),
        Some(index) => {
            let [given, wanted] = [given[index], wanted[index]].map(|ty| type_to_string(op.ctx, ty));
            complain(format!(
                "successor operand type #{index} '{given}' should match successor input type #{index} '{wanted}'"
            ))
        }
    }
}

pub(super) fn branch(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    if let Some(index) = (0..2).find(|&index| !argument_types(op, index).is_empty()) {
        return Err(verifier.op_error(op, format!("region #{index} should have no arguments")));
    }
    not_empty(verifier, op)?;
    let results: Vec<Type> = op.result_types().collect();
    if !results.is_empty() && op.region(1).is_some_and(|region| region.entry_block().is_none()) {
        return Err(verifier.op_error(op, "must have an else block if defining values"));
    }
    for (index, given) in yielded(verifier, op)?.iter().enumerate() {
        if let Some(given) = given {
            edge(verifier, op, (last(op, index), "parent"), given, &results)?;
        }
    }
    Ok(())
}

pub(super) fn count(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let types: Vec<Type> = op.operand_types().collect();
    let results: Vec<Type> = op.result_types().collect();
    let (bound, inits) = (types[0], &types[3..]);
    not_empty(verifier, op)?;
    if types[1..3].iter().any(|ty| *ty != bound) {
        return Err(verifier.op_error(op, COUNT_MESSAGES[0]));
    }
    if inits.len() != results.len() {
        return Err(verifier.op_error(op, COUNT_MESSAGES[1]));
    }
    let given = yielded(verifier, op)?.remove(0);
    let arguments = argument_types(op, 0);
    let carried = arguments.get(1..).unwrap_or_default();
    if inits.len() + 1 != arguments.len() {
        let found = (arguments.len() as u64).wrapping_sub(1);
        let message = format!("different number of inits and region iter_args: {} != {found}", inits.len());
        return Err(verifier.op_error(op, message));
    }
    let Some(given) = given else { return Ok(()) };
    if !given.is_empty() && given.len() != carried.len() {
        let message = format!(
            "different number of region iter_args and yielded values: {} != {}",
            carried.len(),
            given.len()
        );
        return Err(verifier.op_error(op, message));
    }
    let mut differ = |index: usize, left: &str, right: &str, types: [Type; 2]| {
        let [one, other] = types.map(|ty| verifier.quoted(op.ctx, ty));
        let message =
            format!("{index}-th {left} and {index}-th {right} have different type: {one} != {other}");
        Err(verifier.op_error(op, message))
    };
    for (index, &ty) in carried.iter().enumerate() {
        if inits[index] != ty {
            return differ(index, "init", "region iter_arg", [inits[index], ty]);
        }
        if let Some(&given) = given.get(index).filter(|given| **given != ty) {
            return differ(index, "region iter_arg", "yielded value", [ty, given]);
        }
    }
    if let Some(index) = (0..carried.len()).find(|&index| carried[index] != results[index]) {
        return differ(index, "region iter_arg", "loop result", [carried[index], results[index]]);
    }
    edge(verifier, op, (last(op, 0), "Region #0"), &given, carried)?;
    if arguments[0] != bound {
        return Err(verifier.op_error(op, COUNT_MESSAGES[9]));
    }
    Ok(())
}

/// The values that the end of a region of a loop gives on, if it is the operation of this name.
fn loop_end(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    region: usize,
    (name, message): (&str, &str),
) -> Result<Vec<Type>, Failed> {
    let end = last(op, region);
    match end {
        Some(end) if end.name_str() == name => Ok(end.operand_types().collect()),
        _ => {
            let note = end.map(|end| (end.loc(), LOOP_END_NOTE.to_owned()));
            Err(verifier.op_error_with_notes(op, message, note))
        }
    }
}

pub(super) fn repeat(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    not_empty(verifier, op)?;
    let condition = loop_end(verifier, op, 0, ("scf.condition", REPEAT_MESSAGES[1]))?;
    let next = loop_end(verifier, op, 1, ("scf.yield", REPEAT_MESSAGES[2]))?;
    let inits: Vec<Type> = op.operand_types().collect();
    let results: Vec<Type> = op.result_types().collect();
    let (before, after) = (argument_types(op, 0), argument_types(op, 1));
    let passed = condition.get(1..).unwrap_or_default();
    edge(verifier, op, (None, "Region #0"), &inits, &before)?;
    edge(verifier, op, (last(op, 0), "parent"), passed, &results)?;
    edge(verifier, op, (last(op, 0), "Region #1"), passed, &after)?;
    edge(verifier, op, (last(op, 1), "Region #0"), &next, &before)
}

pub(super) fn switch(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let cases = cases(op);
    let regions = op.regions().len() - 1;
    if cases.len() != regions {
        let message = format!("has {regions} case regions but {} case values", cases.len());
        return Err(verifier.op_error(op, message));
    }
    if let Some(case) = (1..cases.len()).find(|&index| cases[..index].contains(&cases[index])) {
        return Err(verifier.op_error(op, format!("has duplicate case value: {}", cases[case])));
    }
    let results: Vec<Type> = op.result_types().collect();
    for index in 0..=regions {
        let Some(end) = last(op, index) else { continue };
        let region = region_name(index);
        if end.name_str() != "scf.yield" {
            let message = format!("expected region to end with scf.yield, but got {}", end.name_str());
            return Err(verifier.op_error(op, message));
        }
        let given: Vec<Type> = end.operand_types().collect();
        if given.len() != results.len() {
            let message = format!(
                "expected each region to return {} values, but {region} returns {}",
                results.len(),
                given.len()
            );
            return Err(verifier.op_error_with_notes(op, message, [(end.loc(), SWITCH_NOTE.to_owned())]));
        }
        if let Some(index) = (0..given.len()).find(|&index| given[index] != results[index]) {
            let wanted = verifier.quoted(op.ctx, results[index]);
            let message = format!("expected result #{index} of each region to be {wanted}");
            let note = what_it_gives(&region, &verifier.quoted(op.ctx, given[index]));
            return Err(verifier.op_error_with_notes(op, message, [(end.loc(), note)]));
        }
    }
    Ok(())
}

pub(super) fn execute(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(region) = op.region(0) else { return Ok(()) };
    if region.entry_block().is_none() {
        return Err(verifier.op_error(op, "region needs to have at least one block"));
    }
    if !argument_types(op, 0).is_empty() {
        return Err(verifier.op_error(op, "region cannot have any arguments"));
    }
    let results: Vec<Type> = op.result_types().collect();
    let ends = region.blocks().filter_map(|block| region.body.last_op(block));
    for end in ends.map(|end| OpRef { ctx: op.ctx, body: region.body, op: end }) {
        if end.name_str() == "scf.yield" {
            let given: Vec<Type> = end.operand_types().collect();
            edge(verifier, op, (Some(end), "parent"), &given, &results)?;
        }
    }
    Ok(())
}

pub(super) fn end(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    match verifier.parent(op) {
        Some(parent) if !YIELDING.contains(&parent.name_str()) => {
            let message = format!("expects parent op to be one of '{}'", YIELDING.join(", "));
            Err(verifier.op_error(op, message))
        }
        _ => Ok(()),
    }
}

pub(super) fn condition(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    match verifier.parent(op) {
        Some(parent) if parent.name_str() != "scf.while" => Err(verifier.op_error(op, CONDITION_MESSAGES[0])),
        _ => Ok(()),
    }
}
