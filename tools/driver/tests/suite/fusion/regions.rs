//! Regions against the same ops one by one: the same tensors, bit for bit, and the same errors at the same places.
//!
//! Arguments of random programs have types, so that most of their ops are in regions: element-wise ops, and layers of networks. They run on
//! one thread, on two and on five, with machine code and without, with packed constants and plain ones, with batches of several sizes, and several at once.

use std::fmt::Write as _;

use proptest::prelude::*;
use tfrt_executor::tensor::{DenseHostTensor, Shape, TensorMetadata};
use tfrt_plan::Plans;

use super::random::{F, Plan, Random, plans, tensor};
use super::subject::{Outcome, Subject, program};
use super::{LONGEST, assert_alike};

pub(super) fn subjects() -> [Subject; 8] {
    // Without a cache, batches run in the smallest parts.
    let parts = Plans::with_cache(0);
    [
        Subject::new(false, "s", None),
        Subject::new(true, "s", None),
        Subject::new(true, "s", LONGEST),
        Subject::new(true, "mstd:2", LONGEST),
        Subject::new(true, "mstd:5", None),
        Subject::new(true, "mstd:2", LONGEST).packing(),
        Subject::with_plans(true, "s", None, parts),
        Subject::with_plans(true, "mstd:2", LONGEST, parts),
    ]
}

/// Dimensions of arguments that types leave open.
pub(super) type IsOpen = fn(usize) -> bool;

/// The first dimension, which is that of a batch.
pub(super) const BATCH: IsOpen = |dim| dim == 0;

/// All dimensions.
const ALL: IsOpen = |_| true;

/// No dimension.
pub(super) const NONE: IsOpen = |_| false;

/// A program with the types of its arguments, without the dimensions that `is_open` says.
pub(super) fn typed(text: &str, types: &[TensorMetadata], is_open: IsOpen) -> String {
    let mut text = text.to_owned();
    for (i, ty) in types.iter().enumerate() {
        let dim = |(at, dim): (usize, &i64)| if is_open(at) { "?".to_owned() } else { dim.to_string() };
        let mut dims: Vec<String> = ty.shape.dims().iter().enumerate().map(dim).collect();
        dims.push(ty.dtype.name().to_owned());
        let plain = format!("%a{i}: !corert.tensorhandle");
        text = text.replacen(&plain, &format!("{plain} {{tf.type = tensor<{}>}}", dims.join("x")), 1);
    }
    text
}

pub(super) fn types(args: &[DenseHostTensor]) -> Vec<TensorMetadata> {
    args.iter().map(|arg| arg.metadata().clone()).collect()
}

/// Whether the file of a program has a region.
pub(super) fn has_region(subject: &Subject, text: &str) -> bool {
    let file = subject.compile(text);
    file.windows(REGION.len()).any(|bytes| bytes == REGION)
}

const REGION: &[u8] = b"tfrt_region.run";

fn check(plan: &Plan, subjects: &[Subject], is_open: IsOpen) -> Result<(), TestCaseError> {
    let args = plan.arguments();
    // The types are those of a program whose arguments fit.
    let fitting = Plan { wrong: false, ..plan.clone() }.arguments();
    let text = typed(&plan.text(), &types(&fitting), is_open);
    let mut expected: Option<Outcome> = None;
    for subject in subjects {
        let program = subject.load(&text);
        for _ in 0..2 {
            let got = subject.run(&program, &args);
            let difference = got.difference(expected.get_or_insert(got.clone()));
            prop_assert!(difference.is_none(), "{}\n{text}", difference.unwrap_or_default());
        }
    }
    Ok(())
}

#[test]
fn regions_give_what_the_ops_give() {
    let subjects = subjects();
    let config = ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(plan in plans(false))| check(&plan, &subjects, NONE)?);
    proptest!(config, |(plan in plans(true))| check(&plan, &subjects, NONE)?);
}

/// With sizes that only calls say: all of them, and all but the last ones of matrices.
#[test]
fn open_regions_give_what_the_ops_give() {
    let subjects = subjects();
    let config = ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() };
    for is_open in [ALL, BATCH] {
        proptest!(config.clone(), |(plan in plans(false))| check(&plan, &subjects, is_open)?);
        proptest!(config.clone(), |(plan in plans(true))| check(&plan, &subjects, is_open)?);
    }
}

/// A network of random layers: the program, and its weights.
struct Network {
    body: String,
    random: Random,
    /// Height, width and channels of the newest image.
    image: [i64; 3],
    /// The newest image, and those of the same shape before it.
    value: String,
    alike: Vec<String>,
    count: usize,
}

impl Network {
    fn next(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    fn constant(&mut self, dims: &[i64], positive: bool) -> String {
        let name = self.next();
        let count = dims.iter().product::<i64>();
        let number = |random: &mut Random| {
            let x = (random.next() % 2001) as f32 / 2000.0 - 0.5;
            format!("{:?}", if positive { x + 0.75 } else { x })
        };
        let values: Vec<String> = (0..count).map(|_| number(&mut self.random)).collect();
        let shape: String = dims.iter().map(|dim| format!("{dim}x")).collect();
        // One line of numbers, in rows of the type's shape.
        fn nested(values: &[String], dims: &[i64]) -> String {
            match dims {
                [] => values[0].clone(),
                [first, rest @ ..] => {
                    let step = values.len() / *first as usize;
                    let parts: Vec<String> = values.chunks(step).map(|part| nested(part, rest)).collect();
                    format!("[{}]", parts.join(", "))
                }
            }
        }
        let _ = writeln!(
            self.body,
            "  {name} = corert.const_dense_tensor dense<{}> : tensor<{shape}xf32>",
            nested(&values, dims)
        );
        self.body = self.body.replace("xxf32", "xf32");
        name
    }

    fn integers(&mut self, values: &[i64]) -> String {
        let name = self.next();
        let _ = writeln!(
            self.body,
            "  {name} = corert.const_dense_tensor dense<{values:?}> : tensor<{}xi32>",
            values.len()
        );
        name
    }

    fn number(&mut self, value: i64) -> String {
        let name = self.next();
        let _ = writeln!(self.body, "  {name} = corert.const_dense_tensor dense<{value}> : tensor<i32>");
        name
    }

    fn op(&mut self, name: &str, args: &[&str], attrs: &str) -> String {
        let result = self.next();
        let _ = writeln!(
            self.body,
            "  {result} = corert.executeop(%cpu) \"tf.{name}\"({}) {{T = f32{attrs}}} : 1",
            args.join(", ")
        );
        result
    }

    /// A row for each image, by a shape that is computed from that of the images.
    fn flattened(&mut self, value: &str, length: i64) -> String {
        let [shape, size, both] = [(); 3].map(|()| self.next());
        let [first, second] = [0, 1].map(|at| self.integers(&[at]));
        let length = {
            let name = self.next();
            let _ = writeln!(self.body, "  {name} = corert.const_dense_tensor dense<{length}> : tensor<i32>");
            name
        };
        let _ = writeln!(
            self.body,
            "  {shape} = corert.executeop(%cpu) \"tf.Shape\"({value}) {{T = f32, out_type = i32}} : 1\n  \
             {size} = corert.executeop(%cpu) \"tf.StridedSlice\"({shape}, {first}, {second}, {second}) {{Index = i32, \
             T = i32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, \
             shrink_axis_mask = 1 : i64}} : 1\n  \
             {both} = corert.executeop(%cpu) \"tf.Pack\"({size}, {length}) {{N = 2 : i64, T = i32, axis = 0 : i64}} : 1"
        );
        self.op("Reshape", &[value, &both], ", Tshape = i32")
    }

    fn set(&mut self, value: String, image: [i64; 3]) {
        if image != self.image {
            self.alike.clear();
        }
        self.alike.push(value.clone());
        (self.value, self.image) = (value, image);
    }

    fn layer(&mut self) {
        const LAST: &str = ", data_format = \"NHWC\"";
        let value = self.value.clone();
        let [height, width, channels] = self.image;
        match self.random.next() % 18 {
            0..=2 => {
                let (size, out) =
                    ([1, 3][(self.random.next() % 2) as usize], 1 + (self.random.next() % 24) as i64);
                let filter = self.constant(&[size, size, channels, out], false);
                let attrs = format!(", strides = [1, 1, 1, 1], padding = \"SAME\"{LAST}");
                let product = self.op("Conv2D", &[&value, &filter], &attrs);
                let bias = self.constant(&[out], false);
                let sum = self.op("BiasAdd", &[&product, &bias], LAST);
                let kind = ["Relu", "Relu6", "Tanh"][(self.random.next() % 3) as usize];
                let result = self.op(kind, &[&sum], "");
                self.set(result, [height, width, out]);
            }
            3 => {
                let filter = self.constant(&[3, 3, channels, 1], false);
                let attrs = format!(", strides = [1, 1, 1, 1], padding = \"SAME\"{LAST}");
                let product = self.op("DepthwiseConv2dNative", &[&value, &filter], &attrs);
                let parameters =
                    [false, false, false, true].map(|positive| self.constant(&[channels], positive));
                let [scale, offset, mean, variance] = parameters.each_ref().map(|name| &**name);
                let result = self.next();
                let _ = writeln!(
                    self.body,
                    "  {result}, %n{0}a, %n{0}b, %n{0}c, %n{0}d, %n{0}e = corert.executeop(%cpu) \
                     \"tf.FusedBatchNormV3\"({product}, {scale}, {offset}, {mean}, {variance}) {{T = f32, U = f32, \
                     epsilon = 0.001 : f32, is_training = false{LAST}}} : 6",
                    self.count
                );
                let result = self.op("Relu6", &[&result], "");
                self.set(result, [height, width, channels]);
            }
            4 if height > 1 && width > 1 => {
                let kind = ["MaxPool", "AvgPool"][(self.random.next() % 2) as usize];
                let attrs =
                    format!(", ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = \"VALID\"{LAST}");
                let result = self.op(kind, &[&value], &attrs);
                self.set(result, [height / 2, width / 2, channels]);
            }
            5 => {
                let other = self.alike[self.random.next() as usize % self.alike.len()].clone();
                let result = self.op("AddV2", &[&value, &other], "");
                self.set(result, self.image);
            }
            6 => {
                let gate = self.op("Sigmoid", &[&value], "");
                let result = self.op("Mul", &[&value, &gate], "");
                self.set(result, self.image);
            }
            7 => {
                // Squeeze and excitation.
                let axes = self.integers(&[1, 2]);
                let mean = self.op("Mean", &[&value, &axes], ", Tidx = i32, keep_dims = true");
                let gate = self.op("Sigmoid", &[&mean], "");
                let result = self.op("Mul", &[&value, &gate], "");
                self.set(result, self.image);
            }
            8 => {
                let flat = self.integers(&[-1, height * width * channels]);
                let rows = self.op("Reshape", &[&value, &flat], ", Tshape = i32");
                let rows = self.op("Softmax", &[&rows], "");
                let shape = self.integers(&[-1, height, width, channels]);
                let result = self.op("Reshape", &[&rows, &shape], ", Tshape = i32");
                self.set(result, self.image);
            }
            9 => {
                let order = self.integers(&[0, 2, 1, 3]);
                let result = self.op("Transpose", &[&value, &order], ", Tperm = i32");
                self.set(result, [width, height, channels]);
            }
            10 => {
                let axis = self.number(3);
                let other = self.alike[self.random.next() as usize % self.alike.len()].clone();
                let result = self.op("ConcatV2", &[&value, &other, &axis], ", N = 2 : i64, Tidx = i32");
                self.set(result, [height, width, 2 * channels]);
            }
            11 | 12 => {
                let rows = self.flattened(&value, height * width * channels);
                let rows = self.op("Softmax", &[&rows], "");
                let shape = self.integers(&[-1, height, width, channels]);
                let result = self.op("Reshape", &[&rows, &shape], ", Tshape = i32");
                self.set(result, self.image);
            }
            13 if channels > 1 => {
                // In two parts, which change places.
                let axis = self.number(-1);
                let [first, second] = [(); 2].map(|()| self.next());
                let (op, args, attrs) = match channels % 2 {
                    0 => ("Split", format!("{axis}, {value}"), "num_split = 2 : i64, T = f32"),
                    _ => {
                        let sizes = self.integers(&[-1, 1]);
                        let attrs = "num_split = 2 : i64, T = f32, Tlen = i32";
                        ("SplitV", format!("{value}, {sizes}, {axis}"), attrs)
                    }
                };
                let _ = writeln!(
                    self.body,
                    "  {first}, {second} = corert.executeop(%cpu) \"tf.{op}\"({args}) {{{attrs}}} : 2"
                );
                let result = self.op("ConcatV2", &[&second, &first, &axis], ", N = 2 : i64, Tidx = i32");
                self.set(result, self.image);
            }
            14 if height > 1 => {
                let (begin, size) =
                    (self.integers(&[0, 1, 0, 0]), self.integers(&[-1, height - 1, -1, channels]));
                let result = self.op("Slice", &[&value, &begin, &size], ", Index = i32");
                self.set(result, [height - 1, width, channels]);
            }
            15 => {
                let other = self.alike[self.random.next() as usize % self.alike.len()].clone();
                let axis = (self.random.next() % 3) as i64 + 1;
                let both = self.op("Pack", &[&value, &other], &format!(", N = 2 : i64, axis = {axis} : i64"));
                let [first, second] = [(); 2].map(|()| self.next());
                let _ = writeln!(
                    self.body,
                    "  {first}, {second} = corert.executeop(%cpu) \"tf.Unpack\"({both}) {{T = f32, axis = {axis} : i64, \
                     num = 2 : i64}} : 2"
                );
                let result = self.op("Sub", &[&first, &second], "");
                self.set(result, self.image);
            }
            16 => {
                // Elements stay where they are.
                let order = self.integers(&[0, 1, 2, 3]);
                let result = self.op("Transpose", &[&value, &order], ", Tperm = i32");
                self.set(result, self.image);
            }
            _ => {
                let result = self.op("Identity", &[&value], "");
                self.set(result, self.image);
            }
        }
    }
}

/// A network of so many layers, and its results: the last value, and perhaps one before it.
fn network(seed: u64, layers: usize) -> String {
    let mut network = Network {
        body: String::new(),
        random: Random(seed | 1),
        image: [6, 5, 3],
        value: "%a0".to_owned(),
        alike: vec!["%a0".to_owned()],
        count: 0,
    };
    let mut results = Vec::new();
    for layer in 0..layers {
        network.layer();
        if layer == layers / 2 && seed.is_multiple_of(3) && network.value != "%a0" {
            results.push(network.value.clone());
        }
    }
    let [height, width, channels] = network.image;
    let flat = network.integers(&[-1, height * width * channels]);
    let value = network.value.clone();
    let rows = network.op("Reshape", &[&value, &flat], ", Tshape = i32");
    let weights = network.constant(&[height * width * channels, 10], false);
    let logits = network.op("MatMul", &[&rows, &weights], ", transpose_a = false, transpose_b = false");
    results.push(network.op("Softmax", &[&logits], ""));
    let results: Vec<&str> = results.iter().map(String::as_str).collect();
    program(1, &network.body, &results)
}

#[test]
fn networks_give_what_their_ops_give() {
    let subjects = subjects();
    let mut open = 0;
    for seed in 0..24 {
        let text = network(0x9E37_79B9 * (seed + 1), 3 + seed as usize % 9);
        let mut random = Random(seed + 5);
        let image = |batch, random: &mut Random| tensor(F, &[batch, 6, 5, 3], random);
        let first = image(1, &mut random);
        let is_open = if seed % 3 == 0 { ALL } else { BATCH };
        let text = typed(&text, &types(std::slice::from_ref(&first)), is_open);
        // Some layers fit images of one size only.
        let has_region = has_region(&subjects[1], &text);
        let is_all = is_open(1);
        open += usize::from(is_all && has_region);
        assert!(has_region || is_all, "{text}");
        assert_alike(&subjects, &text, std::slice::from_ref(&first));
        // Other sizes are compiled when they come, and an image of another shape runs op by op.
        let programs: Vec<_> = subjects.iter().map(|subject| subject.load(&text)).collect();
        let wrong = tensor(F, &[2, 7, 5, 3], &mut random);
        let sizes = [1, 3, 0, 2, 3, 1, 40].map(|batch| image(batch, &mut random));
        for arg in sizes.into_iter().chain([wrong]) {
            let args = [arg];
            let mut expected = None;
            for (subject, program) in subjects.iter().zip(&programs) {
                let got = subject.run(program, &args);
                let difference = got.difference(expected.get_or_insert(got.clone()));
                let shape = args[0].shape();
                assert!(difference.is_none(), "{shape}: {}\n{text}", difference.unwrap_or_default());
            }
        }
    }
    assert!(open > 2, "{open}");
}

/// Convolutions by pixel and by channel one after the other, through which plans go band by band if caches are small.
#[test]
fn bands_of_images_give_what_their_ops_give() {
    const LAST: &str = ", data_format = \"NHWC\"";
    let bands = |queue| Subject::with_plans(true, queue, LONGEST, Plans::with_cache(16 << 10));
    let subjects =
        [Subject::new(false, "s", None), Subject::new(true, "s", LONGEST), bands("s"), bands("mstd:3")];
    for (seed, [taps, stride, dilation]) in
        [[3, 1, 1], [3, 2, 1], [5, 1, 1], [5, 2, 1], [3, 1, 4]].into_iter().enumerate()
    {
        let mut network = Network {
            body: String::new(),
            random: Random(seed as u64 * 977 + 1),
            image: [45, 38, 8],
            value: "%a0".to_owned(),
            alike: vec!["%a0".to_owned()],
            count: 0,
        };
        let mut value = "%a0".to_owned();
        for step in 0..5 {
            let (op, dims, stride, dilation) = match step % 2 {
                0 => ("Conv2D", [1, 1, [8, 24][step / 2 % 2], [24, 8][step / 2 % 2]], 1, 1),
                _ => ("DepthwiseConv2dNative", [taps, taps, [24, 8][step / 2 % 2], 1], stride, dilation),
            };
            let filter = network.constant(&dims, false);
            let attrs = format!(
                ", strides = [1, {stride}, {stride}, 1], dilations = [1, {dilation}, {dilation}, 1], padding = \"SAME\"{LAST}"
            );
            let product = network.op(op, &[&value, &filter], &attrs);
            let bias = network.constant(&[if step % 2 == 0 { dims[3] } else { dims[2] }], false);
            let sum = network.op("BiasAdd", &[&product, &bias], LAST);
            value = match step {
                0 | 3 => network.op("Relu6", &[&sum], ""),
                1 | 4 => {
                    let gate = network.op("Sigmoid", &[&sum], "");
                    network.op("Mul", &[&sum, &gate], "")
                }
                _ => sum,
            };
        }
        let text = program(1, &network.body, &[&value]);
        let mut random = Random(seed as u64 + 5);
        for batch in [1, 3] {
            let image = tensor(F, &[batch, 45, 38, 8], &mut random);
            let text = typed(&text, &types(std::slice::from_ref(&image)), BATCH);
            assert!(has_region(&subjects[1], &text), "{text}");
            assert_alike(&subjects, &text, std::slice::from_ref(&image));
        }
    }
}

/// Sums of small whole numbers are exact, in whatever order they are computed.
#[test]
fn convolutions_by_tiles_give_what_sums_of_products_give() {
    let (height, width, channels, out) = (13, 14, 40, 48);
    let whole = |i: usize, least: i64| (i as i64 * 7919) % 7 + least;
    let filter: Vec<u8> = (0..9 * channels * out).flat_map(|i| (whole(i, -3) as f32).to_le_bytes()).collect();
    let hex: String = filter.iter().map(|byte| format!("{byte:02X}")).collect();
    let body = format!(
        "  %f = corert.const_dense_tensor dense<\"0x{hex}\"> : tensor<3x3x{channels}x{out}xf32>\n  \
         %c = corert.executeop(%cpu) \"tf.Conv2D\"(%a0, %f) {{T = f32, strides = [1, 1, 1, 1], padding = \"SAME\", \
         data_format = \"NHWC\"}} : 1\n  \
         %r = corert.executeop(%cpu) \"tf.Relu6\"(%c) {{T = f32}} : 1\n  \
         %s = corert.executeop(%cpu) \"tf.AddV2\"(%r, %c) {{T = f32}} : 1\n"
    );
    let text = program(1, &body, &["%s"]);
    let subjects = subjects();
    for batch in [1, 3] {
        for odd in [None, Some(f32::INFINITY), Some(f32::NAN)] {
            let count = batch * height * width * channels;
            let mut values: Vec<f32> = (0..count).map(|i| whole(i + 3, -2) as f32).collect();
            if let Some(odd) = odd {
                values[(5 * width + 6) * channels + 3] = odd;
            }
            let dims = [batch, height, width, channels].map(|n| n as i64);
            let image =
                DenseHostTensor::from_values(Shape::new(&dims).expect("small"), &values).expect("memory");
            let text = typed(&text, &types(std::slice::from_ref(&image)), BATCH);
            assert!(has_region(&subjects[1], &text), "{text}");
            assert_alike(&subjects, &text, &[image]);
        }
    }
}

/// Copies of so many elements are cut into pieces for threads.
#[test]
fn large_copies_give_what_the_ops_give() {
    let (height, width, channels) = (70, 45, 28);
    let body = "  %order = corert.const_dense_tensor dense<[0, 3, 1, 2]> : tensor<4xi32>\n  \
        %last = corert.const_dense_tensor dense<-1> : tensor<i32>\n  \
        %second = corert.const_dense_tensor dense<2> : tensor<i32>\n  \
        %s = corert.executeop(%cpu) \"tf.Relu\"(%a0) {T = f32} : 1\n  \
        %t = corert.executeop(%cpu) \"tf.Transpose\"(%s, %order) {T = f32, Tperm = i32} : 1\n  \
        %c = corert.executeop(%cpu) \"tf.ConcatV2\"(%s, %a0, %s, %last) {N = 3 : i64, T = f32, Tidx = i32} : 1\n  \
        %x, %y, %z = corert.executeop(%cpu) \"tf.Split\"(%second, %c) {T = f32, num_split = 3 : i64} : 3\n  \
        %p = corert.executeop(%cpu) \"tf.Pack\"(%y, %x, %z) {N = 3 : i64, T = f32, axis = 1 : i64} : 1\n";
    let text = program(1, body, &["%t", "%p"]);
    let subjects = subjects();
    for batch in [1, 2] {
        let image = tensor(F, &[batch, height, width, channels], &mut Random(batch as u64 + 7));
        let text = typed(&text, &types(std::slice::from_ref(&image)), BATCH);
        assert!(has_region(&subjects[1], &text), "{text}");
        assert_alike(&subjects, &text, &[image]);
    }
}

/// As [`network`], where `%a1` scales some of the images and results come from everywhere. Some are reshaped as `%a2` says, whose elements
/// no region can know.
fn network_with_exits(seed: u64, layers: usize) -> String {
    let mut network = Network {
        body: String::new(),
        random: Random(seed | 1),
        image: [6, 5, 3],
        value: "%a0".to_owned(),
        alike: vec!["%a0".to_owned()],
        count: 0,
    };
    let mut results: Vec<String> = Vec::new();
    for _ in 0..layers {
        network.layer();
        let value = network.value.clone();
        match network.random.next() % 5 {
            0 => {
                let scaled = network.op("Mul", &[&value, "%a1"], "");
                network.set(scaled, network.image);
            }
            1 if value != "%a0" && !results.contains(&value) => results.push(value),
            2 => results.push(network.op("Reshape", &[&value, "%a2"], ", Tshape = i32")),
            _ => {}
        }
    }
    let value = network.value.clone();
    let last = network.op("Mul", &[&value, "%a1"], "");
    results.push(network.op("Tanh", &[&last], ""));
    let results: Vec<&str> = results.iter().map(String::as_str).collect();
    program(3, &network.body, &results)
}

/// Results that need some of the arguments only are in regions too, and so is what takes them.
#[test]
fn networks_with_exits_give_what_their_ops_give() {
    let subjects = subjects();
    let mut regions = 0;
    for seed in 0..24 {
        let text = network_with_exits(0x9E37_79B9 * (seed + 1), 4 + seed as usize % 9);
        let mut random = Random(seed + 5);
        let args = |batch, random: &mut Random| {
            let shape = tfrt_executor::tensor::Shape::new(&[1]).expect("small");
            let flat = DenseHostTensor::from_values(shape, &[-1]).expect("small");
            [tensor(F, &[batch, 6, 5, 3], random), tensor(F, &[batch, 1, 1, 1], random), flat]
        };
        let first = args(1, &mut random);
        let text = typed(&text, &types(&first[..2]), BATCH);
        let file = subjects[1].compile(&text);
        regions += file.windows(REGION.len()).filter(|bytes| *bytes == REGION).count();
        let programs: Vec<_> = subjects.iter().map(|subject| subject.load(&text)).collect();
        for args in [1, 3, 2].map(|batch| args(batch, &mut random)) {
            let mut expected = None;
            for (subject, program) in subjects.iter().zip(&programs) {
                let got = subject.run(program, &args);
                let difference = got.difference(expected.get_or_insert(got.clone()));
                assert!(difference.is_none(), "{}\n{text}", difference.unwrap_or_default());
            }
        }
    }
    assert!(regions > 0);
}

/// Each run has an arena of its own.
#[test]
fn runs_at_once_do_not_disturb_each_other() {
    let text = network(77, 8);
    let mut random = Random(3);
    let args: Vec<DenseHostTensor> = (0..4).map(|_| tensor(F, &[2, 6, 5, 3], &mut random)).collect();
    let text = typed(&text, &types(&args[..1]), BATCH);
    let alone = Subject::new(false, "s", None);
    let subject = Subject::new(true, "mstd:3", LONGEST);
    let (slow, program) = (alone.load(&text), subject.load(&text));
    let expected: Vec<Outcome> = args.iter().map(|arg| alone.run(&slow, std::slice::from_ref(arg))).collect();
    std::thread::scope(|scope| {
        for (arg, expected) in args.iter().zip(&expected) {
            let (subject, program) = (&subject, &program);
            scope.spawn(move || {
                for _ in 0..20 {
                    let got = subject.run(program, std::slice::from_ref(arg));
                    assert_eq!(got.difference(expected), None);
                }
            });
        }
    });
}

/// An element that an op refuses fails the region where the op was written, each time.
#[test]
fn an_op_that_refuses_an_element_fails_in_its_place() {
    let subjects = subjects();
    let body = "  %x = corert.executeop(%cpu) \"tf.AddV2\"(%a0, %a0) {T = i32} : 1\n  %y = corert.executeop(%cpu) \
                \"tf.FloorDiv\"(%x, %a1) {T = i32} : 1\n  %z = corert.executeop(%cpu) \"tf.Mul\"(%y, %y) {T = i32} : 1\n  \
                %r = corert.executeop(%cpu) \"tf.AddV2\"(%z, %x) {T = i32} : 1\n";
    let text = program(2, body, &["%r"]);
    let numbers = |values: [i32; 3]| {
        let shape = tfrt_executor::tensor::Shape::new(&[3]).expect("small");
        DenseHostTensor::from_values(shape, &values).expect("small")
    };
    let text = typed(&text, &types(&[numbers([1, 2, 3]), numbers([1, 2, 3])]), NONE);
    let programs: Vec<_> = subjects.iter().map(|subject| subject.load(&text)).collect();
    for divisors in [[1, 2, 3], [0, 1, 2], [3, 2, 1], [1, 0, 1], [0, 0, 0], [5, 5, 5], [0, 1, 1], [2, 2, 2]] {
        let args = [numbers([7, -8, 9]), numbers(divisors)];
        let mut expected: Option<Outcome> = None;
        for (subject, program) in subjects.iter().zip(&programs) {
            let got = subject.run(program, &args);
            let difference = got.difference(expected.get_or_insert(got.clone()));
            assert!(difference.is_none(), "{divisors:?}: {}", difference.unwrap_or_default());
        }
        assert_eq!(expected.is_some_and(|outcome| !outcome.errors.is_empty()), divisors.contains(&0));
    }
}
