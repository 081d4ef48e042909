//! The output of programs: whole lines to standard output, log lines to standard error or to the process's log sink.

use std::{
    io::{self, Write},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{SystemTime, UNIX_EPOCH},
};

/// The reason why the first lost line could not be printed.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Prints a line to standard output and flushes it, so that lines of several threads never mix. A closed pipe is not
/// an error of the program; another failure is kept for [`lost_output`].
pub fn print_line(line: impl AsRef<[u8]>) {
    let mut out = io::stdout().lock();
    let printed = out.write_all(line.as_ref()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
    if let Err(error) = printed
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        // The first one says it.
        let _ = LOST.set(error);
    }
}

/// The reason why printed output of this process was lost, if it was: a full disk, say. A closed pipe does not count.
pub fn lost_output() -> Option<&'static io::Error> {
    LOST.get()
}

/// The severity of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// For information.
    Info,
    /// Something odd.
    Warning,
    /// Something failed.
    Error,
    /// Nothing can go on.
    Fatal,
}

impl Severity {
    const fn letter(self) -> char {
        match self {
            Severity::Info => 'I',
            Severity::Warning => 'W',
            Severity::Error => 'E',
            Severity::Fatal => 'F',
        }
    }
}

/// A small number for the current thread, 0 for the first that asks.
pub fn thread_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static NUMBER: u64 = NEXT.fetch_add(1, Relaxed);
    }
    NUMBER.with(|number| *number)
}

/// Takes a log line: severity, file, line and text. `false` leaves the line to standard error. Any thread may call it.
pub type LogSink = fn(severity: Severity, file: &str, line: u32, text: &str) -> bool;

static SINK: OnceLock<LogSink> = OnceLock::new();

/// Sends the log lines of this process to a sink, for hosts with a log of their own. The first sink stays; the result says whether this
/// one did.
pub fn set_log_sink(sink: LogSink) -> bool {
    SINK.set(sink).is_ok()
}

/// Offers a log line to the sink; whether there is a sink that took it.
pub fn log_to_sink(severity: Severity, file: &str, line: u32, text: &str) -> bool {
    SINK.get().is_some_and(|sink| sink(severity, file, line, text))
}

/// Writes a log line to the sink, or else to standard error: severity, date and time (UTC), thread, place and text.
pub fn log(severity: Severity, file: &str, line: u32, text: &str) {
    if log_to_sink(severity, file, line, text) {
        return;
    }
    let now = SystemTime::now();
    let micros = now.duration_since(UNIX_EPOCH).unwrap_or_default().subsec_micros();
    let [year, month, day, hour, minute, second] = utc(now);
    let file = file.rsplit('/').next().unwrap_or(file);
    let line = format!(
        "{} {year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{micros:06} {} {file}:{line}] {text}\n",
        severity.letter(),
        thread_number(),
    );
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// Year, month, day, hour, minute and second of a time after 1970, in UTC.
pub fn utc(time: SystemTime) -> [i64; 6] {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() as i64;
    let (year, month, day) = civil_from_days(seconds / 86_400);
    [year, month, day, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
}

/// Year, month and day of a day counted from 1970-01-01, in the proleptic Gregorian calendar. Years are taken to begin in
/// March, so that the leap day comes last.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil_from_days(0), (1970, 1, 1));
        assert_eq!(civil_from_days(11_016), (2000, 2, 29));
        assert_eq!(civil_from_days(11_017), (2000, 3, 1));
        assert_eq!(civil_from_days(20_454), (2026, 1, 1));
    }
}
