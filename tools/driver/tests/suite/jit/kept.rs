//! Reuse of code: from memory, by other programs, and from files, the next time.

use std::fmt::Write as _;
use std::path::Path;

use tfrt_executor::host::HostOptions;
use tfrt_executor::jit::JitCompiler;
use tfrt_executor::jit::loops::{LoopBody, LoopInput, LoopMember};
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::program::Program;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::tensor::DType;
use tfrt_executor::value::Value;
use tfrt_jit::{DiskOptions, Jit, JitOptions, Statistics, When};

use super::subject::compile;

#[test]
fn equal_code_is_compiled_once_and_memory_is_bounded() {
    let text = |constant: i32| {
        format!(
            "func.func @f(%x: i32) -> i32 {{\n  %c = tfrt.constant.i32 {constant}\n  %a = tfrt.add.i32 %x, %c\n  tfrt.return %a : i32\n}}"
        )
    };
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    tfrt_kernels::test::register(&mut registry);
    let options = JitOptions { when: When::Eager, capacity: 1024, ..JitOptions::default() };
    let jit = Jit::new(options);
    registry.set_jit(jit.clone());
    let runtime =
        Runtime::with_options(registry, HostOptions::single_threaded()).expect("threads can be started");
    let call = |constant: i32| {
        let program = runtime.load(&compile(&text(constant))).expect("the program is right");
        let function = program.function("f").expect("it is there");
        let results = function.call([Value::scalar(1)]).expect("it cannot fail");
        assert_eq!(results[0].get_scalar::<i32>(), Some(constant + 1));
        program
    };
    drop((call(1), call(1)));
    assert_eq!((jit.statistics().compiled.len(), jit.statistics().hits), (1, 1));
    // Programs that are closed give their code back.
    for constant in 0..200 {
        call(constant);
        assert!(jit.statistics().bytes <= 2048, "{:?}", jit.statistics().bytes);
    }
    assert_eq!(jit.statistics().refused, 0);
    // Programs that stay open do not; there is an end to it.
    let kept: Vec<Program> = (1000..1200).map(call).collect();
    assert!(jit.statistics().refused > 0);
    assert!(jit.statistics().bytes <= 2048);
    drop(kept);
}

/// The output of a run with a code file, and its statistics.
fn with_file(bef: &[u8], file: &Path, capacity: usize, when: When) -> (String, Statistics) {
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    tfrt_kernels::test::register(&mut registry);
    let disk = DiskOptions { capacity, ..DiskOptions::for_program(file.to_owned(), bef) };
    let jit = Jit::new(JitOptions { when, disk: Some(disk), ..JitOptions::default() });
    registry.set_jit(jit.clone());
    let runtime =
        Runtime::with_options(registry, HostOptions::single_threaded()).expect("threads can be started");
    let program = runtime.load(bef).expect("the program is right");
    let function = program.function("f").expect("it is there");
    let mut said = String::new();
    for (x, y) in [(3, 2.0_f32), (60, 0.5), (7, -1.0)] {
        let results = function.call([Value::scalar(x), Value::scalar(y)]).expect("it cannot fail");
        let _ = write!(said, "{results:?}");
    }
    jit.finish();
    jit.save();
    (said, jit.statistics())
}

/// A loop with a call of a kernel's function, a branch, and recursion.
const KEPT: &str = "func.func @twice(%x: f32) -> f32 {
  %y = \"tfrt_arith.sin.f32\"(%x) : (f32) -> f32
  %z = \"tfrt_arith.powf.f32\"(%y, %x) : (f32, f32) -> f32
  %s = \"tfrt_arith.addf.f32\"(%z, %y) : (f32, f32) -> f32
  tfrt.return %s : f32
}
func.func @down(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %end = \"tfrt.lessequal.i32\"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %end, %n : (i32) -> i32 {
    tfrt.return %n : i32
  } else {
    %m = tfrt.constant.i32 -1
    %a = tfrt.add.i32 %n, %m
    %s = tfrt.call @down(%a) : (i32) -> (i32)
    %t = tfrt.add.i32 %s, %n
    tfrt.return %t : i32
  }
  tfrt.return %r : i32
}
func.func @f(%n: i32, %x: f32) -> (f32, i32) {
  %r:1 = tfrt.repeat.i32 %n, %x : f32 {
    %y = tfrt.call @twice(%x) : (f32) -> (f32)
    tfrt.return %y : f32
  }
  %s = tfrt.call @down(%n) : (i32) -> (i32)
  tfrt.return %r, %s : f32, i32
}";

#[test]
fn code_is_kept_in_a_file_and_checked_before_it_is_used() {
    let folder = std::env::temp_dir().join(format!("tfrt-jit-test-{}", std::process::id()));
    let file = folder.join("program.bef.jit");
    let bef = compile(KEPT);
    let large = DiskOptions::CAPACITY;
    let (want, first) = with_file(&bef, &file, large, When::Eager);
    assert!(first.loaded == 0 && !first.compiled.is_empty() && first.remarks.is_empty(), "{first:?}");
    let written = std::fs::read(&file).expect("the file is written");
    let (have, second) = with_file(&bef, &file, large, When::Eager);
    assert_eq!(want, have);
    assert_eq!((second.loaded as usize, second.compiled.len()), (first.compiled.len(), first.compiled.len()));
    assert_eq!(std::fs::read(&file).expect("it is still there"), written, "nothing was new");

    // What is remembered is used before it is hot.
    let (have, warm) = with_file(&bef, &file, large, When::Hot { threshold: u32::MAX });
    assert_eq!(want, have);
    assert!(warm.loaded > 0 && warm.compiled.len() == warm.loaded as usize, "{warm:?}");

    // Damaged, cut, of another program: ignored with a remark, and written anew.
    let mut damaged: Vec<Vec<u8>> = (0..24)
        .map(|i| i * written.len() / 24)
        .map(|at| {
            let mut bytes = written.clone();
            bytes[at] ^= 0x10;
            bytes
        })
        .collect();
    damaged.extend([Vec::new(), written[..written.len() / 2].to_vec(), written[..12].to_vec()]);
    for bytes in damaged {
        std::fs::write(&file, &bytes).expect("it can be written");
        let (have, statistics) = with_file(&bef, &file, large, When::Eager);
        assert_eq!(want, have);
        assert_eq!((statistics.loaded, statistics.remarks.len()), (0, 1), "{statistics:?}");
        assert_eq!(std::fs::read(&file).expect("it is there"), written);
    }
    let other = compile(&KEPT.replace("@twice", "@thrice"));
    let (have, statistics) = with_file(&other, &file, large, When::Eager);
    assert_eq!(want, have);
    assert!(statistics.loaded == 0 && statistics.remarks[0].contains("another program"), "{statistics:?}");

    // A file that is too large is not read; one that may not grow has less in it.
    let (_, statistics) = with_file(&bef, &file, 100, When::Eager);
    assert!(statistics.remarks[0].contains("larger"), "{statistics:?}");
    assert!(std::fs::read(&file).expect("it is there").len() < 1000);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::write(&file, &written).expect("it can be written");
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o666)).expect("it is ours");
        let (have, statistics) = with_file(&bef, &file, large, When::Eager);
        assert_eq!(want, have);
        assert!(statistics.loaded == 0 && statistics.remarks[0].contains("others"), "{statistics:?}");
    }
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

/// Two compilers, as of two processes, with the same file.
#[test]
fn the_code_file_is_written_as_code_is_made_and_has_that_of_others() {
    let folder = std::env::temp_dir().join(format!("tfrt-jit-test-both-{}", std::process::id()));
    let file = folder.join("program.bef.jit");
    let bef = compile(KEPT);
    let open = || {
        let mut registry = KernelRegistry::new();
        tfrt_kernels::register_all(&mut registry);
        tfrt_kernels::test::register(&mut registry);
        let disk = DiskOptions::for_program(file.clone(), &bef);
        let jit = Jit::new(JitOptions { when: When::Eager, disk: Some(disk), ..JitOptions::default() });
        registry.set_jit(jit.clone());
        let runtime =
            Runtime::with_options(registry, HostOptions::single_threaded()).expect("threads can be started");
        let program = runtime.load(&bef).expect("the program is right");
        (runtime, program, jit)
    };
    let call = |program: &Program, name: &str, args: Vec<Value>| {
        let function = program.function(name).expect("it is there");
        format!("{:?}", function.call(args).expect("it cannot fail"))
    };
    let until_there = |than: usize| {
        for _ in 0..6000 {
            if std::fs::metadata(&file).is_ok_and(|metadata| metadata.len() as usize > than) {
                return std::fs::read(&file).expect("it is there").len();
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("nothing is written");
    };
    let (first, second) = (open(), open());
    // Both have looked for the file, which is not there.
    let want = [
        call(&first.1, "twice", vec![Value::scalar(0.5_f32)]),
        call(&second.1, "down", vec![Value::scalar(20)]),
    ];
    // Nobody has said that it should be written.
    until_there(0);
    for jit in [&first.2, &second.2] {
        jit.finish();
        jit.save();
    }
    let third = open();
    let have = [
        call(&third.1, "twice", vec![Value::scalar(0.5_f32)]),
        call(&third.1, "down", vec![Value::scalar(20)]),
    ];
    assert_eq!(want, have);
    let statistics = third.2.statistics();
    assert_eq!((statistics.loaded, statistics.compiled.len()), (2, 2), "{statistics:?}");
    // Later code comes to the file on its own.
    let before = std::fs::read(&file).expect("it is there").len();
    call(&third.1, "f", vec![Value::scalar(3), Value::scalar(2.0_f32)]);
    until_there(before);
    third.2.finish();
    third.2.save();
    drop((first, second, third));
    let names = std::fs::read_dir(&folder).expect("it is there").map(|entry| entry.map(|e| e.file_name()));
    assert_eq!(names.count(), 1, "what is written beside it is renamed");
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

/// Code files that cannot be written change nothing but a remark.
#[test]
fn a_code_file_that_cannot_be_written_is_remarked_once() {
    let folder = std::env::temp_dir().join(format!("tfrt-jit-test-no-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    // A file is where there would have to be a folder: nobody can write there, not even the superuser.
    let blocked = folder.join("file");
    std::fs::write(&blocked, "x").expect("it can be written");
    let bef = compile(KEPT);
    let (want, _) = with_file(&bef, &folder.join("fine.jit"), DiskOptions::CAPACITY, When::Eager);
    let (have, statistics) = with_file(&bef, &blocked.join("code.jit"), DiskOptions::CAPACITY, When::Eager);
    assert_eq!(want, have);
    assert!(!statistics.remarks.is_empty() && statistics.remarks.len() <= 2, "{statistics:?}");
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

/// Whatever is compiled, no memory can be written and run.
#[cfg(target_os = "linux")]
#[test]
fn no_memory_is_both_written_and_run() {
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    tfrt_kernels::test::register(&mut registry);
    let jit = Jit::new(JitOptions { when: When::Eager, ..JitOptions::default() });
    registry.set_jit(jit.clone());
    let runtime =
        Runtime::with_options(registry, HostOptions::single_threaded()).expect("threads can be started");
    let program = runtime.load(&compile(KEPT)).expect("the program is right");
    let function = program.function("f").expect("it is there");
    function.call([Value::scalar(3), Value::scalar(2.0_f32)]).expect("it cannot fail");
    // A loop over elements has memory of its own.
    let body = LoopBody {
        inputs: vec![LoopInput { dtype: DType::F32, moves: true }],
        members: vec![LoopMember {
            op: tfrt_ops::Elementwise::Neg,
            args: [0].into_iter().collect(),
            dtype: DType::F32,
            parameter: None,
        }],
        also: Default::default(),
        reduction: None,
    };
    let compiled = jit.compile_loop(&body, "negate");
    assert!(!jit.statistics().compiled.is_empty());
    let maps = std::fs::read_to_string("/proc/self/maps").expect("it can be read");
    let permissions = |line: &str| line.split(' ').nth(1).unwrap_or_default().to_owned();
    let runs = maps.lines().map(permissions).filter(|permissions| permissions.contains('x'));
    let runs: Vec<String> = runs.collect();
    assert!(runs.iter().all(|permissions| !permissions.contains('w')), "{maps}");
    assert!(runs.len() > 1, "{maps}");
    drop(compiled);
}
