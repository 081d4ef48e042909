//! Images: files read into pixels, other sizes, colours, boxes.

mod bicubic;
pub(crate) mod boxes;
mod color;
mod detection;
mod files;
mod gif;
mod jpeg_files;
mod pnm;
mod resample;
pub(crate) mod resize;

pub(crate) use files::decode_colors;
pub use files::decode_picture;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    resize::register(ops);
    bicubic::register(ops);
    resample::register(ops);
    boxes::register(ops);
    detection::register(ops);
    color::register(ops);
    files::register(ops);
    jpeg_files::register(ops);
}
