//! `tfrt-run --device-conformance=FILE`: reports missing or faulty functions of a plugin's devices.
//!
//! A line for each check on each device, and one with the number of failed checks. The plugin need not be installed or named
//! otherwise.
//!
//! A faulty plugin may crash. So a second process of the same program makes the checks and reports each check before and after it; if it
//! dies, the current check has failed, and another process continues behind it. A process that reports nothing for too long is killed. The
//! last check is that the process ends by itself.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use tfrt_plugin::Loader;
use tfrt_plugin::device::conformance::{CheckResult, Finding, Observer, check_platform};
use tfrt_plugin::device::platforms;

use tfrt_driver::messages::program_name;

use crate::say::say;

/// The check that the process ends when all others are done, whatever the plugin has to do then.
const EXIT: &str = "process.exit";

/// The most time that ending takes.
const EXIT_LIMIT: Duration = Duration::from_secs(5);

/// Tells a process that it is the second one, and how many checks to leave out.
const PART: &str = "TFRT_CONFORMANCE_PART";

fn complain(message: String) -> bool {
    eprintln!("{}: error: {message}", program_name());
    false
}

/// Checks the devices of a plugin, those checks that are named or all; whether all is in order.
pub fn check(file: &Path, only: &[String], time_limit: Duration) -> bool {
    match std::env::var(PART).ok().and_then(|skip| skip.parse().ok()) {
        Some(skip) => check_here(file, only, time_limit, skip),
        None => check_elsewhere(time_limit),
    }
}

/// The checks that were made, and what came of them.
#[derive(Default)]
struct Tally {
    passed: usize,
    missing: usize,
    failed: usize,
    /// The last one that began, if it has not ended.
    current: Option<String>,
    /// Checks that began.
    started: usize,
    /// The platform, when all is done.
    platform: Option<String>,
}

impl Tally {
    /// A line of the second process.
    fn line(&mut self, line: &str) {
        let mut parts = line.splitn(3, '\t');
        let (what, check, more) =
            (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        match what {
            "start" => {
                self.started += 1;
                self.current = Some(check.to_owned());
            }
            "passed" => self.pass(check),
            "missing" => {
                self.missing += 1;
                say!("{check}: not there, and need not be: {more}");
            }
            "failed" => self.fail(check, more),
            "end" => self.platform = Some(check.to_owned()),
            // The plugin's own output.
            _ => say!("{line}"),
        }
        if matches!(what, "passed" | "missing" | "failed") {
            self.current = None;
        }
    }

    fn pass(&mut self, check: &str) {
        self.passed += 1;
        say!("{check}: ok");
    }

    fn fail(&mut self, check: &str, what: &str) {
        self.failed += 1;
        say!("{check}: FAILED: {what}");
    }
}

/// Lets other processes check, one after another as long as they crash.
fn check_elsewhere(time_limit: Duration) -> bool {
    let mut tally = Tally::default();
    loop {
        let before = tally.started;
        let status = match run_part(&mut tally, time_limit) {
            Ok(status) => status,
            Err(error) => return complain(format!("the checks cannot be started: {error}")),
        };
        let ended = status.map_or_else(|| "it did not end".to_owned(), how);
        if let Some(check) = tally.current.take_if(|check| check.ends_with(EXIT)) {
            match status {
                Some(status) if status.code().is_some() => tally.pass(&check),
                Some(_) => tally.fail(&check, &format!("the plugin ended the process: {ended}")),
                None => tally.fail(&check, &format!("the process did not end within {EXIT_LIMIT:?}")),
            }
        }
        if let Some(platform) = &tally.platform {
            let Tally { passed, missing, failed, .. } = tally;
            say!("{platform}: {passed} checks passed, {missing} not there, {failed} failed");
            return failed == 0 && passed + missing > 0;
        }
        match tally.current.take() {
            Some(check) if status.is_none() => tally.fail(&check, "it did not end"),
            Some(check) => tally.fail(&check, &format!("the plugin ended the process: {ended}")),
            // It has said why.
            None if status.is_some_and(|status| status.code() == Some(1)) => return false,
            None if status.is_none() => {
                return complain(format!("the plugin was not loaded within {time_limit:?}"));
            }
            None if tally.started == before => {
                return complain(format!("the plugin ended the process before any check: {ended}"));
            }
            None => {}
        }
    }
}

/// The end of a process.
fn how(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    match status.signal() {
        Some(11) => "signal 11 (invalid memory)".to_owned(),
        Some(6) => "signal 6 (abort)".to_owned(),
        Some(signal) => format!("signal {signal}"),
        None => format!("exit code {}", status.code().unwrap_or(-1)),
    }
}

/// Lets a process check; how it ended, or none if it had to be ended.
fn run_part(tally: &mut Tally, time_limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg0(program_name())
        .args(std::env::args_os().skip(1))
        .env(PART, tally.started.to_string())
        // The C library fills freed memory, so that a plugin that uses it does not pass by chance.
        .env("MALLOC_PERTURB_", std::env::var_os("MALLOC_PERTURB_").unwrap_or_else(|| "165".into()))
        .stdout(Stdio::piped())
        .spawn()?;
    let (sender, lines) = channel();
    if let Some(output) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                // If this comes too late, the receiver is gone.
                let _ = sender.send(line);
            }
        });
    }
    loop {
        // The process looks at the time that checks take itself.
        let limit = if tally.platform.is_some() { EXIT_LIMIT } else { time_limit + EXIT_LIMIT };
        match lines.recv_timeout(limit) {
            Ok(line) => tally.line(&String::from_utf8_lossy(&line)),
            Err(RecvTimeoutError::Disconnected) => return end_of(&mut child),
            Err(RecvTimeoutError::Timeout) => {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
        }
    }
}

/// The end of a process that has stopped answering.
fn end_of(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    while start.elapsed() < EXIT_LIMIT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Says what is found to the process that started this one.
struct Reporter<'a> {
    only: &'a [String],
    skip: usize,
    checks: usize,
}

impl Reporter<'_> {
    fn say(&self, what: &str, check: &str, more: &str) {
        let more = more.replace('\n', " ");
        let mut out = std::io::stdout().lock();
        // If this fails, the parent process is gone.
        let _ = writeln!(out, "{what}\t{check}\t{more}").and_then(|()| out.flush());
    }
}

impl Observer for Reporter<'_> {
    fn starting(&mut self, device: &str, check: &'static str) -> bool {
        if !self.only.is_empty() && !self.only.iter().any(|name| name == check) {
            return false;
        }
        self.checks += 1;
        let is_wanted = self.checks > self.skip;
        if is_wanted {
            self.say("start", &format!("{device} {check}"), "");
        }
        is_wanted
    }

    fn found(&mut self, finding: &Finding) {
        let check = format!("{} {}", finding.device, finding.check);
        match &finding.result {
            CheckResult::Passed => self.say("passed", &check, ""),
            CheckResult::Missing(what) => self.say("missing", &check, what),
            CheckResult::Failed(what) => self.say("failed", &check, what),
        }
    }
}

/// Makes the checks behind the first `skip` of them.
fn check_here(file: &Path, only: &[String], time_limit: Duration, skip: usize) -> bool {
    let library = match Loader::new().and_then(|loader| loader.load(file)) {
        Ok(library) => library,
        Err(error) => return complain(error.to_string()),
    };
    let own =
        platforms().into_iter().find(|platform| platform.library.is_some_and(|id| id.path() == library.path));
    let Some(platform) = own else {
        return complain(format!("plugin '{}' has no SE_InitPlugin: it brings no devices", file.display()));
    };
    let mut reporter = Reporter { only, skip, checks: 0 };
    let all_good = check_platform(platform, time_limit, &mut reporter);
    reporter.starting(&platform.device_type, EXIT);
    if reporter.checks == 0 && all_good {
        return complain(format!("there is no check {}", only.join(", ")));
    }
    reporter.say("end", &platform.name, "");
    all_good
}
