//! Random programs that fail here and there: scalars, effects in order of chains, values that come later, calls, branches, loops
//! and tensor ops of shapes that do not fit.

use std::fmt::Write as _;

use crate::jit::chance::Chance;

type Typed = (String, &'static str);

const I32: &str = "i32";
const I1: &str = "i1";
const CHAIN: &str = "!tfrt.chain";
const TENSOR: &str = "!corert.tensorhandle";
const TYPES: [&str; 4] = [I32, I1, CHAIN, TENSOR];

struct Function {
    name: String,
    takes: Vec<&'static str>,
    gives: Vec<&'static str>,
}

pub(super) struct Writer {
    chance: Chance,
    text: String,
    functions: Vec<Function>,
}

impl Writer {
    /// A program with the public functions `main` and `other` of a chain, an integer, a flag and a tensor.
    pub(super) fn program(seed: u64) -> String {
        let mut writer = Writer { chance: Chance::new(seed), text: String::new(), functions: Vec::new() };
        // Numbers near each other begin alike.
        for _ in 0..8 {
            writer.chance.below(2);
        }
        for number in 0..1 + writer.chance.below(4) {
            let takes: Vec<&'static str> = (0..writer.chance.below(4)).map(|_| writer.ty()).collect();
            let gives = if writer.chance.below(3) == 0 && !takes.is_empty() {
                takes.clone()
            } else {
                writer.types(1, 3)
            };
            writer.function(format!("f{number}"), "private ", takes, gives);
        }
        for name in ["main", "other"] {
            let gives = writer.types(2, 4);
            writer.function(name.to_owned(), "", vec![CHAIN, I32, I1, TENSOR], gives);
        }
        writer.text
    }

    fn ty(&mut self) -> &'static str {
        TYPES[[0, 0, 0, 1, 2, 2, 3, 3][self.chance.below(8)]]
    }

    fn types(&mut self, least: usize, most: usize) -> Vec<&'static str> {
        let count = least + self.chance.below(most - least + 1);
        (0..count).map(|_| self.ty()).collect()
    }

    fn function(
        &mut self,
        name: String,
        visibility: &str,
        takes: Vec<&'static str>,
        gives: Vec<&'static str>,
    ) {
        let known: Vec<Typed> = takes.iter().map(|&ty| (self.chance.name(), ty)).collect();
        let arguments: Vec<String> = known.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let head =
            format!("func.func {visibility}@{name}({}) -> ({})", arguments.join(", "), gives.join(", "));
        let _ = writeln!(self.text, "{head} {{");
        self.body(known, &gives, 2, "  ", false);
        self.text.push_str("}\n");
        self.functions.push(Function { name, takes, gives });
    }

    fn body(
        &mut self,
        mut known: Vec<Typed>,
        gives: &[&'static str],
        depth: usize,
        indent: &str,
        is_loop: bool,
    ) {
        let _ = writeln!(self.text, "{indent}%start = tfrt.new.chain");
        let chains: Vec<&Typed> = known.iter().filter(|(_, ty)| *ty == CHAIN).collect();
        // Only of loops is an argument an error.
        let after = match self.chance.below(3) {
            0 if !chains.is_empty() && !is_loop => chains[self.chance.below(chains.len())].0.as_str(),
            _ => "%start",
        };
        let name = if self.chance.below(12) == 0 { "missing" } else { "cpu" };
        let _ = writeln!(self.text, "{indent}%cpu = corert.get_op_handler {after} \"{name}\"");
        for _ in 0..2 + self.chance.below(8) {
            let more = self.kernel(&known, depth, indent);
            known.extend(more);
        }
        let values: Vec<Typed> = gives.iter().map(|&ty| self.value(ty, &known, indent)).collect();
        let _ = writeln!(self.text, "{indent}tfrt.return {} : {}", names(&values), gives.join(", "));
    }

    /// A value of this type: one that is there, or a new one.
    fn value(&mut self, ty: &'static str, known: &[Typed], indent: &str) -> Typed {
        let fitting: Vec<&Typed> = known.iter().filter(|(_, of)| *of == ty).collect();
        if !fitting.is_empty() && self.chance.below(5) > 0 {
            return fitting[self.chance.below(fitting.len())].clone();
        }
        let name = self.chance.name();
        let definition = match ty {
            I32 => format!("tfrt.constant.i32 {}", [0, 1, -1, 3, 2_147_483_647][self.chance.below(5)]),
            I1 => format!("tfrt.constant.i1 {}", self.chance.below(2) == 0),
            CHAIN => "tfrt.new.chain".to_owned(),
            // Of any dtype; most are alike, so that most ops have operands that fit.
            _ if self.chance.below(3) == 0 => {
                const DTYPES: [(&str, &str); 11] = [
                    ("i32", "[1, -7]"),
                    ("i64", "[9223372036854775807, -1]"),
                    ("i32", "[2147483647, 0]"),
                    ("f64", "[1.0e300, -0.0]"),
                    ("f64", "[0x7FF0000000000000, 0.1]"),
                    ("f16", "[65504.0, 1.0e-7]"),
                    ("bf16", "[3.0, -1.0]"),
                    ("i1", "[true, false]"),
                    ("ui8", "[255, 3]"),
                    ("f32", "[0x7FC00000, 1.0]"),
                    ("f32", "[0xFF800000, 1.0e-45]"),
                ];
                let (dtype, elements) = DTYPES[self.chance.below(DTYPES.len())];
                format!("corert.const_dense_tensor dense<{elements}> : tensor<2x{dtype}>")
            }
            _ => {
                let elements =
                    ["[1.0, 2.0]", "[3.0]", "[1.0, -1.0, 0.5]", "[0.0, 4.0]"][self.chance.below(4)];
                let count = elements.split(',').count();
                match self.chance.below(2) {
                    0 => format!("corert.const_dense_tensor dense<{elements}> : tensor<{count}xf32>"),
                    _ => format!(
                        "corert.executeop(%cpu) \"tf.Const\"() {{dtype = f32, value = dense<{elements}> : tensor<{count}xf32>}} : 1"
                    ),
                }
            }
        };
        let _ = writeln!(self.text, "{indent}{name} = {definition}");
        (name, ty)
    }

    fn values(&mut self, types: &[&'static str], known: &[Typed], indent: &str) -> Vec<Typed> {
        types.iter().map(|&ty| self.value(ty, known, indent)).collect()
    }

    /// Operands that are all different, as regions want them.
    fn different(&mut self, known: &[Typed], indent: &str) -> Vec<Typed> {
        let mut values: Vec<Typed> = Vec::new();
        for ty in self.types(1, 3) {
            let value = self.value(ty, known, indent);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    fn results(&mut self, types: &[&'static str]) -> (String, Vec<Typed>) {
        let name = self.chance.name();
        match types {
            [one] => (format!("{name} = "), vec![(name, *one)]),
            [] => (String::new(), Vec::new()),
            many => {
                let each = many.iter().enumerate().map(|(i, &ty)| (format!("{name}#{i}"), ty)).collect();
                (format!("{name}:{} = ", many.len()), each)
            }
        }
    }

    fn kernel(&mut self, known: &[Typed], depth: usize, indent: &str) -> Vec<Typed> {
        // Each: a kernel's name, its operands, its results.
        const SIMPLE: &[(&str, &[&str], &[&str])] = &[
            ("tfrt.add.i32", &[I32, I32], &[I32]),
            ("tfrt.minus.i32", &[I32, I32], &[I32]),
            ("tfrt.mul.i32", &[I32, I32], &[I32]),
            ("tfrt.div.i32", &[I32, I32], &[I32, I32]),
            ("tfrt.equal.i32", &[I32, I32], &[I1]),
            ("tfrt.lessequal.i32", &[I32, I32], &[I1]),
            ("tfrt.and.i1", &[I1, I1], &[I1]),
            ("tfrt_test.async_add.i32", &[I32, I32], &[I32]),
            ("tfrt_test.async_copy.i32", &[I32], &[I32]),
            ("tfrt_test.fail", &[], &[I32]),
            ("tfrt.print.i32", &[I32, CHAIN], &[CHAIN]),
            ("tfrt.print.i32", &[I32, CHAIN], &[CHAIN]),
            ("tfrt.merge.chains", &[CHAIN, CHAIN], &[CHAIN]),
            ("tfrt.merge.chains", &[CHAIN, I32, CHAIN], &[CHAIN]),
            ("tfrt.merge.chains", &[CHAIN, TENSOR], &[CHAIN]),
            ("corert.print_tensorhandle", &[TENSOR, CHAIN], &[CHAIN]),
            ("tfrt_test.identity", &[CHAIN, I32], &[I32]),
            ("tfrt.alias.value", &[CHAIN, I32], &[I32]),
        ];
        const OPS: &[(&str, usize)] = &[
            ("tf.AddV2", 2),
            ("tf.Mul", 2),
            ("tf.Sub", 2),
            ("tf.Maximum", 2),
            ("tf.Neg", 1),
            ("tf.Relu", 1),
            ("tf.Exp", 1),
            ("tf.MatMul", 2),
            ("tf.BiasAdd", 2),
            ("tf.Softmax", 1),
            ("tf.Identity", 1),
            ("tf.IdentityN", 2),
            ("tf.StopGradient", 1),
            ("tf.ZerosLike", 1),
            ("tf.Shape", 1),
            ("tf.RealDiv", 2),
            ("tf.FloorDiv", 2),
            ("tf.Less", 2),
            ("tf.Equal", 2),
            ("tf.Select", 3),
            ("tf.LogicalAnd", 2),
            ("tf.BitwiseAnd", 2),
            ("tf.Abs", 1),
            ("tf.Tanh", 1),
            ("tf.Sqrt", 1),
            ("tf.Floor", 1),
            ("tf.Square", 1),
            ("tf.Pow", 2),
            ("tf.Cast {DstT = f32}", 1),
            ("tf.Cast {DstT = i32}", 1),
            ("tf.Cast {DstT = f64}", 1),
            ("tf.Cast {DstT = i1}", 1),
            ("tf.Cast {DstT = f16}", 1),
        ];
        let choice = self.chance.below(if depth == 0 || self.text.len() > 12_000 { 20 } else { 30 });
        match choice {
            0..=13 => {
                let (kernel, takes, gives) = SIMPLE[self.chance.below(SIMPLE.len())];
                let operands = self.values(takes, known, indent);
                let (left, results) = self.results(gives);
                let _ = writeln!(
                    self.text,
                    "{indent}{left}\"{kernel}\"({}) : ({}) -> ({})",
                    names(&operands),
                    takes.join(", "),
                    gives.join(", ")
                );
                results
            }
            14..=19 => {
                let (op, count) = OPS[self.chance.below(OPS.len())];
                let operands = self.values(&vec![TENSOR; count], known, indent);
                let (op, attrs) = op.split_once(' ').unwrap_or((op, ""));
                let gives = if op == "tf.IdentityN" { count } else { 1 };
                let (left, results) = self.results(&vec![TENSOR; gives]);
                let _ = writeln!(
                    self.text,
                    "{indent}{left}corert.executeop(%cpu) \"{op}\"({}) {attrs} : {gives}",
                    names(&operands)
                );
                results
            }
            20 | 21 => {
                let (condition, _) = self.value(I1, known, indent);
                let passed = self.different(known, indent);
                let gives = self.types(1, 2);
                let (left, results) = self.results(&gives);
                let _ = writeln!(
                    self.text,
                    "{indent}{left}tfrt.if {condition}, {} : ({}) -> ({}) {{",
                    names(&passed),
                    types(&passed),
                    gives.join(", ")
                );
                let more = format!("{indent}  ");
                self.body(passed.clone(), &gives, depth - 1, &more, false);
                let _ = writeln!(self.text, "{indent}}} else {{");
                self.body(passed, &gives, depth - 1, &more, false);
                let _ = writeln!(self.text, "{indent}}}");
                results
            }
            22 => {
                let (count, times) = (self.chance.name(), [0, 1, 2, 5, -1][self.chance.below(5)]);
                let _ = writeln!(self.text, "{indent}{count} = tfrt.constant.i32 {times}");
                let carried = self.different(known, indent);
                let gives: Vec<&'static str> = carried.iter().map(|(_, ty)| *ty).collect();
                let (left, results) = self.results(&gives);
                let _ = writeln!(
                    self.text,
                    "{indent}{left}tfrt.repeat.i32 {count}, {} : {} {{",
                    names(&carried),
                    types(&carried)
                );
                self.body(carried, &gives, depth - 1, &format!("{indent}  "), true);
                let _ = writeln!(self.text, "{indent}}}");
                results
            }
            23 => {
                let passed = self.different(known, indent);
                let gives = self.types(1, 2);
                let (left, results) = self.results(&gives);
                let _ = writeln!(
                    self.text,
                    "{indent}{left}tfrt_test.do.async {} : ({}) -> ({}) {{",
                    names(&passed),
                    types(&passed),
                    gives.join(", ")
                );
                self.body(passed, &gives, depth - 1, &format!("{indent}  "), false);
                let _ = writeln!(self.text, "{indent}}}");
                results
            }
            _ => self.call(choice, known, indent),
        }
    }

    fn call(&mut self, choice: usize, known: &[Typed], indent: &str) -> Vec<Typed> {
        if self.functions.is_empty() {
            return Vec::new();
        }
        let at = self.chance.below(self.functions.len());
        let Function { name, takes, gives } = &self.functions[at];
        let (name, takes, gives) = (name.clone(), takes.clone(), gives.clone());
        let alike = self.functions.iter().filter(|other| other.takes == takes && other.gives == gives);
        let alike: Vec<String> = alike.map(|other| other.name.clone()).collect();
        let second = alike[self.chance.below(alike.len())].clone();
        let operands = self.values(&takes, known, indent);
        let selector = self.values(&[I1, I32], known, indent);
        let (left, results) = self.results(&gives);
        let signature = format!("({}) -> ({})", takes.join(", "), gives.join(", "));
        let passed = names(&operands);
        let what = match choice {
            24 => format!("tfrt.cond {} @{name} @{second}({passed})", selector[0].0),
            25 => format!("tfrt.case {} [@{name}, @{second}]({passed})", selector[1].0),
            _ => format!("tfrt.call @{name}({passed})"),
        };
        let _ = writeln!(self.text, "{indent}{left}{what} : {signature}");
        results
    }
}

fn names(values: &[Typed]) -> String {
    values.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}

fn types(values: &[Typed]) -> String {
    values.iter().map(|(_, ty)| *ty).collect::<Vec<_>>().join(", ")
}
