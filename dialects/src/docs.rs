//! The reference pages of the dialects, generated from the declarations.
//!
//! A page is a function of the registry alone, so a test can check that the pages in `docs/dialects` are current. Members of a
//! family (`tfrt.add.i32`, `tfrt.add.i64`) share an entry.

use std::collections::HashMap;
use std::fmt::Write as _;

use tfrt_ir::dialect::{Dialect, DialectRegistry};
use tfrt_ir::opdef::{Arity, OpDefinition, Presence, ValueDefinition};

use crate::vocabulary::{ATTRIBUTES, TYPES, Word};

/// Suffixes that make an operation the member of a family.
const FAMILY_SUFFIXES: &[&str] = &[
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "f16",
    "bf16",
    "f32",
    "f64",
    "bool",
    "complex64",
    "complex128",
    "0",
    "1",
    "2",
    "3",
    "4",
];

/// The page of a dialect, as Markdown.
pub fn page(registry: &DialectRegistry, dialect: &Dialect) -> String {
    let mut out = String::new();
    let name = dialect.name();
    let _ = writeln!(out, "# Dialect `{name}`\n\n{}\n", dialect.summary_text());
    let _ = writeln!(out, "<!-- Written from the declarations in `dialects/`; change those. -->\n");
    let accepts = |what: &str, accepted: bool| match accepted {
        true => format!("Undeclared {what} are accepted"),
        false => format!("Undeclared {what} are errors"),
    };
    let _ = writeln!(
        out,
        "{}. {}.\n",
        accepts("operations", dialect.allows_unknown_ops()),
        accepts("types", dialect.allows_unknown_types()),
    );
    words(&mut out, "type", name, TYPES);
    words(&mut out, "attribute", name, ATTRIBUTES);
    let mut families: Vec<(&str, Vec<&OpDefinition>)> = Vec::new();
    for op in registry.ops().filter(|op| op.dialect() == name) {
        let stem = family(op.name());
        match families.iter_mut().find(|(known, members)| *known == stem && same_shape(members[0], op)) {
            Some((_, members)) => members.push(op),
            None => families.push((stem, vec![op])),
        }
    }
    if families.is_empty() {
        let _ = writeln!(out, "The dialect has no operations.");
    }
    families.sort_by_key(|(stem, _)| *stem);
    let mut listed = HashMap::new();
    for (stem, members) in families {
        entry(&mut out, stem, &members, &mut listed);
    }
    out
}

fn words(out: &mut String, what: &str, dialect: &str, words: &[Word]) {
    let mut words = words.iter().filter(|word| word.dialect == dialect).peekable();
    if words.peek().is_none() {
        return;
    }
    let _ = writeln!(out, "| {what} | meaning |\n|--|--|");
    for word in words {
        let _ = writeln!(out, "| `{}` | {} |", word.spelling, word.meaning);
    }
    out.push('\n');
}

/// The common part of the names of a family of operations: all but the element types and ranks at the end.
pub fn family(name: &str) -> &str {
    let mut stem = name;
    while let Some((rest, suffix)) = stem.rsplit_once('.')
        && FAMILY_SUFFIXES.contains(&suffix)
        && rest.contains('.')
    {
        stem = rest;
    }
    stem
}

/// Whether two members differ in nothing but element types.
fn same_shape(a: &OpDefinition, b: &OpDefinition) -> bool {
    let names = |op: &OpDefinition| {
        let values = op
            .operand_definitions()
            .iter()
            .chain(op.result_definitions())
            .map(|value| value.name.to_string());
        values.chain(op.attribute_definitions().iter().map(|attr| attr.name.to_string())).collect::<Vec<_>>()
    };
    names(a) == names(b) && a.format_text() == b.format_text() && a.all_traits() == b.all_traits()
}

/// The lists of messages that an entry has, by their addresses, with the title of that entry.
type Listed = HashMap<*const &'static str, String>;

fn entry(out: &mut String, stem: &str, members: &[&OpDefinition], listed: &mut Listed) {
    /// Messages that operations share are listed once if there are so many.
    const MANY: usize = 24;
    let op = members[0];
    let title = if members.len() == 1 { op.name().to_owned() } else { format!("{stem}.*") };
    let _ = writeln!(out, "## `{title}`\n\n{}\n", op.summary_text());
    if !op.description_text().is_empty() {
        let _ = writeln!(out, "{}\n", op.description_text());
    }
    if members.len() > 1 {
        let suffixes: Vec<String> =
            members.iter().map(|op| format!("`{}`", &op.name()[stem.len() + 1..])).collect();
        let _ = writeln!(out, "Members: {}. What follows is that of `{}`.\n", suffixes.join(", "), op.name());
    }
    if let Some(format) = op.format_text() {
        let _ = writeln!(out, "Syntax: `` {} {format} ``\n", op.name());
    }
    let traits: Vec<String> = op
        .all_traits()
        .names()
        .map(|name| name.to_lowercase().replace('_', " "))
        .filter(|name| name != "isolated")
        .collect();
    if !traits.is_empty() {
        let _ = writeln!(out, "Traits: {}.\n", traits.join(", "));
    }
    values(out, "operand", op.operand_definitions());
    values(out, "result", op.result_definitions());
    if !op.attribute_definitions().is_empty() {
        let _ = writeln!(out, "| attribute | | |\n|--|--|--|");
        for attr in op.attribute_definitions() {
            let presence = match &attr.presence {
                Presence::Required => "required",
                Presence::Optional => "optional",
                Presence::Default(_) | Presence::OptionalWithDefault(_) => "has a default",
            };
            let _ = writeln!(out, "| `{}` | {} | {presence} |", attr.name, attr.constraint.description());
        }
        out.push('\n');
    }
    let messages = op.declared_messages();
    let before = (messages.len() >= MANY).then(|| listed.get(&messages.as_ptr())).flatten();
    if let Some(before) = before {
        let _ = writeln!(out, "Errors besides those that follow from the above: those of `{before}`.\n");
    } else if !messages.is_empty() {
        listed.insert(messages.as_ptr(), title);
        let _ = writeln!(out, "Errors besides those that follow from the above:\n");
        for message in messages {
            let _ = writeln!(out, "- `{}`", message.replace("{}", "…"));
        }
        out.push('\n');
    }
    if !op.region_definitions().is_empty() {
        let regions: Vec<String> =
            op.region_definitions().iter().map(|region| format!("`{}`", region.name)).collect();
        let _ = writeln!(out, "Regions: {}.\n", regions.join(", "));
    }
}

fn values(out: &mut String, what: &str, values: &[ValueDefinition]) {
    if values.is_empty() {
        return;
    }
    let _ = writeln!(out, "| {what} | type |\n|--|--|");
    for value in values {
        let count = match value.arity {
            Arity::One => "",
            Arity::Optional => ", optional",
            Arity::Variadic => ", any number",
        };
        let _ = writeln!(out, "| `{}` | {}{count} |", value.name, value.constraint.description());
    }
    out.push('\n');
}
