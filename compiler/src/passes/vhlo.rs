//! Passes over portable artifacts, with upstream's names and effects: StableHLO to VHLO, VHLO of one version to that of another, and back.
//!
//! Types and attributes of VHLO are spelled out behind each pass, as text says them; see `tfrt_dialects::vhlo`.

use tfrt_dialects::vhlo::{self, LegalizeError, Version};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::handles::Loc;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};

pub(super) const TO_VHLO: PassInfo = PassInfo {
    name: "stablehlo-legalize-to-vhlo",
    title: "StablehloLegalizeToVhloPass",
    summary: "Turns StableHLO into VHLO, the form of portable artifacts",
    anchor: Anchor::Only("builtin.module"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(ToVhlo)),
};

pub(super) const TO_VERSION: PassInfo = PassInfo {
    name: "vhlo-to-version",
    title: "VhloToVersionPass",
    summary: "Gives VHLO the form that a version of StableHLO has",
    anchor: Anchor::Only("builtin.module"),
    group: None,
    options: &[OptionInfo { name: "target", summary: "The version, #.#.#", default: "" }],
    statistics: &[],
    build: |options| Ok(Box::new(ToVersion { target: options.text("target").to_owned() })),
};

pub(super) const TO_STABLEHLO: PassInfo = PassInfo {
    name: "vhlo-legalize-to-stablehlo",
    title: "VhloLegalizeToStablehloPass",
    summary: "Turns VHLO into StableHLO",
    anchor: Anchor::Only("builtin.module"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(ToStablehlo)),
};

fn report(diagnostics: &mut Diagnostics, errors: Vec<LegalizeError>) -> Failed {
    for error in errors {
        diagnostics.error(error.loc, error.message);
    }
    Failed
}

struct ToVhlo;

impl Pass for ToVhlo {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        vhlo::legalize_to_vhlo(ctx, body, Version::CURRENT)
            .map_err(|errors| report(cx.diagnostics, errors))?;
        vhlo::spell_out(ctx, body);
        Ok(())
    }
}

struct ToVersion {
    target: String,
}

impl Pass for ToVersion {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let loc: Loc = target.body.loc(target.op);
        let version = Version::target(&self.target).map_err(|message| {
            cx.diagnostics.error(loc, message);
            Failed
        })?;
        let Some(body) = target.nested() else { return Ok(()) };
        vhlo::take_back(ctx, body);
        if let Err(errors) = vhlo::legalize_to_vhlo(ctx, body, version) {
            report(cx.diagnostics, errors);
            cx.diagnostics.error(loc, format!("failed to convert VHLO to v{version}"));
            return Err(Failed);
        }
        vhlo::spell_out(ctx, body);
        Ok(())
    }
}

struct ToStablehlo;

impl Pass for ToStablehlo {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        vhlo::take_back(ctx, body);
        vhlo::legalize_body_to_stablehlo(ctx, body).map_err(|error| report(cx.diagnostics, vec![error]))
    }
}
