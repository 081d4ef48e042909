//! Functions that are declared but not supported: they answer UNIMPLEMENTED with their name.
//!
//! Plugins are bound eagerly, so each function that a header declares must exist. These are the graph and session interface, and
//! functions that would need a distributed runtime. A call with a status reports there; a call without one writes a line to the
//! log, once.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};

use tfrt_executor::output::{Severity, log};

use super::{Address, Table};
use crate::abi::{Nothing, Ptr, TF_AttrMetadata, TF_Buffer, TF_Input, TF_Output, TF_WhileParams};
use crate::status::{Code, Status as TfStatus};

type Status = *mut TfStatus;

#[cold]
fn say(name: &str, said: &AtomicBool) {
    if !said.swap(true, Ordering::Relaxed) {
        log(Severity::Error, file!(), line!(), &format!("UNIMPLEMENTED: {name} is not supported"));
    }
}

/// # Safety
/// `status` is null or a status that nothing else uses.
#[cold]
unsafe fn tell(name: &str, status: Status) {
    // SAFETY: the caller passes null or a status.
    if let Some(status) = unsafe { status.as_mut() } {
        status.set(Code::UNIMPLEMENTED, format!("{name} is not supported"));
    }
}

macro_rules! unsupported {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) $(-> $ret:ty)? $(=> $status:ident)?;)*) => {
        $(
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name($($arg: $ty),*) $(-> $ret)? {
                let _ = ($(&$arg,)*);
                unsupported!(@report $name $($status)?);
                Nothing::NOTHING
            }
        )*
        /// The functions of this file.
        pub const TABLE: Table = &[$((stringify!($name), Address::new($name as *const ())),)*];
    };
    (@report $name:ident) => {{
        static SAID: AtomicBool = AtomicBool::new(false);
        say(stringify!($name), &SAID)
    }};
    (@report $name:ident $status:ident) => {
        // SAFETY: null or a status, says the header.
        unsafe { tell(stringify!($name), $status) }
    };
}

unsupported! {
    // c_api.h
    fn TF_NewSessionOptions() -> Ptr;
    fn TF_SetTarget(options: Ptr, target: Ptr);
    fn TF_SetConfig(options: Ptr, proto: Ptr, proto_len: usize, status: Status) => status;
    fn TF_DeleteSessionOptions(a0: Ptr);
    fn TF_NewGraph() -> Ptr;
    fn TF_DeleteGraph(a0: Ptr);
    fn TF_GraphSetTensorShape(graph: Ptr, output: TF_Output, dims: Ptr, num_dims: c_int, status: Status) => status;
    fn TF_GraphGetTensorNumDims(graph: Ptr, output: TF_Output, status: Status) -> c_int => status;
    fn TF_GraphGetTensorShape(graph: Ptr, output: TF_Output, dims: Ptr, num_dims: c_int, status: Status) => status;
    fn TF_NewOperationLocked(graph: Ptr, op_type: Ptr, oper_name: Ptr) -> Ptr;
    fn TF_NewOperation(graph: Ptr, op_type: Ptr, oper_name: Ptr) -> Ptr;
    fn TF_SetDevice(desc: Ptr, device: Ptr);
    fn TF_AddInput(desc: Ptr, input: TF_Output);
    fn TF_AddInputList(desc: Ptr, inputs: Ptr, num_inputs: c_int);
    fn TF_AddControlInput(desc: Ptr, input: Ptr);
    fn TF_ColocateWith(desc: Ptr, op: Ptr);
    fn TF_SetAttrString(desc: Ptr, attr_name: Ptr, value: Ptr, length: usize);
    fn TF_SetAttrStringList(desc: Ptr, attr_name: Ptr, values: Ptr, lengths: Ptr, num_values: c_int);
    fn TF_SetAttrInt(desc: Ptr, attr_name: Ptr, value: i64);
    fn TF_SetAttrIntList(desc: Ptr, attr_name: Ptr, values: Ptr, num_values: c_int);
    fn TF_SetAttrFloat(desc: Ptr, attr_name: Ptr, value: f32);
    fn TF_SetAttrFloatList(desc: Ptr, attr_name: Ptr, values: Ptr, num_values: c_int);
    fn TF_SetAttrBool(desc: Ptr, attr_name: Ptr, value: u8);
    fn TF_SetAttrBoolList(desc: Ptr, attr_name: Ptr, values: Ptr, num_values: c_int);
    fn TF_SetAttrType(desc: Ptr, attr_name: Ptr, value: c_int);
    fn TF_SetAttrTypeList(desc: Ptr, attr_name: Ptr, values: Ptr, num_values: c_int);
    fn TF_SetAttrPlaceholder(desc: Ptr, attr_name: Ptr, placeholder: Ptr);
    fn TF_SetAttrFuncName(desc: Ptr, attr_name: Ptr, value: Ptr, length: usize);
    fn TF_SetAttrShape(desc: Ptr, attr_name: Ptr, dims: Ptr, num_dims: c_int);
    fn TF_SetAttrShapeList(desc: Ptr, attr_name: Ptr, dims: Ptr, num_dims: Ptr, num_shapes: c_int);
    fn TF_SetAttrTensorShapeProto(desc: Ptr, attr_name: Ptr, proto: Ptr, proto_len: usize, status: Status) => status;
    fn TF_SetAttrTensorShapeProtoList(desc: Ptr, attr_name: Ptr, protos: Ptr, proto_lens: Ptr, num_shapes: c_int, status: Status) => status;
    fn TF_SetAttrTensor(desc: Ptr, attr_name: Ptr, value: Ptr, status: Status) => status;
    fn TF_SetAttrTensorList(desc: Ptr, attr_name: Ptr, values: Ptr, num_values: c_int, status: Status) => status;
    fn TF_SetAttrValueProto(desc: Ptr, attr_name: Ptr, proto: Ptr, proto_len: usize, status: Status) => status;
    fn TF_FinishOperationLocked(desc: Ptr, status: Status) -> Ptr => status;
    fn TF_FinishOperation(desc: Ptr, status: Status) -> Ptr => status;
    fn TF_OperationName(oper: Ptr) -> Ptr;
    fn TF_OperationOpType(oper: Ptr) -> Ptr;
    fn TF_OperationDevice(oper: Ptr) -> Ptr;
    fn TF_OperationNumOutputs(oper: Ptr) -> c_int;
    fn TF_OperationOutputType(oper_out: TF_Output) -> c_int;
    fn TF_OperationOutputListLength(oper: Ptr, arg_name: Ptr, status: Status) -> c_int => status;
    fn TF_OperationNumInputs(oper: Ptr) -> c_int;
    fn TF_OperationInputType(oper_in: TF_Input) -> c_int;
    fn TF_OperationInputListLength(oper: Ptr, arg_name: Ptr, status: Status) -> c_int => status;
    fn TF_OperationInput(oper_in: TF_Input) -> TF_Output;
    fn TF_OperationAllInputs(oper: Ptr, inputs: Ptr, max_inputs: c_int);
    fn TF_OperationOutputNumConsumers(oper_out: TF_Output) -> c_int;
    fn TF_OperationOutputConsumers(oper_out: TF_Output, consumers: Ptr, max_consumers: c_int) -> c_int;
    fn TF_OperationNumControlInputs(oper: Ptr) -> c_int;
    fn TF_OperationGetControlInputs(oper: Ptr, control_inputs: Ptr, max_control_inputs: c_int) -> c_int;
    fn TF_OperationNumControlOutputs(oper: Ptr) -> c_int;
    fn TF_OperationGetControlOutputs(oper: Ptr, control_outputs: Ptr, max_control_outputs: c_int) -> c_int;
    fn TF_OperationGetAttrMetadata(oper: Ptr, attr_name: Ptr, status: Status) -> TF_AttrMetadata => status;
    fn TF_OperationGetAttrString(oper: Ptr, attr_name: Ptr, value: Ptr, max_length: usize, status: Status) => status;
    fn TF_OperationGetAttrStringList(oper: Ptr, attr_name: Ptr, values: Ptr, lengths: Ptr, max_values: c_int, storage: Ptr, storage_size: usize, status: Status) => status;
    fn TF_OperationGetAttrInt(oper: Ptr, attr_name: Ptr, value: Ptr, status: Status) => status;
    fn TF_OperationGetAttrIntList(oper: Ptr, attr_name: Ptr, values: Ptr, max_values: c_int, status: Status) => status;
    fn TF_OperationGetAttrFloat(oper: Ptr, attr_name: Ptr, value: Ptr, status: Status) => status;
    fn TF_OperationGetAttrFloatList(oper: Ptr, attr_name: Ptr, values: Ptr, max_values: c_int, status: Status) => status;
    fn TF_OperationGetAttrBool(oper: Ptr, attr_name: Ptr, value: Ptr, status: Status) => status;
    fn TF_OperationGetAttrBoolList(oper: Ptr, attr_name: Ptr, values: Ptr, max_values: c_int, status: Status) => status;
    fn TF_OperationGetAttrType(oper: Ptr, attr_name: Ptr, value: Ptr, status: Status) => status;
    fn TF_OperationGetAttrTypeList(oper: Ptr, attr_name: Ptr, values: Ptr, max_values: c_int, status: Status) => status;
    fn TF_OperationGetAttrShape(oper: Ptr, attr_name: Ptr, value: Ptr, num_dims: c_int, status: Status) => status;
    fn TF_OperationGetAttrShapeList(oper: Ptr, attr_name: Ptr, dims: Ptr, num_dims: Ptr, num_shapes: c_int, storage: Ptr, storage_size: c_int, status: Status) => status;
    fn TF_OperationGetAttrTensorShapeProto(oper: Ptr, attr_name: Ptr, value: Ptr, status: Status) => status;
    fn TF_OperationGetAttrTensorShapeProtoList(oper: Ptr, attr_name: Ptr, values: Ptr, max_values: c_int, status: Status) => status;
    fn TF_OperationGetAttrTensor(oper: Ptr, attr_name: Ptr, value: Ptr, status: Status) => status;
    fn TF_OperationGetAttrTensorList(oper: Ptr, attr_name: Ptr, values: Ptr, max_values: c_int, status: Status) => status;
    fn TF_OperationGetAttrValueProto(oper: Ptr, attr_name: Ptr, output_attr_value: Ptr, status: Status) => status;
    fn TF_OperationGetNumAttrs(oper: Ptr) -> c_int;
    fn TF_OperationGetAttrNameLength(oper: Ptr, i: c_int) -> c_int;
    fn TF_OperationGetAttrName(oper: Ptr, i: c_int, output: Ptr, status: Status) => status;
    fn TF_GraphOperationByName(graph: Ptr, oper_name: Ptr) -> Ptr;
    fn TF_GraphNextOperation(graph: Ptr, pos: Ptr) -> Ptr;
    fn TF_GraphToGraphDef(graph: Ptr, output_graph_def: Ptr, status: Status) => status;
    fn TF_GraphGetOpDef(graph: Ptr, op_name: Ptr, output_op_def: Ptr, status: Status) => status;
    fn TF_GraphVersions(graph: Ptr, output_version_def: Ptr, status: Status) => status;
    fn TF_NewImportGraphDefOptions() -> Ptr;
    fn TF_DeleteImportGraphDefOptions(opts: Ptr);
    fn TF_ImportGraphDefOptionsSetPrefix(opts: Ptr, prefix: Ptr);
    fn TF_ImportGraphDefOptionsSetDefaultDevice(opts: Ptr, device: Ptr);
    fn TF_ImportGraphDefOptionsSetUniquifyNames(opts: Ptr, uniquify_names: u8);
    fn TF_ImportGraphDefOptionsSetUniquifyPrefix(opts: Ptr, uniquify_prefix: u8);
    fn TF_ImportGraphDefOptionsAddInputMapping(opts: Ptr, src_name: Ptr, src_index: c_int, dst: TF_Output);
    fn TF_ImportGraphDefOptionsRemapControlDependency(opts: Ptr, src_name: Ptr, dst: Ptr);
    fn TF_ImportGraphDefOptionsAddControlDependency(opts: Ptr, oper: Ptr);
    fn TF_ImportGraphDefOptionsAddReturnOutput(opts: Ptr, oper_name: Ptr, index: c_int);
    fn TF_ImportGraphDefOptionsNumReturnOutputs(opts: Ptr) -> c_int;
    fn TF_ImportGraphDefOptionsAddReturnOperation(opts: Ptr, oper_name: Ptr);
    fn TF_ImportGraphDefOptionsNumReturnOperations(opts: Ptr) -> c_int;
    fn TF_ImportGraphDefResultsReturnOutputs(results: Ptr, num_outputs: Ptr, outputs: Ptr);
    fn TF_ImportGraphDefResultsReturnOperations(results: Ptr, num_opers: Ptr, opers: Ptr);
    fn TF_ImportGraphDefResultsMissingUnusedInputMappings(results: Ptr, num_missing_unused_input_mappings: Ptr, src_names: Ptr, src_indexes: Ptr);
    fn TF_DeleteImportGraphDefResults(results: Ptr);
    fn TF_GraphImportGraphDefWithResults(graph: Ptr, graph_def: Ptr, options: Ptr, status: Status) -> Ptr => status;
    fn TF_GraphImportGraphDefWithResultsNoSerialization(graph: Ptr, graph_def: Ptr, options: Ptr, status: Status) -> Ptr => status;
    fn TF_GraphImportGraphDefWithReturnOutputs(graph: Ptr, graph_def: Ptr, options: Ptr, return_outputs: Ptr, num_return_outputs: c_int, status: Status) => status;
    fn TF_GraphImportGraphDef(graph: Ptr, graph_def: Ptr, options: Ptr, status: Status) => status;
    fn TF_GraphCopyFunction(g: Ptr, func: Ptr, grad: Ptr, status: Status) => status;
    fn TF_GraphNumFunctions(g: Ptr) -> c_int;
    fn TF_GraphGetFunctions(g: Ptr, funcs: Ptr, max_func: c_int, status: Status) -> c_int => status;
    fn TF_OperationToNodeDef(oper: Ptr, output_node_def: Ptr, status: Status) => status;
    fn TF_NewWhile(g: Ptr, inputs: Ptr, ninputs: c_int, status: Status) -> TF_WhileParams => status;
    fn TF_FinishWhile(params: Ptr, status: Status, outputs: Ptr) => status;
    fn TF_AbortWhile(params: Ptr);
    fn TF_AddGradients(g: Ptr, y: Ptr, ny: c_int, x: Ptr, nx: c_int, dx: Ptr, status: Status, dy: Ptr) => status;
    fn TF_AddGradientsWithPrefix(g: Ptr, prefix: Ptr, y: Ptr, ny: c_int, x: Ptr, nx: c_int, dx: Ptr, status: Status, dy: Ptr) => status;
    fn TF_GraphToFunction(fn_body: Ptr, fn_name: Ptr, append_hash_to_fn_name: u8, num_opers: c_int, opers: Ptr, ninputs: c_int, inputs: Ptr, noutputs: c_int, outputs: Ptr, output_names: Ptr, opts: Ptr, description: Ptr, status: Status) -> Ptr => status;
    fn TF_GraphToFunctionWithControlOutputs(fn_body: Ptr, fn_name: Ptr, append_hash_to_fn_name: u8, num_opers: c_int, opers: Ptr, ninputs: c_int, inputs: Ptr, noutputs: c_int, outputs: Ptr, output_names: Ptr, ncontrol_outputs: c_int, control_outputs: Ptr, control_output_names: Ptr, opts: Ptr, description: Ptr, status: Status) -> Ptr => status;
    fn TF_FunctionName(func: Ptr) -> Ptr;
    fn TF_FunctionToFunctionDef(func: Ptr, output_func_def: Ptr, status: Status) => status;
    fn TF_FunctionImportFunctionDef(proto: Ptr, proto_len: usize, status: Status) -> Ptr => status;
    fn TF_FunctionSetAttrValueProto(func: Ptr, attr_name: Ptr, proto: Ptr, proto_len: usize, status: Status) => status;
    fn TF_FunctionGetAttrValueProto(func: Ptr, attr_name: Ptr, output_attr_value: Ptr, status: Status) => status;
    fn TF_DeleteFunction(func: Ptr);
    fn TF_TryEvaluateConstant(graph: Ptr, output: TF_Output, result: Ptr, status: Status) -> u8 => status;
    fn TF_NewSession(graph: Ptr, opts: Ptr, status: Status) -> Ptr => status;
    fn TF_LoadSessionFromSavedModel(session_options: Ptr, run_options: Ptr, export_dir: Ptr, tags: Ptr, tags_len: c_int, graph: Ptr, meta_graph_def: Ptr, status: Status) -> Ptr => status;
    fn TF_CloseSession(a0: Ptr, status: Status) => status;
    fn TF_DeleteSession(a0: Ptr, status: Status) => status;
    fn TF_SessionRun(session: Ptr, run_options: Ptr, inputs: Ptr, input_values: Ptr, ninputs: c_int, outputs: Ptr, output_values: Ptr, noutputs: c_int, target_opers: Ptr, ntargets: c_int, run_metadata: Ptr, a11: Status) => a11;
    fn TF_SessionPRunSetup(a0: Ptr, inputs: Ptr, ninputs: c_int, outputs: Ptr, noutputs: c_int, target_opers: Ptr, ntargets: c_int, handle: Ptr, a8: Status) => a8;
    fn TF_SessionPRun(a0: Ptr, handle: Ptr, inputs: Ptr, input_values: Ptr, ninputs: c_int, outputs: Ptr, output_values: Ptr, noutputs: c_int, target_opers: Ptr, ntargets: c_int, a10: Status) => a10;
    fn TF_DeletePRunHandle(handle: Ptr);
    fn TF_NewDeprecatedSession(a0: Ptr, status: Status) -> Ptr => status;
    fn TF_CloseDeprecatedSession(a0: Ptr, status: Status) => status;
    fn TF_DeleteDeprecatedSession(a0: Ptr, status: Status) => status;
    fn TF_Reset(opt: Ptr, containers: Ptr, ncontainers: c_int, status: Status) => status;
    fn TF_ExtendGraph(a0: Ptr, proto: Ptr, proto_len: usize, a3: Status) => a3;
    fn TF_Run(a0: Ptr, run_options: Ptr, input_names: Ptr, inputs: Ptr, ninputs: c_int, output_names: Ptr, outputs: Ptr, noutputs: c_int, target_oper_names: Ptr, ntargets: c_int, run_metadata: Ptr, a11: Status) => a11;
    fn TF_PRunSetup(a0: Ptr, input_names: Ptr, ninputs: c_int, output_names: Ptr, noutputs: c_int, target_oper_names: Ptr, ntargets: c_int, handle: Ptr, a8: Status) => a8;
    fn TF_PRun(a0: Ptr, handle: Ptr, input_names: Ptr, inputs: Ptr, ninputs: c_int, output_names: Ptr, outputs: Ptr, noutputs: c_int, target_oper_names: Ptr, ntargets: c_int, a10: Status) => a10;
    fn TF_SessionListDevices(session: Ptr, status: Status) -> Ptr => status;
    fn TF_DeprecatedSessionListDevices(session: Ptr, status: Status) -> Ptr => status;
    fn TF_DeleteDeviceList(list: Ptr);
    fn TF_DeviceListCount(list: Ptr) -> c_int;
    fn TF_DeviceListName(list: Ptr, index: c_int, status: Status) -> Ptr => status;
    fn TF_DeviceListType(list: Ptr, index: c_int, status: Status) -> Ptr => status;
    fn TF_DeviceListMemoryBytes(list: Ptr, index: c_int, status: Status) -> i64 => status;
    fn TF_DeviceListIncarnation(list: Ptr, index: c_int, status: Status) -> u64 => status;
    fn TF_LoadLibrary(library_filename: Ptr, status: Status) -> Ptr => status;
    fn TF_GetOpList(lib_handle: Ptr) -> TF_Buffer;
    fn TF_DeleteLibraryHandle(lib_handle: Ptr);
    fn TF_NewApiDefMap(op_list_buffer: Ptr, status: Status) -> Ptr => status;
    fn TF_DeleteApiDefMap(apimap: Ptr);
    fn TF_ApiDefMapPut(api_def_map: Ptr, text: Ptr, text_len: usize, status: Status) => status;
    fn TF_ApiDefMapGet(api_def_map: Ptr, name: Ptr, name_len: usize, status: Status) -> Ptr => status;
    fn TF_UpdateEdge(graph: Ptr, new_src: TF_Output, dst: TF_Input, status: Status) => status;
    fn TF_NewServer(proto: Ptr, proto_len: usize, status: Status) -> Ptr => status;
    fn TF_ServerStart(server: Ptr, status: Status) => status;
    fn TF_ServerStop(server: Ptr, status: Status) => status;
    fn TF_ServerJoin(server: Ptr, status: Status) => status;
    fn TF_ServerTarget(server: Ptr) -> Ptr;
    fn TF_DeleteServer(server: Ptr);
    fn TF_RegisterLogListener(listener: Ptr);
    fn TF_RegisterFilesystemPlugin(plugin_filename: Ptr, status: Status) => status;
    fn TF_AddOperationControlInput(graph: Ptr, op: Ptr, input: Ptr);
    fn TF_SetAttr(graph: Ptr, op: Ptr, attr_name: Ptr, attr_value_proto: Ptr, status: Status) => status;
    fn TF_ClearAttr(graph: Ptr, op: Ptr, attr_name: Ptr, status: Status) => status;
    fn TF_SetFullType(graph: Ptr, op: Ptr, full_type_proto: Ptr);
    fn TF_SetRequestedDevice(graph: Ptr, op: Ptr, device: Ptr);
    fn TF_RemoveAllControlInputs(graph: Ptr, op: Ptr);
    fn TF_SetRequireShapeInferenceFns(graph: Ptr, require: bool);
    fn TF_ExtendSession(session: Ptr, status: Status) => status;
    fn TF_GetHandleShapeAndType(graph: Ptr, output: TF_Output) -> Ptr;
    fn TF_SetHandleShapeAndType(graph: Ptr, output: TF_Output, proto: Ptr, proto_len: usize, status: Status) => status;
    fn TF_AddWhileInputHack(graph: Ptr, new_src: TF_Output, dst: Ptr, status: Status) => status;
    // experimental/next_pluggable_device/c_api.h
    fn TF_CoordinationServiceInsertKeyValue(key: Ptr, key_size: i64, value: Ptr, value_size: i64, agent: Ptr, status: Status) => status;
    fn TF_CoordinationServiceGetKeyValue(key: Ptr, key_size: i64, agent: Ptr, status: Status) -> Ptr => status;
    fn TF_CoordinationServiceGetKeyValueWithTimeout(key: Ptr, key_size: i64, timeout_seconds: i64, agent: Ptr, status: Status) -> Ptr => status;
    fn TF_CoordinationServiceTryGetKeyValue(key: Ptr, key_size: i64, agent: Ptr, status: Status) -> Ptr => status;
    fn TF_CoordinationServiceDeleteKeyValue(key: Ptr, key_size: i64, agent: Ptr, status: Status) => status;
    fn TF_CreateAndSetPjRtCApiClient(device_type: Ptr, status: Status, create_options: Ptr, num_options: c_int) => status;
    fn TF_ResetPjRtCClient(device_type: Ptr, status: Status) => status;
    fn TF_GetPjRtCClient(device_type: Ptr, status: Status) -> Ptr => status;
    fn TF_GetPjRtCBuffer(tensor: Ptr, status: Status) -> Ptr => status;
    fn TF_CreatePjRtBuffer(tensor: Ptr, buffer: Ptr, device_type: Ptr, status: Status) => status;
    // c_api_experimental.h
    fn TF_EnableXLACompilation(options: Ptr, enable: u8);
    fn TF_SetXlaEnableLazyCompilation(enable: u8) -> u8;
    fn TF_SetTfXlaCpuGlobalJit(enable: u8) -> u8;
    fn TF_SetXlaAutoJitMode(mode: Ptr);
    fn TF_SetXlaMinClusterSize(size: c_int);
    fn TF_SetXlaConstantFoldingDisabled(should_enable: u8);
    fn TF_CreateConfig(enable_xla_compilation: u8, gpu_memory_allow_growth: u8, num_cpu_devices: u32) -> Ptr;
    fn TF_CreateRunOptions(enable_full_trace: u8) -> Ptr;
    fn TF_GraphDebugString(graph: Ptr, len: Ptr) -> Ptr;
    fn TF_FunctionDebugString(func: Ptr, len: Ptr) -> Ptr;
    fn TF_DequeueNamedTensor(session: Ptr, tensor_id: c_int, status: Status) -> Ptr => status;
    fn TF_EnqueueNamedTensor(session: Ptr, tensor_id: c_int, tensor: Ptr, status: Status) => status;
    fn TF_NewCheckpointReader(filename: Ptr, status: Status) -> Ptr => status;
    fn TF_DeleteCheckpointReader(reader: Ptr);
    fn TF_CheckpointReaderHasTensor(reader: Ptr, name: Ptr) -> c_int;
    fn TF_CheckpointReaderGetVariable(reader: Ptr, index: c_int) -> Ptr;
    fn TF_CheckpointReaderSize(reader: Ptr) -> c_int;
    fn TF_CheckpointReaderGetVariableDataType(reader: Ptr, name: Ptr) -> c_int;
    fn TF_CheckpointReaderGetVariableShape(reader: Ptr, name: Ptr, dims: Ptr, num_dims: c_int, status: Status) => status;
    fn TF_CheckpointReaderGetVariableNumDims(reader: Ptr, name: Ptr) -> c_int;
    fn TF_CheckpointReaderGetTensor(reader: Ptr, name: Ptr, status: Status) -> Ptr => status;
    fn TF_NewAttrBuilder(op_name: Ptr) -> Ptr;
    fn TF_DeleteAttrBuilder(builder: Ptr);
    fn TF_AttrBuilderSetType(builder: Ptr, attr_name: Ptr, value: c_int);
    fn TF_AttrBuilderSetTypeList(builder: Ptr, attr_name: Ptr, values: Ptr, num_values: c_int);
    fn TF_AttrBuilderCheckCanRunOnDevice(builder: Ptr, device_type: Ptr, status: Status) => status;
    fn TF_GetNumberAttrForOpListInput(op_name: Ptr, input_index: c_int, status: Status) -> Ptr => status;
    fn TF_InitMain(usage: Ptr, argc: Ptr, argv: Ptr);
    fn TF_PickUnusedPortOrDie() -> c_int;
    fn TF_NewShapeAndTypeList(num_shapes: c_int) -> Ptr;
    fn TF_ShapeAndTypeListSetShape(shape_list: Ptr, index: c_int, dims: Ptr, num_dims: c_int);
    fn TF_ShapeAndTypeListSetUnknownShape(shape_list: Ptr, index: c_int);
    fn TF_ShapeAndTypeListSetDtype(shape_list: Ptr, index: c_int, dtype: c_int);
    fn TF_DeleteShapeAndTypeList(shape_list: Ptr);
    fn TF_DeleteShapeAndTypeListArray(shape_list_array: Ptr, num_items: c_int);
    fn TF_ImportGraphDefOptionsSetValidateColocationConstraints(opts: Ptr, enable: u8);
    fn TF_LoadPluggableDeviceLibrary(library_filename: Ptr, status: Status) -> Ptr => status;
    fn TF_DeletePluggableDeviceLibraryHandle(lib_handle: Ptr);
    fn TF_GraphRemoveFunction(graph: Ptr, func_name: Ptr, status: Status) => status;
}
