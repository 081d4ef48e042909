//! The table of passes, and the construction of passes from a pipeline's text.

use super::Pass;
use super::pipeline::{PassSpec, PipelineElement, PipelineError, PipelineSpec};
use crate::{did_you_mean, nearest};

/// On which operations a pass makes sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Any operation that is isolated from above.
    Any,
    /// Operations of this name only.
    Only(&'static str),
}

/// An option of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name in pipelines.
    pub name: &'static str,
    /// The description for `--help`.
    pub summary: &'static str,
    /// The value it has unless told; empty for an option that may be missing.
    pub default: &'static str,
}

/// The static description of a pass.
#[derive(Clone, Copy, Debug)]
pub struct PassInfo {
    /// The name in pipelines, and of the flag.
    pub name: &'static str,
    /// The name in the headers of printed IR.
    pub title: &'static str,
    /// One line for `--help`.
    pub summary: &'static str,
    /// The operations on which it runs.
    pub anchor: Anchor,
    /// The group that configurations switch off as one; none if it always runs where it is requested.
    pub group: Option<&'static str>,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Its statistics: name and one line each.
    pub statistics: &'static [(&'static str, &'static str)],
    /// Makes the pass.
    pub build: fn(&PassOptions<'_>) -> Result<Box<dyn Pass>, String>,
}

/// The options given to one pass, with typed access.
#[derive(Clone, Copy, Debug)]
pub struct PassOptions<'a> {
    pass: &'a PassInfo,
    given: &'a [(String, String)],
}

impl PassOptions<'_> {
    /// The name of the pass that they are given to: one function may make several passes.
    #[must_use]
    pub fn pass(&self) -> &str {
        self.pass.name
    }

    /// All options, in the order in which they were given.
    #[must_use]
    pub fn given(&self) -> &[(String, String)] {
        self.given
    }

    /// The text of an option: the last one given, or the pass's default.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        let given = self.given.iter().rev().find(|(key, _)| key == name);
        given.map_or_else(|| self.default(name), |(_, value)| value.as_str())
    }

    fn default(&self, name: &str) -> &'static str {
        self.pass.options.iter().find(|option| option.name == name).map_or("", |option| option.default)
    }

    /// An integer option.
    ///
    /// # Errors
    /// If the text is not one.
    pub fn integer(&self, name: &str) -> Result<i64, String> {
        let text = self.text(name);
        text.parse().map_err(|_| format!("'{text}' value invalid for integer argument of option '{name}'"))
    }

    /// A yes-or-no option; the bare name means yes.
    ///
    /// # Errors
    /// If the text is neither.
    pub fn flag(&self, name: &str) -> Result<bool, String> {
        let text = self.text(name);
        boolean(text)
            .ok_or_else(|| format!("'{text}' is invalid value for boolean option '{name}'; try 0 or 1"))
    }

    /// All options with the values they have, by name, as pipelines are shown to have run.
    fn effective(&self) -> Vec<(String, String)> {
        let mut names: Vec<&str> = self.pass.options.iter().map(|option| option.name).collect();
        names.sort_unstable();
        let mut effective = Vec::new();
        for name in names {
            let is_flag = !self.default(name).is_empty() && boolean(self.default(name)).is_some();
            let text = match boolean(self.text(name)).filter(|_| is_flag) {
                Some(flag) => flag.to_string(),
                None => self.text(name).to_owned(),
            };
            let is_given = self.given.iter().any(|(key, _)| key == name);
            if is_given || !text.is_empty() {
                effective.push((name.to_owned(), text));
            }
        }
        effective
    }
}

/// A yes or no as options say it; the bare name of an option means yes.
fn boolean(text: &str) -> Option<bool> {
    match text {
        "" | "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// All passes and named pipelines, by name.
#[derive(Debug, Default)]
pub struct PassRegistry {
    passes: Vec<PassInfo>,
    pipelines: Vec<(&'static str, &'static str, &'static str)>,
}

/// Passes ready to run. Made by [`PassRegistry::build`]; run by [`PassManager::run`].
pub struct PassManager {
    pub(super) root: Pipeline,
    /// The built pipeline: with the passes of named pipelines, and all options with their values.
    pub(super) spec: PipelineSpec,
}

pub(super) struct Pipeline {
    /// The name of the operations to run on; none for any.
    pub(super) anchor: Option<String>,
    pub(super) elements: Vec<Element>,
}

pub(super) enum Element {
    Pass { info: PassInfo, pass: Box<dyn Pass>, index: usize },
    Nested(Pipeline),
}

impl std::fmt::Debug for PassManager {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PassManager({})", self.spec)
    }
}

impl PassRegistry {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds passes. Of two with one name the first stays.
    pub fn add(&mut self, passes: &[PassInfo]) {
        for info in passes {
            if self.pass(info.name).is_none() {
                self.passes.push(*info);
            }
        }
    }

    /// Adds a name for a pipeline: name, summary, text.
    pub fn add_pipeline(&mut self, name: &'static str, summary: &'static str, text: &'static str) {
        self.pipelines.push((name, summary, text));
    }

    /// The pass of this name.
    #[must_use]
    pub fn pass(&self, name: &str) -> Option<&PassInfo> {
        self.passes.iter().find(|info| info.name == name)
    }

    /// All passes, in the order in which they were added.
    #[must_use]
    pub fn passes(&self) -> &[PassInfo] {
        &self.passes
    }

    /// All named pipelines: name, summary, text.
    #[must_use]
    pub fn pipelines(&self) -> &[(&'static str, &'static str, &'static str)] {
        &self.pipelines
    }

    /// The known name that is spelled most like this one.
    #[must_use]
    pub fn closest(&self, name: &str) -> Option<&'static str> {
        let names = self.passes.iter().map(|info| info.name).chain(self.pipelines.iter().map(|p| p.0));
        nearest(name, names)
    }

    /// Makes the passes of a pipeline.
    ///
    /// # Errors
    /// If a pass or an option is not known, an option's value is wrong, or a pass cannot run on the operations of its anchor.
    pub fn build(&self, spec: &PipelineSpec) -> Result<PassManager, PipelineError> {
        let mut count = 0;
        let (root, spec) = self.build_pipeline(spec, &mut count, 0)?;
        Ok(PassManager { root, spec })
    }

    fn build_pipeline(
        &self,
        spec: &PipelineSpec,
        count: &mut usize,
        depth: usize,
    ) -> Result<(Pipeline, PipelineSpec), PipelineError> {
        let anchor = (spec.anchor != "any").then(|| spec.anchor.clone());
        let mut pipeline = Pipeline { anchor, elements: Vec::new() };
        let mut built = PipelineSpec { elements: Vec::new(), ..spec.clone() };
        for element in &spec.elements {
            match element {
                PipelineElement::Nested(nested) => {
                    let (nested, spec) = self.build_pipeline(nested, count, depth)?;
                    pipeline.elements.push(Element::Nested(nested));
                    built.elements.push(PipelineElement::Nested(spec));
                }
                PipelineElement::Pass(pass) => {
                    self.build_pass(pass, spec, count, depth, (&mut pipeline, &mut built))?;
                }
            }
        }
        Ok((pipeline, built))
    }

    fn build_pass(
        &self,
        spec: &PassSpec,
        parent: &PipelineSpec,
        count: &mut usize,
        depth: usize,
        (pipeline, built): (&mut Pipeline, &mut PipelineSpec),
    ) -> Result<(), PipelineError> {
        let error = |message| PipelineError { message, offset: Some(spec.offset) };
        let Some(info) = self.pass(&spec.name) else {
            let known = self.pipelines.iter().find(|(name, ..)| *name == spec.name).filter(|_| depth < 16);
            let Some((_, _, text)) = known else {
                let hint = self.closest(&spec.name).map(|name| format!("; did you mean '{name}'?"));
                let hint = hint.unwrap_or_default();
                return Err(error(format!(
                    "'{}' does not refer to a registered pass or pass pipeline{hint}",
                    spec.name
                )));
            };
            if let Some((key, _)) = spec.options.first() {
                return Err(error(format!("pipeline '{}' has no option '{key}'", spec.name)));
            }
            let named = PipelineSpec::parse(text).map_err(|e| error(e.message))?;
            if parent.anchor != named.anchor {
                return Err(error(format!(
                    "pipeline '{}' runs on '{}' operations only",
                    spec.name, named.anchor
                )));
            }
            let (named, spec) = self.build_pipeline(&named, count, depth + 1)?;
            pipeline.elements.extend(named.elements);
            built.elements.extend(spec.elements);
            return Ok(());
        };
        if let Anchor::Only(name) = info.anchor
            && parent.anchor != name
        {
            return Err(error(format!(
                "can't add pass '{}' restricted to '{name}' on a PassManager intended to run on '{}', did you intend to nest?",
                spec.name, parent.anchor
            )));
        }
        for (key, _) in &spec.options {
            if !info.options.iter().any(|option| option.name == key) {
                let known: Vec<_> = info.options.iter().map(|option| format!("'{}'", option.name)).collect();
                let known = if known.is_empty() {
                    "it has none".to_owned()
                } else {
                    format!("it has {}", known.join(", "))
                };
                let hint = did_you_mean(key, info.options.iter().map(|option| option.name));
                return Err(error(format!("pass '{}' has no option '{key}'; {known}{hint}", spec.name)));
            }
        }
        let options = PassOptions { pass: info, given: &spec.options };
        let pass = (info.build)(&options).map_err(error)?;
        pipeline.elements.push(Element::Pass { info: *info, pass, index: *count });
        built.elements.push(PipelineElement::Pass(PassSpec { options: options.effective(), ..spec.clone() }));
        *count += 1;
        Ok(())
    }
}
