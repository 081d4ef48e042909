//! Printer of affine maps and integer sets.
//!
//! Sums and products are printed from a work list, not by recursion: they may be of any length.

use super::print::AttrPrinter;
use crate::affine::{AffineExpr, AffineMap, AffineOp, ExprId, Exprs, IntegerSet};

impl AttrPrinter<'_> {
    /// Prints `(d0)[s0] -> (d0 + s0)`.
    pub fn print_affine_map(&mut self, map: &AffineMap) {
        self.print_affine_names(map.dims, map.symbols);
        self.out.push_str(" -> (");
        self.separated(&map.results, |p, &e| p.print_affine_expr(&map.exprs, e));
        self.out.push(')');
    }

    /// Prints `(d0)[s0] : (d0 >= 0)`.
    pub fn print_integer_set(&mut self, set: &IntegerSet) {
        self.print_affine_names(set.dims, set.symbols);
        self.out.push_str(" : (");
        self.separated(&set.constraints, |p, &(e, equal)| {
            p.print_affine_expr(&set.exprs, e);
            p.out.push_str(if equal { " == 0" } else { " >= 0" });
        });
        self.out.push(')');
    }

    fn print_affine_names(&mut self, dims: u32, symbols: u32) {
        let mut list = |mark: char, count: u32, brackets: [char; 2]| {
            self.out.push(brackets[0]);
            self.separated(0..count, |p, i| {
                p.out.push(mark);
                p.number(i);
            });
            self.out.push(brackets[1]);
        };
        list('d', dims, ['(', ')']);
        if symbols > 0 {
            list('s', symbols, ['[', ']']);
        }
    }

    fn print_affine_expr(&mut self, exprs: &Exprs, root: ExprId) {
        enum Work {
            Expr(ExprId, bool),
            Text(&'static str),
            Number(i64),
            /// The magnitude of a negative number.
            Magnitude(i64),
        }
        use Work::{Expr, Magnitude, Number, Text};
        let constant = |e: ExprId| match exprs.get(e) {
            AffineExpr::Const(c) => Some(c),
            _ => None,
        };
        // The smallest number has no magnitude that reads back.
        let subtracts = |c: i64| c < 0 && c != i64::MIN;
        let mut work = vec![Expr(root, false)];
        while let Some(item) = work.pop() {
            let (id, tight) = match item {
                Expr(id, tight) => (id, tight),
                Text(text) => {
                    self.out.push_str(text);
                    continue;
                }
                Number(value) => {
                    self.number(value);
                    continue;
                }
                Magnitude(value) => {
                    self.number(value.unsigned_abs());
                    continue;
                }
            };
            let (op, a, b) = match exprs.get(id) {
                AffineExpr::Dim(i) => {
                    self.out.push('d');
                    self.number(i);
                    continue;
                }
                AffineExpr::Symbol(i) => {
                    self.out.push('s');
                    self.number(i);
                    continue;
                }
                AffineExpr::Const(c) => {
                    work.push(Number(c));
                    continue;
                }
                AffineExpr::Binary(op, a, b) => (op, a, b),
            };
            if op == AffineOp::Mul && constant(b) == Some(-1) {
                work.extend([Expr(a, true), Text("-")]);
                continue;
            }
            let negated_product = match exprs.get(b) {
                AffineExpr::Binary(AffineOp::Mul, x, c) if op == AffineOp::Add => {
                    constant(c).filter(|&c| subtracts(c)).map(|c| (x, c))
                }
                _ => None,
            };
            let mut parts: Vec<Work> = match (op, negated_product, constant(b)) {
                (AffineOp::Add, Some((x, -1)), _) => {
                    let is_sum = matches!(exprs.get(x), AffineExpr::Binary(AffineOp::Add, ..));
                    vec![Expr(a, false), Text(" - "), Expr(x, is_sum)]
                }
                (AffineOp::Add, Some((x, c)), _) => {
                    vec![Expr(a, false), Text(" - "), Expr(x, true), Text(" * "), Magnitude(c)]
                }
                (AffineOp::Add, None, Some(c)) if subtracts(c) => {
                    vec![Expr(a, false), Text(" - "), Magnitude(c)]
                }
                (AffineOp::Add, ..) => vec![Expr(a, false), Text(" + "), Expr(b, false)],
                _ => {
                    let name = match op {
                        AffineOp::Mul => " * ",
                        AffineOp::FloorDiv => " floordiv ",
                        AffineOp::CeilDiv => " ceildiv ",
                        _ => " mod ",
                    };
                    vec![Expr(a, true), Text(name), Expr(b, true)]
                }
            };
            if tight {
                parts.insert(0, Text("("));
                parts.push(Text(")"));
            }
            work.extend(parts.into_iter().rev());
        }
    }
}
