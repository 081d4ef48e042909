//! The steps of a pipeline: passes, their names in messages and reports, and the conditions under which they
//! run.

use tfrt_ir::pass::{Pass, PassInfo};

use super::{OptLevel, PassGroup, PipelineOptions};

/// A pass on a whole program, as a step of a pipeline.
pub struct PipelineStep {
    name: String,
    pass: Box<dyn Pass>,
    since: OptLevel,
    group: Option<PassGroup>,
    statistics: &'static [(&'static str, &'static str)],
}

impl std::fmt::Debug for PipelineStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PipelineStep({})", self.name)
    }
}

impl PipelineStep {
    /// A step that runs at every level.
    #[must_use]
    pub fn new(name: impl Into<String>, pass: impl Pass + 'static) -> Self {
        Self { name: name.into(), pass: Box::new(pass), since: OptLevel::O0, group: None, statistics: &[] }
    }

    /// A pass of the table of passes as a step that runs at every level, unless its group is switched off.
    #[must_use]
    pub(crate) fn of(info: &PassInfo, pass: impl Pass + 'static) -> Self {
        let (group, statistics) = (PassGroup::of_pass(info.name), info.statistics);
        Self { group, statistics, ..Self::new(info.title, pass) }
    }

    /// The same, from a level on.
    #[must_use]
    pub fn since(self, level: OptLevel) -> Self {
        Self { since: level, ..self }
    }

    /// The same, unless the group is switched off.
    #[must_use]
    pub fn in_group(self, group: PassGroup) -> Self {
        Self { group: Some(group), ..self }
    }

    /// Its name in messages and reports.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn pass(&self) -> &dyn Pass {
        &*self.pass
    }

    /// Its statistics: name and one line each.
    pub(super) fn statistics(&self) -> &'static [(&'static str, &'static str)] {
        self.statistics
    }

    /// Whether it runs with these options.
    pub(super) fn is_on(&self, options: &PipelineOptions) -> bool {
        self.since <= options.level && self.group.is_none_or(|group| options.groups.has(group))
    }
}
