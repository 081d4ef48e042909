//! Ops of TensorFlow that run are ops whose definitions are known, so that imported graphs and plugins can be checked against them.

use std::collections::BTreeSet;

use tfrt_executor::core_runtime::OpRegistry;
use tfrt_ops::{ArgType, DataType, OpDefRegistry};

fn kernels() -> OpRegistry {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    ops
}

#[test]
fn ops_that_run_have_definitions() {
    let defs = OpDefRegistry::new();
    let ops = kernels();
    let names = ops.names();
    let missing: BTreeSet<&str> =
        names.into_iter().filter(|name| name.starts_with("tf.") && defs.get(name).is_none()).collect();
    assert!(missing.is_empty(), "without a definition: {missing:?}");
}

#[test]
fn lists_are_variants() {
    let defs = OpDefRegistry::new();
    let mut seen = 0;
    for name in kernels().names().into_iter().filter(|name| name.contains("TensorList")) {
        let def = defs.get(name).expect("defined");
        let is_list = |ty: &ArgType| *ty == ArgType::Fixed(DataType::Variant);
        let args = def.inputs.iter().chain(&def.outputs);
        assert!(args.clone().any(|arg| is_list(&arg.ty)), "{name} takes or gives no list");
        for arg in args.filter(|arg| arg.name.contains("handle")) {
            assert!(is_list(&arg.ty), "{name}: {} is no list", arg.name);
        }
        seen += 1;
    }
    assert_eq!(seen, 18);
}
