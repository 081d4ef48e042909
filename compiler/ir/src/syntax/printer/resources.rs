//! The resource section behind a program.

use std::fmt::Write as _;

use crate::resources::{ResourceGroup, ResourceValue, Resources};
use crate::syntax::strings::{write_hex, write_keyword_or_string, write_quoted};

/// Writes the section, or nothing if there are no resources. Those with a text of more than `limit` bytes are left out.
pub(super) fn write(resources: &Resources, limit: Option<u64>, out: &mut String) {
    let sections = [("dialect_resources", &resources.dialect), ("external_resources", &resources.external)];
    let sections =
        sections.map(|(name, groups)| (name, groups.iter().filter_map(|group| text(group, limit))));
    let mut separator = "\n{-#\n";
    for (name, groups) in sections {
        let groups: Vec<String> = groups.collect();
        if !groups.is_empty() {
            // Writing to a string does not fail.
            let _ = write!(out, "{separator}  {name}: {{\n{}\n  }}", groups.join(",\n"));
            separator = ",\n";
        }
    }
    if separator == ",\n" {
        out.push_str("\n#-}\n");
    }
}

/// A group with its entries, if one is short enough.
fn text(group: &ResourceGroup, limit: Option<u64>) -> Option<String> {
    let mut text = String::new();
    let mut separator = ": {\n      ";
    for (key, value) in &group.entries {
        let mut entry = String::new();
        match value {
            ResourceValue::Bool(flag) => entry.push_str(if *flag { "true" } else { "false" }),
            ResourceValue::String(text) => write_quoted(&mut entry, text),
            ResourceValue::Blob { alignment, data } => {
                entry.push('"');
                write_hex(&mut entry, &[&alignment.to_le_bytes()[..], data].concat());
                entry.push('"');
            }
        }
        if limit.is_some_and(|limit| entry.len() as u64 > limit) {
            continue;
        }
        text.push_str(separator);
        separator = ",\n      ";
        write_keyword_or_string(&mut text, key);
        text.push_str(": ");
        text.push_str(&entry);
    }
    if text.is_empty() {
        return None;
    }
    let mut name = String::from("    ");
    write_keyword_or_string(&mut name, &group.name);
    Some(format!("{name}{text}\n    }}"))
}
