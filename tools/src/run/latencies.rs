//! The latencies of calls, in memory that does not grow with their number.
//!
//! Least and largest time are exact; others are within a thousandth of a time that was measured (a histogram with buckets that grow with
//! their values, `hdrhistogram`).

use std::time::Duration;

use hdrhistogram::Histogram;

/// The times of calls.
pub(super) struct Latencies {
    nanoseconds: Histogram<u64>,
    least: Duration,
    largest: Duration,
}

impl Latencies {
    /// No times yet.
    pub(super) fn new() -> Latencies {
        let nanoseconds = Histogram::new(3).expect("a histogram may have three digits");
        Latencies { nanoseconds, least: Duration::MAX, largest: Duration::ZERO }
    }

    /// Adds a time.
    pub(super) fn add(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        // The histogram grows with its largest value; what it cannot hold counts as the largest that it can.
        if self.nanoseconds.record(nanoseconds).is_err() {
            self.nanoseconds.saturating_record(nanoseconds);
        }
        self.least = self.least.min(time);
        self.largest = self.largest.max(time);
    }

    /// Adds all times of others.
    pub(super) fn append(&mut self, others: &Latencies) {
        self.nanoseconds.add(&others.nanoseconds).expect("the histogram grows as it must");
        self.least = self.least.min(others.least);
        self.largest = self.largest.max(others.largest);
    }

    /// The number of calls.
    pub(super) fn count(&self) -> u64 {
        self.nanoseconds.len()
    }

    /// The least time.
    pub(super) fn least(&self) -> Duration {
        self.least
    }

    /// A time that so many percent of the times do not exceed.
    pub(super) fn percentile(&self, percent: u32) -> Duration {
        if percent >= 100 {
            return self.largest;
        }
        let found = Duration::from_nanos(self.nanoseconds.value_at_percentile(f64::from(percent)));
        found.clamp(self.least.min(self.largest), self.largest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_close_to_times_that_were_measured() {
        let (mut even, mut odd) = (Latencies::new(), Latencies::new());
        for time in (1..=200).rev() {
            let latencies = if time % 2 == 0 { &mut even } else { &mut odd };
            latencies.add(Duration::from_millis(time));
        }
        even.append(&odd);
        assert_eq!((even.count(), even.least()), (200, Duration::from_millis(1)));
        for (percent, expected) in [(50, 100.0), (90, 180.0), (99, 198.0), (100, 200.0)] {
            let found = even.percentile(percent).as_secs_f64() * 1e3;
            assert!((found / expected - 1.0_f64).abs() <= 1e-3, "{percent}: {found}");
        }
        assert_eq!(even.percentile(100), Duration::from_millis(200));
        assert_eq!(Latencies::new().percentile(50), Duration::ZERO);
    }

    #[test]
    fn times_of_all_sizes_are_kept() {
        let mut latencies = Latencies::new();
        for time in [Duration::ZERO, Duration::from_nanos(1), Duration::from_secs(86_400), Duration::MAX] {
            latencies.add(time);
        }
        assert_eq!(latencies.count(), 4);
        assert_eq!(latencies.percentile(100), Duration::MAX);
    }
}
