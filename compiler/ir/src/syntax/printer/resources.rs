//! The resource section behind a program.

use std::fmt::Write as _;

use crate::resources::{ResourceGroup, ResourceValue, Resources};
use crate::syntax::strings::{write_hex, write_keyword_or_string, write_quoted};

/// Writes the section, or nothing if there are no resources.
pub(super) fn write(resources: &Resources, out: &mut String) {
    if resources.is_empty() {
        return;
    }
    out.push_str("\n{-#\n");
    let sections = [("dialect_resources", &resources.dialect), ("external_resources", &resources.external)];
    let mut separator = "";
    for (name, groups) in sections.into_iter().filter(|(_, groups)| !groups.is_empty()) {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{separator}  {name}: {{");
        separator = ",\n";
        for (index, group) in groups.iter().enumerate() {
            write_group(group, out);
            out.push_str(if index + 1 < groups.len() { ",\n" } else { "\n" });
        }
        out.push_str("  }");
    }
    out.push_str("\n#-}\n");
}

fn write_group(group: &ResourceGroup, out: &mut String) {
    out.push_str("    ");
    write_keyword_or_string(out, &group.name);
    out.push_str(": {\n");
    for (index, (key, value)) in group.entries.iter().enumerate() {
        out.push_str("      ");
        write_keyword_or_string(out, key);
        out.push_str(": ");
        match value {
            ResourceValue::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
            ResourceValue::String(text) => write_quoted(out, text),
            ResourceValue::Blob { alignment, data } => {
                out.push('"');
                write_hex(out, &[&alignment.to_le_bytes()[..], data].concat());
                out.push('"');
            }
        }
        out.push_str(if index + 1 < group.entries.len() { ",\n" } else { "\n" });
    }
    out.push_str("    }");
}
