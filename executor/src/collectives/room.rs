//! Exchanges between runs of a program that share a host.
//!
//! A [`Room`] holds what has come to each exchange until its last member comes; that member computes what each member gets and calls them all.
//! No thread waits. Outcomes are passed on by tasks of the host, since the last member comes in the middle of a kernel. A member that does not come by the deadline fails the exchange, as does a member that left; then all other exchanges
//! of the room fail with the same message, because the program has gone wrong.

use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::{Collectives, Done, Exchange, Grid, Meeting, MeetingError};
use crate::host::Host;
use crate::queue::timer::TimerId;
use crate::value::ErrorCode;

/// A place of the program and the members that meet there.
type Key = (i64, Vec<usize>);

struct Round {
    number: u64,
    exchange: Exchange,
    /// The bytes that each member brought, in the order of the group.
    slots: Vec<Option<Slot>>,
    timer: TimerId,
}

struct Slot {
    sent: Vec<u8>,
    done: Done,
}

#[derive(Default)]
struct State {
    /// Exchanges that wait for members, by their place; those of one place in the order in which members reach them.
    rounds: FxHashMap<Key, VecDeque<Round>>,
    next: u64,
    left: Vec<bool>,
    failure: Option<MeetingError>,
}

/// Where the runs of one program on one host meet.
pub struct Room {
    grid: Grid,
    deadline: Duration,
    host: Host,
    state: Mutex<State>,
}

impl std::fmt::Debug for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Room").field("grid", &self.grid).finish_non_exhaustive()
    }
}

/// A process that uses a room.
struct Member {
    room: Arc<Room>,
    process: usize,
}

impl Room {
    /// The time that members wait for others unless it is said.
    pub const DEADLINE: Duration = Duration::from_secs(60);

    /// A room for the processes of a grid, who wait for each other until the deadline.
    pub fn new(host: &Host, grid: Grid, deadline: Duration) -> Arc<Room> {
        let state = State { left: vec![false; grid.len()], ..State::default() };
        Arc::new(Room { grid, deadline, host: host.clone(), state: Mutex::new(state) })
    }

    /// A process of the grid.
    pub fn member(self: &Arc<Room>, process: usize) -> super::Process {
        super::Process(Arc::new(Member { room: self.clone(), process }))
    }

    /// Says that a process has ended: exchanges that wait for it fail now.
    pub fn leave(&self, process: usize) {
        let mut state = self.state.lock();
        if let Some(left) = state.left.get_mut(process) {
            *left = true;
        }
        let waiting = state.rounds.iter().find_map(|((_, members), rounds)| {
            let place = members.iter().position(|&member| member == process)?;
            let round = rounds.iter().find(|round| round.slots[place].is_none())?;
            Some(ended(&round.exchange, process))
        });
        if let Some(error) = waiting {
            self.fail(state, error);
        }
    }

    /// Fails all exchanges, now and from now on.
    fn fail(&self, mut state: parking_lot::MutexGuard<'_, State>, error: MeetingError) {
        let error = state.failure.get_or_insert(error).clone();
        let rounds = std::mem::take(&mut state.rounds);
        drop(state);
        for round in rounds.into_values().flatten() {
            self.host.cancel_timer(round.timer);
            for slot in round.slots.into_iter().flatten() {
                self.pass_on(slot.done, Err(error.clone()));
            }
        }
    }

    /// Tells a member of its outcome.
    fn pass_on(&self, done: Done, outcome: Result<Vec<u8>, MeetingError>) {
        self.host.enqueue(move || done(outcome));
    }

    /// Fails the room if an exchange is not complete yet.
    fn expire(&self, key: &Key, number: u64) {
        let state = self.state.lock();
        let rounds = state.rounds.get(key);
        let Some(round) = rounds.and_then(|rounds| rounds.iter().find(|round| round.number == number)) else {
            return;
        };
        let missing: Vec<String> = (key.1.iter().zip(&round.slots))
            .filter(|(_, slot)| slot.is_none())
            .map(|(member, _)| member.to_string())
            .collect();
        let message = format!(
            "{}: expected all members within {:?}, process {} did not come",
            round.exchange,
            self.deadline,
            missing.join(", ")
        );
        self.fail(state, MeetingError { code: ErrorCode::DeadlineExceeded, message });
    }

    fn meet(self: &Arc<Room>, process: usize, meeting: Meeting, sent: Vec<u8>, done: Done) {
        let Meeting { site, members, exchange } = meeting;
        let count = self.grid.len();
        let mut seen = vec![false; count];
        let are_members = members
            .iter()
            .all(|&member| seen.get_mut(member).is_some_and(|seen| !std::mem::replace(seen, true)));
        let place = members.iter().position(|&member| member == process);
        let (true, Some(place)) = (are_members, place) else {
            return done(Err(invalid(format!(
                "{exchange}: expected processes below {count}, each once and {process} among them, got {members:?}"
            ))));
        };
        let mut state = self.state.lock();
        if let Some(error) = state.failure.clone() {
            drop(state);
            return done(Err(error));
        }
        let key = (site, members);
        let State { rounds, next, left, .. } = &mut *state;
        let own = rounds.entry(key.clone()).or_default();
        let at = match own.iter().position(|round| round.slots[place].is_none()) {
            Some(at) => at,
            None => {
                let number = *next;
                *next += 1;
                let (room, key): (Weak<Room>, Key) = (Arc::downgrade(self), key.clone());
                let slots = key.1.iter().map(|_| None).collect();
                let timer = self.host.at(Instant::now() + self.deadline, move || {
                    if let Some(room) = room.upgrade() {
                        room.expire(&key, number);
                    }
                });
                own.push_back(Round { number, exchange: exchange.clone(), slots, timer });
                own.len() - 1
            }
        };
        let round = &mut own[at];
        round.slots[place] = Some(Slot { sent, done });
        if round.exchange != exchange {
            let message = format!("process {process} came for {exchange}, the others for {}", round.exchange);
            return self.fail(state, invalid(message));
        }
        let missing =
            (key.1.iter().zip(&round.slots)).find(|&(&member, slot)| slot.is_none() && left[member]);
        if let Some((&member, _)) = missing {
            return self.fail(state, ended(&exchange, member));
        }
        if round.slots.iter().any(Option::is_none) {
            return;
        }
        let Some(round) = own.remove(at) else { return };
        if own.is_empty() {
            rounds.remove(&key);
        }
        drop(state);
        self.host.cancel_timer(round.timer);
        self.complete(&round.exchange, &key.1, round.slots.into_iter().flatten().collect());
    }

    /// Gives each member its bytes.
    fn complete(&self, exchange: &Exchange, members: &[usize], slots: Vec<Slot>) {
        let (sent, dones): (Vec<Vec<u8>>, Vec<Done>) =
            slots.into_iter().map(|slot| (slot.sent, slot.done)).unzip();
        let len = sent.first().map_or(0, Vec::len);
        let other = sent.iter().position(|bytes| bytes.len() != len);
        let wrong = other.map(|at| {
            let (first, member, got) = (members[0], members[at], sent[at].len());
            format!("{exchange}: process {first} brought {len} bytes, process {member} brought {got}")
        });
        let uneven = (*exchange == Exchange::AllToAll && !len.is_multiple_of(members.len()))
            .then(|| format!("{exchange}: {len} bytes are not in {} equal parts", members.len()));
        if let Some(message) = wrong.or(uneven) {
            return dones.into_iter().for_each(|done| self.pass_on(done, Err(invalid(message.clone()))));
        }
        for (place, done) in dones.into_iter().enumerate() {
            self.pass_on(done, received(exchange, members, &sent, place));
        }
    }
}

fn invalid(message: String) -> MeetingError {
    MeetingError { code: ErrorCode::InvalidArgument, message }
}

fn ended(exchange: &Exchange, process: usize) -> MeetingError {
    let message = format!("{exchange}: process {process} ended without reaching it");
    MeetingError { code: ErrorCode::Aborted, message }
}

/// The bytes that the member at a place of the group gets.
fn received(
    exchange: &Exchange,
    members: &[usize],
    sent: &[Vec<u8>],
    place: usize,
) -> Result<Vec<u8>, MeetingError> {
    let len = sent[place].len();
    let size = match exchange {
        Exchange::AllGather => len.saturating_mul(members.len()),
        Exchange::AllToAll | Exchange::Permute(_) => len,
    };
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|_| MeetingError {
        code: ErrorCode::ResourceExhausted,
        message: format!("{exchange}: out of memory allocating {size} bytes"),
    })?;
    match exchange {
        Exchange::AllGather => sent.iter().for_each(|part| bytes.extend_from_slice(part)),
        Exchange::AllToAll => {
            let part = len / members.len();
            sent.iter().for_each(|all| bytes.extend_from_slice(&all[place * part..(place + 1) * part]));
        }
        Exchange::Permute(pairs) => {
            let source = pairs.iter().find(|&&(_, target)| target == members[place]);
            let source = source.and_then(|(source, _)| members.iter().position(|member| member == source));
            match source {
                Some(source) => bytes.extend_from_slice(&sent[source]),
                None => bytes.resize(size, 0),
            }
        }
    }
    Ok(bytes)
}

impl Collectives for Member {
    fn grid(&self) -> Grid {
        self.room.grid
    }

    fn process(&self) -> usize {
        self.process
    }

    fn meet(&self, meeting: Meeting, sent: Vec<u8>, done: Done) {
        self.room.meet(self.process, meeting, sent, done);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::HostOptions;
    use std::sync::mpsc;

    const LONG: Duration = Duration::from_secs(600);

    fn room(partitions: usize, deadline: Duration) -> Arc<Room> {
        let host = Host::new(HostOptions::default()).unwrap();
        Room::new(&host, Grid { replicas: 1, partitions }, deadline)
    }

    type Outcome = Result<Vec<u8>, MeetingError>;

    fn come(room: &Arc<Room>, process: usize, meeting: Meeting, sent: &[u8]) -> mpsc::Receiver<Outcome> {
        let (send, outcome) = mpsc::channel();
        let done: Done = Box::new(move |got| {
            // The test may be over.
            let _ = send.send(got);
        });
        room.member(process).0.meet(meeting, sent.to_vec(), done);
        outcome
    }

    fn meeting(members: &[usize], exchange: Exchange) -> Meeting {
        Meeting { site: 1, members: members.to_vec(), exchange }
    }

    #[test]
    fn members_get_bytes_in_the_order_of_the_group() {
        let room = room(3, LONG);
        let pairs = Exchange::Permute(Arc::new([(0, 2), (1, 0)]));
        let cases: [(Exchange, [&[u8]; 3]); 3] = [
            (Exchange::AllGather, [&[3, 4, 9, 8, 1, 2]; 3]),
            (Exchange::AllToAll, [&[3, 9, 1], &[4, 8, 2], &[5, 7, 6]]),
            (pairs, [&[9, 8], &[0, 0], &[1, 2]]),
        ];
        let members = [2, 1, 0];
        for (exchange, expected) in cases {
            let wide = exchange == Exchange::AllToAll;
            let brought: [&[u8]; 3] = [&[1, 2, 6], &[9, 8, 7], &[3, 4, 5]];
            let mut outcomes: Vec<_> = [1, 2, 0]
                .map(|process: usize| {
                    let sent = if wide { brought[process] } else { &brought[process][..2] };
                    (process, come(&room, process, meeting(&members, exchange.clone()), sent))
                })
                .into();
            outcomes.sort_by_key(|(process, _)| *process);
            for (process, outcome) in outcomes {
                let place = members.iter().position(|&member| member == process).unwrap();
                let expected = match exchange {
                    Exchange::AllToAll => expected[place],
                    _ => expected[process],
                };
                assert_eq!(outcome.recv().unwrap().unwrap(), expected, "{exchange} of process {process}");
            }
        }
    }

    #[test]
    fn a_member_may_be_rounds_ahead() {
        let room = room(2, LONG);
        let both = || meeting(&[0, 1], Exchange::AllGather);
        let ahead: Vec<_> = (0..3).map(|round| come(&room, 0, both(), &[round])).collect();
        for (round, outcome) in ahead.into_iter().enumerate() {
            let round = round as u8;
            let own = come(&room, 1, both(), &[10 + round]).recv().unwrap().unwrap();
            assert_eq!(own, [round, 10 + round]);
            assert_eq!(outcome.recv().unwrap().unwrap(), own);
        }
        assert!(room.state.lock().rounds.is_empty());
    }

    #[test]
    fn the_order_in_which_threads_come_does_not_matter() {
        let room = room(4, LONG);
        let totals: Vec<Vec<u8>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|process| {
                    let room = &room;
                    scope.spawn(move || {
                        let mut all = vec![process as u8];
                        for round in 0..200u8 {
                            let sent = [all[all.len() - 1].wrapping_mul(3).wrapping_add(round)];
                            let meeting = meeting(&[0, 1, 2, 3], Exchange::AllGather);
                            all = come(room, process, meeting, &sent).recv().unwrap().unwrap();
                        }
                        all
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(totals.iter().all(|total| *total == totals[0]));
    }

    #[test]
    fn a_member_that_does_not_come_is_named_after_the_deadline() {
        let room = room(3, Duration::from_millis(20));
        let all = || meeting(&[0, 1, 2], Exchange::AllGather);
        let (first, second) = (come(&room, 0, all(), &[1]), come(&room, 2, all(), &[1]));
        let error = first.recv().unwrap().unwrap_err();
        assert_eq!(error.code, ErrorCode::DeadlineExceeded);
        assert_eq!(error.message, "all_gather: expected all members within 20ms, process 1 did not come");
        assert_eq!(second.recv().unwrap(), Err(error.clone()));
        // It comes too late.
        assert_eq!(come(&room, 1, all(), &[1]).recv().unwrap(), Err(error));
    }

    #[test]
    fn a_member_that_left_is_named_at_once() {
        let all = || meeting(&[0, 1], Exchange::AllToAll);
        for waits_first in [true, false] {
            let room = room(2, LONG);
            if !waits_first {
                room.leave(1);
            }
            let outcome = come(&room, 0, all(), &[1, 2]);
            room.leave(1);
            let error = outcome.recv().unwrap().unwrap_err();
            assert_eq!(error.message, "all_to_all: process 1 ended without reaching it");
        }
    }

    #[test]
    fn members_that_disagree_are_told() {
        let both = |exchange| meeting(&[0, 1], exchange);
        let cases = [
            (Exchange::AllGather, [1, 2], "all_gather: process 0 brought 1 bytes, process 1 brought 2"),
            (Exchange::AllToAll, [3, 3], "all_to_all: 3 bytes are not in 2 equal parts"),
        ];
        for (exchange, sizes, expected) in cases {
            let room = room(2, LONG);
            let outcomes =
                [0, 1].map(|process| come(&room, process, both(exchange.clone()), &vec![7; sizes[process]]));
            for outcome in outcomes {
                assert_eq!(outcome.recv().unwrap().unwrap_err().message, expected);
            }
        }
        let room = room(2, LONG);
        let first = come(&room, 0, both(Exchange::AllGather), &[1, 2]);
        let second = come(&room, 1, both(Exchange::AllToAll), &[1, 2]);
        let expected = "process 1 came for all_to_all, the others for all_gather";
        for outcome in [first, second] {
            assert_eq!(outcome.recv().unwrap().unwrap_err().message, expected);
        }
        let twice = come(&room, 0, meeting(&[0, 0], Exchange::AllGather), &[1]);
        assert!(twice.recv().unwrap().is_err());
    }
}
