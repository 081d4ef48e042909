//! Fusion of element-wise ops: chains and trees of them become one op that runs them block by block.
//!
//! What is merged are `corert.executeop`s of one block on the CPU, of ops that compute each element of their result from the
//! elements at its place (broadcasts included), and reductions. A group ends in one op; each other member is used by
//! members alone, so no value is lost and nothing is computed twice. What a group with reductions in its middle is worth depends on
//! the shapes: the runtime does it row by row, or in parts that end in reductions. The group becomes `tfrt_fused.elementwise` at the place of its
//! last op, with the members as text in the attribute `body`, and where they were written in `locations`: errors are reported
//! there.
//!
//! An op stays alone if its handler is not known to be the CPU's, if it is sequenced by a chain, or if it has an attribute that
//! changes what it does and that a body cannot say. Regions of benchmarks are lowered like all others.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_bef::DTypeCode;
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};

use crate::dtype::dtype_of;
use crate::pipeline::{OptLevel, PassGroup, Stage};

pub(super) const INFO: PassInfo = PassInfo {
    name: "fuse-elementwise",
    title: "FuseElementwise",
    summary: "Merges element-wise ops on the CPU into ops that run without tensors between them",
    anchor: Anchor::Any,
    options: &[OptionInfo { name: "exclude", summary: "Ops that stay alone, separated by commas" }],
    statistics: &[
        ("num-groups", "Number of fused ops"),
        ("num-members", "Number of ops that are part of one"),
    ],
    build: |options| {
        let excluded = options.text("exclude").unwrap_or_default();
        let excluded = excluded.trim_matches(|c| "[]{}".contains(c)).split(',');
        let excluded = excluded.map(|name| name.trim().to_owned()).collect();
        Ok(Box::new(FuseElementwise { excluded }))
    },
};

/// The name of the fused op.
const FUSED: &str = "tfrt_fused.elementwise";

/// Arguments of a group at most.
const MAX_ARGS: usize = 16;

/// Members of a group at most.
const MAX_MEMBERS: usize = 256;

/// Element-wise ops of one tensor.
const UNARY: &[&str] = &[
    "Abs",
    "Acos",
    "Acosh",
    "Asin",
    "Asinh",
    "Atan",
    "Atanh",
    "Cast",
    "Ceil",
    "Cos",
    "Cosh",
    "Digamma",
    "Elu",
    "Erf",
    "Erfc",
    "Exp",
    "Expm1",
    "Floor",
    "Inv",
    "IsFinite",
    "IsInf",
    "IsNan",
    "LeakyRelu",
    "Lgamma",
    "Log",
    "Log1p",
    "LogicalNot",
    "Neg",
    "Reciprocal",
    "Relu",
    "Relu6",
    "Rint",
    "Round",
    "Rsqrt",
    "Selu",
    "Sigmoid",
    "Sign",
    "Sin",
    "Sinh",
    "Softplus",
    "Softsign",
    "Sqrt",
    "Square",
    "Tan",
    "Tanh",
];

/// Element-wise ops of two tensors.
const BINARY: &[&str] = &[
    "Add",
    "AddV2",
    "Atan2",
    "BitwiseAnd",
    "BitwiseOr",
    "BitwiseXor",
    "Div",
    "DivNoNan",
    "Equal",
    "FloorDiv",
    "FloorMod",
    "Greater",
    "GreaterEqual",
    "LeftShift",
    "Less",
    "LessEqual",
    "LogicalAnd",
    "LogicalOr",
    "Maximum",
    "Minimum",
    "Mod",
    "Mul",
    "NotEqual",
    "Pow",
    "RealDiv",
    "ReluGrad",
    "RightShift",
    "SquaredDifference",
    "Sub",
    "TruncateDiv",
    "TruncateMod",
];

/// Element-wise ops of three tensors.
const TERNARY: &[&str] = &["ClipByValue", "Select", "SelectV2"];

/// Element-wise ops of any number of tensors, up to [`MAX_OPERANDS`].
const VARIADIC: &[&str] = &["AddN"];

/// Tensors that a member takes at most.
const MAX_OPERANDS: usize = 8;

/// Reductions, of a tensor along axes.
const REDUCTIONS: &[&str] = &["All", "Any", "Max", "Mean", "Min", "Prod", "Sum"];

/// How an op may be part of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Elementwise,
    Reduction,
}

/// The role of an op with so many arguments; `None` if it has none, or other arguments.
fn role(op: &str, arguments: usize) -> Option<Role> {
    let name = op.strip_prefix("tf.")?;
    let tables = [
        (UNARY, Role::Elementwise, 1..=1),
        (BINARY, Role::Elementwise, 2..=2),
        (TERNARY, Role::Elementwise, 3..=3),
        (VARIADIC, Role::Elementwise, 1..=MAX_OPERANDS),
        (REDUCTIONS, Role::Reduction, 2..=2),
    ];
    let fits = |(names, _, counts): &(&[&str], Role, std::ops::RangeInclusive<usize>)| {
        names.contains(&name) && counts.contains(&arguments)
    };
    tables.into_iter().find(fits).map(|(_, role, _)| role)
}

/// All ops that groups consist of.
pub fn fusable_ops() -> impl Iterator<Item = String> {
    [UNARY, BINARY, TERNARY, VARIADIC, REDUCTIONS].into_iter().flatten().map(|name| format!("tf.{name}"))
}

/// Fusion as a part of lowering.
#[derive(Debug, Default)]
pub struct FusionStage {
    /// Ops that stay alone: those that a CPU runs differently than this project's kernels do.
    pub excluded: Vec<String>,
}

impl Stage for FusionStage {
    fn name(&self) -> &str {
        INFO.name
    }

    fn min_level(&self) -> OptLevel {
        OptLevel::O2
    }

    fn group(&self) -> Option<PassGroup> {
        Some(PassGroup::Fusion)
    }

    fn run(&self, module: &mut Module, _: &mut Diagnostics) -> Result<(), Failed> {
        let ctx = module.ctx().clone();
        let excluded = self.excluded.iter().cloned().collect();
        fuse(&ctx, module.contents_mut(), &excluded);
        Ok(())
    }
}

struct FuseElementwise {
    excluded: FxHashSet<String>,
}

impl Pass for FuseElementwise {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            let (groups, members) = fuse(cx.ctx, body, &self.excluded);
            cx.statistics[0] += groups;
            cx.statistics[1] += members;
        }
        Ok(())
    }
}

/// Fuses what it can in a body and all bodies below; says how many groups there are, and of how many ops.
fn fuse(ctx: &Context, body: &mut Body, excluded: &FxHashSet<String>) -> (u64, u64) {
    let mut other_cpu = false;
    body.walk(&mut |body, op| other_cpu |= registers_other_cpu(OpRef { ctx, body, op }));
    if other_cpu {
        return (0, 0);
    }
    let mut fusion = Fusion { ctx, excluded, groups: 0, members: 0 };
    fusion.body(body, &[]);
    (fusion.groups, fusion.members)
}

/// Whether an operation makes `cpu` the name of another handler than the CPU's own.
fn registers_other_cpu(op: OpRef<'_>) -> bool {
    if op.name_str() != "corert.register_op_handler" {
        return false;
    }
    let texts = op.attrs().iter().filter_map(|&(_, value)| op.ctx.attr_as_str(value));
    let is_cpu = texts.into_iter().any(|text| text == "cpu");
    let maker = op.operands().next().and_then(|handler| op.body.defining_op(handler));
    is_cpu && maker.is_none_or(|maker| op.at(maker).name_str() != "corert.create_cpu_op_handler")
}

/// An op that is part of a group.
struct Candidate {
    role: Role,
    group: u32,
}

struct Group {
    /// Last op first.
    members: Vec<Op>,
    args: FxHashSet<Value>,
}

struct Fusion<'a> {
    ctx: &'a Context,
    excluded: &'a FxHashSet<String>,
    groups: u64,
    members: u64,
}

impl Fusion<'_> {
    /// `handlers` says which arguments of the entry blocks are the CPU's handler.
    fn body(&mut self, body: &mut Body, handlers: &[bool]) {
        for region in body.root_regions().to_vec() {
            self.region(body, region, handlers);
        }
    }

    fn region(&mut self, body: &mut Body, region: Region, handlers: &[bool]) {
        let mut cpu: FxHashSet<Value> = FxHashSet::default();
        if let Some(entry) = body.entry_block(region) {
            let args = body.block_args(entry).iter().zip(handlers);
            cpu.extend(args.filter(|(_, is_cpu)| **is_cpu).map(|(&value, _)| value));
        }
        for block in body.blocks(region).collect::<Vec<Block>>() {
            self.block(body, block, &mut cpu);
        }
    }

    fn block(&mut self, body: &mut Body, block: Block, cpu: &mut FxHashSet<Value>) {
        for op in body.ops(block).collect::<Vec<Op>>() {
            let view = OpRef { ctx: self.ctx, body, op };
            if gets_cpu(view) {
                cpu.extend(view.results());
            }
            if body.num_regions(op) > 0 {
                let handlers = passed_on(view, cpu);
                for region in body.inline_regions(op).to_vec() {
                    self.region(body, region, &handlers);
                }
                if let Some(nested) = body.nested_mut(op) {
                    self.body(nested, &handlers);
                }
            }
        }
        let groups = self.find(body, block, cpu);
        for group in groups {
            if group.members.len() > 1 {
                self.groups += 1;
                self.members += group.members.len() as u64;
                self.replace(body, &group);
            }
        }
    }

    /// The groups of a block. Users stand after what they use, so one walk backwards finds them.
    fn find(&self, body: &Body, block: Block, cpu: &FxHashSet<Value>) -> Vec<Group> {
        let mut candidates: FxHashMap<Op, Candidate> = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        let mut previous = body.last_op(block);
        while let Some(op) = previous {
            previous = body.prev_op(op);
            let Some(role) = self.candidate(OpRef { ctx: self.ctx, body, op }, cpu) else { continue };
            let number = self.group_to_join(body, op, &candidates, &groups).unwrap_or_else(|| {
                groups.push(Group { members: Vec::new(), args: FxHashSet::default() });
                groups.len() as u32 - 1
            });
            let group = &mut groups[number as usize];
            group.members.push(op);
            group.args.remove(&body.result(op, 0));
            group.args.extend(body.operands(op).skip(1));
            candidates.insert(op, Candidate { role, group: number });
        }
        groups
    }

    /// The group of all users of an op's result, if there is one that has room.
    fn group_to_join(
        &self,
        body: &Body,
        op: Op,
        candidates: &FxHashMap<Op, Candidate>,
        groups: &[Group],
    ) -> Option<u32> {
        let result = body.result(op, 0);
        let mut number = None;
        for use_ in body.uses(result) {
            let user = body.use_owner(use_);
            let candidate = candidates.get(&user)?;
            // Axes are looked at before anything is computed.
            let as_axes = candidate.role == Role::Reduction && body.use_index(use_) != 1;
            let same_handler = body.operand(user, 0) == body.operand(op, 0);
            if as_axes || !same_handler || number.is_some_and(|number| number != candidate.group) {
                return None;
            }
            number = Some(candidate.group);
        }
        let group = &groups[number? as usize];
        let new = body.operands(op).skip(1).filter(|value| !group.args.contains(value)).count();
        let fits = group.members.len() < MAX_MEMBERS && group.args.len() - 1 + new <= MAX_ARGS;
        if fits { number } else { None }
    }

    /// Whether an operation may be part of a group, and how.
    fn candidate(&self, op: OpRef<'_>, cpu: &FxHashSet<Value>) -> Option<Role> {
        if op.name_str() != "corert.executeop" || op.num_results() != 1 {
            return None;
        }
        let name = tfrt_dialects::op_name(op)?;
        let role = role(name, op.num_operands().checked_sub(1)?)?;
        let functions = op.attr("op_func_attrs").and_then(|attrs| op.ctx.array_elems(attrs));
        let has_functions = functions.is_some_and(|functions| !functions.is_empty());
        let is_plain = cpu.contains(&op.operand(0)) && !has_functions && !self.excluded.contains(name);
        is_plain.then(|| attributes(op, name, role)).flatten().map(|_| role)
    }

    /// Puts a fused op in the place of a group's last op.
    fn replace(&self, body: &mut Body, group: &Group) {
        let ctx = self.ctx;
        let last = group.members[0];
        let mut numbers: FxHashMap<Value, usize> = FxHashMap::default();
        let mut args: SmallVec<[Value; 8]> = SmallVec::from_slice(&[body.operand(last, 0)]);
        for &op in group.members.iter().rev() {
            for value in body.operands(op).skip(1).filter(|value| group.args.contains(value)) {
                numbers.entry(value).or_insert_with(|| {
                    args.push(value);
                    args.len() - 2
                });
            }
        }
        let mut text = String::new();
        let mut locations = Vec::with_capacity(group.members.len());
        for (i, &op) in group.members.iter().rev().enumerate() {
            let view = OpRef { ctx, body, op };
            let number = args.len() - 1 + i;
            let name = tfrt_dialects::op_name(view).unwrap_or_default();
            let operands: Vec<String> = view
                .operands()
                .skip(1)
                .map(|value| format!("%{}", numbers.get(&value).copied().unwrap_or_default()))
                .collect();
            let separator = if i == 0 { "" } else { "; " };
            let _ = write!(text, "{separator}%{number} = {name}({})", operands.join(", "));
            let attrs = role(name, operands.len()).and_then(|role| attributes(view, name, role));
            let attrs = attrs.unwrap_or_default();
            if !attrs.is_empty() {
                let _ = write!(text, " {{{}}}", attrs.join(", "));
            }
            numbers.insert(body.result(op, 0), number);
            let place = ctx.file_position(body.loc(op));
            let place = place.map(|(file, line, column)| format!("{}:{line}:{column}", ctx.str(file)));
            locations.push(ctx.string_attr(place.unwrap_or_default()));
        }
        let pair = |key: &str, value: Attr| ctx.array_attr(&[ctx.string_attr(key), value]);
        let op_attrs = ctx.array_attr(&[
            pair("body", ctx.string_attr(text)),
            pair("locations", ctx.array_attr(&locations)),
        ]);
        let result = body.value_type(body.result(last, 0));
        let mut state = OpState::new(body.name(last), body.loc(last)).operands(&args).results(&[result]);
        for &(name, value) in body.attrs(last) {
            let value = match ctx.str(name) {
                "op_attrs" => op_attrs,
                "op_name" => ctx.string_attr(FUSED),
                _ => value,
            };
            state = state.attr(name, value);
        }
        let fused = body.create_op(ctx, state);
        body.insert_op_before(fused, last);
        let value = body.result(fused, 0);
        body.replace_op(last, &[value]);
        // Each was used by those before it in the list alone.
        for &op in &group.members[1..] {
            body.erase_op(op);
        }
    }
}

/// Whether an operation gets the CPU's handler.
fn gets_cpu(op: OpRef<'_>) -> bool {
    op.name_str() == "corert.get_op_handler"
        && op.attr("op_handler_name").and_then(|name| op.ctx.attr_as_str(name)) == Some("cpu")
}

/// Which arguments of an operation's regions are always the CPU's handler.
fn passed_on(op: OpRef<'_>, cpu: &FxHashSet<Value>) -> Vec<bool> {
    let first = match op.name_str() {
        "tfrt_test.benchmark" | "tfrt_test.do.async" => 0,
        "tfrt.if" | "tfrt.repeat.i32" => 1,
        _ => return Vec::new(),
    };
    let is_loop = op.name_str() == "tfrt.repeat.i32";
    // What a loop carries must be the same each time.
    let stays = |i: usize| {
        let Some(region) = op.region(0).filter(|_| is_loop) else { return !is_loop };
        let Some(block) = region.entry_block() else { return false };
        let end = region.body.last_op(block);
        let arg = region.body.block_args(block).get(i);
        end.is_some_and(|end| i < region.body.num_operands(end) && arg == Some(&region.body.operand(end, i)))
    };
    op.operands().skip(first).enumerate().map(|(i, value)| cpu.contains(&value) && stays(i)).collect()
}

/// The attributes of an op that a body says, as text; `None` if it has one that it cannot say.
fn attributes(op: OpRef<'_>, name: &str, role: Role) -> Option<Vec<String>> {
    let mut said = Vec::new();
    let mut cast_to = name != "tf.Cast";
    for (key, value) in tfrt_dialects::op_attrs(op) {
        match (key, role) {
            // They say what the arguments' dtypes say.
            ("T" | "Tidx" | "SrcT" | "Tx", _) => {}
            ("DstT", _) if name == "tf.Cast" => {
                let dtype = dtype_of(op.ctx, op.ctx.attr_as_type(value)?)?;
                said.push(format!("DstT = {}", dtype.name()));
                cast_to = true;
            }
            ("N", _) if name == "tf.AddN" => {}
            ("alpha", _) if name == "tf.LeakyRelu" => {
                let AttrKind::Float { ty, bits } = op.ctx.attr_kind(value) else { return None };
                // An attribute of another type is not what the op reads.
                let alpha = match dtype_of(op.ctx, *ty)? {
                    DTypeCode::F32 => f64::from(f32::from_bits(bits.get() as u32)),
                    DTypeCode::F64 => f64::from_bits(bits.get() as u64),
                    _ => return None,
                };
                said.push(format!("alpha = {alpha:?}"));
            }
            ("keep_dims", Role::Reduction) => {
                said.push(format!("keep_dims = {}", op.ctx.attr_as_bool(value)?));
            }
            ("Truncate", _) if op.ctx.attr_as_bool(value) == Some(false) => {}
            ("incompatible_shape_error", _) if op.ctx.attr_as_bool(value) == Some(true) => {}
            _ => return None,
        }
    }
    cast_to.then_some(said)
}
