//! `tfrt_fused.elementwise`: element-wise ops that run as one, without the tensors between them.
//!
//! The compiler merges chains and trees of such ops; the attribute `body` says what they are ([`body`]), `locations` where each
//! was written. The last member may be a reduction. For each combination of dtypes and shapes that comes up, a
//! [`special::Special`] is made and kept, which is a loop ([`plan`]) over blocks ([`interpreter`]) or machine code.
//!
//! The result is that of the members run one after another, bit for bit, and so are the errors: shapes and dtypes are inferred by
//! the members' own metadata functions, and whatever a loop cannot do is done by [`one_by_one`], which runs the members' own
//! dispatch functions and reports what fails at the member's location.

mod body;
mod interpreter;
mod one_by_one;
mod plan;
mod special;
mod walk;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    AttrValue, DispatchFrame, FrozenAttrs, OpAttrsRef, OpEntry, OpError, OpRegistry,
};

use body::Body;
use special::Specials;

/// The op's name.
pub(super) const NAME: &str = "tfrt_fused.elementwise";

/// Ops that a body may have, by name.
type Known = Arc<FxHashMap<Box<str>, Arc<OpEntry>>>;

/// Adds the fused op, over the ops that are there.
pub fn register(ops: &mut OpRegistry) {
    let known = |name: &&str| {
        ops.get(name).is_some_and(|entry| entry.elementwise.is_some()) || super::reduce::reduces(name)
    };
    let known: FxHashMap<Box<str>, Arc<OpEntry>> = ops
        .names()
        .into_iter()
        .filter(known)
        .filter_map(|name| Some((name.into(), ops.get(name)?.clone())))
        .collect();
    let known: Known = Arc::new(known);
    let unbound = known.clone();
    let entry = OpEntry::new()
        .strings()
        .dispatch(move |frame: &mut DispatchFrame<'_>| Fused::new(&unbound, frame.attrs())?.run(frame))
        .bind(move |attrs| {
            let fused = Fused::new(&known, attrs)?;
            Ok(OpEntry::new().strings().dispatch(move |frame: &mut DispatchFrame<'_>| fused.run(frame)))
        });
    ops.add(NAME, entry);
}

/// A member that is known.
struct Member {
    op: Arc<OpEntry>,
    /// The numbers of its arguments: those of the fused op first, then members.
    args: SmallVec<[u16; 3]>,
    attrs: FrozenAttrs,
    /// Where it was written, if that is known.
    location: Box<str>,
}

/// A fused op with its attributes.
struct Fused {
    /// For people: the first and the last member, and how many there are.
    name: Box<str>,
    num_args: usize,
    members: Vec<Member>,
    specials: Specials,
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
        let last = body.members.len() - 1;
        let name = format!("fused {}..{} ({})", body.members[0].op, body.members[last].op, last + 1).into();
        let mut members = Vec::with_capacity(body.members.len());
        for (i, member) in body.members.into_iter().enumerate() {
            let op = known.get(member.op).filter(|op| op.elementwise.is_some() || i == last);
            let op = op.ok_or_else(|| format!("{} cannot be part of a fused op", member.op))?;
            let op = op.clone();
            members.push(Member { op, args: member.args, attrs: member.attrs, location: location(i).into() });
        }
        Ok(Fused { name, num_args: body.num_args, members, specials: Specials::default() })
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
