//! Regions: in this body for operations that see outer values, in a nested body for isolated ones.

use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::Body;
use crate::entity::{Block, Op, Region};
use crate::handles::Attr;

#[derive(Clone, Debug, Default)]
pub(super) struct RegionData {
    /// The operation that holds the region; none for the roots of a body and for regions not yet given to an operation.
    pub(super) parent: PackedOption<Op>,
    pub(super) first: PackedOption<Block>,
    pub(super) last: PackedOption<Block>,
}

/// The regions of an operation that is being created.
#[derive(Debug)]
pub enum OpRegions {
    /// No regions at all.
    None,
    /// Regions of the body in which the operation stands ([`Body::create_region`]).
    Inline(SmallVec<[Region; 2]>),
    /// The root regions of a body of its own: for isolated-from-above operations.
    Nested(Box<Body>),
}

/// A region together with the body that holds it.
#[derive(Clone, Copy, Debug)]
pub struct RegionRef<'a> {
    /// The body that holds the region.
    pub body: &'a Body,
    /// The region.
    pub region: Region,
}

impl Body {
    /// Adds a region that belongs to the owner of this body.
    pub fn add_root_region(&mut self) -> Region {
        let region = self.regions.push(RegionData::default());
        self.roots.push(region);
        region
    }

    /// The regions that belong to the owner of this body.
    #[must_use]
    pub fn root_regions(&self) -> &[Region] {
        &self.roots
    }

    /// The entry block of the first root region: for the many operations that have one region of one block.
    #[must_use]
    pub fn root_block(&self) -> Option<Block> {
        self.roots.first().and_then(|&region| self.entry_block(region))
    }

    /// Creates a region to be given to an operation of this body.
    pub fn create_region(&mut self) -> Region {
        self.regions.push(RegionData::default())
    }

    /// The operation of this body that holds a region; none for a root region, whose owner stands in the outer body.
    #[must_use]
    pub fn region_parent(&self, region: Region) -> Option<Op> {
        self.regions[region].parent.expand()
    }

    /// The operation of this body around an operation; none at the top of this body.
    #[must_use]
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.block_of(op)
            .and_then(|block| self.region_of(block))
            .and_then(|region| self.region_parent(region))
    }

    /// The number of regions of an operation, wherever they are.
    #[must_use]
    pub fn num_regions(&self, op: Op) -> usize {
        self.extra(op).map_or(0, |extra| match &extra.nested {
            Some(nested) => nested.roots.len(),
            None => extra.regions.len(),
        })
    }

    /// The regions of an operation, wherever they are.
    pub fn regions(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = RegionRef<'_>> + DoubleEndedIterator + Clone {
        let (body, regions): (&Body, &[Region]) = match self.extra(op) {
            None => (self, &[]),
            Some(extra) => match &extra.nested {
                Some(nested) => (nested, &nested.roots),
                None => (self, &extra.regions),
            },
        };
        regions.iter().map(move |&region| RegionRef { body, region })
    }

    /// The regions of an operation that are in this body.
    #[must_use]
    pub fn inline_regions(&self, op: Op) -> &[Region] {
        self.extra(op).map_or(&[], |extra| &extra.regions)
    }

    /// The body that an isolated-from-above operation owns.
    #[must_use]
    pub fn nested(&self, op: Op) -> Option<&Body> {
        self.extra(op).and_then(|extra| extra.nested.as_deref())
    }

    /// The body that an isolated-from-above operation owns, to be changed.
    pub fn nested_mut(&mut self, op: Op) -> Option<&mut Body> {
        if self.ops[op].extra == 0 { None } else { self.extra_mut(op).nested.as_deref_mut() }
    }

    /// Takes the body out of an operation, for example to hand it to a thread. Until [`Body::put_nested`] gives one back the
    /// operation has no regions.
    pub fn take_nested(&mut self, op: Op) -> Option<Box<Body>> {
        if self.ops[op].extra == 0 { None } else { self.extra_mut(op).nested.take() }
    }

    /// Gives an operation a body, in place of the one it had.
    ///
    /// # Panics
    /// If the operation has regions in this body.
    pub fn put_nested(&mut self, op: Op, nested: Box<Body>) {
        let extra = self.extra_mut(op);
        assert!(extra.regions.is_empty(), "an operation has its regions in one body");
        extra.nested = Some(nested);
    }

    /// The successors of a terminator.
    #[must_use]
    pub fn successors(&self, op: Op) -> &[Block] {
        self.extra(op).map_or(&[], |extra| &extra.successors)
    }

    /// Replaces the successors of a terminator.
    pub fn set_successors(&mut self, op: Op, successors: &[Block]) {
        self.extra_mut(op).successors = SmallVec::from_slice(successors);
    }

    /// Replaces the properties of an operation that no dialect declares.
    pub fn set_properties(&mut self, op: Op, properties: Option<Attr>) {
        self.extra_mut(op).properties = properties;
    }

    /// The operations below regions of this body, in pre-order; those of nested bodies are left out.
    #[must_use]
    pub fn ops_in(&self, regions: &[Region]) -> Vec<Op> {
        let mut found = Vec::new();
        for block in regions.iter().flat_map(|&region| self.blocks(region)) {
            for op in self.ops(block) {
                found.push(op);
                let inner = self.inline_regions(op);
                if !inner.is_empty() {
                    found.extend(self.ops_in(inner));
                }
            }
        }
        found
    }

    /// Walks the operations of this body and of all nested bodies in pre-order; `visit` gets them with their body.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Body, Op)) {
        for &region in &self.roots {
            self.walk_region(region, visit);
        }
    }

    /// Walks the operations below a region in pre-order.
    pub fn walk_region<'a>(&'a self, region: Region, visit: &mut dyn FnMut(&'a Body, Op)) {
        for block in self.blocks(region) {
            for op in self.ops(block) {
                visit(self, op);
                for inner in self.regions(op) {
                    inner.body.walk_region(inner.region, visit);
                }
            }
        }
    }
}

impl<'a> RegionRef<'a> {
    /// The entry block.
    #[must_use]
    pub fn entry_block(self) -> Option<Block> {
        self.body.entry_block(self.region)
    }

    /// The blocks, in order.
    #[must_use]
    pub fn blocks(self) -> super::Blocks<'a> {
        self.body.blocks(self.region)
    }
}
