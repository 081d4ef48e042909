//! A program for each rule that follows from the declaration of an operation alone.
//!
//! The program breaks that rule and none that is checked before it, so rules that are checked later need not hold. The
//! expected message is computed here a second time, independently of the verifier.
//!
//! Rules that no text can break are not listed: a successor in another region and a value without a definition (names are
//! resolved per region), and rules that an earlier one implies (a module has one block, so it has at most one).

use tfrt_ir::opdef::{Arity, AttrDefinition, OpDefinition, Presence, RegionShape, Traits, ValueDefinition};

use super::witness::Witnesses;

/// A program with one mistake.
pub(super) struct Case {
    /// The operation.
    pub op: String,
    /// The rule that is broken, in words.
    pub rule: String,
    /// The program.
    pub text: String,
    /// Where the error is, counted from 1.
    pub line: usize,
    pub col: usize,
    /// The whole message.
    pub message: String,
}

/// The parts of an operation in generic form, as text.
#[derive(Clone)]
struct Parts {
    name: String,
    operands: Vec<String>,
    results: Vec<String>,
    attributes: Vec<(String, String)>,
    regions: Vec<String>,
    successors: usize,
}

/// Where the error is.
enum Place {
    /// At the name of the operation, as nearly all.
    Name,
    /// At the first occurrence of this text.
    Text(&'static str),
}

impl Parts {
    /// An operation of which every declared constraint holds; groups of any number have `group` members.
    fn valid(witnesses: &Witnesses, op: &OpDefinition, group: usize) -> Parts {
        let values = |definitions: &[ValueDefinition]| {
            let count = |definition: &ValueDefinition| if definition.arity == Arity::One { 1 } else { group };
            let types = definitions.iter().map(|definition| {
                std::iter::repeat_n(witnesses.good_type(&definition.constraint), count(definition))
            });
            types.flatten().collect::<Vec<String>>()
        };
        let required = |attr: &&AttrDefinition| matches!(attr.presence, Presence::Required);
        let attributes = op.attribute_definitions().iter().filter(required).map(|attr| {
            let value = if attr.name == "operandSegmentSizes" {
                segments(op, group)
            } else {
                witnesses.good_attribute(&attr.constraint).to_owned()
            };
            (attr.name.to_string(), value)
        });
        let regions = op.region_definitions().iter().filter(|region| !region.variadic);
        Parts {
            name: op.name().to_owned(),
            operands: values(op.operand_definitions()),
            results: values(op.result_definitions()),
            attributes: attributes.collect(),
            regions: regions.map(|region| blocks(region.shape)).collect(),
            successors: op.successor_definitions().iter().filter(|successor| !successor.variadic).count(),
        }
    }

    fn set(mut self, name: &str, value: impl Into<String>) -> Parts {
        self.attributes.retain(|(known, _)| known != name);
        self.attributes.push((name.to_owned(), value.into()));
        self
    }

    /// The text before the operation's name on its line.
    fn before(&self) -> String {
        match self.results.len() {
            0 => String::new(),
            1 => "%r = ".into(),
            count => format!("%r:{count} = "),
        }
    }

    fn text(&self) -> String {
        let operands: Vec<String> = (0..self.operands.len()).map(|index| format!("%{index}")).collect();
        let mut text = format!("{}\"{}\"({})", self.before(), self.name, operands.join(", "));
        if self.successors > 0 {
            text += &format!("[{}]", vec!["^bb1"; self.successors].join(", "));
        }
        if !self.regions.is_empty() {
            text += &format!(" ({})", self.regions.join(", "));
        }
        if !self.attributes.is_empty() {
            let entries: Vec<String> =
                self.attributes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            text += &format!(" {{{}}}", entries.join(", "));
        }
        let (operands, results) = (self.operands.join(", "), self.results.join(", "));
        text + &format!(" : ({operands}) -> ({results})")
    }
}

/// A region of this shape: what is in its blocks is not looked at.
fn blocks(shape: RegionShape) -> String {
    match shape {
        RegionShape::Any => "{}".into(),
        RegionShape::Blocks(count) => region(&vec!["\"tfrt.return\"() : () -> ()"; count]),
    }
}

/// A region with one operation, or nothing, in each block.
fn region(ops: &[&str]) -> String {
    let blocks = ops.iter().enumerate().map(|(index, op)| format!("  ^b{index}:\n    {op}\n"));
    format!("{{\n{}  }}", blocks.collect::<String>())
}

fn segments(op: &OpDefinition, group: usize) -> String {
    let sizes = op.operand_definitions().iter().map(|definition| match definition.arity {
        Arity::One => "1".to_owned(),
        _ => group.to_string(),
    });
    format!("array<i32: {}>", sizes.collect::<Vec<_>>().join(", "))
}

/// Collects the cases of one operation.
struct Cases<'a> {
    op: &'a OpDefinition,
    cases: Vec<Case>,
}

impl Cases<'_> {
    /// A case whose message is about the operation.
    fn op_error(&mut self, rule: impl Into<String>, parts: &Parts, message: &str) {
        let message = format!("'{}' op {message}", self.op.name());
        self.add(rule, parts, &message, Place::Name, "");
    }

    /// The operation at the top of the file if it is a symbol, else in a function; `after` follows it in its block.
    fn add(&mut self, rule: impl Into<String>, parts: &Parts, message: &str, place: Place, after: &str) {
        let values = parts.operands.iter().enumerate();
        let (before, behind, indent) = if self.op.has(Traits::SYMBOL) {
            let values = values.map(|(index, ty)| format!("%{index} = \"x.y\"() : () -> ({ty})\n"));
            (values.collect::<String>(), "\n".to_owned(), "")
        } else {
            let arguments: Vec<String> = values.map(|(index, ty)| format!("%{index}: {ty}")).collect();
            let end =
                if !after.is_empty() || !self.op.has(Traits::TERMINATOR) { "\n  tfrt.return" } else { "" };
            let target = if parts.successors > 0 { "\n^bb1:\n  tfrt.return" } else { "" };
            (
                format!("func.func @f({}) {{\n", arguments.join(", ")),
                format!("{after}{end}{target}\n}}\n"),
                "  ",
            )
        };
        let line = before.matches('\n').count();
        let text = parts.text();
        let (line, col) = match place {
            Place::Name => (line + 1, indent.len() + parts.before().len() + 1),
            Place::Text(wanted) => {
                let at = text.find(wanted).expect("the text is there");
                let lines = text[..at].matches('\n').count();
                let start = text[..at].rfind('\n').map_or(at + indent.len(), |newline| at - newline - 1);
                (line + 1 + lines, start + 1)
            }
        };
        self.cases.push(Case {
            op: self.op.name().to_owned(),
            rule: rule.into(),
            text: format!("{before}{indent}{text}{behind}"),
            line,
            col,
            message: message.to_owned(),
        });
    }
}

/// All cases of an operation.
pub(super) fn cases(witnesses: &Witnesses, op: &OpDefinition) -> Vec<Case> {
    let mut cases = Cases { op, cases: Vec::new() };
    counts(&mut cases, witnesses, op);
    attributes(&mut cases, witnesses, op);
    values(&mut cases, witnesses, op);
    traits(&mut cases, witnesses, op);
    regions(&mut cases, witnesses, op);
    cases.cases
}

/// The message for a number of things that is not the declared one.
fn count_message(what: &str, one: &str, declared: usize, open: bool, found: usize) -> String {
    match (open, declared) {
        (true, _) => format!("expected {declared} or more {what}s, but found {found}"),
        (false, 0) => format!("requires zero {what}s"),
        (false, 1) => format!("requires {one} {what}"),
        (false, _) if what != "operand" => format!("expected {declared} {what}s"),
        (false, _) => format!("expected {declared} {what}s, but found {found}"),
    }
}

/// A number that is not allowed, if there is one: one less, or one where there should be none.
fn wrong_count(declared: usize, open: bool) -> Option<usize> {
    match declared {
        0 if open => None,
        0 => Some(1),
        _ => Some(declared - 1),
    }
}

fn fixed(definitions: &[ValueDefinition]) -> (usize, bool) {
    let fixed = definitions.iter().filter(|definition| definition.arity == Arity::One).count();
    (fixed, fixed < definitions.len())
}

fn counts(cases: &mut Cases<'_>, witnesses: &Witnesses, op: &OpDefinition) {
    let mut valid = writable(Parts::valid(witnesses, op, 0));
    // Types are looked at later.
    valid.operands.fill("i32".into());
    let declared = valid.regions.len();
    let open = op.region_definitions().iter().any(|region| region.variadic);
    if let Some(found) = wrong_count(declared, open) {
        let mut parts = valid.clone();
        parts.regions = vec!["{}".into(); found];
        cases.op_error("regions", &parts, &count_message("region", "one", declared, open, found));
    }
    let (declared, open) = fixed(op.result_definitions());
    if let Some(found) = wrong_count(declared, open) {
        let mut parts = valid.clone();
        parts.results = vec!["i32".into(); found];
        cases.op_error("results", &parts, &count_message("result", "one", declared, open, found));
    }
    let declared = valid.successors;
    let open = op.successor_definitions().iter().any(|successor| successor.variadic);
    if let Some(found) = wrong_count(declared, open) {
        let mut parts = valid.clone();
        parts.successors = found;
        if !op.has(Traits::TERMINATOR) {
            // The parser is faster.
            if !op.has(Traits::SYMBOL) {
                cases.add("successors", &parts, "successors in non-terminator", Place::Text("[^bb1]"), "");
            }
        } else {
            let message = match (open, declared) {
                (true, _) => format!("requires at least {declared} successors but found {found}"),
                (false, 1) => format!("requires 1 successor but found {found}"),
                (false, _) => format!("requires {declared} successors but found {found}"),
            };
            cases.op_error("successors", &parts, &message);
        }
    }
    let (declared, open) = fixed(op.operand_definitions());
    if let Some(found) = wrong_count(declared, open) {
        let mut parts = valid.clone();
        parts.operands = vec!["i32".into(); found];
        cases.op_error("operands", &parts, &count_message("operand", "a single", declared, open, found));
    }
}

fn attributes(cases: &mut Cases<'_>, witnesses: &Witnesses, op: &OpDefinition) {
    let valid = Parts::valid(witnesses, op, 0);
    for attr in op.attribute_definitions() {
        let name = &attr.name;
        if matches!(attr.presence, Presence::Required) {
            let mut parts = valid.clone();
            parts.attributes.retain(|(known, _)| known != name);
            cases.op_error(
                format!("attribute {name} is there"),
                &parts,
                &format!("requires attribute '{name}'"),
            );
        }
        let wanted = attr.constraint.description();
        for bad in witnesses.bad_attributes(&attr.constraint) {
            let parts = valid.clone().set(name, bad);
            let message = format!("attribute '{name}' failed to satisfy constraint: {wanted}");
            cases.op_error(format!("attribute {name} is not {bad}"), &parts, &message);
        }
    }
    if op.has(Traits::ATTR_SIZED_OPERANDS) {
        let groups = op.operand_definitions().len();
        let set = |value: &str| Parts::valid(witnesses, op, 1).set("operandSegmentSizes", value);
        let message = "requires dense i32 array attribute 'operandSegmentSizes'";
        cases.op_error("segment sizes are numbers", &set("[1]"), message);
        let message = format!(
            "'operandSegmentSizes' attribute for specifying operand segments must have {groups} elements, but got 1"
        );
        cases.op_error("a size for each segment", &set("array<i32: 1>"), &message);
        let sizes = format!("array<i32: {}>", vec!["2"; groups].join(", "));
        let message = format!(
            "operand count ({groups}) does not match with the total size ({}) specified in attribute \
             'operandSegmentSizes'",
            2 * groups
        );
        cases.op_error("sizes add up", &set(&sizes), &message);
    }
}

fn values(cases: &mut Cases<'_>, witnesses: &Witnesses, op: &OpDefinition) {
    let valid = Parts::valid(witnesses, op, 1);
    let message = |what: &str, index: usize, definition: &ValueDefinition, bad: &str| {
        let group = if definition.arity == Arity::Variadic { "variadic of " } else { "" };
        format!("{what} #{index} must be {group}{}, but got '{bad}'", definition.constraint.description())
    };
    for (index, definition) in op.operand_definitions().iter().enumerate() {
        if let Some(bad) = witnesses.bad_type(&definition.constraint) {
            let mut parts = valid.clone();
            parts.operands[index] = bad.into();
            // What follows is checked later.
            cases.op_error(
                format!("operand {}", definition.name),
                &writable(parts),
                &message("operand", index, definition, bad),
            );
        }
    }
    for (index, definition) in op.result_definitions().iter().enumerate() {
        if let Some(bad) = witnesses.bad_type(&definition.constraint) {
            let mut parts = valid.clone();
            parts.results[index] = bad.into();
            cases.op_error(
                format!("result {}", definition.name),
                &writable(parts),
                &message("result", index, definition, bad),
            );
        }
    }
}

/// A type that values have but programs cannot spell is left to be a chain, which is wrong too, but checked later.
fn writable(mut parts: Parts) -> Parts {
    for ty in &mut parts.results {
        if is_unwritable(ty) {
            *ty = "!tfrt.chain".into();
        }
    }
    parts
}

/// Whether values have this type, but programs cannot spell it.
pub(super) fn is_unwritable(ty: &str) -> bool {
    ty.contains("!ts.fixed_rank_shape")
}

fn traits(cases: &mut Cases<'_>, witnesses: &Witnesses, op: &OpDefinition) {
    let valid = Parts::valid(witnesses, op, 0);
    if op.has(Traits::TERMINATOR) {
        let (message, what) = match valid.successors {
            0 => (format!("'{}' op must be the last operation in the parent block", op.name()), "terminator"),
            _ => ("operation with block successors must terminate its parent block".into(), "branch"),
        };
        let rule = format!("a {what} is the last of its block");
        cases.add(rule, &valid, &message, Place::Name, "\n  \"tfrt.x\"() : () -> ()");
    }
    if op.has(Traits::SAME_OPERANDS_AND_RESULT_TYPE) {
        let mut parts = valid.clone();
        // The last value, which is an operand if there are no results.
        let (definitions, types) = match op.result_definitions() {
            [] => (op.operand_definitions(), &mut parts.operands),
            results => (results, &mut parts.results),
        };
        let last = definitions.last().expect("an operation with this trait has values");
        let ty = types.last_mut().expect("each of them has a type");
        *ty = witnesses.other_good_type(&last.constraint, ty).unwrap_or("i64").into();
        cases.op_error("one type", &parts, "requires the same type for all operands and results");
    }
    if op.has(Traits::SYMBOL) {
        let named = valid.clone().set("sym_name", "\"a\"");
        let parts = named.clone().set("sym_visibility", "\"hidden\"");
        let message =
            "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"hidden\"";
        cases.op_error("visibility", &parts, message);
        if op.has(Traits::CALLABLE) {
            cases.op_error(
                "declarations are not public",
                &named,
                "symbol declaration cannot have public visibility",
            );
        }
        let inner = named.text().replace('\n', "\n    ");
        let text = format!("func.func @f() {{\n    {inner}\n    tfrt.return\n}}\n");
        cases.cases.push(Case {
            op: op.name().to_owned(),
            rule: "symbols are in symbol tables".into(),
            text,
            line: 2,
            col: 5,
            message: format!("'{}' op symbol's parent must have the SymbolTable trait", op.name()),
        });
        let private = named.set("sym_visibility", "\"private\"").text();
        cases.cases.push(Case {
            op: op.name().to_owned(),
            rule: "a name means one symbol".into(),
            line: private.lines().count() + 1,
            text: format!("{private}\n{private}\n"),
            col: 1,
            message: "redefinition of symbol named 'a'".into(),
        });
    }
}

fn regions(cases: &mut Cases<'_>, witnesses: &Witnesses, op: &OpDefinition) {
    let mut valid = Parts::valid(witnesses, op, 0);
    let jump = "\"x.br\"()[^b1] : () -> ()";
    for (index, declared) in op.region_definitions().iter().enumerate() {
        // Of regions that may be absent there is one.
        if valid.regions.len() <= index {
            let one = || region(&["\"tfrt.return\"() : () -> ()"]);
            valid.regions.push(valid.regions.last().cloned().unwrap_or_else(one));
        }
        let with = |ops: &[&str]| {
            let mut parts = valid.clone();
            parts.regions[index] = region(ops);
            parts
        };
        let two = with(&[jump, "\"tfrt.return\"() : () -> ()"]);
        let name = &declared.name;
        match declared.shape {
            RegionShape::Blocks(count) => {
                assert_eq!(count, 1, "two blocks are wrong");
                let message = format!(
                    "region #{index} ('{name}') failed to verify constraint: region with {count} blocks"
                );
                // More than one is said of the trait.
                let parts = if op.has(Traits::SINGLE_BLOCK) { with(&[]) } else { two };
                cases.op_error(format!("blocks of region {name}"), &parts, &message);
            }
            RegionShape::Any if op.has(Traits::SINGLE_BLOCK) => {
                let message = format!("expects region #{index} to have 0 or 1 blocks");
                cases.op_error(format!("blocks of region {name}"), &two, &message);
            }
            // Signatures of functions come first.
            RegionShape::Any if !op.has_verify_hook() => {
                let message = "entry block of region may not have predecessors";
                let parts = with(&["\"x.br\"()[^b1] : () -> ()", "\"x.br\"()[^b0] : () -> ()"]);
                cases.add(format!("entry of region {name}"), &parts, message, Place::Name, "");
            }
            RegionShape::Any => {}
        }
        if op.has(Traits::NO_REGION_ARGUMENTS) {
            let mut parts = valid.clone();
            parts.regions[index] = "{\n  ^b0(%x: i32):\n    \"tfrt.return\"() : () -> ()\n  }".into();
            cases.op_error(format!("arguments of region {name}"), &parts, "region should have no arguments");
        }
        if op.has(Traits::ISOLATED) {
            let mut parts = with(&["\"x.use\"(%outer) : (i32) -> ()"]);
            parts.operands.clear();
            let rule = format!("region {name} is isolated");
            cases.add(rule, &parts, "use of undeclared SSA value name", Place::Text("%outer"), "");
        }
    }
}
