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
}
