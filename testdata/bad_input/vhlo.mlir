// VHLO as text: types and attributes that are none, and versions that cannot say a program.

// RUN: tfrt-opt --split-input-file --verify-diagnostics --vhlo-to-version=target=1.0.0 %s

// expected-error @+1 {{expected VHLO type or attribute}}
func.func private @f(!vhlo.complex_v1<f32>)

// -----

// expected-error @+1 {{unknown vhlo type: i3_v1}}
func.func private @f(!vhlo.i3_v1)

// -----

// expected-error @+1 {{unknown vhlo attribute}}
func.func private @f() attributes {a.b = #vhlo.foo_v1}

// -----

// expected-error @+1 {{expected ::mlir::vhlo::PrecisionV1 to be one of: DEFAULT, HIGH, HIGHEST}}
func.func private @f() attributes {a.b = #vhlo<precision_v1 FOO>}

// -----

// expected-error @+1 {{failed to convert VHLO to v1.0.0}}
module {
  vhlo.func_v1 @f(%arg0: !vhlo.tensor_v1<!vhlo.f32_v1>) -> () {
    // expected-error @+1 {{failed to legalize operation 'vhlo.tan_v1' that was explicitly marked illegal}}
    %0 = "vhlo.tan_v1"(%arg0) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
    "vhlo.return_v1"() : () -> ()
  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
}
