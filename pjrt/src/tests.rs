//! Calls as C makes them, through the table.

use std::ffi::c_void;

mod analysis;
mod bad_use;
mod devices;
mod layout;
mod partitioner;
mod serialized;

use crate::abi::*;
use crate::handles::Handle;
use crate::{FUNCTIONS, GetPjrtApi};

const ADD: &str = "func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = stablehlo.add %x, %x : tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}";

/// Calls a function on zeroed arguments that `fill` completes; the message of its error.
fn call<A: Arguments>(name: &str, fill: impl FnOnce(&mut A)) -> Result<A, String> {
    // SAFETY: all bytes of arguments may be zero.
    let mut args = unsafe { std::mem::zeroed::<A>() };
    // SAFETY: arguments start with their size.
    unsafe { (&raw mut args).cast::<usize>().write(size_of::<A>()) };
    fill(&mut args);
    let error = raw(name, (&raw mut args).cast());
    if error.is_null() { Ok(args) } else { Err(text(error)) }
}

fn raw(name: &str, args: *mut c_void) -> Handle {
    // SAFETY: the table lives as long as the process.
    let api = unsafe { &*GetPjrtApi() };
    let index = FUNCTIONS.iter().position(|(known, _)| *known == name).expect("the function exists");
    // SAFETY: the arguments are null or those of the function.
    unsafe { (api.functions[index])(args) }
}

fn text(error: Handle) -> String {
    let found =
        call::<ErrorMessage>("PJRT_Error_Message", |args| args.error = error).expect("the error exists");
    // SAFETY: the message lives as long as the error.
    let bytes = unsafe { std::slice::from_raw_parts(found.message, found.message_size) };
    let text = String::from_utf8(bytes.to_vec()).expect("messages are UTF-8");
    call::<ErrorDestroy>("PJRT_Error_Destroy", |args| args.error = error).expect("the error exists");
    text
}

fn client() -> Handle {
    call::<ClientCreate>("PJRT_Client_Create", |_| {}).expect("there are threads").client
}

fn program_of(code: &str) -> Program {
    Program {
        struct_size: size_of::<Program>(),
        extension_start: std::ptr::null_mut(),
        code: code.as_ptr().cast_mut(),
        code_size: code.len(),
        format: "mlir".as_ptr(),
        format_size: 4,
    }
}

fn compile(client: Handle, code: &str) -> Result<Handle, String> {
    let program = program_of(code);
    let compiled = call::<ClientCompile>("PJRT_Client_Compile", |args| {
        (args.client, args.program) = (client, &raw const program);
    });
    compiled.map(|args| args.executable)
}

/// A buffer of these elements, which lie as the strides say.
fn buffer(client: Handle, data: &[f32], dims: &[i64], strides: &[i64]) -> Result<Handle, String> {
    let made = call::<ClientBufferFromHostBuffer>("PJRT_Client_BufferFromHostBuffer", |args| {
        (args.client, args.data, args.element_type) = (client, data.as_ptr().cast(), 11);
        (args.dims, args.num_dims) = (dims.as_ptr(), dims.len());
        (args.byte_strides, args.num_byte_strides) = (strides.as_ptr(), strides.len());
    })?;
    call::<EventDestroy>("PJRT_Event_Destroy", |args| args.event = made.done_with_host_buffer)?;
    Ok(made.buffer)
}

fn elements(buffer: Handle) -> Result<Vec<f32>, String> {
    let asked = call::<BufferToHostBuffer>("PJRT_Buffer_ToHostBuffer", |args| args.src = buffer)?;
    let mut data = vec![0.0_f32; asked.dst_size / size_of::<f32>()];
    let read = call::<BufferToHostBuffer>("PJRT_Buffer_ToHostBuffer", |args| {
        (args.src, args.dst, args.dst_size) = (buffer, data.as_mut_ptr().cast(), asked.dst_size);
    })?;
    call::<EventAwait>("PJRT_Event_Await", |args| args.event = read.event)?;
    call::<EventDestroy>("PJRT_Event_Destroy", |args| args.event = read.event)?;
    Ok(data)
}

fn execute(executable: Handle, arguments: &[Handle]) -> Result<Handle, String> {
    let lists = [arguments.as_ptr()];
    let mut results = [Handle::NULL];
    let outputs = [results.as_mut_ptr()];
    call::<LoadedExecutableExecute>("PJRT_LoadedExecutable_Execute", |args| {
        (args.executable, args.num_devices, args.num_args) = (executable, 1, arguments.len());
        (args.argument_lists, args.output_lists) = (lists.as_ptr(), outputs.as_ptr());
    })?;
    Ok(results[0])
}

#[test]
fn a_program_runs_on_arrays_of_any_strides() {
    let client = client();
    let executable = compile(client, ADD).expect("it compiles");
    let by_column = [1.0, 4.0, 2.0, 5.0, 3.0, 6.0];
    let argument = buffer(client, &by_column, &[2, 3], &[4, 8]).expect("it is an array");
    let result = execute(executable, &[argument]).expect("it runs");
    assert_eq!(elements(result), Ok(vec![2.0, 4.0, 6.0, 8.0, 10.0, 12.0]));
    for buffer in [argument, result] {
        call::<BufferDestroy>("PJRT_Buffer_Destroy", |args| args.buffer = buffer).expect("it exists");
    }
    call::<LoadedExecutableDestroy>("PJRT_LoadedExecutable_Destroy", |args| args.executable = executable)
        .expect("it exists");
    call::<ClientDestroy>("PJRT_Client_Destroy", |args| args.client = client).expect("it exists");
}

#[test]
fn wrong_arguments_are_errors() {
    let (client, other) = (client(), client());
    let executable = compile(client, ADD).expect("it compiles");
    let wrong = |result: Result<Handle, String>, part: &str| {
        let message = result.expect_err("it is refused");
        assert!(message.contains(part), "{message}");
    };
    wrong(execute(executable, &[]), "Execution supplied 0 buffers but compiled program expected 1 buffers");
    wrong(execute(executable, &[Handle::NULL]), "got a null pointer");
    let small = buffer(client, &[1.0], &[1], &[4]).expect("it is an array");
    wrong(execute(executable, &[small]), "expected f32[2, 3], got f32[1]");
    wrong(execute(small, &[small]), "expected a PJRT_LoadedExecutable");
    let foreign = buffer(other, &[1.0; 6], &[2, 3], &[]).expect("it is an array");
    wrong(execute(executable, &[foreign]), "got one of another");
    call::<BufferDestroy>("PJRT_Buffer_Destroy", |args| args.buffer = small).expect("it exists");
    wrong(execute(executable, &[small]), "was destroyed");
    wrong(buffer(client, &[1.0; 6], &[2, 3], &[4]), "expected 2 strides, got 1");
    wrong(compile(client, "func.func @f() { return %x : i32 }"), "error");
}

#[test]
fn every_function_refuses_null_and_short_structs() {
    for (name, _) in FUNCTIONS {
        let error = raw(name, std::ptr::null_mut());
        assert!(text(error).contains(name), "{name}");
        let mut short = [size_of::<usize>(), 0];
        let error = raw(name, short.as_mut_ptr().cast());
        assert!(text(error).contains(name), "{name}");
    }
}

/// A function of the host: its result is the argument times the setting `factor`.
///
/// # Safety
/// The frame is one of the interface's.
unsafe extern "C" fn scaled(frame: *mut crate::ffi::layout::CallFrame) -> *mut c_void {
    use crate::ffi::layout::{Buffer, Scalar};
    // SAFETY: the program's call has one argument, one result and one setting, of `f32`.
    unsafe {
        let frame = &*frame;
        let argument = &*(*frame.arguments.values).cast::<Buffer>();
        let result = &*(*frame.results.values).cast::<Buffer>();
        let factor = &*(*frame.attributes.values).cast::<Scalar>();
        let dims = std::slice::from_raw_parts(argument.dims, argument.rank as usize);
        for index in 0..dims.iter().product::<i64>() as usize {
            let value = *argument.data.cast::<f32>().add(index) * *factor.value.cast::<f32>();
            *result.data.cast::<f32>().add(index) = value;
        }
    }
    std::ptr::null_mut()
}

#[test]
fn a_program_calls_a_function_of_the_host() {
    const CALL: &str = "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
      %y = stablehlo.custom_call @scaled(%x) {api_version = 4 : i32, backend_config = {factor = 2.5 : f32}}
        : (tensor<3xf32>) -> tensor<3xf32>
      return %y : tensor<3xf32>
    }";
    let client = client();
    let argument = buffer(client, &[1.0, 2.0, 4.0], &[3], &[]).expect("it is an array");
    let executable = compile(client, CALL).expect("it compiles");
    let missing = execute(executable, &[argument]).expect_err("nobody registered it");
    assert!(missing.contains("No FFI handler registered for scaled"), "{missing}");
    crate::ffi::register(
        b"scaled",
        crate::ffi::layout::Bundle { execute: Some(scaled), ..Default::default() },
    );
    let result = execute(executable, &[argument]).expect("it runs");
    assert_eq!(elements(result), Ok(vec![2.5, 5.0, 10.0]));
}

/// The settings of calls of [`noted`], in the order of the calls.
static NOTES: std::sync::Mutex<Vec<i64>> = std::sync::Mutex::new(Vec::new());

/// A function of the host that notes its setting `number`.
///
/// # Safety
/// The frame is one of the interface's.
unsafe extern "C" fn noted(frame: *mut crate::ffi::layout::CallFrame) -> *mut c_void {
    // SAFETY: the program's call has one setting, of `i64`.
    let number = unsafe {
        let number = &*(*(*frame).attributes.values).cast::<crate::ffi::layout::Scalar>();
        *number.value.cast::<i64>()
    };
    NOTES.lock().expect("no call panics").push(number);
    std::ptr::null_mut()
}

#[test]
fn calls_with_effects_run_in_the_order_of_the_program() {
    let calls: String = (0..8)
        .map(|number| {
            // The tensor of every other call takes time to compute.
            let argument = if number % 2 == 0 { "%z" } else { "%x" };
            format!(
                "%y{number} = stablehlo.custom_call @noted({argument}) {{api_version = 4 : i32, \
                 backend_config = {{number = {number} : i64}}, has_side_effect = true}} : (tensor<64x64xf32>) -> tensor<f32>\n"
            )
        })
        .collect();
    let program = format!(
        "func.func @main(%x: tensor<64x64xf32>) -> tensor<f32> {{
           %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
             : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
           %z = stablehlo.sine %y : tensor<64x64xf32>
           {calls}
           return %y7 : tensor<f32>
         }}"
    );
    crate::ffi::register(b"noted", crate::ffi::layout::Bundle { execute: Some(noted), ..Default::default() });
    let client = client();
    let argument = buffer(client, &[0.5; 64 * 64], &[64, 64], &[]).expect("it is an array");
    let executable = compile(client, &program).expect("it compiles");
    for _ in 0..20 {
        elements(execute(executable, &[argument]).expect("it runs")).expect("it is there");
        let notes = std::mem::take(&mut *NOTES.lock().expect("no call panics"));
        assert_eq!(notes, (0..8).collect::<Vec<_>>());
    }
}

#[test]
fn a_buffer_that_no_result_needs_stays_with_the_caller() {
    const SUM: &str = "func.func @main(%x: tensor<2xf32> {jax.buffer_donor = true}, %y: tensor<2xf32> {jax.buffer_donor = true}) -> tensor<2xf32> {
      %z = stablehlo.add %x, %y : tensor<2xf32>
      return %z : tensor<2xf32>
    }";
    let client = client();
    let executable = compile(client, SUM).expect("it compiles");
    let of = |data: [f32; 2]| buffer(client, &data, &[2], &[]).expect("it is an array");
    let [x, y] = [of([1.0, 2.0]), of([3.0, 4.0])];
    let result = execute(executable, &[x, y]).expect("it runs");
    assert_eq!(elements(result), Ok(vec![4.0, 6.0]));
    assert!(elements(x).expect_err("it was donated").contains("deleted or donated"));
    assert_eq!(elements(y), Ok(vec![3.0, 4.0]));
}

#[test]
fn a_buffer_that_is_read_outside_stays_with_the_caller() {
    const STEP: &str = "func.func @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}) -> tensor<2xf32> {
      %z = stablehlo.add %x, %x : tensor<2xf32>
      return %z : tensor<2xf32>
    }";
    let client = client();
    let executable = compile(client, STEP).expect("it compiles");
    let x = buffer(client, &[1.0, 2.0], &[2], &[]).expect("it is an array");
    call::<BufferIncreaseExternalReferenceCount>("PJRT_Buffer_IncreaseExternalReferenceCount", |args| {
        args.buffer = x;
    })
    .expect("it exists");
    let result = execute(executable, &[x]).expect("it runs");
    assert_eq!(elements(result), Ok(vec![2.0, 4.0]));
    assert_eq!(elements(x), Ok(vec![1.0, 2.0]));
    call::<BufferDecreaseExternalReferenceCount>("PJRT_Buffer_DecreaseExternalReferenceCount", |args| {
        args.buffer = x;
    })
    .expect("it exists");
    execute(executable, &[x]).expect("it runs");
    assert!(elements(x).expect_err("it was donated").contains("deleted or donated"));
}

#[test]
fn a_donated_buffer_is_gone() {
    const STEP: &str = "func.func @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<2xf32>) -> tensor<2xf32> {
      %z = stablehlo.add %x, %y : tensor<2xf32>
      return %z : tensor<2xf32>
    }";
    let client = client();
    let executable = compile(client, STEP).expect("it compiles");
    let [x, y] =
        [[1.0, 2.0], [3.0, 4.0]].map(|data| buffer(client, &data, &[2], &[]).expect("it is an array"));
    let twice = execute(executable, &[x, x]).expect_err("it is used twice");
    assert!(
        twice.contains("previously donated") && twice.contains("argument 1, ") && twice.contains("use: 0"),
        "{twice}"
    );
    let result = execute(executable, &[x, y]).expect("it runs");
    assert_eq!(elements(result), Ok(vec![4.0, 6.0]));
    assert!(elements(x).expect_err("it was donated").contains("deleted or donated"));
    assert_eq!(elements(y), Ok(vec![3.0, 4.0]));
}

#[test]
fn shardings_of_scalars_in_regions_change_nothing() {
    // As JAX writes them with explicit axes, with casts around them as bytecode has them.
    const REDUCE: &str = r#"sdy.mesh @mesh = <["x"=1]>
    func.func @main(%x: tensor<3xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %r = "stablehlo.reduce"(%x, %z) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %0 = builtin.unrealized_conversion_cast %a : tensor<f32> to tensor<f32>
        %1 = sdy.sharding_constraint %0 <@mesh, []> : tensor<f32>
        %2 = sdy.reshard %b <@mesh, []> : tensor<f32>
        %3:2 = stablehlo.optimization_barrier %1, %2 : tensor<f32>, tensor<f32>
        %s = stablehlo.add %3#0, %3#1 : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      return %r : tensor<f32>
    }"#;
    let client = client();
    let executable = compile(client, REDUCE).expect("it compiles");
    let argument = buffer(client, &[1.0, 2.0, 4.0], &[3], &[]).expect("it is an array");
    let result = execute(executable, &[argument]).expect("it runs");
    assert_eq!(elements(result), Ok(vec![7.0]));
}

#[test]
fn a_transform_of_no_elements_has_none() {
    const TRANSFORM: &str = "func.func @main(%x: tensor<2x0xf32>) -> tensor<2x0xf32> {
      %c = stablehlo.complex %x, %x : tensor<2x0xcomplex<f32>>
      %y = stablehlo.fft %c, type = IRFFT, length = [0] : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xf32>
      return %y : tensor<2x0xf32>
    }";
    let client = client();
    let executable = compile(client, TRANSFORM).expect("it compiles");
    let argument = buffer(client, &[], &[2, 0], &[]).expect("it is an array");
    let result = execute(executable, &[argument]).expect("it runs");
    assert_eq!(elements(result), Ok(Vec::new()));
}

#[test]
fn a_result_that_is_an_argument_has_memory_of_its_own() {
    const SAME: &str = "func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<2xf32>, tensor<2xf32>) {
      return %x, %y : tensor<2xf32>, tensor<2xf32>
    }";
    let client = client();
    let executable = compile(client, SAME).expect("it compiles");
    let arguments =
        [[1.0, 2.0], [3.0, 4.0]].map(|data| buffer(client, &data, &[2], &[]).expect("it is an array"));
    let address = |buffer| {
        let found = call::<BufferUnsafePointer>("PJRT_Buffer_UnsafePointer", |args| args.buffer = buffer);
        found.expect("it exists").buffer_pointer
    };
    let before = arguments.map(address);
    let (lists, mut results) = ([arguments.as_ptr()], [Handle::NULL; 2]);
    let outputs = [results.as_mut_ptr()];
    call::<LoadedExecutableExecute>("PJRT_LoadedExecutable_Execute", |args| {
        (args.executable, args.num_devices, args.num_args) = (executable, 1, 2);
        (args.argument_lists, args.output_lists) = (lists.as_ptr(), outputs.as_ptr());
    })
    .expect("it runs");
    let after = results.map(address);
    // The second argument was given away.
    assert_eq!([after[0] == before[0], after[1] == before[1]], [false, true]);
    assert_eq!(results.map(elements), [Ok(vec![1.0, 2.0]), Ok(vec![3.0, 4.0])]);
}
