//! Ops without an attribute that they need: the table of these, which the compiler compares programs with, is what calls show.
//!
//! `TFRT_BLESS=1 cargo test -p tfrt-kernels --test suite needed_attributes` writes the table anew.

use std::fmt::Write as _;

use crate::op_calls::{OPS, argument, attribute, parts, results_of};
use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::DType;
use tfrt_ops::{ArgType, AttrDef, OpDef, OpDefRegistry};

/// Whether a call gives its results; nothing if there are no such arguments.
fn computes(runtime: &CoreRuntime, op: &str, attrs: &[&str], args: &str, tried: DType) -> Option<bool> {
    let mut handles =
        args.split_whitespace().map(|text| argument(text, tried)).collect::<Option<Vec<TensorHandle>>>()?;
    let mut named = OpAttrs::new();
    attrs.iter().for_each(|text| attribute(&mut named, text, tried));
    let cpu = runtime.handler("cpu").expect("registered");
    let mut results = vec![TensorHandle::default(); results_of(op)];
    runtime.execute(op, &cpu, &Location::unknown(), &mut handles, (&named).into(), &mut results, None);
    runtime.wait(&results);
    Some(results.iter().all(|result| result.get_error().is_none()))
}

/// Whether arguments say what an attribute is.
fn is_learnt(def: &OpDef, attr: &AttrDef) -> bool {
    def.inputs.iter().any(|arg| {
        arg.number_attr.as_deref() == Some(&*attr.name)
            || matches!(&arg.ty, ArgType::Attr(ty) | ArgType::ListAttr(ty) if *ty == attr.name)
    })
}

#[test]
fn the_table_lists_the_attributes_without_which_calls_fail() {
    let host = Host::new(HostOptions::single_threaded()).expect("one thread");
    let mut registry = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut registry);
    let runtime = CoreRuntime::install(&host, registry);
    runtime.state().register_default_handlers();
    let definitions = OpDefRegistry::new();
    let mut table = String::from(
        "# Ops, each with the attributes without which its kernels run for no dtype. A test writes this file.\n",
    );
    for line in OPS.lines().filter(|line| !line.starts_with('#')) {
        let [name, attrs, args, _] = parts(line);
        let op = format!("tf.{name}");
        let def = definitions.get(&op).expect("every op has a definition");
        let given: Vec<&str> = attrs.split_whitespace().collect();
        let dtypes: Vec<DType> = DType::ALL
            .iter()
            .copied()
            .filter(|&dtype| computes(&runtime, &op, &given, args, dtype) == Some(true))
            .collect();
        let is_needed = |attr: &&AttrDef| {
            let is_other = |text: &&str| text.split('=').next() != Some(&*attr.name);
            let others: Vec<&str> = given.iter().copied().filter(is_other).collect();
            others.len() < given.len()
                && attr.default.is_none()
                && !is_learnt(&def, attr)
                && dtypes.iter().all(|&dtype| computes(&runtime, &op, &others, args, dtype) == Some(false))
        };
        let needed: Vec<&str> = def.attrs.iter().filter(is_needed).map(|attr| &*attr.name).collect();
        if !needed.is_empty() && !dtypes.is_empty() {
            let _ = writeln!(table, "{op} {}", needed.join(" "));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../dialects/ops/tables/needed.table");
    if std::env::var_os("TFRT_BLESS").is_some() {
        std::fs::write(path, &table).expect("the table can be written");
    }
    let current = std::fs::read_to_string(path).unwrap_or_default();
    assert!(current == table, "needed.table is out of date: run this test with TFRT_BLESS=1");
}
