//! One function per dtype: [`for_dtype!`] runs a generic body with the Rust type of a dtype, and the errors are those for a
//! dtype that has no kernel.

pub(crate) use tfrt_ops::shapes::{unsupported, unsupported_for};

/// Runs the body with `T` as the Rust type of a dtype of the listed classes (`bool`, `ints`, `signed`, `unsigned`, `single`, `double`,
/// `floats`, `halves`, `complex`); evaluates the `else` part for every other dtype.
macro_rules! for_dtype {
    ($dtype:expr, [$($class:ident)*], $body:expr, else $other:expr $(,)?) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [$($class)*], $body, $other, {})
    };
    (@arms $dtype:expr, [], $body:expr, $other:expr, {$($arms:tt)*}) => {
        match $dtype {
            $($arms)*
            _ => $other,
        }
    };
    (@arms $dtype:expr, [bool $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::I1 => { type T = ::tfrt_executor::tensor::I1; $body }
        })
    };
    (@arms $dtype:expr, [signed $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::I8 => { type T = i8; $body }
            ::tfrt_executor::tensor::DType::I16 => { type T = i16; $body }
            ::tfrt_executor::tensor::DType::I32 => { type T = i32; $body }
            ::tfrt_executor::tensor::DType::I64 => { type T = i64; $body }
        })
    };
    (@arms $dtype:expr, [unsigned $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::UI8 => { type T = u8; $body }
            ::tfrt_executor::tensor::DType::UI16 => { type T = u16; $body }
            ::tfrt_executor::tensor::DType::UI32 => { type T = u32; $body }
            ::tfrt_executor::tensor::DType::UI64 => { type T = u64; $body }
        })
    };
    (@arms $dtype:expr, [ints $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [signed unsigned $($rest)*], $body, $other, { $($arms)* })
    };
    (@arms $dtype:expr, [floats $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [single double $($rest)*], $body, $other, { $($arms)* })
    };
    (@arms $dtype:expr, [single $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::F32 => { type T = f32; $body }
        })
    };
    (@arms $dtype:expr, [double $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::F64 => { type T = f64; $body }
        })
    };
    (@arms $dtype:expr, [halves $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::F16 => { type T = ::half::f16; $body }
            ::tfrt_executor::tensor::DType::BF16 => { type T = ::half::bf16; $body }
        })
    };
    (@arms $dtype:expr, [complex $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::by_dtype::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::Complex64 => { type T = ::num_complex::Complex<f32>; $body }
            ::tfrt_executor::tensor::DType::Complex128 => { type T = ::num_complex::Complex<f64>; $body }
        })
    };
}
pub(crate) use for_dtype;
