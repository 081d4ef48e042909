#!/usr/bin/env python3
"""Makes tf_export_cases.txt: as make_tf_cases.py, for what exported models have besides networks: gradients, ops of older names, cells
of recurrent networks, files of pictures, transforms, matrices, special functions, sets.
"""
from tf_writer import *

i32, i64, f32, f64 = np.int32, np.int64, np.float32, np.float64
def text(*strings): return np.array([s if isinstance(s, bytes) else s.encode() for s in strings], object)
def typed(dtype, x): return np.asarray(x).astype(tf.as_dtype(dtype).as_numpy_dtype)

# Gradients of functions of single numbers.
for dtype in F:
    dy, x = values(dtype, 2, 3), values(dtype, 2, 3, high=7)
    for op in 'Relu6Grad SoftplusGrad SoftsignGrad LeakyReluGrad'.split(): case(op, {'gradients': dy, 'features': x})
    for op in 'EluGrad SeluGrad'.split(): case(op, {'gradients': dy, 'outputs': values(dtype, 2, 3, low=-1)})
for dtype in ('int32', 'uint8'): case('Relu6Grad', {'gradients': values(dtype, 6), 'features': values(dtype, 6, high=5)})
case('LeakyReluGrad', {'gradients': values('float32', 4), 'features': values('float32', 4)}, {'alpha': 0.5})
for dtype in ['float32', 'float64', 'complex64', 'complex128']:
    for op in 'SigmoidGrad TanhGrad SqrtGrad RsqrtGrad ReciprocalGrad InvGrad'.split(): case(op, {'y': nonzero(dtype, 5), 'dy': values(dtype, 5)})
x = rng.normal(size=(3, 4)).astype(f32) * 3
case('FakeQuantWithMinMaxArgsGradient', {'gradients': values('float32', 3, 4), 'inputs': x}, {'min': -2.0, 'max': 3.0})
case('FakeQuantWithMinMaxVarsGradient', {'gradients': values('float32', 3, 4), 'inputs': x, 'min': f32(-1), 'max': f32(2)}, {'num_bits': 4})
case('FakeQuantWithMinMaxVarsPerChannelGradient', {'gradients': values('float32', 3, 4), 'inputs': x, 'min': np.array([-1, -2, -3, 0], f32), 'max': np.array([1, 2, 0.5, 4], f32)})

# Gradients of pooling.
for dtype in ('float32', 'float64', 'float16', 'bfloat16'):
    for padding in ('SAME', 'VALID'):
        x = values(dtype, 2, 5, 4, 3)
        how = {'ksize': [1, 3, 2, 1], 'strides': [1, 2, 1, 1], 'padding': padding}
        y = R.MaxPool(input=tf.constant(x), **how).numpy()
        # Of different elements, so that it does not matter which of several largest ones is meant.
        x = (np.argsort(rng.random(120)).reshape(2, 5, 4, 3) / 8).astype(x.dtype); y = R.MaxPool(input=tf.constant(x), **how).numpy()
        case('MaxPoolGrad', {'orig_input': x, 'orig_output': y, 'grad': values(dtype, *y.shape)}, how)
        case('MaxPoolGradV2', {'orig_input': x, 'orig_output': y, 'grad': values(dtype, *y.shape), 'ksize': np.array([1, 3, 2, 1], i32), 'strides': np.array([1, 2, 1, 1], i32)}, {'padding': padding})
        case('MaxPoolGradGrad', {'orig_input': x, 'orig_output': y, 'grad': values(dtype, *x.shape)}, how)
        case('MaxPoolV2', {'input': x, 'ksize': np.array([1, 3, 2, 1], i32), 'strides': np.array([1, 2, 1, 1], i32)}, {'padding': padding})
        if dtype in ('float32', 'float64'): case('AvgPoolGrad', {'orig_input_shape': np.array(x.shape, i32), 'grad': values(dtype, *y.shape)}, how)
how = {'ksize': [1, 2, 2, 2, 1], 'strides': [1, 2, 1, 2, 1], 'padding': 'SAME'}
x = (np.argsort(rng.random(96)).reshape(1, 4, 3, 4, 2) / 8).astype(f32); y = R.MaxPool3D(input=tf.constant(x), **how).numpy()
case('MaxPool3DGrad', {'orig_input': x, 'orig_output': y, 'grad': values('float32', *y.shape)}, how)
case('MaxPool3DGradGrad', {'orig_input': x, 'orig_output': y, 'grad': values('float32', *x.shape)}, how)
case('AvgPool3DGrad', {'orig_input_shape': np.array(x.shape, i32), 'grad': values('float32', *y.shape)}, how)

# Gradients of convolutions.
for dtype in ('float32', 'float64'):
    for padding in ('SAME', 'VALID'):
        for stride, dilation in ((1, 1), (2, 1), (1, 2)):
            x, sizes = values(dtype, 2, 6, 5, 4), [3, 2, 4, 6]
            attrs = {'strides': [1, stride, stride, 1], 'padding': padding, 'dilations': [1, dilation, dilation, 1]}
            y = R.Conv2D(input=tf.constant(x), filter=values(dtype, *sizes), **attrs)
            if dilation == 1: case('Conv2DBackpropFilter', {'input': x, 'filter_sizes': np.array(sizes, i32), 'out_backprop': values(dtype, *y.shape)}, attrs)
            if dilation == 1:
                filter = values(dtype, 3, 2, 4, 2); y = R.DepthwiseConv2dNative(input=x, filter=filter, **attrs)
                case('DepthwiseConv2dNativeBackpropFilter', {'input': x, 'filter_sizes': np.array(filter.shape, i32), 'out_backprop': values(dtype, *y.shape)}, attrs)
                case('DepthwiseConv2dNativeBackpropInput', {'input_sizes': np.array(x.shape, i32), 'filter': filter, 'out_backprop': values(dtype, *y.shape)}, attrs)
x = values('float32', 2, 6, 5, 4); y = R.Conv2D(input=tf.constant(x), filter=values('float32', 3, 2, 2, 6), strides=[1, 1, 1, 1], padding='SAME')
case('Conv2DBackpropFilter', {'input': x, 'filter_sizes': np.array([3, 2, 2, 6], i32), 'out_backprop': values('float32', *y.shape)}, {'strides': [1, 1, 1, 1], 'padding': 'SAME'})
for padding in ('SAME', 'VALID'):
    x, filter = values('float32', 1, 4, 5, 4, 2), values('float32', 2, 3, 2, 2, 3)
    attrs = {'strides': [1, 1, 2, 1, 1], 'padding': padding}; y = R.Conv3D(input=x, filter=filter, **attrs)
    case('Conv3DBackpropFilterV2', {'input': x, 'filter_sizes': np.array(filter.shape, i32), 'out_backprop': values('float32', *y.shape)}, attrs)

# Gradients of norms and of images in other sizes, of slices and borders.
for training in (True, False):
    x = values('float32', 2, 3, 2, 3); n = {'scale': nonzero('float32', 3), 'reserve_space_1': values('float32', 3), 'reserve_space_2': np.abs(nonzero('float32', 3))}
    if training: n['reserve_space_1'], n['reserve_space_2'] = x.mean((0, 1, 2)), x.var((0, 1, 2))
    for op, more in (('FusedBatchNormGrad', {}), ('FusedBatchNormGradV2', {}), ('FusedBatchNormGradV3', {'reserve_space_3': np.zeros(0, f32)})):
        case(op, {'y_backprop': values('float32', 2, 3, 2, 3), 'x': x, **n, **more}, {'is_training': training, 'epsilon': 0.001}, outputs=3)
x = values('float32', 1, 2, 2, 5); y = R.LRN(input=tf.constant(x), depth_radius=2, bias=1.5, alpha=0.5, beta=0.75).numpy()
case('LRNGrad', {'input_grads': values('float32', 1, 2, 2, 5), 'input_image': x, 'output_image': y}, {'depth_radius': 2, 'bias': 1.5, 'alpha': 0.5, 'beta': 0.75})
for align, half in ((False, False), (True, False), (False, True)):
    for size in ((3, 7), (8, 2)):
        for dtype in ('float32', 'float64'):
            # Images of double precision have weights of single precision there, in an order of its own.
            if dtype == 'float32': case('ResizeBilinearGrad', {'grads': values('float32', 2, *size, 2), 'original_image': values(dtype, 2, 4, 5, 2)}, {'align_corners': align, 'half_pixel_centers': half})
            case('ResizeNearestNeighborGrad', {'grads': values(dtype, 2, *size, 2), 'size': np.array([4, 5], i32)}, {'align_corners': align, 'half_pixel_centers': half})
for dtype in ('float32', 'int64', 'bool', 'complex64'):
    x = values(dtype, 4, 5); how = {'begin': np.array([1, -1], i32), 'end': np.array([4, 0], i32), 'strides': np.array([2, -2], i32)}
    y = R.StridedSlice(input=x, **how).numpy()
    case('StridedSliceGrad', {'shape': np.array(x.shape, i32), **how, 'dy': y}); case('TensorStridedSliceUpdate', {'input': x, **how, 'value': values(dtype, *y.shape)})
case('StridedSliceGrad', {'shape': np.array([3, 4, 2], i64), 'begin': np.array([0, 1], i64), 'end': np.array([0, 2], i64), 'strides': np.array([1, 1], i64), 'dy': values('float32', 3, 4)}, {'ellipsis_mask': 1, 'shrink_axis_mask': 2})
for mode in ('REFLECT', 'SYMMETRIC'): case('MirrorPadGrad', {'input': values('float32', 5, 7), 'paddings': np.array([[1, 1], [2, 1]], i32)}, {'mode': mode})
for a, b in (([2, 3, 1], [3, 4]), ([5], [5]), ([1, 1], [1]), ([], [2]), ([4, 1], [4, 1])): case('BroadcastGradientArgs', {'s0': np.array(a, i32), 's1': np.array(b, i32)}); case('BroadcastGradientArgs', {'s0': np.array(a, i64), 's1': np.array(b, i64)})
case('ConcatOffset', {'concat_dim': i32(1), 'shape': [np.array([2, 3], i32), np.array([2, 5], i32), np.array([2, 1], i32)]})

# Ops under older names, and with other arguments.
for dtype in ('float32', 'int64', 'complex64', 'bool'):
    x = values(dtype, 2, 3, 4); zero = np.zeros((), x.dtype)
    case('MatrixDiagPart', {'input': x}); case('MatrixSetDiag', {'input': x, 'diagonal': values(dtype, 2, 3)})
    case('MatrixDiagPartV2', {'input': x, 'k': np.array([-1, 1], i32), 'padding_value': zero}); case('MatrixSetDiagV2', {'input': x, 'diagonal': values(dtype, 2, 2, 3), 'k': np.array([0, 1], i32)})
    case('MatrixDiagV2', {'diagonal': x, 'k': np.array([-1, 1], i32), 'num_rows': i32(-1), 'num_cols': i32(-1), 'padding_value': zero})
    case('ConjugateTranspose', {'x': x, 'perm': np.array([2, 0, 1], i32)}); case('Reverse', {'tensor': x, 'dims': np.array([True, False, True])})
    case('GuaranteeConst', {'input': x}); case('DeepCopy', {'x': x})
case('InTopK', {'predictions': values('float32', 3, 4), 'targets': np.array([0, 3, 1], i32)}, {'k': 2})
case('BiasAddV1', {'value': values('float32', 2, 2, 3), 'bias': values('float32', 3)})
case('SpaceToBatch', {'input': values('float32', 1, 4, 3, 2), 'paddings': np.array([[0, 0], [1, 0]], i32)}, {'block_size': 2}); case('BatchToSpace', {'input': values('float32', 4, 2, 3, 1), 'crops': np.array([[1, 0], [0, 1]], i32)}, {'block_size': 2})
for ta, tb, out in ((tf.int8, tf.int8, tf.int32), (tf.uint8, tf.int8, tf.int32), (tf.float32, tf.float32, tf.float32), (tf.bfloat16, tf.bfloat16, tf.float32)):
    case('BatchMatMulV3', {'x': values(ta.name, 2, 3, 4), 'y': values(tb.name, 2, 3, 5)}, {'Tout': out, 'adj_x': True}) if out != tf.float32 or ta == tf.float32 else None
for dtype in ('float32', 'float64'):
    x, at = values(dtype, 5, 2), {'indices': np.array([4, 0, 1], i32), 'segment_ids': np.array([0, 0, 2], i32), 'num_segments': i32(4)}
    for op in 'Sum Mean SqrtN'.split(): case(f'SparseSegment{op}WithNumSegments', {'data': x, **at})

# Files of pictures: those of PNG and BMP are decoded exactly.
picture = rng.integers(0, 256, (4, 5, 4)).astype(np.uint8)
picture[0, 0, :3] = 77
for channels in (1, 2, 3, 4):
    png = tf.io.encode_png(picture[..., :channels]).numpy()
    for wanted in (0, 1, 3, 4):
        case('DecodePng', {'contents': np.array(png, object)}, {'channels': wanted}) if (channels, wanted) != (2, 0) else None
    case('DecodeImage', {'contents': np.array(png, object)}, {'expand_animations': False, 'channels': 3})
wide = tf.io.encode_png(rng.integers(0, 65536, (2, 3, 3)).astype(np.uint16)).numpy()
for dtype in (tf.uint8, tf.uint16): case('DecodePng', {'contents': np.array(wide, object)}, {'dtype': dtype}); case('DecodePng', {'contents': np.array(png, object)}, {'dtype': dtype, 'channels': 3})
for dtype in (tf.uint8, tf.uint16, tf.float32): case('DecodeImage', {'contents': np.array(png, object)}, {'dtype': dtype, 'expand_animations': False})
def bmp(bits, height): return b'BM' + (0).to_bytes(8, 'little') + (54).to_bytes(4, 'little') + (40).to_bytes(4, 'little') + (2).to_bytes(4, 'little') + height.to_bytes(4, 'little', signed=True) + (1).to_bytes(2, 'little') + bits.to_bytes(2, 'little') + bytes(24) + bytes(range(1, 17))
for bits in (24, 32):
    for height in (2, -2): case('DecodeBmp', {'contents': np.array(bmp(bits, height), object)}); case('DecodeImage', {'contents': np.array(bmp(bits, height), object)}, {'expand_animations': False})
jpeg = tf.io.encode_jpeg(np.full((3, 5, 3), 128, np.uint8), quality=100).numpy()
case('DecodeJpeg', {'contents': np.array(jpeg, object)}); case('DecodeJpeg', {'contents': np.array(jpeg, object)}, {'channels': 1}); case('DecodeImage', {'contents': np.array(jpeg, object)}, {'expand_animations': False, 'dtype': tf.float32})
case('DecodeAndCropJpeg', {'contents': np.array(jpeg, object), 'crop_window': np.array([1, 2, 2, 3], i32)}); case('ExtractJpegShape', {'contents': np.array(jpeg, object)})

# Transforms over planes and volumes.
for dtype in ('float32', 'float64'):
    t = {'float32': tf.complex64, 'float64': tf.complex128}[dtype]
    for size in ([4, 6], [3, 5], [2, 4]):
        x = values(dtype, 2, 5, 6); case('RFFT2D', {'input': x, 'fft_length': np.array(size, i32)}, {'Tcomplex': t})
        case('IRFFT2D', {'input': values(t.name, 2, 5, 4), 'fft_length': np.array(size, i32)}, {'Treal': tf.as_dtype(dtype)})
    for size in ([2, 4, 6], [3, 2, 5]):
        case('RFFT3D', {'input': values(dtype, 3, 5, 6), 'fft_length': np.array(size, i32)}, {'Tcomplex': t})
        case('IRFFT3D', {'input': values(t.name, 2, 3, 5, 4), 'fft_length': np.array(size, i32)}, {'Treal': tf.as_dtype(dtype)})
    for op in ('FFT3D', 'IFFT3D'): case(op, {'input': values(t.name, 2, 3, 4, 5)})

# Matrices.
def well(dtype, *shape): return values(dtype, *shape) + typed(dtype, 6 * np.eye(shape[-1]))
for dtype in ('float32', 'float64', 'complex64', 'complex128'):
    case('MatrixSolveLs', {'matrix': values(dtype, 2, 5, 3), 'rhs': values(dtype, 2, 5, 2), 'l2_regularizer': f64(0.5)}); case('MatrixSolveLs', {'matrix': values(dtype, 3, 5), 'rhs': values(dtype, 3, 2), 'l2_regularizer': f64(0.5)})
    case('MatrixSolveLs', {'matrix': values(dtype, 2, 5, 3), 'rhs': values(dtype, 2, 5, 2), 'l2_regularizer': f64(0)}, {'fast': False})
    d = values(dtype, 2, 3, 5); d[:, 1] += 5
    case('TridiagonalSolve', {'diagonals': d, 'rhs': values(dtype, 2, 5, 2)}); case('TridiagonalSolve', {'diagonals': values(dtype, 3, 5) + typed(dtype, [[0.3], [0.1], [4]]), 'rhs': values(dtype, 5, 1)})
    case('TridiagonalMatMul', {'superdiag': values(dtype, 2, 1, 4), 'maindiag': values(dtype, 2, 1, 4), 'subdiag': values(dtype, 2, 1, 4), 'rhs': values(dtype, 2, 4, 3)})
    for lower in (True, False):
        for adjoint in (False, True):
            b = values(dtype, 2, 3, 5); b[:, 0 if lower else 2] += 4; case('BandedTriangularSolve', {'matrix': b, 'rhs': values(dtype, 2, 5, 2)}, {'lower': lower, 'adjoint': adjoint})
for dtype in ('complex64', 'complex128'): case('MatrixLogarithm', {'input': well(dtype, 2, 4, 4)})

# Integrals and Bessel functions.
for dtype in ('float32', 'float64'):
    x = typed(dtype, [-7.5, -1.25, -0.25, 0, 0.1, 0.375, 1, 1.75, 2.5, 4, 9.5, 30]); positive = typed(dtype, [0.05, 0.25, 0.5, 1, 1.5, 2.5, 6, 20, 60])
    for op in 'Dawsn FresnelCos FresnelSin BesselJ0 BesselJ1'.split(): case(op, {'x': x})
    for op in 'Expint Spence BesselY0 BesselY1 BesselK0 BesselK1 BesselK0e BesselK1e'.split(): case(op, {'x': positive})
    for op in 'Expint Spence BesselK0 BesselK1'.split(): case(op, {'x': typed(dtype, [-1.5, 0])})

# Sets and sequences.
sparse = {'indices': np.array([[0, 0], [0, 2], [2, 1], [2, 3]], i64), 'values': np.array([3, 1, 3, 3], i64), 'shape': np.array([3, 4], i64)}
named = lambda prefix, s: {f'{prefix}_{k}': v for k, v in s.items()}
for operation in ('a-b', 'b-a', 'union', 'intersection'):
    a, b = rng.integers(0, 5, (3, 4)), rng.integers(0, 5, (3, 3))
    for dtype in ('int64', 'int32', 'uint8'): case('DenseToDenseSetOperation', {'set1': typed(dtype, a), 'set2': typed(dtype, b)}, {'set_operation': operation})
    case('DenseToSparseSetOperation', {'set1': a, **named('set2', sparse)}, {'set_operation': operation})
    case('SparseToSparseSetOperation', {**named('set1', sparse), **named('set2', {**sparse, 'values': np.array([3, 2, 9, 7], i64)})}, {'set_operation': operation})
    case('DenseToDenseSetOperation', {'set1': text('a', 'b', 'a', 'c').reshape(2, 2), 'set2': text('b', 'c').reshape(2, 1)}, {'set_operation': operation})
case('SetSize', named('set', sparse)); case('SetSize', named('set', {**sparse, 'values': text('a', 'b', 'c', 'c')}))
for normalize in (True, False):
    case('EditDistance', {**named('hypothesis', sparse), **named('truth', {**sparse, 'values': np.array([3, 2, 9, 3], i64)})}, {'normalize': normalize})
    case('EditDistance', {**named('hypothesis', {**sparse, 'values': text('a', 'b', 'c', 'd')}), **named('truth', {'indices': np.array([[0, 0], [1, 0], [2, 0], [2, 1], [2, 2]], i64), 'values': text('b', 'b', 'c', 'x', 'd'), 'shape': np.array([3, 4], i64)})}, {'normalize': normalize})
for dtype in ('float32', 'int64'):
    for axes in ([0], [1], [0, 1], []):
        for keep in (False, True):
            for op in ('SparseReduceSumSparse', 'SparseReduceMaxSparse'): case(op, {'input_indices': sparse['indices'], 'input_values': values(dtype, 4), 'input_shape': sparse['shape'], 'reduction_axes': np.array(axes, i32)}, {'keep_dims': keep})

# Cells of recurrent networks. What is in the steps after the last is nobody's business there, and zero here.
def cell(batch, inputs, cells): return {'cs_prev': values('float32', batch, cells), 'h_prev': values('float32', batch, cells), 'w': values('float32', inputs + cells, 4 * cells) / 8, 'wci': values('float32', cells), 'wcf': values('float32', cells), 'wco': values('float32', cells), 'b': values('float32', 4 * cells)}
for peephole in (False, True):
    case('LSTMBlockCell', {'x': values('float32', 2, 3), **cell(2, 3, 4)}, {'use_peephole': peephole}); case('LSTMBlockCell', {'x': values('float32', 2, 3), **cell(2, 3, 4)}, {'use_peephole': peephole, 'cell_clip': 0.5, 'forget_bias': 0.0})
    case('BlockLSTM', {'seq_len_max': i64(4), 'x': values('float32', 4, 2, 3), **cell(2, 3, 4)}, {'use_peephole': peephole}); case('BlockLSTMV2', {'seq_len_max': i64(4), 'x': values('float32', 4, 2, 3), **cell(2, 3, 4)}, {'use_peephole': peephole})
case('GRUBlockCell', {'x': values('float32', 2, 3), 'h_prev': values('float32', 2, 4), 'w_ru': values('float32', 7, 8), 'w_c': values('float32', 7, 4), 'b_ru': values('float32', 8), 'b_c': values('float32', 4)})
# In double precision it computes parts in single precision there.
for dtype in ('float32',):
    labels = {'labels_indices': np.array([[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]], i64), 'labels_values': np.array([1, 1, 2, 0, 2], i32), 'sequence_length': np.array([6, 5], i32)}
    for collapse in (False, True): case('CTCLoss', {'inputs': values(dtype, 6, 2, 4), **labels}, {'preprocess_collapse_repeated': collapse})
    case('CTCLoss', {'inputs': values(dtype, 6, 2, 4), **{**labels, 'sequence_length': np.array([6, 2], i32)}}, {'ignore_longer_outputs_than_inputs': True})

# Windows.
for dtype in ('float32', 'int32', 'float64'):
    for padding in ('SAME', 'VALID'): case('Dilation2D', {'input': values(dtype, 2, 5, 4, 3), 'filter': values(dtype, 2, 3, 3)}, {'strides': [1, 2, 1, 1], 'rates': [1, 1, 1, 1], 'padding': padding}); case('ExtractVolumePatches', {'input': values(dtype, 1, 3, 4, 3, 2)}, {'ksizes': [1, 2, 3, 2, 1], 'strides': [1, 1, 2, 1, 1], 'padding': padding})
case('Dilation2D', {'input': values('float32', 1, 6, 6, 2), 'filter': values('float32', 2, 2, 2)}, {'strides': [1, 1, 1, 1], 'rates': [1, 2, 2, 1], 'padding': 'SAME'})
for op in ('ExtractGlimpse', 'ExtractGlimpseV2'):
    for normalized in (True, False):
        for centered in (True, False): case(op, {'input': values('float32', 2, 6, 5, 2), 'size': np.array([3, 2], i32), 'offsets': np.array([[0.25, -0.5], [0.9, 0.3]], f32) * (1 if normalized else 3)}, {'normalized': normalized, 'centered': centered, 'noise': 'zero', 'uniform_noise': False})
for dtype in ('float32', 'float16'):
    boxes = np.array([[[0.1, 0.2, 0.7, 0.9], [0.5, -0.2, 1.5, 0.4]], [[0, 0, 1, 1], [0.3, 0.3, 0.3, 0.8]]], f32)
    case('DrawBoundingBoxes', {'images': values(dtype, 2, 8, 9, 3), 'boxes': boxes}); case('DrawBoundingBoxesV2', {'images': values(dtype, 2, 8, 9, 3), 'boxes': boxes, 'colors': np.array([[1, 0.5, 0.25]], f32)})

# Rows, and tensors as bytes.
for dtype in ('float32', 'int32', 'float16'):
    for reverse in (False, True): case('NthElement', {'input': values(dtype, 2, 3, 5), 'n': i32(1)}, {'reverse': reverse})
for dtype in ('float32', 'int64', 'complex64'):
    for op in ('InplaceAdd', 'InplaceSub', 'InplaceUpdate'): case(op, {'x': values(dtype, 4, 2), 'i': np.array([1, 3], i32), 'v': values(dtype, 2, 2)})
case('Empty', {'shape': np.array([2, 3], i32)}, {'dtype': tf.float32, 'init': True})
for dtype in F + S + U + ['bool', 'complex64', 'complex128']:
    for shape in ((2, 3), (), (0, 2)):
        x = values(dtype, *shape); case('SerializeTensor', {'tensor': x}); case('ParseTensor', {'serialized': tf.io.serialize_tensor(x).numpy()}, {'out_type': tf.as_dtype(dtype)})
        case('ParseTensor', {'serialized': np.array(tf.make_tensor_proto(x).SerializeToString(), object)}, {'out_type': tf.as_dtype(dtype)})
    listed = tf.compat.v1.make_tensor_proto(values(dtype, 5), dtype=dtype); one = np.array(values(dtype))
    case('ParseTensor', {'serialized': np.array(tf.make_tensor_proto(one, shape=(3,)).SerializeToString(), object)}, {'out_type': tf.as_dtype(dtype)})
case('SerializeTensor', {'tensor': text('a', '', 'bcd')}); case('ParseTensor', {'serialized': tf.io.serialize_tensor(text('a', '', 'bcd')).numpy()}, {'out_type': tf.string})

# Values that are broadcast to the slice.
table = np.arange(12, dtype=f32).reshape(3, 4)
case('TensorStridedSliceUpdate', {'input': table, 'begin': np.array([1, 0], i32), 'end': np.array([3, 4], i32), 'strides': np.array([1, 2], i32), 'value': f32(-1)})
for value in (np.array([-1, -2], f32), np.array([[-1], [-2], [-3]], f32)):
    case('TensorStridedSliceUpdate', {'input': table, 'begin': np.array([0, 1], i32), 'end': np.array([3, 3], i32), 'strides': np.array([1, 1], i32), 'value': value})

write('tf_export_cases.txt')
