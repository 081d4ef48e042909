//! `grappler.h`: the queries of graph optimizers about the graph and its ops; and the queries of `c_api.h` about all ops and
//! kernels.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};

use prost::Message as _;
use tfrt_graphdef::proto::tensorflow::op_info::TensorProperties;
use tfrt_graphdef::proto::tensorflow::{
    AttrValue, GraphDef, KernelDef, KernelList, OpDef, OpDeprecation, OpList, attr_value, kernel_def,
};
use tfrt_graphdef::{NodeProperties, op_def_to_proto, properties};
use tfrt_ops::{name_of_tensorflow, tensorflow_name};

use super::ops::report;
use super::{buffer, exports, text};
use crate::abi::TF_Buffer;
use crate::graph::GrapplerItem;
use crate::handles::{self, Handled};
use crate::kernel::kernels_of;
use crate::ops::{definition, definitions, plugin_op};
use crate::status::{Code, Status};

/// The object behind `TF_GraphProperties`.
#[derive(Debug)]
pub struct GraphProperties {
    item: *const GrapplerItem,
    nodes: BTreeMap<String, NodeProperties>,
}

/// The object behind `TF_FunctionLibraryDefinition`.
#[derive(Debug)]
pub struct FunctionLibrary {
    functions: BTreeMap<String, OpDef>,
}

impl Handled for GraphProperties {
    const NAME: &'static str = "graph properties object";
}

impl Handled for FunctionLibrary {
    const NAME: &'static str = "function library";
}

fn invalid<T>(message: impl Into<String>) -> Result<T, (Code, String)> {
    Err((Code::INVALID_ARGUMENT, message.into()))
}

/// Number of names and of their characters.
///
/// # Safety
/// `count` and `size` are null or have room for a number each.
unsafe fn sizes(names: &[String], count: *mut c_int, size: *mut usize) -> Result<(), (Code, String)> {
    // SAFETY: null or valid, says the header.
    unsafe {
        if let Some(count) = count.as_mut() {
            *count = names.len() as c_int;
        }
        if let Some(size) = size.as_mut() {
            *size = names.iter().map(String::len).sum();
        }
    }
    Ok(())
}

/// Names, packed into the caller's storage.
///
/// # Safety
/// `values` and `lengths` are null or have `count` places, `storage` is null or has `size` bytes.
unsafe fn list(
    names: &[String],
    values: *mut *mut c_char,
    lengths: *mut usize,
    count: c_int,
    storage: *mut c_void,
    size: usize,
) -> Result<(), (Code, String)> {
    let wanted = usize::try_from(count).unwrap_or_default().min(names.len());
    if wanted > 0 && (values.is_null() || lengths.is_null()) {
        return invalid("there is no place for the names");
    }
    let mut used = 0;
    for (index, name) in names.iter().take(wanted).enumerate() {
        if name.len() > size - used || (storage.is_null() && !name.is_empty()) {
            return invalid("Not enough storage to hold the requested list of nodes");
        }
        // SAFETY: the caller gives `count` places in both lists, and `size` bytes of storage.
        unsafe {
            let at = storage.cast::<u8>().add(used);
            std::ptr::copy_nonoverlapping(name.as_ptr(), at, name.len());
            *values.add(index) = at.cast();
            *lengths.add(index) = name.len();
        }
        used += name.len();
    }
    Ok(())
}

/// Uses what an optimizer works on.
fn of_item<R>(
    item: *const GrapplerItem,
    f: impl FnOnce(&GrapplerItem) -> Result<R, (Code, String)>,
) -> Result<R, (Code, String)> {
    handles::try_with(item, |item| f(item)).unwrap_or_else(|| invalid(handles::refusal(item)))
}

/// The properties of a node.
fn of_node(
    found: *const GraphProperties,
    name: &str,
    inputs: bool,
) -> Result<Vec<TensorProperties>, (Code, String)> {
    let of_node = |found: &mut GraphProperties| found.nodes.get(name).cloned();
    let Some(node) = handles::try_with(found, of_node) else { return invalid(handles::refusal(found)) };
    let of_side = |node: NodeProperties| if inputs { node.inputs } else { node.outputs };
    Ok(node.map(of_side).unwrap_or_default())
}

/// # Safety
/// `name` is null or a terminated string, `count` is null or has room for a number.
unsafe fn count_of(
    found: *mut GraphProperties,
    name: *const c_char,
    inputs: bool,
    count: *mut c_int,
) -> Result<(), (Code, String)> {
    // SAFETY: null or valid, says the header.
    unsafe {
        let all = of_node(found, &text(name), inputs)?;
        if let Some(count) = count.as_mut() {
            *count = all.len() as c_int;
        }
    }
    Ok(())
}

/// # Safety
/// `name` is null or a terminated string, `buffers` is null or has `count` buffers or
/// nulls.
unsafe fn fill_list(
    found: *mut GraphProperties,
    name: *const c_char,
    inputs: bool,
    buffers: *mut *mut TF_Buffer,
    count: c_int,
) -> Result<(), (Code, String)> {
    // SAFETY: null or valid, says the header; `count` buffers.
    unsafe {
        let all = of_node(found, &text(name), inputs)?;
        if all.len() as c_int != count || (count > 0 && buffers.is_null()) {
            return invalid(format!("num_values must be {}, but is {count}", all.len()));
        }
        for (index, properties) in all.iter().enumerate() {
            match (*buffers.add(index)).as_mut() {
                Some(buffer) => buffer::fill(buffer, properties.encode_to_vec()),
                None => return invalid("a buffer is null"),
            }
        }
    }
    Ok(())
}

/// The definition of an op, without prefix or with.
fn op_def(name: &str) -> Option<OpDef> {
    definition(&name_of_tensorflow(name)).or_else(|| definition(name)).map(|def| message_of(&def))
}

/// A definition as a message, with what only plugins say of their ops.
fn message_of(def: &tfrt_ops::OpDef) -> OpDef {
    let mut message = op_def_to_proto(def);
    if let Some(op) = plugin_op(&def.name) {
        message.allows_uninitialized_input = op.allows_uninitialized_input;
        message.deprecation = op.deprecated.as_ref().map(|(version, explanation)| OpDeprecation {
            version: *version,
            explanation: explanation.clone(),
        });
    }
    message
}

fn type_list(numbers: &[i32]) -> AttrValue {
    let list = attr_value::ListValue { r#type: numbers.to_vec(), ..Default::default() };
    AttrValue { value: Some(attr_value::Value::List(Box::new(list))) }
}

/// The kernels of an op: those of plugins, and the runtime's own for all that it defines.
fn kernels(op: &str) -> KernelList {
    let mut kernel: Vec<KernelDef> = kernels_of(op)
        .iter()
        .map(|def| KernelDef {
            op: def.op.clone(),
            device_type: def.device.clone(),
            constraint: def
                .constraints
                .iter()
                .map(|(name, numbers)| kernel_def::AttrConstraint {
                    name: name.clone(),
                    allowed_values: Some(type_list(numbers)),
                })
                .collect(),
            host_memory_arg: def.host_memory.clone(),
            label: def.label.clone(),
            priority: def.priority,
        })
        .collect();
    let name = name_of_tensorflow(op);
    let is_own = definition(&name).is_some() && plugin_op(&name).is_none();
    if is_own {
        kernel.push(KernelDef { op: op.to_owned(), device_type: "CPU".into(), ..Default::default() });
    }
    KernelList { kernel }
}

exports! {
    fn TF_GetNodesToPreserveListSize(item: *const GrapplerItem, num_values: *mut c_int, storage_size: *mut usize, status: *mut Status) {
        report(status, of_item(item, |item| sizes(&item.preserve, num_values, storage_size)));
    }

    fn TF_GetNodesToPreserveList(item: *const GrapplerItem, values: *mut *mut c_char, lengths: *mut usize, num_values: c_int, storage: *mut c_void, storage_size: usize, status: *mut Status) {
        report(status, of_item(item, |item| list(&item.preserve, values, lengths, num_values, storage, storage_size)));
    }

    fn TF_GetFetchNodesListSize(item: *const GrapplerItem, num_values: *mut c_int, storage_size: *mut usize, status: *mut Status) {
        report(status, of_item(item, |item| sizes(&item.fetches, num_values, storage_size)));
    }

    fn TF_GetFetchNodesList(item: *const GrapplerItem, values: *mut *mut c_char, lengths: *mut usize, num_values: c_int, storage: *mut c_void, storage_size: usize, status: *mut Status) {
        report(status, of_item(item, |item| list(&item.fetches, values, lengths, num_values, storage, storage_size)));
    }

    fn TF_NewGraphProperties(item: *const GrapplerItem) -> *mut GraphProperties {
        handles::give(GraphProperties { item, nodes: BTreeMap::new() })
    }

    fn TF_DeleteGraphProperties(graph_properties: *mut GraphProperties) {
        handles::delete(graph_properties);
    }

    fn TF_InferStatically(graph_properties: *mut GraphProperties, assume_valid_feeds: u8, aggressive_shape_inference: u8, include_input_tensor_values: u8, include_output_tensor_values: u8, s: *mut Status) {
        // Arguments keep the shapes that the program declares, and nothing is executed.
        let _ = (assume_valid_feeds, aggressive_shape_inference);
        let values = include_input_tensor_values != 0 || include_output_tensor_values != 0;
        let outcome = handles::try_with(graph_properties, |found| {
            let nodes = of_item(found.item, |item| properties(&item.ctx, &item.graph, values).or_else(invalid));
            let mut nodes: BTreeMap<_, _> = nodes?.into_iter().collect();
            for node in nodes.values_mut() {
                if include_input_tensor_values == 0 {
                    node.inputs.iter_mut().for_each(|input| input.value = None);
                }
                if include_output_tensor_values == 0 {
                    node.outputs.iter_mut().for_each(|output| output.value = None);
                }
            }
            found.nodes = nodes;
            Ok(())
        });
        let outcome = outcome.unwrap_or_else(|| invalid(handles::refusal(graph_properties)));
        report(s, outcome);
    }

    fn TF_GetInputPropertiesListSize(graph_properties: *mut GraphProperties, name: *const c_char, num_values: *mut c_int, status: *mut Status) {
        report(status, count_of(graph_properties, name, true, num_values));
    }

    fn TF_GetOutputPropertiesListSize(graph_properties: *mut GraphProperties, name: *const c_char, num_values: *mut c_int, status: *mut Status) {
        report(status, count_of(graph_properties, name, false, num_values));
    }

    fn TF_GetInputPropertiesList(graph_properties: *mut GraphProperties, name: *const c_char, properties: *mut *mut TF_Buffer, num_values: c_int, status: *mut Status) {
        report(status, fill_list(graph_properties, name, true, properties, num_values));
    }

    fn TF_GetOutputPropertiesList(graph_properties: *mut GraphProperties, name: *const c_char, properties: *mut *mut TF_Buffer, num_values: c_int, status: *mut Status) {
        report(status, fill_list(graph_properties, name, false, properties, num_values));
    }

    fn TF_NewFunctionLibraryDefinition(graph_buf: *const TF_Buffer, status: *mut Status) -> *mut FunctionLibrary {
        let graph = GraphDef::decode(buffer::bytes(graph_buf));
        let graph = graph.map_err(|error| (Code::INVALID_ARGUMENT, format!("the buffer holds no graph: {error}")));
        match report(status, graph) {
            None => std::ptr::null_mut(),
            Some(graph) => {
                let all = graph.library.into_iter().flat_map(|library| library.function);
                let functions = all.filter_map(|function| function.signature).map(|def| (def.name.clone(), def));
                handles::give(FunctionLibrary { functions: functions.collect() })
            }
        }
    }

    fn TF_DeleteFunctionLibraryDefinition(fn_lib: *mut FunctionLibrary) {
        handles::delete(fn_lib);
    }

    fn TF_LookUpOpDef(fn_lib: *mut FunctionLibrary, name: *const c_char, buf: *mut TF_Buffer, s: *mut Status) {
        let name = text(name);
        let found = handles::with(fn_lib, |library| library.functions.get(&name).cloned()).flatten().or_else(|| op_def(&name));
        let outcome = match (found, buf.as_mut()) {
            (None, _) => Err((Code::NOT_FOUND, format!("Op type not registered '{name}'"))),
            (Some(_), None) => invalid("the buffer is null"),
            (Some(def), Some(buf)) => {
                buffer::fill(buf, def.encode_to_vec());
                Ok(())
            }
        };
        report(s, outcome);
    }

    fn TF_OpIsStateful(op_type: *const c_char, status: *mut Status) -> c_int {
        let name = text(op_type);
        let found = op_def(&name).ok_or_else(|| (Code::NOT_FOUND, format!("Op type not registered '{name}'")));
        c_int::from(report(status, found).is_some_and(|def| def.is_stateful))
    }

    fn TF_Version() -> *const c_char {
        // The release whose interface this is; plugins compare it with the one that they were made for.
        c"2.21.0".as_ptr()
    }

    fn TF_GetAllOpList() -> *mut TF_Buffer {
        let all = definitions();
        let names = all.names();
        let ops = names.iter().filter(|name| tensorflow_name(name).is_some()).filter_map(|name| all.get(name));
        buffer::new_buffer(OpList { op: ops.map(|def| message_of(&def)).collect() }.encode_to_vec())
    }

    fn TF_GetAllRegisteredKernels(status: *mut Status) -> *mut TF_Buffer {
        report(status, Ok::<(), (Code, String)>(()));
        let names = definitions().names();
        let all = names.iter().filter_map(|name| tensorflow_name(name)).flat_map(|op| kernels(op).kernel);
        buffer::new_buffer(KernelList { kernel: all.collect() }.encode_to_vec())
    }

    fn TF_GetRegisteredKernelsForOp(name: *const c_char, status: *mut Status) -> *mut TF_Buffer {
        report(status, Ok::<(), (Code, String)>(()));
        buffer::new_buffer(kernels(&text(name)).encode_to_vec())
    }
}
