// Kinds of attributes that text can say and no op can take: each is an error that names the attribute and shows its value.
// RUN: tfrt-translate --mlir-to-bef --split-input-file --verify-diagnostics %s

func.func @integers(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is 5 : i7}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = 5 : i7}
  tfrt.return
}

// -----

func.func @i128(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is 5 : i128}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = 5 : i128}
  tfrt.return
}

// -----

func.func @index(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is 1 : index}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = 1 : index}
  tfrt.return
}

// -----

func.func @f80(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is 1.000000e+00 : f80}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = 1.0 : f80}
  tfrt.return
}

// -----

func.func @tf32(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is 1.000000e+00 : tf32}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = 1.0 : tf32}
  tfrt.return
}

// -----

func.func @f8(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is 1.000000e+00 : f8E5M2}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = 1.0 : f8E5M2}
  tfrt.return
}

// -----

func.func @unit(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is unit}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = unit}
  tfrt.return
}

// -----

func.func @dict(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is {k = 1 : i32}}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = {k = 1 : i32}}
  tfrt.return
}

// -----

func.func @map(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is affine_map<(d0) -> (d0)>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = affine_map<(d0) -> (d0)>}
  tfrt.return
}

// -----

func.func @set(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is affine_set<(d0) : (d0 >= 0)>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = affine_set<(d0) : (d0 >= 0)>}
  tfrt.return
}

// -----

func.func @loc(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is loc(unknown)}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = loc(unknown)}
  tfrt.return
}

// -----

func.func @distinct(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is distinct[0]<1 : i32>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = distinct[0]<1 : i32>}
  tfrt.return
}

// -----

func.func @strided(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is strided<[2, 1]>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = strided<[2, 1]>}
  tfrt.return
}

// -----

func.func @nested_symbol(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is @a::@b}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = @a::@b}
  tfrt.return
}

// -----

func.func @index_type(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is index}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = index}
  tfrt.return
}

// -----

func.func @function_type(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is () -> ()}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = () -> ()}
  tfrt.return
}

// -----

func.func @memref(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is memref<2xf32>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = memref<2xf32>}
  tfrt.return
}

// -----

func.func @vector(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is vector<2xf32>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = vector<2xf32>}
  tfrt.return
}

// -----

func.func @tuple(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is tuple<i32>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = tuple<i32>}
  tfrt.return
}

// -----

func.func @narrow_type(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is i7}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = i7}
  tfrt.return
}

// -----

func.func @other_type(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is !x.y}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = !x.y}
  tfrt.return
}

// -----

func.func @encoded_tensor(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is tensor<2xf32, 1 : i32>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = tensor<2xf32, 1 : i32>}
  tfrt.return
}

// -----

func.func @tensor_of_tuples(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is tensor<2xindex>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = tensor<2xindex>}
  tfrt.return
}

// -----

func.func @dense_index(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is dense<1> : tensor<2xindex>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = dense<1> : tensor<2xindex>}
  tfrt.return
}

// -----

func.func @dense_i4(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is dense<1> : tensor<2xi4>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = dense<1> : tensor<2xi4>}
  tfrt.return
}

// -----

func.func @dense_of_others(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is dense<"a"> : tensor<2x!x.y>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = dense<"a"> : tensor<2x!x.y>}
  tfrt.return
}

// -----

func.func @sparse(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is sparse<0, 1.000000e+00> : tensor<3xf32>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = sparse<[[0]], 1.0> : tensor<3xf32>}
  tfrt.return
}

// -----

func.func @no_resource(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is dense_resource<nothing> : tensor<2xf32>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = dense_resource<nothing> : tensor<2xf32>}
  tfrt.return
}

// -----

func.func @short_resource(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is dense_resource<short> : tensor<2xf32>}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = dense_resource<short> : tensor<2xf32>}
  tfrt.return
}

{-#
  dialect_resources: { builtin: { short: "0x040000000000803F" } }
#-}

// -----

func.func @opaque(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is #x.y}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = #x.y}
  tfrt.return
}

// -----

func.func @mixed(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is [1 : i32, 2 : i7]}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = [1 : i32, 2 : i7]}
  tfrt.return
}

// -----

func.func @deep(%cpu: !corert.ophandler) {
  // expected-error @+1 {{BEF files cannot encode the 'op_attrs' attribute: 'a' is [[1 : i32], [unit]]}}
  corert.executeop(%cpu) "x.op"() {ok = 1 : i32, a = [[1 : i32], [unit]]}
  tfrt.return
}

// -----

// Kernels take less than ops.
func.func @kernel_type() {
  // expected-error @+1 {{BEF files cannot encode the 'a' attribute}}
  "x.y"() {a = [i32, tensor<2xi32>]} : () -> ()
  tfrt.return
}

// -----

func.func @kernel_strings() {
  // expected-error @+1 {{BEF files cannot encode the 'a' attribute}}
  "x.y"() {a = dense<"a"> : tensor<2x!corert.string>} : () -> ()
  tfrt.return
}
