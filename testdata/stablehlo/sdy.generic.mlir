"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=2]>, sym_name = "mesh"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2], device_ids=[1, 0]>, sym_name = "swapped"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.a = #sdy.sharding<@mesh, [{"x"}, {?}, {"y":(1)2, ?}p2, {}], replicated={"y"}, unreduced={"x"}>, sdy.b = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>, sdy.c = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{}]>]>, sdy.d = #sdy<manual_axes{"x", "y"}>, sdy.e = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=2} permutation={i} blocked_propagation={j}, custom>}], function_type = (tensor<4xf32>) -> (), sym_name = "attributes", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}], function_type = (tensor<4x4xf32>) -> (), sym_name = "sharded"}> ({
  ^bb0(%arg6: tensor<4x4xf32>):
    %19 = "sdy.sharding_constraint"(%arg6) <{sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %20 = "sdy.reshard"(%19) <{sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}> {x.note = 1 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2, "c"=4, "d"=2, "e"=2, "f"=2]>, sym_name = "grid"}> : () -> ()
  "func.func"() <{arg_attrs = [{x.a = #sdy<axis_ref_list{"a", "b":(1)2}>, x.b = #sdy<list_of_axis_ref_lists[{"a"}, {}]>, x.c = #sdy<all_to_all_param{"a"}: 0->1>, x.d = #sdy<all_to_all_param_list[{"a"}: 0->1, {"b"}: 2->3]>}], function_type = (tensor<4xf32>) -> (), sym_name = "lists", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@grid, [{"a", "b", "c"}, {}, {"d"}]>}, {sdy.sharding = #sdy.sharding<@grid, [{"a"}, {}, {}]>}], function_type = (tensor<8x8x8xf32>, tensor<8x8x8xf32>) -> (), sym_name = "collectives"}> ({
  ^bb0(%arg4: tensor<8x8x8xf32>, %arg5: tensor<8x8x8xf32>):
    %10 = "sdy.all_gather"(%arg4) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"b", "c"}, {}, {"d"}]>, out_sharding = #sdy.sharding<@grid, [{"a"}, {}, {}]>}> : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %11 = "sdy.all_gather"(%arg4) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"c":(2)2}, {}, {}]>, out_sharding = #sdy.sharding<@grid, [{"a", "b", "c":(1)2}, {}, {"d"}]>}> : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %12 = "sdy.all_slice"(%11) <{out_sharding = #sdy.sharding<@grid, [{"a", "b", "c"}, {}, {"d"}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"c":(2)2}, {}, {}]>}> {x.note = 1 : i32} : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %13 = "sdy.all_reduce"(%arg5) <{out_sharding = #sdy.sharding<@grid, [{"a"}, {}, {}]>, reduction_axes = #sdy<axis_ref_list{"b"}>}> : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %14 = "sdy.reduce_scatter"(%arg5) <{out_sharding = #sdy.sharding<@grid, [{"a"}, {"b"}, {}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{}, {"b"}, {}]>}> : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %15 = "sdy.all_to_all"(%arg4) <{out_sharding = #sdy.sharding<@grid, [{"a", "b"}, {"c"}, {"d"}]>, params = #sdy<all_to_all_param_list[{"c"}: 0->1]>}> : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %16 = "sdy.collective_permute"(%arg4) <{out_sharding = #sdy.sharding<@grid, [{"c", "e", "f"}, {}, {"a"}]>}> : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %17 = "sdy.replicated_to_unreduced"(%arg5) <{axes = #sdy<axis_ref_list{"b", "c"}>, out_sharding = #sdy.sharding<@grid, [{"a"}, {}, {}], unreduced={"b", "c"}>}> : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    %18 = "sdy.sharded_to_unreduced"(%arg4) <{axes = #sdy<list_of_axis_ref_lists[{"c"}, {}, {"d"}]>, out_sharding = #sdy.sharding<@grid, [{"a", "b"}, {}, {}], unreduced={"c", "d"}>}> : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<8xf32>) -> (), sym_name = "flow"}> ({
  ^bb0(%arg0: tensor<8xf32>):
    %0 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<8xf32>}> {x.note = 1 : i32} : () -> tensor<8xf32>
    %1 = "sdy.propagation_barrier"(%0) <{allowed_direction = 2 : i32}> : (tensor<8xf32>) -> tensor<8xf32>
    %2 = "stablehlo.tanh"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    %3 = "sdy.data_flow_edge"(%2) <{sharding = #sdy.sharding<@grid, [{"a", ?}]>}> : (tensor<8xf32>) -> tensor<8xf32>
    %4 = "stablehlo.tanh"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    %5 = "sdy.data_flow_edge"(%4) : (tensor<8xf32>) -> tensor<8xf32>
    "sdy.sharding_group"(%arg0) <{group_id = 7 : i64}> : (tensor<8xf32>) -> ()
    %6 = "sdy.named_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@grid, [{"a"}]>]>, name = "f", out_shardings = #sdy.sharding_per_value<[<@grid, [{}]>]>}> ({
    ^bb0(%arg3: tensor<8xf32>):
      "sdy.return"(%arg3) : (tensor<8xf32>) -> ()
    }) {x.note = 1 : i32} : (tensor<8xf32>) -> tensor<8xf32>
    %7 = "sdy.named_computation"(%arg0) <{name = "g"}> ({
    ^bb0(%arg2: tensor<8xf32>):
      "sdy.return"(%arg2) : (tensor<8xf32>) -> ()
    }) : (tensor<8xf32>) -> tensor<8xf32>
    %8 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@grid, [{"a", "b"}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@grid, [{"a"}]>]>}> ({
    ^bb0(%arg1: tensor<4xf32>):
      %9 = "sdy.all_gather"(%arg1) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"b"}]>, out_sharding = #sdy.sharding<@grid, [{}]>}> : (tensor<4xf32>) -> tensor<4xf32>
      "sdy.return"(%9) : (tensor<4xf32>) -> ()
    }) : (tensor<8xf32>) -> tensor<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
