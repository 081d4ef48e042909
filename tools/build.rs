//! Names the commit that the tools are built from: of `TFRT_COMMIT`, which builds from archives set, or of the checkout.
//!
//! `tfrt` and the tests load plugins, so they export exactly the functions that plugins call. The thin programs that replace themselves by
//! `tfrt` export nothing.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for pattern in ["TF_*", "TSL_*", "TFRT_*"] {
        println!("cargo::rustc-link-arg-bin=tfrt=-Wl,--export-dynamic-symbol={pattern}");
        println!("cargo::rustc-link-arg-tests=-Wl,--export-dynamic-symbol={pattern}");
    }
    println!("cargo::rerun-if-env-changed=TFRT_COMMIT");
    let commit = std::env::var("TFRT_COMMIT").ok().filter(|commit| !commit.is_empty()).or_else(of_checkout);
    println!("cargo::rustc-env=TFRT_COMMIT_OF_BUILD={}", commit.as_deref().unwrap_or("unknown"));
}

/// The commit of the checkout. `None` outside of one.
fn of_checkout() -> Option<String> {
    // A checkout of something else around an unpacked archive says nothing about this source.
    git(&["ls-files", "--error-unmatch", "Cargo.toml"])?;
    // The reference that `HEAD` names changes with each commit, `HEAD` with each switch.
    for name in [
        "HEAD".to_owned(),
        git(&["symbolic-ref", "-q", "HEAD"]).unwrap_or_default(),
        "packed-refs".to_owned(),
    ] {
        if let Some(file) = git(&["rev-parse", "--git-path", &name]).filter(|file| Path::new(file).exists()) {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
