//! Names of nodes, and the strings that refer to their outputs.

use rustc_hash::FxHashMap;

use crate::proto::tensorflow::FunctionDefLibrary;

/// Hands out names that no two nodes share.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Names in use, with the number to try next for those that are wanted again.
    taken: FxHashMap<String, u32>,
}

impl Names {
    /// Takes `wanted`, or `wanted_1`, `wanted_2`, … when it is taken.
    pub(crate) fn unique(&mut self, wanted: &str) -> String {
        let wanted = valid(wanted);
        if !self.taken.contains_key(&wanted) {
            self.taken.insert(wanted.clone(), 1);
            return wanted;
        }
        loop {
            let next = self.taken.entry(wanted.clone()).or_insert(1);
            let name = format!("{wanted}_{next}");
            *next += 1;
            if !self.taken.contains_key(&name) {
                self.taken.insert(name.clone(), 1);
                return name;
            }
        }
    }
}

/// The name with what no node's name may have replaced.
fn valid(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '\\' | '/' | '>' | '-');
    let mut out: String = name.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    if !out.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.') {
        out.insert(0, '.');
    }
    out
}

/// The reference in an input string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference<'a> {
    /// `^name`: the node must run before.
    Control(&'a str),
    /// `name` or `name:1`: an output by number, or, in functions, an argument.
    Output(&'a str, u32),
    /// `name:out:1`, in functions: one of the tensors of a named output.
    Named(&'a str, &'a str, u32),
}

/// Reads an input string.
pub fn reference(input: &str) -> Option<Reference<'_>> {
    if let Some(name) = input.strip_prefix('^') {
        return (!name.is_empty() && !name.contains(':')).then_some(Reference::Control(name));
    }
    let mut parts = input.split(':');
    let name = parts.next().filter(|name| !name.is_empty())?;
    let reference = match (parts.next(), parts.next()) {
        (None, _) => Reference::Output(name, 0),
        (Some(number), None) => match number.parse() {
            Ok(number) => Reference::Output(name, number),
            Err(_) => Reference::Named(name, number, 0),
        },
        (Some(output), Some(number)) => Reference::Named(name, output, number.parse().ok()?),
    };
    parts.next().is_none().then_some(reference)
}

/// The library with outputs of nodes that call its functions by their names referred to by number; `None` if they are so already. Names of such
/// outputs mean nothing without the library, numbers do.
#[must_use]
pub fn with_numbered_outputs(library: &FunctionDefLibrary) -> Option<FunctionDefLibrary> {
    let mut outputs: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for signature in library.function.iter().filter_map(|function| function.signature.as_ref()) {
        outputs.insert(&signature.name, signature.output_arg.iter().map(|output| &*output.name).collect());
    }
    let mut new: Option<FunctionDefLibrary> = None;
    for (at, function) in library.function.iter().enumerate() {
        let callees: FxHashMap<&str, &[&str]> = function
            .node_def
            .iter()
            .filter_map(|node| Some((&*node.name, &**outputs.get(&*node.op)?)))
            .collect();
        let numbered = |input: &str| {
            let Some(Reference::Named(name, output, number)) = reference(input) else { return None };
            let first = callees.get(name)?.iter().position(|one| *one == output)?;
            Some(format!("{name}:{}", first + number as usize))
        };
        let inputs = function.node_def.iter().flat_map(|node| &node.input);
        if !inputs.chain(function.ret.values()).any(|input| numbered(input).is_some()) {
            continue;
        }
        let new = &mut new.get_or_insert_with(|| library.clone()).function[at];
        let inputs = new.node_def.iter_mut().flat_map(|node| &mut node.input);
        for input in inputs.chain(new.ret.values_mut()) {
            if let Some(numbered) = numbered(input) {
                *input = numbered;
            }
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_valid() {
        let mut names = Names::default();
        assert_eq!(names.unique("a"), "a");
        assert_eq!(names.unique("a_1"), "a_1");
        assert_eq!(names.unique("a"), "a_2");
        assert_eq!(names.unique("a"), "a_3");
        assert_eq!(names.unique("_x y"), "._x_y");
        assert_eq!(names.unique(""), ".");
    }

    #[test]
    fn outputs_of_calls_by_name_get_numbers() {
        use crate::proto::tensorflow::op_def::ArgDef;
        use crate::proto::tensorflow::{FunctionDef, NodeDef, OpDef};
        let function = |name: &str, op: &str, result: &str| FunctionDef {
            signature: Some(OpDef {
                name: name.to_owned(),
                output_arg: ["a", "b"]
                    .map(|name| ArgDef { name: name.to_owned(), ..ArgDef::default() })
                    .into(),
                ..OpDef::default()
            }),
            node_def: vec![NodeDef { name: "call".into(), op: op.to_owned(), ..NodeDef::default() }],
            ret: [("a".to_owned(), "call:a:0".to_owned()), ("b".to_owned(), result.to_owned())].into(),
            ..FunctionDef::default()
        };
        let library = FunctionDefLibrary {
            function: vec![function("inner", "Other", "call:b:0"), function("outer", "inner", "call:b:0")],
            ..FunctionDefLibrary::default()
        };
        let new = with_numbered_outputs(&library).expect("outputs have names");
        assert_eq!(new.function[0], library.function[0]);
        assert_eq!(new.function[1].ret.values().collect::<Vec<_>>(), ["call:0", "call:1"]);
        assert!(with_numbered_outputs(&new).is_none());
    }

    #[test]
    fn references_have_three_forms() {
        assert_eq!(reference("a/b"), Some(Reference::Output("a/b", 0)));
        assert_eq!(reference("a:2"), Some(Reference::Output("a", 2)));
        assert_eq!(reference("^a"), Some(Reference::Control("a")));
        assert_eq!(reference("a:out:3"), Some(Reference::Named("a", "out", 3)));
        for wrong in ["", "^", ":1", "a:b:c", "a:b:1:2", "^a:1"] {
            assert_eq!(reference(wrong), None, "{wrong}");
        }
    }
}
