module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  sdy.mesh @empty = <[]>
  sdy.mesh @swapped = <["x"=2], device_ids=[1, 0]>
  func.func private @attributes(tensor<4xf32> {sdy.a = #sdy.sharding<@mesh, [{"x"}, {?}, {"y":(1)2, ?}p2, {}], replicated={"y"}, unreduced={"x"}>, sdy.b = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>, sdy.c = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{}]>]>, sdy.d = #sdy<manual_axes{"x", "y"}>, sdy.e = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=2} permutation={i} blocked_propagation={j}, custom>})
  func.func @sharded(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {?}]> : tensor<4x4xf32>
    %1 = sdy.reshard %0 <@mesh, [{"x", "y"}, {}]> {x.note = 1 : i32} : tensor<4x4xf32>
    return
  }
  sdy.mesh @grid = <["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>
  func.func private @lists(tensor<4xf32> {x.a = #sdy<axis_ref_list{"a", "b":(1)2}>, x.b = #sdy<list_of_axis_ref_lists[{"a"}, {}]>, x.c = #sdy<all_to_all_param{"a"}: 0->1>, x.d = #sdy<all_to_all_param_list[{"a"}: 0->1, {"b"}: 2->3]>})
  func.func @collectives(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a", "b", "c"}, {}, {"d"}]>}, %arg1: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a"}, {}, {}]>}) {
    %0 = sdy.all_gather [{"b", "c"}, {}, {"d"}] %arg0 out_sharding=<@grid, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
    %1 = sdy.all_gather [{"c":(2)2}, {}, {}] %arg0 out_sharding=<@grid, [{"a", "b", "c":(1)2}, {}, {"d"}]> : tensor<8x8x8xf32>
    %2 = sdy.all_slice [{"c":(2)2}, {}, {}] %1 out_sharding=<@grid, [{"a", "b", "c"}, {}, {"d"}]> {x.note = 1 : i32} : tensor<8x8x8xf32>
    %3 = sdy.all_reduce {"b"} %arg1 out_sharding=<@grid, [{"a"}, {}, {}]> : tensor<8x8x8xf32>
    %4 = sdy.reduce_scatter [{}, {"b"}, {}] %arg1 out_sharding=<@grid, [{"a"}, {"b"}, {}]> : tensor<8x8x8xf32>
    %5 = sdy.all_to_all [{"c"}: 0->1] %arg0 out_sharding=<@grid, [{"a", "b"}, {"c"}, {"d"}]> : tensor<8x8x8xf32>
    %6 = sdy.collective_permute %arg0 out_sharding=<@grid, [{"c", "e", "f"}, {}, {"a"}]> : tensor<8x8x8xf32>
    %7 = sdy.replicated_to_unreduced {"b", "c"} %arg1 out_sharding=<@grid, [{"a"}, {}, {}], unreduced={"b", "c"}> : tensor<8x8x8xf32>
    %8 = sdy.sharded_to_unreduced [{"c"}, {}, {"d"}] %arg0 out_sharding=<@grid, [{"a", "b"}, {}, {}], unreduced={"c", "d"}> : tensor<8x8x8xf32>
    return
  }
  func.func @flow(%arg0: tensor<8xf32>) {
    %0 = sdy.constant {x.note = 1 : i32} dense<1.000000e+00> : tensor<8xf32>
    %1 = sdy.propagation_barrier %0 allowed_direction=BACKWARD : tensor<8xf32>
    %2 = stablehlo.tanh %arg0 : tensor<8xf32>
    %3 = sdy.data_flow_edge %2 sharding=<@grid, [{"a", ?}]> : tensor<8xf32>
    %4 = stablehlo.tanh %arg0 : tensor<8xf32>
    %5 = sdy.data_flow_edge %4 : tensor<8xf32>
    sdy.sharding_group %arg0 group_id=7 : tensor<8xf32>
    %6 = sdy.named_computation<"f">(%arg0) in_shardings=[<@grid, [{"a"}]>] out_shardings=[<@grid, [{}]>] (%arg1: tensor<8xf32>) {
      sdy.return %arg1 : tensor<8xf32>
    } {x.note = 1 : i32} : (tensor<8xf32>) -> tensor<8xf32>
    %7 = sdy.named_computation<"g">(%arg0) (%arg1: tensor<8xf32>) {
      sdy.return %arg1 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %8 = sdy.manual_computation(%arg0) in_shardings=[<@grid, [{"a", "b"}]>] out_shardings=[<@grid, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
      %9 = sdy.all_gather [{"b"}] %arg1 out_sharding=<@grid, [{}]> : tensor<4xf32>
      sdy.return %9 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return
  }
}
