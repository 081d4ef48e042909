//! The processes of a program, and the groups that the specification of StableHLO makes of them.

/// The processes that run a program: replicas of it, each of which is split into partitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Number of replicas, at least 1.
    pub replicas: usize,
    /// Number of partitions of each replica, at least 1.
    pub partitions: usize,
}

impl Grid {
    /// The grid of a program that runs once.
    pub const ONE: Grid = Grid { replicas: 1, partitions: 1 };

    /// The number of processes, where it fits into a number.
    pub fn len(self) -> usize {
        self.replicas.saturating_mul(self.partitions)
    }

    /// Whether there is no process.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The replica of a process.
    pub fn replica(self, process: usize) -> usize {
        process / self.partitions.max(1)
    }

    /// The partition of a process.
    pub fn partition(self, process: usize) -> usize {
        process % self.partitions.max(1)
    }

    /// The process of a replica and a partition.
    pub fn process(self, replica: usize, partition: usize) -> usize {
        replica * self.partitions + partition
    }
}

/// The meaning of the numbers of a group. Names are those of the specification of StableHLO.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupMode {
    /// Replicas; processes of the same partition are together.
    CrossReplica,
    /// Partitions; processes of the same replica are together.
    CrossPartition,
    /// Replicas; all partitions of them are together.
    CrossReplicaAndPartition,
    /// Processes.
    FlattenedIds,
}

impl GroupMode {
    /// All modes; the position of one is its number in attributes.
    pub const ALL: [GroupMode; 4] = [
        GroupMode::CrossReplica,
        GroupMode::CrossPartition,
        GroupMode::CrossReplicaAndPartition,
        GroupMode::FlattenedIds,
    ];

    /// The mode with a number.
    pub fn from_number(number: i64) -> Option<GroupMode> {
        GroupMode::ALL.get(usize::try_from(number).ok()?).copied()
    }
}

/// Groups of processes, as a program writes them.
#[derive(Debug, Clone, Copy)]
pub struct Groups<'a> {
    /// The numbers of all groups, one group after the other. A negative number fills up a group that is shorter than the others.
    pub numbers: &'a [i64],
    /// The numbers of one group. Without numbers there is one group of all.
    pub size: usize,
    /// The meaning of the numbers.
    pub mode: GroupMode,
}

impl Groups<'_> {
    /// The processes of the group that a process is in, in order; none if it is in none.
    ///
    /// # Errors
    /// A number is of no replica, partition or process, or is twice in a group.
    pub fn of(&self, grid: Grid, process: usize) -> Result<Option<Vec<usize>>, String> {
        let (replica, partition) = (grid.replica(process), grid.partition(process));
        let (own, count, what) = match self.mode {
            GroupMode::CrossReplica | GroupMode::CrossReplicaAndPartition => {
                (replica, grid.replicas, "replica")
            }
            GroupMode::CrossPartition => (partition, grid.partitions, "partition"),
            GroupMode::FlattenedIds => (process, grid.len(), "process"),
        };
        let mut found: Option<Vec<usize>> = self.numbers.is_empty().then(|| (0..count).collect());
        for group in self.numbers.chunks(self.size.max(1)) {
            let mut members: Vec<usize> = Vec::with_capacity(group.len());
            for &number in group.iter().filter(|&&number| number >= 0) {
                let member = usize::try_from(number).ok().filter(|&member| member < count);
                let Some(member) = member else {
                    return Err(format!(
                        "a group has {what} {number}, but the program runs with {count} of them"
                    ));
                };
                if members.contains(&member) {
                    return Err(format!("a group has {what} {number} twice"));
                }
                members.push(member);
            }
            if members.contains(&own) {
                found.get_or_insert(members);
            }
        }
        Ok(found.map(|members| match self.mode {
            GroupMode::CrossReplica => {
                members.into_iter().map(|member| grid.process(member, partition)).collect()
            }
            GroupMode::CrossPartition => {
                members.into_iter().map(|member| grid.process(replica, member)).collect()
            }
            GroupMode::CrossReplicaAndPartition => (0..grid.partitions)
                .flat_map(|partition| members.iter().map(move |&member| grid.process(member, partition)))
                .collect(),
            GroupMode::FlattenedIds => members,
        }))
    }

    /// The pairs of processes that pairs of numbers mean; all of those that exchange in the place of one process.
    ///
    /// # Errors
    /// As of [`Groups::of`].
    pub fn pairs(&self, grid: Grid, process: usize) -> Result<Vec<(usize, usize)>, String> {
        let mut pairs = Vec::with_capacity(self.numbers.len() / 2);
        for pair in self.numbers.chunks_exact(2) {
            let mut ends = [0; 2];
            for (end, &number) in ends.iter_mut().zip(pair) {
                let (count, what) = match self.mode {
                    GroupMode::CrossPartition => (grid.partitions, "partition"),
                    GroupMode::FlattenedIds => (grid.len(), "process"),
                    _ => (grid.replicas, "replica"),
                };
                let known = usize::try_from(number).ok().filter(|&number| number < count);
                let Some(number) = known else {
                    return Err(format!(
                        "a pair has {what} {number}, but the program runs with {count} of them"
                    ));
                };
                *end = match self.mode {
                    GroupMode::CrossPartition => grid.process(grid.replica(process), number),
                    GroupMode::FlattenedIds => number,
                    _ => grid.process(number, grid.partition(process)),
                };
            }
            pairs.push((ends[0], ends[1]));
        }
        Ok(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { replicas: 2, partitions: 3 };

    #[track_caller]
    fn check(mode: GroupMode, numbers: &[i64], size: usize, expected: [Option<&[usize]>; 6]) {
        for (process, expected) in expected.into_iter().enumerate() {
            let group = Groups { numbers, size, mode }.of(GRID, process);
            assert_eq!(group, Ok(expected.map(<[usize]>::to_vec)), "process {process}");
        }
    }

    #[test]
    fn groups_are_those_of_the_specification() {
        let [first, second, third]: [&[usize]; 3] = [&[0, 3], &[1, 4], &[2, 5]];
        check(GroupMode::CrossReplica, &[0, 1], 2, [first, second, third, first, second, third].map(Some));
        check(GroupMode::CrossReplica, &[], 0, [first, second, third, first, second, third].map(Some));
        let (one, two): (&[usize], &[usize]) = (&[2, 0], &[5, 3]);
        let (alone, other): (&[usize], &[usize]) = (&[1], &[4]);
        check(GroupMode::CrossPartition, &[2, 0, 1, -1], 2, [one, alone, one, two, other, two].map(Some));
        let all: &[usize] = &[1, 0, 3, 2, 5, 4].map(|at: usize| [0, 3, 1, 4, 2, 5][at]);
        check(GroupMode::CrossReplicaAndPartition, &[1, 0], 2, [Some(all); 6]);
        let some: &[usize] = &[5, 1];
        check(GroupMode::FlattenedIds, &[5, 1], 2, [None, Some(some), None, None, None, Some(some)]);
    }

    #[test]
    fn numbers_beyond_the_grid_and_numbers_given_twice_are_refused() {
        let groups = Groups { numbers: &[0, 2], size: 2, mode: GroupMode::CrossReplica };
        let message = groups.of(GRID, 0).unwrap_err();
        assert_eq!(message, "a group has replica 2, but the program runs with 2 of them");
        let groups = Groups { numbers: &[1, 1], size: 2, mode: GroupMode::FlattenedIds };
        assert_eq!(groups.of(GRID, 0).unwrap_err(), "a group has process 1 twice");
        let groups = Groups { numbers: &[0, 3], size: 2, mode: GroupMode::CrossPartition };
        let message = groups.pairs(GRID, 0).unwrap_err();
        assert_eq!(message, "a pair has partition 3, but the program runs with 3 of them");
    }

    #[test]
    fn pairs_are_of_the_process_s_own_replica_or_partition() {
        let groups = Groups { numbers: &[0, 1, 1, 2], size: 2, mode: GroupMode::CrossPartition };
        assert_eq!(groups.pairs(GRID, 4), Ok(vec![(3, 4), (4, 5)]));
        let groups = Groups { numbers: &[0, 1], size: 2, mode: GroupMode::CrossReplica };
        assert_eq!(groups.pairs(GRID, 2), Ok(vec![(2, 5)]));
    }
}
