#!/usr/bin/env python3
"""Makes tf_cases.txt: inputs, attributes and results of ops, computed by TensorFlow's own CPU kernels (`tf.raw_ops`).

Run it with no argument from anywhere, with TensorFlow 2.21 installed; the file beside it is replaced. Everything is small and
seeded. Where TensorFlow's result for some dtype is a matter of its implementation (sums of half-precision numbers, say) the
inputs are chosen so that it is not.
"""
from tf_writer import *

# Element-wise, one tensor.
for dtype in F + C:
    for op in 'Cos Exp Expm1 Log1p Neg Reciprocal Sigmoid Sin Sinh Cosh Square Tanh Asinh Atan Sign Rsqrt Sqrt Log Tan'.split():
        positive = op in ('Log', 'Sqrt', 'Rsqrt', 'Log1p', 'Reciprocal')
        case(op, {'x': np.abs(nonzero(dtype, 5)).astype(tf.as_dtype(dtype).as_numpy_dtype) if positive else values(dtype, 5)})
for dtype in F:
    for op in 'Abs Ceil Floor Erf Erfc IsNan IsInf IsFinite Round'.split(): case(op, {'x': values(dtype, 2, 3)})
    for op in 'Relu Relu6 Elu Selu Softplus Softsign LeakyRelu'.split(): case(op, {'features': values(dtype, 2, 3, high=7)})
edge = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 2.5, 0.5, -0.5], np.float32)
for op in 'Abs Ceil Floor Round Rint Sign Neg Exp Sqrt Tanh Erf Sigmoid IsNan IsInf IsFinite Atan Square'.split(): case(op, {'x': edge})
for op in 'Relu Relu6 Elu Selu Softplus Softsign LeakyRelu'.split(): case(op, {'features': edge})
for dtype in S + U:
    for op in ('Relu', 'Relu6'): case(op, {'features': values(dtype, 6, high=5)})
    case('Square', {'x': values(dtype, 6)})
for dtype in S:
    for op in 'Abs Neg Sign'.split(): case(op, {'x': values(dtype, 6)})

# Element-wise, two and three tensors.
for dtype in F + C + S + U:
    for op in 'AddV2 Sub Mul'.split(): case(op, {'x': values(dtype, 2, 3), 'y': values(dtype, 3)})
    case('Div', {'x': values(dtype, 2, 3), 'y': nonzero(dtype, 2, 1)})
    if dtype in F + C: case('DivNoNan', {'x': values(dtype, 2, 3), 'y': values(dtype, 3)})
    if dtype in F + C + S: case('Pow', {'x': np.abs(nonzero(dtype, 4)).astype(tf.as_dtype(dtype).as_numpy_dtype), 'y': np.abs(values(dtype, 4)).astype(tf.as_dtype(dtype).as_numpy_dtype)})
    if dtype not in C:
        for op in 'Maximum Minimum Less LessEqual Greater GreaterEqual'.split(): case(op, {'x': values(dtype, 3, 1), 'y': values(dtype, 1, 4)})
        for op in 'FloorDiv FloorMod TruncateDiv'.split(): case(op, {'x': values(dtype, 2, 3), 'y': nonzero(dtype, 3)})
    if dtype in ('int32', 'int64', 'float32', 'float64', 'bfloat16', 'float16', 'complex64'): case('SquaredDifference', {'x': values(dtype, 4), 'y': values(dtype, 1)})
    case('AddN', {'inputs': [values(dtype, 3), values(dtype, 3), values(dtype, 3)]})
for dtype in F + C + S + U + ['bool']:
    for op in ('Equal', 'NotEqual'): case(op, {'x': values(dtype, 2, 3), 'y': values(dtype, 3)})
    case('SelectV2', {'condition': values('bool', 3), 't': values(dtype, 2, 3), 'e': values(dtype, 2, 1)})
    case('Select', {'condition': values('bool', 2), 't': values(dtype, 2, 3), 'e': values(dtype, 2, 3)})
for dtype in S + U:
    for op in 'BitwiseAnd BitwiseOr BitwiseXor'.split(): case(op, {'x': values(dtype, 4), 'y': values(dtype, 4)})
    for op in 'LeftShift RightShift'.split(): case(op, {'x': values(dtype, 4), 'y': np.abs(values(dtype, 4))})
for op in ('LogicalAnd', 'LogicalOr'): case(op, {'x': values('bool', 4), 'y': values('bool', 2, 1)})
with_nan = np.array([np.nan, 1.0, np.nan, -0.0], np.float32)
for op in 'Maximum Minimum Equal NotEqual Less GreaterEqual'.split(): case(op, {'x': with_nan, 'y': np.array([1.0, np.nan, np.nan, 0.0], np.float32)})
case('FloorMod', {'x': np.array([5.0, -5.0, 5.0, 1.0, -1.0], np.float32), 'y': np.array([0.0, 3.0, -3.0, np.inf, np.inf], np.float32)})
case('Equal', {'x': np.zeros(2, np.int32), 'y': np.zeros(3, np.int32)}, {'incompatible_shape_error': False})
case('NotEqual', {'x': np.zeros(2, np.int32), 'y': np.zeros(3, np.int32)}, {'incompatible_shape_error': False})
for dtype in F + S + ['uint8', 'uint16']: case('ClipByValue', {'t': values(dtype, 2, 3), 'clip_value_min': values(dtype, low=0, high=1), 'clip_value_max': np.asarray(values(dtype, low=0, high=1)) + np.asarray(1, tf.as_dtype(dtype).as_numpy_dtype)})
for dtype in F + C + S + U: case('BiasAdd', {'value': values(dtype, 2, 2, 3), 'bias': values(dtype, 3)})
for dtype in F + S: case('BiasAdd', {'value': values(dtype, 1, 3, 2, 2), 'bias': values(dtype, 3)}, {'data_format': 'NCHW'})

# Reductions and scans: whole numbers and eighths add up exactly.
for dtype in F + C + S + U:
    x = values(dtype, 2, 3, 2)
    for axes in ([0], [1], [2], [0, 2], [0, 1, 2], []):
        for op in ['Sum', 'Mean'] + ([] if dtype in C else ['Max', 'Min']):
            if op == 'Mean' and dtype in ('float16', 'bfloat16') and len(axes) not in (0, 1): continue
            case(op, {'input': x, 'axis': np.array(axes, np.int32)}, {'keep_dims': bool(len(axes) & 1)})
    case('Prod', {'input': values(dtype, 3, 2), 'axis': np.array([0], np.int64)})
    for exclusive, reverse in ((False, False), (True, True)):
        case('Cumsum', {'x': values(dtype, 2, 3), 'axis': np.int32(1)}, {'exclusive': exclusive, 'reverse': reverse})
        case('Cumprod', {'x': values(dtype, 3, 2), 'axis': np.int64(0)}, {'exclusive': exclusive, 'reverse': reverse})
for op in ('All', 'Any'):
    for axes in ([0], [1], [0, 1]): case(op, {'input': values('bool', 3, 2), 'axis': np.array(axes, np.int32)})
for dtype in F + S + U + ['bool']:
    case('ArgMax', {'input': values(dtype, 3, 4), 'dimension': np.int32(1)}, {'output_type': tf.int32})
    case('ArgMin', {'input': values(dtype, 3, 4), 'dimension': np.int32(0)})
case('ArgMax', {'input': np.array([1.0, np.nan, 2.0], np.float32), 'dimension': np.int32(0)})
case('ArgMax', {'input': np.array([np.nan, 1.0], np.float32), 'dimension': np.int32(0)})
for op in 'Sum Mean Max Min Prod'.split():
    case(op, {'input': np.zeros((0, 2), np.float32), 'axis': np.array([0], np.int32)})
    case(op, {'input': np.array([[np.nan, 1.0], [2.0, np.inf]], np.float32), 'axis': np.array([0], np.int32)})
for dtype in F: case('L2Loss', {'t': values(dtype, 3, 2, high=1)})

# Products.
for dtype in F + C + ['int32', 'int64']:
    for ta in (False, True):
        for tb in (False, True): case('MatMul', {'a': values(dtype, 3, 2) if ta else values(dtype, 2, 3), 'b': values(dtype, 4, 3) if tb else values(dtype, 3, 4)}, {'transpose_a': ta, 'transpose_b': tb})
    case('BatchMatMulV2', {'x': values(dtype, 2, 1, 2, 3), 'y': values(dtype, 3, 3, 2)}, {'adj_x': False, 'adj_y': False})
    case('BatchMatMul', {'x': values(dtype, 2, 3, 2), 'y': values(dtype, 2, 2, 3)}, {'adj_x': True, 'adj_y': True})
EQUATIONS = [('ij,jk->ik', (2, 3), (3, 4)), ('ij->ji', (2, 3)), ('ii->', (3, 3)), ('ii->i', (3, 3)), ('i->ii', (3,)), ('ij->', (2, 3)), ('ij->j', (2, 3)), ('i,j->ij', (2,), (3,)), ('i,i->', (3,), (3,)),
             ('bij,bjk->bik', (2, 2, 3), (2, 3, 2)), ('bij,bkj->bki', (2, 2, 3), (2, 4, 3)), ('...ij,jk->...ik', (2, 2, 2, 3), (3, 2)), ('...i,...i->...', (2, 3), (1, 3)), ('b...,b...->...b', (2, 1, 3), (2, 2, 1)),
             ('abc,cd->abd', (2, 2, 3), (3, 2)), ('abcd,adbe->ace', (2, 2, 3, 2), (2, 2, 2, 2)), ('iij,jk->ik', (2, 2, 3), (3, 2)), ('ij,kl->', (2, 3), (2, 2)), ('...->...', (2, 3)), ('...i->i...', (2, 2, 3)), (',->', (), ()), ('ij,j->i', (0, 3), (3,)), ('ij,jk->ik', (2, 0), (0, 3))]
for equation, *shapes in EQUATIONS: case('Einsum', {'inputs': [values('float32', *shape) for shape in shapes]}, {'equation': equation})
for dtype in ['float64', 'bfloat16', 'int64'] + C: case('Einsum', {'inputs': [values(dtype, 2, 2, 3), values(dtype, 2, 4, 3)]}, {'equation': 'bij,bkj->bki'})

# Networks.
for dtype in F:
    for op in ('Softmax', 'LogSoftmax'): case(op, {'logits': values(dtype, 2, 4)})
    case('SoftmaxCrossEntropyWithLogits', {'features': values(dtype, 2, 3), 'labels': np.abs(values(dtype, 1, 3, high=1))})
    case('ReluGrad', {'gradients': values(dtype, 4), 'features': values(dtype, 4)})
    case('BiasAddGrad', {'out_backprop': values(dtype, 2, 3)})
    window = {'strides': [1, 2, 1, 1], 'padding': 'SAME'}
    case('MaxPool', {'input': values(dtype, 1, 4, 3, 2)}, {'ksize': [1, 2, 2, 1], **window})
    case('AvgPool', {'value': values(dtype, 1, 4, 3, 2)}, {'ksize': [1, 2, 3, 1], **window})
    case('Conv2D', {'input': values(dtype, 1, 4, 5, 2, high=1), 'filter': values(dtype, 3, 2, 2, 3, high=1)}, {'strides': [1, 2, 2, 1], 'padding': 'SAME'})
    case('DepthwiseConv2dNative', {'input': values(dtype, 1, 4, 5, 2, high=1), 'filter': values(dtype, 3, 2, 2, 2, high=1)}, {'strides': [1, 1, 1, 1], 'padding': 'VALID'})
for dtype in ('int8', 'int16', 'int64', 'uint8', 'uint16'): case('MaxPool', {'input': values(dtype, 1, 3, 3, 2)}, {'ksize': [1, 2, 2, 1], 'strides': [1, 1, 1, 1], 'padding': 'VALID'})
x = values('float32', 2, 3, 5, 4)
case('Conv2D', {'input': x, 'filter': values('float32', 2, 3, 3, 2)}, {'strides': [1, 1, 2, 1], 'padding': 'SAME', 'data_format': 'NCHW'})
case('Conv2D', {'input': x, 'filter': values('float32', 2, 3, 3, 20)}, {'strides': [1, 1, 1, 1], 'padding': 'EXPLICIT', 'explicit_paddings': [0, 0, 0, 0, 1, 2, 0, 3], 'data_format': 'NCHW'})
case('Conv2D', {'input': values('float32', 2, 6, 7, 4), 'filter': values('float32', 3, 2, 2, 6)}, {'strides': [1, 1, 2, 1], 'padding': 'EXPLICIT', 'explicit_paddings': [0, 0, 2, 1, 0, 1, 0, 0]})
case('Conv2D', {'input': values('float32', 1, 9, 9, 2), 'filter': values('float32', 3, 3, 2, 3)}, {'strides': [1, 1, 1, 1], 'dilations': [1, 2, 3, 1], 'padding': 'SAME'})
case('MaxPool', {'input': x}, {'ksize': [1, 1, 2, 2], 'strides': [1, 1, 2, 2], 'padding': 'SAME', 'data_format': 'NCHW'})
x = values('float32', 2, 3, 2, 4)
scale, offset, mean, variance = values('float32', 4), values('float32', 4), values('float32', 4), np.abs(values('float32', 4))
none = np.zeros(0, np.float32)
for training, factor in ((False, 1.0), (True, 1.0), (True, 0.25)):
    given = (none, none) if training and factor == 1.0 else (mean, variance)
    case('FusedBatchNormV3', {'x': x, 'scale': scale, 'offset': offset, 'mean': given[0], 'variance': given[1]}, {'epsilon': 0.0010000000474974513, 'is_training': training, 'exponential_avg_factor': factor, 'data_format': 'NHWC'})
    case('FusedBatchNormV3', {'x': x.transpose(0, 3, 1, 2), 'scale': scale, 'offset': offset, 'mean': given[0], 'variance': given[1]}, {'epsilon': 0.0010000000474974513, 'is_training': training, 'exponential_avg_factor': factor, 'data_format': 'NCHW'})
case('FusedBatchNormV3', {'x': values('float16', 1, 2, 3, 4), 'scale': scale, 'offset': offset, 'mean': mean, 'variance': variance}, {'epsilon': 0.0010000000474974513, 'is_training': False}, 1)
case('LRN', {'input': values('float32', 1, 2, 2, 7)}, {'depth_radius': 2, 'bias': 1.5, 'alpha': 0.5, 'beta': 0.75})
for dtype in F + S + U: case('TopKV2', {'input': values(dtype, 2, 5), 'k': np.int32(3)})
case('TopKV2', {'input': np.array([np.nan, 1.0, 2.0], np.float32), 'k': np.int32(2)})

# Arrays: every dtype that is moved.
for dtype in F + C + S + U + ['bool']:
    x = values(dtype, 2, 3, 2)
    case('Transpose', {'x': x, 'perm': np.array([2, 0, 1], np.int32)})
    case('ConcatV2', {'values': [x, values(dtype, 2, 1, 2)], 'axis': np.int32(1)})
    case('Pack', {'values': [x, x]}, {'axis': -1})
    if dtype not in ('uint16', 'uint32', 'uint64'): case('Tile', {'input': x, 'multiples': np.array([1, 2, 2], np.int32)})
    case('Pad', {'input': x, 'paddings': np.array([[0, 1], [1, 0], [2, 0]], np.int32)})
    case('MirrorPad', {'input': x, 'paddings': np.array([[0, 1], [1, 0], [1, 1]], np.int32)}, {'mode': 'SYMMETRIC'})
    case('StridedSlice', {'input': x, 'begin': np.array([0, -1], np.int32), 'end': np.array([2, -4], np.int32), 'strides': np.array([1, -2], np.int32)}, {'shrink_axis_mask': 0})
    case('GatherV2', {'params': x, 'indices': np.array([[1, 0]], np.int64), 'axis': np.int32(1)}, {'batch_dims': 0})
    case('GatherNd', {'params': x, 'indices': np.array([[1, 2], [0, 0]], np.int32)})
    case('ReverseV2', {'tensor': x, 'axis': np.array([1], np.int32)})
    case('BroadcastTo', {'input': values(dtype, 2, 1), 'shape': np.array([2, 2, 3], np.int32)})
    case('OneHot', {'indices': np.array([0, 3, 1], np.int64), 'depth': np.int32(3), 'on_value': values(dtype), 'off_value': values(dtype)}, {'axis': 0})
    if dtype != 'float16': case('Where', {'condition': x})
    case('MatrixDiag', {'diagonal': values(dtype, 2, 2)})
    case('MatrixBandPart', {'input': values(dtype, 3, 4), 'num_lower': np.int64(1), 'num_upper': np.int64(-1)})
    if dtype != 'bool': case('ScatterNd', {'indices': np.array([[1], [3], [1]], np.int32), 'updates': values(dtype, 3, 2), 'shape': np.array([4, 2], np.int32)})
    if dtype not in C: case('Unique', {'x': values(dtype, 7)})
case('SpaceToDepth', {'input': values('float32', 1, 4, 2, 3)}, {'block_size': 2})
case('DepthToSpace', {'input': values('float32', 1, 2, 1, 8)}, {'block_size': 2})
for dtype in F + ['int32', 'int64']: case('Range', {'start': np.asarray(values(dtype, low=0, high=0)), 'limit': np.asarray(9, tf.as_dtype(dtype).as_numpy_dtype), 'delta': np.asarray(2, tf.as_dtype(dtype).as_numpy_dtype)})
for dtype in ('float32', 'float64'): case('LinSpace', {'start': np.asarray(0, tf.as_dtype(dtype).as_numpy_dtype), 'stop': np.asarray(1, tf.as_dtype(dtype).as_numpy_dtype), 'num': np.int32(5)})
for a in F + C + S + U + ['bool']:
    for b in F + C + S + U + ['bool']:
        if a != b: case('Cast', {'x': np.abs(values(a, 4))}, {'DstT': tf.as_dtype(b)})
# Rank 0 and 8.
case('AddV2', {'x': np.float32(1.5), 'y': np.float32(2)})
case('Sum', {'input': values('float32', 1, 2, 1, 2, 1, 2, 2, 2), 'axis': np.array([1, 3, 6], np.int32)})
case('Transpose', {'x': values('int16', 1, 2, 1, 2, 1, 2, 1, 3), 'perm': np.array([7, 1, 0, 5, 2, 3, 4, 6], np.int32)})
case('AddV2', {'x': values('float32', 2, 1, 2, 2, 1, 2, 1, 2), 'y': values('float32', 2)})
# Images in other sizes, transposed convolutions, blocks of positions in the batch.
for op in ('ResizeBilinear', 'ResizeNearestNeighbor'):
    for flags in ({}, {'align_corners': True}, {'half_pixel_centers': True}):
        for size in ([5, 7], [2, 1], [3, 4]):
            case(op, {'images': values('float32', 2, 3, 4, 2), 'size': np.array(size, np.int32)}, flags)
    for dtype in ('uint8', 'int32', 'float64', 'float16'): case(op, {'images': values(dtype, 1, 2, 3, 1), 'size': np.array([3, 2], np.int32)}, {'half_pixel_centers': True})
for dtype in ('float32', 'float64'):
    for strides, dilations, padding in (([1, 2, 2, 1], [1, 1, 1, 1], 'SAME'), ([1, 2, 3, 1], [1, 1, 1, 1], 'VALID')):
        x, w = values(dtype, 2, 7, 8, 3), values(dtype, 3, 2, 3, 4)
        y = R.Conv2D(input=x, filter=w, strides=strides, padding=padding, dilations=dilations)
        case('Conv2DBackpropInput', {'input_sizes': np.array(x.shape, np.int32), 'filter': w, 'out_backprop': values(dtype, *y.shape)}, {'strides': strides, 'padding': padding, 'dilations': dilations})
case('Conv2DBackpropInput', {'input_sizes': np.array([1, 6, 6, 2], np.int32), 'filter': values('float32', 2, 2, 2, 5), 'out_backprop': values('float32', 1, 8, 3, 5)}, {'strides': [1, 1, 2, 1], 'padding': 'EXPLICIT', 'explicit_paddings': [0, 0, 1, 2, 0, 0, 0, 0]})
for dtype in ('float32', 'int64'):
    case('SpaceToBatchND', {'input': values(dtype, 2, 3, 5, 2), 'block_shape': np.array([2, 3], np.int32), 'paddings': np.array([[1, 2], [0, 1]], np.int64)})
    case('BatchToSpaceND', {'input': values(dtype, 6, 3, 2, 2), 'block_shape': np.array([2, 3], np.int32), 'crops': np.array([[1, 2], [0, 4]], np.int32)})
case('SpaceToBatchND', {'input': values('float64', 1, 4), 'block_shape': np.array([2], np.int64), 'paddings': np.array([[5, 1]], np.int32)})

# Rows by segments, and rows that others are scattered over.
ids, some = np.array([0, 0, 2, 2, 2], np.int32), np.array([3, 0, 4], np.int64)
for dtype in ('float32', 'float64', 'float16', 'int32', 'int64', 'uint8', 'complex64'):
    x = values(dtype, 5, 2)
    for op in 'Sum Prod Max Min Mean'.split():
        if dtype == 'complex64' and op in ('Max', 'Min'): continue
        case('Segment' + op, {'data': x, 'segment_ids': ids})
        if op != 'Mean': case('UnsortedSegment' + op, {'data': x, 'segment_ids': np.array([3, 0, -1, 3, 1], np.int32), 'num_segments': np.int32(5)})
    if dtype in ('float32', 'float64'):
        for op in 'Sum Mean SqrtN'.split(): case('SparseSegment' + op, {'data': x, 'indices': some, 'segment_ids': np.array([0, 2, 2], np.int32)})
    for op in 'Update Add Sub Max Min'.split():
        if dtype == 'complex64' and op in ('Max', 'Min'): continue
        case('TensorScatter' + op, {'tensor': x, 'indices': np.array([[3, 1], [0, 0], [3, 1]], np.int32), 'updates': values(dtype, 3)})
        case('TensorScatter' + op, {'tensor': x, 'indices': np.array([[4], [1]], np.int64), 'updates': values(dtype, 2, 2)})
    case('SparseToDense', {'sparse_indices': np.array([[0, 1], [2, 0]], np.int32), 'output_shape': np.array([3, 2], np.int32), 'sparse_values': values(dtype, 2), 'default_value': values(dtype)})
    case('MatrixDiagV3', {'diagonal': values(dtype, 2, 3), 'k': np.int32(1), 'num_rows': np.int32(-1), 'num_cols': np.int32(-1), 'padding_value': values(dtype)})
    for align in ('RIGHT_LEFT', 'LEFT_RIGHT', 'LEFT_LEFT', 'RIGHT_RIGHT'):
        band = {'k': np.array([-1, 2], np.int32)}
        case('MatrixDiagPartV3', {'input': values(dtype, 2, 3, 4), **band, 'padding_value': values(dtype)}, {'align': align})
        case('MatrixDiagV3', {'diagonal': values(dtype, 2, 4, 3), **band, 'num_rows': np.int32(3), 'num_cols': np.int32(4), 'padding_value': values(dtype)}, {'align': align})
        case('MatrixSetDiagV3', {'input': values(dtype, 2, 3, 4), 'diagonal': values(dtype, 2, 4, 3), **band}, {'align': align})
    if dtype not in ('uint8',):
        case('Diag', {'diagonal': values(dtype, 2, 3)})
        case('DiagPart', {'input': values(dtype, 2, 3, 2, 3)})
for dtype in ('float32', 'float64', 'int32', 'int64'):
    for once in (False, True):
        case('DenseBincount', {'input': np.array([[1, 3, 1], [0, 7, 1]], np.int32), 'size': np.int32(4), 'weights': values(dtype, 2, 3)}, {'binary_output': once})
        case('DenseBincount', {'input': np.array([1, 3, 1], np.int64), 'size': np.int64(5), 'weights': values(dtype, 0)}, {'binary_output': once})
    case('Bucketize', {'input': values(dtype, 2, 4)}, {'boundaries': [-1.0, 0.5, 1.0]})
case('InTopKV2', {'predictions': np.array([[1, 2, 2, 0], [np.inf, 1, 0, 0], [1, 2, 3, 4]], np.float32), 'targets': np.array([1, 1, 2], np.int32), 'k': np.int32(2)})
for dtype in F[:2]: case('SparseSoftmaxCrossEntropyWithLogits', {'features': values(dtype, 3, 4), 'labels': np.array([0, 3, 1], np.int64)})
# Complex numbers.
for real, both in (('float32', 'complex64'), ('float64', 'complex128')):
    case('Complex', {'real': values(real, 2, 3), 'imag': values(real, 3)}, {'Tout': tf.as_dtype(both)})
    for op in 'Real Imag Angle ComplexAbs'.split(): case(op, {'input': values(both, 2, 3)}, {'Tout': tf.as_dtype(real)})
    case('Conj', {'input': values(both, 2, 3)})
    for count in (1, 2, 3, 5, 8, 12, 17): case('FFT', {'input': values(both, 2, count)}); case('IFFT', {'input': values(both, count)})
    case('FFT2D', {'input': values(both, 2, 3, 4)}); case('IFFT2D', {'input': values(both, 5, 2)})
    for count in (4, 5, 6):
        case('RFFT', {'input': values(real, 2, 7), 'fft_length': np.array([count], np.int32)}, {'Tcomplex': tf.as_dtype(both)})
        case('IRFFT', {'input': values(both, 2, 4), 'fft_length': np.array([count], np.int32)}, {'Treal': tf.as_dtype(real)})
# Matrices.
for dtype in ('float32', 'float64', 'complex64', 'complex128'):
    kind = tf.as_dtype(dtype).as_numpy_dtype
    a = (values(dtype, 2, 3, 3) + 4 * np.eye(3)).astype(kind)
    square = (a @ a.conj().transpose(0, 2, 1)).astype(kind)
    case('Cholesky', {'input': square})
    case('MatrixDeterminant', {'input': a}); case('LogMatrixDeterminant', {'input': a})
    for adjoint in (False, True):
        case('MatrixInverse', {'input': a}, {'adjoint': adjoint})
        case('MatrixSolve', {'matrix': a, 'rhs': values(dtype, 2, 3, 2)}, {'adjoint': adjoint})
        for lower in (False, True): case('MatrixTriangularSolve', {'matrix': a, 'rhs': values(dtype, 1, 3, 2)}, {'adjoint': adjoint, 'lower': lower})
for dtype in F[:2] + ['int32', 'uint8']: case('Cross', {'a': values(dtype, 2, 3), 'b': values(dtype, 2, 3)})
# Boxes, colours, volumes.
boxes, scores = np.array([[0, 0, 1, 1], [1, 1.125, 0, 0.125], [0, -0.125, 1, 0.875], [0, 10, 1, 11], [0, 10.125, 1, 11.125], [0, 100, 1, 101]], np.float32), np.array([.875, .75, .625, .9375, .5, .25], np.float32)
for iou in (0.25, 0.5, 0.875):
    limits = {'boxes': boxes, 'scores': scores, 'max_output_size': np.int32(4), 'iou_threshold': np.float32(iou), 'score_threshold': np.float32(0.375)}
    case('NonMaxSuppressionV3', limits)
    for pad in (False, True):
        case('NonMaxSuppressionV4', limits, {'pad_to_max_output_size': pad})
        for sigma in (0, 0.5): case('NonMaxSuppressionV5', {**limits, 'soft_nms_sigma': np.float32(sigma)}, {'pad_to_max_output_size': pad})
for method in ('bilinear', 'nearest'):
    crops = {'boxes': np.array([[0, 0, 1, 1], [0.25, 0.75, 0.875, 0.125], [-0.5, 0.25, 0.5, 1.5]], np.float32), 'box_ind': np.array([1, 0, 1], np.int32)}
    for size in ([2, 3], [1, 1], [5, 4]):
        for dtype in ('float32', 'uint8'): case('CropAndResize', {'image': values(dtype, 2, 4, 5, 2), **crops, 'crop_size': np.array(size, np.int32)}, {'method': method, 'extrapolation_value': 9.0})
for flags in ({}, {'align_corners': True}, {'half_pixel_centers': True}):
    for size in ([5, 7], [2, 1], [3, 4]):
        for dtype in ('float32', 'uint8'): case('ResizeBicubic', {'images': values(dtype, 2, 3, 4, 2), 'size': np.array(size, np.int32)}, flags)
case('AdjustContrastv2', {'images': values('float32', 2, 3, 4, 3), 'contrast_factor': np.float32(1.5)})
for op in ('RGBToHSV', 'HSVToRGB'):
    for dtype in F[:2]: case(op, {'images': np.abs(values(dtype, 4, 5, 3, high=1, low=-1))})
for narrow in (False, True):
    x = values('float32', 3, 4)
    case('FakeQuantWithMinMaxArgs', {'inputs': x}, {'min': -1.0, 'max': 1.25, 'num_bits': 4, 'narrow_range': narrow})
    case('FakeQuantWithMinMaxVars', {'inputs': x, 'min': np.float32(-0.5), 'max': np.float32(2)}, {'narrow_range': narrow})
    case('FakeQuantWithMinMaxVarsPerChannel', {'inputs': x, 'min': np.array([-1, -.5, 0, -2], np.float32), 'max': np.array([1, 0, 1, 1], np.float32)}, {'narrow_range': narrow})
for dtype in F[:2]:
    for padding in ('SAME', 'VALID'):
        case('Conv3D', {'input': values(dtype, 2, 4, 5, 3, 2), 'filter': values(dtype, 2, 3, 2, 2, 3)}, {'strides': [1, 1, 2, 1, 1], 'padding': padding})
        if dtype == 'float32': case('AvgPool3D', {'input': values(dtype, 1, 4, 5, 3, 2)}, {'ksize': [1, 2, 3, 2, 1], 'strides': [1, 2, 1, 1, 1], 'padding': padding})
case('Conv3D', {'input': values('float32', 1, 5, 5, 5, 1), 'filter': values('float32', 2, 2, 2, 1, 2)}, {'strides': [1, 1, 1, 1, 1], 'padding': 'SAME', 'dilations': [1, 2, 1, 2, 1]})
case('MaxPool3D', {'input': values('float32', 1, 4, 5, 3, 2)}, {'ksize': [1, 2, 3, 2, 1], 'strides': [1, 2, 1, 1, 1], 'padding': 'SAME'})
# More functions.
for dtype in F[:2] + C:
    for op in 'Xlogy Xlog1py Xdivy MulNoNan'.split():
        positive = np.abs(nonzero(dtype, 2, 4)).astype(tf.as_dtype(dtype).as_numpy_dtype)
        case(op, {'x': values(dtype, 4), 'y': positive})
case('Xdivy', {'x': np.zeros(2, np.float32), 'y': np.array([0, np.inf], np.float32)}); case('MulNoNan', {'x': np.array([np.inf, np.nan], np.float32), 'y': np.zeros(2, np.float32)})
for dtype in F[:2]:
    case('Erfinv', {'x': np.array([0.0, 0.125, -0.5, 0.875, 0.99609375, -1, 1], dtype)})
    case('Ndtri', {'x': np.array([0.0, 0.125, 0.5, 0.875, 0.99609375, 0.00390625, 1], dtype)})
for dtype in S + U: case('Invert', {'x': values(dtype, 5)}); case('PopulationCount', {'x': values(dtype, 5)})

# Neighbourhoods, colours and volumes.
for dtype in ('float32', 'int8', 'complex64'):
    for padding in ('SAME', 'VALID'): case('ExtractImagePatches', {'images': values(dtype, 2, 5, 4, 2)}, {'ksizes': [1, 2, 3, 1], 'strides': [1, 2, 1, 1], 'rates': [1, 2, 1, 1], 'padding': padding})
for dtype in ('float32', 'float16', 'int32'):
    for index in (tf.int32, tf.int64):
        for batch in (False, True): case('MaxPoolWithArgmax', {'input': values(dtype, 2, 4, 5, 2)}, {'ksize': [1, 2, 3, 1], 'strides': [1, 1, 2, 1], 'padding': 'SAME' if batch else 'VALID', 'Targmax': index, 'include_batch_in_index': batch})
for size in ([2, 3], [5, 7], [1, 1], [3, 4]):
    for dtype in ('float32', 'uint8', 'float64'):
        for align in (False, True): case('ResizeArea', {'images': values(dtype, 2, 4, 5, 2), 'size': np.array(size, np.int32)}, {'align_corners': align})
for dtype in ('float32',):
    for amount in (0.25, -0.375, 0.875): case('AdjustHue', {'images': np.abs(values(dtype, 3, 4, 3)), 'delta': np.float32(amount)})
    for amount in (0.25, 1.5, 0.0): case('AdjustSaturation', {'images': np.abs(values(dtype, 3, 4, 3)), 'scale': np.float32(amount)})
for dtype in F[:2]:
    for padding in ('SAME', 'VALID'):
        sizes = np.array([2, 4, 5, 3, 2], np.int32)
        out = (4, 3, 3) if padding == 'SAME' else (3, 2, 2)
        case('Conv3DBackpropInputV2', {'input_sizes': sizes, 'filter': values(dtype, 2, 3, 2, 2, 3), 'out_backprop': values(dtype, 2, *out, 3)}, {'strides': [1, 1, 2, 1, 1], 'padding': padding})
# Norms, sums of exponentials and incomplete functions.
for dtype in F + C + ['int32', 'int64', 'uint8']:
    for axes in ([0], [0, 1], []): case('EuclideanNorm', {'input': values(dtype, 3, 4), 'axis': np.array(axes, np.int32)}, {'keep_dims': len(axes) == 1})
for dtype in F[:2]:
    for exclusive in (False, True):
        for reverse in (False, True): case('CumulativeLogsumexp', {'x': values(dtype, 3, 4), 'axis': np.int32(1)}, {'exclusive': exclusive, 'reverse': reverse})
    for op in ('Igamma', 'Igammac'): case(op, {'a': np.array([0.125, 0.5, 1, 2.5, 10, 50, 3, 0, -1], dtype), 'x': np.array([0.5, 3, 1, 2, 14, 45, 0, 1, 2], dtype)})
    for op in ('BesselI0e', 'BesselI1e'): case(op, {'x': np.array([0, 0.125, -1, 5, 8, 20, 40, -300], dtype)})
# Quantised there and back.
x, low, high = values('float32', 3, 4), np.float32(-1.25), np.float32(1.75)
for signed in (False, True):
    for narrow in (False, True):
        for given in (False, True):
            for rounding in ('HALF_TO_EVEN', 'HALF_UP'):
                for op in ('QuantizeAndDequantizeV2', 'QuantizeAndDequantizeV4'): case(op, {'input': np.abs(x) if not signed else x, 'input_min': low, 'input_max': high}, {'signed_input': signed, 'num_bits': 5, 'range_given': given, 'round_mode': rounding, 'narrow_range': narrow})
            case('QuantizeAndDequantizeV3', {'input': x, 'input_min': low, 'input_max': high, 'num_bits': np.int32(6)}, {'signed_input': signed, 'range_given': given, 'narrow_range': narrow})
lows, highs = np.array([-1, -2, -.5, 0], np.float32), np.array([1, .5, 2, 1.5], np.float32)
case('QuantizeAndDequantizeV4', {'input': values('float64', 4), 'input_min': np.float64(-1), 'input_max': np.float64(1)}, {'range_given': True})
for kind in (tf.qint8, tf.quint8, tf.qint16, tf.quint16, tf.qint32):
    for mode in ('MIN_COMBINED', 'MIN_FIRST', 'SCALED'):
        if mode == 'MIN_FIRST' and kind not in (tf.quint8, tf.qint8): continue
        if kind != tf.qint32: case('QuantizeV2', {'input': x, 'min_range': low, 'max_range': high}, {'T': kind, 'mode': mode})
        if kind not in (tf.qint8, tf.quint8): continue  # It has no kernels for the others where oneDNN is used.
        integers = np.array([0, 1, 100, 127, 5], np.int32)
        quantised = tf.bitcast(tf.constant(integers, {tf.qint8: tf.int8, tf.quint8: tf.uint8, tf.qint16: tf.int16, tf.quint16: tf.uint16, tf.qint32: tf.int32}[kind]), kind)
        case('Dequantize', {'input': quantised, 'min_range': low, 'max_range': high}, {'mode': mode})
for rounding in ('HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN'): case('QuantizeV2', {'input': x, 'min_range': low, 'max_range': high}, {'T': tf.qint8, 'mode': 'SCALED', 'round_mode': rounding, 'narrow_range': True})
case('QuantizeV2', {'input': x, 'min_range': lows, 'max_range': highs}, {'T': tf.quint8, 'axis': 1})

# Parts of strings, and strings joined along axes.
words = np.array([[b'hello', 'h\u00e9llo w\u00f6rld'.encode(), b''], [b'a', b'xyz', 'na\u00efve'.encode()]], object)
for unit in ('BYTE', 'UTF8_CHAR'):
    case('Substr', {'input': words, 'pos': np.int32(0), 'len': np.int32(3)}, {'unit': unit})
    case('Substr', {'input': words[:, :2], 'pos': np.array([[1, -3], [0, 2]], np.int64), 'len': np.array([[2, 9], [0, 1]], np.int64)}, {'unit': unit})
    case('Substr', {'input': words[:1, :2], 'pos': np.array([[1], [2]], np.int32), 'len': np.array([[2], [3]], np.int32)}, {'unit': unit})
case('Substr', {'input': np.zeros((0, 2), object), 'pos': np.int32(0), 'len': np.int32(1)}, {'unit': 'BYTE'})
for axes in ([0], [1], [-1], [0, 1], [1, 0], []):
    case('ReduceJoin', {'inputs': words, 'reduction_indices': np.array(axes, np.int32)}, {'keep_dims': len(axes) == 2, 'separator': '' if axes == [0] else ', '})
case('ReduceJoin', {'inputs': np.array([[[b'a', b'b'], [b'c', b'd']]], object), 'reduction_indices': np.array([2, 0], np.int32)}, {'keep_dims': False, 'separator': '-'})
case('ReduceJoin', {'inputs': np.zeros((2, 0), object), 'reduction_indices': np.array([1], np.int32)}, {'keep_dims': True, 'separator': '-'})
case('AsString', {'input': np.array([b'ab', b''], object)}, {'width': 5, 'fill': '-'})

# Complex functions on both sides of branch cuts, far out and near zero.
far = np.array([2, -2, complex(2, -0.0), complex(-2, -0.0), 2j, -2j, complex(-0.0, 2), complex(-0.0, -2), 1e10 + 1e-3j, -1e10 - 1e10j, 1e-6 - 1e-5j, -1e-7 + 1e-9j, 0.99 + 1e-6j, 30 + 200j, -200 + 30j])
for dtype in C:
    for op in 'Acos Acosh Asin Asinh Atan Atanh Tan Tanh Sqrt Sigmoid'.split(): case(op, {'x': far.astype(dtype)})
    case('Rsqrt', {'x': far[4:].astype(dtype)})
    for op in 'Expm1 Log1p'.split(): case(op, {'x': far[8:13 if op == 'Log1p' else 13][2 if op == 'Expm1' else 0:].astype(dtype)})
    case('Reciprocal', {'x': (far * 1e15).astype(dtype)})
case('Mean', {'input': np.zeros((0, 2), np.complex64), 'axis': np.array([0], np.int32)})

# What is no number, and what is infinite.
bounds = np.array([0, np.nan, 0, np.nan, 3, -np.inf], np.float32)
case('ClipByValue', {'t': np.array([np.nan, -1, 5, 5, 1, -np.inf], np.float32), 'clip_value_min': bounds, 'clip_value_max': np.array([2, 2, np.nan, np.nan, 1, 9], np.float32)})
for dtype in F + ['int32', 'uint8']: case('ReluGrad', {'gradients': np.array([np.inf, np.nan, 3, -np.inf, 2] if dtype in F else [1, 2, 3, 4, 5]).astype(tf.as_dtype(dtype).as_numpy_dtype), 'features': np.array([0, 0, 2, 1, 0] if dtype == 'uint8' else [-1, 0, 2, 1, -3]).astype(tf.as_dtype(dtype).as_numpy_dtype)})
for dtype in F: case('SoftmaxCrossEntropyWithLogits', {'features': values(dtype, 3, 0), 'labels': values(dtype, 1, 0)})

# Means of integers whose sums do not fit, and halves that are rounded at each step.
for dtype in S + U:
    top = np.iinfo(dtype).max
    case('Mean', {'input': np.array([[top, top, 3], [top - 4, top, 5]], dtype)[:, :3 if dtype not in ('int64', 'uint64') else 1], 'axis': np.array([1], np.int32)})
for dtype in ('float16', 'bfloat16'):
    of = lambda *x: np.array(x, tf.as_dtype(dtype).as_numpy_dtype)
    for op in ('FloorDiv', 'TruncateDiv'): case(op, {'x': of(2.265625, 100, -3.5, 7), 'y': of(0.05810546875, 0.3, 0.7, 0.1)})
    case('Range', {'start': of(-1.5)[0], 'limit': of(1.25)[0], 'delta': of(0.1)[0]})

# Sizes that follow from others where there are no elements.
for shape, wanted in (((5, 0, 1, 9), [-1, 0, 1, 9]), ((2, 0, 3), [0, -1, 3]), ((0,), [-1, 0]), ((0, 3), [-1, 3])): case('Reshape', {'tensor': np.zeros(shape, np.int16), 'shape': np.array(wanted, np.int32)})
for x in (np.array([1.4616321, -0.5040830, 10.5, 1e-3, -1.5], np.float32), np.array([2.0000005, 0.9999995, -2.4570248, 30.0], np.float32)):
    case('Digamma' if x[0] < 2 else 'Lgamma', {'x': x})
# Batches counted from the back of the indices, and a scalar that stands for a vector.
for batch in (-1, -2, 1): case('GatherV2', {'params': values('int32', 2, 2, 3), 'indices': np.array([[0, 1], [1, 0]], np.int32), 'axis': np.int32(1)}, {'batch_dims': batch})
case('Fill', {'dims': np.int32(3), 'value': np.float32(1.5)})

write('tf_cases.txt')
