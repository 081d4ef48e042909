//! Operations that functions of the caller divide over devices.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

use tfrt_driver::input::Input;
use tfrt_driver::{bytecode, compile};
use tfrt_ir::diagnostics::Diagnostics;

use super::devices::{clients, compile_for, devices, on, run};
use super::*;
use crate::options::tests::options;
use crate::partitioner::{EXTENSION, Functions, Inspection, Inspector, Question, Register, Text};

/// What the partitioner puts in the place of a call: a function beside the main one, which has the name of one of the program's.
const PART: &str = "
func.func private @helper(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %3 = stablehlo.add %x, %2 : tensor<2xf32>
  return %3 : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = call @helper(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %x : tensor<2xf32>, tensor<2xf32>
}";

/// The program as the partitioner gives it.
fn part() -> &'static [u8] {
    static CODE: OnceLock<Vec<u8>> = OnceLock::new();
    CODE.get_or_init(|| {
        let (ctx, mut diagnostics) = (compile::context(), Diagnostics::new());
        let module =
            Input::Text(PART).parse(&ctx, "part", 0..PART.len(), &mut diagnostics).expect("it is right");
        bytecode::write(&module, bytecode::NEWEST_VERSION, &mut diagnostics).expect("it can be written")
    })
}

static FREED: AtomicUsize = AtomicUsize::new(0);
/// The sharding of the operand, once it was asked for.
static ASKED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Counts its calls.
///
/// # Safety
/// Nothing is asked of the argument.
unsafe extern "C" fn free(_: *mut c_void) {
    FREED.fetch_add(1, Relaxed);
}

/// Divides results as the operand; refuses what the configuration says.
///
/// # Safety
/// The question is one of the interface's.
unsafe extern "C" fn divide(_: *mut Functions, question: *mut Question) {
    // SAFETY: the caller says that it is a question, whose bytes are there during the call.
    unsafe {
        let question = &mut *question;
        question.header.free = Some(free);
        if question.configuration.copied().expect("it is there") == b"refuse" {
            question.header.has_error = 1;
            question.header.code = 3;
            question.header.message = Text::of(b"it is refused");
            return;
        }
        assert_eq!(question.num_operands, 1);
        let operand = &*question.operands;
        // `ShapeProto`: elements of f32, eight of them, in row-major order.
        assert_eq!(operand.shape.copied().expect("it is there"), [16, 11, 26, 1, 8, 42, 3, 10, 1, 0]);
        let sharding = operand.sharding.copied().expect("it is there");
        // A tuple of two of these.
        let mut both = vec![8, 2];
        for _ in 0..2 {
            both.extend([42, sharding.len() as u8]);
            both.extend(&sharding);
        }
        *ASKED.lock().expect("no test fails here") = sharding;
        question.module = Text::of(part());
        question.operand_shardings = Box::leak(Box::new(operand.sharding));
        question.result_sharding = Text::of(both.leak());
    }
}

fn register() {
    static FUNCTIONS: OnceLock<usize> = OnceLock::new();
    let functions = *FUNCTIONS.get_or_init(|| {
        let functions = Functions {
            version: 0,
            own: std::ptr::null_mut(),
            free: None,
            partition: Some(divide),
            infer: None,
            propagate: None,
            may_be_replicated: 1,
        };
        (Box::leak(Box::new(functions)) as *mut Functions).expose_provenance()
    });
    let mut args = Register {
        struct_size: size_of::<Register>(),
        name: b"own".as_ptr(),
        name_size: 3,
        functions: std::ptr::with_exposed_provenance_mut(functions),
    };
    // SAFETY: the function takes these arguments.
    let error = unsafe { (EXTENSION.functions[0])((&raw mut args).cast()) };
    assert!(error.is_null());
}

fn program(configuration: &str) -> String {
    format!(
        r#"
sdy.mesh @mesh = <["x"=4]>
func.func private @helper(%x: tensor<8xf32>) -> tensor<8xf32> {{
  return %x : tensor<8xf32>
}}
func.func @main(%a: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) -> (tensor<8xf32>, tensor<8xf32>) {{
  %0 = call @helper(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1:2 = "stablehlo.custom_call"(%0) {{api_version = 2 : i32, call_target_name = "own", backend_config = "{configuration}",
    sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i], [i]) {{i=8}}, custom>}} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %1#0, %1#1 : tensor<8xf32>, tensor<8xf32>
}}"#
    )
}

#[test]
fn a_partitioner_says_what_each_device_runs() {
    register();
    let client = clients(4).expect("there are threads");
    let all = devices(client);
    let executable = compile_for(client, &program("divide"), &options(4, None)).expect("it compiles");
    assert_eq!(*ASKED.lock().expect("no test fails here"), [8, 3, 26, 1, 4, 74, 1, 4, 82, 1, 0]);
    assert!(FREED.load(Relaxed) > 0);
    let arguments: Vec<Vec<Handle>> =
        all.iter().map(|&device| vec![on(client, device, &[1.0, 2.0])]).collect();
    for (device, [first, second]) in run(executable, &arguments).expect("it runs").into_iter().enumerate() {
        let number = device as f32;
        assert_eq!(elements(first), Ok(vec![1.0 + number, 2.0 + number]));
        assert_eq!(elements(second), Ok(vec![1.0, 2.0]));
    }
    let message = compile_for(client, &program("refuse"), &options(4, None)).expect_err("it is refused");
    assert_eq!(message, "it is refused");
}

#[test]
fn functions_are_told_shardings() {
    static TOLD: Mutex<Vec<u8>> = Mutex::new(Vec::new());
    /// # Safety
    /// The inspection is one of the interface's.
    unsafe extern "C" fn told(_: *mut c_void, inspection: *mut Inspection) {
        // SAFETY: the caller says that it is one, whose bytes are there during the call.
        let bytes =
            unsafe { std::slice::from_raw_parts((*inspection).sharding, (*inspection).sharding_size) };
        TOLD.lock().expect("no test fails here").extend_from_slice(bytes);
    }
    let inspector = Inspector { call: Some(told), data: std::ptr::null_mut() };
    // SAFETY: the struct has no padding.
    let bytes: [u8; 16] = unsafe { std::mem::transmute(inspector) };
    let configuration: String = bytes.iter().map(|byte| format!("\\{byte:02X}")).collect();
    let code = |configuration: &str| {
        format!(
            r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) -> tensor<8xf32> {{
  %0 = stablehlo.negate %a : tensor<8xf32>
  %1 = "stablehlo.custom_call"(%0) {{api_version = 1 : i32, call_target_name = "InspectSharding", has_side_effect = true,
    backend_config = "{configuration}"}} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}}"#
        )
    };
    let client = clients(4).expect("there are threads");
    compile_for(client, &code(&configuration), &options(4, None)).expect("it compiles");
    assert_eq!(*TOLD.lock().expect("no test fails here"), [8, 3, 26, 1, 4, 74, 1, 4, 82, 1, 0]);
    let message = compile_for(client, &code("short"), &options(4, None)).expect_err("it is too short");
    assert!(message.contains("expected 16 bytes that say who inspects a sharding, got 5"), "{message}");
}
