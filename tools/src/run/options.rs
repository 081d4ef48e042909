//! The command line of `tfrt-run`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, ValueEnum};
use tfrt_driver::program::ProgramFile;
use tfrt_exchange::Access;
use tfrt_executor::allocator::AllocatorKind;
use tfrt_executor::host::Host;

use super::JitMode;
use super::benchmark::{Arrivals, Load, parse_arrivals};
use crate::graphdef::BoundaryFlags;
use crate::level::{Level, PrecisionFlag};
use crate::plugins::PluginFlags;

/// Shown after the options.
const EXAMPLES: &str = "\
Examples:
  tfrt-run program.mlir                   compile at -O2, run all functions without arguments
  tfrt-run program.bef --functions=a,b    run two functions of a compiled program
  tfrt-run model.pb --input=@images.npy   compile and run a TensorFlow graph, print its results
  tfrt-run net.bef --input=@images.npy --output=@probabilities.npy
                                          run 'main' on a file, write its first result to another
  tfrt-run model.pb --list                say what it takes and gives
  tfrt-run model.pb --input=image=@x.npy --output=scores=@y.npy
                                          by name
  tfrt-run model.pb --input-image=image:cat.png --output=@scores.json
                                          run on a picture, write the result as text
  tfrt-run net.mlir --function=predict --input=2x2xf32=1,2,3,4
                                          run a function on a literal, print its results
  tfrt-translate --mlir-to-bef program.mlir | tfrt-run -
                                          run what another program writes

Without inputs, outputs and --quiet the driver says what it runs. Errors of a run are checked against
the expected-error annotations of its source; one that none expects makes the exit code 1.";

/// Runs a program: a compiled file, MLIR text or bytecode, or a TensorFlow graph.
#[derive(Debug, Parser)]
#[command(name = "tfrt-run", version = crate::version::text(), after_help = EXAMPLES)]
pub struct Options {
    /// The program: BEF, MLIR text or bytecode, or a TensorFlow graph, told apart by their content; - for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub program: String,

    /// How much to optimise text before it runs; 0 keeps everything as written. Compiled files are what they are.
    #[arg(short = 'O', value_name = "LEVEL", default_value = "2")]
    pub optimise: Level,

    /// In what precision products run.
    #[command(flatten)]
    pub precision: PrecisionFlag,

    /// Functions to run, in this order; all when not given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_default_value = true)]
    pub functions: Vec<String>,

    /// Function to run before all others; nothing happens when there is none of that name.
    #[arg(long = "test_init_function", value_name = "NAME")]
    pub init_function: Option<String>,

    /// The one function to run on the inputs; by default main, or the only one there is.
    #[arg(long, value_name = "NAME", conflicts_with = "functions")]
    pub function: Option<String>,

    /// An argument of the function: TYPE=VALUES such as 2x2xf32=1,2,3,4 or i32=5, or @FILE.npy, @FILE.npz:NAME,
    /// @FILE.safetensors:NAME, @FILE.btf:NUMBER, or any other file for an argument of strings.
    /// For a sequence, @FILE.npz gives all its arrays in order; for an optional argument, the word none gives nothing. Once for each argument without a default, in order, or by its name: NAME=VALUE.
    #[arg(long = "input", value_name = "VALUE", conflicts_with = "functions")]
    pub inputs: Vec<String>,

    /// An argument of the function from a picture: NAME:FILE, or FILE where one argument is left; PNG, JPEG or BMP. It becomes what the
    /// signature says: ui8, or f32 from 0 to 1; HWC, or NHWC with a batch of one. It is not resized.
    #[arg(long = "input-image", value_name = "NAME:FILE", conflicts_with = "functions")]
    pub pictures: Vec<String>,

    /// Where a result goes: @FILE.npy, @FILE.npz:NAME, @FILE.safetensors:NAME, @FILE.btf, as text @FILE.txt, @FILE.json or @FILE.csv, or
    /// - to print all of it. A sequence goes to @FILE.npz. Once for each result, in order, or by its name: NAME=@FILE. Results with names in a file may share it.
    #[arg(long = "output", value_name = "@FILE", conflicts_with = "functions")]
    pub outputs: Vec<String>,

    /// List the functions that can be called, with the names, element types and sizes of what they take and give, and do nothing else.
    #[arg(long)]
    pub list: bool,

    /// Right answers for the last result of integers: prints how many agree.
    #[arg(long, value_name = "@FILE", conflicts_with = "functions")]
    pub labels: Option<String>,

    /// The folder into which probes of a program of StableHLO write their tensors: NAME_COUNT.npy, and a line each in index.csv.
    #[arg(long = "probe-output-dir", alias = "probe_output_dir", value_name = "FOLDER")]
    pub probe_output_dir: Option<PathBuf>,

    /// Shared libraries whose kernels the program may use: they export RegisterKernels, see tfrt_kernel_api.h.
    #[arg(long = "shared_libs", value_name = "FILES", value_delimiter = ',', hide_default_value = true)]
    pub shared_libs: Vec<PathBuf>,

    /// Call the function again for so long, with the same arguments, and print, on standard error, the least and the middle of
    /// the times that a call took.
    #[arg(long, value_name = "SECONDS", conflicts_with = "functions", value_parser = parse_duration)]
    pub benchmark: Option<Duration>,

    /// With --benchmark: call from so many threads at once, and print percentiles of the times, calls per second and the peak memory.
    #[arg(long, value_name = "N", requires = "benchmark")]
    pub clients: Option<NonZeroUsize>,

    /// With --clients: when requests arrive. closed: a client calls again when it has its results; poisson:RATE: at random times, RATE a
    /// second on average.
    #[arg(long, value_name = "WHEN", requires = "clients", default_value = "closed", value_parser = parse_arrivals)]
    pub arrivals: Arrivals,

    /// With --clients: requests that run at a time; the others wait, first come, first served. As many as the queue has threads when
    /// not given.
    #[arg(long, value_name = "N", requires = "clients")]
    pub at_a_time: Option<NonZeroUsize>,

    /// Print nothing but what the program itself prints, and errors.
    #[arg(long)]
    pub quiet: bool,

    /// Who runs kernels: s (one thread), mstd, mstd:N or mstd:N,M (N threads, and M for those that block). By default s, with --clients
    /// mstd.
    #[arg(long = "work_queue_type", value_name = "QUEUE")]
    pub work_queue: Option<String>,

    /// Where tensors get their memory.
    #[arg(long = "host_allocator_type", value_enum, default_value_t = Allocator::LeakCheck)]
    pub allocator: Allocator,

    /// Print the code of an error result beside its message.
    #[arg(long = "print_error_code")]
    pub error_code: bool,

    /// Trace functions and ops.
    #[arg(long = "enable_tracing")]
    pub tracing: bool,

    /// How much to trace: default, verbose (the steps of ops too) or debug.
    #[arg(long = "tracing_level", value_name = "LEVEL", default_value = "default")]
    pub tracing_level: String,

    /// Where the trace goes: simple logs how long everything took, debug prints lines as things happen.
    #[arg(long = "tracing_sink", value_enum, default_value_t = TracingSink::Simple)]
    pub tracing_sink: TracingSink,

    /// Write a trace to a file that Perfetto opens.
    #[arg(long = "trace", value_name = "FILE", conflicts_with = "tracing")]
    pub trace_file: Option<PathBuf>,

    /// Write a profile that TensorBoard and xprof open: DIR/plugins/profile/RUN/HOST.xplane.pb, with what the threads of this
    /// process did and what the profilers of plugins found; beside it HOST.trace.json, which Perfetto opens.
    #[arg(long = "profile", value_name = "DIR", conflicts_with_all = ["tracing", "trace_file"])]
    pub profile: Option<PathBuf>,

    /// The devices that are profiled: unspecified is all, pluggable_device those of plugins; the host is always profiled.
    #[arg(long = "profile-device", value_enum, value_name = "TYPE", default_value_t = ProfileDevice::Unspecified)]
    pub profile_device: ProfileDevice,

    /// How closely devices are profiled; at 0 no profiler of a plugin takes part.
    #[arg(long = "profile-device-tracer-level", value_name = "LEVEL", default_value_t = 1)]
    pub profile_device_level: u32,

    /// How closely the host is profiled: 0 not at all; 1 functions, kernels, ops and compilations; 2 memory as well; 3 the
    /// steps of ops as well.
    #[arg(long = "profile-host-tracer-level", value_name = "LEVEL", default_value_t = 2)]
    pub profile_host_level: u32,

    /// Machine code for hot functions: off, on, or eager (everything, before it runs); with stats (what was compiled, and
    /// what was not and why), dump (the code), perf (names for perf) or avx2 (vectors of 256 bits at most) as well. The environment's
    /// TFRT_JIT when not given.
    #[arg(
        long,
        value_name = "MODES",
        value_enum,
        value_delimiter = ',',
        default_value = "on",
        env = "TFRT_JIT",
        hide_env = true,
        hide_possible_values = true
    )]
    pub jit: Vec<JitMode>,

    /// Kernels after which a function is compiled: its own and those of what it calls.
    #[arg(long = "jit-threshold", value_name = "KERNELS", default_value_t = tfrt_jit::JitOptions::THRESHOLD)]
    pub jit_threshold: u32,

    /// Keep machine code for the next run, in a file in DIR, or beside the program: FILE.jit. It is used if program, processor
    /// and this executable are the same. Who can write there can run code as you.
    #[arg(long = "jit-cache", value_name = "DIR", num_args = 0..=1, require_equals = true)]
    pub jit_cache: Option<Option<PathBuf>>,

    /// Memory for machine code, and size of the file it is kept in, in MiB.
    #[arg(long = "jit-cache-size", value_name = "MIB", default_value_t = tfrt_jit::JitOptions::CAPACITY >> 20)]
    pub jit_cache_size: usize,

    /// Memory that calls which wait for each other may take, in MiB: a program that recurses deeper gets an error. Half of what there
    /// is when not given.
    #[arg(long = "call-memory", value_name = "MIB")]
    pub call_memory: Option<u64>,

    /// Memory that tensors may take at a time, in MiB: an op that would take more fails. Calls that wait for each other get half as much
    /// unless --call-memory says otherwise.
    #[arg(long = "max-memory", value_name = "MIB")]
    pub max_memory: Option<u64>,

    /// Cancel what still runs after so many seconds, compiling included; the exit code is 1.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<Duration>,

    /// Read the program, and the arrays of --input and --labels, into memory instead of mapping their files, for files that others may
    /// shorten or overwrite meanwhile.
    #[arg(long)]
    pub copy: bool,

    /// Print, on standard error, how many kernels were executed.
    #[arg(long = "print_statistics")]
    pub statistics: bool,

    /// List the devices of this machine and of the plugins that are loaded, and do nothing else.
    #[arg(long = "list-devices")]
    pub list_devices: bool,

    /// Check every function of the devices of a plugin, say what is missing or wrong, and do nothing else.
    #[arg(long = "device-conformance", value_name = "FILE")]
    pub device_conformance: Option<PathBuf>,

    /// The checks that --device-conformance does; all when not given.
    #[arg(
        long = "device-checks",
        value_name = "NAMES",
        value_delimiter = ',',
        requires = "device_conformance"
    )]
    pub device_checks: Vec<String>,

    /// A check of --device-conformance that takes longer has failed.
    #[arg(
        long = "device-check-seconds",
        value_name = "SECONDS",
        default_value_t = 20,
        value_parser = clap::value_parser!(u64).range(1..),
        requires = "device_conformance"
    )]
    pub device_check_seconds: u64,

    #[command(flatten)]
    pub(crate) graph: BoundaryFlags,

    #[command(flatten)]
    #[expect(missing_docs, reason = "the flags say it themselves; text here would replace the help's")]
    pub plugins: PluginFlags,
}

/// A time that is not too long to be measured.
fn parse_duration(text: &str) -> Result<Duration, String> {
    const MOST: Duration = Duration::from_secs(1_000_000_000);
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let expected = || format!("expected a number of seconds up to {}", MOST.as_secs());
    seconds.filter(|time| *time <= MOST).ok_or_else(expected)
}

/// A time that is not zero.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| "expected a number of seconds above zero".to_owned())
}

/// Values of `--tracing_sink`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TracingSink {
    /// Times on standard error, at the end.
    Simple,
    /// Scopes on standard output, as they start and end.
    Debug,
}

/// Values of `--profile-device`, with the names of TensorFlow's `ProfileOptions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ProfileDevice {
    Unspecified,
    Cpu,
    Gpu,
    Tpu,
    PluggableDevice,
}

/// Values of `--host_allocator_type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Allocator {
    /// Just memory.
    #[value(name = "malloc")]
    Malloc,
    /// 1,024 bytes in all, each use logged.
    #[value(name = "test_fixed_size_1k")]
    FixedSize,
    /// Prints what was used at the end.
    #[value(name = "profiled_allocator")]
    Profiled,
    /// Memory left over at the end is an error.
    #[value(name = "leak_check_allocator")]
    LeakCheck,
}

impl Allocator {
    /// The host's allocator.
    pub fn kind(self) -> AllocatorKind {
        match self {
            Allocator::Malloc => AllocatorKind::Malloc,
            Allocator::FixedSize => AllocatorKind::TestFixedSize1k,
            Allocator::Profiled => AllocatorKind::Profiled,
            Allocator::LeakCheck => AllocatorKind::LeakCheck,
        }
    }

    /// The line that says which one it is.
    pub fn banner(self) -> &'static str {
        match self {
            Allocator::Malloc => "Choosing malloc.",
            Allocator::FixedSize => "Choosing fixed size malloc.",
            Allocator::Profiled => "Choosing profiled allocator based on malloc.",
            Allocator::LeakCheck => "Choosing memory leak check allocator.",
        }
    }
}

impl Options {
    /// From the command line of this process; an exit code when there is nothing to run.
    pub fn from_command_line() -> Result<Self, std::process::ExitCode> {
        let matches = crate::cli::parse(Self::command())?;
        Ok(Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()))
    }

    /// How files of arrays are had.
    pub fn access(&self) -> Access {
        if self.copy { Access::Copied } else { Access::Mapped }
    }

    /// The work queue, as `--work_queue_type` names it.
    pub fn work_queue(&self) -> &str {
        self.work_queue.as_deref().unwrap_or(if self.clients.is_some() { "mstd" } else { "s" })
    }

    /// The load of `--clients`, for so many seconds on this host.
    pub(super) fn load(&self, time: Duration, host: &Host) -> Option<Load> {
        let threads = NonZeroUsize::new(host.parallelism()).unwrap_or(NonZeroUsize::MIN);
        Some(Load {
            time,
            clients: self.clients?,
            arrivals: self.arrivals,
            limit: self.at_a_time.unwrap_or(threads),
        })
    }

    /// Whether one function of this program is run on inputs or for its outputs, rather than all of them for what they print.
    pub fn is_single_run(&self, program: &ProgramFile) -> bool {
        self.function.is_some()
            || !self.inputs.is_empty()
            || !self.pictures.is_empty()
            || !self.outputs.is_empty()
            || self.labels.is_some()
            || self.benchmark.is_some()
            || program.is_model() && self.functions.is_empty()
    }
}
