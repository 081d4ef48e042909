//! Kernels that expose their context: threads, locations, requests, attributes, logs.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use tfrt_bef::AttrView;
use tfrt_executor::kernel::params::AttrScalar;
use tfrt_executor::kernel::{
    Attr, AttrAny, AttrArray, AttrDense, AttrStr, ExecCtx, KernelFlags, KernelRegistry, Out, Rest, RestAttrs,
};
use tfrt_executor::output::{Severity, log, print_line};
use tfrt_executor::tensor::{DenseHostTensor, Shape, Tensor, TensorMetadata, TensorType};
use tfrt_executor::value::{AsyncRef, Chain, KernelError, SourceLocation, State, Value};

use super::string::ByteString;
use tfrt_scalars::print::line;

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add("tfrt_test.print_hello", || line(format_args!("hello host executor!")));
    registry.add("tfrt_test.print_bool", |_after: Chain, value: bool| line(format_args!("{value}")));
    registry.add("tfrt_test.print_debug_info", |ctx: ExecCtx<'_>| {
        print_line(ctx.debug_info().as_deref().unwrap_or("Kernel has no debug info"));
        Chain
    });
    registry.add("tfrt_test.get_thread_id", thread_number);
    registry.add("tfrt_test.sum", |values: Rest<'_>| {
        if values.is_empty() {
            return Err(KernelError::new("tfrt_test.sum needs at least one operand"));
        }
        values.scalars::<i32>().try_fold(0_i32, |sum, value| Ok(sum.wrapping_add(value?)))
    });
    registry.add("tfrt_test.test_cost", |id: Attr<i64>| {
        print_line(format!("id: {}", id.0));
        0_i32
    });
    registry.add("tfrt_test.memory_leak_one_int32", |ctx: ExecCtx<'_>| {
        // Booked and never given back: that is the test.
        ctx.host().allocator().allocate(4).map_err(|error| KernelError::new(error.to_string()))
    });
    registry.add("tfrt_test.unique_loc", |name: AttrStr<'_>, ctx: ExecCtx<'_>| {
        remember_location(&name.to_text(), ctx)
    });
    registry.add("tfrt_test.use_sample_shared_context", |_after: Chain, ctx: ExecCtx<'_>| {
        let context = ctx.host().shared(|_| SampleSharedContext { name: "sample_shared_context0" });
        (Out(ByteString::from(context.name)), Chain)
    });
    registry.add("tfrt_test.async_value_get", || Out(ByteString::from(&*describe_payload())));
    registry.add("tfrt_test.async_value_ref", || Out(ByteString::from(&*describe_life())));
    registry.add("tfrt_test.logging", |text: &ByteString| {
        let text = text.to_text();
        for (severity, name) in SEVERITIES {
            log(severity, file!(), line!(), &format!("from TFRT_LOG({name}): {text}"));
        }
        for (severity, name) in SEVERITIES {
            log(severity, file!(), line!(), &format!("from TFRT_LOG_IF({name}, true): {text}"));
        }
        Chain
    });
    registry.add("tfrt_test.print_tensor_type", |ty: &TensorType| line(format_args!("tensor_type = {ty}")));
    registry.add("tfrt_test.get_static_tensor_type", |name: AttrStr<'_>| {
        let name = name.to_text();
        TensorType::by_name(&name)
            .map(Out)
            .ok_or_else(|| KernelError::new(format!("unknown tensor type {name}")))
    });
    registry.add("tfrt_test.get_request_context_data.i32", |ctx: ExecCtx<'_>| request_datum::<i32>(ctx));
    registry.add(
        "tfrt_test.sum_array_attr.i32",
        |text: AttrStr<'_>, array: AttrArray<'_, i32>, ctx: ExecCtx<'_>| {
            sum_array(&text.to_text(), &array, ctx)
        },
    );
    registry.add(
        "tfrt_test.sum_array_attr.i64",
        |text: AttrStr<'_>, array: AttrArray<'_, i64>, ctx: ExecCtx<'_>| {
            sum_array(&text.to_text(), &array, ctx)
        },
    );
    registry.add("tfrt_test.flat", |nested: AttrAny<'_>| flatten(&nested));
    registry.add_pure("tfrt_test.const_dense_attr", |attr: AttrDense<'_>| {
        let shape = Shape::new(attr.shape).map_err(|error| error.to_string())?;
        let metadata = TensorMetadata::new(attr.dtype, shape);
        let tensor = DenseHostTensor::from_bytes(metadata, attr.data).map_err(|error| error.to_string())?;
        Ok::<_, KernelError>(Out(Tensor::Dense(tensor)))
    });
    registry.add_with(
        "tfrt_test.sync_sum_attributes",
        KernelFlags::SYNC | KernelFlags::PURE,
        |attrs: RestAttrs<'_>| -> Result<i32, KernelError> {
            attrs.iter().try_fold(0_i32, |sum, attr| Ok(sum.wrapping_add(scalar_of::<i32>(&attr)?)))
        },
    );
}

const SEVERITIES: [(Severity, &str); 3] =
    [(Severity::Info, "INFO"), (Severity::Warning, "WARNING"), (Severity::Error, "ERROR")];

/// A small number for each thread that asks, in the order in which they first do.
fn thread_number() -> i32 {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    thread_local! {
        static NUMBER: OnceCell<i32> = const { OnceCell::new() };
    }
    NUMBER.with(|number| *number.get_or_init(|| NEXT.fetch_add(1, Relaxed)))
}

/// Fails if another kernel with another name claimed the location before, in this process.
fn remember_location(name: &str, ctx: ExecCtx<'_>) -> Result<Chain, KernelError> {
    static KNOWN: Mutex<Option<HashMap<(u32, SourceLocation), String>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match known.get_or_insert_default().entry((ctx.kernel_index(), ctx.location())) {
        Entry::Vacant(entry) => {
            entry.insert(name.to_owned());
            Ok(Chain)
        }
        Entry::Occupied(entry) if entry.get() == name => Ok(Chain),
        Entry::Occupied(_) => Err(KernelError::new(format!("duplicate locations {name}"))),
    }
}

struct SampleSharedContext {
    name: &'static str,
}

/// A payload with two faces, read through an untyped value.
fn describe_payload() -> String {
    trait Base1 {
        fn base1(&self) -> &'static str;
    }
    trait Base2 {
        fn base2(&self) -> &'static str;
    }
    struct FinalClass(i32);
    impl Base1 for FinalClass {
        fn base1(&self) -> &'static str {
            "base1"
        }
    }
    impl Base2 for FinalClass {
        fn base2(&self) -> &'static str {
            "base2"
        }
    }
    let value = Value::new(FinalClass(3));
    value.downcast_ref::<FinalClass>().map_or_else(
        || "the payload has another type".to_owned(),
        |payload| {
            let (first, second): (&dyn Base1, &dyn Base2) = (payload, payload);
            format!("{}:{}:final_class:{}", first.base1(), second.base2(), payload.0)
        },
    )
}

/// The states that async values of numbers go through.
fn describe_life() -> String {
    let describe = |value: &AsyncRef<i32>| match (value.state(), value.get()) {
        (State::Pending, _) => "unavailable".to_owned(),
        (_, Some(payload)) => format!("available:{payload}"),
        (_, None) => "error".to_owned(),
    };
    let mut texts = vec![describe(&AsyncRef::available(2))];
    let (promise, value) = AsyncRef::promise();
    texts.push(describe(&value));
    texts.push(format!("({})", 3));
    promise.set(3);
    texts.push(describe(&value));
    let (promise, value) = AsyncRef::promise();
    texts.push(describe(&value));
    promise.set(4);
    texts.push(describe(&value));
    texts.join(";")
}

fn request_datum<T: Copy + 'static>(ctx: ExecCtx<'_>) -> Result<T, KernelError> {
    let name = std::any::type_name::<T>();
    ctx.request()
        .data::<T>()
        .copied()
        .ok_or_else(|| KernelError::new(format!("request context has no {name} data")))
}

/// A number that a string may hold.
trait Integer: Copy + Send + Sync + TryFrom<i128> + Into<i128> + 'static {
    fn wrapping_sum(self, other: Self) -> Self;
}

impl Integer for i32 {
    fn wrapping_sum(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

impl Integer for i64 {
    fn wrapping_sum(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

/// The number in the string, the array's elements, the request's datum and the resource `val`.
fn sum_array<T: Integer>(text: &str, array: &[T], ctx: ExecCtx<'_>) -> Result<T, KernelError> {
    let start: T = parse_integer(text)
        .ok_or_else(|| KernelError::new(format!("Cannot convert {text} to target int")))?;
    let sum = array.iter().fold(start, |sum, &value| sum.wrapping_sum(value));
    let resource = ctx
        .resources()
        .and_then(|resources| resources.get::<T>("val"))
        .ok_or_else(|| KernelError::new("resource context has no resource 'val'"))?;
    Ok(sum.wrapping_sum(request_datum(ctx)?).wrapping_sum(*resource))
}

/// An integer with the radix its prefix says: `0x`, `0b`, `0o` or `0` for octal, else decimal.
fn parse_integer<T: Integer>(text: &str) -> Option<T> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        _ if lower.len() > 1 && lower.starts_with('0') => (8, &lower[1..]),
        _ => (10, &*lower),
    };
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let magnitude = i128::from_str_radix(digits, radix).ok()?;
    T::try_from(if negative { -magnitude } else { magnitude }).ok()
}

fn scalar_of<T: AttrScalar>(attr: &AttrView<'_>) -> Result<T, KernelError> {
    match attr {
        AttrView::Scalar { dtype, bits } if *dtype == T::DTYPE => Ok(T::from_bits(*bits)),
        other => Err(KernelError::new(format!(
            "expected an attribute of type {}, but got a {}",
            T::DTYPE,
            other.describe()
        ))),
    }
}

type Leaves = (Out<ByteString>, i32, i32, f32);

/// The leaves of `[["s", [i32, i32]], [f32]]`.
fn flatten(nested: &AttrView<'_>) -> Result<Leaves, KernelError> {
    let wrong =
        || KernelError::new("tfrt_test.flat needs an attribute of the form [[string, [i32, i32]], [f32]]");
    let outer = list(nested).ok_or_else(wrong)?;
    let [first, last] = outer.as_slice() else { return Err(wrong()) };
    let inner = list(first).ok_or_else(wrong)?;
    let [AttrView::String(text), numbers] = inner.as_slice() else { return Err(wrong()) };
    let (Some([a, b]), Some([f])) = (numbers_of::<i32, 2>(numbers), numbers_of::<f32, 1>(last)) else {
        return Err(wrong());
    };
    Ok((Out(ByteString((*text).into())), a, b, f))
}

fn list<'a>(view: &AttrView<'a>) -> Option<Vec<AttrView<'a>>> {
    match view {
        AttrView::Aggregate(elements) => Some(elements.iter().collect()),
        _ => None,
    }
}

fn numbers_of<T: AttrScalar + bytemuck::AnyBitPattern, const N: usize>(
    view: &AttrView<'_>,
) -> Option<[T; N]> {
    match view {
        AttrView::Array { dtype, data, .. } if *dtype == T::DTYPE => {
            bytemuck::try_cast_slice::<u8, T>(data).ok()?.try_into().ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_tell_their_radix() {
        let parsed = ["10", "-10", "0x1F", "0b11", "0o17", "017", "0", "-0x10"].map(parse_integer::<i32>);
        assert_eq!(parsed, [10, -10, 31, 3, 15, 15, 0, -16].map(Some));
        for bad in ["", "x", "08", "3000000000", "0x", "--1", "1 "] {
            assert_eq!(parse_integer::<i32>(bad), None, "{bad}");
        }
        assert_eq!(parse_integer::<i64>("3000000000"), Some(3_000_000_000));
    }

    #[test]
    fn async_values_are_described() {
        assert_eq!(describe_payload(), "base1:base2:final_class:3");
        assert_eq!(describe_life(), "available:2;unavailable;(3);available:3;unavailable;available:4");
    }
}
