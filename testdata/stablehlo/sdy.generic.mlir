"sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=2]>, sym_name = "mesh"}> : () -> ()
"sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty"}> : () -> ()
"sdy.mesh"() <{mesh = #sdy.mesh<["x"=2], device_ids=[1, 0]>, sym_name = "swapped"}> : () -> ()
func.func private @attributes(tensor<4xf32> {sdy.a = #sdy.sharding<@mesh, [{"x"}, {?}, {"y":(1)2, ?}p2, {}], replicated={"y"}, unreduced={"x"}>, sdy.b = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>, sdy.c = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{}]>]>, sdy.d = #sdy<manual_axes{"x", "y"}>, sdy.e = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=2} permutation={i} blocked_propagation={j}, custom>})
func.func @sharded(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) {
  %0 = "sdy.sharding_constraint"(%x) <{sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "sdy.reshard"(%0) <{sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}> {x.note = 1 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  "func.return"() : () -> ()
}
