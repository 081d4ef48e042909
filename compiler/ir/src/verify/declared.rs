//! Verification of an operation's parts against its declaration.

use smallvec::SmallVec;

use super::{OpVerifier, traits};
use crate::attributes::AttrKind;
use crate::diagnostics::Failed;
use crate::dialect::AttrOwner;
use crate::handles::Type;
use crate::op_ref::OpRef;
use crate::opdef::{Arity, OpDefinition, Presence, RegionShape, Traits, ValueDefinition};

/// Checks one operation, without the operations below it.
pub(super) fn check(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    for &attr in op.body.attrs(op.op) {
        verifier.discardable_attr(op, AttrOwner::Operation, attr)?;
    }
    let Some(definition) = op.definition() else { return check_entry_blocks(verifier, op) };
    check_counts(verifier, op, definition)?;
    check_attributes(verifier, op, definition)?;
    check_values(verifier, op, &definition.operands, "operand", Traits::ATTR_SIZED_OPERANDS)?;
    check_values(verifier, op, &definition.results, "result", Traits::ATTR_SIZED_RESULTS)?;
    check_regions(verifier, op, definition)?;
    traits::check(verifier, op, definition)?;
    if let Some(hook) = definition.verify {
        hook(verifier, op).inspect_err(|_| check_message(verifier, definition))?;
    }
    check_entry_blocks(verifier, op)
}

/// Checks that a hook that failed reported one of its declared messages, or that of a discardable attribute's dialect; otherwise its author made
/// a mistake.
fn check_message(verifier: &OpVerifier<'_>, definition: &OpDefinition) {
    if let Some(last) = verifier.diagnostics.iter().next_back().filter(|_| !verifier.refused_attr) {
        debug_assert!(
            definition.declared_message(&last.message).is_some(),
            "{} does not declare that it may say: {}",
            definition.name(),
            last.message
        );
    }
}

fn check_counts(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    definition: &OpDefinition,
) -> Result<(), Failed> {
    let regions = &definition.regions;
    let count = |what: &str, one: &str, declared: usize, open: bool, found: usize| {
        let least = if open { declared.saturating_sub(1) } else { declared };
        if found == least || (open && found > least) {
            return None;
        }
        Some(match (open, declared) {
            (true, _) => format!("expected {least} or more {what}s, but found {found}"),
            (false, 0) => format!("requires zero {what}s"),
            (false, 1) => format!("requires {one} {what}"),
            (false, _) => format!("expected {declared} {what}s"),
        })
    };
    let found = op.body.num_regions(op.op);
    if let Some(message) = count("region", "one", regions.len(), regions.iter().any(|r| r.variadic), found) {
        return Err(verifier.op_error(op, message));
    }
    if let Some(message) = count_values("result", "one", &definition.results, op.num_results()) {
        return Err(verifier.op_error(op, message));
    }
    let successors = &definition.successors;
    let found = op.body.successors(op.op).len();
    let open = successors.iter().any(|s| s.variadic);
    if found < successors.len() - usize::from(open) || (!open && found > successors.len()) {
        let message = match (open, successors.len()) {
            (true, declared) => format!("requires at least {} successors but found {found}", declared - 1),
            (false, 1) => format!("requires 1 successor but found {found}"),
            (false, declared) => format!("requires {declared} successors but found {found}"),
        };
        return Err(verifier.op_error(op, message));
    }
    if let Some(message) = count_values("operand", "a single", &definition.operands, op.num_operands()) {
        return Err(verifier.op_error(op, message));
    }
    Ok(())
}

fn count_values(what: &str, one: &str, definitions: &[ValueDefinition], found: usize) -> Option<String> {
    let fixed = definitions.iter().filter(|d| d.arity == Arity::One).count();
    let open = fixed < definitions.len();
    if found == fixed || (open && found > fixed) {
        return None;
    }
    Some(match (open, fixed) {
        (true, _) => format!("expected {fixed} or more {what}s, but found {found}"),
        (false, 0) => format!("requires zero {what}s"),
        (false, 1) => format!("requires {one} {what}"),
        (false, _) if what == "result" => format!("expected {fixed} results"),
        (false, _) => format!("expected {fixed} {what}s, but found {found}"),
    })
}

fn check_attributes(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    definition: &OpDefinition,
) -> Result<(), Failed> {
    // Missing attributes come first, whichever is declared first.
    for declared in &definition.attributes {
        if matches!(declared.presence, Presence::Required) && op.attr(&declared.name).is_none() {
            return Err(verifier.op_error(op, format!("requires attribute '{}'", declared.name)));
        }
    }
    for declared in &definition.attributes {
        if let Some(attr) = op.attr(&declared.name)
            && !declared.constraint.matches(op.ctx, attr)
        {
            let message = attribute_message(&declared.name, declared.constraint.description());
            return Err(verifier.op_error(op, message));
        }
    }
    Ok(())
}

/// The message for an attribute that does not satisfy its constraint.
pub(crate) fn attribute_message(name: &str, constraint: &str) -> String {
    format!("attribute '{name}' failed to satisfy constraint: {constraint}")
}

fn check_values(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    definitions: &[ValueDefinition],
    what: &str,
    sized: Traits,
) -> Result<(), Failed> {
    let is_operand = what == "operand";
    let count = if is_operand { op.num_operands() } else { op.num_results() };
    let type_at = |index: usize| -> Type {
        let value = if is_operand { op.operand(index) } else { op.body.result(op.op, index) };
        op.value_type(value)
    };
    let ok =
        |definition: &ValueDefinition, index: usize| definition.constraint.matches(op.ctx, type_at(index));
    let mut index = 0;
    // The usual case needs no table of groups.
    if definitions.len() == count && definitions.iter().all(|d| d.arity == Arity::One) {
        for definition in definitions {
            if !ok(definition, index) {
                return Err(wrong_type(verifier, op, what, index, definition, type_at(index)));
            }
            index += 1;
        }
        return Ok(());
    }
    let sizes =
        if op.has(sized) { Some(segment_sizes(verifier, op, definitions, what, count)?) } else { None };
    let Some(groups) = OpDefinition::groups(definitions, count, sizes.as_deref()) else {
        let message =
            format!("{count} {what}s cannot be shared out among {} declared groups", definitions.len());
        return Err(verifier.op_error(op, message));
    };
    for (definition, group) in definitions.iter().zip(groups) {
        for index in group {
            if !ok(definition, index) {
                return Err(wrong_type(verifier, op, what, index, definition, type_at(index)));
            }
        }
    }
    Ok(())
}

fn wrong_type(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    what: &str,
    index: usize,
    definition: &ValueDefinition,
    ty: Type,
) -> Failed {
    let group = if definition.arity == Arity::Variadic { "variadic of " } else { "" };
    let wanted = definition.constraint.description();
    let got = verifier.quoted(op.ctx, ty);
    verifier.op_error(op, format!("{what} #{index} must be {group}{wanted}, but got {got}"))
}

fn segment_sizes(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    definitions: &[ValueDefinition],
    what: &str,
    count: usize,
) -> Result<SmallVec<[usize; 4]>, Failed> {
    let name = format!("{what}SegmentSizes");
    let sizes: Option<SmallVec<[usize; 4]>> = op.attr(&name).and_then(|attr| match op.ctx.attr_kind(attr) {
        AttrKind::DenseArray { elem, data } if *elem == op.ctx.i32() => data
            .chunks_exact(4)
            .map(|bytes| usize::try_from(i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).ok())
            .collect(),
        _ => None,
    });
    let Some(sizes) = sizes else {
        return Err(verifier.op_error(op, format!("requires dense i32 array attribute '{name}'")));
    };
    if sizes.len() != definitions.len() {
        let message = format!(
            "'{name}' attribute for specifying {what} segments must have {} elements, but got {}",
            definitions.len(),
            sizes.len()
        );
        return Err(verifier.op_error(op, message));
    }
    let total: usize = sizes.iter().sum();
    if total != count {
        let message = format!(
            "{what} count ({count}) does not match with the total size ({total}) specified in attribute '{name}'"
        );
        return Err(verifier.op_error(op, message));
    }
    Ok(sizes)
}

fn check_regions(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    definition: &OpDefinition,
) -> Result<(), Failed> {
    for (index, region) in op.regions().enumerate() {
        let Some(declared) = definition.regions.get(index).or(definition.regions.last()) else {
            return Ok(());
        };
        let found = region.blocks().count();
        if definition.has(Traits::SINGLE_BLOCK) && found > 1 {
            return Err(verifier.op_error(op, format!("expects region #{index} to have 0 or 1 blocks")));
        }
        let RegionShape::Blocks(blocks) = declared.shape else { continue };
        if found != blocks {
            let message = format!(
                "region #{index} ('{}') failed to verify constraint: region with {blocks} blocks",
                declared.name
            );
            return Err(verifier.op_error(op, message));
        }
    }
    Ok(())
}

/// Nothing may branch to the first block of a region.
fn check_entry_blocks(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    for region in op.regions() {
        let Some(entry) = region.entry_block() else { continue };
        let mut targets = region.blocks().filter_map(|block| region.body.last_op(block));
        if targets.any(|last| region.body.successors(last).contains(&entry)) {
            verifier.diagnostics.error(op.loc(), "entry block of region may not have predecessors");
            return Err(Failed);
        }
    }
    Ok(())
}
