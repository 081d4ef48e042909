//! Several devices: clients of more than one, and programs that run on all of them together.

use super::*;
use crate::options::tests::options;

/// Adds up the parts of four devices; each adds its number.
const SUM: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 1 : i32}, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<8xf32>) {
  %0:2 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{"x"}]>] manual_axes={"x"} (%c: tensor<2xf32>, %d: tensor<2xf32>) {
    %1 = "stablehlo.all_reduce"(%c) ({
    ^bb0(%e: tensor<f32>, %f: tensor<f32>):
      %s = stablehlo.add %e, %f : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
    %2 = stablehlo.partition_id : tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %5 = stablehlo.add %c, %4 : tensor<2xf32>
    %6 = stablehlo.add %5, %d : tensor<2xf32>
    sdy.return %1, %6 : tensor<2xf32>, tensor<2xf32>
  } : (tensor<8xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<8xf32>
}"#;

pub(super) fn clients(count: i64) -> Result<Handle, String> {
    let option = NamedValue {
        kind: 1,
        value: std::ptr::without_provenance(count as usize),
        value_size: 1,
        ..NamedValue::list("num_devices", &[])
    };
    let made = call::<ClientCreate>("PJRT_Client_Create", |args| {
        (args.create_options, args.num_options) = (&raw const option, 1);
    });
    made.map(|args| args.client)
}

pub(super) fn devices(client: Handle) -> Vec<Handle> {
    let found = call::<ClientDevices>("PJRT_Client_Devices", |args| args.client = client).expect("it exists");
    // SAFETY: the list lives as long as the client.
    unsafe { std::slice::from_raw_parts(found.devices, found.num_devices) }.to_vec()
}

pub(super) fn compile_for(client: Handle, code: &str, options: &[u8]) -> Result<Handle, String> {
    let program = program_of(code);
    let compiled = call::<ClientCompile>("PJRT_Client_Compile", |args| {
        (args.client, args.program) = (client, &raw const program);
        (args.compile_options, args.compile_options_size) = (options.as_ptr(), options.len());
    });
    compiled.map(|args| args.executable)
}

pub(super) fn on(client: Handle, device: Handle, data: &[f32]) -> Handle {
    let dims = [data.len() as i64];
    let made = call::<ClientBufferFromHostBuffer>("PJRT_Client_BufferFromHostBuffer", |args| {
        (args.client, args.data, args.element_type, args.device) = (client, data.as_ptr().cast(), 11, device);
        (args.dims, args.num_dims) = (dims.as_ptr(), 1);
    });
    made.expect("it is an array").buffer
}

/// Runs a program of two results on lists of arguments by device.
pub(super) fn run(executable: Handle, arguments: &[Vec<Handle>]) -> Result<Vec<[Handle; 2]>, String> {
    let lists: Vec<*const Handle> = arguments.iter().map(|own| own.as_ptr()).collect();
    let mut results = vec![[Handle::NULL; 2]; arguments.len()];
    let outputs: Vec<*mut Handle> = results.iter_mut().map(|own| own.as_mut_ptr()).collect();
    let mut events = vec![Handle::NULL; arguments.len()];
    call::<LoadedExecutableExecute>("PJRT_LoadedExecutable_Execute", |args| {
        (args.executable, args.num_devices) = (executable, arguments.len());
        args.num_args = arguments.first().map_or(0, Vec::len);
        (args.argument_lists, args.output_lists) = (lists.as_ptr(), outputs.as_ptr());
        args.device_complete_events = events.as_mut_ptr();
    })?;
    assert!(events.iter().all(|event| !event.is_null()));
    Ok(results)
}

fn device_of(buffer: Handle) -> Handle {
    call::<BufferDevice>("PJRT_Buffer_Device", |args| args.buffer = buffer).expect("it exists").device
}

#[test]
fn devices_have_numbers_and_memories_of_their_own() {
    let client = clients(3).expect("there are threads");
    let mut seen = Vec::new();
    for (number, &device) in devices(client).iter().enumerate() {
        let id =
            call::<DeviceDescriptionId>("PJRT_DeviceDescription_Id", |args| args.device_description = device)
                .expect("it exists");
        assert_eq!(id.id, number as i32);
        let text = call::<DeviceDescriptionToString>("PJRT_DeviceDescription_ToString", |args| {
            args.device_description = device;
        })
        .expect("it exists");
        // SAFETY: the text lives as long as the device.
        let text = unsafe { std::slice::from_raw_parts(text.to_string, text.to_string_size) };
        assert_eq!(text, format!("CpuDevice(id={number})").as_bytes());
        let found =
            call::<DeviceAddressableMemories>("PJRT_Device_AddressableMemories", |args| args.device = device)
                .expect("it exists");
        // SAFETY: the list lives as long as the device.
        seen.extend_from_slice(unsafe { std::slice::from_raw_parts(found.memories, found.num_memories) });
        let array = on(client, device, &[1.0]);
        assert_eq!(device_of(array), device);
    }
    let ids: Vec<i32> = seen
        .iter()
        .map(|&memory| call::<MemoryId>("PJRT_Memory_Id", |args| args.memory = memory).expect("it exists").id)
        .collect();
    assert_eq!(ids, (0..9).collect::<Vec<_>>());
    for count in [0, -1, 1 << 20] {
        let message = clients(count).expect_err("it is no such number");
        assert!(message.contains("expected 1 to 1024 devices"), "{message}");
    }
}

#[test]
fn a_program_runs_on_its_device() {
    let client = clients(3).expect("there are threads");
    let executable = compile_for(client, ADD, &options(1, Some(&[2]))).expect("it compiles");
    let argument = buffer(client, &[1.0; 6], &[2, 3], &[]).expect("it is an array");
    let result = execute(executable, &[argument]).expect("it runs");
    assert_eq!(device_of(result), devices(client)[2]);
    let message = compile_for(client, ADD, &options(1, Some(&[3]))).expect_err("there are three");
    assert!(message.contains("expected a device below 3, got 3"), "{message}");
}

#[test]
fn devices_run_a_program_together() {
    let client = clients(4).expect("there are threads");
    let all = devices(client);
    let order = [1, 0, 2, 3];
    let executable = compile_for(client, SUM, &options(4, Some(&order))).expect("it compiles");
    let arguments: Vec<Vec<Handle>> = order
        .iter()
        .enumerate()
        .map(|(partition, &device)| {
            let own = [partition as f32, 10.0];
            vec![on(client, all[device as usize], &own), on(client, all[device as usize], &[0.5, 0.25])]
        })
        .collect();
    let results = run(executable, &arguments).expect("it runs");
    for (partition, (&[sum, own], &device)) in results.iter().zip(&order).enumerate() {
        assert_eq!(elements(sum), Ok(vec![6.0, 40.0]));
        let number = partition as f32;
        assert_eq!(elements(own), Ok(vec![number + number + 0.5, 10.0 + number + 0.25]));
        assert_eq!(device_of(sum), all[device as usize]);
    }
    // The first argument was donated, on every device.
    for own in &arguments {
        let is_deleted = |buffer| {
            call::<BufferIsDeleted>("PJRT_Buffer_IsDeleted", |args| args.buffer = buffer)
                .expect("it exists")
                .is_deleted
        };
        assert_eq!((is_deleted(own[0]), is_deleted(own[1])), (1, 0));
    }
    let again = run(executable, &arguments).expect_err("it was donated");
    assert!(again.contains("deleted or donated"), "{again}");
}

/// The shardings of the results of a program for four devices, as callers read them.
fn result_shardings(code: &str) -> Vec<Vec<u8>> {
    let client = clients(4).expect("there are threads");
    let executable = compile_for(client, code, &options(4, None)).expect("it compiles");
    let executable = call::<LoadedExecutableGetExecutable>("PJRT_LoadedExecutable_GetExecutable", |args| {
        args.loaded_executable = executable;
    })
    .expect("it exists")
    .executable;
    let partitions =
        call::<ExecutableNumPartitions>("PJRT_Executable_NumPartitions", |args| args.executable = executable);
    assert_eq!(partitions.expect("it exists").num_partitions, 4);
    // SAFETY: all bytes of arguments may be zero, and they start with their size.
    let mut args = unsafe {
        let mut args = std::mem::zeroed::<ExecutableOutputShardings>();
        args.struct_size = size_of::<ExecutableOutputShardings>();
        args
    };
    args.executable = executable;
    // SAFETY: the function takes these arguments.
    let error = unsafe { (crate::shardings::EXTENSION.functions[1])((&raw mut args).cast()) };
    assert!(error.is_null());
    // SAFETY: the lists live as long as the executable.
    unsafe {
        let addresses = std::slice::from_raw_parts(args.shardings, args.num_outputs);
        let sizes = std::slice::from_raw_parts(args.sharding_sizes, args.num_outputs);
        let text = |(&text, &size)| std::slice::from_raw_parts(text, size).to_vec();
        addresses.iter().zip(sizes).map(text).collect()
    }
}

#[test]
fn callers_are_told_how_a_program_is_divided() {
    // Whole on each device, and tiles of four devices, which are counted.
    assert_eq!(result_shardings(SUM), [&b""[..], &[8, 3, 26, 1, 4, 74, 1, 4, 82, 1, 0]]);
}

#[test]
fn what_a_result_leaves_open_follows_from_the_program() {
    let code = |result: &str, constraint: &str| {
        format!(
            r#"
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{"y"}}]>}}) -> (tensor<4x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, {result}>}}) {{
  %0 = stablehlo.negate %a : tensor<4x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, {constraint}> : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}}"#
        )
    };
    let (rows, both) =
        ([8, 3, 26, 3, 2, 1, 2, 48, 1, 74, 1, 4, 82, 1, 0], [8, 3, 26, 2, 2, 2, 74, 1, 4, 82, 1, 0]);
    let told = |result: &str, constraint: &str| result_shardings(&code(result, constraint)).remove(0);
    assert_eq!(told(r#"[{"x", ?}, {?}]"#, "[{?}, {?}]"), both);
    assert_eq!(told(r#"[{"x", ?}, {}]"#, "[{?}, {?}]"), rows);
    assert_eq!(told(r#"[{"x", ?}, {?}]"#, "[{?}, {}]"), rows);
}

#[test]
fn updates_and_arguments_without_axes_leave_divisions_alone() {
    let as_divided = |text: &str| {
        let told = result_shardings(&format!(
            r#"
sdy.mesh @none = <[]>
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%at: tensor<i32> {{sdy.sharding = #sdy.sharding<@none, []>}}, %a: tensor<4x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{"y"}}]>}}, %part: tensor<2x2xf32>) -> tensor<4x4xf32> {{
  {text}
  return %r : tensor<4x4xf32>
}}"#
        ));
        assert_eq!(told, [[8, 3, 26, 2, 2, 2, 74, 1, 4, 82, 1, 0]], "{text}");
    };
    as_divided("%r = stablehlo.negate %a : tensor<4x4xf32>");
    as_divided(
        "%r = stablehlo.dynamic_update_slice %a, %part, %at, %at : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>",
    );
}

#[test]
fn axes_divide_results_as_far_as_operands_agree() {
    let told = |a: &str, b: &str, what: &str| {
        result_shardings(&format!(
            r#"
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, {a}>}}, %b: tensor<4x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, {b}>}}) -> tensor<4x4xf32> {{
  {what}
  return %r : tensor<4x4xf32>
}}"#
        ))
    };
    let as_is = |sharding: &str| told(sharding, "[{}, {}]", "%r = stablehlo.negate %a : tensor<4x4xf32>");
    let check = |a: &str, b: &str, expected: &str| {
        let sum = told(a, b, "%r = stablehlo.add %a, %b : tensor<4x4xf32>");
        assert_eq!(sum, as_is(expected), "{a} {b}");
    };
    // One is the start of the other, or they start with another axis.
    check(r#"[{"x"}, {}]"#, r#"[{"x", "y"}, {}]"#, r#"[{"x", "y"}, {}]"#);
    check(r#"[{"x"}, {}]"#, r#"[{"y"}, {}]"#, "[{}, {}]");
    check(r#"[{"x"}, {"y"}]"#, r#"[{"y"}, {}]"#, r#"[{}, {"y"}]"#);
    // One axis for two dimensions: that of the first operand, or that with the most parts.
    check(r#"[{"y"}, {}]"#, r#"[{}, {"y"}]"#, r#"[{"y"}, {}]"#);
    check(r#"[{}, {"y"}]"#, r#"[{"y"}, {}]"#, r#"[{}, {"y"}]"#);
    check(r#"[{}, {"y"}]"#, r#"[{"x", "y"}, {}]"#, r#"[{"x", "y"}, {}]"#);
    // Dimensions whose elements move come later.
    let join = r#"%c = stablehlo.slice %a [0:2, 0:4] : (tensor<4x4xf32>) -> tensor<2x4xf32>
  %d = stablehlo.slice %b [0:2, 0:4] : (tensor<4x4xf32>) -> tensor<2x4xf32>
  %r = stablehlo.concatenate %c, %d, dim = 0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>"#;
    assert_eq!(told(r#"[{}, {"y"}]"#, r#"[{"x", "y"}, {}]"#, join), as_is(r#"[{"x"}, {"y"}]"#));
    // A constant with two users is not divided for one as the other needs it.
    let products = r#"%c = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %d = stablehlo.dot_general %c, %a, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = stablehlo.dot_general %c, %a, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = stablehlo.add %d, %e : tensor<4x4xf32>"#;
    assert_eq!(told(r#"[{"x"}, {}]"#, "[{}, {}]", products), as_is(r#"[{}, {"x"}]"#));
    // A slice at a place that is only known at run time has no parts of the whole.
    let slice = |start: &str| {
        format!(
            r#"%0 = {start}
  %c = stablehlo.dynamic_slice %a, %0, %0, sizes = [2, 4] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  %r = stablehlo.concatenate %c, %c, dim = 0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>"#
        )
    };
    let (early, late) = (
        slice("stablehlo.constant dense<1> : tensor<i32>"),
        slice(
            r#""stablehlo.partition_id"() : () -> tensor<ui32>
  %i = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i32>"#,
        )
        .replace("%a, %0, %0", "%a, %i, %i"),
    );
    assert_eq!(told(r#"[{"x"}, {}]"#, "[{}, {}]", &early), as_is(r#"[{"x"}, {}]"#));
    assert_eq!(told(r#"[{"x"}, {}]"#, "[{}, {}]", &late), as_is("[{}, {}]"));
    // A region that leaves an axis to the compiler.
    let region = r#"%r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%c: tensor<2x4xf32>) {
    %d = stablehlo.negate %c : tensor<2x4xf32>
    sdy.return %d : tensor<2x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>"#;
    assert_eq!(told(r#"[{"x"}, {"y"}]"#, "[{}, {}]", region), as_is(r#"[{"x"}, {"y"}]"#));
}

#[test]
fn the_greatest_elements_are_divided_along_other_dimensions() {
    let code = |count: i32| {
        format!(
            r#"
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{"y"}}]>}}) -> tensor<4x{count}xf32> {{
  %0:2 = stablehlo.composite "chlo.top_k" %a {{composite_attributes = {{k = {count} : i64}}, decomposition = @top}} : (tensor<4x4xf32>) -> (tensor<4x{count}xf32>, tensor<4x{count}xi32>)
  return %0#0 : tensor<4x{count}xf32>
}}
func.func private @top(%a: tensor<4x4xf32>) -> (tensor<4x{count}xf32>, tensor<4x{count}xi32>) {{
  %0 = stablehlo.slice %a [0:4, 0:{count}] : (tensor<4x4xf32>) -> tensor<4x{count}xf32>
  %1 = stablehlo.convert %0 : (tensor<4x{count}xf32>) -> tensor<4x{count}xi32>
  return %0, %1 : tensor<4x{count}xf32>, tensor<4x{count}xi32>
}}"#
        )
    };
    assert_eq!(result_shardings(&code(2)), [[8, 3, 26, 3, 2, 1, 2, 48, 1, 74, 1, 4, 82, 1, 0]]);
    assert_eq!(result_shardings(&code(4)), [[8, 3, 26, 2, 2, 2, 74, 1, 4, 82, 1, 0]]);
}

#[test]
fn sums_over_devices_go_in_and_out() {
    const SUMMANDS: &str = r#"
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}) -> (tensor<2xf32>, tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}], unreduced={"y"}>}) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}], unreduced={"y"}>] out_shardings=[<@mesh, [{}], unreduced={"x"}>] manual_axes={"x", "y"} (%b: tensor<2xf32>) {
    %1 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %2 = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %a : tensor<2xf32>, tensor<2xf32>
}"#;
    let client = clients(4).expect("there are threads");
    let executable = compile_for(client, SUMMANDS, &options(4, None)).expect("it compiles");
    // Devices of one row have the summands of the same sum.
    let arguments: Vec<Vec<Handle>> = devices(client)
        .iter()
        .enumerate()
        .map(|(at, &device)| vec![on(client, device, &[[1.0, 2.0], [10.0, 20.0]][at % 2])])
        .collect();
    let results = run(executable, &arguments).expect("it runs");
    // Both rows have the sum, and their results are summands of another.
    assert!(results.iter().all(|&[sum, _]| elements(sum) == Ok(vec![22.0, 44.0])));
    let parts: Vec<Vec<f32>> =
        results.iter().map(|&[_, part]| elements(part).expect("it is there")).collect();
    assert_eq!(parts, [[11.0], [0.0], [22.0], [0.0]]);
}

#[test]
fn wrong_lists_of_devices_are_errors() {
    let client = clients(4).expect("there are threads");
    let all = devices(client);
    let executable = compile_for(client, SUM, &options(4, None)).expect("it compiles");
    let lists = |first: &[f32]| -> Vec<Vec<Handle>> {
        let own = |(at, &device): (usize, &Handle)| {
            let part = if at == 0 { first } else { &[1.0, 2.0] };
            vec![on(client, device, part), on(client, device, &[0.0, 0.0])]
        };
        all.iter().enumerate().map(own).collect()
    };
    let refused = |arguments: &[Vec<Handle>], part: &str| {
        let message = run(executable, arguments).expect_err("it is refused");
        assert!(message.contains(part), "{message}");
    };
    refused(&lists(&[1.0, 2.0])[..3], "expected 4 devices, got 3");
    refused(&lists(&[1.0]), "argument 0: expected parts of one shape");
    let message = compile_for(client, SUM, &options(2, None)).expect_err("the mesh has four");
    assert!(message.contains("a mesh of 4 devices, and the program has 2"), "{message}");
    let message = compile_for(client, SUM, &[0x1a, 9]).expect_err("it is damaged");
    assert!(message.contains("the compile options are damaged"), "{message}");
}

#[test]
fn regions_of_devices_take_tokens() {
    const TOKEN: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %0:2 = sdy.manual_computation(%t, %a) in_shardings=[<@mesh, []>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, []>, <@mesh, [{"x"}]>] manual_axes={"x"} (%b: !stablehlo.token, %c: tensor<2xf32>) {
    %1 = stablehlo.after_all %b : !stablehlo.token
    %2 = stablehlo.add %c, %c : tensor<2xf32>
    sdy.return %1, %2 : !stablehlo.token, tensor<2xf32>
  } : (!stablehlo.token, tensor<8xf32>) -> (!stablehlo.token, tensor<8xf32>)
  return %0#1, %a : tensor<8xf32>, tensor<8xf32>
}"#;
    let client = clients(4).expect("there are threads");
    let executable = compile_for(client, TOKEN, &options(4, None)).expect("it compiles");
    let arguments: Vec<Vec<Handle>> =
        devices(client).iter().map(|&device| vec![on(client, device, &[1.0, 2.0])]).collect();
    for [doubled, _] in run(executable, &arguments).expect("it runs") {
        assert_eq!(elements(doubled), Ok(vec![2.0, 4.0]));
    }
}

#[test]
fn devices_keep_what_each_computes() {
    const APART: &str = r#"
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x", "y"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}"#;
    let client = clients(4).expect("there are threads");
    let executable = compile_for(client, APART, &options(4, None)).expect("it compiles");
    let arguments: Vec<Vec<Handle>> = devices(client)
        .iter()
        .enumerate()
        .map(|(at, &device)| vec![on(client, device, &[[1.0, 2.0], [3.0, 4.0]][at / 2])])
        .collect();
    let results = run(executable, &arguments).expect("it runs");
    for (at, &[own, doubled]) in results.iter().enumerate() {
        let [first, second] = [[1.0, 2.0], [3.0, 4.0]][at / 2];
        assert_eq!(elements(own), Ok(vec![first, second]));
        assert_eq!(elements(doubled), Ok(vec![2.0 * first, 2.0 * second]));
    }
}
