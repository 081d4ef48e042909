// Errors of attributes of `sdy` at operations of other dialects and at arguments and results of functions. The messages are those of upstream.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op arg 0 - should have a sharding attribute of type TensorShardingAttr}}
func.func @argument(%a: tensor<8xf32> {sdy.sharding = 3 : i32}) {
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op arg 0 - unknown axis name: "z"}}
func.func @argument(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"z"}]>}) {
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op arg 0 - unknown mesh: @nowhere}}
func.func @argument(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@nowhere, [{"x"}]>}) {
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op arg 0 - sharding doesn't match tensor rank: 2 != 1}}
func.func @argument(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op arg 0 - ops can only have a sharding for a tuple of size 1: 'tuple<tensor<8xf32>, tensor<8xf32>>'}}
func.func @argument(%a: tuple<tensor<8xf32>, tensor<8xf32>> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op arg 0 - sharding doesn't match tensor rank: 0 != 1}}
func.func @argument(%a: tuple<tensor<8xf32>> {sdy.sharding = #sdy.sharding<@m, []>}) {
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op arg 0 - only ranked tensors can have a sharding. type: 'tensor<*xf32>'}}
func.func @argument(%a: tensor<*xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op arg 1 - unknown axis name: "z"}}
func.func @second(%a: tensor<8xf32>, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"z"}]>}) {
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op result 0 - sharding doesn't match tensor rank: 2 != 1}}
func.func private @result(tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>})

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
// expected-error @+1:1 {{'func.func' op result 0 - should have a sharding attribute of type TensorShardingAttr}}
func.func private @result(tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = unit})

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
func.func @operation(%a: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.add' op should have a sharding attribute of type TensorShardingPerValueAttr}}
  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding<@m, [{"x"}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
func.func @operation(%a: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.add' op result - unknown axis name: "z"}}
  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"z"}]>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
func.func @operation(%a: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.add' op result shardings don't match number of values: 2 shardings vs 1 values}}
  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>, <@m, [{"x"}]>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
func.func @operation(%a: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.add' op should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'}}
  %0 = stablehlo.add %a, %a {sdy.sharding_rule = 3 : i32} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
func.func @results(%a: tensor<8xf32>) {
  // expected-error @+1:10 {{'stablehlo.custom_call' op result 1 - unknown axis name: "q"}}
  %0:2 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>, <@m, [{"q"}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
func.func @nothing(%a: tensor<8xf32>) {
  // expected-error @+1:3 {{'stablehlo.custom_call' op result shardings don't match number of values: 1 shardings vs 0 values}}
  stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=4]>
func.func @bound(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @+1:8 {{parent bounding this axis as manual}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    // expected-error @+1:10 {{'stablehlo.add' op result - operates on axis "x" which is already bound by a parent sdy.manual_computation op}}
    %1 = stablehlo.add %b, %b {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op number of operands and mappings must match: 2 != 1}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op number of results and mappings must match: 1 != 2}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j], [i]) {i=8, j=4}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op operand 1 - mapping rank must match: 2 != 1}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op result - mapping rank must match: 1 != 2}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i]) {i=8, j=4}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op result - expected a ranked tensor with a static shape. type: 'tensor<8x?xf32>'}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x?xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op operand 0 - cannot reuse factors for the same tensor value}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i], [i])->([i, j]) {i=8, j=4}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op operand 0 - expecting factor indices to be within 0<=...<num_factors; received: 1, num_factors: 1}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=8}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op operand 0 - dim mapping can't have a factor of size 1 if there are multiple factors}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk], [i])->([i, j]) {i=8, j=2, k=1}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op has factor k=3 that isn't used in operand and result mappings}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=8, j=4, k=3}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op indices of special factors must be sorted}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=8, j=4} reduction={j, i}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op indices of special factors must be unique}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=8, j=4} permutation={i, i}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op index must be less than 2, got: 2}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=8, j=4} need_replication={k}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op a factor can only be in one of the reduction, need replication, or permutation factor sets}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=8, j=4} reduction={i} need_replication={i}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @rule(%a: tensor<8x4xf32>, %b: tensor<8xf32>) {
  // expected-error @+1:8 {{'stablehlo.custom_call' op reduction factor cannot be in result mappings}}
  %0 = stablehlo.custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=8, j=4} reduction={j}>} : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @form(%a: tensor<8xf32>) {
  // expected-error @+1:82 {{expected '['}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<()->([i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @form(%a: tensor<8xf32>) {
  // expected-error @+1:95 {{expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'i', received: 'k'}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {k=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @form(%a: tensor<8xf32>) {
  // expected-error @+1:82 {{expecting symbol from 'i' to 'z'. Received: 'I'}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([I])->([i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @form(%a: tensor<8xf32>) {
  // expected-error @+1:99 {{expected '>'}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} foo={i}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @form(%a: tensor<8xf32>) {
  // expected-error @+1:115 {{expected '>'}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} permutation={i} reduction={i}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @form(%a: tensor<8xf32>) {
  // expected-error @+1:100 {{expected 'custom'}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, bar>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @form(%a: tensor<8xf32>) {
  // expected-error @+1:82 {{expecting positive integer without leading zeros. Received: '0'}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([z_0])->([i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @form(%a: tensor<8xf32>) {
  // expected-error @+1:96 {{expecting single factor symbol: j}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {ij=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @form(%a: tensor<8xf32>) {
  // expected-error @+1:110 {{expected valid keyword}}
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} reduction={"i"}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
