//! Random programs: every pure kernel of scalars, values that come later, kernels that fail, calls, branches and loops.

use std::fmt::Write as _;
use std::sync::OnceLock;

use tfrt_executor::kernel::{KernelFlags, OperandSpec};

use super::chance::Chance;
use super::kernels::scalar_kernels;

/// Writes random programs.
pub(super) struct Writer {
    chance: Chance,
    text: String,
    /// Names and argument kinds of functions that are there; each returns its arguments' kinds.
    functions: Vec<(String, Vec<&'static str>)>,
}

type Names = Vec<(String, &'static str)>;

/// Types of values in random programs.
const TYPES: [&str; 9] = ["i1", "i32", "i64", "f32", "f64", "i8", "i16", "f16", "bf16"];

/// A kernel with its types.
type TypedName = (String, Vec<&'static str>, Vec<&'static str>);

/// All pure kernels of scalars of these types, and some that are not: one whose result comes later, and one that fails.
fn every_kernel() -> &'static [TypedName] {
    static KERNELS: OnceLock<Vec<TypedName>> = OnceLock::new();
    KERNELS.get_or_init(|| {
        let known = |specs: &[OperandSpec]| -> Option<Vec<&'static str>> {
            let name = |spec: &OperandSpec| match spec {
                OperandSpec::Scalar(kind) => TYPES.into_iter().find(|ty| *ty == kind.to_string()),
                _ => None,
            };
            specs.iter().map(name).collect()
        };
        let mut kernels: Vec<TypedName> = scalar_kernels()
            .iter()
            .filter(|kernel| kernel.flags().has(KernelFlags::PURE) && kernel.signature().attrs.is_empty())
            .filter_map(|kernel| {
                let signature = kernel.signature();
                Some((kernel.name().to_owned(), known(&signature.operands)?, known(&signature.results)?))
            })
            .collect();
        assert!(kernels.len() > 250, "the tables are empty");
        kernels.push(("tfrt_test.async_add.i32".to_owned(), vec!["i32", "i32"], vec!["i32"]));
        kernels.push(("tfrt_test.fail".to_owned(), vec![], vec!["i32"]));
        kernels
    })
}

impl Writer {
    /// A value of this type: one that is there, or a new constant.
    fn value(&mut self, ty: &str, known: &Names, indent: &str) -> String {
        let fitting: Vec<&String> = known.iter().filter(|(_, of)| *of == ty).map(|(name, _)| name).collect();
        if !fitting.is_empty() && self.chance.below(5) > 0 {
            let at = self.chance.below(fitting.len());
            return fitting[at].clone();
        }
        let name = self.chance.name();
        let constant = match ty {
            "i8" | "i16" | "f16" | "bf16" => {
                let family = if ty.starts_with('i') { "tfrt_arith" } else { "tfrt" };
                let value = match family {
                    "tfrt" => ["0.0", "-0.0", "1.5", "-2.25", "1.0e4", "3.0e-5"][self.chance.below(6)],
                    _ => ["0", "1", "-1", "2", "3", "-128", "127", "10"][self.chance.below(8)],
                };
                let _ = writeln!(
                    self.text,
                    "{indent}{name} = \"{family}.constant.{ty}\"() {{value = {value} : {ty}}} : () -> {ty}"
                );
                return name;
            }
            "i1" => ["true", "false"][self.chance.below(2)].to_owned(),
            "f32" | "f64" => {
                ["0.0", "-0.0", "1.5", "-2.25", "1.0e10", "3.0e-20"][self.chance.below(6)].to_owned()
            }
            _ => {
                ["0", "1", "-1", "2", "3", "-2147483648", "2147483647", "10"][self.chance.below(8)].to_owned()
            }
        };
        let _ = writeln!(self.text, "{indent}{name} = tfrt.constant.{ty} {constant}");
        name
    }

    fn values(&mut self, types: &[&'static str], known: &Names, indent: &str) -> Names {
        types.iter().map(|&ty| (self.value(ty, known, indent), ty)).collect()
    }

    fn body(&mut self, mut known: Names, results: &[&'static str], depth: usize, indent: &str) {
        for _ in 0..1 + self.chance.below(7) {
            let more = self.kernel(&known, depth, indent);
            known.extend(more);
        }
        let values = self.values(results, &known, indent);
        let _ = writeln!(self.text, "{indent}tfrt.return {} : {}", names(&values), types(&values));
    }

    fn kernel(&mut self, known: &Names, depth: usize, indent: &str) -> Names {
        let types = TYPES;
        let simple: &[(&str, &[&'static str], &[&'static str])] = &[
            ("add.i32", &["i32", "i32"], &["i32"]),
            ("minus.i32", &["i32", "i32"], &["i32"]),
            ("mul.i32", &["i32", "i32"], &["i32"]),
            ("add.i64", &["i64", "i64"], &["i64"]),
            ("mul.i64", &["i64", "i64"], &["i64"]),
            ("equal.i32", &["i32", "i32"], &["i1"]),
            ("lessequal.i32", &["i32", "i32"], &["i1"]),
            ("lessequal.i64", &["i64", "i64"], &["i1"]),
            ("and.i1", &["i1", "i1"], &["i1"]),
            ("div.i32", &["i32", "i32"], &["i32", "i32"]),
            ("div.i64", &["i64", "i64"], &["i64", "i64"]),
            ("add.f32", &["f32", "f32"], &["f32"]),
            ("multiply.f64", &["f64", "f64"], &["f64"]),
            ("minimum.f32", &["f32", "f32"], &["f32"]),
            ("div.f32", &["f32", "f32"], &["f32"]),
            ("cast.i64_to_f32", &["i64"], &["f32"]),
            ("cast.f64_to_i64", &["f64"], &["i64"]),
        ];
        let choice = self.chance.below(if depth == 0 { 20 } else { 28 });
        if choice < 20 || self.text.len() > 20_000 {
            let every = every_kernel();
            let (kernel, operands, results) = match self.chance.below(2) {
                0 => simple[self.chance.below(simple.len())],
                _ => {
                    let (kernel, operands, results) = &every[self.chance.below(every.len())];
                    (kernel.as_str(), operands.as_slice(), results.as_slice())
                }
            };
            let operands = self.values(operands, known, indent);
            let results: Names = results.iter().map(|&ty| (self.chance.name(), ty)).collect();
            let _ = writeln!(
                self.text,
                "{indent}{} = \"{}{kernel}\"({}) : ({}) -> ({})",
                names(&results),
                if kernel.starts_with("tfrt") { "" } else { "tfrt." },
                names(&operands),
                self::types(&operands),
                self::types(&results)
            );
            return results;
        }
        let more = format!("{indent}  ");
        let result = |writer: &mut Writer, count: usize| -> Vec<String> {
            let name = writer.chance.name();
            if count == 1 { vec![name] } else { (0..count).map(|i| format!("{name}#{i}")).collect() }
        };
        let left = |names: &[String]| match names {
            [one] => one.clone(),
            many => format!("{}:{}", many[0].trim_end_matches("#0"), many.len()),
        };
        match choice {
            20 | 21 => {
                let condition = self.value("i1", known, indent);
                let mut passed: Names = Vec::new();
                for _ in 0..1 + self.chance.below(3) {
                    let ty = types[self.chance.below(types.len())];
                    let value = (self.value(ty, known, indent), ty);
                    if !passed.contains(&value) {
                        passed.push(value);
                    }
                }
                let gives: Vec<&'static str> =
                    (0..1 + self.chance.below(2)).map(|_| types[self.chance.below(types.len())]).collect();
                let results = result(self, gives.len());
                let _ = writeln!(
                    self.text,
                    "{indent}{} = tfrt.if {condition}, {} : ({}) -> ({}) {{",
                    left(&results),
                    names(&passed),
                    self::types(&passed),
                    gives.join(", ")
                );
                self.body(passed.clone(), &gives, depth - 1, &more);
                let _ = writeln!(self.text, "{indent}}} else {{");
                self.body(passed, &gives, depth - 1, &more);
                let _ = writeln!(self.text, "{indent}}}");
                results.into_iter().zip(gives).collect()
            }
            22 | 23 => {
                // Few iterations, and now and then a wrong number of them.
                let count = self.chance.name();
                let times = [0, 1, 2, 5, 17, -1][self.chance.below(6)];
                let _ = writeln!(self.text, "{indent}{count} = tfrt.constant.i32 {times}");
                let mut carried: Names = Vec::new();
                for _ in 0..1 + self.chance.below(3) {
                    let ty = types[self.chance.below(types.len())];
                    let value = (self.value(ty, known, indent), ty);
                    if !carried.contains(&value) {
                        carried.push(value);
                    }
                }
                let gives: Vec<&'static str> = carried.iter().map(|(_, ty)| *ty).collect();
                let results = result(self, gives.len());
                let _ = writeln!(
                    self.text,
                    "{indent}{} = tfrt.repeat.i32 {count}, {} : {} {{",
                    left(&results),
                    names(&carried),
                    self::types(&carried)
                );
                self.body(carried, &gives, depth - 1, &more);
                let _ = writeln!(self.text, "{indent}}}");
                results.into_iter().zip(gives).collect()
            }
            _ => {
                if self.functions.is_empty() {
                    return Vec::new();
                }
                let at = self.chance.below(self.functions.len());
                let (name, takes) = self.functions[at].clone();
                let others: Vec<String> = self
                    .functions
                    .iter()
                    .filter(|(_, other)| *other == takes)
                    .map(|(name, _)| name.clone())
                    .collect();
                let second = others[self.chance.below(others.len())].clone();
                let operands = self.values(&takes, known, indent);
                let results = result(self, takes.len());
                let signature = format!("({0}) -> ({0})", self::types(&operands));
                let (left, passed) = (left(&results), names(&operands));
                match choice {
                    24 => {
                        let condition = self.value("i1", known, indent);
                        let _ = writeln!(
                            self.text,
                            "{indent}{left} = tfrt.cond {condition} @{name} @{second}({passed}) : {signature}"
                        );
                    }
                    25 => {
                        let index = self.value("i32", known, indent);
                        let _ = writeln!(
                            self.text,
                            "{indent}{left} = tfrt.case {index} [@{name}, @{second}, @{name}]({passed}) : {signature}"
                        );
                    }
                    _ => {
                        let _ =
                            writeln!(self.text, "{indent}{left} = tfrt.call @{name}({passed}) : {signature}");
                    }
                }
                results.into_iter().zip(takes).collect()
            }
        }
    }

    pub(super) fn program(seed: u64) -> String {
        let mut writer = Writer { chance: Chance::new(seed), text: String::new(), functions: Vec::new() };
        // A loop that ends after some rounds, and recursion that ends at zero, for the others to call.
        writer.text.push_str(LIBRARY);
        writer.functions.push(("count_down".into(), vec!["i64", "i32"]));
        writer.functions.push(("recurse".into(), vec!["i64", "i32"]));
        for number in 0..1 + writer.chance.below(4) {
            let types = TYPES;
            let takes: Vec<&'static str> =
                (0..1 + writer.chance.below(3)).map(|_| types[writer.chance.below(types.len())]).collect();
            let known: Names = takes.iter().map(|&ty| (writer.chance.name(), ty)).collect();
            let arguments: Vec<String> = known.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
            let _ = writeln!(
                writer.text,
                "func.func @f{number}({}) -> ({}) {{",
                arguments.join(", "),
                takes.join(", ")
            );
            writer.body(known, &takes, 3, "  ");
            writer.text.push_str("}\n");
            writer.functions.push((format!("f{number}"), takes));
        }
        let _ = writeln!(
            writer.text,
            "func.func @main(%i: i32, %j: i64, %f: f32, %d: f64) -> (i32, i64, f32, f64) {{"
        );
        let known: Names = [("%i", "i32"), ("%j", "i64"), ("%f", "f32"), ("%d", "f64")]
            .map(|(name, ty)| (name.to_owned(), ty))
            .to_vec();
        writer.body(known, &["i32", "i64", "f32", "f64"], 3, "  ");
        writer.text.push_str("}\n");
        writer.text
    }
}

fn names(values: &Names) -> String {
    values.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}

fn types(values: &Names) -> String {
    values.iter().map(|(_, ty)| *ty).collect::<Vec<_>>().join(", ")
}

const LIBRARY: &str = "func.func @step(%x: i64, %n: i32) -> (i64, i32, i1) {
  %one = tfrt.constant.i32 1
  %zero = tfrt.constant.i32 0
  %m = \"tfrt.minus.i32\"(%n, %one) : (i32, i32) -> i32
  %y = \"tfrt.add.i64\"(%x, %x) : (i64, i64) -> i64
  %end = \"tfrt.lessequal.i32\"(%m, %zero) : (i32, i32) -> i1
  %false = tfrt.constant.i1 false
  %more = \"tfrt.equal.i64\"(%y, %x) : (i64, i64) -> i1
  %go = tfrt.if %end, %m : (i32) -> i1 {
    %r = tfrt.constant.i1 false
    tfrt.return %r : i1
  } else {
    %hundred = tfrt.constant.i32 100
    %r = \"tfrt.lessequal.i32\"(%m, %hundred) : (i32, i32) -> i1
    tfrt.return %r : i1
  }
  tfrt.return %y, %m, %go : i64, i32, i1
}
func.func @count_down(%x: i64, %n: i32) -> (i64, i32) {
  %go = tfrt.constant.i1 true
  %r:2 = tfrt.while %go @step(%x, %n) parallel_iterations(1) : (i64, i32) -> (i64, i32)
  tfrt.return %r#0, %r#1 : i64, i32
}
func.func @recurse(%x: i64, %n: i32) -> (i64, i32) {
  %one = tfrt.constant.i32 1
  %zero = tfrt.constant.i32 0
  %fifty = tfrt.constant.i32 50
  %low = \"tfrt.lessequal.i32\"(%n, %zero) : (i32, i32) -> i1
  %fits = \"tfrt.lessequal.i32\"(%n, %fifty) : (i32, i32) -> i1
  %m = \"tfrt.minus.i32\"(%n, %one) : (i32, i32) -> i32
  %r:2 = tfrt.if %low, %x, %n : (i64, i32) -> (i64, i32) {
    tfrt.return %x, %n : i64, i32
  } else {
    %fifty = tfrt.constant.i32 50
    %fits = \"tfrt.lessequal.i32\"(%n, %fifty) : (i32, i32) -> i1
    %s:2 = tfrt.if %fits, %x, %n : (i64, i32) -> (i64, i32) {
      %one = tfrt.constant.i32 1
      %m = \"tfrt.minus.i32\"(%n, %one) : (i32, i32) -> i32
      %t:2 = tfrt.call @recurse(%x, %m) : (i64, i32) -> (i64, i32)
      %q, %rem = \"tfrt.div.i64\"(%t#0, %x) : (i64, i64) -> (i64, i64)
      tfrt.return %q, %t#1 : i64, i32
    } else {
      tfrt.return %x, %n : i64, i32
    }
    tfrt.return %s#0, %s#1 : i64, i32
  }
  tfrt.return %r#0, %r#1 : i64, i32
}
";
