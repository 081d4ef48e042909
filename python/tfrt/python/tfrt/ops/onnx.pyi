"""The ops of ONNX that no other set has. Made from the ops' definitions by ``python -m tfrt.ops``."""

from collections.abc import Sequence

from numpy.typing import DTypeLike

from tfrt import Tensor
from tfrt._tfrt import TensorLike

def AffineGrid(theta: TensorLike, size: TensorLike, *, align_corners: bool = False, device: str | None = None) -> Tensor:
    """The points that affine maps ``theta`` of a regular grid of ``size`` have.

    The op ``onnx.AffineGrid``.

    Inputs:
        theta: T
        size: int64

    Attributes:
        align_corners: bool (default False)

    Results:
        grid: T

    Types:
        T: one of float32, float64
    """

def Argument(given: TensorLike, *, element_dtype: DTypeLike, kind: str | bytes, device: str | None = None) -> Tensor:
    """Checks that a value from a caller is a list of tensors of ``element_dtype``, of the kind ``kind``.

    The op ``onnx.Argument``.

    Inputs:
        given: variant

    Attributes:
        element_dtype: DTypeLike
        kind: str | bytes, one of 'sequence', 'optional_tensor', 'optional_sequence'

    Results:
        list: variant
    """

def AveragePool(x: TensorLike, *, kernel_shape: Sequence[int], strides: Sequence[int], pads: Sequence[int], dilations: Sequence[int], ceil_mode: bool = False, count_include_pad: bool = False, device: str | None = None) -> Tensor:
    """The mean of the elements of each window that slides over the spatial dimensions.

    The op ``onnx.AveragePool``.

    Inputs:
        x: T

    Attributes:
        kernel_shape: Sequence[int]
        strides: Sequence[int]
        pads: Sequence[int]
        dilations: Sequence[int]
        ceil_mode: bool (default False)
        count_include_pad: bool (default False)

    Results:
        y: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def Col2Im(columns: TensorLike, image: TensorLike, block: TensorLike, *, strides: Sequence[int], pads: Sequence[int], dilations: Sequence[int], device: str | None = None) -> Tensor:
    """Adds up columns of blocks at their places in an image of the size ``image``.

    The op ``onnx.Col2Im``.

    Inputs:
        columns: T
        image: int64
        block: int64

    Attributes:
        strides: Sequence[int]
        pads: Sequence[int]
        dilations: Sequence[int]

    Results:
        y: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def ConcatFromSequence(sequence: TensorLike, *, element_dtype: DTypeLike, axis: int = 0, new_axis: bool = False, device: str | None = None) -> Tensor:
    """Joins the tensors of a sequence along ``axis``, or stacks them along a new one.

    The op ``onnx.ConcatFromSequence``.

    Inputs:
        sequence: variant

    Attributes:
        element_dtype: DTypeLike
        axis: int (default 0)
        new_axis: bool (default False)

    Results:
        tensor: element_dtype
    """

def DeformColumns(x: TensorLike, offset: TensorLike, mask: TensorLike, *, kernel_shape: Sequence[int], strides: Sequence[int], pads: Sequence[int], dilations: Sequence[int], offset_group: int = 1, device: str | None = None) -> Tensor:
    """The elements that a deformable convolution multiplies, which are read at places moved by ``offset``, as columns.

    The op ``onnx.DeformColumns``.

    Inputs:
        x: T
        offset: T
        mask: T

    Attributes:
        kernel_shape: Sequence[int]
        strides: Sequence[int]
        pads: Sequence[int]
        dilations: Sequence[int]
        offset_group: int (default 1)

    Results:
        columns: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def GatherElements(x: TensorLike, indices: TensorLike, *, axis: int = 0, device: str | None = None) -> Tensor:
    """The elements of ``x`` whose places along ``axis`` ``indices`` says, one for each index.

    The op ``onnx.GatherElements``.

    Inputs:
        x: T
        indices: Tindices

    Attributes:
        axis: int (default 0)

    Results:
        y: T

    Types:
        Tindices: one of int32, int64
    """

def GridSample(x: TensorLike, grid: TensorLike, *, mode: str | bytes = 'linear', padding_mode: str | bytes = 'zeros', align_corners: bool = False, device: str | None = None) -> Tensor:
    """The values of ``x`` at the points ``grid``, interpolated between elements.

    The op ``onnx.GridSample``.

    Inputs:
        x: T
        grid: G

    Attributes:
        mode: str | bytes, one of 'nearest', 'linear', 'cubic' (default 'linear')
        padding_mode: str | bytes, one of 'zeros', 'border', 'reflection' (default 'zeros')
        align_corners: bool (default False)

    Results:
        y: T

    Types:
        G: one of float32, float64
    """

def LinearAttention(query: TensorLike, key: TensorLike, value: TensorLike, past: TensorLike, decay: TensorLike, beta: TensorLike, *, q_num_heads: int, kv_num_heads: int, update_rule: str | bytes = 'gated_delta', scale: float = 0.0, device: str | None = None) -> tuple[Tensor, Tensor]:
    """Linear attention over a sequence: a state of key and value products, updated at each step by ``update_rule``, is multiplied by the query.

    The op ``onnx.LinearAttention``.

    Inputs:
        query: T
        key: T
        value: T
        past: T
        decay: T
        beta: T

    Attributes:
        update_rule: str | bytes, one of 'linear', 'gated', 'delta', 'gated_delta' (default 'gated_delta')
        q_num_heads: int
        kv_num_heads: int
        scale: float (default 0.0)

    Results:
        y: T
        state: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def LpPool(x: TensorLike, *, kernel_shape: Sequence[int], strides: Sequence[int], pads: Sequence[int], dilations: Sequence[int], ceil_mode: bool = False, p: int = 2, device: str | None = None) -> Tensor:
    """The p-norm of the elements of each window that slides over the spatial dimensions.

    The op ``onnx.LpPool``.

    Inputs:
        x: T

    Attributes:
        kernel_shape: Sequence[int]
        strides: Sequence[int]
        pads: Sequence[int]
        dilations: Sequence[int]
        ceil_mode: bool (default False)
        p: int (default 2)

    Results:
        y: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def MaxPool(x: TensorLike, *, kernel_shape: Sequence[int], strides: Sequence[int], pads: Sequence[int], dilations: Sequence[int], ceil_mode: bool = False, storage_order: int = 0, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The largest element of each window that slides over the spatial dimensions, and its index.

    The op ``onnx.MaxPool``.

    Inputs:
        x: T

    Attributes:
        kernel_shape: Sequence[int]
        strides: Sequence[int]
        pads: Sequence[int]
        dilations: Sequence[int]
        ceil_mode: bool (default False)
        storage_order: int (default 0)

    Results:
        y: T
        indices: int64
    """

def MaxRoiPool(x: TensorLike, rois: TensorLike, *, output_height: int = 1, output_width: int = 1, spatial_scale: float = 1.0, device: str | None = None) -> Tensor:
    """The largest elements of the parts of each region ``rois``, which is divided into ``output_height`` by ``output_width`` parts.

    The op ``onnx.MaxRoiPool``.

    Inputs:
        x: T
        rois: T

    Attributes:
        output_height: int (default 1)
        output_width: int (default 1)
        spatial_scale: float (default 1.0)

    Results:
        y: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def MelWeightMatrix(bins: TensorLike, dft_length: TensorLike, sample_rate: TensorLike, lower: TensorLike, upper: TensorLike, *, device: str | None = None) -> Tensor:
    """The weights that turn the bins of a spectrogram into bins of the mel scale.

    The op ``onnx.MelWeightMatrix``.

    Inputs:
        bins: int64
        dft_length: int64
        sample_rate: int64
        lower: float64
        upper: float64

    Results:
        weights: float64
    """

def NonMaxSuppression(boxes: TensorLike, scores: TensorLike, max_output_boxes_per_class: TensorLike, iou_threshold: TensorLike, score_threshold: TensorLike, *, center_point_box: bool = False, device: str | None = None) -> Tensor:
    """The indices of batch, class and box of the boxes with the best scores that do not overlap a better one by more than ``iou_threshold``.

    The op ``onnx.NonMaxSuppression``.

    Inputs:
        boxes: float32
        scores: float32
        max_output_boxes_per_class: int64
        iou_threshold: float32
        score_threshold: float32

    Attributes:
        center_point_box: bool (default False)

    Results:
        selected: int64
    """

def Recurrent(products: TensorLike, state: TensorLike, memory: TensorLike, weights: TensorLike, bias: TensorLike, peepholes: TensorLike, lengths: TensorLike, *, cell: str | bytes, gate_activation: str | bytes = 'Sigmoid', state_activation: str | bytes = 'Tanh', shown_activation: str | bytes = 'Tanh', is_reversed: bool = False, linear_before_reset: bool = False, input_forget: bool = False, clip: float = 0.0, quantizes_state: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Runs a cell of a recurrent network over a sequence whose products with the input weights are given.

    The op ``onnx.Recurrent``.

    Inputs:
        products: T
        state: T
        memory: T
        weights: T
        bias: T
        peepholes: T
        lengths: int32

    Attributes:
        cell: str | bytes, one of 'RNN', 'GRU', 'LSTM'
        gate_activation: str | bytes, one of 'Sigmoid', 'Tanh', 'Relu', 'Softsign', 'Softplus' (default 'Sigmoid')
        state_activation: str | bytes, one of 'Sigmoid', 'Tanh', 'Relu', 'Softsign', 'Softplus' (default 'Tanh')
        shown_activation: str | bytes, one of 'Sigmoid', 'Tanh', 'Relu', 'Softsign', 'Softplus' (default 'Tanh')
        is_reversed: bool (default False)
        linear_before_reset: bool (default False)
        input_forget: bool (default False)
        clip: float (default 0.0)
        quantizes_state: bool (default False)

    Results:
        y: T
        last_state: T
        last_memory: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def Resize(x: TensorLike, region: TensorLike, scales: TensorLike, sizes: TensorLike, *, axes: Sequence[int] = (), mode: str | bytes = 'nearest', coordinate_transformation_mode: str | bytes = 'half_pixel', nearest_mode: str | bytes = 'round_prefer_floor', cubic_coeff_a: float = -0.75, exclude_outside: bool = False, extrapolation_value: float = 0.0, antialias: bool = False, keep_aspect_ratio_policy: str | bytes = 'stretch', device: str | None = None) -> Tensor:
    """Resizes ``x`` by ``scales`` or to ``sizes``, with interpolation between elements.

    The op ``onnx.Resize``.

    Inputs:
        x: T
        region: R
        scales: float32
        sizes: int64

    Attributes:
        axes: Sequence[int] (default ())
        mode: str | bytes, one of 'nearest', 'linear', 'cubic' (default 'nearest')
        coordinate_transformation_mode: str | bytes (default 'half_pixel')
        nearest_mode: str | bytes (default 'round_prefer_floor')
        cubic_coeff_a: float (default -0.75)
        exclude_outside: bool (default False)
        extrapolation_value: float (default 0.0)
        antialias: bool (default False)
        keep_aspect_ratio_policy: str | bytes, one of 'stretch', 'not_larger', 'not_smaller' (default 'stretch')

    Results:
        y: T

    Types:
        R: one of float16, float32, float64
    """

def RoiAlign(x: TensorLike, rois: TensorLike, batch_indices: TensorLike, *, output_height: int = 1, output_width: int = 1, sampling_ratio: int = 0, spatial_scale: float = 1.0, half_pixel: bool = True, mode: str | bytes = 'avg', device: str | None = None) -> Tensor:
    """The values of the parts of each region ``rois``, interpolated at regular points and combined by their mean or maximum.

    The op ``onnx.RoiAlign``.

    Inputs:
        x: T
        rois: T
        batch_indices: int64

    Attributes:
        output_height: int (default 1)
        output_width: int (default 1)
        sampling_ratio: int (default 0)
        spatial_scale: float (default 1.0)
        half_pixel: bool (default True)
        mode: str | bytes, one of 'avg', 'max' (default 'avg')

    Results:
        y: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def ScatterElements(x: TensorLike, indices: TensorLike, updates: TensorLike, *, axis: int = 0, reduction: str | bytes = 'none', device: str | None = None) -> Tensor:
    """A copy of ``x`` in which ``updates`` replace, or are combined with, the elements whose places along ``axis`` ``indices`` says.

    The op ``onnx.ScatterElements``.

    Inputs:
        x: T
        indices: Tindices
        updates: T

    Attributes:
        axis: int (default 0)
        reduction: str | bytes, one of 'none', 'add', 'mul' (default 'none')

    Results:
        y: T

    Types:
        Tindices: one of int32, int64
    """

def SequenceErase(sequence: TensorLike, position: TensorLike, *, device: str | None = None) -> Tensor:
    """A sequence without the tensor at ``position``.

    The op ``onnx.SequenceErase``.

    Inputs:
        sequence: variant
        position: int32

    Results:
        result: variant
    """

def SequenceInsert(sequence: TensorLike, tensor: TensorLike, position: TensorLike, *, device: str | None = None) -> Tensor:
    """A sequence with a tensor more, at ``position``.

    The op ``onnx.SequenceInsert``.

    Inputs:
        sequence: variant
        tensor: T
        position: int32

    Results:
        result: variant
    """

def SplitToSequence(x: TensorLike, sizes: TensorLike, *, axis: int = 0, keepdims: bool = True, device: str | None = None) -> Tensor:
    """The parts of ``x`` along ``axis``, of these sizes, as a sequence.

    The op ``onnx.SplitToSequence``.

    Inputs:
        x: T
        sizes: int64

    Attributes:
        axis: int (default 0)
        keepdims: bool (default True)

    Results:
        sequence: variant
    """

def Stack(sequence: TensorLike, shape: TensorLike, *, element_dtype: DTypeLike, device: str | None = None) -> Tensor:
    """The tensors of a sequence along a new first dimension.

    The op ``onnx.Stack``.

    Inputs:
        sequence: variant
        shape: int32

    Attributes:
        element_dtype: DTypeLike

    Results:
        tensor: element_dtype
    """

def StringNormalizer(x: TensorLike, stopwords: TensorLike, *, case_change_action: str | bytes = 'NONE', is_case_sensitive: bool = False, device: str | None = None) -> Tensor:
    """Removes ``stopwords`` from a list of strings, and changes the case of the others.

    The op ``onnx.StringNormalizer``.

    Inputs:
        x: string
        stopwords: string

    Attributes:
        case_change_action: str | bytes, one of 'NONE', 'LOWER', 'UPPER' (default 'NONE')
        is_case_sensitive: bool (default False)

    Results:
        y: string
    """

def StringSplit(x: TensorLike, *, delimiter: str | bytes = '', maxsplit: int = -1, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The parts of each string between delimiters, filled up with empty strings, and their number.

    The op ``onnx.StringSplit``.

    Inputs:
        x: string

    Attributes:
        delimiter: str | bytes (default '')
        maxsplit: int (default -1)

    Results:
        parts: string
        counts: int64
    """

def TensorScatterMul(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, device: str | None = None) -> Tensor:
    """A copy of ``tensor`` in which the slices at ``indices`` are multiplied by ``updates``.

    The op ``onnx.TensorScatterMul``.

    Inputs:
        tensor: T
        indices: Tindices
        updates: T

    Results:
        output: T

    Types:
        Tindices: one of int16, int32, int64, uint16
    """

def TfIdfVectorizer(x: TensorLike, pool: TensorLike, counts: TensorLike, columns: TensorLike, weights: TensorLike, *, mode: str | bytes = 'TF', min_gram_length: int = 1, max_gram_length: int = 1, max_skip_count: int = 0, device: str | None = None) -> Tensor:
    """How often each n-gram of a pool occurs in a sequence, with weights.

    The op ``onnx.TfIdfVectorizer``.

    Inputs:
        x: T
        pool: T
        counts: int64
        columns: int64
        weights: float32

    Attributes:
        mode: str | bytes, one of 'TF', 'IDF', 'TFIDF' (default 'TF')
        min_gram_length: int (default 1)
        max_gram_length: int (default 1)
        max_skip_count: int (default 0)

    Results:
        y: float32

    Types:
        T: one of string, int64
    """

def Tokenizer(x: TensorLike, patterns: TensorLike, *, separates: bool, mark: bool = False, mincharnum: int = 1, pad_value: str | bytes = '', device: str | None = None) -> Tensor:
    """The tokens of each string, which are the matches of patterns or what is between them.

    The op ``onnx.Tokenizer``.

    Inputs:
        x: string
        patterns: string

    Attributes:
        separates: bool
        mark: bool (default False)
        mincharnum: int (default 1)
        pad_value: str | bytes (default '')

    Results:
        tokens: string
    """

def Unique(x: TensorLike, *, axis: int = 0, flatten: bool = True, sorted: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The different elements or slices of ``x``, with the indices of their first occurrences, the index of each element among them, and their counts.

    The op ``onnx.Unique``.

    Inputs:
        x: T

    Attributes:
        axis: int (default 0)
        flatten: bool (default True)
        sorted: bool (default True)

    Results:
        y: T
        indices: int64
        inverse_indices: int64
        counts: int64
    """
