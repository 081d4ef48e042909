//! The entities of a [`Body`](crate::body::Body): operations, blocks, regions, values and uses, as `u32` newtypes.
//!
//! An entity means nothing outside the body that created it. Side tables over entities are
//! [`cranelift_entity::SecondaryMap`]s.

use cranelift_entity::entity_impl;

/// An operation of a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Op(u32);
entity_impl!(Op, "op");

/// A block: a list of operations with arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block(u32);
entity_impl!(Block, "block");

/// A region: a list of blocks, the first of which is its entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(u32);
entity_impl!(Region, "region");

/// A value: the result of an operation or the argument of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);
entity_impl!(Value, "v");

/// A use of a value: one operand slot of one operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Use(u32);
entity_impl!(Use, "use");
