//! Log lines on standard error: `I 2026-01-31 12:00:00.000000 1234 file.rs:10] message`.
//!
//! The letter is the severity, the time is UTC, the number is the thread's. What this leaves out: levels that can be switched off.

use std::fmt;
use std::io::Write;
use std::panic::Location;
use std::time::{SystemTime, UNIX_EPOCH};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Good to know.
    Info,
    /// Something may be wrong.
    Warning,
    /// Something is wrong; the program goes on.
    Error,
}

impl Severity {
    fn letter(self) -> char {
        match self {
            Severity::Info => 'I',
            Severity::Warning => 'W',
            Severity::Error => 'E',
        }
    }
}

/// Writes one line; the place is the caller's.
#[track_caller]
pub fn log(severity: Severity, message: impl fmt::Display) {
    let place = Location::caller();
    let file = place.file().rsplit(['/', '\\']).next().unwrap_or_default();
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let line = format!(
        "{} {} {} {file}:{}] {message}\n",
        severity.letter(),
        Timestamp { seconds: since.as_secs(), micros: since.subsec_micros() },
        thread_number(),
        place.line(),
    );
    // A closed standard error is not an error of the program that logs.
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}

/// The number in `ThreadId(7)`, which has no other stable access.
fn thread_number() -> String {
    let id = format!("{:?}", std::thread::current().id());
    id.chars().filter(char::is_ascii_digit).collect()
}

/// A point in time since the epoch, printed as date and time of day in UTC.
struct Timestamp {
    seconds: u64,
    micros: u32,
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, second) = (self.seconds / 86_400, self.seconds % 86_400);
        // Years are counted from 1 March of year 0, so that the leap day is a year's last (proleptic Gregorian calendar:
        // 146,097 days in 400 years).
        let days = days + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = era * 400 + year + u64::from(month <= 2);
        write!(
            f,
            "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}.{:06}",
            second / 3_600,
            second / 60 % 60,
            second % 60,
            self.micros
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        let text = |seconds| Timestamp { seconds, micros: 42 }.to_string();
        assert_eq!(text(0), "1970-01-01 00:00:00.000042");
        assert_eq!(text(951_782_400), "2000-02-29 00:00:00.000042");
        assert_eq!(text(1_735_689_599), "2024-12-31 23:59:59.000042");
        assert_eq!(text(4_107_542_400), "2100-03-01 00:00:00.000042");
    }
}
