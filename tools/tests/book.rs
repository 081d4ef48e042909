//! Runs the commands that README and the book show, and compares their output with the page.
//!
//! A page's ```` ```console ```` blocks are one session in a folder of its own. A line `$ COMMAND` runs a shell command; the lines
//! up to the next one are what it prints, on standard output and then on standard error, without the blank lines at their ends.
//! There, a line `...` stands for any lines, `...` in a line for any text, and `(exit code N)` is expected, as the last line, of
//! a command that fails. `$ cat FILE` of a file that is not there yet makes that file. `$TFRT` is the folder of the repository.
//!
//! `cargo test -p tfrt-tools --test book -- PAGE` runs the pages whose path contains PAGE.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pages = vec![root.join("README.md")];
    if let Err(e) = collect_pages(&root.join("docs"), &mut pages) {
        eprintln!("cannot read the pages: {e}");
        return ExitCode::FAILURE;
    }
    pages.sort();
    let trials = pages
        .into_iter()
        .filter_map(|page| {
            let text = fs::read_to_string(&page).ok()?;
            let steps = steps(&text);
            let name = page.strip_prefix(&root).unwrap_or(&page).display().to_string();
            (!steps.is_empty()).then(|| Trial::test(name.clone(), move || run_page(&name, &steps)))
        })
        .collect();
    libtest_mimic::run(&args, trials).exit_code()
}

fn collect_pages(folder: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect_pages(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            into.push(path);
        }
    }
    Ok(())
}

/// A command and what the page says it prints.
struct Step {
    /// Line of the page, from 1.
    line: usize,
    command: String,
    output: Vec<String>,
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut in_block = false;
    for (index, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if in_block {
            if let Some(command) = line.strip_prefix("$ ") {
                steps.push(Step { line: index + 1, command: command.to_owned(), output: Vec::new() });
            } else if let Some(step) = steps.last_mut() {
                step.output.push(line.to_owned());
            }
        }
    }
    steps
}

fn run_page(name: &str, steps: &[Step]) -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(name.replace('/', "_"));
    // Files of an earlier run would be taken for files that the page has made.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let tools = Path::new(env!("CARGO_BIN_EXE_tfrt-run")).parent().ok_or("the tools are in no folder")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let old_path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(tools.to_owned()).chain(std::env::split_paths(&old_path)))?;
    for Step { line, command, output } in steps {
        if let Some(file) = command.strip_prefix("cat ")
            && !folder.join(file).exists()
        {
            fs::write(folder.join(file), output.join("\n") + "\n")?;
            continue;
        }
        let run = Command::new("sh")
            .args(["-c", command])
            .current_dir(&folder)
            .env("PATH", &path)
            .env("TFRT", &root)
            .output()?;
        let mut printed: Vec<String> = Vec::new();
        for text in [run.stdout, run.stderr] {
            printed.extend(String::from_utf8_lossy(&text).trim_end().lines().map(str::to_owned));
        }
        match run.status.code() {
            Some(0) => {}
            Some(code) => printed.push(format!("(exit code {code})")),
            None => return Err(format!("{name}:{line}: `{command}` was killed by a signal").into()),
        }
        if !matches(output, &printed) {
            return Err(format!(
                "{name}:{line}: `{command}` prints\n{}\nand not\n{}",
                printed.join("\n"),
                output.join("\n")
            )
            .into());
        }
    }
    Ok(())
}

/// Whether lines are as expected, where `...` stands for any number of them.
fn matches(expected: &[String], lines: &[String]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => (0..=lines.len()).any(|skip| matches(rest, &lines[skip..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| matches_line(first, line) && matches(rest, lines))
        }
    }
}

/// Whether a line is as expected, where `...` stands for any text.
fn matches_line(expected: &str, line: &str) -> bool {
    match expected.split_once("...") {
        None => expected == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|line| {
            line.char_indices()
                .map(|(at, _)| at)
                .chain([line.len()])
                .any(|at| matches_line(after, &line[at..]))
        }),
    }
}
