//! Factors of products in panels, transformed filters, and whatever else kernels make of constants and keep.
//!
//! A call site keeps what it has made in a [`Once`]. What depends on the constant alone is [shared](share) by all sites, batch sizes and programs
//! in the process that read the same memory, under a [`Form`]; programs may bring it with them, so that it is mapped with the file instead of
//! made. The memory of everything that is made is bounded: each holds a [`Reservation`].

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use tfrt_executor::output::{Severity, log};
use tfrt_executor::tensor::buffer::{Derivation, FORM_WORDS, Form};
use tfrt_executor::tensor::{Buffer, DenseHostTensor};
use tfrt_numerics::panels::{Matrix, Panels};
use tfrt_numerics::scratch::Numbers;
use tfrt_numerics::split::Split;
use tfrt_numerics::winograd;
use tfrt_ops::TargetCpu;

use super::host::numbers_of;

/// Bytes of everything together.
const LIMIT: usize = 1 << 30;

/// Bytes of what there is.
static BYTES: AtomicUsize = AtomicUsize::new(0);

/// Bytes that are reserved now, by all of the process.
#[cfg(test)]
pub(crate) fn reserved() -> usize {
    BYTES.load(Ordering::Relaxed)
}

/// A part of the memory that copies of constants may take together, which is free again when this is dropped.
pub(crate) struct Reservation(usize);

impl Reservation {
    /// So many bytes, if they are free.
    pub(crate) fn of(bytes: usize) -> Option<Reservation> {
        let add = |taken: usize| taken.checked_add(bytes).filter(|&taken| taken <= LIMIT);
        BYTES.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).ok()?;
        Some(Reservation(bytes))
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        BYTES.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// The value that the first caller makes. It is never made under a lock, for which threads of the same loop could wait.
pub(crate) struct Once<T> {
    made: OnceLock<T>,
    /// Whether it is made, being made, or could not be made.
    is_claimed: AtomicBool,
}

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once { made: OnceLock::new(), is_claimed: AtomicBool::new(false) }
    }
}

impl<T> Once<T> {
    /// The value, made now if this is the first call; `None` while another thread makes it, and if it could not be made.
    pub(crate) fn get_or_make(&self, make: impl FnOnce() -> Option<T>) -> Option<&T> {
        if let Some(made) = self.made.get() {
            return Some(made);
        }
        if self.is_claimed.swap(true, Ordering::Relaxed) {
            return None;
        }
        let made = make()?;
        Some(self.made.get_or_init(|| made))
    }

    /// The value, if it was made.
    #[cfg(test)]
    pub(crate) fn get(&self) -> Option<&T> {
        self.made.get()
    }
}

/// A thing with the memory that was reserved for it, if it has memory of its own.
pub(crate) struct Kept<T> {
    thing: T,
    _room: Option<Reservation>,
}

impl<T> Kept<T> {
    /// Makes a thing, if there is room for it: about so many bytes, or a little more, which is known when it is made.
    pub(crate) fn within(
        about: usize,
        make: impl FnOnce() -> Option<T>,
        bytes: impl FnOnce(&T) -> usize,
    ) -> Option<Arc<Kept<T>>> {
        Kept::own(about, make, bytes).map(Arc::new)
    }

    fn own(
        about: usize,
        make: impl FnOnce() -> Option<T>,
        bytes: impl FnOnce(&T) -> usize,
    ) -> Option<Kept<T>> {
        let least = Reservation::of(about)?;
        let thing = make()?;
        drop(least);
        let room = Reservation::of(bytes(&thing))?;
        Some(Kept { thing, _room: Some(room) })
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.thing
    }
}

/// A constant's numbers in another order, or others that were computed from them: what can be saved with a program.
trait Laid: Send + Sync + 'static {
    /// The numbers; `None` if they cannot be saved.
    fn numbers(&self) -> Option<&[f32]>;
}

impl Laid for Panels {
    fn numbers(&self) -> Option<&[f32]> {
        Panels::numbers(self)
    }
}

impl Laid for winograd::Filter {
    fn numbers(&self) -> Option<&[f32]> {
        winograd::Filter::numbers(self)
    }
}

impl<T: Laid> Derivation for Kept<T> {
    fn bytes(&self) -> Option<&[u8]> {
        self.thing.numbers().map(bytemuck::cast_slice)
    }
}

/// What is derived from constants and shared, in panels of some width. The numbers stand in files: they are only added to, and a layout that changes gets another one.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Layout {
    /// Panels of a matrix: rows, columns, whether it lies by columns.
    Panels = 1,
    /// A filter of three by three, transformed for `F(2x2, 3x3)`: channels of input and output.
    Winograd = 2,
}

impl Layout {
    /// The form with these parameters, in panels of this width; `None` if a number is too large.
    fn form<const N: usize>(self, parameters: [usize; N], width: usize) -> Option<Form> {
        const { assert!(N < FORM_WORDS - 1, "parameters of a form") };
        let number = |number: usize| u32::try_from(number).ok();
        let mut form = [0; FORM_WORDS];
        form[0] = self as u32;
        for (word, parameter) in form[1..].iter_mut().zip(parameters) {
            *word = number(parameter)?;
        }
        form[FORM_WORDS - 1] = number(width)?;
        Some(form)
    }
}

/// The panels of a constant `[rows, columns]`, or of one that lies by columns, for products on a processor that are not rounded.
pub(crate) fn panels(
    constant: &DenseHostTensor,
    [rows, columns]: [usize; 2],
    by_columns: bool,
    target: TargetCpu,
    split: Split<'_>,
) -> Option<Arc<Kept<Panels>>> {
    let values = constant.values::<f32>()?;
    let make = || {
        let matrix = Matrix { values, strides: if by_columns { (1, rows) } else { (columns, 1) } };
        let make = || Panels::on(target, matrix, rows, columns, split);
        Kept::own(size_of_val(values), make, Panels::bytes)
    };
    let form =
        Layout::Panels.form([rows, columns, usize::from(by_columns)], Panels::width(target, columns))?;
    share(constant.buffer(), &form, |numbers| Panels::of_numbers(numbers, rows, columns), make)
}

/// A constant filter `[3, 3, channels, out]` as Winograd's tiles take it on a processor, for products that are not rounded.
pub(crate) fn winograd_filter(
    constant: &DenseHostTensor,
    [channels, out]: [usize; 2],
    target: TargetCpu,
    split: Split<'_>,
) -> Option<Arc<Kept<winograd::Filter>>> {
    let values = constant.values::<f32>()?;
    let make = || {
        let make = || winograd::Filter::on(target, values, channels, out, split);
        Kept::own(winograd::Filter::bytes_of(channels, out)?, make, winograd::Filter::bytes)
    };
    let form = Layout::Winograd.form([channels, out], Panels::width(target, out))?;
    let of_numbers = |numbers| winograd::Filter::of_numbers(numbers, channels, out);
    share(constant.buffer(), &form, of_numbers, make)
}

/// What has this form of a constant: what another site has made, what the program has brought, or what is made now. What is
/// made of memory that may be written is not shared.
fn share<T: Laid>(
    constant: &Buffer,
    form: &Form,
    of_numbers: impl FnOnce(Box<dyn Numbers>) -> Option<T>,
    make: impl FnOnce() -> Option<Kept<T>>,
) -> Option<Arc<Kept<T>>> {
    let Some(derived) = constant.derived() else { return Some(Arc::new(make()?)) };
    let of_saved = |bytes: Buffer| Some(Kept { thing: of_numbers(numbers_of(bytes)?)?, _room: None });
    derived.get_or_make(form, of_saved, || {
        if derived.has_other(form) {
            WARNED.call_once(|| {
                let text = "a program was compiled for another processor: its constants are laid out again, which takes memory and time at \
                            the first call (see --target-cpu of tfrt-translate)";
                log(Severity::Warning, file!(), line!(), text);
            });
        }
        let made = make()?;
        // Its other users read the file again.
        tfrt_bef::release(constant.bytes());
        Some(made)
    })
}

/// Whether a program for another processor was reported.
static WARNED: std::sync::Once = std::sync::Once::new();
