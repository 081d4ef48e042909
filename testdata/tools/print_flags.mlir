// How programs are printed.
// RUN: tfrt-opt --allow-unregistered-dialect --mlir-print-value-users %s | FileCheck %s --check-prefix=USERS
// RUN: tfrt-opt --allow-unregistered-dialect --mlir-print-unique-ssa-ids %s | FileCheck %s --check-prefix=UNIQUE
// RUN: tfrt-opt --allow-unregistered-dialect --mlir-use-nameloc-as-prefix %s | FileCheck %s --check-prefix=NAMES
// RUN: tfrt-opt --allow-unregistered-dialect --mlir-print-debuginfo --mlir-pretty-debuginfo %s | FileCheck %s --check-prefix=PRETTY
// RUN: tfrt-opt --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=20 %s | FileCheck %s --check-prefix=SHORT
// RUN: tfrt-opt --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=2 %s | FileCheck %s --check-prefix=NONE
// RUN: tfrt-opt --allow-unregistered-dialect --mlir-print-assume-verified %s | FileCheck %s --check-prefix=VERIFIED

// USERS:      func.func @users(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// USERS-NEXT:   // %arg0 is used by %2, %1#0, %1#1{{$}}
// USERS-NEXT:   // %arg1 is unused{{$}}
// USERS-NEXT:   // %arg2 is used by %5{{$}}
// USERS-NEXT:   %1:2 = "t.two"(%arg0) : (i32) -> (i32, i32) // users: (%2), (%3){{$}}
// USERS-NEXT:   %2 = arith.addi %1#0, %arg0 : i32 // users: %6, %7{{$}}
// USERS-NEXT:   "t.use"(%1#1) : (i32) -> () // id: %3{{$}}
// USERS-NEXT:   "t.nothing"() : () -> (){{$}}
// USERS-NEXT:   %5 = scf.if %arg2 -> (i32) {
// USERS-NEXT:     %7 = arith.addi %2, %2 : i32 // user: %8{{$}}
// USERS-NEXT:     scf.yield %7 : i32 // id: %8{{$}}
// USERS-NEXT:   } else {
// USERS-NEXT:     %7 = "t.one"() : () -> i32 // user: %8{{$}}
// USERS-NEXT:     scf.yield %7 : i32 // id: %8{{$}}
// USERS-NEXT:   } // unused{{$}}
// USERS-NEXT:   return %2 : i32 // id: %6{{$}}
// UNIQUE:      scf.if %arg2 -> (i32) {
// UNIQUE-NEXT:   %4 = arith.addi
// UNIQUE:      } else {
// UNIQUE-NEXT:   %3 = "t.one"()
// NAMES:      func.func @users(%first_arg: i32, %_0b2Fc: i32, %arg2: i1) -> i32 {
// NAMES-NEXT:   %0:2 = "t.two"(%first_arg)
// NAMES-NEXT:   %sum = arith.addi %0#0, %first_arg
// NAMES:        %1 = scf.if %arg2
// NAMES-NEXT:     %sum_0 = arith.addi %sum, %sum
// NAMES:          %callee = "t.one"()
// PRETTY:      func.func @users(%arg0: i32 "first arg", %arg1: i32 [#loc{{[0-9]*}}, #loc{{[0-9]*}}], %arg2: i1 {{.*}}print_flags.mlir:{{[0-9]+}}:{{[0-9]+}}) -> i32 {
// PRETTY:        arith.addi {{.*}} "sum"{{$}}
// PRETTY:        "t.nothing"() : () -> () [unknown]{{$}}
// PRETTY:        "t.one"() : () -> i32 #loc{{[0-9]+}}{{$}}
// PRETTY-NEXT:   at #loc
// PRETTY:      #loc = {{.*}}print_flags.mlir:0:0{{$}}
func.func @users(%a: i32 loc("first arg"), %b: i32 loc(fused["x":1:2, "0b/c"]), %c: i1) -> i32 {
  %0:2 = "t.two"(%a) : (i32) -> (i32, i32)
  %1 = arith.addi %0#0, %a : i32 loc("sum")
  "t.use"(%0#1) : (i32) -> ()
  "t.nothing"() : () -> () loc(unknown)
  %2 = scf.if %c -> i32 {
    %3 = arith.addi %1, %1 : i32 loc("sum")
    scf.yield %3 : i32
  } else {
    %4 = "t.one"() : () -> i32 loc(callsite("callee" at "caller"))
    scf.yield %4 : i32
  }
  return %1 : i32
}

// SHORT:      external_resources: {
// SHORT-NEXT:   tool: {
// SHORT-NEXT:     short: "text"
// SHORT-NEXT:   }
// SHORT-NEXT: }
// VERIFIED: func.func @users(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// NONE: return
// NONE-NOT: external_resources
{-#
  external_resources: {
    other: {
      long: "a text that has many characters"
    },
    tool: {
      long: "another text that has many characters",
      short: "text"
    }
  }
#-}
