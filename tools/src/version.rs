//! The text of `--version`: enough to tell two builds, and two machines, apart in a report.

use std::sync::LazyLock;

use tfrt_bef::records::{MAJOR_VERSION, MINOR_VERSION};

/// The version, in one line after the program's name, and then the commit, the formats, the features of the build and the processor.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let features = [("mlir", cfg!(feature = "mlir")), ("opencl", cfg!(feature = "opencl"))];
        let built: Vec<&str> =
            features.iter().filter(|(_, is_built)| *is_built).map(|(name, _)| *name).collect();
        format!(
            "{}\ncommit: {}\nBEF: writes {MAJOR_VERSION}.{MINOR_VERSION}, reads {MAJOR_VERSION}.0 to \
             {MAJOR_VERSION}.{MINOR_VERSION}\nMLIR bytecode: 0 to {}\nfeatures: {}\nbuild: {}, {}\nprocessor: {}",
            env!("CARGO_PKG_VERSION"),
            env!("TFRT_COMMIT_OF_BUILD"),
            tfrt_driver::bytecode::NEWEST_VERSION,
            if built.is_empty() { "none".to_owned() } else { built.join(", ") },
            if cfg!(debug_assertions) { "with debug assertions" } else { "without debug assertions" },
            std::env::consts::ARCH,
            processor().join(" "),
        )
    });
    &TEXT
}

/// The vector instructions of this processor for which there is code.
fn processor() -> Vec<&'static str> {
    let mut found = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! detect {
            ($($name:tt)*) => {$(
                if is_x86_feature_detected!($name) {
                    found.push($name);
                }
            )*};
        }
        detect!(
            "sse4.1" "avx" "avx2" "fma" "f16c" "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vnni" "avx512bf16"
        );
        found.extend(tiles());
    }
    if found.is_empty() {
        found.push("baseline instructions");
    }
    found
}

/// What there is of tile registers, which the standard library does not detect: bits of the leaf of structured extended features.
#[cfg(target_arch = "x86_64")]
fn tiles() -> impl Iterator<Item = &'static str> {
    use std::arch::x86_64::__cpuid_count;
    let bits = if __cpuid_count(0, 0).eax < 7 { 0 } else { __cpuid_count(7, 0).edx };
    let known = [("amx-tile", 24), ("amx-int8", 25), ("amx-bf16", 22)];
    known.into_iter().filter(move |(_, bit)| bits >> bit & 1 == 1).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_says_something() {
        let lines: Vec<&str> = text().lines().collect();
        assert_eq!(lines[0], env!("CARGO_PKG_VERSION"));
        for (line, name) in
            lines[1..].iter().zip(["commit", "BEF", "MLIR bytecode", "features", "build", "processor"])
        {
            assert!(line.strip_prefix(name).is_some_and(|rest| rest.len() > 2), "{line}");
        }
        assert_eq!(lines.len(), 7);
    }
}
