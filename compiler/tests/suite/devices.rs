//! Programs of several devices: in which of them devices may have different tensors where they are to have the same.

use tfrt_compiler::stablehlo_give_by_device;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::parse_module;

use crate::common::{context, programs};

/// Whether devices of a program may go on with different tensors.
fn goes_apart(text: &str) -> bool {
    let ctx = context();
    let mut module = parse_module(&ctx, "program", text, &mut Diagnostics::new()).expect("it is right");
    stablehlo_give_by_device(&mut module)
}

/// A program of four devices, two along each axis, whose computation gives a result that is to be the same on all.
fn computation(body: &str) -> String {
    format!(
        r#"
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4xf32>) -> tensor<2xf32> {{
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{{"x"}}]>] out_shardings=[<@mesh, [{{}}]>] manual_axes={{"x", "y"}} (%b: tensor<2xf32>) {{
    {body}
  }} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}}"#
    )
}

#[test]
fn devices_of_most_programs_have_the_same() {
    let apart: Vec<String> = programs()
        .iter()
        .filter(|path| path.parent().is_some_and(|folder| folder.ends_with("stablehlo/members")))
        .filter(|path| !path.ends_with("errors.mlir") && !path.ends_with("grid_errors.mlir"))
        .filter(|path| goes_apart(&std::fs::read_to_string(path).expect("it can be read")))
        .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    assert_eq!(apart, ["different"]);
}

#[test]
fn sums_over_devices_are_the_same() {
    let sum = |groups: &str| {
        computation(&format!(
            r#"%1 = "stablehlo.all_reduce"(%b) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{groups}> : tensor<2x2xi64>, use_global_device_ids}}> ({{
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %s = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }}) : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>"#
        ))
    };
    assert!(goes_apart(&computation("sdy.return %b : tensor<2xf32>")));
    assert!(!goes_apart(&sum("[[0, 2], [1, 3]]")));
    // Along the axis that divides nothing: the two sums differ.
    assert!(goes_apart(&sum("[[0, 1], [2, 3]]")));
}

#[test]
fn what_follows_from_the_number_of_a_device_is_known() {
    let placed = |number: &str| {
        computation(&format!(
            r#"%id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %place = stablehlo.{number} %id, %two : tensor<ui32>
    %f = stablehlo.convert %place : (tensor<ui32>) -> tensor<f32>
    %own = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>
    sdy.return %own : tensor<2xf32>"#
        ))
        .replace("out_shardings=[<@mesh, [{}]>]", "out_shardings=[<@mesh, [{\"x\"}]>]")
        .replace("-> tensor<2xf32> {", "-> tensor<4xf32> {")
        .replace(
            "(tensor<4xf32>) -> tensor<2xf32>\n  return %0 : tensor<2xf32>",
            "(tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>",
        )
    };
    // The place along "x" is the same on the devices along "y", and the place along "y" is not.
    assert!(!goes_apart(&placed("divide")));
    assert!(goes_apart(&placed("remainder")));
}

#[test]
fn loops_end_with_what_differs_in_any_round() {
    let round = |value: &str| {
        computation(&format!(
            r#"%zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %start = stablehlo.constant dense<0.0> : tensor<2xf32>
    %1:2 = stablehlo.while(%i = %zero, %v = %start) : tensor<i32>, tensor<2xf32>
     cond {{
      %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %n = stablehlo.add %i, %one : tensor<i32>
      %w = stablehlo.add %v, {value} : tensor<2xf32>
      stablehlo.return %n, %w : tensor<i32>, tensor<2xf32>
    }}
    sdy.return %1#1 : tensor<2xf32>"#
        ))
    };
    assert!(!goes_apart(&round("%v")));
    assert!(goes_apart(&round("%b")));
}
