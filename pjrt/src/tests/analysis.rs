//! The costs, memory and layouts that compiled programs, buffers and devices report.

use super::*;
use crate::options::tests::options;

fn executable_of(client: Handle, code: &str) -> Handle {
    loaded_executable(compile(client, code).expect("it compiles"))
}

fn loaded_executable(loaded: Handle) -> Handle {
    call::<LoadedExecutableGetExecutable>("PJRT_LoadedExecutable_GetExecutable", |args| {
        args.loaded_executable = loaded;
    })
    .expect("it exists")
    .executable
}

/// Operations, transcendental operations and bytes.
fn costs(client: Handle, code: &str) -> [f32; 3] {
    costs_of(executable_of(client, code))
}

fn costs_of(executable: Handle) -> [f32; 3] {
    let found = call::<ExecutableGetCostAnalysis>("PJRT_Executable_GetCostAnalysis", |args| {
        args.executable = executable;
    })
    .expect("it exists");
    // SAFETY: the properties live as long as the executable.
    let all = unsafe { std::slice::from_raw_parts(found.properties, found.num_properties) };
    ["flops", "transcendentals", "bytes accessed"].map(|name| {
        let value = all.iter().find(|value| {
            // SAFETY: the name lives as long as the executable.
            unsafe { std::slice::from_raw_parts(value.name, value.name_size) == name.as_bytes() }
        });
        // What is zero may be missing.
        value.map_or(0.0, |value| {
            assert_eq!(value.kind, 3);
            f32::from_bits(value.value.addr() as u32)
        })
    })
}

#[test]
fn costs_are_those_of_the_operations() {
    let client = client();
    assert_eq!(costs(client, ADD), [6.0, 0.0, 72.0]);
    let product = "func.func @main(%x: tensor<4x6xf32>, %y: tensor<6x3xf32>) -> tensor<4x3xf32> {
      %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
      %w = stablehlo.tanh %z : tensor<4x3xf32>
      return %w : tensor<4x3xf32>
    }";
    assert_eq!(costs(client, product), [144.0, 12.0, 4.0 * (24.0 + 18.0 + 12.0 + 24.0)]);
    let functions = "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %y = chlo.erf %x : tensor<8xf32> -> tensor<8xf32>
      %z = stablehlo.remainder %y, %x : tensor<8xf32>
      %c = stablehlo.compare LT, %y, %z : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
      %r = stablehlo.select %c, %y, %z : tensor<8xi1>, tensor<8xf32>
      return %r : tensor<8xf32>
    }";
    assert_eq!(costs(client, functions)[..2], [24.0, 8.0]);
    let reduction = "func.func @main(%x: tensor<8xf32>) -> tensor<f32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %y = func.call @square(%x) : (tensor<8xf32>) -> tensor<8xf32>
      %z = func.call @square(%y) : (tensor<8xf32>) -> tensor<8xf32>
      %s = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      return %s : tensor<f32>
    }
    func.func private @square(%x: tensor<8xf32>) -> tensor<8xf32> {
      %y = stablehlo.multiply %x, %x : tensor<8xf32>
      return %y : tensor<8xf32>
    }";
    assert_eq!(costs(client, reduction)[0], 8.0 + 8.0 + 7.0);
    let all = r#"func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<8xf32>) -> tensor<8xf32>
      return %y : tensor<8xf32>
    }"#;
    assert_eq!(costs(client, all)[0], 8.0);
}

#[test]
fn costs_of_a_divided_program_are_those_of_one_device() {
    let client = devices::clients(4).expect("there are threads");
    // The devices along "y" have summands of the product and of the second sum, along "x" parts of them.
    let code = r#"
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %y: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<4x3xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.tanh %0 : tensor<4x3xf32>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %2 : tensor<4x3xf32>, tensor<4xf32>
}"#;
    let executable = devices::compile_for(client, code, &options(4, None)).expect("it compiles");
    let [product, sum] = [2.0 * 6.0 * 3.0 + 6.0, 2.0 * 2.0 + 2.0];
    assert_eq!(costs_of(loaded_executable(executable))[..2], [product + sum, 6.0]);
}

#[test]
fn memory_is_that_of_arguments_and_results() {
    let code = "func.func @main(%x: tensor<5xf64> {tf.aliasing_output = 0 : i32}, %y: tensor<3xi8>) -> (tensor<5xf64>, tensor<3xi8>) {
      return %x, %y : tensor<5xf64>, tensor<3xi8>
    }";
    let executable = executable_of(client(), code);
    let found = call::<ExecutableGetCompiledMemoryStats>("PJRT_Executable_GetCompiledMemoryStats", |args| {
        args.executable = executable;
        // What callers leave uninitialised.
        (args.temp_size_in_bytes, args.host_temp_size_in_bytes) = (-1, -1);
    })
    .expect("it exists");
    assert_eq!((found.temp_size_in_bytes, found.host_temp_size_in_bytes), (0, 0));
    assert_eq!(
        (found.argument_size_in_bytes, found.output_size_in_bytes, found.alias_size_in_bytes),
        (43, 43 + 16, 40)
    );
    assert_eq!(found.peak_memory_in_bytes, 46 + 16);
}

#[test]
fn memory_in_between_is_that_of_the_results_that_are_kept() {
    let scratch = |code: &str| {
        let executable = executable_of(client(), code);
        let found =
            call::<ExecutableGetCompiledMemoryStats>("PJRT_Executable_GetCompiledMemoryStats", |args| {
                args.executable = executable;
            });
        found.expect("it exists").temp_size_in_bytes
    };
    // The square and its sine stay in registers.
    let fused = "func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
      %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
      %1 = stablehlo.sine %0 : tensor<4x4xf32>
      %2 = stablehlo.negate %1 : tensor<4x4xf32>
      return %2 : tensor<4x4xf32>
    }";
    assert_eq!(scratch(fused), 0);
    // Two products are there at one time, and what the function needs for the second one.
    let products = "func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
      %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %1 = call @cube(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %2 = stablehlo.dot %1, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      return %2 : tensor<4x4xf32>
    }
    func.func private @cube(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
      %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %1 = stablehlo.dot %x, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      return %1 : tensor<4x4xf32>
    }";
    assert_eq!(scratch(products), 3 * 64);
}

/// Calls a function of the extension for layouts.
fn layout_call<A: Arguments>(index: usize, fill: impl FnOnce(&mut A)) -> Result<A, String> {
    // SAFETY: all bytes of arguments may be zero, and they start with their size.
    let mut args = unsafe {
        let mut args = std::mem::zeroed::<A>();
        (&raw mut args).cast::<usize>().write(size_of::<A>());
        args
    };
    fill(&mut args);
    // SAFETY: the function takes these arguments.
    let error = unsafe { (crate::layouts::EXTENSION.functions[index])((&raw mut args).cast()) };
    if error.is_null() { Ok(args) } else { Err(text(error)) }
}

fn layout_text(layout: Handle) -> Result<String, String> {
    let given = layout_call::<LayoutSerialize>(1, |args| args.layout = layout)?;
    // SAFETY: the bytes stay until they are given back.
    let bytes = unsafe { std::slice::from_raw_parts(given.serialized_bytes, given.serialized_bytes_size) };
    let text = String::from_utf8(bytes.to_vec()).expect("layouts are text");
    given.serialized_layout_deleter.expect("there is one")(given.serialized_layout);
    Ok(text)
}

#[test]
fn layouts_are_row_major_unless_stated() {
    let client = client();
    let dims = [2, 3, 4];
    let layout = layout_call::<ClientGetDefaultLayout>(2, |args| {
        args.element_type = 11;
        (args.client, args.dims, args.num_dims) = (client, dims.as_ptr(), dims.len());
    })
    .expect("the client exists")
    .layout;
    assert_eq!(layout_text(layout), Ok("{2,1,0}".to_owned()));
    let destroy = |layout| layout_call::<LayoutDestroy>(0, |args| args.layout = layout).map(|_| ());
    assert_eq!(destroy(layout), Ok(()));
    assert!(destroy(layout).is_err() && layout_text(layout).is_err());
    assert_eq!(destroy(Handle::NULL), Ok(()));

    let array = buffer(client, &[1.0; 6], &[2, 3], &[]).expect("it is an array");
    let own = layout_call::<BufferMemoryLayout>(3, |args| args.buffer = array).expect("it exists").layout;
    assert_eq!(layout_text(own), Ok("{1,0}".to_owned()));
    let plain = call::<BufferGetMemoryLayout>("PJRT_Buffer_GetMemoryLayout", |args| args.buffer = array)
        .expect("it exists")
        .layout;
    // SAFETY: the list lives as long as the process.
    assert_eq!(unsafe { std::slice::from_raw_parts(plain.list, plain.list_len) }, [1, 0]);

    let executable = executable_of(client, ADD);
    let found =
        layout_call::<ExecutableGetOutputLayouts>(5, |args| args.executable = executable).expect("it exists");
    // SAFETY: the list lives as long as the executable.
    let all = unsafe { std::slice::from_raw_parts(found.layouts, found.num_outputs) };
    assert_eq!(all.iter().map(|&layout| layout_text(layout)).collect::<Vec<_>>(), [Ok("{1,0}".to_owned())]);
}

#[test]
fn results_have_the_layout_that_is_stated() {
    let code = |mode: &str| {
        format!(
            "func.func @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32> {{mhlo.layout_mode = \"{mode}\"}}) {{
              return %x : tensor<2x3xf32>
            }}"
        )
    };
    let client = client();
    for (mode, expected) in [
        ("default", "{1,0}"),
        ("auto", "{1,0}"),
        ("{1,0}", "{1,0}"),
        ("{0,1}", "{0,1}"),
        ("{1,0:T(2,2)}", "{1,0:T(2,2)}"),
        ("{0,1:T(8,128)(2,1)}", "{0,1:T(8,128)(2,1)}"),
    ] {
        let loaded = compile(client, &code(mode)).expect("it compiles");
        let array = buffer(client, &[0., 1., 2., 3., 4., 5.], &[2, 3], &[]).expect("it is an array");
        let result = execute(loaded, &[array]).expect("it runs");
        let own =
            layout_call::<BufferMemoryLayout>(3, |args| args.buffer = result).expect("it exists").layout;
        assert_eq!(layout_text(own), Ok(expected.to_owned()));
        assert_eq!(elements(result), Ok(vec![0., 1., 2., 3., 4., 5.]));
    }
    for (mode, why) in [("{0,0}", "duplicate values: {0, 0}"), ("{1,0:S(5)}", "are not supported")] {
        let message = compile(client, &code(mode)).expect_err("there is no such layout");
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn arrays_move_between_kinds_of_memory() {
    let client = client();
    let found =
        call::<ClientAddressableMemories>("PJRT_Client_AddressableMemories", |args| args.client = client)
            .expect("it exists");
    // SAFETY: the list lives as long as the client.
    let memories =
        unsafe { std::slice::from_raw_parts(found.addressable_memories, found.num_addressable_memories) };
    let kind = |memory| {
        let given = call::<MemoryKind>("PJRT_Memory_Kind", |args| args.memory = memory).expect("it exists");
        // SAFETY: the text lives as long as the process.
        let bytes = unsafe { std::slice::from_raw_parts(given.kind, given.kind_size) };
        String::from_utf8(bytes.to_vec()).expect("kinds are text")
    };
    let kinds: Vec<String> = memories.iter().map(|&memory| kind(memory)).collect();
    assert_eq!(kinds, ["device", "pinned_host", "unpinned_host"]);
    let executable = compile(client, ADD).expect("it compiles");
    let mut array = buffer(client, &[1.0; 6], &[2, 3], &[]).expect("it is an array");
    for &memory in memories.iter().rev() {
        array = call::<BufferCopyToMemory>("PJRT_Buffer_CopyToMemory", |args| {
            (args.buffer, args.dst_memory) = (array, memory);
        })
        .expect("both exist")
        .dst_buffer;
        let place =
            call::<BufferMemory>("PJRT_Buffer_Memory", |args| args.buffer = array).expect("it exists");
        assert_eq!(place.memory, memory);
        assert_eq!(elements(array), Ok(vec![1.0; 6]));
        // Programs take arrays from everywhere; what they give is on the device.
        let result = execute(executable, &[array]).expect("it runs");
        let place =
            call::<BufferMemory>("PJRT_Buffer_Memory", |args| args.buffer = result).expect("it exists");
        assert_eq!(kind(place.memory), "device");
    }
}
