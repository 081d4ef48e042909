//! Quantised layers on images with channels second: the same numbers as with channels last, in the other order.

use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, Tensor, TensorMetadata};

fn quantized(dims: [i64; 4], bytes: &[u8]) -> TensorHandle {
    let metadata = TensorMetadata::new(DType::QUI8, Shape::new(&dims).expect("small"));
    TensorHandle::new(DenseHostTensor::from_bytes(metadata, bytes).expect("small"))
}

fn number(value: f32) -> TensorHandle {
    TensorHandle::new(DenseHostTensor::from_values(Shape::scalar(), &[value]).expect("small"))
}

/// An image with channels last, of elements of `size` bytes, as one with channels second.
fn channels_second([batch, height, width, channels]: [i64; 4], size: usize, bytes: &[u8]) -> Vec<u8> {
    let mut to = Vec::new();
    for b in 0..batch {
        for c in 0..channels {
            for pixel in 0..height * width {
                let at = ((b * height * width + pixel) * channels + c) as usize * size;
                to.extend_from_slice(&bytes[at..at + size]);
            }
        }
    }
    to
}

/// The shape and bytes of the first result.
fn run(name: &str, mut args: Vec<TensorHandle>, attrs: &OpAttrs) -> (Vec<i64>, Vec<u8>) {
    let host = Host::new(HostOptions::default()).expect("a host");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let runtime = CoreRuntime::install(&host, ops);
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").expect("just registered");
    let mut results = [const { TensorHandle::NULL }; 3];
    runtime.execute(name, &cpu, &Location::unknown(), &mut args, attrs.into(), &mut results, None);
    match results[0].tensor() {
        Some(Tensor::Dense(dense)) => (dense.shape().dims().to_vec(), dense.bytes().to_vec()),
        _ => panic!("{name}: {}", results[0]),
    }
}

/// Runs an op on an image in both orders; `sizes` are attributes of four numbers, given for height and width.
fn check(name: &str, sizes: &[(&str, [i64; 2])], padding: &str, more: impl Fn() -> Vec<TensorHandle>) {
    let dims @ [batch, height, width, channels] = [2, 5, 4, 3];
    let image: Vec<u8> = (0..dims.iter().product::<i64>()).map(|i| (i * 37 % 251) as u8).collect();
    let call = |is_first: bool| {
        let mut attrs = OpAttrs::new();
        attrs.set_string("padding", padding);
        for (name, [rows, columns]) in sizes {
            let last = [1, *rows, *columns, 1];
            let first = [1, 1, *rows, *columns];
            attrs.set_array::<i64>(name, if is_first { &first } else { &last });
        }
        let image = if is_first {
            attrs.set_string("data_format", "NCHW");
            quantized([batch, channels, height, width], &channels_second(dims, 1, &image))
        } else {
            quantized(dims, &image)
        };
        run(name, [image].into_iter().chain(more()).collect(), &attrs)
    };
    let (last, bytes) = call(false);
    let [b, h, w, c] = last[..] else { panic!("{name}: {last:?}") };
    let size = bytes.len() / (b * h * w * c) as usize;
    let expected = (vec![b, c, h, w], channels_second([b, h, w, c], size, &bytes));
    assert_eq!(call(true), expected, "{name} {sizes:?} {padding}");
}

#[test]
fn quantised_layers_take_channels_in_both_places() {
    for padding in ["SAME", "VALID"] {
        for strides in [[1, 1], [2, 1], [1, 2]] {
            for pool in ["tf.QuantizedMaxPool", "tf.QuantizedAvgPool"] {
                let limits = || vec![number(0.0), number(6.0)];
                check(pool, &[("ksize", [3, 2]), ("strides", strides)], padding, limits);
            }
            let filter: Vec<u8> = (0..3 * 2 * 3 * 4).map(|i| (i * 53 % 241) as u8).collect();
            let more = || {
                let filter = quantized([3, 2, 3, 4], &filter);
                [filter].into_iter().chain([0.0, 6.0, -1.0, 1.0].map(number)).collect()
            };
            check("tf.QuantizedConv2D", &[("strides", strides)], padding, more);
        }
    }
}
