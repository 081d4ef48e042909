//! ONNX models with faults: an error that says what is wrong, and nothing worse.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prost::Message as _;
use tfrt_driver::compile;
use tfrt_ir::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};
use tfrt_onnx::Folder;
use tfrt_onnx::proto::attribute_proto::AttributeType;
use tfrt_onnx::proto::tensor_proto::DataLocation;
use tfrt_onnx::proto::type_proto::Value;
use tfrt_onnx::proto::{AttributeProto, ModelProto, NodeProto, OperatorSetIdProto, StringStringEntryProto};

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/onnx")
}

/// A model of the tests.
fn model(name: &str) -> ModelProto {
    let bytes = fs::read(models().join(name).join("model.onnx")).expect("a model");
    ModelProto::decode(&*bytes).expect("it is a model")
}

/// The text of the error; empty if there is none.
fn error(bytes: &[u8], file: &str) -> String {
    error_in(&compile::context(), bytes, file)
}

fn error_in(ctx: &Arc<Context>, bytes: &[u8], file: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    match tfrt_onnx::import(ctx, bytes, file, &Folder::of(Path::new(file)), &mut diagnostics) {
        Ok(_) => String::new(),
        Err(_) => {
            let text = DiagnosticPrinter::new(ctx, &[]).render_all(&diagnostics);
            assert!(!text.is_empty(), "it fails in silence");
            text
        }
    }
}

#[test]
fn changed_and_cut_models_are_models_or_errors() {
    let mut refused = 0;
    // Interned parts of one program help the next.
    let ctx = compile::context();
    let error = |bytes: &[u8], file: &str| error_in(&ctx, bytes, file);
    let names = ["slice_steps", "top_k", "branch_positive", "resize_linear", "reshape_zero"];
    let newer =
        ["lists", "stft_computed", "tf_idf_words", "columns_to_image", "max_unpool", "linear_attention"];
    let learned = ["ml_trees_members", "ml_trees_sign", "ml_labels_of_strings"];
    for name in names.into_iter().chain(newer).chain(learned) {
        let bytes = model(name).encode_to_vec();
        for at in 0..bytes.len() {
            refused += usize::from(!error(&bytes[..at], "cut.onnx").is_empty());
            for change in [1, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                refused += usize::from(!error(&changed, "changed.onnx").is_empty());
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn errors_name_node_operator_and_version() {
    let with = |change: &dyn Fn(&mut NodeProto)| {
        let mut model = model("conv_same");
        for domain in ["elsewhere", "ai.onnx.ml"] {
            let opset = OperatorSetIdProto { domain: Some(domain.into()), version: Some(1) };
            model.opset_import.push(opset);
        }
        change(&mut model.graph.as_mut().expect("a graph").node[0]);
        error(&model.encode_to_vec(), "m.onnx")
    };
    let text = with(&|node| node.op_type = Some("Convv".into()));
    let expected = "m.onnx:0:0: error: node 'the_Conv' (Convv, version 17): the operator is not supported; did you mean 'Conv'?";
    assert!(text.contains(expected), "{text}");
    let text = with(&|node| node.input[1] = "nobody".into());
    assert!(text.contains("nothing computes its input 'nobody'"), "{text}");
    let text = with(&|node| node.input.truncate(1));
    assert!(text.contains("has 1 input; the operator has 2 to 3"), "{text}");
    let text = with(&|node| node.input[1].clear());
    assert!(text.contains("input 1 is missing"), "{text}");
    let text = with(&|node| node.domain = Some("elsewhere".into()));
    assert!(text.contains("(elsewhere.Conv, version 1): the operator is not supported"), "{text}");
    let text = with(&|node| {
        node.domain = Some("ai.onnx.ml".into());
        node.op_type = Some("OneHotEncode".into());
    });
    let expected =
        "(ai.onnx.ml.OneHotEncode, version 1): the operator is not supported; did you mean 'OneHotEncoder'?";
    assert!(text.contains(expected), "{text}");
    let mut old = model("conv_same");
    old.opset_import[0].version = Some(0);
    let text = error(&old.encode_to_vec(), "m.onnx");
    assert!(text.contains("version 0 of the operator set; versions from 1 on"), "{text}");
    old.opset_import[0].version = Some(5);
    let node = &mut old.graph.as_mut().expect("a graph").node[0];
    node.op_type = Some("Cast".into());
    node.input.truncate(1);
    node.attribute = vec![AttributeProto {
        name: Some("to".into()),
        r#type: Some(AttributeType::String.into()),
        s: Some(b"FLOAT".to_vec()),
        ..AttributeProto::default()
    }];
    let text = error(&old.encode_to_vec(), "m.onnx");
    assert!(
        text.contains("(Cast, version 5): this version of the operator is not supported; version 6 is"),
        "{text}"
    );
}

/// What ONNX's own checker refuses; `checks/onnx_invalid.py` compares more of it.
#[test]
fn models_that_break_the_rules_of_the_format_are_refused() {
    let attribute = |name: &str, ty: AttributeType| AttributeProto {
        name: Some(name.into()),
        r#type: Some(ty.into()),
        ..AttributeProto::default()
    };
    type Change<'a> = &'a dyn Fn(&mut ModelProto);
    let of_node = |change: &dyn Fn(&mut NodeProto)| {
        let mut model = model("conv_same");
        change(&mut model.graph.as_mut().expect("a graph").node[0]);
        error(&model.encode_to_vec(), "m.onnx")
    };
    let of_model = |change: Change<'_>| {
        let mut model = model("conv_same");
        change(&mut model);
        error(&model.encode_to_vec(), "m.onnx")
    };
    let node = "m.onnx:0:0: error: node 'the_Conv' (Conv, version 17): ";
    let found = [
        of_node(&|node| node.attribute.push(attribute("stride", AttributeType::Ints))),
        of_node(&|node| node.attribute.push(attribute("group", AttributeType::Float))),
        of_node(&|node| node.attribute.push(attribute("", AttributeType::Int))),
        of_node(&|node| node.attribute.push(attribute("group", AttributeType::Undefined))),
        of_node(&|node| {
            let group = AttributeProto { i: Some(1), f: Some(1.0), ..attribute("group", AttributeType::Int) };
            node.attribute.push(group);
        }),
        of_node(&|node| node.attribute = vec![attribute("group", AttributeType::Int); 2]),
        of_node(&|node| node.output = vec![node.input[0].clone()]),
        of_node(&|node| node.op_type = Some(String::new())),
        of_node(&|node| node.domain = Some("elsewhere".into())),
        of_node(&|node| node.op_type = Some("Gelu".into())),
        of_node(&|node| node.op_type = Some("Upsample".into())),
        of_node(&|node| node.op_type = Some("Cast".into())),
        of_model(&|model| model.opset_import.clear()),
        of_model(&|model| model.graph.as_mut().expect("a graph").name = None),
        of_model(&|model| model.graph.as_mut().expect("a graph").input[0].r#type = None),
        of_model(&|model| {
            let graph = model.graph.as_mut().expect("a graph");
            graph.input.push(graph.input[0].clone());
        }),
        of_model(&|model| {
            let graph = model.graph.as_mut().expect("a graph");
            graph.initializer.push(graph.initializer[0].clone());
        }),
        of_model(&|model| {
            let tensor = &mut model.graph.as_mut().expect("a graph").initializer[0];
            tensor.float_data.push(1.0);
        }),
    ];
    let complaints: Vec<&str> = found.iter().map(|text| text.trim_end().trim_start_matches(node)).collect();
    assert_eq!(
        complaints,
        [
            "the operator has no attribute 'stride'; did you mean 'strides'?",
            "the attribute 'group' must be of type int, not float",
            "has an attribute without a name",
            "the attribute 'group' has no type",
            "the attribute 'group' has a value of type float, but says int",
            "has the attribute 'group' twice",
            "its output 'x0' has the name of another value",
            "m.onnx:0:0: error: node 'the_Conv' (, version 17): the node has no operator",
            "m.onnx:0:0: error: node 'the_Conv' (elsewhere.Conv, version 1): the model does not say which version of the operator set 'elsewhere' it uses",
            "m.onnx:0:0: error: node 'the_Conv' (Gelu, version 17): the operator set has this operator from version 20 on",
            "m.onnx:0:0: error: node 'the_Conv' (Upsample, version 17): the operator is deprecated from version 10 of the operator set on",
            "m.onnx:0:0: error: node 'the_Conv' (Cast, version 17): has 3 inputs; the operator has 1",
            "m.onnx:0:0: error: the model does not say which version of the operator set it uses",
            "m.onnx:0:0: error: a graph of the model has no name",
            "m.onnx:0:0: error: the input 'x0' has no type",
            "m.onnx:0:0: error: two inputs have the name 'x0'",
            "m.onnx:0:0: error: two initialisers have the name 'c0'",
            "m.onnx:0:0: error: tensor 'c0': has its elements in two places",
        ]
    );
}

#[test]
fn faults_of_texts_have_their_places() {
    let text =
        error(b"<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[2] x) -> (float y) {}", "m.onnxtxt");
    assert_eq!(text.trim_end(), "m.onnxtxt:2:16: error: expected '=>', got '-'");
    let text = error(b"ir_version: 8\ngraph { nodes { } }", "m.pbtxt");
    assert!(text.contains("m.pbtxt:0:0: error: this is no ONNX model: ") && text.contains("nodes"), "{text}");
}

#[test]
fn blocks_of_channels_whose_size_nothing_tells_are_a_warning() {
    let warned = |change: &dyn Fn(&mut NodeProto)| {
        let mut blocks = model("blocks_of_channels");
        blocks.graph.as_mut().expect("a graph").node.iter_mut().for_each(change);
        let (ctx, mut diagnostics) = (compile::context(), Diagnostics::new());
        let folder = Folder::of(Path::new("m.onnx"));
        let _ = tfrt_onnx::import(&ctx, &blocks.encode_to_vec()[..], "m.onnx", &folder, &mut diagnostics);
        DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics)
    };
    let expected = "m.onnx:0:0: warning: the model does not tell how many channels its blocks have; ";
    assert_eq!(warned(&|_| {}), "");
    // All blocks leave whole but for a few channels.
    let text = warned(&|node| {
        if node.op_type() == "ReorderOutput" {
            let channels = node.attribute.iter_mut().find(|attr| attr.name() == "channels");
            channels.expect("how many channels leave").i = Some(30);
        }
    });
    assert!(text.contains(expected), "{text}");
}

#[test]
fn values_of_another_kind_or_rank_are_errors() {
    let mut signal = model("stft_computed");
    let ty = signal.graph.as_mut().expect("a graph").input[0].r#type.as_mut();
    let Some(Value::TensorType(ty)) = ty.and_then(|ty| ty.value.as_mut()) else { panic!("it is a tensor") };
    ty.shape.as_mut().expect("a shape").dim.truncate(1);
    let text = error(&signal.encode_to_vec(), "m.onnx");
    assert!(text.contains("(STFT, version 17): [2] has no 1 numbers from 1 on"), "{text}");

    // What takes the pixels of an image never sees one without batch or channels.
    for rank in [0, 1] {
        let mut pool = model("global_average_pool");
        let graph = pool.graph.as_mut().expect("a graph");
        let ty = graph.input[0].r#type.as_mut();
        let Some(Value::TensorType(ty)) = ty.and_then(|ty| ty.value.as_mut()) else {
            panic!("it is a tensor")
        };
        ty.shape.as_mut().expect("a shape").dim.truncate(rank);
        let text = error(&pool.encode_to_vec(), "m.onnx");
        let expected =
            format!("(GlobalAveragePool, version 17): an input of rank {rank} has no batch and channels");
        assert!(text.contains(&expected), "{text}");
    }

    let mut lists = model("lists");
    let nodes = &mut lists.graph.as_mut().expect("a graph").node;
    let branch = nodes.iter_mut().find(|node| node.op_type() == "If").expect("a condition");
    let branch = branch.attribute.iter_mut().find(|attr| attr.name() == "then_branch");
    let node = branch.and_then(|attr| attr.g.as_mut()?.node.last_mut()).expect("a node");
    node.op_type = Some("Optional".into());
    node.input.truncate(1);
    let text = error(&lists.encode_to_vec(), "m.onnx");
    assert!(
        text.contains("a value is optional in one place, and not, or of another kind, in another"),
        "{text}"
    );
}

/// Data beside a model is read; what is elsewhere is not.
#[test]
fn external_data_is_in_the_folder() {
    let folder = std::env::temp_dir().join(format!("tfrt-onnx-{}", std::process::id()));
    let inner = folder.join("model");
    fs::create_dir_all(&inner).expect("a folder for scratch");
    fs::write(folder.join("secret"), [0; 4096]).expect("a file for scratch");
    let mut model = model("gemm");
    let weights = &mut model.graph.as_mut().expect("a graph").initializer[0];
    let bytes = weights.raw_data.take().expect("weights");
    fs::write(inner.join("weights"), [&[7; 3][..], &bytes].concat()).expect("a file for scratch");
    let file = inner.join("model.onnx").display().to_string();
    let at = |location: &str, offset: &str| {
        let mut model = model.clone();
        let entry = |key: &str, value: &str| StringStringEntryProto {
            key: Some(key.into()),
            value: Some(value.into()),
        };
        let weights = &mut model.graph.as_mut().expect("a graph").initializer[0];
        weights.data_location = Some(DataLocation::External.into());
        let length = bytes.len().to_string();
        weights.external_data =
            vec![entry("location", location), entry("offset", offset), entry("length", &length)];
        error(&model.encode_to_vec(), &file)
    };
    assert_eq!(at("weights", "3"), "");
    assert!(at("weights", "4").contains("the external data 'weights' has no 80 bytes at 4"));
    for elsewhere in ["../secret", "/etc/passwd", ""] {
        let text = at(elsewhere, "0");
        assert!(text.contains("is not in the folder of the model"), "{text}");
    }
    std::os::unix::fs::symlink("../secret", inner.join("link")).expect("a link");
    let text = at("link", "0");
    assert!(text.contains("leads out of the folder of the model"), "{text}");
    let text = at("weights", "x");
    assert!(text.contains("the offset 'x' of external data is no number"), "{text}");
    fs::remove_dir_all(folder).expect("it was made here");
}
