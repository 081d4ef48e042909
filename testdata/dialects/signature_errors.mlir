// What is wrong with what functions say about their arguments and results.
// RUN: tfrt-opt %s --split-input-file --verify-diagnostics

// This is in order: an argument and a result may share a name.
func.func private @f(!corert.tensorhandle {tf.type = tensor<?x2xf32>, tfrt.default = dense<1.0> : tensor<3x2xf32>, tfrt.name = "x", tfrt.sizes = ["n", ""]}) -> (!corert.tensorhandle {tfrt.name = "x"}) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op argument #0 has a 'tfrt.name' that is no string, or empty}}
func.func private @f(!corert.tensorhandle {tfrt.name = 1 : i32}) -> (i32) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op result #0 has a 'tfrt.name' that is no string, or empty}}
func.func private @f(i32) -> (!corert.tensorhandle {tfrt.name = ""}) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op argument #2 has the name of argument #0}}
func.func private @f(!corert.tensorhandle {tfrt.name = "x"}, !corert.tensorhandle, i32 {tfrt.name = "x"}) -> (i32) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op result #1 has the name of result #0}}
func.func private @f(i32) -> (!corert.tensorhandle {tfrt.name = "x"}, !corert.tensorhandle {tfrt.name = "x"}) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op argument #0 has a 'tfrt.sizes' that is no list of strings}}
func.func private @f(!corert.tensorhandle {tfrt.sizes = "n"}) -> (i32) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op result #0 has a 'tfrt.sizes' that is no list of strings}}
func.func private @f(i32) -> (!corert.tensorhandle {tfrt.sizes = [1 : i32]}) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op argument #0 has 2 names in 'tfrt.sizes', which must be as many as the dimensions of 'tf.type', and at most 64}}
func.func private @f(!corert.tensorhandle {tf.type = tensor<?xf32>, tfrt.sizes = ["n", "m"]}) -> (i32) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op result #0 has 1 names in 'tfrt.sizes', which must be as many as the dimensions of 'tf.type', and at most 64}}
func.func private @f(i32) -> (!corert.tensorhandle {tfrt.sizes = ["n"]}) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op result #0 has a 'tfrt.default', which only arguments have}}
func.func private @f(i32) -> (!corert.tensorhandle {tfrt.default = 1 : i32}) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op argument #0 has a 'tfrt.default' that is neither a tensor nor a number}}
func.func private @f(!corert.tensorhandle {tfrt.default = "text"}) -> (i32) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op argument #0 has a 'tfrt.default' that does not fit its 'tf.type'}}
func.func private @f(!corert.tensorhandle {tf.type = tensor<2xf32>, tfrt.default = dense<1.0> : tensor<3xf32>}) -> (i32) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op argument #0 has a 'tfrt.default' that does not fit its 'tf.type'}}
func.func private @f(!corert.tensorhandle {tf.type = tensor<*xf32>, tfrt.default = dense<1> : tensor<3xi32>}) -> (i32) attributes {tfrt.native}

// -----

// These are in order.
func.func private @f(!corert.tensorhandle {tf.type = tensor<2xf32>, tfrt.small_type = "f8E4M3FN"}) -> (!corert.tensorhandle {tf.type = tensor<?xui8>, tfrt.small_type = "ui4"}, !corert.tensorhandle {tfrt.small_type = "ui4"}) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op argument #0 has a 'tfrt.small_type' that 'tf.type' does not stand for}}
func.func private @f(!corert.tensorhandle {tf.type = tensor<2xf64>, tfrt.small_type = "f8E4M3FN"}) -> (i32) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op argument #0 has a 'tfrt.small_type' that 'tf.type' does not stand for}}
func.func private @f(!corert.tensorhandle {tf.type = tensor<2xf32>, tfrt.small_type = "f9"}) -> (i32) attributes {tfrt.native}

// -----

// expected-error @+1:1 {{'func.func' op result #0 has a 'tfrt.small_type' that 'tf.type' does not stand for}}
func.func private @f(i32) -> (!corert.tensorhandle {tf.type = tensor<2xf32>, tfrt.small_type = "i4"}) attributes {tfrt.native}
