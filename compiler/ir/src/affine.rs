//! Affine maps and integer sets: `(d0)[s0] -> (d0 + s0)` and `(d0) : (d0 >= 0)`.
//!
//! All expressions of a map share one flat pool in which operands come before their users, so that no operation on
//! an expression needs recursion, however long `d0 + d1 + …` is. [`ExprBuilder`] builds them in a canonical form
//! (constants folded and moved to the right, no `x + 0`, `x * 1` and the like), which is also the form in which
//! MLIR prints them.

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

/// A pool of expressions, operands before their users, each expression once, nothing that is not used.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Exprs {
    nodes: Box<[AffineExpr]>,
}

/// `(dims)[symbols] -> (results)`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// The pool of the results.
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
    /// The pool of the constraints.
    pub exprs: Exprs,
    /// Each expression is `== 0` if the flag is set, else `>= 0`.
    pub constraints: Box<[(ExprId, bool)]>,
}

impl Exprs {
    /// The expression with this id.
    pub fn get(&self, id: ExprId) -> AffineExpr {
        self.nodes[id.0 as usize]
    }
}

/// Facts about an expression under construction.
#[derive(Clone, Copy, Debug)]
struct Node {
    expr: AffineExpr,
    /// There is no dimension in it.
    symbolic: bool,
    /// A number that divides all its values.
    divisor: u64,
}

/// Builds expressions in canonical form.
///
/// Constants are folded and stand on the right, terms that change nothing are dropped, multiples of the same
/// expression are added up. Where folding would overflow, the expression stays as it is.
#[derive(Clone, Debug, Default)]
pub struct ExprBuilder {
    nodes: Vec<Node>,
    known: rustc_hash::FxHashMap<AffineExpr, ExprId>,
    /// The depth of simplification; it stops at [`MAX_DEPTH`], so that no expression overflows the stack.
    depth: u32,
}

/// Simplification looks this deep into an expression.
const MAX_DEPTH: u32 = 100;

impl ExprBuilder {
    /// The expression with this id.
    pub fn get(&self, id: ExprId) -> AffineExpr {
        self.nodes[id.0 as usize].expr
    }

    /// Whether an expression has no dimension in it.
    pub fn is_symbolic(&self, id: ExprId) -> bool {
        self.nodes[id.0 as usize].symbolic
    }

    fn divisor(&self, id: ExprId) -> u64 {
        self.nodes[id.0 as usize].divisor
    }

    fn as_const(&self, id: ExprId) -> Option<i64> {
        match self.get(id) {
            AffineExpr::Const(value) => Some(value),
            _ => None,
        }
    }

    fn as_binary(&self, id: ExprId, op: AffineOp) -> Option<(ExprId, ExprId)> {
        match self.get(id) {
            AffineExpr::Binary(o, a, b) if o == op => Some((a, b)),
            _ => None,
        }
    }

    /// Operands of a product or sum with a constant on the right.
    fn as_with_const(&self, id: ExprId, op: AffineOp) -> Option<(ExprId, i64)> {
        let (a, b) = self.as_binary(id, op)?;
        Some((a, self.as_const(b)?))
    }

    fn push(&mut self, expr: AffineExpr) -> ExprId {
        if let Some(&id) = self.known.get(&expr) {
            return id;
        }
        let (symbolic, divisor) = match expr {
            AffineExpr::Dim(_) => (false, 1),
            AffineExpr::Symbol(_) => (true, 1),
            AffineExpr::Const(value) => (true, value.unsigned_abs()),
            AffineExpr::Binary(op, a, b) => {
                let (da, db) = (self.divisor(a), self.divisor(b));
                let divisor = match op {
                    AffineOp::Add | AffineOp::Mod => gcd(da, db),
                    AffineOp::Mul => da.checked_mul(db).unwrap_or(1),
                    AffineOp::FloorDiv | AffineOp::CeilDiv => match self.as_const(b) {
                        Some(c) if c != 0 && da.is_multiple_of(c.unsigned_abs()) => da / c.unsigned_abs(),
                        _ => 1,
                    },
                };
                (self.is_symbolic(a) && self.is_symbolic(b), divisor)
            }
        };
        let id = ExprId(self.nodes.len() as u32);
        self.nodes.push(Node { expr, symbolic, divisor });
        self.known.insert(expr, id);
        id
    }

    /// Whether both are dimensions or both symbols, and `a` has the lower number.
    fn is_before(&self, a: ExprId, b: ExprId) -> bool {
        match (self.get(a), self.get(b)) {
            (AffineExpr::Dim(a), AffineExpr::Dim(b)) | (AffineExpr::Symbol(a), AffineExpr::Symbol(b)) => {
                a < b
            }
            _ => false,
        }
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

    /// `a op b`
    pub fn binary(&mut self, op: AffineOp, a: ExprId, b: ExprId) -> ExprId {
        if self.depth == MAX_DEPTH {
            return self.push(AffineExpr::Binary(op, a, b));
        }
        self.depth += 1;
        let result = match op {
            AffineOp::Add => self.simplified_sum(a, b),
            AffineOp::Mul => self.simplified_product(a, b),
            AffineOp::Mod => self.simplified_remainder(a, b),
            AffineOp::FloorDiv | AffineOp::CeilDiv => self.divide(op, a, b),
        };
        self.depth -= 1;
        result
    }

    /// `a + b`
    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        // Sums lean to the left: a + (x + y) is written, and so read, as (a + x) + y.
        let mut terms = Vec::new();
        let mut b = b;
        while let Some((x, y)) = self.as_binary(b, AffineOp::Add) {
            terms.push(y);
            b = x;
        }
        terms.push(b);
        terms.into_iter().rev().fold(a, |sum, term| self.binary(AffineOp::Add, sum, term))
    }

    /// `a * b`
    pub fn mul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(AffineOp::Mul, a, b)
    }

    /// `a mod b`
    pub fn modulo(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(AffineOp::Mod, a, b)
    }

    fn simplified_sum(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let plain = |s: &mut Self| s.push(AffineExpr::Binary(AffineOp::Add, a, b));
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return match x.checked_add(y) {
                Some(sum) => self.constant(sum),
                None => plain(self),
            };
        }
        if self.as_const(a).is_some() || self.is_symbolic(a) && !self.is_symbolic(b) || self.is_before(b, a) {
            return self.add(b, a);
        }
        let right = self.as_const(b);
        if right == Some(0) {
            return a;
        }
        let left = self.as_with_const(a, AffineOp::Add);
        if let (Some((x, c)), Some(d)) = (left, right) {
            return match c.checked_add(d) {
                Some(sum) => {
                    let sum = self.constant(sum);
                    self.add(x, sum)
                }
                None => plain(self),
            };
        }
        let (x, c) = self.as_with_const(a, AffineOp::Mul).unwrap_or((a, 1));
        let (y, d) = self.as_with_const(b, AffineOp::Mul).unwrap_or((b, 1));
        if let Some(sum) = c.checked_add(d).filter(|_| x == y) {
            let sum = self.constant(sum);
            return self.mul(x, sum);
        }
        if let Some((x, c)) = left {
            let sum = self.add(x, b);
            let c = self.constant(c);
            return self.add(sum, c);
        }
        // e - (e floordiv q) * q is e mod q
        if let Some((quotient, factor)) = self.as_with_const(b, AffineOp::Mul)
            && let Some((e, q)) = self.as_with_const(quotient, AffineOp::FloorDiv)
            && e == a
            && q > 0
            && factor == -q
        {
            let q = self.constant(q);
            return self.modulo(a, q);
        }
        plain(self)
    }

    /// `a - b`
    pub fn subtract(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let minus_one = self.constant(-1);
        let negative = self.mul(b, minus_one);
        self.add(a, negative)
    }

    fn simplified_product(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let plain = |s: &mut Self| s.push(AffineExpr::Binary(AffineOp::Mul, a, b));
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return match x.checked_mul(y) {
                Some(product) => self.constant(product),
                None => plain(self),
            };
        }
        if self.as_const(a).is_some() || self.is_symbolic(a) && !self.is_symbolic(b) || self.is_before(b, a) {
            return self.mul(b, a);
        }
        let right = self.as_const(b);
        match right {
            Some(0) => return b,
            Some(1) => return a,
            _ => {}
        }
        match (self.as_with_const(a, AffineOp::Mul), right) {
            (Some((x, c)), Some(d)) => match c.checked_mul(d) {
                Some(product) => {
                    let product = self.constant(product);
                    self.mul(x, product)
                }
                None => plain(self),
            },
            (Some((x, c)), None) => {
                let product = self.mul(x, b);
                let c = self.constant(c);
                self.mul(product, c)
            }
            _ => plain(self),
        }
    }

    fn simplified_remainder(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let Some(q) = self.as_const(b).filter(|&q| q >= 1) else {
            return self.push(AffineExpr::Binary(AffineOp::Mod, a, b));
        };
        if let Some(x) = self.as_const(a) {
            return self.constant(x.rem_euclid(q));
        }
        let divides = |s: &Self, e: ExprId| s.divisor(e).is_multiple_of(q.unsigned_abs());
        if divides(self, a) {
            return self.constant(0);
        }
        if let Some((x, y)) = self.as_binary(a, AffineOp::Add) {
            if divides(self, x) {
                return self.modulo(y, b);
            }
            if divides(self, y) {
                return self.modulo(x, b);
            }
        }
        if let Some((x, p)) = self.as_with_const(a, AffineOp::Mod)
            && p >= 1
            && p % q == 0
        {
            return self.modulo(x, b);
        }
        self.push(AffineExpr::Binary(AffineOp::Mod, a, b))
    }

    fn divide(&mut self, op: AffineOp, a: ExprId, b: ExprId) -> ExprId {
        let plain = AffineExpr::Binary(op, a, b);
        let Some(q) = self.as_const(b).filter(|&q| q != 0) else { return self.push(plain) };
        if q == 1 {
            return a;
        }
        if let Some(x) = self.as_const(a) {
            let down = if q == -1 { x.checked_neg() } else { Some(x.div_euclid(q)) };
            // Euclidean division rounds towards the side where the remainder is positive.
            let value = down.map(|d| match (op, x.checked_rem(q).unwrap_or(0) != 0, q < 0) {
                (_, false, _) => d,
                (AffineOp::FloorDiv, _, false) | (AffineOp::CeilDiv, _, true) => d,
                (AffineOp::FloorDiv, ..) => d - 1,
                _ => d + 1,
            });
            return match value {
                Some(value) => self.constant(value),
                None => self.push(plain),
            };
        }
        if let Some((x, c)) = self.as_with_const(a, AffineOp::Mul)
            && let (Some(0), Some(factor)) = (c.checked_rem(q), c.checked_div(q))
        {
            let factor = self.constant(factor);
            return self.mul(x, factor);
        }
        if op == AffineOp::FloorDiv
            && let Some((x, y)) = self.as_binary(a, AffineOp::Add)
            && [x, y].iter().any(|&e| self.divisor(e).is_multiple_of(q.unsigned_abs()))
        {
            let (x, y) = (self.binary(op, x, b), self.binary(op, y, b));
            return self.add(x, y);
        }
        self.push(plain)
    }

    /// The pool of what `roots` need, and the roots in it.
    pub fn finish(self, roots: &[ExprId]) -> (Exprs, Box<[ExprId]>) {
        let mut place: Vec<Option<ExprId>> = vec![None; self.nodes.len()];
        let mut nodes = Vec::new();
        let mut pending: Vec<ExprId> = roots.iter().rev().copied().collect();
        while let Some(&id) = pending.last() {
            if place[id.0 as usize].is_some() {
                pending.pop();
                continue;
            }
            let expr = match self.get(id) {
                AffineExpr::Binary(op, a, b) => match (place[a.0 as usize], place[b.0 as usize]) {
                    (Some(a), Some(b)) => AffineExpr::Binary(op, a, b),
                    _ => {
                        pending.extend([b, a]);
                        continue;
                    }
                },
                leaf => leaf,
            };
            place[id.0 as usize] = Some(ExprId(nodes.len() as u32));
            nodes.push(expr);
            pending.pop();
        }
        let roots = roots.iter().map(|r| place[r.0 as usize].unwrap_or(*r)).collect();
        (Exprs { nodes: nodes.into() }, roots)
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl AffineMap {
    /// `(d0, …, dn) -> (d0, …, dn)`
    pub fn identity(rank: u32) -> AffineMap {
        let mut builder = ExprBuilder::default();
        let results: Vec<ExprId> = (0..rank).map(|d| builder.dim(d)).collect();
        let (exprs, results) = builder.finish(&results);
        AffineMap { dims: rank, symbols: 0, exprs, results }
    }

    /// Whether this is the identity of its dimensions.
    pub fn is_identity(&self) -> bool {
        self.symbols == 0
            && self.results.len() == self.dims as usize
            && self.results.iter().zip(0..).all(|(&e, d)| self.exprs.get(e) == AffineExpr::Dim(d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(e: &ExprBuilder, id: ExprId, dims: &[i64]) -> i64 {
        match e.get(id) {
            AffineExpr::Dim(d) => dims[d as usize],
            AffineExpr::Symbol(_) => 7,
            AffineExpr::Const(c) => c,
            AffineExpr::Binary(op, a, b) => {
                let (a, b) = (eval(e, a, dims), eval(e, b, dims));
                match op {
                    AffineOp::Add => a + b,
                    AffineOp::Mul => a * b,
                    AffineOp::Mod => a.rem_euclid(b),
                    AffineOp::FloorDiv => (a as f64 / b as f64).floor() as i64,
                    AffineOp::CeilDiv => (a as f64 / b as f64).ceil() as i64,
                }
            }
        }
    }

    #[test]
    fn canonical_forms_keep_the_value() {
        let mut seed = 3u64;
        let mut next = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for _ in 0..2000 {
            let mut e = ExprBuilder::default();
            let mut pool: Vec<(ExprId, i64)> = vec![(e.dim(0), 13), (e.dim(1), -4), (e.symbol(0), 7)];
            for _ in 0..12 {
                let (a, x) = pool[next(pool.len() as u64) as usize];
                let c = next(6) as i64 + 1;
                let small = e.constant(c);
                let (b, y) = if next(2) == 0 { (small, c) } else { pool[next(pool.len() as u64) as usize] };
                let (id, value) = match next(5) {
                    0 => (e.add(a, b), x + y),
                    1 => (e.mul(a, small), x * c),
                    2 => (e.modulo(a, small), x.rem_euclid(c)),
                    3 => (e.binary(AffineOp::FloorDiv, a, small), x.div_euclid(c)),
                    _ => (e.binary(AffineOp::CeilDiv, a, small), -(-x).div_euclid(c)),
                };
                assert_eq!(eval(&e, id, &[13, -4]), value);
                if value.abs() < 1 << 20 {
                    pool.push((id, value));
                }
            }
        }
    }

    #[test]
    fn constants_divide_with_any_sign() {
        let mut e = ExprBuilder::default();
        for (x, q, floor, ceil) in
            [(7, 2, 3, 4), (-7, 2, -4, -3), (7, -2, -4, -3), (-7, -2, 3, 4), (6, -2, -3, -3)]
        {
            let (a, b) = (e.constant(x), e.constant(q));
            let (f, c) = (e.binary(AffineOp::FloorDiv, a, b), e.binary(AffineOp::CeilDiv, a, b));
            assert_eq!((e.as_const(f), e.as_const(c)), (Some(floor), Some(ceil)), "{x} / {q}");
        }
    }

    #[test]
    fn the_order_of_building_does_not_show() {
        let mut e = ExprBuilder::default();
        let (one, d) = (e.constant(1), e.dim(0));
        let a = e.add(one, d);
        let sum = e.add(a, one);
        let first = e.finish(&[sum]);
        let mut e = ExprBuilder::default();
        let (d, two) = (e.dim(0), e.constant(2));
        let sum = e.add(d, two);
        assert_eq!(first, e.finish(&[sum]));
    }
}
