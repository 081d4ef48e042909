//! The files beside a model in which tensors of it have their elements.

use std::collections::BTreeSet;

use crate::proto::{AttributeProto, GraphProto, ModelProto, NodeProto, SparseTensorProto, TensorProto};

/// The locations that tensors of a model name, wherever they are: initialisers, attributes, inner graphs and functions.
pub fn external_locations(model: &ModelProto) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    model.graph.iter().for_each(|graph| of_graph(graph, &mut found));
    for function in &model.functions {
        of_nodes(&function.node, &mut found);
        of_attributes(&function.attribute_proto, &mut found);
    }
    found
}

// Messages are nested no deeper than the decoder allows.
fn of_graph<'m>(graph: &'m GraphProto, found: &mut BTreeSet<&'m str>) {
    graph.initializer.iter().for_each(|tensor| of_tensor(tensor, found));
    graph.sparse_initializer.iter().for_each(|tensor| of_sparse(tensor, found));
    of_nodes(&graph.node, found);
}

fn of_nodes<'m>(nodes: &'m [NodeProto], found: &mut BTreeSet<&'m str>) {
    nodes.iter().for_each(|node| of_attributes(&node.attribute, found));
}

fn of_attributes<'m>(attributes: &'m [AttributeProto], found: &mut BTreeSet<&'m str>) {
    for attribute in attributes {
        attribute.t.iter().chain(&attribute.tensors).for_each(|tensor| of_tensor(tensor, found));
        attribute.sparse_tensor.iter().for_each(|tensor| of_sparse(tensor, found));
        attribute.g.iter().chain(&attribute.graphs).for_each(|graph| of_graph(graph, found));
    }
}

fn of_sparse<'m>(tensor: &'m SparseTensorProto, found: &mut BTreeSet<&'m str>) {
    tensor.values.iter().chain(&tensor.indices).for_each(|tensor| of_tensor(tensor, found));
}

fn of_tensor<'m>(tensor: &'m TensorProto, found: &mut BTreeSet<&'m str>) {
    let locations = tensor.external_data.iter().filter(|entry| entry.key() == "location");
    found.extend(locations.map(|entry| entry.value()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::{FunctionProto, StringStringEntryProto};

    fn tensor(location: &str) -> TensorProto {
        let entry = |key: &str, value: &str| StringStringEntryProto {
            key: Some(key.to_owned()),
            value: Some(value.to_owned()),
        };
        let external_data = vec![entry("offset", "location"), entry("location", location)];
        TensorProto { external_data, ..TensorProto::default() }
    }

    #[test]
    fn tensors_are_found_wherever_they_are() {
        let node = |attribute| NodeProto { attribute: vec![attribute], ..NodeProto::default() };
        let inner = GraphProto { initializer: vec![tensor("inner")], ..GraphProto::default() };
        let sparse = SparseTensorProto {
            values: Some(tensor("values")),
            indices: Some(tensor("indices")),
            ..SparseTensorProto::default()
        };
        let graph = GraphProto {
            name: Some("location".to_owned()),
            initializer: vec![tensor("a"), tensor("a"), TensorProto::default()],
            sparse_initializer: vec![sparse],
            node: vec![
                node(AttributeProto { g: Some(inner), ..AttributeProto::default() }),
                node(AttributeProto { t: Some(tensor("constant")), ..AttributeProto::default() }),
            ],
            ..GraphProto::default()
        };
        let list = AttributeProto { tensors: vec![tensor("list")], ..AttributeProto::default() };
        let function = FunctionProto { node: vec![node(list)], ..FunctionProto::default() };
        let model = ModelProto { graph: Some(graph), functions: vec![function], ..ModelProto::default() };
        let found: Vec<&str> = external_locations(&model).into_iter().collect();
        assert_eq!(found, ["a", "constant", "indices", "inner", "list", "values"]);
    }
}
