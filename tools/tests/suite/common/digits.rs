//! The handwritten digits: compiled and run over the held-out images, with scikit-learn's results to compare with.

use std::path::Path;
use std::process::{Command, Output};

use tfrt_driver::array::HostArray;

use super::{root, scratch, text};

/// Largest difference from scikit-learn's probabilities, which are computed in the same precision in another order.
const TOLERANCE: f64 = 1e-5;

/// Compiles the program of the digits at `level` and runs it with `flags`; gives what `tfrt-run` wrote. The accuracy must be that of
/// scikit-learn, and the probabilities close to its. `name` is for the files that are written.
pub(crate) fn run_digits(name: &str, level: &str, flags: &[&str]) -> Output {
    let digits = |file: &str| root().join("testdata/digits").join(file);
    let (bef, out) = (scratch(&format!("{name}.bef")), scratch(&format!("{name}.npy")));
    let compiled = Command::new(env!("CARGO_BIN_EXE_tfrt-translate"))
        .args(["--mlir-to-bef", level, "-o"])
        .args([&bef, &digits("digits.mlir")])
        .output()
        .expect("the tool can be run");
    assert!(compiled.status.success() && compiled.stderr.is_empty(), "{}", text(&compiled));
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(&bef)
        .args(flags)
        .arg(format!("--input=@{}", digits("images.npy").display()))
        .arg(format!("--labels=@{}", digits("labels.npy").display()))
        .arg(format!("--output=@{}", out.display()))
        .output()
        .expect("the tool can be run");
    assert!(output.status.success(), "{}", text(&output));
    let accuracy = std::fs::read_to_string(digits("accuracy.txt")).expect("the file is in the tree");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.lines().any(|line| line.ends_with(&format!("({})", accuracy.trim()))), "{said}");

    let read = |path: &Path| {
        HostArray::read(&path.to_string_lossy(), tfrt_exchange::Access::Mapped)
            .expect("the file is a NumPy array")
    };
    let (ours, theirs) = (read(&out), read(&digits("probabilities.npy")));
    assert_eq!(ours.dims()[..], [450, 10]);
    assert_eq!(ours.dims(), theirs.dims());
    let floats = |array: &HostArray| array.to_floats().expect("probabilities are floats");
    for (i, (our, their)) in floats(&ours).iter().zip(floats(&theirs)).enumerate() {
        let (image, digit) = (i / 10, i % 10);
        assert!(
            (our - their).abs() <= TOLERANCE,
            "image {image}, digit {digit}: {our}, scikit-learn says {their}"
        );
    }
    output
}
