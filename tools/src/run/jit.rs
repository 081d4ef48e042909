//! `--jit`: whether and when programs become machine code, and the statistics about it.

use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use tfrt_driver::program::ProgramFile;
use tfrt_executor::output::{Severity, log};
use tfrt_jit::{DiskOptions, Jit, JitOptions, Vectors, When};

use super::Options;

/// Bytes at the start of a compiled file that differ where anything differs: they have the checksums of its sections.
const TELLING: u64 = 4096;

/// Words of `--jit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum JitMode {
    /// Interpret everything.
    Off,
    /// Compile what is hot, in the background.
    On,
    /// Compile everything before it first runs.
    Eager,
    /// Say on standard error, at the end, what was compiled, and what was not and why.
    Stats,
    /// Print Cranelift's IR and the machine code of what is compiled, on standard error.
    Dump,
    /// Write names of compiled functions to /tmp/perf-PID.map, for perf.
    Perf,
    /// Compute element-wise ops with vectors of 256 bits, also where the processor has longer ones.
    Avx2,
}

/// The compiler that the options ask for, if they do. The message of an error is complete.
pub(super) fn from_options(options: &Options, input: &ProgramFile) -> Result<Option<Arc<Jit>>, String> {
    let asks = |mode: JitMode| options.jit.contains(&mode);
    if asks(JitMode::Off) {
        return Ok(None);
    }
    let threshold = options.jit_threshold;
    let capacity = options.jit_cache_size << 20;
    Ok(Some(Jit::new(JitOptions {
        when: if asks(JitMode::Eager) { When::Eager } else { When::Hot { threshold } },
        capacity,
        dump: asks(JitMode::Dump),
        names_what_is_cold: asks(JitMode::Stats),
        perf: asks(JitMode::Perf),
        disk: disk(options, input, capacity)?,
        vectors: if asks(JitMode::Avx2) { Vectors::Avx2 } else { Vectors::Avx512 },
    })))
}

/// Where the program's code is kept, if anywhere.
fn disk(options: &Options, input: &ProgramFile, capacity: usize) -> Result<Option<DiskOptions>, String> {
    let Some(folder) = &options.jit_cache else { return Ok(None) };
    let mut start = Vec::new();
    let telling = match input {
        ProgramFile::Bef(name) => {
            // A file that cannot be read is complained of when it is opened.
            let _ = File::open(name).and_then(|file| file.take(TELLING).read_to_end(&mut start));
            &start
        }
        ProgramFile::BefBytes(bytes) | ProgramFile::Source { text: bytes, .. } => &bytes[..],
        ProgramFile::Graph { bytes, .. } | ProgramFile::Onnx { bytes, .. } => bytes,
        ProgramFile::SavedModel(folder) => {
            let file = File::open(folder.join("saved_model.pb"));
            let _ = file.and_then(|file| file.take(TELLING).read_to_end(&mut start));
            &start
        }
    };
    let made = match folder {
        Some(folder) => DiskOptions::in_folder(folder, telling),
        None if options.program == "-" => {
            return Err(
                "--jit-cache needs a folder for a program that is read from standard input".to_owned()
            );
        }
        None => {
            let name = format!("{}.{}", options.program, DiskOptions::EXTENSION);
            DiskOptions::for_program(PathBuf::from(name), telling)
        }
    };
    Ok(Some(DiskOptions { capacity, ..made }))
}

/// Waits for what is still being compiled if that is asked for, says what was, and writes the code file.
pub(super) fn finish(jit: &Jit, options: &Options) {
    let details = options.jit.contains(&JitMode::Stats);
    let waits = details || options.jit.contains(&JitMode::Dump);
    if !(waits || options.statistics || jit.has_worked()) {
        return;
    }
    if waits {
        jit.finish();
    }
    jit.save();
    let statistics = jit.statistics();
    if details || options.statistics {
        eprintln!("{statistics}");
    }
    for remark in statistics.remarks.iter().filter(|_| !details) {
        log(Severity::Warning, file!(), line!(), remark);
    }
    if details {
        for line in statistics.details() {
            eprintln!("{line}");
        }
    }
}
