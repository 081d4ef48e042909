//! The dtypes that each op computes: writes and checks `docs/ops.md`, for every op that computes tensors from
//! tensors.
//!
//! Each op runs on a small input of every dtype. It computes, or refuses with an error that names the dtype or the op. Where
//! TensorFlow has a CPU kernel (the last column of `op_table/calls.txt`, from its registry), the op must compute, except for a short list of
//! exceptions. `TFRT_BLESS=1 cargo test -p tfrt-kernels --test suite op_table` writes the page anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::op_calls::{OF_FILES, OPS, argument, attribute, parts, results_of};
use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::DType;

/// Ops and dtypes that TensorFlow computes and this runtime does not.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("*", "resource"),
    ("*", "variant"),
    // Of no use without an order: TensorFlow compares the real parts.
    ("tf.ClipByValue", "complex64"),
    ("tf.ClipByValue", "complex128"),
    // Convolutions of quantised tensors take scales as further arguments.
    ("tf._FusedConv2D", "i8"),
    ("tf._FusedConv2D", "qi8"),
];

/// The outcome of an op for a dtype.
enum Outcome {
    Computed,
    Refused(String),
    /// There are no tensors of this dtype.
    Impossible,
}

fn try_op(runtime: &CoreRuntime, op: &str, attrs: &str, args: &str, tried: DType) -> Outcome {
    let mut handles = Vec::new();
    for text in args.split_whitespace() {
        match argument(text, tried) {
            Some(handle) => handles.push(handle),
            None => return Outcome::Impossible,
        }
    }
    let mut named = OpAttrs::new();
    for text in attrs.split_whitespace() {
        attribute(&mut named, text, tried);
    }
    let cpu = runtime.handler("cpu").expect("registered");
    let mut results = vec![TensorHandle::default(); results_of(op)];
    runtime.execute(op, &cpu, &Location::unknown(), &mut handles, (&named).into(), &mut results, None);
    runtime.wait(&results);
    match results.iter().find_map(TensorHandle::get_error) {
        None if results.iter().all(|result| result.tensor().is_some()) => Outcome::Computed,
        None => Outcome::Refused("a result is missing".to_owned()),
        Some(error) => Outcome::Refused(error.to_string()),
    }
}

#[test]
fn every_op_computes_or_refuses_every_dtype() {
    let host = Host::new(HostOptions::single_threaded()).expect("one thread");
    let mut registry = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut registry);
    let registered: BTreeSet<String> =
        registry.names().into_iter().filter(|name| name.starts_with("tf.")).map(str::to_owned).collect();
    let runtime = CoreRuntime::install(&host, registry);
    runtime.state().register_default_handlers();
    let mut called = BTreeSet::new();
    let mut wrong = String::new();
    let mut page = String::from(
        "# Ops and dtypes\n\n\
         What `corert.executeop` and the op-by-op API compute on a CPU: ● computed, blank refused with an error that says so. \
         Dtypes in the order of the columns: integers, booleans, floating-point and complex numbers, strings, quantised \
         integers. Resources are no tensors here, variants only as lists of tensors, which hold items of any dtype. `tf.Const`, `tf.NoOp` and `tf.Placeholder` have no argument whose dtype \
         could vary, and lookup tables and arrays of tensors (`tf.HashTableV2`, `tf.TensorArrayV3` and their like) hold any; `tf.Assert`, `tf.Print` and `tf.PrintV2` have no result of their own, and ops on variables take any dtype. A test keeps this page current.\n",
    );
    let dtypes: Vec<DType> = DType::ALL
        .iter()
        .copied()
        .filter(|dtype| !matches!(dtype, DType::Resource | DType::Variant))
        .collect();
    for line in OPS.lines() {
        if let Some(group) = line.strip_prefix("# ") {
            let labels: Vec<&str> = dtypes.iter().map(|dtype| dtype.label()).collect();
            let rule = "|:-:".repeat(dtypes.len());
            let _ = write!(page, "\n## {group}\n\n| op | {} |\n|--{rule}|\n", labels.join(" | "));
            continue;
        }
        let [name, attrs, args, required] = parts(line);
        let op = format!("tf.{name}");
        let _ = write!(page, "| `{op}` |");
        for &dtype in &dtypes {
            // Ops whose dtypes are fixed run once.
            let fixed = !args.contains("T:") && !attrs.contains("=T");
            let outcome = if fixed && dtype != DType::I1 {
                Outcome::Impossible
            } else {
                try_op(&runtime, &op, attrs, args, dtype)
            };
            page += match &outcome {
                Outcome::Computed => " ● |",
                _ => "   |",
            };
            let label = dtype.label();
            let must = required.split_whitespace().any(|required| required == label);
            let excepted = EXCEPTIONS.iter().any(|&(of, dtype)| (of == op || of == "*") && dtype == label);
            match outcome {
                Outcome::Refused(error) if must && !excepted => {
                    let _ = writeln!(wrong, "{op} must compute {label}, but: {error}");
                }
                // Tensors of strings are refused as such.
                Outcome::Refused(error)
                    if !(error.contains(label)
                        || error.contains(&op)
                        || (label == "str" && error.contains("StringHost"))) =>
                {
                    let _ = writeln!(wrong, "{op} refuses {label} without naming dtype or op: {error}");
                }
                Outcome::Computed if must && excepted => {
                    let _ = writeln!(wrong, "{op} computes {label}, which is listed as an exception");
                }
                _ => {}
            }
        }
        page += "\n";
        called.insert(op);
    }
    let without = [
        "tf.Assert",
        // Of strings that say how.
        "tf.Fingerprint",
        // Their arguments are what other ops make.
        "tf.DeserializeManySparse",
        "tf.DeserializeSparse",
        "tf.OptionalGetValue",
        "tf.OptionalHasValue",
        "tf.CSRSparseMatrixComponents",
        "tf.CSRSparseMatrixToDense",
        "tf.CSRSparseMatrixToSparseTensor",
        "tf.RaggedTensorFromVariant",
        "tf.SparseMatrixMatMul",
        "tf.SparseMatrixNNZ",
        "tf.SparseMatrixSparseMatMul",
        "tf.SparseMatrixTranspose",
        "tf.StackCloseV2",
        "tf.StackPopV2",
        "tf.StackPushV2",
        "tf.StackV2",
        "tf.Const",
        "tf.NoOp",
        "tf.Placeholder",
        "tf.Print",
        "tf.PrintV2",
        "tf.AssignAddVariableOp",
        "tf.AssignSubVariableOp",
        "tf.AssignVariableOp",
        "tf.DestroyResourceOp",
        "tf.ReadVariableOp",
        "tf.ResourceGather",
        "tf.ResourceGatherNd",
        "tf.ResourceScatterAdd",
        "tf.ResourceScatterDiv",
        "tf.ResourceScatterMax",
        "tf.ResourceScatterMin",
        "tf.ResourceScatterMul",
        "tf.ResourceScatterNdAdd",
        "tf.ResourceScatterNdMax",
        "tf.ResourceScatterNdMin",
        "tf.ResourceScatterNdSub",
        "tf.ResourceScatterNdUpdate",
        "tf.ResourceScatterSub",
        "tf.ResourceScatterUpdate",
        "tf.ResourceStridedSliceAssign",
        "tf.RngReadAndSkip",
        "tf.RngSkip",
        "tf.VarHandleOp",
        "tf.VarIsInitializedOp",
        "tf.VariableShape",
    ];
    for without in without.into_iter().chain(OF_FILES) {
        called.insert(without.to_owned());
    }
    // Lists, arrays and tables have items of any dtype.
    let any = ["TensorList", "TensorArray", "HashTable", "LookupTable", "InitializeTable"];
    called.extend(registered.iter().filter(|op| any.iter().any(|part| op.contains(part))).cloned());
    // Steps of optimizers, and numbers of generators that are variables.
    let of_variables = ["tf.ResourceApply", "tf.ResourceSparseApply", "tf.Stateful"];
    called
        .extend(registered.iter().filter(|op| of_variables.iter().any(|part| op.starts_with(part))).cloned());
    for op in called.symmetric_difference(&registered) {
        let _ = writeln!(wrong, "{op} is registered, or called here, but not both");
    }
    assert!(wrong.is_empty(), "{wrong}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ops.md");
    if std::env::var_os("TFRT_BLESS").is_some() {
        std::fs::write(path, &page).expect("the page can be written");
    }
    let current = std::fs::read_to_string(path).unwrap_or_default();
    assert!(current == page, "docs/ops.md is out of date: run this test with TFRT_BLESS=1");
}
