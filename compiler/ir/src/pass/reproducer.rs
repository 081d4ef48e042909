//! Crash reproducers: a program, as it was before a pipeline failed on it, with the pipeline in its resource section. A tool that
//! reads the file runs the same pipeline again.

use crate::module::Module;
use crate::resources::{ResourceGroup, ResourceValue, Resources};

/// The name of the group of resources.
const GROUP: &str = "mlir_reproducer";

/// The data of a reproducer about the run that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reproducer {
    /// The pipeline.
    pub pipeline: String,
    /// Whether it ran on one thread.
    pub disable_threading: bool,
    /// Whether the program was verified after each pass.
    pub verify_each: bool,
}

impl Reproducer {
    /// Takes the reproducer's data out of the resources of a program, if it has any.
    #[must_use]
    pub fn take(module: &mut Module) -> Option<Self> {
        let found = Self::of(module);
        if found.is_some() {
            module.remove_external_resources(GROUP);
        }
        found
    }

    /// The reproducer's data in the resources of a program, if it has any.
    #[must_use]
    pub fn of(module: &Module) -> Option<Self> {
        let group = module.resources().external.iter().find(|group| group.name == GROUP)?;
        let find = |name: &str| group.entries.iter().find(|(key, _)| key == name).map(|(_, value)| value);
        let flag = |name, default| match find(name) {
            Some(ResourceValue::Bool(flag)) => *flag,
            _ => default,
        };
        let Some(ResourceValue::String(pipeline)) = find("pipeline") else { return None };
        Some(Self {
            pipeline: String::from_utf8(pipeline.clone()).ok()?,
            disable_threading: flag("disable_threading", false),
            verify_each: flag("verify_each", true),
        })
    }

    /// The resources that say so, besides those a program has.
    #[must_use]
    pub fn add_to(&self, resources: &Resources) -> Resources {
        let mut resources = resources.clone();
        resources.external.retain(|group| group.name != GROUP);
        resources.external.push(ResourceGroup {
            name: GROUP.to_owned(),
            entries: vec![
                ("pipeline".to_owned(), ResourceValue::String(self.pipeline.clone().into_bytes())),
                ("disable_threading".to_owned(), ResourceValue::Bool(self.disable_threading)),
                ("verify_each".to_owned(), ResourceValue::Bool(self.verify_each)),
            ],
        });
        resources
    }

    /// The text of a reproducer, made from the text of a program printed without its resources.
    #[must_use]
    pub fn text(&self, program: &str, resources: &Resources) -> String {
        let mut text = program.to_owned();
        crate::syntax::write_resources(&self.add_to(resources), &mut text);
        text
    }
}
