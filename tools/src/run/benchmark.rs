//! Calls a function again and again, and prints how long the calls took.
//!
//! One client calls in turn. Several clients are threads that share the program and its host, as the threads of a server do. Each call
//! enters an [`Admission`] first, so that as many requests run at a time as the host has threads, and the others wait, first come, first
//! served. In the closed loop a client calls again as soon as it has its results. In the open loop requests arrive at random times (Poisson)
//! whatever the clients do; a request's time then begins with its arrival, also if all clients are busy.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use tfrt_executor::admission::Admission;
use tfrt_executor::kernel::Values;
use tfrt_executor::program::Function;

use super::Driver;
use super::latencies::Latencies;
use tfrt_driver::messages::program_name;

/// The times at which requests arrive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arrivals {
    /// Each client calls again as soon as it has its results.
    Closed,
    /// At random times, so many a second on average.
    Poisson(f64),
}

/// Reads `closed` or `poisson:RATE`.
pub(super) fn parse_arrivals(text: &str) -> Result<Arrivals, String> {
    let rate = match text.split_once(':') {
        None if text == "closed" => return Ok(Arrivals::Closed),
        Some(("poisson", rate)) => rate.parse::<f64>().ok().filter(|rate| rate.is_finite() && *rate > 0.0),
        _ => None,
    };
    rate.map(Arrivals::Poisson)
        .ok_or_else(|| "expected closed or poisson:RATE, with a rate per second".into())
}

/// The load that the command line asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    pub(super) time: Duration,
    pub(super) clients: NonZeroUsize,
    pub(super) arrivals: Arrivals,
    /// Requests that run at a time.
    pub(super) limit: NonZeroUsize,
}

impl Driver<'_> {
    /// Calls a function that has been called before for so many seconds, at least three times, and says how long it took.
    pub(super) fn benchmark(&self, function: &Function, arguments: &Values, time: Duration) {
        let start = Instant::now();
        let mut times = Latencies::new();
        while times.count() < 3 || start.elapsed() < time {
            let arguments = arguments.clone();
            let before = Instant::now();
            let values = function.execute(&self.request(), arguments);
            self.host.wait(&values);
            times.add(before.elapsed());
            drop(values);
            self.host.quiesce();
        }
        let (best, middle) = (milliseconds(times.least()), milliseconds(times.percentile(50)));
        eprintln!("'{}': {} calls, best {best:.4} ms, median {middle:.4} ms", function.name(), times.count());
    }

    /// Calls the function from several threads, and says how long requests took; whether all of them succeeded.
    pub(super) fn serve(&self, function: &Function, arguments: &Values, load: Load) -> bool {
        let admission = Admission::new(load.limit);
        let arrivals = Mutex::new(ArrivalTimes::new(load.arrivals));
        let (failed, overloaded) = (AtomicBool::new(false), AtomicBool::new(false));
        let start = Instant::now();
        let end = start + load.time;
        let client = || {
            let mut times = Latencies::new();
            while !failed.load(Relaxed) {
                let next = arrivals.lock().unwrap_or_else(|lock| lock.into_inner()).next();
                let arrived = next.map_or_else(Instant::now, |after| start + after);
                if arrived >= end {
                    break;
                }
                // Requests that arrive faster than they are served would be served for ever.
                if Instant::now() >= end {
                    overloaded.store(true, Relaxed);
                    break;
                }
                thread::sleep(arrived.saturating_duration_since(Instant::now()));
                let permit = admission.enter();
                let values = function.execute(&self.request(), arguments.clone());
                self.host.wait(&values);
                drop(permit);
                times.add(arrived.elapsed());
                if values.iter().any(|value| value.error().is_some()) {
                    failed.store(true, Relaxed);
                }
            }
            times
        };
        let times = thread::scope(|scope| {
            let mut clients = Vec::new();
            for _ in 0..load.clients.get() {
                match thread::Builder::new().spawn_scoped(scope, client) {
                    Ok(client) => clients.push(client),
                    Err(error) => {
                        eprintln!("{}: couldn't start a client: {error}", program_name());
                        failed.store(true, Relaxed);
                        break;
                    }
                }
            }
            let mut all = Latencies::new();
            for client in clients {
                match client.join() {
                    Ok(times) => all.append(&times),
                    Err(_) => failed.store(true, Relaxed),
                }
            }
            all
        });
        let took = start.elapsed();
        self.host.quiesce();
        eprint!("{}", report(function.name(), load, &times, took, peak_memory()));
        if overloaded.into_inner() {
            eprintln!("requests were still waiting at the end: they arrived faster than they were served");
        }
        !failed.into_inner()
    }
}

/// The lines that are printed.
fn report(name: &str, load: Load, times: &Latencies, took: Duration, peak: Option<u64>) -> String {
    let per_second = times.count() as f64 / took.as_secs_f64();
    let Load { clients, limit, .. } = load;
    let mut text = format!(
        "'{name}': {} calls by {clients} clients, {limit} at a time, {per_second:.1} a second\n",
        times.count()
    );
    if times.count() > 0 {
        let at = |percent| milliseconds(times.percentile(percent));
        text += &format!(
            "latency: p50 {:.4} ms, p90 {:.4} ms, p99 {:.4} ms, max {:.4} ms\n",
            at(50),
            at(90),
            at(99),
            at(100)
        );
    }
    if let Some(bytes) = peak {
        text += &format!("peak memory: {:.1} MiB\n", bytes as f64 / f64::from(1 << 20));
    }
    text
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Bytes of memory that the process had at most, where the system says so.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

/// The times at which requests arrive, after the start; the same ones in each run.
struct ArrivalTimes {
    arrivals: Arrivals,
    now: f64,
    random: u64,
}

impl ArrivalTimes {
    fn new(arrivals: Arrivals) -> ArrivalTimes {
        ArrivalTimes { arrivals, now: 0.0, random: 0x9E37_79B9_7F4A_7C15 }
    }

    /// The next arrival; `None` in the closed loop, in which a request arrives when its client is free.
    fn next(&mut self) -> Option<Duration> {
        let Arrivals::Poisson(rate) = self.arrivals else { return None };
        // Xorshift (Marsaglia 2003); the times between arrivals have an exponential distribution.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let uniform = ((self.random >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
        self.now -= uniform.ln() / rate;
        Duration::try_from_secs_f64(self.now).ok().or(Some(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals_are_closed_or_have_a_rate() {
        assert_eq!(parse_arrivals("closed"), Ok(Arrivals::Closed));
        assert_eq!(parse_arrivals("poisson:2.5"), Ok(Arrivals::Poisson(2.5)));
        for wrong in ["poisson", "poisson:", "poisson:0", "poisson:-1", "poisson:inf", "uniform:3", ""] {
            assert!(parse_arrivals(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_between_arrivals_are_exponential() {
        let mut arrivals = ArrivalTimes::new(Arrivals::Poisson(100.0));
        let mut last = 0.0;
        let times: Vec<f64> = (0..20_000)
            .map(|_| {
                let now = arrivals.next().unwrap().as_secs_f64();
                let since = now - last;
                last = now;
                since
            })
            .collect();
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / times.len() as f64;
        // Mean and deviation of the distribution are equal.
        assert!(
            (mean * 100.0 - 1.0).abs() < 0.03 && (variance.sqrt() * 100.0 - 1.0).abs() < 0.03,
            "{mean} {variance}"
        );
    }

    #[test]
    fn reports_say_calls_latencies_and_memory() {
        let mut times = Latencies::new();
        (0..200).for_each(|_| times.add(Duration::from_millis(2)));
        let one = NonZeroUsize::MIN;
        let load = Load { time: Duration::ZERO, clients: one, arrivals: Arrivals::Closed, limit: one };
        assert_eq!(
            report("main", load, &times, Duration::from_secs(4), Some(3 << 20)),
            "'main': 200 calls by 1 clients, 1 at a time, 50.0 a second\n\
             latency: p50 2.0000 ms, p90 2.0000 ms, p99 2.0000 ms, max 2.0000 ms\npeak memory: 3.0 MiB\n"
        );
    }
}
