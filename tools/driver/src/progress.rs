//! A line on a terminal for a step that takes longer than a second: what is done, and for how long by now.
//!
//! The line is erased when the step ends, so that messages and results stand where they would stand without it. It is on standard error, and
//! only if that is a terminal: files and pipes get none.

use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A step takes this long before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// A step in progress; it ends when this is dropped.
#[derive(Debug)]
pub struct Progress(Option<(Sender<()>, JoinHandle<()>)>);

/// Starts a step. The text says what is done, such as `compiling model.onnx`.
#[must_use]
pub fn during(what: &str) -> Progress {
    match std::io::stderr().is_terminal() {
        true => Progress::shown(what, PATIENCE, |line| {
            let mut out = std::io::stderr().lock();
            // A terminal that is gone shows nothing.
            let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
        }),
        false => Progress(None),
    }
}

impl Progress {
    fn shown(what: &str, patience: Duration, mut show: impl FnMut(&str) + Send + 'static) -> Progress {
        // Names of files can have any characters; those that would steer the terminal are replaced.
        let what: String = what.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let (end, ended) = channel();
        let start = Instant::now();
        let run = move || {
            let mut is_shown = false;
            while ended.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                show(&format!("\r\x1b[K{what}: {} s", start.elapsed().as_secs()));
                is_shown = true;
            }
            if is_shown {
                show("\r\x1b[K");
            }
        };
        // Without another thread there is no line.
        Progress(
            std::thread::Builder::new().name("progress".into()).spawn(run).ok().map(|thread| (end, thread)),
        )
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            // What comes next must find the line erased. The thread cannot panic.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn a_long_step_shows_a_line_which_is_erased() {
        let (lines, shown) = sync_channel(0);
        let step = Progress::shown("reading a\x1bb", Duration::from_millis(1), move |line| {
            let _ = lines.send(line.to_owned());
        });
        let first = shown.recv().unwrap();
        assert!(first.starts_with("\r\x1b[Kreading a\u{fffd}b: ") && first.ends_with(" s"), "{first:?}");
        let ending = std::thread::spawn(move || drop(step));
        assert_eq!(shown.iter().last().unwrap(), "\r\x1b[K");
        ending.join().unwrap();
    }

    #[test]
    fn a_short_step_shows_nothing() {
        let step = Progress::shown("reading", Duration::from_secs(600), |line| panic!("{line}"));
        drop(step);
    }
}
