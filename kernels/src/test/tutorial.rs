//! `tfrt_tutorial.*`: a user-defined value type, the smallest example.

use tfrt_executor::kernel::{KernelRegistry, Out};

use tfrt_scalars::print::line;

/// A point on a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coordinate {
    /// To the right.
    pub x: i32,
    /// Up.
    pub y: i32,
}

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add_pure("tfrt_tutorial.create_coordinate", |x: i32, y: i32| Out(Coordinate { x, y }));
    registry.add("tfrt_tutorial.print_coordinate", |point: &Coordinate| {
        line(format_args!("({}, {})", point.x, point.y))
    });
}
