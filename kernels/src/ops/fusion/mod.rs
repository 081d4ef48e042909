//! `tfrt_fused.elementwise`: element-wise ops that run as one, without the tensors between them.
//!
//! The compiler merges chains and trees of such ops; the attribute `body` says what they are ([`body`]), `locations` where each
//! was written. Members may be reductions. For each combination of dtypes and shapes that comes up, a [`special::Special`] is made
//! and kept, from what the members are for these ([`typed`]): a loop ([`plan`]), perhaps with a reduction at the end; passes over
//! rows, if there are reductions in the middle ([`row_wise`]); or, where these are not of rows, a few fused ops ([`stages`]). What
//! runs is machine code, or goes over blocks ([`code`], [`interpreter`]). Element-wise ops that stand alone use these loops too
//! ([`single`]).
//!
//! The result is that of the members run one after another, bit for bit, and so are the errors: shapes and dtypes are inferred by
//! the members' own metadata functions, and whatever a loop cannot do is done by [`one_by_one`], which runs the members' own
//! dispatch functions and reports what fails at the member's location.

mod body;
mod code;
mod interpreter;
mod one_by_one;
mod order;
mod plan;
mod products;
mod row_wise;
mod single;
mod special;
mod stages;
mod typed;
mod walk;

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    AttrValue, DispatchFrame, FrozenAttrs, OpAttrsRef, OpEntry, OpError, OpRegistry,
};

use body::Body;
use special::Specials;
use stages::Stage;

/// The op's name.
pub(crate) const NAME: &str = "tfrt_fused.elementwise";

/// Ops that a body may have, by name.
type Known = Arc<FxHashMap<Box<str>, Arc<OpEntry>>>;

/// Adds the fused op, over the ops that are there.
pub(super) fn register(ops: &mut OpRegistry) {
    products::register(ops);
    let known = |name: &&str| {
        ops.get(name).is_some_and(|entry| entry.elementwise.is_some())
            || crate::ops::reduction::reduce::reduces(name)
    };
    let known: FxHashMap<Box<str>, Arc<OpEntry>> = ops
        .names()
        .into_iter()
        .filter(known)
        .filter_map(|name| Some((name.into(), ops.get(name)?.clone())))
        .collect();
    let known: Known = Arc::new(known);
    single::register(ops, &known);
    let named = Named { known: known.clone(), kept: Mutex::default() };
    let entry = OpEntry::new()
        .strings()
        .dispatch(move |frame: &mut DispatchFrame<'_>| named.find(frame.attrs())?.run(frame))
        .bind(move |attrs| {
            let fused = Fused::new(&known, attrs)?;
            Ok(OpEntry::new().strings().dispatch(move |frame: &mut DispatchFrame<'_>| fused.run(frame)))
        });
    ops.add(NAME, entry);
}

/// Bodies that calls by name keep.
const KEPT: usize = 64;

/// Fused ops for calls by name, which have a body each time.
struct Named {
    known: Known,
    /// By their bodies, the last used first.
    kept: Mutex<Vec<(Box<str>, Arc<Fused>)>>,
}

impl Named {
    fn find(&self, attrs: OpAttrsRef<'_>) -> Result<Arc<Fused>, OpError> {
        let body = attrs.get_str("body").filter(|_| attrs.get_aggregate("locations").is_none());
        // Where members were written is part of what programs say, and they keep their own.
        let Some(body) = body else { return Ok(Arc::new(Fused::new(&self.known, attrs)?)) };
        let mut kept = self.kept.lock();
        if let Some(at) = kept.iter().position(|(known, _)| **known == *body) {
            kept[..=at].rotate_right(1);
            return Ok(kept[0].1.clone());
        }
        let fused = Arc::new(Fused::new(&self.known, attrs)?);
        kept.truncate(KEPT - 1);
        kept.insert(0, (body.into(), fused.clone()));
        Ok(fused)
    }
}

/// A member that is known.
#[derive(Clone)]
struct Member {
    op: Arc<OpEntry>,
    /// The numbers of its arguments: those of the fused op first, then members.
    args: SmallVec<[u16; 3]>,
    attrs: FrozenAttrs,
    /// Where it was written, if that is known.
    location: Box<str>,
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
    /// What it is in parts, for arguments with which it cannot run as a whole.
    stages: OnceLock<Vec<Stage>>,
}

impl Fused {
    fn new(known: &Known, attrs: OpAttrsRef<'_>) -> Result<Fused, OpError> {
        let text = attrs.get_str("body").ok_or("a fused op needs a string `body`")?;
        let body = Body::parse(text)?;
        let locations = attrs.get_aggregate("locations").unwrap_or_default();
        let location = |i: usize| match locations.get(i) {
            Some(AttrValue::String(text)) => std::str::from_utf8(text).unwrap_or_default(),
            _ => "",
        };
        let mut members = Vec::with_capacity(body.members.len());
        for (i, member) in body.members.into_iter().enumerate() {
            let op =
                known.get(member.op).ok_or_else(|| format!("{} cannot be part of a fused op", member.op))?;
            let op = op.clone();
            members.push(Member { op, args: member.args, attrs: member.attrs, location: location(i).into() });
        }
        Ok(Fused { results: body.results, ..Fused::of(body.num_args, members) })
    }

    /// A fused op of these members, of which there is at least one; the last one's result is its own.
    fn of(num_args: usize, members: Vec<Member>) -> Fused {
        let ends = members.first().zip(members.last());
        let ends = ends.map(|(first, last)| format!("fused {}..{}", first.op.name, last.op.name));
        let name = format!("{} ({})", ends.unwrap_or_default(), members.len()).into();
        // A reduction without axes finds none.
        let axes = |member: &Member| member.args.get(1).copied().unwrap_or(u16::MAX);
        let axes = members.iter().filter(|member| member.op.elementwise.is_none()).map(axes).collect();
        let results = SmallVec::from_elem((num_args + members.len()).saturating_sub(1) as u16, 1);
        Fused { name, num_args, members, results, axes, ..Fused::default() }
    }

    /// The number of the value that a member gives.
    fn value(&self, member: usize) -> u16 {
        (self.num_args + member) as u16
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
