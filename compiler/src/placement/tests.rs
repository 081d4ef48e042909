//! Tests that compare programs before and after placement.

use std::sync::Arc;

use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, SourceFile};
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::syntax::{parse_module, print_module};
use tfrt_ir::verify::verify_module;
use tfrt_ops::DataType;

use super::{Assignment, DeviceKernels, PlacementOptions, Transfers};
use crate::pipeline::run_pass;

/// Two devices `DEV` with kernels for products, sums of floats and reshaping, whose shape is in host memory; one `OTHER` with sums.
struct Kernels;

impl DeviceKernels for Kernels {
    fn count(&self, device_type: &str) -> Result<u32, String> {
        match device_type {
            "DEV" => Ok(2),
            "OTHER" => Ok(1),
            "BROKEN" => Err("the cable is out".into()),
            _ => Ok(0),
        }
    }

    fn kernel(
        &self,
        device_type: &str,
        op: &str,
        types: &dyn Fn(&str) -> Option<DataType>,
    ) -> Option<Vec<Box<str>>> {
        let is_float = types("T").is_none_or(|ty| ty == DataType::Float32);
        match (device_type, op) {
            ("DEV", "tf.MatMul") => Some(vec![]),
            ("DEV" | "OTHER", "tf.AddV2") if is_float => Some(vec![]),
            ("DEV", "tf.Reshape") => Some(vec!["shape".into()]),
            ("DEV", "tf.AssignAddVariableOp") => Some(vec![]),
            _ => None,
        }
    }
}

/// A function after placement: diagnostics, and the text behind its first line.
fn place(options: &str, lines: &str) -> String {
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).expect("the declarations are right");
    let ctx = Arc::new(Context::with_dialects(registry));
    let text = format!(
        "func.func @f(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> !corert.tensorhandle {{\n\
         %cpu = corert.get_op_handler %ch \"cpu\"\n{lines}\n}}\n"
    );
    let mut diagnostics = Diagnostics::new();
    let mut module = parse_module(&ctx, "f", &text, &mut diagnostics).expect("the program is right");
    let mut placement = PlacementOptions::default();
    for option in options.split_whitespace() {
        match option {
            "soft" => placement.soft = true,
            alias if alias.contains('=') => placement.aliases.push(alias.parse().expect("an alias")),
            device => placement.devices.push(device.parse().expect("a device")),
        }
    }
    let kernels = Arc::new(Kernels);
    let stage = Assignment::new(placement, kernels.clone());
    // Twice, as when plugins' passes run between.
    let placed = (0..2).try_for_each(|_| run_pass(&stage, &mut module, &mut [], &mut diagnostics));
    if placed.is_ok() {
        run_pass(&Transfers::new(kernels), &mut module, &mut [], &mut diagnostics).expect("it cannot fail");
        assert!(verify_module(&module, &mut diagnostics).is_ok());
    }
    let found = diagnostics.take();
    let sources = [SourceFile { name: "f", text: text.as_bytes() }];
    let printer = DiagnosticPrinter::new(&ctx, &sources);
    let messages: String = found.iter().map(|diagnostic| printer.render(diagnostic)).collect();
    let messages: Vec<&str> = messages.lines().filter(|line| line.starts_with("f:")).collect();
    let program = print_module(&module, &Default::default());
    let lines: Vec<&str> = program.lines().filter(|line| line.starts_with("    ")).map(str::trim).collect();
    [messages, lines].concat().join("\n")
}

const ADD: &str = "%y = corert.executeop(%cpu) \"tf.AddV2\"(%x, %x) : 1
%z = corert.executeop(%cpu) \"tf.AddV2\"(%y, %x) : 1
tfrt.return %z : !corert.tensorhandle";

#[test]
fn nothing_moves_unless_somebody_asks() {
    insta::assert_snapshot!(place("", ADD));
}

#[test]
fn ops_move_with_what_they_need() {
    insta::assert_snapshot!(place("DEV:1", ADD));
}

#[test]
fn the_first_device_with_a_kernel_wins_and_the_host_is_the_last() {
    let program = "%c = corert.const_dense_tensor dense<1.0> : tensor<2x2xf32>
%p = corert.executeop(%cpu) \"tf.MatMul\"(%c, %c) : 1
%s = corert.executeop(%cpu) \"tf.AddV2\"(%p, %p) : 1
%t = corert.executeop(%cpu) \"tf.Tanh\"(%s) : 1
tfrt.return %t : !corert.tensorhandle";
    insta::assert_snapshot!(place("OTHER DEV soft", program));
    insta::assert_snapshot!(place("OTHER DEV", program));
}

#[test]
fn types_that_are_known_count() {
    let program = "%c = corert.const_dense_tensor dense<1> : tensor<2xi32>
%s = corert.executeop(%cpu) \"tf.AddV2\"(%c, %c) : 1
tfrt.return %s : !corert.tensorhandle";
    insta::assert_snapshot!(place("DEV soft", program));
}

#[test]
fn what_the_program_says_wins() {
    let program = "%gpu = corert.get_op_handler %ch \"GPU:1\"
%y = corert.executeop(%gpu) \"tf.AddV2\"(%x, %x) : 1
%z = corert.executeop(%cpu) \"tf.AddV2\"(%y, %x) : 1 attributes {tf.device = \"/device:CPU:0\"}
%w = corert.executeop(%cpu) \"tf.AddV2\"(%z, %x) : 1 attributes {tf.device = \"DEV:1\"}
tfrt.return %w : !corert.tensorhandle";
    insta::assert_snapshot!(place("OTHER GPU=DEV", program));
}

#[test]
fn arguments_in_host_memory_stay_there_and_chains_go_on() {
    let program = "%shape = corert.const_dense_tensor dense<[4]> : tensor<1xi32>
%y = corert.executeop(%cpu) \"tf.AddV2\"(%x, %x) : 1
%ch1, %z = corert.executeop.seq(%cpu, %ch) \"tf.Reshape\"(%y, %shape) : 1
%ch2 = \"corert.print_tensorhandle\"(%z, %ch1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
tfrt.return %y : !corert.tensorhandle";
    insta::assert_snapshot!(place("DEV", program));
}

#[test]
fn a_variable_is_in_one_place() {
    let program = "%v = corert.executeop(%cpu) \"tf.VarHandleOp\"() {dtype = f32, shape = #corert.shape<2>, shared_name = \"v\"} : 1
%ch1 = corert.executeop.seq(%cpu, %ch) \"tf.AssignVariableOp\"(%v, %x) {dtype = f32}
%ch2 = corert.executeop.seq(%cpu, %ch1) \"UPDATE\"(%v, %x) {dtype = f32}
%r = corert.executeop(%cpu) \"tf.ReadVariableOp\"(%v) {dtype = f32} : 1
tfrt.return %r : !corert.tensorhandle";
    insta::assert_snapshot!(place("DEV", &program.replace("UPDATE", "tf.AssignAddVariableOp")));
    insta::assert_snapshot!(place("DEV soft", &program.replace("UPDATE", "tf.AssignSubVariableOp")));
}

#[test]
fn devices_that_are_not_there_are_errors() {
    insta::assert_snapshot!(place("DEV:2", ADD));
    insta::assert_snapshot!(place("GPU", ADD));
    assert!(
        place("BROKEN", ADD)
            .starts_with("f:0:0: error: the devices of type BROKEN cannot be used: the cable is out")
    );
    for (text, message) in [
        ("DEV:x", "'DEV:x' is no device: 'x' is no number"),
        ("", "'' is no device; write TYPE or TYPE:N"),
        ("a b", "'a b' is no device; write TYPE or TYPE:N"),
    ] {
        assert_eq!(text.parse::<super::DeviceName>().expect_err(text), message);
    }
}
