//! `tfrt_fused.elementwise`: element-wise ops that run as one, without the tensors between them.
//!
//! The compiler merges chains and trees of such ops; the attribute `body` lists them ([`FusedBody`]), `locations` has the place of each. A
//! body is data, which this module uses without parsing; a textual body, in a program, in a call by name, or in a file of BEF 1.0 or 1.1,
//! is parsed when the op is resolved. Members may be reductions. For each combination of dtypes and shapes that occurs, a
//! [`special::Special`] is made from the members' types ([`typed`]) and cached: a loop ([`plan`]), perhaps with a reduction at the end;
//! passes over rows, if there are reductions in the middle ([`row_wise`]); or, if these are not reductions of rows, a few fused ops
//! ([`stages`]). It runs as machine code, or block by block ([`code`], [`interpreter`]); in plans, as a step ([`loop_step`]). Element-wise ops
//! that stand alone use these loops too ([`single`]).
//!
//! The results equal those of the members run one after another, bit for bit, and so do the errors: the members' own metadata
//! functions infer shapes and dtypes, and [`one_by_one`] handles everything that a loop cannot do: it runs the members' own
//! dispatch functions and reports failures at the member's location.

mod code;
mod described;
mod interpreter;
mod loop_step;
mod one_by_one;
mod order;
mod plan;
mod product_steps;
mod products;
mod row_passes;
mod row_wise;
mod single;
mod special;
mod stages;
mod typed;
mod walk;

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    AttrValue, DispatchFrame, FrozenAttrs, OpAttrs, OpAttrsRef, OpEntry, OpError, OpRegistry, ResultMetadata,
    StepOperand, member_attrs,
};
use tfrt_executor::tensor::TensorMetadata;
use tfrt_ops::{Elementwise, FusedBody, MemberOp, Reduction};

use code::Codes;
pub(crate) use product_steps::product_step;
use special::Specials;
use stages::Stage;

/// The op's name.
pub(crate) const NAME: &str = "tfrt_fused.elementwise";

/// The ops that members run, in the order of their codes.
#[derive(Clone)]
struct Known(Arc<[(MemberOp, Arc<OpEntry>)]>);

impl Known {
    /// Those that are there: element-wise ones with functions over blocks, and reductions.
    fn new(ops: &OpRegistry) -> Known {
        let functions = Elementwise::ALL.iter().map(|&function| MemberOp::Elementwise(function));
        let reductions = Reduction::ALL.iter().map(|&reduction| MemberOp::Reduction(reduction));
        let known = |op: MemberOp| {
            let entry = ops.get(op.op())?;
            let is_member = matches!(op, MemberOp::Reduction(_)) || entry.elementwise.is_some();
            is_member.then(|| (op, entry.clone()))
        };
        let mut all: Vec<_> = functions.chain(reductions).filter_map(known).collect();
        all.sort_by_key(|(op, _)| op.codes());
        Known(all.into())
    }

    fn get(&self, op: MemberOp) -> Option<&Arc<OpEntry>> {
        let at = self.0.binary_search_by_key(&op.codes(), |(known, _)| known.codes()).ok()?;
        Some(&self.0[at].1)
    }
}

/// Adds the fused op, over the ops that are there.
pub(super) fn register(ops: &mut OpRegistry) {
    products::register(ops);
    let known = Known::new(ops);
    single::register(ops, &known);
    let named = Named { known: known.clone(), kept: Mutex::default() };
    let (of_steps, of_data, of_shapes) = (known.clone(), known.clone(), known.clone());
    let entry = OpEntry::new()
        .strings()
        .inferred(move |operands, attrs| Fused::new(&of_shapes, attrs).ok()?.infer(operands))
        .described(move |spec| described::described(&Fused::new(&of_data, spec.attrs).ok()?, spec))
        .prepared(move |spec| loop_step::step(&Fused::new(&of_steps, spec.attrs).ok()?, spec))
        .dispatch(move |frame: &mut DispatchFrame<'_>| named.find(frame.attrs())?.run(frame))
        .bind(move |attrs| {
            let fused = Arc::new(Fused::new(&known, attrs)?);
            let (of_steps, of_data, of_shapes) = (fused.clone(), fused.clone(), fused.clone());
            Ok(OpEntry::new()
                .strings()
                .inferred(move |operands, _| of_shapes.infer(operands))
                .described(move |spec| described::described(&of_data, spec))
                .prepared(move |spec| loop_step::step(&of_steps, spec))
                .dispatch(move |frame: &mut DispatchFrame<'_>| fused.run(frame)))
        });
    ops.add(NAME, entry);
}

/// Bodies that calls by name keep.
const KEPT: usize = 64;

/// Fused ops for calls by name, which have a body each time.
struct Named {
    known: Known,
    /// By their bodies, the last used first.
    kept: Mutex<Vec<(Key, Arc<Fused>)>>,
}

/// A body as calls by name have it.
enum Key {
    Body(Arc<FusedBody>),
    Text(Box<str>),
}

impl Key {
    fn of(attrs: OpAttrsRef<'_>) -> Option<Key> {
        let body = attrs.get_fused_body("body").map(|body| Key::Body(body.clone()));
        body.or_else(|| attrs.get_str("body").map(|text| Key::Text(text.into())))
    }

    fn is_that_of(&self, attrs: OpAttrsRef<'_>) -> bool {
        match self {
            Key::Body(known) => {
                attrs.get_fused_body("body").is_some_and(|body| Arc::ptr_eq(known, body) || known == body)
            }
            Key::Text(known) => attrs.get_str("body") == Some(known),
        }
    }
}

impl Named {
    fn find(&self, attrs: OpAttrsRef<'_>) -> Result<Arc<Fused>, OpError> {
        // Where members were written is part of what programs say, and they keep their own.
        if attrs.get_aggregate("locations").is_some() {
            return Ok(Arc::new(Fused::new(&self.known, attrs)?));
        }
        let mut kept = self.kept.lock();
        if let Some(at) = kept.iter().position(|(known, _)| known.is_that_of(attrs)) {
            kept[..=at].rotate_right(1);
            return Ok(kept[0].1.clone());
        }
        let fused = Arc::new(Fused::new(&self.known, attrs)?);
        if let Some(key) = Key::of(attrs) {
            kept.truncate(KEPT - 1);
            kept.insert(0, (key, fused.clone()));
        }
        Ok(fused)
    }
}

/// A member that is known.
#[derive(Clone)]
struct Member {
    computes: MemberOp,
    /// The op that it is where it runs by itself.
    op: Arc<OpEntry>,
    /// The numbers of its arguments: those of the fused op first, then members.
    args: SmallVec<[u16; 3]>,
    attrs: FrozenAttrs,
    /// Where it was written, if that is known.
    location: Box<str>,
}

impl Member {
    fn is_reduction(&self) -> bool {
        matches!(self.computes, MemberOp::Reduction(_))
    }
}

/// The body that a fused op's attributes say.
fn body(attrs: OpAttrsRef<'_>) -> Result<Arc<FusedBody>, OpError> {
    if let Some(body) = attrs.get_fused_body("body") {
        return Ok(body.clone());
    }
    let text = attrs.get_str("body").ok_or("a fused op needs a `body`")?;
    Ok(Arc::new(FusedBody::parse(text).map_err(String::from)?))
}

/// A fused op with its attributes.
#[derive(Default)]
struct Fused {
    /// For people: the first and the last member, and how many there are.
    name: Box<str>,
    num_args: usize,
    members: Vec<Member>,
    /// The values that are its results, the last member's last.
    results: SmallVec<[u16; 2]>,
    /// The argument that has the axes of each reduction.
    axes: SmallVec<[u16; 2]>,
    specials: Specials,
    codes: Codes,
    /// Its parts, for arguments with which it cannot run as a whole.
    stages: OnceLock<Vec<Stage>>,
}

impl Fused {
    fn new(known: &Known, attrs: OpAttrsRef<'_>) -> Result<Fused, OpError> {
        let body = body(attrs)?;
        let locations = attrs.get_aggregate("locations").unwrap_or_default();
        let location = |i: usize| match locations.get(i) {
            Some(AttrValue::String(text)) => std::str::from_utf8(text).unwrap_or_default(),
            _ => "",
        };
        let mut members = Vec::with_capacity(body.num_members());
        let none = OpAttrs::new().freeze();
        for (i, member) in body.members().enumerate() {
            let op = known.get(member.op);
            let op = op.ok_or_else(|| format!("{} cannot be part of a fused op", member.op.op()))?.clone();
            let attrs = match member.attrs {
                [] => none.clone(),
                attrs => member_attrs(attrs).freeze(),
            };
            let args = SmallVec::from_slice(member.operands);
            members.push(Member { computes: member.op, op, args, attrs, location: location(i).into() });
        }
        let results = SmallVec::from_slice(body.results());
        Ok(Fused { results, ..Fused::of(body.num_args(), members) })
    }

    /// A fused op of these members, of which there is at least one; the last one's result is its own.
    fn of(num_args: usize, members: Vec<Member>) -> Fused {
        let ends = members.first().zip(members.last());
        let ends = ends.map(|(first, last)| format!("fused {}..{}", first.op.name, last.op.name));
        let name = format!("{} ({})", ends.unwrap_or_default(), members.len()).into();
        let axes = |member: &Member| member.args.get(1).copied().filter(|_| member.is_reduction());
        let axes = members.iter().filter_map(axes).collect();
        let results = SmallVec::from_elem((num_args + members.len()).saturating_sub(1) as u16, 1);
        Fused { name, num_args, members, results, axes, ..Fused::default() }
    }

    /// The number of the value that a member gives.
    fn value(&self, member: usize) -> u16 {
        (self.num_args + member) as u16
    }

    /// Dtypes and shapes of the results for these operands, as far as all members tell theirs.
    fn infer(&self, operands: &[StepOperand<'_>]) -> Option<ResultMetadata> {
        let mut values: Vec<TensorMetadata> = Vec::with_capacity(self.members.len());
        for member in &self.members {
            let results = {
                let operand = |&arg: &u16| match usize::from(arg).checked_sub(self.num_args) {
                    None => operands.get(usize::from(arg)).copied(),
                    Some(made) => Some(StepOperand { metadata: values.get(made)?, constant: None }),
                };
                let args: SmallVec<[StepOperand<'_>; 3]> =
                    member.args.iter().map(operand).collect::<Option<_>>()?;
                member.op.infer_results(&args, member.attrs.as_ref(), 1)?
            };
            values.push(results.into_iter().next()?);
        }
        let result = |&value: &u16| values.get(usize::from(value).checked_sub(self.num_args)?).cloned();
        if operands.len() == self.num_args { self.results.iter().map(result).collect() } else { None }
    }

    fn run(&self, frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
        frame.expect_args(self.num_args)?;
        let Some(special) = self.specials.find(self, frame) else {
            one_by_one::run(self, frame);
            return Ok(());
        };
        special.run(self, frame)
    }
}
