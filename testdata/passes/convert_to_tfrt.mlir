// RUN: tfrt-opt -convert-to-tfrt -split-input-file %s | FileCheck %s

// Ways that meet become regions; what comes after follows.
// CHECK-LABEL: func.func @max(
// CHECK:         %[[LESS:.*]] = tfrt_arith.cmpi_slt.i32 %{{.*}}, %{{.*}}
// CHECK-NEXT:    %[[MAX:.*]] = tfrt.if %[[LESS]]{{.*}} -> (i32)
// CHECK:         %[[SUM:.*]] = tfrt.add.i32 %[[MAX]], %{{.*}}
// CHECK-NEXT:    tfrt.return %[[SUM]] : i32
func.func @max(%a: i32, %b: i32) -> i32 {
  %less = arith.cmpi slt, %a, %b : i32
  cf.cond_br %less, ^less, ^more
^less:
  cf.br ^end(%b : i32)
^more:
  cf.br ^end(%a : i32)
^end(%max: i32):
  %sum = arith.addi %max, %a : i32
  return %sum : i32
}

// -----

// A loop carries its values; what it uses besides is handed on. An index has 64 bits.
// CHECK-LABEL: func.func @sum(%arg0: i64, %arg1: i64) -> i64
// CHECK:         %[[R:.*]]:{{[0-9]+}} = tfrt.while %{{.*}} @sum$loop(
// CHECK:         tfrt.return %[[R]]
// CHECK-LABEL: func.func private @sum$loop(
// CHECK:         tfrt.if
func.func @sum(%n: index, %step: index) -> index {
  %zero = arith.constant 0 : index
  %sum = scf.for %i = %zero to %n step %step iter_args(%s = %zero) -> (index) {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  return %sum : index
}

// -----

// Functions that say nothing that has to be converted stay as they are.
// CHECK-LABEL: func.func @same
// CHECK-NEXT:    %0 = tfrt.add.i32 %arg0, %arg0
// CHECK-NEXT:    tfrt.return %0 : i32
func.func @same(%a: i32) -> i32 {
  %b = tfrt.add.i32 %a, %a
  tfrt.return %b : i32
}
