//! Custom calls by the name of their target, and the operations of `check`, which programs that test themselves contain.
//!
//! The targets are those that JAX emits for CPUs, and those of StableHLO's own tools. LAPACK's routines become `hlo.lapack_*`; layouts and
//! aliases, which say where a matrix is stored, have no meaning for tensors. A target without a row here is a function of the host
//! ([`foreign_calls`](super::foreign_calls)) if its options have types, and is refused with its name if not.

use tfrt_convert::graph::OpAttrs;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Attr, Loc};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{FloatKind, TypeKind};

use super::attributes::attr;
use super::foreign_calls;
use super::function::{Handles, Writer};

/// The derivation of a call's results from those of its op.
#[derive(Clone, Copy)]
enum Source {
    /// The op's result of this number.
    Result(usize),
    /// The call's operand of this number, which LAPACK overwrites with numbers of no meaning.
    Operand(usize),
    /// Real and imaginary parts of the op's result, as two results if the matrix is real, else as one.
    Eigenvalues(usize),
    /// Zeros.
    Zero,
}

/// A routine of LAPACK: its name, its number of operands, the number of the op's results, and those of the call.
struct Routine {
    name: &'static str,
    operands: usize,
    results: usize,
    sources: &'static [Source],
}

const ROUTINES: &[Routine] = {
    use Source::{Eigenvalues, Operand, Result, Zero};
    const fn routine(
        name: &'static str,
        operands: usize,
        results: usize,
        sources: &'static [Source],
    ) -> Routine {
        Routine { name, operands, results, sources }
    }
    &[
        routine("potrf", 1, 2, &[Result(0), Result(1)]),
        routine("getrf", 1, 3, &[Result(0), Result(1), Result(2)]),
        routine("geqrf", 1, 2, &[Result(0), Result(1)]),
        routine("geqp3", 2, 3, &[Result(0), Result(1), Result(2)]),
        routine("orgqr", 2, 1, &[Result(0)]),
        routine("syevd", 1, 3, &[Result(0), Result(1), Result(2)]),
        routine("gesdd", 1, 4, &[Operand(0), Result(0), Result(1), Result(2), Result(3)]),
        routine("geev", 1, 4, &[Eigenvalues(0), Result(1), Result(2), Result(3)]),
        routine("gees", 1, 4, &[Result(0), Result(1), Eigenvalues(2), Zero, Result(3)]),
        routine("gehrd", 1, 3, &[Result(0), Result(1), Result(2)]),
        routine("sytrd", 1, 5, &[Result(0), Result(1), Result(2), Result(3), Result(4)]),
        routine("gtsv", 4, 5, &[Result(0), Result(1), Result(2), Result(3), Result(4)]),
        routine("trsm", 2, 1, &[Result(0)]),
    ]
};

/// The routine that a target names: `lapack_` and a letter for the dtype before it, `_ffi` behind.
fn routine(target: &str) -> Option<(FloatKind, bool, &'static Routine)> {
    let name = target.strip_prefix("lapack_")?.strip_suffix("_ffi")?;
    let (letter, name) = name.split_at_checked(1)?;
    let (kind, is_complex) = match letter {
        "s" => (FloatKind::F32, false),
        "d" => (FloatKind::F64, false),
        "c" => (FloatKind::F32, true),
        "z" => (FloatKind::F64, true),
        _ => return None,
    };
    // Complex matrices have routines of other names for the same.
    let name = match (name, is_complex) {
        ("ungqr", true) => "orgqr",
        ("heevd", true) => "syevd",
        ("hetrd", true) => "sytrd",
        ("orgqr" | "syevd" | "sytrd", true) => return None,
        ("gesvd", _) => "gesdd",
        (name, _) => name,
    };
    Some((kind, is_complex, ROUTINES.iter().find(|routine| routine.name == name)?))
}

impl Writer<'_, '_> {
    /// Calls the target of an operation.
    pub(super) fn custom_call(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let ctx = self.ctx;
        let target = attr(op, "call_target_name").and_then(|attr| ctx.attr_as_str(attr)).unwrap_or_default();
        if let Some((kind, is_complex, routine)) = routine(target) {
            return self.lapack(op, kind, is_complex, routine);
        }
        match target {
            // Statements about placement, and about the order of elements in memory: the value itself.
            "Sharding"
            | "SPMDFullToShardShape"
            | "SPMDShardToFullShape"
            | "LayoutConstraint"
            | "annotate_device_placement" => {
                if op.num_operands() != 1 || op.num_results() != 1 {
                    return Err(self
                        .module
                        .refuse(op, format!("'{target}' takes one operand and gives one result")));
                }
                let handles = self.handles(op, op.operand(0))?;
                self.set(op, 0, handles);
                Ok(())
            }
            // Memory whose elements nothing says.
            "AllocateBuffer" | "CreateBuffer" => {
                let zero = self.zero(op, 0)?;
                self.set(op, 0, Handles::from_slice(&[zero]));
                Ok(())
            }
            "shape_assertion" => self.shape_assertion(op),
            "ApproxTopK" => self.approximate_top(op),
            "check.eq" => {
                let operands = self.operands(op)?;
                let results = self.run("hlo.identical", &operands, 1, OpAttrs::new(), op.loc());
                self.set_results(op, results);
                Ok(())
            }
            "check.expect_eq" | "check.expect_almost_eq" | "check.expect_close" => self.check_of(op, target),
            _ => match target.strip_prefix("mhlo.").or_else(|| target.strip_prefix("chlo.")) {
                Some(name) if self.known(op, name, &["mhlo.attributes"])? => Ok(()),
                _ if foreign_calls::is_typed(op) => self.foreign_call(op, target),
                _ => Err(self.module.refuse(op, format!("no custom call is called '{target}' here"))),
            },
        }
    }

    /// An operation of `check`.
    pub(super) fn check(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        self.check_of(op, op.name_str())
    }

    fn check_of(&mut self, op: OpRef<'_>, name: &str) -> Result<(), Failed> {
        let ctx = self.ctx;
        let mut operands = self.operands(op)?;
        let (base, is_constant) = match name.strip_suffix("_const") {
            Some(base) => (base, true),
            None => (name, false),
        };
        if is_constant {
            let Some(value) = attr(op, "value") else {
                return Err(self.module.refuse(op, "it has no value"));
            };
            operands.push(self.constant(value, op.loc()));
        }
        if operands.len() != 2 {
            return Err(self.module.refuse(op, "it compares two values"));
        }
        let mut attrs = OpAttrs::new();
        let row = match base {
            "check.expect_eq" => "hlo.expect_equal",
            "check.expect_almost_eq" => {
                if let Some(AttrKind::Float { bits, .. }) =
                    attr(op, "tolerance").map(|attr| ctx.attr_kind(attr))
                {
                    attrs.add("tolerance", ctx.f32_attr(f64::from_bits(bits.get() as u64) as f32));
                }
                "hlo.expect_almost_equal"
            }
            "check.expect_close" => {
                for (name, default) in [("min_ulp_difference", 0), ("max_ulp_difference", 3)] {
                    let limit = attr(op, name).and_then(|attr| ctx.attr_as_i64(attr)).unwrap_or(default);
                    // Without a sign, the number may be larger than any that has one.
                    attrs.add(name, ctx.i64_attr(if limit < 0 { i64::MAX } else { limit }));
                }
                "hlo.expect_close"
            }
            _ => return Err(self.module.refuse(op, "there is no op for it")),
        };
        self.effect(row, &operands, attrs, op.loc());
        Ok(())
    }

    /// Runs an op without results, behind those before it.
    fn effect(&mut self, row: &str, operands: &[Value], attrs: OpAttrs, loc: Loc) {
        self.run(row, operands, 0, attrs, loc);
    }

    /// Fails with a message of the program unless a condition on sizes holds.
    fn shape_assertion(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let ctx = self.ctx;
        let operands = self.operands(op)?;
        if operands.is_empty() || op.num_results() != 0 {
            return Err(self.module.refuse(op, "it takes a condition and gives nothing"));
        }
        let mut attrs = OpAttrs::new();
        let message = attr(op, "error_message").filter(|&attr| ctx.attr_as_str(attr).is_some());
        attrs.add("message", message.unwrap_or_else(|| ctx.string_attr("a shape is not what it should be")));
        attrs.add("N", ctx.i64_attr(operands.len() as i64 - 1));
        self.effect("hlo.shape_assertion", &operands, attrs, op.loc());
        Ok(())
    }

    /// Zeros of a result's type.
    pub(super) fn zero(&mut self, op: OpRef<'_>, i: usize) -> Result<Value, Failed> {
        let (elem, _) = self.result(op, i)?;
        let dims = self.shape(op, i)?;
        let zero = self.number(elem, 0.0, op.loc());
        Ok(self.broadcast(zero, &dims, &[], op.loc()))
    }

    /// The largest elements by a comparison, exactly.
    fn approximate_top(&mut self, op: OpRef<'_>) -> Result<(), Failed> {
        let ctx = self.ctx;
        let n = op.num_results();
        let configuration = Configuration::of(op);
        let dimension = configuration.number("reduction_dim");
        let callee = attr(op, "called_computations")
            .and_then(|attr| ctx.array_elems(attr))
            .and_then(|callees| ctx.flat_symbol(*callees.first()?))
            .and_then(|name| self.module.callee(name));
        let (Some(dimension), Some((source, block))) = (dimension, callee) else {
            return Err(self.module.refuse(op, "it names no dimension or no comparison"));
        };
        if n == 0 || op.num_operands() != 2 * n {
            return Err(self.module.refuse(op, "it has another number of operands"));
        }
        let (body, captured) = self.scalar_body(op, source, block)?;
        let mut operands: Vec<Value> = self.operands(op)?[..n].to_vec();
        let mut attrs = OpAttrs::new();
        attrs.add("dimension", ctx.i64_attr(dimension));
        attrs.add("body", body);
        attrs.add("C", ctx.i64_attr(captured.len() as i64));
        attrs.add("N", ctx.i64_attr(n as i64));
        operands.extend(captured);
        let sorted = self.run("hlo.sort", &operands, n, attrs, op.loc());
        for (i, sorted) in sorted.into_iter().enumerate() {
            let dims = self.shape(op, i)?;
            let mut attrs = OpAttrs::new();
            attrs.add("start_indices", self.integers(&vec![0; dims.len()]));
            attrs.add("limit_indices", self.integers(&dims));
            attrs.add("strides", self.integers(&vec![1; dims.len()]));
            let first = self.run("hlo.slice", &[sorted], 1, attrs, op.loc());
            self.set(op, i, first);
        }
        Ok(())
    }

    fn lapack(
        &mut self,
        op: OpRef<'_>,
        kind: FloatKind,
        is_complex: bool,
        routine: &Routine,
    ) -> Result<(), Failed> {
        let (ctx, loc) = (self.ctx, op.loc());
        let operands = self.operands(op)?;
        let sources: Vec<[Source; 2]> = routine
            .sources
            .iter()
            .flat_map(|&source| match source {
                Source::Eigenvalues(_) if !is_complex => {
                    vec![[source, Source::Result(0)], [source, Source::Result(1)]]
                }
                source => vec![[source, source]],
            })
            .collect();
        if operands.len() != routine.operands || op.num_results() != sources.len() {
            let (takes, gives) = (routine.operands, sources.len());
            return Err(self.module.refuse(
                op,
                format!(
                    "the routine takes {takes} and gives {gives} tensors, but the call has {} and {}",
                    operands.len(),
                    op.num_results()
                ),
            ));
        }
        let matrix = op.operand(if routine.name == "gtsv" { 3 } else { 0 });
        let elem = self.elem(op.value_type(matrix)).map(|elem| match ctx.type_kind(elem) {
            TypeKind::Complex(part) => (true, ctx.type_kind(*part)),
            other => (false, other),
        });
        if !matches!(elem, Some((complex, TypeKind::Float(float))) if complex == is_complex && *float == kind)
        {
            return Err(self.module.refuse(op, "its matrices have another element type than the routine's"));
        }
        let mut attrs = OpAttrs::new();
        let Some(row) = self.lapack_attrs(op, routine, &mut attrs) else {
            return Err(self
                .module
                .refuse(op, "an option of the routine is missing or has an unknown value"));
        };
        let results = self.run(row, &operands, routine.results, attrs, loc);
        for (i, [source, part]) in sources.into_iter().enumerate() {
            let value = match (source, part) {
                (Source::Result(j), _) => results[j],
                (Source::Operand(j), _) => operands[j],
                (Source::Eigenvalues(j), Source::Result(part)) => {
                    self.apply(["hlo.real", "hlo.imag"][part], &[results[j]], loc)
                }
                (Source::Eigenvalues(j), _) => results[j],
                (Source::Zero, _) => self.zero(op, i)?,
            };
            self.set(op, i, Handles::from_slice(&[value]));
        }
        Ok(())
    }

    /// The op of a routine, with its attributes from the letters of the call.
    fn lapack_attrs(&self, op: OpRef<'_>, routine: &Routine, attrs: &mut OpAttrs) -> Option<&'static str> {
        let ctx = self.ctx;
        let configuration = Configuration::of(op);
        // Whether a letter is the first one of these two.
        let is = |name: &str, letters: [u8; 2]| {
            let letter = configuration.number(name)?;
            letters.iter().position(|&known| i64::from(known) == letter).map(|place| place == 0)
        };
        let flag = |value: bool| ctx.bool_attr(value);
        Some(match routine.name {
            "potrf" | "sytrd" => {
                attrs.add("lower", flag(is("uplo", *b"LU")?));
                if routine.name == "potrf" { "hlo.lapack_potrf" } else { "hlo.lapack_sytrd" }
            }
            "getrf" => "hlo.lapack_getrf",
            "geqrf" => "hlo.lapack_geqrf",
            "geqp3" => "hlo.lapack_geqp3",
            "orgqr" => "hlo.lapack_orgqr",
            "gtsv" => "hlo.lapack_gtsv",
            "syevd" => {
                attrs.add("lower", flag(is("uplo", *b"LU")?));
                attrs.add("compute_v", flag(is("mode", *b"VN")?));
                "hlo.lapack_syevd"
            }
            "gesdd" => {
                let mode = u8::try_from(configuration.number("mode")?).ok()?;
                if !b"ASN".contains(&mode) {
                    return None;
                }
                attrs.add("full_matrices", flag(mode != b'S'));
                attrs.add("compute_uv", flag(mode != b'N'));
                "hlo.lapack_gesdd"
            }
            "geev" => {
                for name in ["compute_left", "compute_right"] {
                    attrs.add(name, flag(is(name, *b"VN")?));
                }
                "hlo.lapack_geev"
            }
            "gees" => {
                attrs.add("compute_v", flag(is("mode", *b"VN")?));
                // Eigenvalues in an order that the caller chooses need a function of the caller.
                is("sort", *b"NS").filter(|&is_unsorted| is_unsorted)?;
                "hlo.lapack_gees"
            }
            "gehrd" => {
                for name in ["low", "high"] {
                    attrs.add(name, ctx.i64_attr(configuration.number(name)?));
                }
                "hlo.lapack_gehrd"
            }
            "trsm" => {
                attrs.add("left_side", flag(is("side", *b"LR")?));
                attrs.add("lower", flag(is("uplo", *b"LU")?));
                attrs.add("unit_diagonal", flag(is("diag", *b"UN")?));
                let kind = match u8::try_from(configuration.number("trans_x")?).ok()? {
                    b'N' => "NO_TRANSPOSE",
                    b'T' => "TRANSPOSE",
                    b'C' => "ADJOINT",
                    _ => return None,
                };
                attrs.add("transpose_a", ctx.string_attr(kind));
                "hlo.triangular_solve"
            }
            _ => return None,
        })
    }
}

/// The options of a call: the dictionary of its attribute `backend_config`, which JAX also writes with a prefix.
pub(super) struct Configuration<'c> {
    op: OpRef<'c>,
    dictionaries: Vec<Attr>,
}

impl<'c> Configuration<'c> {
    fn of(op: OpRef<'c>) -> Configuration<'c> {
        Configuration::among(op, &["mhlo.backend_config", "backend_config"])
    }

    /// The options in these attributes.
    pub(super) fn among(op: OpRef<'c>, names: &[&str]) -> Configuration<'c> {
        Configuration { op, dictionaries: names.iter().filter_map(|name| attr(op, name)).collect() }
    }

    /// An option.
    pub(super) fn get(&self, name: &str) -> Option<Attr> {
        let ctx = self.op.ctx;
        self.dictionaries.iter().find_map(|&dictionary| ctx.dict_get(dictionary, ctx.ident(name)))
    }

    /// An option that is a number, or the code of a letter.
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        self.op.ctx.attr_as_i64(self.get(name)?)
    }
}
