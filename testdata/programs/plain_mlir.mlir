// Programs of MLIR's own dialects run as they are.
// RUN: tfrt-run -O0 %s --functions=main 2>&1 | FileCheck %s
// RUN: tfrt-run -O2 %s --functions=main 2>&1 | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef %s | tfrt-run - --functions=main 2>&1 | FileCheck %s

func.func @fib(%n: i32) -> i32 {
  %two = arith.constant 2 : i32
  %small = arith.cmpi slt, %n, %two : i32
  cf.cond_br %small, ^small, ^large
^small:
  return %n : i32
^large:
  %one = arith.constant 1 : i32
  %a = arith.subi %n, %one : i32
  %b = arith.subi %n, %two : i32
  %x = func.call @fib(%a) : (i32) -> i32
  %y = func.call @fib(%b) : (i32) -> i32
  %z = arith.addi %x, %y : i32
  return %z : i32
}

func.func @gcd(%a: i64, %b: i64) -> i64 {
  cf.br ^head(%a, %b : i64, i64)
^head(%x: i64, %y: i64):
  %zero = arith.constant 0 : i64
  %done = arith.cmpi eq, %y, %zero : i64
  cf.cond_br %done, ^exit, ^step
^step:
  %r = arith.remsi %x, %y : i64
  cf.br ^head(%y, %r : i64, i64)
^exit:
  return %x : i64
}

// How many numbers below %n no smaller one divides: two loops, the inner one left early.
func.func @primes(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  cf.br ^outer(%two, %zero : i32, i32)
^outer(%i: i32, %count: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^inner(%two : i32), ^end
^inner(%d: i32):
  %square = arith.muli %d, %d : i32
  %past = arith.cmpi sgt, %square, %i : i32
  cf.cond_br %past, ^prime, ^divide
^divide:
  %rest = arith.remsi %i, %d : i32
  %divides = arith.cmpi eq, %rest, %zero : i32
  %next_d = arith.addi %d, %one : i32
  cf.cond_br %divides, ^next(%count : i32), ^inner(%next_d : i32)
^prime:
  %counted = arith.addi %count, %one : i32
  cf.br ^next(%counted : i32)
^next(%c: i32):
  %next_i = arith.addi %i, %one : i32
  cf.br ^outer(%next_i, %c : i32, i32)
^end:
  return %count : i32
}

// A sieve over the bits of a number: the numbers below 64 that are prime.
func.func @sieve() -> i64 {
  %all = arith.constant -4 : i64
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  %bits = scf.for %i = %c2 to %c8 step %c1 iter_args(%b = %all) -> (i64) {
    %one = arith.constant 1 : i64
    %zero = arith.constant 0 : i64
    %i64 = arith.index_cast %i : index to i64
    %mask = arith.shli %one, %i64 : i64
    %bit = arith.andi %b, %mask : i64
    %set = arith.cmpi ne, %bit, %zero : i64
    %r = scf.if %set -> (i64) {
      %first = arith.muli %i, %i : index
      %inner = scf.for %j = %first to %c64 step %i iter_args(%x = %b) -> (i64) {
        %j64 = arith.index_cast %j : index to i64
        %m = arith.shli %one, %j64 : i64
        %minus = arith.constant -1 : i64
        %inverse = arith.xori %m, %minus : i64
        %y = arith.andi %x, %inverse : i64
        scf.yield %y : i64
      }
      scf.yield %inner : i64
    } else {
      scf.yield %b : i64
    }
    scf.yield %r : i64
  }
  return %bits : i64
}

// The longest way to 1 below %n, by the rule of Collatz.
func.func @collatz(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %best = scf.for %start = %c1 to %n step %c1 iter_args(%longest = %c0) -> (i64)  : i64 {
    %end:2 = scf.while (%x = %start, %steps = %c0) : (i64, i64) -> (i64, i64) {
      %going = arith.cmpi ne, %x, %c1 : i64
      scf.condition(%going) %x, %steps : i64, i64
    } do {
    ^bb0(%x: i64, %steps: i64):
      %rest = arith.remui %x, %c2 : i64
      %odd = arith.cmpi eq, %rest, %c1 : i64
      %half = arith.divui %x, %c2 : i64
      %triple = arith.muli %x, %c3 : i64
      %up = arith.addi %triple, %c1 : i64
      %next = arith.select %odd, %up, %half : i64
      %more = arith.addi %steps, %c1 : i64
      scf.yield %next, %more : i64, i64
    }
    %longer = arith.maxsi %longest, %end#1 : i64
    scf.yield %longer : i64
  }
  return %best : i64
}

// A cycle that is entered in two places.
func.func @two_entries(%n: i32, %even: i1) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  cf.cond_br %even, ^a(%n, %zero : i32, i32), ^b(%n, %zero : i32, i32)
^a(%i: i32, %s: i32):
  %s1 = arith.addi %s, %one : i32
  %i1 = arith.subi %i, %one : i32
  %go_a = arith.cmpi sgt, %i1, %zero : i32
  cf.cond_br %go_a, ^b(%i1, %s1 : i32, i32), ^done(%s1 : i32)
^b(%j: i32, %t: i32):
  %t1 = arith.addi %t, %ten : i32
  %j1 = arith.subi %j, %one : i32
  %go_b = arith.cmpi sgt, %j1, %zero : i32
  cf.cond_br %go_b, ^a(%j1, %t1 : i32, i32), ^done(%t1 : i32)
^done(%r: i32):
  return %r : i32
}

func.func @switch(%x: i32) -> f64 {
  cf.switch %x : i32, [
    default: ^other,
    1: ^one,
    -7: ^value(%x : i32),
    3: ^value(%x : i32)
  ]
^one:
  %a = arith.constant 1.5 : f64
  return %a : f64
^value(%v: i32):
  %b = arith.sitofp %v : i32 to f64
  return %b : f64
^other:
  %c = arith.constant -1.0 : f64
  return %c : f64
}

func.func @main() {
  %ch = tfrt.new.chain
  %c10 = arith.constant 10 : i32
  %fib = call @fib(%c10) : (i32) -> i32
  // CHECK: int32 = 55
  %c1 = tfrt.print.i32 %fib, %ch
  %a = arith.constant 1071 : i64
  %b = arith.constant 462 : i64
  %gcd = call @gcd(%a, %b) : (i64, i64) -> i64
  // CHECK-NEXT: int64 = 21
  %c2 = tfrt.print.i64 %gcd, %c1
  %c1000 = arith.constant 1000 : i32
  %primes = call @primes(%c1000) : (i32) -> i32
  // CHECK-NEXT: int32 = 168
  %c3 = tfrt.print.i32 %primes, %c2
  %sieve = call @sieve() : () -> i64
  // CHECK-NEXT: int64 = 2891462833508853932
  %c4 = tfrt.print.i64 %sieve, %c3
  %n = arith.constant 100 : i64
  %collatz = call @collatz(%n) : (i64) -> i64
  // CHECK-NEXT: int64 = 118
  %c5 = tfrt.print.i64 %collatz, %c4
  %five = arith.constant 5 : i32
  %yes = arith.constant true
  %no = arith.constant false
  %e1 = call @two_entries(%five, %yes) : (i32, i1) -> i32
  // CHECK-NEXT: int32 = 23
  %c6 = tfrt.print.i32 %e1, %c5
  %e2 = call @two_entries(%five, %no) : (i32, i1) -> i32
  // CHECK-NEXT: int32 = 32
  %c7 = tfrt.print.i32 %e2, %c6
  %one = arith.constant 1 : i32
  %seven = arith.constant -7 : i32
  %s1 = call @switch(%one) : (i32) -> f64
  // CHECK-NEXT: f64 = 1.500000
  %c8 = tfrt.print.f64 %s1, %c7
  %s2 = call @switch(%seven) : (i32) -> f64
  // CHECK-NEXT: f64 = -7.000000
  %c9 = tfrt.print.f64 %s2, %c8
  %s3 = call @switch(%five) : (i32) -> f64
  // CHECK-NEXT: f64 = -1.000000
  %d1 = tfrt.print.f64 %s3, %c9
  return
}
