//! The switches that graph optimizers set for the host's own passes, and their effect.
//!
//! A pass that the user turns off is off. A pass that is on stays on unless a plugin turns it off; where plugins disagree, off wins
//! and a warning says that this may cost speed.

use std::ffi::c_int;

use crate::abi::grappler::SWITCHES;

/// The switches, in the order of the struct.
pub const SWITCH_NAMES: [&str; SWITCHES] = [
    "disable_model_pruning",
    "implementation_selector",
    "function_optimization",
    "common_subgraph_elimination",
    "arithmetic_optimization",
    "debug_stripper",
    "constant_folding",
    "shape_optimization",
    "auto_mixed_precision",
    "auto_mixed_precision_onednn_bfloat16",
    "auto_mixed_precision_mkl",
    "pin_to_host_optimization",
    "layout_optimizer",
    "remapping",
    "loop_optimization",
    "dependency_optimization",
    "auto_parallel",
    "memory_optimization",
    "scoped_allocator_optimization",
];

/// A switch as a plugin sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TriState {
    /// As the host has it.
    #[default]
    Default,
    /// Off.
    Off,
    /// On.
    On,
}

impl TriState {
    /// The number in the struct; any other counts as not set.
    pub fn from_number(number: c_int) -> TriState {
        match number {
            1 => TriState::Off,
            2 => TriState::On,
            _ => TriState::Default,
        }
    }
}

/// The decision about one of the host's passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Whether it runs.
    pub is_on: bool,
    /// A warning for the user.
    pub warning: Option<String>,
}

/// Decides about the pass behind a switch, from the host's setting and the wishes of each plugin, by name.
pub fn decide(switch: &str, host: bool, plugins: &[(&str, TriState)]) -> Decision {
    let off: Vec<&str> =
        plugins.iter().filter(|(_, state)| *state == TriState::Off).map(|(name, _)| *name).collect();
    if !host || off.is_empty() {
        return Decision { is_on: host, warning: None };
    }
    let mut warning = format!("'{switch}' is turned off by plugin {}", off.join(", "));
    if off.len() < plugins.len() {
        let others: Vec<&str> =
            plugins.iter().filter(|(_, state)| *state != TriState::Off).map(|(name, _)| *name).collect();
        warning += &format!(
            ", but not by {}; performance may suffer from configurations that disagree",
            others.join(", ")
        );
    }
    Decision { is_on: false, warning: Some(warning) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_decisions() {
        use TriState::{Default, Off, On};
        for host in [true, false] {
            for one in [On, Off, Default] {
                for two in [On, Off, Default] {
                    let decision = decide("remapping", host, &[("a.so", one), ("b.so", two)]);
                    let wants_off = one == Off || two == Off;
                    assert_eq!(decision.is_on, host && !wants_off, "{host} {one:?} {two:?}");
                    assert_eq!(decision.warning.is_some(), host && wants_off);
                    let disagree = (one == Off) != (two == Off);
                    let said = decision.warning.is_some_and(|warning| warning.contains("disagree"));
                    assert_eq!(said, host && disagree, "{host} {one:?} {two:?}");
                }
            }
        }
        assert_eq!(
            decide("remapping", true, &[("a.so", Off), ("b.so", On)]).warning.as_deref(),
            Some(
                "'remapping' is turned off by plugin a.so, but not by b.so; performance may suffer from configurations that disagree"
            )
        );
        assert_eq!(
            decide("remapping", true, &[("a.so", Off)]).warning.as_deref(),
            Some("'remapping' is turned off by plugin a.so")
        );
    }
}
