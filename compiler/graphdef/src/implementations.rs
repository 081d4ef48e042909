//! Functions of which a library has one for each kind of device.
//!
//! A layer or a sampler may be written several times for one purpose, such as a loop for the CPU and one large op for a GPU. Its functions then
//! have the attribute `api_implements` with the same text, and `api_preferred_device` says for which device each is best. A call names any
//! of them. TensorFlow runs the one for the device where the call is, and so does a program here: the one for the CPU. What they
//! compute may differ, as random numbers do.

use rustc_hash::FxHashMap;

use crate::proto::tensorflow::attr_value::Value;
use crate::proto::tensorflow::{FunctionDef, GraphDef, NodeDef};

/// Text that a function has in an attribute.
fn text<'a>(function: &'a FunctionDef, name: &str) -> Option<&'a [u8]> {
    match &function.attr.get(name)?.value {
        Some(Value::S(text)) => Some(text),
        _ => None,
    }
}

/// Functions that calls name, and those for the CPU that do the same.
fn replacements(graph: &GraphDef) -> FxHashMap<String, String> {
    let functions = || graph.library.iter().flat_map(|library| &library.function);
    // Halves of a function and its gradient belong together.
    let alone = |function: &&FunctionDef| {
        !["forward_function_name", "backward_function_name"]
            .iter()
            .any(|name| function.attr.contains_key(*name))
    };
    let for_cpu = |function: &FunctionDef| text(function, "api_preferred_device") == Some(b"CPU");
    let mut best: FxHashMap<&[u8], &FunctionDef> = FxHashMap::default();
    for function in functions().filter(alone).filter(|function| for_cpu(function)) {
        if let Some(purpose) = text(function, "api_implements") {
            best.entry(purpose).or_insert(function);
        }
    }
    functions()
        .filter(alone)
        .filter(|function| !for_cpu(function))
        .filter_map(|function| {
            let (own, other) = (function.signature.as_ref()?, best.get(text(function, "api_implements")?)?);
            let other = other.signature.as_ref()?;
            let same =
                own.input_arg.iter().map(|arg| arg.r#type).eq(other.input_arg.iter().map(|arg| arg.r#type))
                    && own
                        .output_arg
                        .iter()
                        .map(|arg| arg.r#type)
                        .eq(other.output_arg.iter().map(|arg| arg.r#type));
            same.then(|| (own.name.clone(), other.name.clone()))
        })
        .collect()
}

/// Whether a graph has such functions.
pub(crate) fn is_needed(graph: &GraphDef) -> bool {
    let mut functions = graph.library.iter().flat_map(|library| &library.function);
    functions.any(|function| function.attr.contains_key("api_implements")) && !replacements(graph).is_empty()
}

/// Makes calls name the functions for the CPU.
pub(crate) fn replace(graph: &mut GraphDef) {
    let replacements = replacements(graph);
    let rename = |nodes: &mut Vec<NodeDef>| {
        for node in nodes.iter_mut().filter(|node| node.op.ends_with("PartitionedCall")) {
            if let Some(Value::Func(called)) = node.attr.get_mut("f").and_then(|attr| attr.value.as_mut())
                && let Some(other) = replacements.get(&called.name)
            {
                called.name.clone_from(other);
            }
        }
    };
    rename(&mut graph.node);
    for function in graph.library.iter_mut().flat_map(|library| &mut library.function) {
        rename(&mut function.node_def);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextFormat as _;
    use crate::with_plain_nodes;

    #[test]
    fn calls_name_the_function_for_the_processor() {
        let function = |name: &str, more: &str, kind: &str| {
            format!(
                r#"function {{ signature {{ name: "{name}" input_arg {{ name: "x" type: {kind} }} output_arg {{ name: "y" type: DT_FLOAT }} }}
                ret {{ key: "y" value: "x" }} attr {{ key: "api_implements" value {{ s: "sample" }} }} {more} }}"#
            )
        };
        let text = |name: &str, value: &str| format!(r#"attr {{ key: "{name}" value {{ s: "{value}" }} }}"#);
        let call = |name: &str| {
            format!(
                r#"node {{ name: "{name}" op: "PartitionedCall" input: "x" attr {{ key: "f" value {{ func {{ name: "{name}" }} }} }} }}"#
            )
        };
        let library = [
            function("one", "", "DT_FLOAT"),
            function(
                "forward",
                &(text("api_preferred_device", "CPU") + &text("backward_function_name", "b")),
                "DT_FLOAT",
            ),
            function("cpu", &text("api_preferred_device", "CPU"), "DT_FLOAT"),
            function("gpu", &text("api_preferred_device", "GPU"), "DT_FLOAT"),
            function("other", "", "DT_INT32"),
        ];
        let calls = ["one", "cpu", "gpu", "other", "forward"].map(call).concat();
        let graph =
            GraphDef::from_text(&format!("{calls} library {{ {} }}", library.concat())).expect("a graph");
        let graph = with_plain_nodes(&graph).expect("it has several implementations");
        let called = graph.node.iter().map(|node| match &node.attr["f"].value {
            Some(Value::Func(function)) => &*function.name,
            _ => "",
        });
        assert_eq!(called.collect::<Vec<_>>(), ["cpu", "cpu", "cpu", "other", "forward"]);
    }
}
