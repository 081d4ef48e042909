//! Ops of images that compute some rows from some rows, and regions of them band by band and as a whole.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tfrt_executor::core_runtime::{
    Banded, Banding, Declined, DispatchFrame, FinishPart, OpContext, OpEntry, OpError, OpRegistry, Prepared,
    Producer, RestMetadata, Step, StepSpec,
};
use tfrt_executor::host::HostOptions;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_ops::window::{Padding, Window};
use tfrt_plan::Plans;

use crate::ops::{Builder, World, floats, tensor};

/// Sums of three rows of images of `[images, rows, columns]`, the first of which may be padding, and of one row of weights.
struct RowSums {
    images: usize,
    rows: Window,
    columns: usize,
    bands: Arc<AtomicUsize>,
}

fn window(rows: usize, stride: usize) -> Window {
    Window::new(rows, 3, stride as i64, 1, Padding::Same, None).expect("it fits")
}

/// The rows of the result that this part of it has, where `x` are the rows under these windows.
fn sums(rows: &Window, columns: usize, x: &[f32], weights: &[f32], out: &mut [f32]) {
    for (y, out) in out.chunks_mut(columns).enumerate() {
        out.copy_from_slice(weights);
        for tap in 0..3 {
            let Some(row) = rows.position(y, tap) else { continue };
            out.iter_mut().zip(&x[row * columns..]).for_each(|(out, x)| *out += x * 0.5);
        }
    }
}

impl Step for RowSums {
    fn run(&self, _: &dyn OpContext, operands: &[&[u8]], results: &mut [&mut [u8]]) -> Result<(), Declined> {
        let [out] = results else { return Err(Declined) };
        let (x, weights) = (bytemuck::cast_slice::<u8, f32>(operands[0]), bytemuck::cast_slice(operands[1]));
        let out: &mut [f32] = bytemuck::cast_slice_mut(out);
        let images = x.chunks(self.rows.input * self.columns);
        for (x, out) in images.zip(out.chunks_mut(self.rows.output * self.columns)) {
            sums(&self.rows, self.columns, x, weights, out);
        }
        Ok(())
    }

    fn as_producer(&self) -> Option<&dyn Producer> {
        Some(self)
    }

    fn as_banded(&self) -> Option<&dyn Banded> {
        Some(self)
    }
}

impl Producer for RowSums {
    fn run_then(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        result: &mut [u8],
        finish: FinishPart<'_>,
    ) -> Result<(), Declined> {
        self.run(context, operands, &mut [&mut *result])?;
        finish(0, result);
        Ok(())
    }
}

impl Banded for RowSums {
    fn banding(&self) -> Banding {
        let row = self.columns * size_of::<f32>();
        let rows = [self.rows.input, self.rows.output];
        Banding { operand: 0, images: self.images, rows, row_bytes: [row; 2], others: row }
    }

    fn reads(&self, rows: Range<usize>) -> Range<usize> {
        self.rows.under(rows)
    }

    fn run_band(
        &self,
        _: &dyn OpContext,
        operands: &[&[u8]],
        band: &[u8],
        rows: Range<usize>,
        result: &mut [u8],
        finish: Option<FinishPart<'_>>,
    ) -> Result<(), Declined> {
        self.bands.fetch_add(1, Ordering::Relaxed);
        let rows = self.rows.part(rows);
        assert_eq!(band.len(), rows.input * self.columns * size_of::<f32>(), "the rows that are read");
        let weights = bytemuck::cast_slice(operands[1]);
        sums(&rows, self.columns, bytemuck::cast_slice(band), weights, bytemuck::cast_slice_mut(result));
        if let Some(finish) = finish {
            // In parts that are no whole rows.
            let part = 3 * size_of::<f32>();
            result.chunks_mut(part).enumerate().for_each(|(at, chunk)| finish(at * part, chunk));
        }
        Ok(())
    }
}

fn result_of(image: &TensorMetadata, stride: usize) -> Result<TensorMetadata, OpError> {
    let [images, rows, columns] = image.shape.dims()[..] else { return Err("no image".into()) };
    let rows = window(rows as usize, stride).output as i64;
    Ok(TensorMetadata::new(DType::F32, Shape::new(&[images, rows, columns])?))
}

/// Adds `demo.sums1` and `demo.sums2`, by their strides; `bands` is how often they compute a band.
pub(super) fn register(ops: &mut OpRegistry, bands: &Arc<AtomicUsize>) {
    for (name, stride) in [("demo.sums1", 1), ("demo.sums2", 2)] {
        let of_steps = bands.clone();
        let metadata = move |rest: RestMetadata<'_>| {
            result_of(rest.0.first().ok_or_else(|| OpError::from("an operand is missing"))?, stride)
        };
        let step = move |spec: &StepSpec<'_>| {
            let [images, rows, columns] = spec.operands[0].metadata.shape.dims()[..] else { return None };
            let (images, columns) = (images as usize, columns as usize);
            let rows = window(rows as usize, stride);
            let bands = of_steps.clone();
            Some(Prepared::Step(Box::new(RowSums { images, rows, columns, bands })))
        };
        let call = move |frame: &mut DispatchFrame<'_>| {
            let result = result_of(frame.dense(0)?.metadata(), stride)?;
            let [_, rows, columns] = frame.dense(0)?.shape().dims()[..] else {
                return Err("no image".into());
            };
            let (rows, columns) = (window(rows as usize, stride), columns as usize);
            let mut values = vec![0.0; result.shape.num_elements()];
            let images = frame.values::<f32>(0)?.chunks(rows.input * columns);
            for (x, out) in images.zip(values.chunks_mut(rows.output * columns)) {
                sums(&rows, columns, x, frame.values::<f32>(1)?, out);
            }
            frame.set(0, DenseHostTensor::from_values(result.shape, &values)?);
            Ok(())
        };
        ops.add(name, OpEntry::new().metadata(metadata).dispatch(call).prepared(step));
    }
}

/// Sums of sums with these strides, where something is added to the second ones; one result, or also that of the first sums.
fn region(images: i64, rows: i64, strides: &[usize], gives_first: bool) -> Builder {
    let mut region = Builder::default();
    let (mut x, weights) = (region.arg(&[images, rows, 6]), region.arg(&[6]));
    let mut sizes = vec![rows];
    for &stride in strides {
        sizes.push(window(sizes[sizes.len() - 1] as usize, stride).output as i64);
    }
    let added = region.arg(&[images, sizes[2], 6]);
    for (at, &stride) in strides.iter().enumerate() {
        let dims = [images, sizes[at + 1], 6];
        x = region.op(&format!("demo.sums{stride}"), &[x, weights], &dims);
        if at == 0 && gives_first {
            region.result(x);
        }
        if at == 1 {
            x = region.op("demo.add", &[x, added], &dims);
        }
    }
    region.result(x);
    region
}

#[test]
fn bands_give_what_whole_images_give() {
    // A band is two rows here, or some more.
    for cache in [72, 150] {
        for (images, rows) in [(1, 60), (3, 61), (2, 133)] {
            for strides in [&[1, 1][..], &[2, 1], &[1, 2], &[1, 1, 1], &[2, 1, 1], &[1, 1, 1, 1, 2]] {
                let region = region(images, rows, strides, false);
                let args = || {
                    let stride: usize = strides[..2].iter().product();
                    let added = (rows as usize).div_ceil(stride) as i64;
                    [tensor(&[images, rows, 6], 1.0), tensor(&[6], 0.5), tensor(&[images, added, 6], 2.0)]
                };
                let whole = World::new();
                let [expected] = whole.call(&whole.bind(&region), args());
                assert_eq!(whole.bands(), 0, "images are small");
                for threads in [1, 3] {
                    let options = match threads {
                        1 => HostOptions::single_threaded(),
                        threads => {
                            let queue = QueueKind::Multi { threads, blocking_threads: 1 };
                            HostOptions { queue, ..HostOptions::default() }
                        }
                    };
                    let world = World::with(Some(Plans::with_cache(cache)), options);
                    let op = world.bind(&region);
                    for _ in 0..2 {
                        let [result] = world.call(&op, args());
                        assert_eq!(floats(&result), floats(&expected), "{images} {rows} {strides:?}");
                    }
                    assert!(world.bands() > 20, "{images} {rows} {strides:?}: {} bands", world.bands());
                    assert_eq!(world.counts().1, 0, "nothing is declined");
                }
            }
        }
    }
}

#[test]
fn what_others_use_is_whole() {
    let region = region(1, 60, &[1, 1], true);
    let args = || [tensor(&[1, 60, 6], 1.0), tensor(&[6], 0.5), tensor(&[1, 60, 6], 2.0)];
    let (whole, world) = (World::new(), World::with(Some(Plans::with_cache(72)), HostOptions::default()));
    let [first, last]: [_; 2] = whole.call(&whole.bind(&region), args());
    let [a, b] = world.call(&world.bind(&region), args());
    assert_eq!((floats(&a), floats(&b)), (floats(&first), floats(&last)));
    assert_eq!(world.bands(), 0);
}
