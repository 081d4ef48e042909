//! The pairs that a convolution multiplies: those of which both lie inside of the image, as XLA counts.

use tfrt_dialects::DialectAttr;
use tfrt_dialects::stablehlo::conv::ConvDimensionNumbers;
use tfrt_ir::Attr;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::op_ref::OpRef;

/// The integers of an array or of a constant.
pub(in crate::executable) fn integers(op: OpRef<'_>, attr: Attr) -> Option<Vec<i64>> {
    let (data, count) = match op.ctx.attr_kind(attr) {
        AttrKind::DenseArray { data, .. } => (&data[..], 1),
        AttrKind::DenseElements { ty, splat, data } => {
            let count = op.ctx.type_kind(*ty).num_elements().filter(|_| *splat).unwrap_or(1);
            (&data[..], usize::try_from(count).ok().filter(|&count| count <= MOST as usize)?)
        }
        _ => return None,
    };
    let numbers = data.chunks_exact(8).map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap_or_default()));
    Some(numbers.collect::<Vec<_>>().repeat(count))
}

/// A dimension of an image over which a window moves.
#[derive(Debug, Clone, Copy)]
struct Axis {
    /// Elements of the image, with holes between them, and before the first.
    image: i64,
    image_dilation: i64,
    before: i64,
    /// Elements of the window, with holes between them.
    window: i64,
    window_dilation: i64,
    /// Places of the window, and the distance between them.
    places: i64,
    stride: i64,
}

/// Elements of a window, and places within a period of the image's holes, that are looked at; of larger ones all pairs are counted.
const MOST: i64 = 1 << 16;

impl Axis {
    /// How often an element of the window lies on one of the image.
    fn pairs(self) -> f64 {
        let period = self.image_dilation.min(self.places);
        if self.window.saturating_mul(period) > MOST {
            return self.window as f64 * self.places as f64;
        }
        let [window_dilation, before, stride, image_dilation, places] =
            [self.window_dilation, self.before, self.stride, self.image_dilation, self.places]
                .map(i128::from);
        let last = i128::from(self.image - 1) * image_dilation;
        let mut count = 0;
        for element in 0..i128::from(self.window) {
            let start = element * window_dilation - before;
            // Every so many places, the element lies on one of the image again.
            for first in 0..i128::from(period) {
                if (first * stride + start).rem_euclid(image_dilation) != 0 {
                    continue;
                }
                let distance = stride * image_dilation;
                let rounds = (places - 1 - first) / image_dilation;
                let start = first * stride + start;
                let lowest = ((-start).max(0) + distance - 1) / distance;
                let highest = (last - start).div_euclid(distance).min(rounds);
                count += (highest - lowest + 1).max(0);
            }
        }
        count as f64
    }
}

/// The pairs of a convolution that make one element of its result, on average.
pub(super) fn pairs(op: OpRef<'_>) -> f64 {
    let dims = |ty: Option<tfrt_ir::Type>| ty.and_then(|ty| op.ctx.type_kind(ty).dims()).unwrap_or_default();
    let [image, kernel] = [0, 1].map(|at| dims(op.operand_types().nth(at)));
    let result = dims(op.result_types().next());
    let Some(numbers) = ConvDimensionNumbers::named(op, "dimension_numbers") else { return 0.0 };
    let of = |name: &str| op.attr(name).and_then(|attr| integers(op, attr)).unwrap_or_default();
    let [strides, image_dilation, window_dilation, padding] =
        ["window_strides", "lhs_dilation", "rhs_dilation", "padding"].map(of);
    let size = |dims: &[i64], at: i64| {
        usize::try_from(at).ok().and_then(|at| dims.get(at)).map_or(0, |&dim| dim.max(0))
    };
    let spatial = numbers.input_spatial.iter().zip(&numbers.kernel_spatial).zip(&numbers.output_spatial);
    let mut pairs = size(kernel, numbers.kernel_input_feature) as f64;
    for (at, ((&input, &window), &output)) in spatial.enumerate() {
        let step = |steps: &[i64]| steps.get(at).map_or(1, |&step| step.max(1));
        let axis = Axis {
            image: size(image, input),
            image_dilation: step(&image_dilation),
            before: padding.get(2 * at).copied().unwrap_or(0),
            window: size(kernel, window),
            window_dilation: step(&window_dilation),
            places: size(result, output),
            stride: step(&strides),
        };
        pairs *= axis.pairs() / axis.places.max(1) as f64;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_outside_of_the_image_do_not_count() {
        for image in 1..6 {
            for (image_dilation, before, window, window_dilation, places, stride) in [
                (1, 0, 3, 1, 4, 1),
                (1, 1, 3, 1, 5, 1),
                (2, 1, 2, 2, 7, 1),
                (3, -1, 4, 1, 6, 2),
                (2, 3, 1, 1, 1, 5),
            ] {
                let axis = Axis { image, image_dilation, before, window, window_dilation, places, stride };
                let lies = |place: i64, element: i64| {
                    let at = place * stride + element * window_dilation - before;
                    at >= 0 && at % image_dilation == 0 && at / image_dilation < image
                };
                let all = (0..places).flat_map(|place| (0..window).map(move |element| (place, element)));
                let expected = all.filter(|&(place, element)| lies(place, element)).count();
                assert_eq!(axis.pairs(), expected as f64, "{axis:?}");
            }
        }
    }
}
