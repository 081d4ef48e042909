//! Replays the golden programs of `testdata/golden`, whose outputs were observed from the upstream tools.
//!
//! `CASES.json` lists the cases; a case is a row of steps over one program, each a call of a tool with its exit code and the
//! files that its output must equal. What legitimately differs (program names, times, addresses, allocation counts, log prefixes) is
//! normalised on both sides, as a step asks for it. One test per case, named `area/name`.
//!
//! `exceptions.txt` names the cases that do not hold, each with the reason. They run too, and one that has come to hold is
//! pointed out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::LazyLock;

use libtest_mimic::{Arguments, Failed, Trial};
use regex::Regex;
use serde::Deserialize;

/// Seconds, far more than any step takes.
const TIME_LIMIT: &str = "60";

/// Cases whose threads must wake up within two milliseconds for their output to be the observed one.
const ORDERED_BY_SLEEP: &[&str] = &["async/quiesce_and_sleep"];

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    area: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    step: String,
    tool: String,
    args: Vec<String>,
    #[serde(default)]
    exit: i32,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    stdin: Option<String>,
    #[serde(default)]
    stdout: Option<String>,
    #[serde(default)]
    stderr: Option<String>,
    #[serde(default)]
    normalize: Vec<String>,
    #[serde(default)]
    compare: Compare,
}

#[derive(Deserialize, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Compare {
    #[default]
    Exact,
    /// As a multiset of lines.
    SortedLines,
    /// Trace lines and other lines as two sequences, whose interleaving does not matter.
    TraceLinesApart,
}

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/golden");
    let (cases, exceptions) = match load(&golden) {
        Ok(loaded) => loaded,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let known: BTreeSet<String> = cases.iter().map(Case::path).collect();
    let mut trials: Vec<Trial> = exceptions
        .keys()
        .filter(|name| !known.contains(*name))
        .map(|name| {
            let message = format!("exceptions.txt names the case {name}, which does not exist");
            Trial::test(name.clone(), move || Err(Failed::from(message)))
        })
        .collect();
    for case in cases {
        let golden = golden.clone();
        let name = case.path();
        let expected_to_fail = exceptions.contains_key(&name);
        let kind = if expected_to_fail { "exception" } else { "" };
        let trial = Trial::test(name.clone(), move || match (case.run_timed(&golden), expected_to_fail) {
            (Ok(()), false) | (Err(_), true) => Ok(()),
            (Err(message), false) => Err(Failed::from(message)),
            (Ok(()), true) => {
                eprintln!("{name} holds now and can leave testdata/golden/exceptions.txt");
                Ok(())
            }
        });
        trials.push(trial.with_kind(kind));
    }
    if !exceptions.is_empty() && !args.list {
        eprintln!("{} golden cases do not hold, see testdata/golden/exceptions.txt", exceptions.len());
    }
    libtest_mimic::run(&args, trials).exit_code()
}

/// The cases, and those that do not hold yet with the reason.
fn load(golden: &Path) -> Result<(Vec<Case>, BTreeMap<String, String>), String> {
    let path = golden.join("CASES.json");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let cases: Cases = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let exceptions = fs::read_to_string(golden.join("exceptions.txt")).unwrap_or_default();
    let exceptions = exceptions
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| match line.split_once(char::is_whitespace) {
            Some((name, reason)) => (name.to_owned(), reason.trim().to_owned()),
            None => (line.to_owned(), String::new()),
        })
        .collect();
    Ok((cases.cases, exceptions))
}

impl Case {
    fn path(&self) -> String {
        format!("{}/{}", self.area, self.name)
    }

    /// Runs the case. Where only sleeps of milliseconds order what is printed, a busy machine gets more than one try at the exact
    /// output.
    fn run_timed(&self, golden: &Path) -> Result<(), String> {
        let tries = if ORDERED_BY_SLEEP.contains(&self.path().as_str()) { 5 } else { 1 };
        let mut outcome = self.run(golden);
        for _ in 1..tries {
            if outcome.is_ok() {
                break;
            }
            outcome = self.run(golden);
        }
        outcome
    }

    /// Runs the steps in a copy of the program's area: they write files beside it.
    fn run(&self, golden: &Path) -> Result<(), String> {
        let area = golden.join(&self.area);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden").join(self.path());
        let prepare = || -> std::io::Result<()> {
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)?;
            for entry in fs::read_dir(&area)? {
                let path = entry?.path();
                if path.extension().is_some_and(|extension| extension == "mlir" || extension == "btf")
                    && let Some(name) = path.file_name()
                {
                    fs::copy(&path, folder.join(name))?;
                }
            }
            Ok(())
        };
        prepare().map_err(|e| format!("{}: {e}", folder.display()))?;
        for step in &self.steps {
            step.run(&area, &folder).map_err(|message| format!("step {}: {message}", step.step))?;
        }
        Ok(())
    }
}

impl Step {
    fn run(&self, area: &Path, folder: &Path) -> Result<(), String> {
        let tool = match self.tool.as_str() {
            "tfrt_translate" => env!("CARGO_BIN_EXE_tfrt-translate"),
            "tfrt_opt" => env!("CARGO_BIN_EXE_tfrt-opt"),
            "bef_executor" | "bef_executor_lite" | "bef_executor_debug_tracing" => {
                env!("CARGO_BIN_EXE_tfrt-run")
            }
            other => return Err(format!("no tool stands for {other}")),
        };
        // What was a tool of its own is an option of ours.
        let debug_sink = (self.tool == "bef_executor_debug_tracing").then_some("--tracing_sink=debug");
        let stdin = match &self.stdin {
            Some(name) => fs::File::open(folder.join(name)).map_err(|e| format!("{name}: {e}"))?.into(),
            None => Stdio::null(),
        };
        let output = Command::new("timeout")
            .args([TIME_LIMIT, tool])
            .args(debug_sink)
            .args(&self.args)
            .current_dir(folder)
            .envs(&self.env)
            .stdin(stdin)
            .output()
            .map_err(|e| format!("{tool}: {e}"))?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(self.exit) {
            return Err(format!("{}, expected {}:\n{stderr}", output.status, self.exit));
        }
        let streams = [("stdout", &self.stdout, &output.stdout), ("stderr", &self.stderr, &output.stderr)];
        for (stream, file, got) in streams {
            let Some(file) = file else { continue };
            let path = area.join(file);
            let want = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let want = self.normalised(&String::from_utf8_lossy(&want));
            let got = self.normalised(&String::from_utf8_lossy(got));
            if want != got {
                return Err(format!("{stream} differs (- observed, + ours)\n{}", difference(&want, &got)));
            }
        }
        Ok(())
    }

    fn normalised(&self, text: &str) -> Vec<String> {
        static RULES: LazyLock<Rules> = LazyLock::new(Rules::new);
        let rules = &*RULES;
        let text = rules.noise.replace_all(text, "");
        let text = rules.log_prefix.replace_all(&text, "${1} <log prefix> ");
        let mut text = rules.program.replace_all(&text, "${1}TOOL${2}").into_owned();
        for name in &self.normalize {
            let Some((pattern, replacement)) = rules.named.get(name.as_str()) else {
                return vec![format!("unknown normalization {name}")];
            };
            text = pattern.replace_all(&text, *replacement).into_owned();
        }
        let mut lines: Vec<String> = text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect();
        match self.compare {
            Compare::Exact => {}
            Compare::SortedLines => lines.sort(),
            Compare::TraceLinesApart => lines.sort_by_key(|line| !rules.trace_line.is_match(line)),
        }
        lines
    }
}

/// The differences allowed between a program's observed output and ours.
struct Rules {
    noise: Regex,
    log_prefix: Regex,
    program: Regex,
    trace_line: Regex,
    named: BTreeMap<&'static str, (Regex, &'static str)>,
}

impl Rules {
    fn new() -> Self {
        let regex = |pattern| Regex::new(pattern).expect("the patterns are constants that compile");
        Self {
            noise: regex(r"(?m)^([IWEF]\d{4} \d\d:\d\d|[IWEF]0000 |WARNING: All log messages).*\n?"),
            log_prefix: regex(r"(?m)^([IWEF]) \d{4}-\d\d-\d\d .*?\] "),
            program: regex(
                r#"(?m)(^|[\s'"(])(?:\S*/)?(?:tfrt[_-]translate|tfrt[_-]opt|bef_executor\w*|tfrt-run)([:\s'")])"#,
            ),
            trace_line: regex(r"^\s*(Scope:|End Scope|Event:)"),
            named: BTreeMap::from([
                ("pointers", (regex(r"0x[0-9a-fA-F]{6,}"), "0xPTR")),
                ("times", (regex(r"(?m)(BM:.*?\): ?|BM:.*?:Count: )[\d.e+#]+"), "${1}#")),
                ("alloc", (regex(r"(?m)((?:Max|Total)[^\d\n]*)\d+"), "${1}#")),
                ("bytes", (regex(r"\d+"), "#")),
                ("trace", (regex(r"(?m)[\d.]+ us( -- .*)?$"), "# us")),
            ]),
        }
    }
}

/// The lines that differ between the longest common start and end, with one line around.
fn difference(want: &[String], got: &[String]) -> String {
    let same_start = want.iter().zip(got).take_while(|(a, b)| a == b).count();
    let same_end = want[same_start..].iter().rev().zip(got[same_start..].iter().rev());
    let same_end = same_end.take_while(|(a, b)| a == b).count();
    let mut out = String::new();
    let mut push = |sign: char, line: &str| {
        out.push(sign);
        out.push_str(line);
        out.push('\n');
    };
    if let Some(line) = same_start.checked_sub(1).and_then(|i| want.get(i)) {
        push(' ', line);
    }
    for line in want[same_start..want.len() - same_end].iter().take(25) {
        push('-', line);
    }
    for line in got[same_start..got.len() - same_end].iter().take(25) {
        push('+', line);
    }
    if let Some(line) = want.get(want.len() - same_end) {
        push(' ', line);
    }
    out
}
