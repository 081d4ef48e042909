//! One library with kernels, a device, a graph optimizer and a profiler, each of which sees the work of the
//! others.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::compile::compile;
use crate::common::scratch;
use prost::Message as _;
use tfrt_graphdef::proto::tensorflow::profiler::{XPlane, XSpace};

const SOURCES: [&str; 3] = [
    "plugins/tests/c/everything_device.c",
    "plugins/tests/c/everything_optimizer.c",
    "plugins/tests/c/everything_profiler.c",
];

/// Says nothing of devices.
const PROGRAM: &str = r#"
func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[[1.0, -2.0]]> : tensor<1x2xf32>
  %w = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 0.5]]> : tensor<2x2xf32>
  %b = corert.const_dense_tensor dense<[0.5, 0.25]> : tensor<2xf32>
  %y = corert.executeop(%cpu) "tf.FakeDeviceRun"(%x) {microseconds = 30} : 1
  %p = corert.executeop(%cpu) "tf.MatMul"(%y, %w) {T = f32, transpose_a = false, transpose_b = false} : 1
  %s = corert.executeop(%cpu) "tf.BiasAdd"(%p, %b) {T = f32, data_format = "NHWC"} : 1
  %r = corert.executeop(%cpu) "tf.Relu"(%s) {T = f32} : 1
  %c1 = "corert.print_tensorhandle"(%r, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c1 : !tfrt.chain
}
"#;

const RESULT: &str = "DenseHostTensor dtype = f32, shape = [1, 2], values = [0.000000e+00, 1.250000e+00]";

/// The only profile below a folder; beside it is its trace for Perfetto.
fn profile(folder: &Path) -> XSpace {
    let mut files: Vec<PathBuf> = vec![folder.join("plugins/profile")];
    while files[0].is_dir() {
        files = std::fs::read_dir(&files[0])
            .expect("it can be read")
            .map(|entry| entry.expect("it can be read").path())
            .filter(|path| !path.ends_with("vm.trace.json"))
            .collect();
        assert_eq!(files.len(), 1, "{files:?}");
    }
    let bytes = std::fs::read(&files[0]).expect("it can be read");
    XSpace::decode(&*bytes).expect("it is an XSpace")
}

/// The number of times that an event of this name is in a plane.
fn count(plane: &XPlane, name: &str) -> usize {
    let events = plane.lines.iter().flat_map(|line| &line.events);
    events.filter(|event| plane.event_metadata[&event.metadata_id].display_name == name).count()
}

#[test]
fn one_library_has_everything() {
    let library = compile(&SOURCES, "libeverything.so", &[]);
    let load = format!("--load-plugin={}", library.display());
    let (program, folder) = (scratch("everything.mlir"), scratch("everything_profiles"));
    std::fs::write(&program, PROGRAM).expect("the test's folder can be written");
    let run = |args: &[&str]| {
        // A folder of an earlier run would have two profiles.
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("the test's folder can be written");
        }
        let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
            .args([&*load, "--print_statistics"])
            .arg(format!("--profile={}", folder.display()))
            .args(args)
            .arg(&program)
            .output()
            .expect("the tool can be run");
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains(RESULT), "{args:?}: {said}");
        (profile(&folder), said)
    };
    let plane = |space: &XSpace, name: &str| {
        let plane = space.planes.iter().find(|plane| plane.name == name);
        plane.unwrap_or_else(|| panic!("there is no plane {name}")).clone()
    };

    // Placed on the device, rewritten there, and profiled: three inputs are copied, and both results are in its memory.
    let (space, said) = run(&["-O2", "--device=MY_DEVICE:1"]);
    let host = plane(&space, "/host:CPU");
    assert_eq!([count(&host, "_FusedMatMul"), count(&host, "MatMul"), count(&host, "Relu")], [1, 0, 0]);
    assert_eq!(plane(&space, "/device:CUSTOM:FAKE_DEVICE:0").lines[0].events.len(), 1);
    assert!(said.contains("MY_DEVICE:0: 0 allocations, 0 alive"), "{said}");
    assert!(said.contains("MY_DEVICE:1: 4 allocations, 0 alive"), "{said}");

    // Without the optimizer, the device has a kernel for each op.
    let (space, said) = run(&["-O2", "--device=MY_DEVICE:1", "--use-plugin-optimizers=off"]);
    let host = plane(&space, "/host:CPU");
    assert_eq!(count(&host, "_FusedMatMul"), 0);
    assert!(!said.contains("MY_DEVICE:1: 0 allocations"), "{said}");

    // On the host its optimizer does nothing, while its kernels and its profiler do what they do.
    let (space, said) = run(&["-O0"]);
    let host = plane(&space, "/host:CPU");
    assert_eq!([count(&host, "_FusedMatMul"), count(&host, "MatMul"), count(&host, "Relu")], [0, 1, 1]);
    assert_eq!(plane(&space, "/device:CUSTOM:FAKE_DEVICE:0").lines[0].events.len(), 1);
    assert!(said.contains("MY_DEVICE:1: 0 allocations"), "{said}");
}

#[test]
fn each_part_is_listed() {
    let library = compile(&SOURCES, "libeverything_listed.so", &[]);
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(format!("--load-plugin={}", library.display()))
        .arg("--list-plugins")
        .output()
        .expect("the tool can be run");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for part in [
        "  SE_InitPlugin version ",
        "  TF_InitKernel",
        "  TF_InitGraph version ",
        "  TF_InitProfiler version ",
        "    platform HOST_DEVICE with devices of type MY_DEVICE",
        "    kernel _FusedMatMul on MY_DEVICE where T = f32",
        "    op FakeDeviceRun",
        "    graph optimizer MY_DEVICE",
        "    profiler FAKE_DEVICE",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}
