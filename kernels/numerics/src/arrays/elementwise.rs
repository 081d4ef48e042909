//! Element-wise arithmetic, reductions over one axis and selections.

use super::{View, ViewMut, shape_text};

/// Numbers with the arithmetic of test kernels.
pub trait Arithmetic: Copy + PartialOrd + Send + Sync + 'static {
    /// Additive identity.
    const ZERO: Self;
    /// Multiplicative identity, which comparisons write for "true".
    const ONE: Self;
    /// Sum; integers wrap around.
    fn add(self, other: Self) -> Self;
    /// Difference; integers wrap around.
    fn sub(self, other: Self) -> Self;
    /// Product; integers wrap around.
    fn mul(self, other: Self) -> Self;
    /// The mean of `count` elements with this sum; integers truncate, and an empty integer mean is zero.
    fn mean(self, count: usize) -> Self;
}

macro_rules! integer_element {
    ($($ty:ty)*) => {$(
        impl Arithmetic for $ty {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            fn mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn mean(self, count: usize) -> Self {
                <$ty>::try_from(count).ok().and_then(|count| self.checked_div(count)).unwrap_or(0)
            }
        }
    )*};
}
integer_element!(i32 i64);

macro_rules! float_element {
    ($($ty:ty)*) => {$(
        impl Arithmetic for $ty {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            fn add(self, other: Self) -> Self {
                self + other
            }
            fn sub(self, other: Self) -> Self {
                self - other
            }
            fn mul(self, other: Self) -> Self {
                self * other
            }
            fn mean(self, count: usize) -> Self {
                self / count as $ty
            }
        }
    )*};
}
float_element!(f32 f64);

/// The larger of `value` and zero.
pub fn relu<T: Arithmetic>(value: T) -> T {
    if value > T::ZERO { value } else { T::ZERO }
}

/// One for equal elements, else zero.
pub fn equal<T: Arithmetic>(a: T, b: T) -> T {
    if a == b { T::ONE } else { T::ZERO }
}

/// The gradient where the activation is positive, else zero.
pub fn relu_grad<T: Arithmetic>(activation: T, gradient: T) -> T {
    if activation > T::ZERO { gradient } else { T::ZERO }
}

/// Checks that two operands have one shape.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`.
pub fn same_shape(a: &[usize], b: &[usize]) -> Result<(), String> {
    if a == b {
        Ok(())
    } else {
        Err(format!("tensor shape mismatch: {} vs. {}", shape_text(a), shape_text(b)))
    }
}

/// Checks that three operands have one shape.
///
/// # Errors
/// `tensor shape mismatch: A vs. B vs. C`.
pub fn same_shapes(a: &[usize], b: &[usize], c: &[usize]) -> Result<(), String> {
    if a == b && b == c {
        Ok(())
    } else {
        Err(format!("tensor shape mismatch: {} vs. {} vs. {}", shape_text(a), shape_text(b), shape_text(c)))
    }
}

/// `out = f(a)`.
///
/// # Errors
/// The shapes differ.
pub fn map<T: Copy, U>(a: View<'_, T>, out: ViewMut<'_, U>, f: impl Fn(T) -> U) -> Result<(), String> {
    same_shape(a.dims, out.dims)?;
    for (out, &a) in out.data.iter_mut().zip(a.data) {
        *out = f(a);
    }
    Ok(())
}

/// `b = f(a, b)`.
///
/// # Errors
/// The shapes differ.
pub fn zip_into<T: Copy>(a: View<'_, T>, b: ViewMut<'_, T>, f: impl Fn(T, T) -> T) -> Result<(), String> {
    same_shape(a.dims, b.dims)?;
    for (b, &a) in b.data.iter_mut().zip(a.data) {
        *b = f(a, *b);
    }
    Ok(())
}

/// `out = f(a, b)`.
///
/// # Errors
/// The shapes differ.
pub fn zip<T: Copy>(
    a: View<'_, T>,
    b: View<'_, T>,
    out: ViewMut<'_, T>,
    f: impl Fn(T, T) -> T,
) -> Result<(), String> {
    same_shapes(a.dims, b.dims, out.dims)?;
    for ((out, &a), &b) in out.data.iter_mut().zip(a.data).zip(b.data) {
        *out = f(a, b);
    }
    Ok(())
}

/// `out -= gradient * learning_rate`; the rate is a tensor of one element.
///
/// # Errors
/// A rate of more or fewer elements, shapes that differ.
pub fn gradient_descent(
    gradient: View<'_, f32>,
    rate: View<'_, f32>,
    out: ViewMut<'_, f32>,
) -> Result<(), String> {
    let &[rate] = rate.data else { return Err("GradientDescent lr should have only one element".to_owned()) };
    zip_into(gradient, out, |gradient, out| out - gradient * rate)
}

/// `exp(x) / sum(exp(x))` over the whole array. The maximum is not subtracted: `exp` may overflow.
pub fn softmax_inplace(values: &mut [f32]) {
    let mut sum = 0.0;
    for value in values.iter_mut() {
        *value = value.exp();
        sum += *value;
    }
    for value in values {
        *value /= sum;
    }
}

/// Repeats a vector along all dimensions of `out` but the last.
///
/// # Errors
/// The last dimension of the target is not the length of the vector.
pub fn broadcast<T: Copy>(input: View<'_, T>, out: ViewMut<'_, T>) -> Result<(), String> {
    if input.dims.len() != 1 || out.dims.last() != input.dims.first() {
        return Err(broadcast_mismatch(input.dims, out.dims));
    }
    if !input.data.is_empty() {
        for row in out.data.chunks_exact_mut(input.data.len()) {
            row.copy_from_slice(input.data);
        }
    }
    Ok(())
}

/// The message of a broadcast whose shapes do not go together.
pub fn broadcast_mismatch(input: &[usize], target: &[usize]) -> String {
    format!(
        "broadcast input tensor dimension and target shape mismatch: {} vs. {}",
        shape_text(input),
        shape_text(target)
    )
}

/// The mean of a vector, summed in order.
///
/// # Errors
/// The input is not a vector.
pub fn mean<T: Arithmetic>(input: View<'_, T>) -> Result<T, String> {
    let [count] = input.rank::<1>("reduce_mean input")?;
    Ok(input.data.iter().fold(T::ZERO, |sum, &value| sum.add(value)).mean(count))
}

/// For each row of a matrix the column of its first largest element.
///
/// # Errors
/// The input is not a matrix, or its rows are empty or too long to number.
pub fn argmax<T: Arithmetic>(input: View<'_, T>) -> Result<Vec<i32>, String> {
    let [rows, columns] = input.rank::<2>("argmax input")?;
    if columns == 0 && rows > 0 {
        return Err(format!("argmax input of shape {} has empty rows", shape_text(input.dims)));
    }
    let largest = |row: &[T]| {
        let mut best = 0;
        for column in 1..row.len() {
            if row[column] > row[best] {
                best = column;
            }
        }
        i32::try_from(best).map_err(|_| format!("argmax index {best} does not fit in i32"))
    };
    if rows == 0 { Ok(Vec::new()) } else { input.data.chunks_exact(columns).map(largest).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_named_in_mismatches() {
        assert_eq!(same_shape(&[2], &[3]).unwrap_err(), "tensor shape mismatch: [2] vs. [3]");
        assert_eq!(
            same_shapes(&[2], &[2], &[2, 1]).unwrap_err(),
            "tensor shape mismatch: [2] vs. [2] vs. [2, 1]"
        );
    }

    #[test]
    fn functions_of_elements() {
        assert_eq!([-1, 2].map(relu), [0, 2]);
        assert_eq!(relu(f32::NAN), 0.0);
        assert_eq!((equal(1.5, 1.5), equal(1, 2)), (1.0, 0));
        assert_eq!((relu_grad(-1, 5), relu_grad(1, 5)), (0, 5));
        assert_eq!(i32::MAX.add(1), i32::MIN);
    }

    #[test]
    fn reductions() {
        assert_eq!(mean(View { dims: &[3], data: &[1_i32, 2, 4] }), Ok(2));
        assert_eq!(mean(View { dims: &[0], data: &[0_i64; 0] }), Ok(0));
        assert_eq!(argmax(View { dims: &[2, 3], data: &[3, 9, 9, 7, 7, 1] }), Ok(vec![1, 0]));
        assert!(argmax(View { dims: &[2, 0], data: &[0_i32; 0] }).is_err());
    }

    #[test]
    fn softmax_sums_to_one() {
        let mut values = [1.0, 2.0, 3.0, 4.0];
        softmax_inplace(&mut values);
        assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((values[0] - 0.032_058_604).abs() < 1e-7);
    }

    #[test]
    fn broadcast_repeats_rows() {
        let mut out = [0; 6];
        let input = View { dims: &[3], data: &[1, 2, 4] };
        broadcast(input, ViewMut { dims: &[2, 3], data: &mut out }).unwrap();
        assert_eq!(out, [1, 2, 4, 1, 2, 4]);
        let error = broadcast(input, ViewMut { dims: &[3, 2], data: &mut out }).unwrap_err();
        assert_eq!(error, "broadcast input tensor dimension and target shape mismatch: [3] vs. [3, 2]");
    }
}
