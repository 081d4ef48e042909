//! `onnx.NonMaxSuppression`: of each image and class, the boxes that overlap no better one of them too much.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};

use crate::ops::image::boxes::{Limits, one};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    // How many boxes remain is data.
    ops.add("onnx.NonMaxSuppression", OpEntry::new().dispatch(suppress));
}

/// The corners of a box that has its centre, width and height.
fn corners([x, y, width, height]: [f32; 4]) -> [f32; 4] {
    [y - height / 2.0, x - width / 2.0, y + height / 2.0, x + width / 2.0]
}

fn suppress(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let (boxes, scores) = (frame.dense(0)?.shape().dims(), frame.dense(1)?.shape().dims());
    let (&[images, count, 4], &[of, classes, each]) = (&boxes[..], &scores[..]) else {
        return Err(
            format!("boxes {boxes:?} and scores {scores:?} are not of images, classes and boxes").into()
        );
    };
    if images != of || count != each {
        return Err(format!("boxes {boxes:?} and scores {scores:?} do not belong together").into());
    }
    let &[most] = &frame.indices(2)?[..] else {
        return Err("the number of boxes is not one number".into());
    };
    let limits = Limits {
        count: usize::try_from(most).unwrap_or(0),
        similarity: one(frame.values::<f32>(3)?, "iou_threshold")?,
        score: one(frame.values::<f32>(4)?, "score_threshold")?,
        sigma: 0.0,
    };
    let is_centred = frame.attrs().get_bool("center_point_box").unwrap_or(false);
    let all = frame.values::<f32>(0)?.as_chunks::<4>().0;
    let all: Vec<[f32; 4]> = all.iter().map(|&own| if is_centred { corners(own) } else { own }).collect();
    let (count, scores) = (count as usize, frame.values::<f32>(1)?);
    let mut kept: Vec<i64> = Vec::new();
    for image in 0..images {
        let own = &all[image as usize * count..][..count];
        for class in 0..classes {
            let first = (image * classes + class) as usize * count;
            let best = limits.keep(own, &scores[first..][..count])?;
            kept.extend(best.iter().flat_map(|&(at, _)| [image, class, at as i64]));
        }
    }
    let shape = Shape::new(&[kept.len() as i64 / 3, 3])?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(DType::I64, shape))?;
    out.values_mut::<i64>().copy_from_slice(&kept);
    frame.finish(0, out);
    Ok(())
}
