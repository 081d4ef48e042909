// Values that tell when they are made and destroyed: right after their last use, not at the function's end.
// RUN: tfrt-run -O0 %s | FileCheck %s

// CHECK-LABEL: --- Running 'last_use'
// CHECK-NEXT: constructed vt.value(1)
// CHECK-NEXT: move constructed vt.value(1)
// CHECK-NEXT: constructed vt.value(2)
// CHECK-NEXT: move constructed vt.value(2)
// CHECK-NEXT: destroyed vt.value(1)
// CHECK-NEXT: print vt_value(2)
// CHECK-NEXT: destroyed vt.value(2)
// CHECK-NEXT: 'last_use' returned !tfrt.chain value
func.func @last_use() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %a = "vt.constant"() {value = 1 : i32} : () -> !vt.value
  %b = "vt.add"(%a, %a) : (!vt.value, !vt.value) -> !vt.value
  %done = "vt.print"(%b, %ch) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}

// CHECK-LABEL: --- Running 'resource'
// CHECK-NEXT: Allocated TestResource
// CHECK-NEXT: Destroyed TestResource
// CHECK-NEXT: tfrt_test.deallocate_resource done
// CHECK-NEXT: 'resource' returned !tfrt.chain value
func.func @resource() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %r, %ch1 = "tfrt_test.allocate_resource"(%ch0) : (!tfrt.chain) -> (!tfrt.test.resource, !tfrt.chain)
  %ch2 = "tfrt_test.deallocate_resource"(%r, %ch1) : (!tfrt.test.resource, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

// An operand is unique when the kernel holds the last reference.
// CHECK-LABEL: --- Running 'unique'
// CHECK-NEXT: 'unique' returned 1,0,0,0,2
func.func @unique() -> (i1, i1, i1, i1, i32) {
  %a = tfrt.constant.i32 1
  %last = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  %b = tfrt.constant.i32 2
  %returned = "tfrt_test.get_uniqueness"(%b) : (i32) -> i1
  %c = tfrt.constant.i32 3
  %d, %e = "tfrt_test.share_to_two"(%c) : (i32) -> (i32, i32)
  %first, %second = "tfrt_test.get_uniqueness"(%d, %e) : (i32, i32) -> (i1, i1)
  tfrt.return %last, %returned, %first, %second, %b : i1, i1, i1, i1, i32
}

// CHECK-LABEL: --- Running 'same_values'
// CHECK-NEXT: 'same_values' returned 7,7,2.500000e-01,7,8,9,10
func.func @same_values() -> (i32, i32, f32, i32, i32, i32, i32) {
  %ch = tfrt.new.chain
  %a = tfrt.constant.i32 7
  %f = tfrt.constant.f32 0.25
  %b = "tfrt_test.identity"(%ch, %a) : (!tfrt.chain, i32) -> i32
  %c, %g = "tfrt_test.multi_arg_result"(%b, %f) : (i32, f32) -> (i32, f32)
  %d = "tfrt_test.make_indirect"(%c) : (i32) -> i32
  %e = "tfrt.alias.value"(%ch, %d) : (!tfrt.chain, i32) -> i32
  %x, %y, %z = tfrt_test.count3.i32 %a
  tfrt.return %b, %d, %g, %e, %x, %y, %z : i32, i32, f32, i32, i32, i32, i32
}
