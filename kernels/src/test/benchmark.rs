//! `tfrt_test.benchmark`: runs its region repeatedly and reports the times.
//!
//! Runs do not overlap: each one is a task of its own, and the next is enqueued when the region's result is available.
//! Their number and their total time are bounded; the report may omit the first runs.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use tfrt_executor::kernel::{Attr, AttrStr, ExecCtx, Func, KernelRegistry, OwnedCtx, Rest, Values};
use tfrt_executor::output::print_line;
use tfrt_executor::program::Function;
use tfrt_executor::value::{AsyncRef, Chain, KernelError, Promise, Value};

use super::statistics::Runs;

/// Adds the kernel of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add("tfrt_test.benchmark", benchmark);
}

fn benchmark(
    duration_secs: Attr<i32>,
    max_count: Attr<i32>,
    name: AttrStr<'_>,
    num_warmup_runs: Attr<i32>,
    region: Func<'_>,
    arguments: Rest<'_>,
    ctx: ExecCtx<'_>,
) -> Result<AsyncRef<Chain>, KernelError> {
    if region.num_results() != 1 {
        return Err(KernelError::new(
            "Benchmark op requires the input function have exactly one return value",
        ));
    }
    let count = |count: i32| u64::try_from(count).unwrap_or(0);
    let (done, result) = AsyncRef::promise();
    let benchmark = Benchmark {
        name: name.to_text().into_owned(),
        limit: Duration::from_secs(count(duration_secs.0)),
        warmup_runs: count(num_warmup_runs.0),
        max_runs: count(max_count.0).saturating_add(count(num_warmup_runs.0)),
        arguments: (0..arguments.len()).map(|index| arguments.value(index)).collect(),
        function: region.to_owned(),
        ctx: ctx.to_owned(),
        runs: 0,
        recorded: Runs::default(),
        total: Duration::ZERO,
        done,
    };
    benchmark.next();
    Ok(result)
}

struct Benchmark {
    name: String,
    limit: Duration,
    warmup_runs: u64,
    max_runs: u64,
    arguments: Values,
    function: Function,
    ctx: OwnedCtx,
    runs: u64,
    recorded: Runs,
    total: Duration,
    done: Promise<Chain>,
}

impl Benchmark {
    /// Queues the next run, or reports.
    fn next(self) {
        if self.runs < self.max_runs && self.total < self.limit {
            let ctx = self.ctx.clone();
            ctx.as_ctx().enqueue(move || self.run());
        } else {
            for line in self.recorded.report(&self.name) {
                print_line(line);
            }
            self.done.set(Chain);
        }
    }

    fn run(mut self) {
        let arguments = self.arguments.clone();
        // Reading the processor's clock costs more than many a run: it is not part of the wall time.
        let start_cpu = process_time();
        let start = Instant::now();
        let results = self.function.as_func().call(self.ctx.as_ctx(), arguments);
        let result = results.into_iter().next().unwrap_or(Value::CHAIN);
        let finish = move || {
            let (wall, cpu) = (start.elapsed(), process_time().saturating_sub(start_cpu));
            if self.runs >= self.warmup_runs {
                self.total += wall;
                self.recorded.add(nanos(wall), nanos(cpu));
            }
            self.runs += 1;
            self.next();
        };
        if result.is_available() {
            finish();
        } else {
            result.clone().when_ready(finish);
        }
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Time that all threads of the process have spent on a processor.
fn process_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let (seconds, nanos) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.unwrap_or(0), nanos.unwrap_or(0))
}
