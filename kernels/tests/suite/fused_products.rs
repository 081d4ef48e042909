//! Products with bias, batch norm and activation that are one op compute the bits of their members one after another.

use tfrt_executor::core_runtime::{AttrValue, CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DenseHostTensor, Shape};

/// Numbers of all kinds, NaN and infinities among them if `wild`.
fn numbers(dims: &[i64], seed: usize, wild: bool) -> TensorHandle {
    let shape = Shape::new(dims).expect("small");
    let number = |i: usize| match (i * 37 + seed) % 101 {
        7 if wild => f32::NAN,
        11 if wild => f32::INFINITY,
        13 => -0.0,
        n => n as f32 * 0.19 - 9.0,
    };
    let values: Vec<f32> = (0..shape.num_elements()).map(number).collect();
    TensorHandle::new(DenseHostTensor::from_values(shape, &values).expect("small"))
}

fn runtime() -> CoreRuntime {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let runtime = CoreRuntime::install(&Host::new(HostOptions::single_threaded()).expect("a host"), ops);
    runtime.state().register_default_handlers();
    runtime
}

/// The elements as bits; all NaNs are one.
fn bits(handle: &TensorHandle) -> Vec<u32> {
    let tensor = handle.tensor().and_then(|tensor| tensor.as_dense()).expect("a tensor");
    let values = tensor.values::<f32>().expect("of f32").iter();
    values.map(|x| if x.is_nan() { u32::MAX } else { x.to_bits() }).collect()
}

fn check(runtime: &CoreRuntime, product: &str, fused: &str, args: [TensorHandle; 3], attrs: &OpAttrs) {
    let cpu = runtime.handler("cpu").expect("registered");
    let run = |op: &str, args: &[TensorHandle], attrs: &OpAttrs| {
        let op = runtime.op(op, &cpu).expect("registered");
        let mut results = [TensorHandle::default()];
        let mut args = args.to_vec();
        runtime.invoke(&op, &Location::unknown(), &mut args, attrs.into(), &mut results, None);
        let [result] = results;
        result
    };
    let [a, b, bias] = args;
    let tails: [&[&str]; 5] =
        [&["BiasAdd"], &["BiasAdd", "Relu"], &["BiasAdd", "Relu6"], &["Relu"], &["Relu6"]];
    for names in tails {
        let mut args = vec![a.clone(), b.clone()];
        let mut expected = run(product, &args, attrs);
        for &name in names {
            expected = match name {
                "BiasAdd" => {
                    args.push(bias.clone());
                    run("tf.BiasAdd", &[expected, bias.clone()], attrs)
                }
                _ => run(&format!("tf.{name}"), &[expected], &OpAttrs::new()),
            };
        }
        let mut fused_attrs = attrs.clone();
        let values = names.iter().map(|name| AttrValue::String(name.as_bytes().into())).collect();
        fused_attrs.set_aggregate("fused_ops", values);
        let result = run(fused, &args, &fused_attrs);
        assert_eq!(bits(&result), bits(&expected), "{fused} {names:?}");
    }
}

#[test]
fn fused_products_are_their_members_one_after_another() {
    let runtime = runtime();
    for wild in [false, true] {
        for [rows, inner, columns] in [[1, 70, 45], [5, 40, 33], [64, 70, 45], [3, 0, 4], [150, 90, 300]] {
            let mut attrs = OpAttrs::new();
            attrs.set_bool("transpose_a", false);
            attrs.set_bool("transpose_b", false);
            let args = [
                numbers(&[rows, inner], 1, wild && rows < 10),
                numbers(&[inner, columns], 2, false),
                numbers(&[columns], 3, wild),
            ];
            check(&runtime, "tf.MatMul", "tfrt_fused.matmul", args, &attrs);
        }
        for format in ["NHWC", "NCHW"] {
            let mut attrs = OpAttrs::new();
            attrs.set_array("strides", &[1, 1, 1, 1]);
            attrs.set_string("padding", "SAME");
            attrs.set_string("data_format", format);
            let dims = if format == "NHWC" { [2, 6, 7, 5] } else { [2, 5, 6, 7] };
            let args = [numbers(&dims, 1, false), numbers(&[3, 3, 5, 4], 2, false), numbers(&[4], 3, wild)];
            check(&runtime, "tf.Conv2D", "tfrt_fused.conv2d", args, &attrs);
        }
    }
}

#[test]
fn convolutions_and_batch_norms_are_their_members_one_after_another() {
    let runtime = runtime();
    let cpu = runtime.handler("cpu").expect("registered");
    let run = |name: &str, args: &[TensorHandle], attrs: &OpAttrs| {
        let op = runtime.op(name, &cpu).expect("registered");
        let count = if name == "tf.FusedBatchNormV3" { 6 } else { 1 };
        let mut results: Vec<TensorHandle> = (0..count).map(|_| TensorHandle::default()).collect();
        let mut args = args.to_vec();
        runtime.invoke(&op, &Location::unknown(), &mut args, attrs.into(), &mut results, None);
        results.swap_remove(0)
    };
    // Sizes of images with many pixels and few, channels that fill vectors and do not.
    for ([batch, height, width, channels], out) in
        [([2, 6, 7, 5], 5), ([1, 14, 15, 40], 70), ([3, 1, 1, 300], 33), ([1, 9, 9, 64], 64)]
    {
        for (format, wild) in [("NHWC", false), ("NHWC", true), ("NCHW", false)] {
            let mut attrs = OpAttrs::new();
            attrs.set_array("strides", &[1, 1, 1, 1]);
            attrs.set_string("padding", "SAME");
            attrs.set_string("data_format", format);
            attrs.set("epsilon", 0.01f32);
            attrs.set_bool("is_training", false);
            let last = format == "NHWC";
            let dims = if last { [batch, height, width, channels] } else { [batch, channels, height, width] };
            let x = numbers(&dims, 1, wild);
            let products = [
                (Some("tf.Conv2D"), "tfrt_fused.conv2d", [3, 3, channels, out], out),
                (Some("tf.Conv2D"), "tfrt_fused.conv2d", [1, 1, channels, out], out),
                (Some("tf.DepthwiseConv2dNative"), "tfrt_fused.depthwise", [3, 3, channels, 1], channels),
                (Some("tf.DepthwiseConv2dNative"), "tfrt_fused.depthwise", [2, 2, channels, 2], 2 * channels),
                (None, "tfrt_fused.batch_norm", [1; 4], channels),
            ];
            for (product, fused, filter, out) in products {
                let parameters: Vec<TensorHandle> = (0..5).map(|i| numbers(&[out], 3 + i, wild)).collect();
                let tails: [&[&str]; 8] = [
                    &["FusedBatchNormV3"],
                    &["FusedBatchNormV3", "Relu6"],
                    &["BiasAdd", "FusedBatchNormV3", "Relu"],
                    &["Relu"],
                    &["Mul", "AddV2", "Relu6"],
                    &["BiasAdd", "Mul", "AddV2"],
                    &["AddV2", "Relu"],
                    &["BiasAdd", "Mul"],
                ];
                for names in tails {
                    if product.is_none() && (names[0] != "FusedBatchNormV3" || names.len() < 2) {
                        continue;
                    }
                    // Channels that come second are not what broadcasting multiplies.
                    if !last && names.iter().any(|name| matches!(*name, "Mul" | "AddV2")) {
                        continue;
                    }
                    let mut args = vec![x.clone()];
                    let mut expected = x.clone();
                    if let Some(product) = product {
                        args.push(numbers(&filter, 2, false));
                        expected = run(product, &args, &attrs);
                    }
                    for &name in names {
                        let more = match name {
                            "BiasAdd" => &parameters[4..],
                            "FusedBatchNormV3" => &parameters[..4],
                            "Mul" => &parameters[1..2],
                            "AddV2" => &parameters[2..3],
                            _ => &[],
                        };
                        args.extend_from_slice(more);
                        let members: Vec<_> = std::iter::once(expected).chain(more.iter().cloned()).collect();
                        expected = run(&format!("tf.{name}"), &members, &attrs);
                    }
                    let mut fused_attrs = attrs.clone();
                    let values = names.iter().map(|name| AttrValue::String(name.as_bytes().into())).collect();
                    fused_attrs.set_aggregate("fused_ops", values);
                    let result = run(fused, &args, &fused_attrs);
                    let case = format!("{fused} {names:?} {dims:?} {filter:?} {format}");
                    assert_eq!(bits(&result), bits(&expected), "{case}");
                }
            }
        }
    }
}
