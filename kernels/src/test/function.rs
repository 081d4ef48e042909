//! Native functions, and kernels that run sync functions.

use smallvec::smallvec;
use tfrt_executor::kernel::{ExecCtx, Func, KernelRegistry, Values};
use tfrt_executor::value::{Error, KernelError, Value};

/// Adds the kernels and native functions of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add_native("native_sink", |_, _| Values::new());
    registry.add_native("native_async_sink", |_, _| smallvec![Value::CHAIN]);
    registry.add_native("native_add", |arguments, _| one(sum(arguments)));
    registry.add_native("native_async_add", |arguments, ctx| match sum(arguments) {
        Ok(sum) => smallvec![Value::from(ctx.spawn(move || sum))],
        Err(error) => smallvec![Value::Error(error)],
    });
    registry.add_native("native_error", |_, _| {
        smallvec![Value::Error(Error::internal("something bad happened"))]
    });

    registry.add(
        "tfrt_test.invoke_sync_function.i32_i32.i32",
        |a: i32, b: i32, function: Func<'_>, ctx: ExecCtx<'_>| -> Result<i32, KernelError> {
            let [result] = invoke(function, ctx, [a, b])?;
            Ok(result)
        },
    );
    registry.add(
        "tfrt_test.invoke_sync_function.i32_i32.i32_i32",
        |a: i32, b: i32, function: Func<'_>, ctx: ExecCtx<'_>| -> Result<(i32, i32), KernelError> {
            let [first, second] = invoke(function, ctx, [a, b])?;
            Ok((first, second))
        },
    );
    // Reads the result's bits as a float and truncates that: an inherited oddity.
    registry.add(
        "tfrt_test.sync_function_runner.i32_i32.i32",
        |a: i32, b: i32, function: Func<'_>, ctx: ExecCtx<'_>| -> Result<i32, KernelError> {
            let [result] = invoke(function, ctx, [a, b])?;
            Ok(f32::from_bits(result.cast_unsigned()) as i32)
        },
    );
    // Asks for one result although the kernel has two: an inherited oddity, so it always fails.
    registry.add(
        "tfrt_test.sync_function_runner.i32_i32.i32_i32",
        |a: i32, b: i32, function: Func<'_>, ctx: ExecCtx<'_>| -> Result<(i32, i32), KernelError> {
            let [_] = invoke::<1>(function, ctx, [a, b])?;
            Err(KernelError::new(format!(
                "function {} has one result, but the kernel has two",
                function.name()
            )))
        },
    );
}

fn one(result: Result<i32, Error>) -> Values {
    smallvec![result.map_or_else(Value::Error, Value::scalar)]
}

/// The sum of two numbers; an error among them is the result.
fn sum(arguments: &[Value]) -> Result<i32, Error> {
    if let Some(error) = arguments.iter().find_map(Value::error) {
        return Err(error.clone());
    }
    match arguments {
        [a, b] => a.get_scalar::<i32>().zip(b.get_scalar::<i32>()).map(|(a, b)| a.wrapping_add(b)),
        _ => None,
    }
    .ok_or_else(|| Error::internal("a native addition takes two i32"))
}

/// Runs a sync function of two numbers with `N` results.
fn invoke<const N: usize>(
    function: Func<'_>,
    ctx: ExecCtx<'_>,
    arguments: [i32; 2],
) -> Result<[i32; N], KernelError> {
    let (num_arguments, num_results) = (function.num_args(), function.num_results());
    if (num_arguments, num_results) != (2, N) {
        return Err(KernelError::new(format!(
            "Invalid signature for function {}. Expected 2 arguments and {N} results, but get {num_arguments} arguments and \
             {num_results} results",
            function.name()
        )));
    }
    let results = function
        .call_sync(ctx, arguments.map(Value::scalar))
        .map_err(|error| KernelError::with_code(error.code(), error.message()))?;
    let numbers: Option<Vec<i32>> = results.iter().map(Value::get_scalar).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| KernelError::new(format!("function {} does not give {N} i32", function.name())))
}
