//! `tfrt-run`: runs a program and prints its results.
//!
//! The driver prints which allocator and queue it chose, runs every function that takes no arguments, and prints their results. Or it
//! runs one function on given inputs (`single`), and prints or writes just its results. Errors that kernels report go through
//! `diagnostics`, which reads the annotations of the source. At the end no value and no memory may be left: those that are still
//! alive are reported, and make the exit code 1.
//!
//! Steps and lines, in order: the input is opened; allocator and queue are announced; shared libraries and then the program are loaded, compiled first when it is
//! text; the init function runs, then the others; diagnostics are checked; the host is torn down and the allocator reports.

mod benchmark;
mod diagnostics;
mod functions;
mod jit;
mod latencies;
mod limits;
mod options;
mod profile;
mod results;
mod single;
mod teardown;
mod tracing;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use tfrt_driver::program::{self, DefaultHandlers, OpenError, OpenOptions, ProgramFile};
use tfrt_driver::roots::{Roots, Unnamed};
use tfrt_driver::saved_models::{self, Signature};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::output::{Severity, log, lost_output, print_line};
use tfrt_executor::program::Program;
use tfrt_executor::queue::{QueueKind, QueueKindError};

pub use benchmark::Arrivals;
pub use jit::JitMode;
pub use options::{Allocator, Options, ProfileDevice, TracingSink};

use crate::plugins::list_devices;
use diagnostics::RuntimeDiagnostics;
use teardown::Baseline;
use tfrt_driver::files::{STDIN_NAME, os_message, source_name};
use tfrt_driver::messages::program_name;
use tfrt_driver::progress;

/// The options.
pub(crate) fn command() -> clap::Command {
    <Options as clap::CommandFactory>::command()
}

/// Runs what the command line says.
pub fn main() -> ExitCode {
    let options = match Options::from_command_line() {
        Ok(options) => options,
        Err(code) => return code,
    };
    let loaded = options.plugins.load();
    if options.plugins.list() || !loaded {
        return if loaded { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if let Some(file) = &options.device_conformance {
        let time_limit = std::time::Duration::from_secs(options.device_check_seconds);
        let all_good = crate::conformance::check(file, &options.device_checks, time_limit);
        return if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if options.list_devices {
        return if list_devices() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if let Some(time) = options.timeout {
        limits::end_after(time);
    }
    if run(&options) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The state of one invocation.
struct Driver<'a> {
    options: &'a Options,
    kernels: KernelRegistry,
    host: Host,
    diagnostics: Arc<RuntimeDiagnostics>,
    /// When requests end.
    deadline: Option<Instant>,
    /// One function runs on inputs, or for its outputs.
    is_single_run: bool,
}

/// Whether everything went well. What did not has been printed.
fn run(options: &Options) -> bool {
    let (tracing, profile) = match tracing::start(options).and_then(|t| Ok((t, profile::start(options)?))) {
        Ok(started) => started,
        Err(message) => return complain(&message),
    };
    let ran = run_traced(options);
    let written = profile.is_none_or(profile::Profile::finish);
    let arrived = lost_output().is_none_or(|error| {
        complain(&format!("{}: cannot write to standard output: {}", program_name(), os_message(error)))
    });
    tracing.is_none_or(tracing::Tracing::finish) && written && arrived && ran
}

/// Runs a program that is in memory, as `tfrt-run --quiet` runs that of a file: each of its functions that takes no arguments. Whether everything
/// went well.
pub(crate) fn run_text(name: &str, text: Vec<u8>) -> bool {
    // The options of a command line that says nothing else.
    let options = <Options as clap::Parser>::try_parse_from([program_name().as_str(), "--quiet", name]);
    match options {
        Ok(options) => run_input(&options, ProgramFile::Source { name: name.to_owned(), text }),
        Err(error) => complain(&error.to_string()),
    }
}

fn run_traced(options: &Options) -> bool {
    let input = ProgramFile::read(&options.program);
    let input = match input.and_then(|input| if options.copy { input.into_memory() } else { Ok(input) }) {
        Ok(input) => input,
        Err(message) => return complain(&message),
    };
    run_input(options, input)
}

fn run_input(options: &Options, input: ProgramFile) -> bool {
    let deadline = options.timeout.and_then(|time| Instant::now().checked_add(time));
    if options.list {
        return list(options, &input);
    }
    let is_single_run = options.is_single_run(&input);
    let says = !options.quiet && !is_single_run;
    if says {
        print_line(options.allocator.banner());
    }
    let queue = match QueueKind::parse(options.work_queue()) {
        Ok(queue) => queue,
        Err(error) => {
            if let QueueKindError::InvalidArgument { .. } = error {
                log(Severity::Error, file!(), line!(), &error.to_string());
            }
            let queue = options.work_queue();
            return complain(&format!("{}: couldn't create work queue type {queue}", program_name()));
        }
    };
    if says {
        print_line(format!("Choosing {queue} work queue."));
    }
    let mut kernels = match program::kernels(&options.shared_libs) {
        Ok(kernels) => kernels,
        Err(error) => return complain(&format!("{}: couldn't load library {error}", program_name())),
    };
    let jit = match jit::from_options(options, &input) {
        Ok(jit) => jit,
        Err(message) => return complain(&format!("{}: {message}", program_name())),
    };
    if let Some(jit) = &jit {
        kernels.set_jit(jit.clone());
    }
    let baseline = Baseline::now();
    let diagnostics = Arc::new(RuntimeDiagnostics::default());
    let handler = diagnostics.clone();
    let host = Host::new(HostOptions {
        queue,
        allocator: options.allocator.kind(),
        diagnostics: Arc::new(move |error| handler.report(error)),
        call_memory: limits::call_memory(options),
    });
    let host = match host {
        Ok(host) => host,
        Err(error) => return complain(&format!("{}: couldn't start threads: {error}", program_name())),
    };
    limits::watch_buffers(&host, options.max_memory);
    if let Some(folder) = &options.probe_output_dir {
        host.shared(|_| tfrt_kernels::ops::Probes::in_folder(folder.clone()));
    }
    let mut driver = Driver { options, kernels, host, diagnostics, deadline, is_single_run };
    let ran = driver.run(input);
    // Annotations have the last word on errors of a run that prints; without driver lines they are not looked at.
    let as_expected = driver.diagnostics.finish();
    let Driver { host, .. } = driver;
    if let Some(jit) = jit {
        jit::finish(&jit, options);
    }
    // What copies read lives until their streams have called back.
    tfrt_plugin::device::synchronize_devices();
    // Traces keep the programs that they are about.
    tfrt_executor::trace::release_programs();
    let nothing_left = teardown::finish(host, options, &baseline);
    let in_time = limits::is_in_time(options.timeout, deadline);
    ran && as_expected && nothing_left && in_time
}

impl Driver<'_> {
    /// Whether the driver says what it does.
    fn says_what_it_runs(&self) -> bool {
        !self.options.quiet && !self.is_single_run
    }

    /// Loads the program and runs what is asked for.
    fn run(&mut self, input: ProgramFile) -> bool {
        let program = match self.open(input) {
            Ok(program) => program,
            Err(OpenError::Reported) => return false,
            // A program that was expected not to load is as it should be.
            Err(OpenError::Load(error)) => {
                // A fault of the file itself has no place in a source.
                let message = match error.source {
                    Some(_) => format!("{} ({})", error.message, source_name(&self.options.program)),
                    None => error.message,
                };
                self.diagnostics.report_at(&error.location, &message);
                return true;
            }
        };
        let named = self.is_single_run || !self.options.functions.is_empty();
        let initialising = named.then(|| progress::during(&format!("initialising {}", self.options.program)));
        let initialised = if named { saved_models::initialise(&self.host, &program) } else { Ok(()) };
        drop(initialising);
        if let Err(message) = initialised {
            return complain(&format!("{}: {message}", program_name()));
        }
        if self.is_single_run { self.run_single(&program) } else { self.run_functions(&program) }
    }

    /// Opens the program and gives the host what it needs.
    fn open(&mut self, input: ProgramFile) -> Result<Program, OpenError> {
        let plugins = self.options.plugins.options();
        let options = OpenOptions {
            level: self.options.optimise.level(),
            precision: self.options.precision.precision(),
            packed_for: None,
            plugins: &plugins,
            roots: roots(self.options, self.is_single_run),
            boundary: self.options.graph.boundary(),
            selection: self.options.graph.selection(match (&self.options.function, self.is_single_run) {
                (Some(name), _) => Signature::Named(name),
                (None, true) => Signature::Default,
                (None, false) => Signature::All,
            }),
        };
        let program = program::open(&input, &self.kernels, &options)?;
        if let ProgramFile::Source { name, text } = input
            && name == STDIN_NAME
        {
            self.diagnostics.set_standard_input(text);
        }
        let is_alone = self.is_single_run && self.options.init_function.is_none();
        let handlers = if is_alone { DefaultHandlers::Always } else { DefaultHandlers::Unregistered };
        program::install_core_runtime(&self.host, &program, &plugins.placement, handlers);
        Ok(program)
    }
}

/// Says what can be called with what.
fn list(options: &Options, input: &ProgramFile) -> bool {
    let plugins = options.plugins.options();
    let selection = options.graph.selection(Signature::All);
    match tfrt_driver::listing::list(input, &plugins, options.graph.boundary(), selection) {
        Ok(lines) => print_line(lines.trim_end()),
        Err(OpenError::Reported) => return false,
        Err(OpenError::Load(error)) => {
            return complain(&format!("{}: {}", source_name(&options.program), error.message));
        }
    }
    true
}

/// The functions that these options run.
fn roots(options: &Options, is_single_run: bool) -> Roots<'_> {
    let named = options.functions.iter().chain(&options.init_function).chain(&options.function);
    let unnamed = match is_single_run {
        true if options.function.is_none() => Unnamed::Main,
        false if options.functions.is_empty() => Unnamed::All,
        _ => Unnamed::None,
    };
    Roots { named: named.map(String::as_str).collect(), unnamed }
}

/// Prints a message of the driver itself.
fn complain(message: &str) -> bool {
    eprintln!("{message}");
    false
}
