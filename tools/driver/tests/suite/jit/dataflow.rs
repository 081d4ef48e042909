//! Functions that run as dataflow: kernels that wait, or have effects, between kernels of scalars.
//!
//! Random functions with one stream or many do the same things in the same order, compiled or not; with several threads, the
//! same things.

use std::fmt::Write as _;

use parking_lot::Mutex;
use proptest::prelude::*;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::value::{Chain, Value};
use tfrt_jit::When;

use super::chance::Chance;
use super::subject::{HOT, Subject, compile};

/// The output of programs, in order. One test at a time has it.
static PRINTED: Mutex<Vec<i32>> = Mutex::new(Vec::new());
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A kernel with effects that compiled code calls.
fn with_print(registry: &mut KernelRegistry) {
    registry.add("tfrt.print.i32", |value: i32| -> Chain {
        PRINTED.lock().push(value);
        Chain
    });
}

/// Calls `main` several times; says what came out each time, and what was printed.
fn runs(subject: &Subject, bef: &[u8], args: &[Value], rounds: usize) -> Vec<String> {
    let program = subject.load(bef);
    let round = |_| {
        PRINTED.lock().clear();
        let mut text = subject.call(&program, "main", args);
        if let Some(jit) = &subject.jit {
            jit.finish();
        }
        let _ = write!(text, "\n{:?}", PRINTED.lock());
        text
    };
    (0..rounds).map(round).collect()
}

/// Without the order of what several threads do.
fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if let Some(printed) = lines.pop() {
        let mut numbers: Vec<&str> = printed.trim_matches(['[', ']']).split(", ").collect();
        numbers.sort_unstable();
        lines.push(numbers.join(" "));
    }
    lines.sort_unstable();
    lines
}

/// Runs a program in all ways; the names of what was compiled before it ran.
fn same_in_all_ways(text: &str, args: &[Value]) -> Vec<String> {
    let _alone = ONE_AT_A_TIME.lock();
    let bef = compile(text);
    let want = runs(&Subject::with(None, with_print), &bef, args, 1).remove(0);
    let mut names = Vec::new();
    for when in [When::Eager, HOT] {
        let subject = Subject::with(Some(when), with_print);
        for (round, have) in runs(&subject, &bef, args, 12).iter().enumerate() {
            assert_eq!(&want, have, "{when:?}, round {round}, of {args:?}\n{text}");
        }
        let statistics = subject.jit.map(|jit| jit.statistics()).unwrap_or_default();
        assert!(statistics.failed.is_empty(), "{statistics:?}\n{text}");
        if when == When::Eager {
            names.extend(statistics.compiled.into_iter().map(|unit| unit.name));
        }
    }
    let queue = QueueKind::Multi { threads: 2, blocking_threads: 2 };
    let want = sorted(&want);
    for when in [None, Some(When::Eager), Some(HOT)] {
        let subject = Subject::on(queue, when, with_print);
        for (round, have) in runs(&subject, &bef, args, 6).iter().enumerate() {
            assert_eq!(want, sorted(have), "two threads, {when:?}, round {round}, of {args:?}\n{text}");
        }
    }
    names
}

const WAITS: &str = "func.func @main(%x: i32, %ch: !tfrt.chain) -> (i32, i32, !tfrt.chain) {
  %one = tfrt.constant.i32 1
  %a = tfrt.add.i32 %x, %one
  %b = tfrt.mul.i32 %a, %x
  %c = tfrt.add.i32 %b, %a
  %d = tfrt.add.i32 %c, %b
  %w = \"tfrt_test.async_add.i32\"(%d, %a) : (i32, i32) -> i32
  %e = tfrt.add.i32 %w, %d
  %f = tfrt.mul.i32 %e, %c
  %p = \"tfrt.print.i32\"(%f, %ch) : (i32, !tfrt.chain) -> !tfrt.chain
  %q, %r = \"tfrt.div.i32\"(%f, %x) : (i32, i32) -> (i32, i32)
  %g = tfrt.add.i32 %q, %r
  %n = \"tfrt.print.i32\"(%g, %p) : (i32, !tfrt.chain) -> !tfrt.chain
  tfrt.return %g, %c, %n : i32, i32, !tfrt.chain
}";

#[test]
fn what_is_between_kernels_that_wait_is_compiled() {
    // The last one divides by zero.
    for x in [7, -1, 0] {
        let names = same_in_all_ways(WAITS, &[Value::scalar(x), Value::scalar(Chain)]);
        assert!(names.iter().filter(|name| name.contains("dataflow from")).count() >= 2, "{names:?}");
    }
}

#[test]
fn kernels_that_wait_are_named() {
    let _alone = ONE_AT_A_TIME.lock();
    let subject = Subject::with(Some(When::Eager), with_print);
    let program = subject.load(&compile(WAITS));
    subject.call(&program, "main", &[Value::scalar(7), Value::scalar(Chain)]);
    let statistics = subject.jit.map(|jit| jit.statistics()).unwrap_or_default();
    let waits =
        |(name, reason): &(String, String)| name == "main" && reason.contains("tfrt_test.async_add.i32");
    assert!(statistics.interpreted.iter().any(waits), "{statistics:?}");
}

/// Writes random programs.
struct Writer {
    chance: Chance,
    text: String,
    numbers: Vec<String>,
    chains: Vec<String>,
}

const LIBRARY: &str = "func.func @scalars(%a: i32, %b: i32) -> (i32, i32) {
  %three = tfrt.constant.i32 3
  %r:2 = tfrt.repeat.i32 %three, %a, %b : i32, i32 {
    %c = tfrt.add.i32 %a, %b
    %d = tfrt.mul.i32 %c, %b
    tfrt.return %c, %d : i32, i32
  }
  %q, %m = \"tfrt.div.i32\"(%r#0, %b) : (i32, i32) -> (i32, i32)
  tfrt.return %q, %r#1 : i32, i32
}
func.func @step(%a: i32, %b: i32) -> (i32, i32, i1) {
  %one = tfrt.constant.i32 1
  %c = \"tfrt.minus.i32\"(%a, %one) : (i32, i32) -> i32
  %d = tfrt.add.i32 %b, %a
  %hundred = tfrt.constant.i32 100
  %small = \"tfrt.lessequal.i32\"(%a, %hundred) : (i32, i32) -> i1
  %positive = \"tfrt.lessequal.i32\"(%one, %c) : (i32, i32) -> i1
  %go = \"tfrt.and.i1\"(%small, %positive) : (i1, i1) -> i1
  tfrt.return %c, %d, %go : i32, i32, i1
}
func.func @loops(%a: i32, %b: i32) -> (i32, i32) {
  %go = tfrt.constant.i1 true
  %r:2 = tfrt.while %go @step(%a, %b) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  tfrt.return %r#0, %r#1 : i32, i32
}
func.func @waits(%a: i32, %b: i32) -> (i32, i32) {
  %c = \"tfrt_test.async_add.i32\"(%a, %b) : (i32, i32) -> i32
  %d = tfrt.add.i32 %c, %a
  %e = tfrt.mul.i32 %d, %c
  %f = tfrt.add.i32 %e, %b
  %g = \"tfrt_test.async_copy.i32\"(%f) : (i32) -> i32
  %h = tfrt.add.i32 %f, %d
  %i = tfrt.add.i32 %g, %h
  tfrt.return %h, %i : i32, i32
}
";

impl Writer {
    /// A value that is there; the latest ones more often.
    fn number(&mut self) -> String {
        let count = self.numbers.len();
        let back = if self.chance.below(3) == 0 {
            self.chance.below(count)
        } else {
            self.chance.below(count.min(4))
        };
        self.numbers[count - 1 - back].clone()
    }

    fn kernel(&mut self) {
        let (a, b, name) = (self.number(), self.number(), self.chance.name());
        let text = &mut self.text;
        let choice = (self.chance.state >> 40) as usize % 28;
        let mut gives = vec![name.clone()];
        let pair = "(i32, i32) -> (i32, i32)";
        let _ = match choice {
            0..=6 => writeln!(text, "  {name} = tfrt.add.i32 {a}, {b}"),
            7..=10 => writeln!(text, "  {name} = tfrt.mul.i32 {a}, {b}"),
            11 | 12 => writeln!(text, "  {name} = \"tfrt.minus.i32\"({a}, {b}) : (i32, i32) -> i32"),
            13 => {
                writeln!(
                    text,
                    "  {name} = tfrt.constant.i32 {}",
                    choice as i32 + self.chance.names as i32 % 5 - 15
                )
            }
            14 => {
                gives = vec![format!("{name}_0"), format!("{name}_1")];
                writeln!(text, "  {name}_0, {name}_1 = \"tfrt.div.i32\"({a}, {b}) : {pair}")
            }
            15 | 16 => writeln!(text, "  {name} = \"tfrt_test.async_add.i32\"({a}, {b}) : (i32, i32) -> i32"),
            17 => writeln!(text, "  {name} = \"tfrt_test.async_copy.i32\"({a}) : (i32) -> i32"),
            18..=21 => {
                let callee = ["scalars", "loops", "waits", "scalars"][choice - 18];
                gives = vec![format!("{name}#0"), format!("{name}#1")];
                writeln!(text, "  {name}:2 = tfrt.call @{callee}({a}, {b}) : {pair}")
            }
            22 => {
                gives = vec![format!("{name}#0"), format!("{name}#1")];
                let (less, callee) = (format!("{name}_c"), ["waits", "loops"][self.chance.names % 2]);
                let _ = writeln!(text, "  {less} = \"tfrt.lessequal.i32\"({a}, {b}) : (i32, i32) -> i1");
                writeln!(text, "  {name}:2 = tfrt.cond {less} @scalars @{callee}({a}, {b}) : {pair}")
            }
            23 if self.chance.names.is_multiple_of(5) => {
                writeln!(text, "  {name} = \"tfrt_test.fail\"() : () -> i32")
            }
            _ => {
                gives.clear();
                let count = self.chains.len();
                let chain = self.chains[count - 1 - self.chance.names % count.min(2)].clone();
                self.chains.push(name.clone());
                writeln!(
                    text,
                    "  {name} = \"tfrt.print.i32\"({a}, {chain}) : (i32, !tfrt.chain) -> !tfrt.chain"
                )
            }
        };
        self.numbers.extend(gives);
    }

    fn function(&mut self, head: &str, kernels: usize) {
        let threshold = [None, None, Some(1), Some(2), Some(5), Some(100)][self.chance.below(6)];
        let attributes =
            threshold.map_or(String::new(), |at| format!(" attributes {{tfrt.cost_threshold = {at}}}"));
        self.numbers = vec!["%x".to_owned(), "%y".to_owned()];
        self.chains = vec!["%ch".to_owned()];
        let _ = writeln!(
            self.text,
            "func.func @{head}(%x: i32, %y: i32, %ch: !tfrt.chain) -> (i32, i32, !tfrt.chain){attributes} {{"
        );
        for _ in 0..kernels {
            self.kernel();
        }
        if head == "main" {
            let (a, b, chain) = (self.number(), self.number(), self.chains[self.chains.len() - 1].clone());
            let signature = "(i32, i32, !tfrt.chain) -> (i32, i32, !tfrt.chain)";
            let _ = writeln!(self.text, "  %inner:3 = tfrt.call @inner({a}, {b}, {chain}) : {signature}");
            let _ = writeln!(self.text, "  %other:3 = tfrt.call @inner({b}, {a}, {chain}) : {signature}");
            self.numbers.extend(["%inner#0".to_owned(), "%other#1".to_owned()]);
            self.chains.push("%other#2".to_owned());
            for _ in 0..kernels / 2 {
                self.kernel();
            }
        }
        // A result may not be an argument, nor be given twice.
        let _ = writeln!(self.text, "  %last = tfrt.add.i32 {}, %x", self.numbers[self.numbers.len() - 1]);
        let other = self.number();
        let _ = writeln!(self.text, "  %before = tfrt.add.i32 {other}, %y");
        let chains = self.chains[self.chains.len() - 1].clone();
        let _ = writeln!(
            self.text,
            "  %end = \"tfrt.print.i32\"(%before, {chains}) : (i32, !tfrt.chain) -> !tfrt.chain"
        );
        self.text.push_str("  tfrt.return %last, %before, %end : i32, i32, !tfrt.chain\n}\n");
    }

    fn program(seed: u64) -> String {
        let text = LIBRARY.to_owned();
        let mut writer = Writer { chance: Chance::new(seed), text, numbers: Vec::new(), chains: Vec::new() };
        let kernels = 4 + writer.chance.below(30);
        writer.function("inner", kernels);
        let kernels = 4 + writer.chance.below(30);
        writer.function("main", kernels);
        writer.text
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: super::cases() / 2, ..ProptestConfig::default() })]

    #[test]
    fn random_functions_that_wait_run_as_interpreted(seed in any::<u64>(), x in -3..50i32, y in any::<i32>()) {
        same_in_all_ways(&Writer::program(seed), &[Value::scalar(x), Value::scalar(y), Value::scalar(Chain)]);
    }
}
