// Errors of operations of `sdy`: mistakes in custom forms, then the rules of meshes, shardings and collectives.
// The messages are those of upstream.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @counts(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1:8 {{'sdy.manual_computation' op operand shardings don't match number of values: 0 shardings vs 1 values}}
  %0 = sdy.manual_computation(%a) in_shardings=[] out_shardings=[<@mesh, [{}]>] manual_axes={} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @results(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1:8 {{'sdy.manual_computation' op number of op results and region results must match. Op has 1 op results and 0 region results}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%b: tensor<4xf32>) {
    sdy.return
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @brackets(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1:48 {{expected a list}}
  %0 = sdy.manual_computation(%a) in_shardings=<@mesh, [{}]> out_shardings=[] manual_axes={} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @axes(%a: tensor<4xf32>) {
  // expected-error @+1:74 {{expected string}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={x} () {
    sdy.return
  } : () -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op collective on operand without sharding}}
  %2 = sdy.all_gather [{"b", "c"}, {}, {"d"}] %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op unknown mesh: @mesh2}}
  %2 = sdy.all_gather [{"b", "c"}, {}, {"d"}] %0 out_sharding=<@mesh2, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op sharding doesn't match tensor rank: 2 != 3}}
  %2 = sdy.all_gather [{"b", "c"}, {}, {"d"}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op result sharding has rank 3 but collective axes has rank 2}}
  %2 = sdy.all_gather [{"b", "c"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op result sharding doesn't match expected sharding ["d"] on dimension 2}}
  %2 = sdy.all_gather [{"b", "c"}, {}, {}] %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op unknown axis name: "z"}}
  %2 = sdy.all_gather [{"z"}, {}, {}] %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op can't apply gathering axis "a" to operand sharding on dimension 0}}
  %2 = sdy.all_gather [{"a"}, {}, {"d"}] %0 out_sharding=<@mesh, [{"b","c"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op duplicate axis ref: "c"}}
  %2 = sdy.all_gather [{"c","c"}, {}, {"d"}] %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op two consecutive sub-axes can be merged: "c":(1)2, "c":(2)2}}
  %2 = sdy.all_gather [{"c":(1)2,"c":(2)2}, {}, {"d"}] %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op can't apply gathering axis "c":(1)3 to operand sharding on dimension 0}}
  %2 = sdy.all_gather [{"c":(1)3}, {}, {"d"}] %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op can't apply gathering axis "c":(1)2 to operand sharding on dimension 0}}
  %2 = sdy.all_gather [{"c":(1)2}, {}, {"d"}] %0 out_sharding=<@mesh, [{"a","b","c":(2)2}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
// expected-note @+1:14 {{operand mesh: #sdy.mesh<["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>}}
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_gather' op result mesh does not match operand mesh}}
  %2 = sdy.all_gather [{"b", "c"}, {}, {"d"}] %0 out_sharding=<mesh<["a"=2]>, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_slice' op result sharding doesn't match expected sharding ["a", "b", "c"] on dimension 0}}
  %2 = sdy.all_slice [{"b", "c"}, {}, {"d"}] %0 out_sharding=<@mesh, [{"a","b"}, {}, {"d"}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_reduce' op reduction axis "a" overlaps with operand dimension sharding or replicated axes}}
  %2 = sdy.all_reduce {"a"} %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_reduce' op reduction axes are not ordered w.r.t. mesh}}
  %2 = sdy.all_reduce {"c","b"} %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_reduce' op operand and result shardings are not equivalent}}
  %2 = sdy.all_reduce {"b"} %0 out_sharding=<@mesh, [{"c"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_reduce' op reduction axis "b" overlaps with result unreduced axes}}
  %2 = sdy.all_reduce {"b"} %0 out_sharding=<@mesh, [{"a"}, {}, {}], unreduced={"b"}> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"},{},{}], replicated={"b"}>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_reduce' op reduction axis "b" overlaps with operand dimension sharding or replicated axes}}
  %2 = sdy.all_reduce {"b"} %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reduce_scatter' op result sharding doesn't match expected sharding ["a", "b"] on dimension 0}}
  %2 = sdy.reduce_scatter [{"b"}, {}, {}] %0 out_sharding=<@mesh, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_to_all' op parameter list is empty}}
  %2 = sdy.all_to_all [] %0 out_sharding=<@mesh, [{"a"}, {"b"}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_to_all' op target dimension 3 is out of range [0, 3)}}
  %2 = sdy.all_to_all [{"b"}: 0->3] %0 out_sharding=<@mesh, [{"a"}, {"b"}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_to_all' op overlapping source/target dimensions in all-to-all params: 0}}
  %2 = sdy.all_to_all [{"b"}: 0->0] %0 out_sharding=<@mesh, [{"a"}, {"b"}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"},{"b"},{},{}]>}) -> tensor<8x8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.all_to_all' op source dimensions are not sorted in ascending order: 0 appears after 1}}
  %2 = sdy.all_to_all [{"b"}: 1->3, {"a"}: 0->2] %0 out_sharding=<@mesh, [{}, {}, {"a"}, {"b"}]> : tensor<8x8x8x8xf32>
  return %2 : tensor<8x8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 0: 2 != 4}}
  %2 = sdy.collective_permute %0 out_sharding=<@mesh, [{"b"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op r2u axes must not be empty}}
  %2 = sdy.replicated_to_unreduced {} %0 out_sharding=<@mesh, [{"b"}, {}, {}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + r2u_axes}}
  %2 = sdy.replicated_to_unreduced {"a"} %0 out_sharding=<@mesh, [{"b"}, {}, {}], unreduced={"a","c"}> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"},{},{}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.replicated_to_unreduced' op input and output must share the same dimension shardings}}
  %2 = sdy.replicated_to_unreduced {"a"} %0 out_sharding=<@mesh, [{"c"}, {}, {}], unreduced={"a"}> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a","b","c"},{},{"d"}]>}) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.sharded_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes}}
  %2 = sdy.sharded_to_unreduced [{"b", "c"}, {}, {"d"}] %0 out_sharding=<@mesh, [{"a"}, {}, {}], unreduced={"b", "c"}> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.}}
  %2 = sdy.propagation_barrier %0 allowed_direction=BOTH : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-note @+1:8 {{sdy op defining the input of the sdy.data_flow_edge}}
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8x8x8xf32>
 // expected-error @+1:7 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).}}
 %2 = sdy.data_flow_edge %1 : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  %1 = stablehlo.tanh %0 : tensor<8x8x8xf32>
 // expected-error @+1:7 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to have a single user}}
 %2 = sdy.data_flow_edge %1 : tensor<8x8x8xf32>
 %3 = stablehlo.tanh %1 : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.named_computation' op in_shardings - sharding doesn't match tensor rank: 2 != 3}}
  %2 = sdy.named_computation<"foo">(%0) in_shardings=[<@mesh, [{"a"}, {}]>] (%arg1: tensor<8x8x8xf32>) {
 sdy.return %arg1 : tensor<8x8x8xf32>
} : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.named_computation' op in_shardings shardings don't match number of values: 0 shardings vs 1 values}}
  %2 = sdy.named_computation<"foo">(%0) in_shardings=[] (%arg1: tensor<8x8x8xf32>) {
 sdy.return %arg1 : tensor<8x8x8xf32>
} : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reshard' op replicated axes are not ordered w.r.t. mesh}}
  %2 = sdy.reshard %0 <@mesh, [{"a"}, {},{}], replicated={"c","b"}> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reshard' op unreduced axes are not ordered w.r.t. mesh}}
  %2 = sdy.reshard %0 <@mesh, [{"a"}, {},{}], unreduced={"c","b"}> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reshard' op dim 1 is empty and closed but has a priority}}
  %2 = sdy.reshard %0 <@mesh, [{"a"}, {}p1,{}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reshard' op sub-axis next pre-size 3 doesn't divide the size of the full axis 4: "c":(1)3}}
  %2 = sdy.reshard %0 <@mesh, [{"c":(1)3}, {},{}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reshard' op sub-axis size is equal to the full axis size: "c":(1)4}}
  %2 = sdy.reshard %0 <@mesh, [{"c":(1)4}, {},{}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reshard' op sub-axis sizes must be greater than 1: "c":(1)1}}
  %2 = sdy.reshard %0 <@mesh, [{"c":(1)1}, {},{}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reshard' op sub-axis pre-size must be at least 1: "c":(0)2}}
  %2 = sdy.reshard %0 <@mesh, [{"c":(0)2}, {},{}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2,"g"=8]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reshard' op both sub-axis and full-axis are used for axis name: "c"}}
  %2 = sdy.reshard %0 <@mesh, [{"c","c":(1)2}, {},{}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2,"g"=8]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.reshard' op overlapping sub-axes: "g":(1)4, "g":(2)2}}
  %2 = sdy.reshard %0 <@mesh, [{"g":(1)4}, {"g":(2)2},{}]> : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
// expected-error @+1:57 {{'sdy.manual_computation' op operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<8xf32>', actual local shape 'tensor<4xf32>'}}
func.func @f(%0: tensor<8xf32>) -> tensor<8xf32> { %2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"z"} (%b: tensor<4xf32>) { sdy.return %b : tensor<4xf32> } : (tensor<8xf32>) -> tensor<8xf32>
 return %2 : tensor<8xf32> }

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
// expected-error @+1:57 {{'sdy.manual_computation' op operand sharding at index 0 must have all manual axes come before free axes in its dimension sharding at index 0. Saw manual axis "a" after free axis "b"}}
func.func @f(%0: tensor<8xf32>) -> tensor<8xf32> { %2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"b","a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) { sdy.return %b : tensor<4xf32> } : (tensor<8xf32>) -> tensor<8xf32>
 return %2 : tensor<8xf32> }

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
// expected-error @+1:57 {{'sdy.manual_computation' op all in and out shardings must be bound to the same mesh or an empty mesh.}}
func.func @f(%0: tensor<8xf32>) -> tensor<8xf32> { %2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) { sdy.return %b : tensor<4xf32> } : (tensor<8xf32>) -> tensor<8xf32>
 return %2 : tensor<8xf32> }

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
// expected-note @+2:57 {{parent bounding this axis as manual}}
// expected-error @+1:194 {{'sdy.manual_computation' op operates on axis "a" which is already bound by a parent sdy.manual_computation op}}
func.func @f(%0: tensor<8xf32>) -> tensor<8xf32> { %2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) { %q = sdy.manual_computation(%b) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%c: tensor<2xf32>) { sdy.return %c : tensor<2xf32> } : (tensor<4xf32>) -> tensor<4xf32>
 sdy.return %q : tensor<4xf32> } : (tensor<8xf32>) -> tensor<8xf32>
 return %2 : tensor<8xf32> }

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{expected the type of the 0'th block argument to match the type of the corresponding operand: 'tensor<8x8xf32>' vs 'tensor<8x8x8xf32>'}}
  %2 = sdy.named_computation<"foo">(%0) (%arg1: tensor<8x8xf32>) {
 %q = stablehlo.constant dense<1.0> : tensor<8x8x8xf32>
 sdy.return %q : tensor<8x8x8xf32>
} : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{number of block arguments must match the number of operands: 0 != 1}}
  %2 = sdy.named_computation<"foo">(%0) () {
  %q = stablehlo.constant dense<1.0> : tensor<8x8x8xf32>
 sdy.return %q : tensor<8x8x8xf32>
} : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
func.func @f(%0: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> {
  // expected-error @+1:8 {{'sdy.named_computation' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<8x8x8xf32>'}}
  %2 = sdy.named_computation<"foo">(%0) (%arg1: tensor<8x8x8xf32>) {
  %q = stablehlo.constant dense<1.0> : tensor<8xf32>
 sdy.return %q : tensor<8xf32>
} : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
// expected-error @+1:57 {{'sdy.manual_computation' op number of op operands and region operands must match. Op has 1 op operands and 0 region operands}}
func.func @f(%0: tensor<8xf32>) -> tensor<8xf32> { %2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} () { %q = stablehlo.constant dense<1.0> : tensor<4xf32>
 sdy.return %q : tensor<4xf32> } : (tensor<8xf32>) -> tensor<8xf32>
 return %2 : tensor<8xf32> }

// -----

sdy.mesh @p = <["a"=2, "b"=2], device_ids=[3,2,1,0]>
sdy.mesh @q = <["a"=2, "b"=2]>
sdy.mesh @r = <["a"=4]>
sdy.mesh @s = <["a"=2, "b"=2]>
// expected-note @+2:14 {{operand mesh: #sdy.mesh<["a"=2, "b"=2]>}}
// expected-error @+1:84 {{'sdy.collective_permute' op result mesh has different axes than operand mesh}}
func.func @f(%0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@q, [{"a"}]>}) { %2 = sdy.collective_permute  %0 out_sharding=<@r, [{"a"}]> : tensor<8xf32>
 return }

// -----

sdy.mesh @p = <["a"=2, "b"=2], device_ids=[3,2,1,0]>
sdy.mesh @q = <["a"=2, "b"=2]>
sdy.mesh @r = <["a"=4]>
sdy.mesh @s = <["a"=2, "b"=2]>
// expected-note @+2:14 {{operand mesh: #sdy.mesh<["a"=2, "b"=2]>}}
// expected-error @+1:84 {{'sdy.collective_permute' op result mesh name is different but same device ids as operand}}
func.func @f(%0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@q, [{"a"}]>}) { %2 = sdy.collective_permute  %0 out_sharding=<@s, [{"a"}]> : tensor<8xf32>
 return }

// -----

sdy.mesh @m = <[], device_ids=[0]>
// expected-error @+1:40 {{'sdy.sharding_constraint' op a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.}}
func.func @f(%0: tensor<8xf32>) { %1 = sdy.sharding_constraint %0 <@m, [{}]> : tensor<8xf32>
 return }

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @f(%0: i32) {
  // expected-error @+1:8 {{'sdy.sharding_constraint' op non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'i32', sharding: #sdy.sharding<@mesh, [{"a"}]>}}
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : i32
  return
}

// -----

// expected-error @+1:15 {{duplicate axis name: "a"}}
sdy.mesh @m = <["a"=2, "a"=2]>

// -----

// expected-error @+1:15 {{sorted device ids must be iota(product(axes)), got: 0, 0}}
sdy.mesh @m = <["a"=2], device_ids=[0, 0]>

// -----

// expected-error @+1:15 {{total product of axis sizes must match total number of device ids, got: 2 != 1}}
sdy.mesh @m = <["a"=2], device_ids=[0]>

// -----

// expected-error @+1:15 {{device id must be non-negative, got: -1}}
sdy.mesh @m = <["a"=2], device_ids=[-1, 1]>

// -----

// expected-error @+1:15 {{axes is empty and device_ids has more than one element}}
sdy.mesh @m = <[], device_ids=[0, 1]>

// -----

// expected-error @+1:15 {{axis size must be at least 1, got: 0}}
sdy.mesh @m = <["a"=0]>
