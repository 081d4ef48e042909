// The harness itself: what its helpers find, and that they fail when they must.
// RUN: printf 'first\nsecond 1\nsecond 2\n' | FileCheck %s
// RUN: printf 'first\nthird\nsecond 1\nsecond 2\n' | not FileCheck %s
// RUN: printf 'first\nsecond 1\nthird\nsecond 2\n' | not FileCheck %s
// RUN: not false
// RUN: not not true
// RUN: printf 'alpha beta\ngamma\n' > %t && FileCheck %s -check-prefix=WORDS --input-file=%t
// RUN: printf 'alpha\nbeta\ngamma\n' > %t && not FileCheck %s -check-prefix=WORDS --input-file=%t
// RUN: printf 'alpha beta\ngamma\ndelta\n' > %t && not FileCheck %s -check-prefix=WORDS --input-file=%t
// RUN: printf '%%1 = use %%1\n' | FileCheck %s --check-prefix=VARIABLE
// RUN: printf '%%1 = use %%2\n' | not FileCheck %s --check-prefix=VARIABLE

// CHECK-LABEL: first
// CHECK-NEXT: second {{[0-9]+}}
// CHECK-NOT: third
// CHECK: second 2

// WORDS: alpha
// WORDS-SAME: beta
// WORDS-NEXT: gamma
// WORDS-NOT: delta

// VARIABLE: [[V:%[0-9]+]] = use [[V]]{{$}}
