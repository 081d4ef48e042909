//! Convolutions of `f32` images, with channels last, by filters that are constants, as steps of plans.
//!
//! Which way one goes depends on its sizes alone: Winograd's tiles where these [apply](winograd::applies), else groups of pixels where [these
//! pay](PixelGroups::of) and the image is finite, else panels of the filter, else the direct kernels. What is made of the filter is made once, at the first run. Where memory for it is short, a run makes its own, so that the
//! results stay the same.

use std::ops::Range;
use std::sync::Arc;

use tfrt_executor::core_runtime::{OpAttrsRef, OpContext};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};
use tfrt_ops::shapes::DataFormat;

use crate::ops::convolution::conv::{ConvElement, Convolution};
use crate::ops::convolution::pool::{Windows, windows};
use crate::ops::data_format::{Images as _, rank_four};
use crate::ops::host::{ALONE, HostThreads};
use crate::ops::kept::{self, Kept, Once, Reservation};
use crate::ops::linear_algebra::prepared_factors::{self, Prepared};
use tfrt_numerics::convolution::Geometry;
use tfrt_numerics::depthwise::Depthwise;
use tfrt_numerics::finish::{Then, finish_all};
use tfrt_numerics::panels::Panels;
use tfrt_numerics::pixel_groups::PixelGroups;
use tfrt_numerics::split::Split;
use tfrt_numerics::winograd;
use tfrt_ops::{Precision, TargetCpu};

/// A convolution by a filter that is a constant.
pub(crate) struct FixedConvolution {
    convolution: Convolution,
    filter: DenseHostTensor,
    site: Prepared,
    tiles: Tiles,
    groups: Option<Box<Groups>>,
}

/// Groups of pixels, and the filter as they take it.
struct Groups {
    sizes: PixelGroups,
    kept: Once<(Panels, Reservation)>,
}

impl Groups {
    fn of(convolution: &Convolution) -> Option<Box<Groups>> {
        let is_exact = convolution.precision() == Precision::F32;
        let sizes = PixelGroups::of(&convolution.geometry()).filter(|_| is_exact)?;
        Some(Box::new(Groups { sizes, kept: Once::default() }))
    }

    /// Convolves an image, if the filter's panels may be kept and the image is finite; says whether it did. The bits are the same either way.
    fn run(
        &self,
        filter: &DenseHostTensor,
        input: &[f32],
        then: Then<'_>,
        out: &mut [f32],
        split: Split<'_>,
    ) -> bool {
        let keep = || {
            let room = Reservation::of(self.sizes.bytes()?)?;
            Some((self.sizes.panels(filter.values().unwrap_or_default(), split)?, room))
        };
        let kept = self.kept.get_or_make(keep);
        kept.is_some_and(|(panels, _)| self.sizes.convolve(input, panels, then, out, split))
    }
}

/// The filter as Winograd's tiles take it.
#[derive(Default)]
struct Tiles {
    kept: Once<Arc<Kept<winograd::Filter>>>,
}

impl Tiles {
    /// Convolves an image, if tiles apply and there is memory for the filter; says whether it did.
    fn run(
        &self,
        fixed: &FixedConvolution,
        input: &[f32],
        then: Then<'_>,
        out: &mut [f32],
        split: Split<'_>,
    ) -> bool {
        let geometry = fixed.convolution.geometry();
        if !winograd::applies(&geometry, fixed.convolution.precision()) {
            return false;
        }
        let own;
        let filter = match self.filter(fixed, split) {
            Some(filter) => filter,
            // Another run is making it, or it may not be kept.
            None => match fixed.transformed(split) {
                Some(filter) => {
                    own = filter;
                    &own
                }
                None => return false,
            },
        };
        let weights = fixed.filter.values().unwrap_or_default();
        winograd::convolve_by_tiles(&geometry, input, weights, filter, then, out, split)
    }

    /// The transformed filter that is kept, made now if this is the first call.
    fn filter(&self, fixed: &FixedConvolution, split: Split<'_>) -> Option<&winograd::Filter> {
        let Geometry { channels, out, .. } = fixed.convolution.geometry();
        let keep = || {
            if fixed.convolution.precision() == Precision::F32 {
                return kept::winograd_filter(&fixed.filter, [channels, out], TargetCpu::Native, split);
            }
            let about = winograd::Filter::bytes_of(channels, out)?;
            Kept::within(about, || fixed.transformed(split), winograd::Filter::bytes)
        };
        self.kept.get_or_make(keep).map(|kept| &***kept)
    }
}

impl FixedConvolution {
    /// The convolution of images of this shape, whose result's metadata is known; `None` where channels do not come last.
    pub(crate) fn new(input: &Shape, filter: &DenseHostTensor, attrs: OpAttrsRef<'_>) -> Option<Self> {
        let convolution = Convolution::of_shapes(input, filter.shape(), attrs).ok()?;
        let fits = convolution.format == DataFormat::ChannelsLast && filter.dtype() == DType::F32;
        fits.then(|| FixedConvolution {
            groups: Groups::of(&convolution),
            convolution,
            filter: filter.clone(),
            site: Prepared::default(),
            tiles: Tiles::default(),
        })
    }

    /// The filter as Winograd's tiles take it.
    fn transformed(&self, split: Split<'_>) -> Option<winograd::Filter> {
        let Geometry { channels, out, .. } = self.convolution.geometry();
        let weights = self.filter.values().unwrap_or_default();
        winograd::Filter::of(weights, channels, out, self.convolution.precision(), split)
    }

    /// The sizes of the convolution, if each group is a channel.
    pub(crate) fn by_channel(&self) -> Option<Depthwise> {
        self.convolution.by_channel()
    }

    /// The sizes, if each pixel of the result comes from the one at its place.
    pub(crate) fn pointwise(&self) -> Option<Geometry> {
        self.convolution.pointwise().then(|| self.convolution.geometry())
    }

    /// Convolves rows of an image whose pixels each [give one](Self::pointwise), with what follows, on the caller's thread.
    pub(crate) fn run_rows(
        &self,
        rows: Range<usize>,
        input: &[f32],
        then: Then<'_>,
        out: &mut [f32],
        context: &dyn OpContext,
    ) {
        self.run_by_panels(&self.convolution.of_rows(rows), input, then, out, context, ALONE);
    }

    /// Makes what runs on a processor read of the filter.
    pub(crate) fn pack(&self, target: TargetCpu, context: &dyn OpContext) {
        let (geometry, threads) = (self.convolution.geometry(), HostThreads::of(context));
        if self.convolution.precision() != Precision::F32 {
            return;
        }
        if winograd::applies(&geometry, Precision::F32) {
            kept::winograd_filter(&self.filter, [geometry.channels, geometry.out], target, threads.split());
        } else if self.groups.is_none()
            && let Some(sizes) = self.convolution.panel_product()
        {
            prepared_factors::pack(sizes, &self.filter, target, threads.split());
        }
    }

    /// Convolves an image, with what follows.
    pub(crate) fn run(&self, input: &[f32], then: Then<'_>, out: &mut [f32], context: &dyn OpContext) {
        let (convolution, split) = (&self.convolution, HostThreads::of(context));
        if self.tiles.run(self, input, then, out, split.split())
            || self
                .groups
                .as_ref()
                .is_some_and(|groups| groups.run(&self.filter, input, then, out, split.split()))
        {
            return;
        }
        self.run_by_panels(convolution, input, then, out, context, split.split());
    }

    /// A convolution by this filter, with what follows, by panels of the filter or by the direct kernels.
    fn run_by_panels(
        &self,
        convolution: &Convolution,
        input: &[f32],
        then: Then<'_>,
        out: &mut [f32],
        context: &dyn OpContext,
        split: Split<'_>,
    ) {
        if convolution.by_panels(input, &self.filter, Some(&self.site), then, out, split) {
            return;
        }
        let Then { after, finish: finish_part } = then;
        let finish = |pixels: &mut [f32]| {
            if let Some(after) = after {
                after.apply(pixels);
            }
        };
        let weights = self.filter.values().unwrap_or_default();
        f32::convolve(convolution, input, weights, out, context, &finish);
        if let Some(finish) = finish_part {
            finish_all(finish, out, convolution.geometry().out, split);
        }
    }
}

/// The sizes of a convolution by channel of images with channels last, of as many output channels as there are input channels, whose
/// result's metadata is known; `None` for any other.
pub(crate) fn fixed_depthwise(input: &Shape, filter: &Shape, attrs: OpAttrsRef<'_>) -> Option<Depthwise> {
    let format = DataFormat::of(&*attrs).ok()?;
    let [batch, height, width, channels] = format.image(input, "input").ok()?;
    let [filter_rows, filter_columns, _, multiplier] = rank_four(filter, "filter").ok()?;
    if format != DataFormat::ChannelsLast || multiplier != 1 {
        return None;
    }
    let windows = windows(format, attrs, [height, width], [filter_rows, filter_columns]).ok()?;
    let Windows { rows, columns } = windows;
    Some(Depthwise { batch: batch as usize, rows, columns, channels: channels as usize })
}
