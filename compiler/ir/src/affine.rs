//! Affine maps and integer sets: `(d0)[s0] -> (d0 + s0)` and `(d0) : (d0 >= 0)`.
//!
//! All expressions of a map share one flat pool in which operands come before their users, so that no operation
//! on an expression needs recursion, however long `d0 + d0 + …` is. [`Exprs`] builds them in a canonical form
//! (constants folded and moved to the right, `x + 0`, `x * 1` and the like gone), so equal maps compare equal when
//! they were built in the same order, and print as MLIR prints them.

/// An expression of an [`Exprs`] pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExprId(u32);

/// One node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineExpr {
    /// `d0`
    Dim(u32),
    /// `s0`
    Symbol(u32),
    /// A number.
    Const(i64),
    /// Two operands.
    Binary(AffineOp, ExprId, ExprId),
}

/// The operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum AffineOp {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

/// A pool of expressions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Exprs {
    nodes: Vec<(AffineExpr, bool)>,
}

/// `(dims)[symbols] -> (results)`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Where the results live.
    pub exprs: Exprs,
    /// Results.
    pub results: Box<[ExprId]>,
}

/// `(dims)[symbols] : (constraints)`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Where the constraints live.
    pub exprs: Exprs,
    /// Each expression is `== 0` if the flag is set, else `>= 0`.
    pub constraints: Box<[(ExprId, bool)]>,
}

impl Exprs {
    /// What an expression is.
    pub fn get(&self, id: ExprId) -> AffineExpr {
        self.nodes[id.0 as usize].0
    }

    /// Whether an expression has no dimension in it.
    pub fn is_symbolic(&self, id: ExprId) -> bool {
        self.nodes[id.0 as usize].1
    }

    fn push(&mut self, expr: AffineExpr) -> ExprId {
        let symbolic = match expr {
            AffineExpr::Dim(_) => false,
            AffineExpr::Symbol(_) | AffineExpr::Const(_) => true,
            AffineExpr::Binary(_, a, b) => self.is_symbolic(a) && self.is_symbolic(b),
        };
        self.nodes.push((expr, symbolic));
        ExprId(self.nodes.len() as u32 - 1)
    }

    /// `d{index}`
    pub fn dim(&mut self, index: u32) -> ExprId {
        self.push(AffineExpr::Dim(index))
    }

    /// `s{index}`
    pub fn symbol(&mut self, index: u32) -> ExprId {
        self.push(AffineExpr::Symbol(index))
    }

    /// A number.
    pub fn constant(&mut self, value: i64) -> ExprId {
        self.push(AffineExpr::Const(value))
    }
}

impl AffineMap {
    /// `(d0, …, dn) -> (d0, …, dn)`
    pub fn identity(rank: u32) -> AffineMap {
        let mut exprs = Exprs::default();
        let results = (0..rank).map(|d| exprs.dim(d)).collect();
        AffineMap { dims: rank, symbols: 0, exprs, results }
    }

    /// Whether this is the identity of its dimensions.
    pub fn is_identity(&self) -> bool {
        self.symbols == 0
            && self.results.len() == self.dims as usize
            && self.results.iter().zip(0..).all(|(&e, d)| self.exprs.get(e) == AffineExpr::Dim(d))
    }
}
