//! The flags that say how an input is split and which diagnostics it expects, shared by `tfrt-opt` and `tfrt-translate`.

use clap::ValueEnum;
use tfrt_ir::diagnostics::SourceFile;
use tfrt_ir::syntax::split::DEFAULT_MARKER;

use tfrt_driver::compile::Reporter;

/// How an input is taken apart and checked.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct InputFlags {
    /// Split the input wherever MARKER stands, // ----- unless told, and treat each part by itself.
    #[arg(long, value_name = "MARKER", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    split_input_file: Option<String>,

    /// What separates the outputs for the parts of a split input.
    #[arg(long, value_name = "MARKER")]
    output_split_marker: Option<String>,

    /// Check diagnostics against the expected-error annotations of the input: all of them, or only that those expected come.
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    verify_diagnostics: Option<Verified>,
}

/// `--verify-diagnostics`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Verified {
    // What is expected has to come, and nothing else. No words for `--help`: one such word makes the page of all options long.
    #[value(alias = "")]
    All,
    // What is expected has to come, and anything else may.
    OnlyExpected,
}

impl InputFlags {
    /// What the input is to be split at, if it is.
    pub(crate) fn split_marker(&self) -> Option<&str> {
        let marker = self.split_input_file.as_deref()?;
        Some(if marker.is_empty() { DEFAULT_MARKER } else { marker })
    }

    /// Whether the input is to be split.
    pub(crate) fn splits(&self) -> bool {
        self.split_input_file.is_some()
    }

    /// The line between two outputs; `default` unless told.
    pub(crate) fn output_separator(&self, default: &str) -> String {
        format!("{}\n", self.output_split_marker.as_deref().unwrap_or(default))
    }

    /// Whether diagnostics are compared with annotations.
    pub(crate) fn verifies(&self) -> bool {
        self.verify_diagnostics.is_some()
    }

    /// Where the diagnostics of a source go.
    pub(crate) fn reporter<'a>(&self, source: SourceFile<'a>) -> Reporter<'a> {
        match self.verify_diagnostics {
            None => Reporter::printing(source),
            Some(Verified::All) => Reporter::verifying(source),
            Some(Verified::OnlyExpected) => Reporter::verifying(source).only_expected(),
        }
    }
}
