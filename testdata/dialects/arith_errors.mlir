// What is wrong with operations of `arith`: one program a rule, then one a mistake in a custom form.
// RUN: tfrt-opt %s -split-input-file -verify-diagnostics

func.func @constant_type() {
  // expected-error @+1:8 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %a = "arith.constant"() {value = 1 : i64} : () -> i32
  func.return
}
func.func @compared_types(%a: i32, %b: i64) {
  // expected-error @+1:8 {{'arith.cmpi' op requires all operands to have the same type}}
  %r = "arith.cmpi"(%a, %b) {predicate = 0 : i64} : (i32, i64) -> i1
  func.return
}
func.func @compared_float_types(%a: f32, %b: f64) {
  // expected-error @+1:8 {{'arith.cmpf' op requires all operands to have the same type}}
  %r = "arith.cmpf"(%a, %b) {predicate = 0 : i64} : (f32, f64) -> i1
  func.return
}
func.func @selected_types(%c: i1, %a: i32, %b: i64) {
  // expected-error @+1:8 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %r = "arith.select"(%c, %a, %b) : (i1, i32, i64) -> i32
  func.return
}
func.func @condition_of_another_shape(%c: vector<2xi1>, %a: vector<3xi32>) {
  // expected-error @+1:8 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %r = arith.select %c, %a, %a : vector<2xi1>, vector<3xi32>
  func.return
}
func.func @extended_types(%a: i32, %b: i64) {
  // expected-error @+1:10 {{'arith.addui_extended' op failed to verify that all of {lhs, rhs, sum} have same type}}
  %r:2 = "arith.addui_extended"(%a, %b) : (i32, i64) -> (i32, i1)
  func.return
}
func.func @extended_overflow(%a: vector<2xi32>) {
  // expected-error @+1:10 {{'arith.addui_extended' op failed to verify that result type has i1 element type and same shape as operands}}
  %r:2 = "arith.addui_extended"(%a, %a) : (vector<2xi32>, vector<2xi32>) -> (vector<2xi32>, i1)
  func.return
}
func.func @condition(%c: i32, %a: i32) {
  // expected-error @+1:8 {{'arith.select' op operand #0 must be bool-like, but got 'i32'}}
  %r = "arith.select"(%c, %a, %a) : (i32, i32, i32) -> i32
  func.return
}
func.func @signed_constant() {
  // expected-error @+1:8 {{'arith.constant' op integer return type must be signless}}
  %a = arith.constant 1 : si32
  func.return
}
func.func @text_constant() {
  // expected-error @+1:8 {{'arith.constant' op value must be an integer, float, or elements attribute}}
  %a = "arith.constant"() {value = "x" : i32} : () -> i32
  func.return
}
func.func @float_as_integer(%a: f32) {
  // expected-error @+1:8 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %r = arith.addi %a, %a : f32
  func.return
}
func.func @vector_as_float(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.addf' op operand #0 must be floating-point-like, but got 'vector<4xi32>'}}
  %r = arith.addf %a, %a : vector<4xi32>
  func.return
}
func.func @index_to_float(%a: index) {
  // expected-error @+1:8 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %r = arith.sitofp %a : index to f32
  func.return
}
func.func @float_to_index(%a: f32) {
  // expected-error @+1:8 {{'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %r = arith.fptosi %a : f32 to index
  func.return
}
func.func @float_index(%a: f32) {
  // expected-error @+1:8 {{'arith.index_castui' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'f32'}}
  %r = arith.index_castui %a : f32 to index
  func.return
}
func.func @other_bits(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.bitcast' op operand type 'vector<4xi32>' and result type 'vector<4xi64>' are cast incompatible}}
  %r = arith.bitcast %a : vector<4xi32> to vector<4xi64>
  func.return
}
func.func @cast_of_other_container(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.extsi %a : vector<4xi32> to tensor<4xi64>
  func.return
}
func.func @extsi_of_other_shape(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.extsi' op requires the same shape for all operands and results}}
  %r = arith.extsi %a : vector<4xi32> to vector<5xi64>
  func.return
}
func.func @extsi_of_other_dimensions(%a: tensor<?xi32>) {
  // expected-error @+1:8 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.extsi %a : tensor<?xi32> to tensor<4xi64>
  func.return
}
func.func @extsi_of_other_widths(%a: i64) {
  // expected-error @+1:8 {{'arith.extsi' op operand type 'i64' and result type 'i32' are cast incompatible}}
  %r = arith.extsi %a : i64 to i32
  func.return
}
func.func @extui_of_other_shape(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.extui' op requires the same shape for all operands and results}}
  %r = arith.extui %a : vector<4xi32> to vector<5xi64>
  func.return
}
func.func @extui_of_other_dimensions(%a: tensor<?xi32>) {
  // expected-error @+1:8 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.extui %a : tensor<?xi32> to tensor<4xi64>
  func.return
}
func.func @extui_of_other_widths(%a: i32) {
  // expected-error @+1:8 {{'arith.extui' op operand type 'i32' and result type 'i32' are cast incompatible}}
  %r = arith.extui %a : i32 to i32
  func.return
}
func.func @extf_of_other_shape(%a: vector<4xf16>) {
  // expected-error @+1:8 {{'arith.extf' op requires the same shape for all operands and results}}
  %r = arith.extf %a : vector<4xf16> to vector<5xf32>
  func.return
}
func.func @extf_of_other_dimensions(%a: tensor<?xf16>) {
  // expected-error @+1:8 {{'arith.extf' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.extf %a : tensor<?xf16> to tensor<4xf32>
  func.return
}
func.func @extf_of_other_widths(%a: f64) {
  // expected-error @+1:8 {{'arith.extf' op operand type 'f64' and result type 'f32' are cast incompatible}}
  %r = arith.extf %a : f64 to f32
  func.return
}
func.func @trunci_of_other_shape(%a: vector<4xi64>) {
  // expected-error @+1:8 {{'arith.trunci' op requires the same shape for all operands and results}}
  %r = arith.trunci %a : vector<4xi64> to vector<5xi32>
  func.return
}
func.func @trunci_of_other_dimensions(%a: tensor<?xi64>) {
  // expected-error @+1:8 {{'arith.trunci' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.trunci %a : tensor<?xi64> to tensor<4xi32>
  func.return
}
func.func @trunci_of_other_widths(%a: i32) {
  // expected-error @+1:8 {{'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %r = arith.trunci %a : i32 to i64
  func.return
}
func.func @truncf_of_other_shape(%a: vector<4xf64>) {
  // expected-error @+1:8 {{'arith.truncf' op requires the same shape for all operands and results}}
  %r = arith.truncf %a : vector<4xf64> to vector<5xf32>
  func.return
}
func.func @truncf_of_other_dimensions(%a: tensor<?xf64>) {
  // expected-error @+1:8 {{'arith.truncf' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.truncf %a : tensor<?xf64> to tensor<4xf32>
  func.return
}
func.func @truncf_of_other_widths(%a: f32) {
  // expected-error @+1:8 {{'arith.truncf' op operand type 'f32' and result type 'f64' are cast incompatible}}
  %r = arith.truncf %a : f32 to f64
  func.return
}
func.func @sitofp_of_other_shape(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.sitofp' op requires the same shape for all operands and results}}
  %r = arith.sitofp %a : vector<4xi32> to vector<5xf32>
  func.return
}
func.func @sitofp_of_other_dimensions(%a: tensor<?xi32>) {
  // expected-error @+1:8 {{'arith.sitofp' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.sitofp %a : tensor<?xi32> to tensor<4xf32>
  func.return
}
func.func @uitofp_of_other_shape(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.uitofp' op requires the same shape for all operands and results}}
  %r = arith.uitofp %a : vector<4xi32> to vector<5xf32>
  func.return
}
func.func @uitofp_of_other_dimensions(%a: tensor<?xi32>) {
  // expected-error @+1:8 {{'arith.uitofp' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.uitofp %a : tensor<?xi32> to tensor<4xf32>
  func.return
}
func.func @fptosi_of_other_shape(%a: vector<4xf32>) {
  // expected-error @+1:8 {{'arith.fptosi' op requires the same shape for all operands and results}}
  %r = arith.fptosi %a : vector<4xf32> to vector<5xi32>
  func.return
}
func.func @fptosi_of_other_dimensions(%a: tensor<?xf32>) {
  // expected-error @+1:8 {{'arith.fptosi' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.fptosi %a : tensor<?xf32> to tensor<4xi32>
  func.return
}
func.func @fptoui_of_other_shape(%a: vector<4xf32>) {
  // expected-error @+1:8 {{'arith.fptoui' op requires the same shape for all operands and results}}
  %r = arith.fptoui %a : vector<4xf32> to vector<5xi32>
  func.return
}
func.func @fptoui_of_other_dimensions(%a: tensor<?xf32>) {
  // expected-error @+1:8 {{'arith.fptoui' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.fptoui %a : tensor<?xf32> to tensor<4xi32>
  func.return
}
func.func @index_cast_of_other_shape(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.index_cast' op requires the same shape for all operands and results}}
  %r = arith.index_cast %a : vector<4xi32> to vector<5xindex>
  func.return
}
func.func @index_cast_of_other_dimensions(%a: tensor<?xi32>) {
  // expected-error @+1:8 {{'arith.index_cast' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.index_cast %a : tensor<?xi32> to tensor<4xindex>
  func.return
}
func.func @index_cast_of_other_widths(%a: index) {
  // expected-error @+1:8 {{'arith.index_cast' op operand type 'index' and result type 'index' are cast incompatible}}
  %r = arith.index_cast %a : index to index
  func.return
}
func.func @index_castui_of_other_shape(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.index_castui' op requires the same shape for all operands and results}}
  %r = arith.index_castui %a : vector<4xi32> to vector<5xindex>
  func.return
}
func.func @index_castui_of_other_dimensions(%a: tensor<?xi32>) {
  // expected-error @+1:8 {{'arith.index_castui' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.index_castui %a : tensor<?xi32> to tensor<4xindex>
  func.return
}
func.func @index_castui_of_other_widths(%a: i32) {
  // expected-error @+1:8 {{'arith.index_castui' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %r = arith.index_castui %a : i32 to i64
  func.return
}
func.func @bitcast_of_other_shape(%a: vector<4xi32>) {
  // expected-error @+1:8 {{'arith.bitcast' op requires the same shape for all operands and results}}
  %r = arith.bitcast %a : vector<4xi32> to vector<5xf32>
  func.return
}
func.func @bitcast_of_other_dimensions(%a: tensor<?xi32>) {
  // expected-error @+1:8 {{'arith.bitcast' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.bitcast %a : tensor<?xi32> to tensor<4xf32>
  func.return
}
func.func @bitcast_of_other_widths(%a: i32) {
  // expected-error @+1:8 {{'arith.bitcast' op operand type 'i32' and result type 'f64' are cast incompatible}}
  %r = arith.bitcast %a : i32 to f64
  func.return
}
func.func @function_of_integers(%a: i32) {
  // expected-error @+1:8 {{'math.exp' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = math.exp %a : i32
  func.return
}
func.func @bits_of_a_float(%a: f32) {
  // expected-error @+1:8 {{'math.ctpop' op operand #0 must be signless-integer-like, but got 'f32'}}
  %r = math.ctpop %a : f32
  func.return
}

// -----

func.func @predicate(%a: i32) {
  // expected-error @+1:8 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %r = "arith.cmpi"(%a, %a) {predicate = 10 : i64} : (i32, i32) -> i1
  func.return
}

// -----

func.func @float_predicate(%a: f32) {
  // expected-error @+1:8 {{'arith.cmpf' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}
  %r = "arith.cmpf"(%a, %a) {predicate = -1 : i64} : (f32, f32) -> i1
  func.return
}

// -----

func.func @compared_floats(%a: f32) {
  // expected-error @+1:8 {{custom op 'arith.cmpi' 'lhs' must be signless-integer-like, but got 'f32'}}
  %r = arith.cmpi eq, %a, %a : f32
  func.return
}

// -----

func.func @unknown_predicate(%a: i32) {
  // expected-error @+1:19 {{custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %r = arith.cmpi less, %a, %a : i32
  func.return
}

// -----

func.func @integer_predicate_for_floats(%a: f32) {
  // expected-error @+1:19 {{custom op 'arith.cmpf' expected string or keyword containing one of the following enum values for attribute 'predicate' [false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true]}}
  %r = arith.cmpf slt, %a, %a : f32
  func.return
}

// -----

func.func @constant_without_type() {
  // expected-error @+1:23 {{custom op 'arith.constant' invalid kind of attribute specified: expected an attribute with a type}}
  %r = arith.constant unit
  func.return
}

// -----

func.func @no_type(%a: i32) {
  // expected-error @+1:25 {{expected ':'}}
  %r = arith.addi %a, %a
  func.return
}

// -----

func.func @one_operand(%a: i32) {
  // expected-error @+1:21 {{expected ','}}
  %r = arith.addi %a : i32
  func.return
}

// -----

func.func @cast_without_to(%a: i32) {
  // expected-error @+1:28 {{custom op 'arith.extsi' expected 'to'}}
  %r = arith.extsi %a : i32, i64
  func.return
}

// -----

// expected-note @+1:23 {{prior use here}}
func.func @other_type(%a: i32) {
  // expected-error @+1:19 {{use of value '%a' expects different type than prior uses: 'i64' vs 'i32'}}
  %r = arith.addi %a, %a : i64
  func.return
}

// -----

func.func @text_for_a_constant() {
  // expected-error @+1:8 {{'arith.constant' op value must be an integer, float, or elements attribute}}
  %r = arith.constant "text"
  func.return
}

// -----

func.func @quoted_predicate(%a: i32) {
  %r = arith.cmpi "slt", %a, %a : i32
  // expected-error @+1:19 {{custom op 'arith.cmpi' invalid predicate attribute specification: "less"}}
  %s = arith.cmpi "less", %a, %a : i32
  func.return
}

// -----

func.func @no_flag(%a: f32) {
  // expected-error @+1:35 {{custom op 'arith.addf' expected valid keyword or string}}
  %r = arith.addf %a, %a fastmath<1> : f32
  func.return
}

// -----

func.func @unknown_flag(%a: f32) {
  // expected-error @+1:35 {{custom op 'arith.addf' expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  %r = arith.addf %a, %a fastmath<fats> : f32
  func.return
}

// -----

// expected-error @+1:13 {{unknown attribute `round` in dialect `arith`}}
#a = #arith.round<up>

// -----

// expected-error @+1:21 {{expected '<'}}
#a = #arith.overflow

// -----

// expected-error @+1:22 {{expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw}}
#a = #arith.overflow<nsu>

// -----

// expected-error @+1:26 {{expected valid keyword or string}}
#a = #arith.overflow<nsw,>

// -----

func.func @flags_as_properties(%a: i32) {
  // expected-error @+1:8 {{invalid properties {overflowFlags = 1 : i64} for op arith.addi: Invalid attribute `overflowFlags` in property conversion: 1 : i64}}
  %r = "arith.addi"(%a, %a) <{overflowFlags = 1}> : (i32, i32) -> i32
  func.return
}

// -----

// expected-error @+1:33 {{dialect 'arith' provides no type parsing hook}}
func.func private @types(!arith.int)

// -----

// expected-error @+1:10 {{dialect 'cf' provides no attribute parsing hook}}
#a = #cf.weights

// -----

func.func @f(%x: vector<[4]xi32>) {
  // expected-error @+1:8 {{'arith.sitofp' op requires the same shape for all operands and results}}
  %y = arith.sitofp %x : vector<[4]xi32> to vector<4xf32>
  tfrt.return
}
