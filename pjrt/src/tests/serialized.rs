//! Executables as bytes: what comes back is what went, and other bytes are refused.

use super::*;

fn executable_of(loaded: Handle) -> Handle {
    call::<LoadedExecutableGetExecutable>("PJRT_LoadedExecutable_GetExecutable", |args| {
        args.loaded_executable = loaded;
    })
    .expect("it exists")
    .executable
}

fn serialized(loaded: Handle) -> Vec<u8> {
    let given = call::<ExecutableSerialize>("PJRT_Executable_Serialize", |args| {
        args.executable = executable_of(loaded);
    })
    .expect("there is memory");
    // SAFETY: the bytes stay until they are given back.
    let bytes =
        unsafe { std::slice::from_raw_parts(given.serialized_bytes, given.serialized_bytes_size) }.to_vec();
    let free = given.serialized_executable_deleter.expect("there is one");
    // Giving them back twice does nothing more.
    free(given.serialized_executable);
    free(given.serialized_executable);
    bytes
}

fn loaded(client: Handle, bytes: &[u8]) -> Result<Handle, String> {
    let made = call::<ExecutableDeserializeAndLoad>("PJRT_Executable_DeserializeAndLoad", |args| {
        args.client = client;
        (args.serialized_executable, args.serialized_executable_size) = (bytes.as_ptr(), bytes.len());
    })?;
    Ok(made.loaded_executable)
}

fn fingerprint(loaded: Handle) -> Vec<u8> {
    let given = call::<ExecutableFingerprint>("PJRT_Executable_Fingerprint", |args| {
        args.executable = executable_of(loaded);
    })
    .expect("it exists");
    // SAFETY: the text lives as long as the executable.
    let text = unsafe {
        std::slice::from_raw_parts(given.executable_fingerprint, given.executable_fingerprint_size)
    };
    text.to_vec()
}

#[test]
fn a_serialized_executable_runs_as_before() {
    let (first, second) = (client(), client());
    let executable = compile(first, ADD).expect("it compiles");
    let bytes = serialized(executable);
    assert_eq!(bytes[..2], [0x0b, 0xef]);
    let again = loaded(second, &bytes).expect("it was serialized here");
    assert_eq!(fingerprint(again), fingerprint(executable));
    assert_eq!(serialized(again), bytes);
    let argument = buffer(second, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3], &[]).expect("it is an array");
    let result = execute(again, &[argument]).expect("it runs");
    assert_eq!(elements(result), Ok(vec![2.0, 4.0, 6.0, 8.0, 10.0, 12.0]));
    let donating = "func.func @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}) -> tensor<2xf32> {
      %y = stablehlo.negate %x : tensor<2xf32>
      return %y : tensor<2xf32>
    }";
    let executable = compile(first, donating).expect("it compiles");
    let again = loaded(first, &serialized(executable)).expect("it was serialized here");
    let argument = buffer(first, &[1.0, 2.0], &[2], &[]).expect("it is an array");
    let result = execute(again, &[argument]).expect("it runs");
    assert_eq!(elements(result), Ok(vec![-1.0, -2.0]));
    assert!(elements(argument).expect_err("it was donated").contains("donated"));
}

#[test]
fn other_bytes_are_refused() {
    let client = client();
    let bytes = serialized(compile(client, ADD).expect("it compiles"));
    let wrong = |bytes: &[u8], part: &str| {
        let message = loaded(client, bytes).expect_err("it is refused");
        assert!(message.contains("cannot be loaded") && message.contains(part), "{message}");
    };
    wrong(&[], "the file is empty");
    wrong(b"HloModule main", "does not start with 0B EF");
    for len in (1..bytes.len()).step_by(61) {
        wrong(&bytes[..len], "");
    }
    for at in (0..bytes.len()).step_by(7) {
        let mut bad = bytes.clone();
        bad[at] ^= 0x10;
        // Bytes between sections mean nothing, and the file's flags are ignored but for their checksum.
        if let Ok(executable) = loaded(client, &bad) {
            assert_eq!(serialized(executable), bytes, "byte {at}");
        }
    }
    let plain = tfrt_bef::BefFile::from_bytes(&bytes).expect("it is a BEF file");
    let section = tfrt_bef::FIRST_HOST_SECTION + 0x5052;
    let own = plain.host_section(section).expect("it is whole").expect("it is there");
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut own = own.to_vec();
        change(&mut own);
        plain.with_host_section(section, &own).expect("there is memory")
    };
    wrong(&changed(&|own| own[0] += 1), "expected a description of form 6, got 7");
    wrong(&changed(&|own| own[16] = b'T'), "got one of 'Tfrt");
    for cut in 1..64 {
        wrong(&changed(&|own| own.truncate(own.len() - cut)), "");
    }
    // A description of another program with the same code: two results instead of one.
    let other = "func.func @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
      return %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
    }";
    let other = serialized(compile(client, other).expect("it compiles"));
    let other = tfrt_bef::BefFile::from_bytes(&other).expect("it is a BEF file");
    let others = other.host_section(section).expect("it is whole").expect("it is there");
    wrong(&plain.with_host_section(section, others).expect("there is memory"), "not that of its function");
    let missing = plain.with_host_section(section, &[]).expect("there is memory");
    wrong(&missing, "ends early");
}
