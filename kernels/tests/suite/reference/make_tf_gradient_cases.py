#!/usr/bin/env python3
"""Makes tf_gradient_cases.txt: as make_tf_cases.py, for gradients of rows that are looked up, of sparse tensors, of crops, windows and regions of
pictures, of rounding, and of gamma distributions.
"""
from tf_writer import *

i32, i64, f32, f64 = np.int32, np.int64, np.float32, np.float64

# Rows that are looked up, and elements of sparse tensors.
for dtype in ('float32', 'float64', 'bfloat16'):
    for op in ('Sum', 'Mean', 'SqrtN'):
        for ids in (i32, i64):
            given = {'grad': values(dtype, 3, 2), 'indices': np.array([4, 0, 4, 1, 2], ids), 'segment_ids': np.array([0, 0, 1, 2, 2], i32)}
            case(f'SparseSegment{op}Grad', {**given, 'output_dim0': i32(6)})
            case(f'SparseSegment{op}GradV2', {**given, 'dense_output_dim0': i32(6)})
case('SparseSegmentMeanGrad', {'grad': values('float32', 4), 'indices': np.array([2, 2], i32), 'segment_ids': np.array([3, 1], i32), 'output_dim0': i32(3)})
for dtype in ('float32', 'int32', 'complex64', 'float16'):
    case('SparseFillEmptyRowsGrad', {'reverse_index_map': np.array([0, 2, 3], i64), 'grad_values': values(dtype, 6)})
    if dtype == 'float16': continue
    at = lambda *rows: np.array(rows, i64).reshape(-1, 2)
    case('SparseAddGrad', {'backprop_val_grad': values(dtype, 4), 'a_indices': at([0, 1], [1, 0], [2, 2]), 'b_indices': at([0, 1], [1, 1]), 'sum_indices': at([0, 1], [1, 0], [1, 1], [2, 2])})
    case('SparseAddGrad', {'backprop_val_grad': values(dtype, 2), 'a_indices': at([0, 1], [1, 0]), 'b_indices': at([0, 1], [1, 1]), 'sum_indices': at([1, 0], [1, 1])})
    case('SparseSliceGrad', {'backprop_val_grad': values(dtype, 2), 'input_indices': at([0, 1], [1, 0], [1, 2], [3, 3]), 'input_start': np.array([1, 0], i64), 'output_indices': at([0, 0], [2, 3])})

# Parts of pictures.
boxes = np.array([[0, 0, 1, 1], [0.25, 0.125, 0.75, 1.25], [0.875, 0.75, 0.125, 0.25], [-0.5, 0, 0.5, 0.5]], f32)
of = np.array([0, 1, 1, 0], i32)
for size in ((3, 4), (1, 1), (5, 1)):
    for method in ('bilinear', 'nearest'):
        for dtype in ('float32', 'float64'): case('CropAndResizeGradImage', {'grads': values('float32', 4, *size, 2), 'boxes': boxes, 'box_ind': of, 'image_size': np.array([2, 4, 5, 2], i32)}, {'T': tf.as_dtype(dtype), 'method': method})
    for dtype in ('float32', 'uint8', 'float64'): case('CropAndResizeGradBoxes', {'grads': values('float32', 4, *size, 2), 'image': values(dtype, 2, 4, 5, 2), 'boxes': boxes, 'box_ind': of})
for dtype in ('float32', 'float64', 'int32', 'uint8'):
    for padding in ('SAME', 'VALID'):
        for stride, rate in ((1, 1), (2, 1), (1, 2)):
            how = {'strides': [1, stride, 1, 1], 'rates': [1, 1, rate, 1], 'padding': padding}
            x, k = values(dtype, 2, 5, 4, 3), values(dtype, 2, 2, 3)
            y = R.Dilation2D(input=x, filter=k, **how)
            for way in ('Input', 'Filter'): case(f'Dilation2DBackprop{way}', {'input': x, 'filter': k, 'out_backprop': values(dtype, *y.shape)}, how)
for whole in (False, True):
    for index in (tf.int64,):
        how = {'ksize': [1, 2, 3, 1], 'strides': [1, 2, 1, 1], 'padding': 'SAME', 'Targmax': index, 'include_batch_in_index': whole}
        x = values('float32', 2, 4, 5, 2)
        y, at = R.MaxPoolWithArgmax(input=x, **how)
        case('MaxPoolGradWithArgmax', {'input': x, 'grad': values('float32', *y.shape), 'argmax': at}, {k: v for k, v in how.items() if k != 'Targmax'})
rows, columns = np.array([0, 2, 3, 5], i64), np.array([0, 1, 3, 4], i64)
for dtype in ('float32', 'int64'):
    for shared in (False, True):
        x = values(dtype, 2, 5, 4, 2)
        windows = [[x[:, a:b + shared, c:d + shared].max((1, 2)) for c, d in zip(columns, columns[1:])] for a, b in zip(rows, rows[1:])]
        y = np.array(windows, x.dtype).transpose(2, 0, 1, 3)
        # Means of integers are rounded.
        grad = values(dtype, *y.shape) * 36
        case('FractionalMaxPoolGrad', {'orig_input': x, 'orig_output': y, 'out_backprop': grad, 'row_pooling_sequence': rows, 'col_pooling_sequence': columns}, {'overlapping': shared})
        case('FractionalAvgPoolGrad', {'orig_input_tensor_shape': np.array(x.shape, i64), 'out_backprop': grad, 'row_pooling_sequence': rows, 'col_pooling_sequence': columns}, {'overlapping': shared})
for kernel in ('lanczos3', 'triangle', 'keyscubic', 'gaussian'):
    for scale in ([0.5, 1.5], [2, 0.75]):
        for smooth in (False, True): case('ScaleAndTranslateGrad', {'grads': values('float32', 1, 5, 4, 2), 'original_image': values('float32', 1, 4, 6, 2), 'scale': np.array(scale, f32), 'translation': np.array([0.5, -1], f32)}, {'kernel_type': kernel, 'antialias': smooth})

# Distributions and rounding.
for dtype in (f32, f64):
    a, x = np.array([0.125, 0.5, 1, 2.5, 10, 50, 3, 0.75, 200], dtype), np.array([0.5, 3, 1, 2, 14, 45, 0, 8, 210], dtype)
    case('IgammaGradA', {'a': a, 'x': x})
    case('RandomGammaGrad', {'alpha': a[:6], 'sample': x[:6]})
for dtype in ('float32', 'float64'):
    kind = tf.as_dtype(dtype).as_numpy_dtype
    case('QuantizeAndDequantizeV4Grad', {'gradients': values(dtype, 3, 4), 'input': values(dtype, 3, 4), 'input_min': kind(-1), 'input_max': kind(0.5)})
case('QuantizeAndDequantizeV4Grad', {'gradients': values('float32', 3, 4), 'input': values('float32', 3, 4), 'input_min': np.array([-1, 0, -2], f32), 'input_max': np.array([0.5, 1, 2], f32)}, {'axis': 0})

write('tf_gradient_cases.txt')
