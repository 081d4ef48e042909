//! The pipeline of the command line: pass flags in their order, or the text of a pipeline.

use clap::ArgMatches;
use clap::parser::ValueSource;
use tfrt_ir::pass::{Anchor, PassManager, PassRegistry, PipelineElement, PipelineSpec};

/// The operation that passes on the command line run on, unless the program is another one.
const MODULE: &str = "builtin.module";

/// Passes to run.
pub(super) struct Planned {
    pub(super) manager: PassManager,
    /// The passes given as flags, which run on whatever the program is.
    flags: Option<Vec<PipelineElement>>,
}

impl Planned {
    /// Makes the passes of a pipeline's text. The error is ready to be printed.
    pub(super) fn parse(text: &str, passes: &PassRegistry) -> Result<Self, String> {
        let spec = PipelineSpec::parse(text).map_err(|error| error.render(text).trim_end().to_owned())?;
        let manager = passes.build(&spec).map_err(|error| error.render(text).trim_end().to_owned())?;
        Ok(Self { manager, flags: None })
    }

    /// The pipeline as it runs.
    pub(super) fn spec(&self) -> &PipelineSpec {
        self.manager.spec()
    }

    /// Makes the passes anew if the program is an operation that flags have not been told of. The error is ready to be printed.
    pub(super) fn set_anchor(&mut self, anchor: &str, passes: &PassRegistry) -> Result<(), String> {
        if let Some(flags) = self.flags.take_if(|_| self.manager.spec().anchor != anchor) {
            *self = Self::of_flags(flags, anchor, passes)?;
        }
        Ok(())
    }

    /// Makes the passes given as flags. The error is ready to be printed.
    fn of_flags(flags: Vec<PipelineElement>, anchor: &str, passes: &PassRegistry) -> Result<Self, String> {
        let elements = nest(flags.clone(), anchor, passes);
        let spec = PipelineSpec { anchor: anchor.to_owned(), elements, offset: 0 };
        // Errors are shown in the text of the whole; so that is where places are counted.
        Ok(Self { flags: Some(flags), ..Self::parse(&spec.to_string(), passes)? })
    }

    /// Makes the passes of the command line. The error is ready to be printed.
    pub(super) fn of_command_line(
        text: Option<&str>,
        passes: &PassRegistry,
        matches: &ArgMatches,
    ) -> Result<Self, String> {
        let given = pass_flags(passes, matches);
        if let Some(text) = text {
            if !given.is_empty() {
                return Err(
                    "<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options"
                        .into(),
                );
            }
            return Self::parse(text, passes);
        }
        let mut flags: Vec<PipelineElement> = Vec::new();
        for text in given {
            let elements = PipelineSpec::parse_elements(&text);
            flags.extend(elements.map_err(|error| error.render(&text).trim_end().to_owned())?);
        }
        Self::of_flags(flags, MODULE, passes)
    }
}

/// The passes and pipelines given as flags, with their options, in their order.
fn pass_flags(passes: &PassRegistry, matches: &ArgMatches) -> Vec<String> {
    let names = passes.passes().iter().map(|pass| pass.name);
    let names = names.chain(passes.pipelines().iter().map(|(name, ..)| *name));
    let mut given: Vec<(usize, String)> = Vec::new();
    // Passes of plugins have no flags: they are known when the command line has been read.
    let names = names.filter(|name| matches.try_contains_id(name).is_ok());
    for name in names.filter(|name| matches.value_source(name) == Some(ValueSource::CommandLine)) {
        let indices = matches.indices_of(name).into_iter().flatten();
        let values = matches.get_many::<String>(name).into_iter().flatten();
        for (index, value) in indices.zip(values) {
            let text = if value.is_empty() { name.to_owned() } else { format!("{name}{{{value}}}") };
            given.push((index, text));
        }
    }
    given.sort();
    given.into_iter().map(|(_, text)| text).collect()
}

/// Puts passes that run only on operations of one kind, which the anchor is not, into pipelines on these.
fn nest(elements: Vec<PipelineElement>, anchor: &str, passes: &PassRegistry) -> Vec<PipelineElement> {
    let mut nested: Vec<PipelineElement> = Vec::new();
    for element in elements {
        let runs_on = match &element {
            PipelineElement::Pass(pass) => passes.pass(&pass.name).map(|info| info.anchor),
            PipelineElement::Nested(_) => None,
        };
        match (runs_on, nested.last_mut()) {
            (Some(Anchor::Only(name)), Some(PipelineElement::Nested(last))) if last.anchor == name => {
                last.elements.push(element);
            }
            (Some(Anchor::Only(name)), _) if name != anchor && name != MODULE => {
                let anchor = name.to_owned();
                nested.push(PipelineElement::Nested(PipelineSpec {
                    anchor,
                    elements: vec![element],
                    offset: 0,
                }));
            }
            _ => nested.push(element),
        }
    }
    nested
}
