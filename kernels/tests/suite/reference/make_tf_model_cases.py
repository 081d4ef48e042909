#!/usr/bin/env python3
"""Makes tf_model_cases.txt: as make_tf_cases.py, for ops that models need around their networks: strings, ragged and sparse
tensors, decoders, decompositions, random numbers from given seeds, and results whose shapes are data.
"""
from tf_writer import *

i32, i64, f32, f64 = np.int32, np.int64, np.float32, np.float64
def text(*strings): return np.array([s if isinstance(s, bytes) else s.encode() for s in strings], object)

# Taken apart and put together.
for dtype in ('float32', 'int64', 'bool', 'complex64'):
    x = values(dtype, 4, 3)
    case('DynamicPartition', {'data': x, 'partitions': np.array([1, 0, 1, 2], i32)}, {'num_partitions': 4})
    case('DynamicPartition', {'data': x[:2], 'partitions': np.array([[1, 0, 1], [0, 0, 1]], i32)}, {'num_partitions': 2})
    for op in ('DynamicStitch', 'ParallelDynamicStitch'): case(op, {'indices': [np.array([2, 0], i32), np.array([1], i32)], 'data': [values(dtype, 2, 3), values(dtype, 1, 3)]})
    case('Roll', {'input': x, 'shift': np.array([1, -5], i32), 'axis': np.array([0, 1], i32)})
    case('Roll', {'input': x, 'shift': i64(2), 'axis': i32(-1)})
    case('ReverseSequence', {'input': x, 'seq_lengths': np.array([0, 3, 2, 1], i64)}, {'seq_dim': 1, 'batch_dim': 0})
    case('ReverseSequence', {'input': values(dtype, 2, 3, 4), 'seq_lengths': np.array([2, 3, 0], i32)}, {'seq_dim': 2, 'batch_dim': 1})
    if dtype != 'complex64' and dtype != 'bool':
        y = values(dtype, 7, high=1)
        case('ListDiff', {'x': y, 'y': y[:2]}, {'out_idx': tf.int64})
        for op in ('UniqueV2', 'UniqueWithCountsV2'):
            case(op, {'x': y, 'axis': np.array([], i64)}); case(op, {'x': values(dtype, 5, 1, high=1, low=0), 'axis': np.array([0], i64)}, {'out_idx': tf.int64})
            case(op, {'x': values(dtype, 2, 5, high=1, low=0), 'axis': np.array([1], i32)})
        case('UniqueWithCounts', {'x': y})
case('DynamicPartition', {'data': text('a', 'bc', 'd'), 'partitions': np.array([1, 0, 1], i32)}, {'num_partitions': 2})
case('ListDiff', {'x': text('a', 'b', 'a'), 'y': text('b')}); case('UniqueWithCounts', {'x': text('a', 'b', 'a')})
for op in ('LowerBound', 'UpperBound'):
    for dtype in ('float32', 'int32'): case(op, {'sorted_inputs': np.sort(values(dtype, 2, 5), 1), 'values': values(dtype, 2, 3)}, {'out_type': tf.int64})
case('UnravelIndex', {'indices': np.array([22, 41, 37], i32), 'dims': np.array([7, 6], i32)}); case('UnravelIndex', {'indices': i64(1621), 'dims': np.array([6, 7, 8, 9], i64)})
for dtype in ('float32', 'int32', 'int64', 'float64'):
    case('Bincount', {'arr': np.array([1, 3, 1, 9], i32), 'size': i32(4), 'weights': values(dtype, 0)}); case('Bincount', {'arr': np.array([[1, 3], [1, 0]], i32), 'size': i32(4), 'weights': values(dtype, 2, 2)})
    for once in (False, True):
        for weights in (0, 5):
            if once and weights: continue
            case('RaggedBincount', {'splits': np.array([0, 2, 2, 5], i64), 'values': np.array([1, 1, 0, 3, 9], i32), 'size': i32(4), 'weights': values(dtype, weights)}, {'binary_output': once})
            case('RaggedCountSparseOutput', {'splits': np.array([0, 2, 2, 5], i64), 'values': np.array([1, 1, 0, 3, 9], i64), 'weights': values(dtype, weights)}, {'binary_output': once, 'minlength': 4, 'maxlength': 5})
            case('DenseCountSparseOutput', {'values': np.array([1, 1, 0, 3, 9], i64), 'weights': values(dtype, weights)}, {'binary_output': once, 'minlength': -1, 'maxlength': -1})
        indices = np.array([[0, 0], [0, 1], [1, 0], [1, 2]], i64)
        case('SparseBincount', {'indices': indices, 'values': np.array([1, 1, 0, 3], i32), 'dense_shape': np.array([2, 3], i64), 'size': i32(4), 'weights': values(dtype, 0)}, {'binary_output': once})
        case('SparseCountSparseOutput', {'indices': indices, 'values': np.array([1, 1, 0, 3], i64), 'dense_shape': np.array([2, 3], i64), 'weights': values(dtype, 0)}, {'binary_output': once})
    if dtype != 'int64': case('HistogramFixedWidth', {'values': values(dtype, 9), 'value_range': np.array([-1, 4], tf.as_dtype(dtype).as_numpy_dtype), 'nbins': i32(5)})

# Ragged tensors.
case('RaggedRange', {'starts': np.array([0, 5, 8], i32), 'limits': np.array([3, 5, 2], i32), 'deltas': np.array([1, 1, -2], i32)})
case('RaggedRange', {'starts': f32(0), 'limits': np.array([1, 0.5], f32), 'deltas': f32(0.25)}, {'Tsplits': tf.int32})
for default in (f32(-1), np.array([7, 8], f32)):
    v = values('float32', 5, 2)
    for shape in (np.array([-1, -1, 2], i64), np.array([4, 2, -1], i64), np.array([1, 5, 2], i32)):
        case('RaggedTensorToTensor', {'shape': shape, 'values': v, 'default_value': default, 'row_partition_tensors': [np.array([0, 2, 2, 5], i64)]}, {'row_partition_types': ['ROW_SPLITS']})
        case('RaggedTensorToTensor', {'shape': shape, 'values': v, 'default_value': default, 'row_partition_tensors': [i64(3), np.array([0, 0, 2, 2, 2], i64)]}, {'row_partition_types': ['FIRST_DIM_SIZE', 'VALUE_ROWIDS']})
case('RaggedTensorToTensor', {'shape': i64(-1), 'values': text('a', 'b', 'c'), 'default_value': np.array(b'-', object), 'row_partition_tensors': [np.array([0, 2, 2], i64), np.array([0, 1, 3], i64)]}, {'row_partition_types': ['ROW_SPLITS', 'ROW_SPLITS']})
case('RaggedGather', {'params_nested_splits': [np.array([0, 2, 3], i64), np.array([0, 1, 1, 4], i64)], 'params_dense_values': values('float32', 4, 2), 'indices': np.array([1, 0, 1], i32)}, {'OUTPUT_RAGGED_RANK': 2})
case('RaggedGather', {'params_nested_splits': [np.array([0, 2, 3], i32)], 'params_dense_values': text('a', 'b', 'c'), 'indices': np.array([[1], [0]], i64)}, {'OUTPUT_RAGGED_RANK': 2})
case('RaggedTensorToSparse', {'rt_nested_splits': [np.array([0, 2, 2, 3], i64)], 'rt_dense_values': values('float32', 3)})
case('RaggedTensorToSparse', {'rt_nested_splits': [np.array([0, 2, 3], i64), np.array([0, 1, 1, 3], i64)], 'rt_dense_values': text('a', 'b', 'c')})

# Sparse tensors.
at, shape = np.array([[0, 1], [2, 0], [2, 3]], i64), np.array([4, 4], i64)
case('SparseReshape', {'input_indices': at, 'input_shape': shape, 'new_shape': np.array([2, -1, 4], i64)})
for dtype in ('float32', 'int64', 'float64', 'complex64'):
    v = values(dtype, 3)
    sparse = {'indices': at, 'values': v, 'shape': shape}
    case('SparseReorder', {'input_indices': at[::-1].copy(), 'input_values': v, 'input_shape': shape})
    case('SparseFillEmptyRows', {'indices': at, 'values': v, 'dense_shape': shape, 'default_value': values(dtype)})
    for axis in (0, 1): case('SparseConcat', {'indices': [at, at[1:]], 'values': [v, v[:2]], 'shapes': [shape, shape]}, {'concat_dim': axis})
    case('SparseSlice', {**sparse, 'start': np.array([1, 0], i64), 'size': np.array([9, 3], i64)})
    for axis in (0, 1): case('SparseSplit', {'split_dim': i64(axis), **sparse}, {'num_split': 3})
    for axes in ([0], [1], [0, 1], [-1]):
        for keep in (False, True):
            given = {'input_indices': at, 'input_values': v, 'input_shape': shape, 'reduction_axes': np.array(axes, i32)}
            case('SparseReduceSum', given, {'keep_dims': keep})
            if dtype != 'complex64': case('SparseReduceMax', given, {'keep_dims': keep})
    for ta in (False, True):
        for tb in (False, True): dtype == 'int64' or case('SparseTensorDenseMatMul', {'a_indices': at, 'a_values': v, 'a_shape': np.array([4, 5], i64), 'b': values(dtype, *((3, 4) if ta else (3, 5)) if tb else ((4, 3) if ta else (5, 3)))}, {'adjoint_a': ta, 'adjoint_b': tb})
    real = {'complex64': 'float32'}.get(dtype, dtype)
    for threshold in (0, 1): case('SparseAdd', {'a_indices': at, 'a_values': v, 'a_shape': shape, 'b_indices': at[1:], 'b_values': values(dtype, 2), 'b_shape': shape, 'thresh': np.asarray(threshold, tf.as_dtype(real).as_numpy_dtype)})
    case('SparseTensorDenseAdd', {'a_indices': at, 'a_values': v, 'a_shape': shape, 'b': values(dtype, 4, 4)})
    for op in 'Add Mul Div'.split():
        for other in ((4, 4), (4, 1), (4,)): dtype == 'complex64' or case('SparseDenseCwise' + op, {'sp_indices': at, 'sp_values': v, 'sp_shape': shape, 'dense': nonzero(dtype, *other)})
    if dtype != 'complex64':
        for op in ('Maximum', 'Minimum'): case('SparseSparse' + op, {'a_indices': at, 'a_values': v, 'a_shape': shape, 'b_indices': at[:2], 'b_values': values(dtype, 2), 'b_shape': shape})
    if dtype.startswith('float'): case('SparseSoftmax', {'sp_indices': at, 'sp_values': v, 'sp_shape': shape})
case('SparseFillEmptyRows', {'indices': at, 'values': text('a', 'b', 'c'), 'dense_shape': shape, 'default_value': np.array(b'', object)})
for hashed in (False, True):
    columns = {'indices': [np.array([[0, 0], [1, 0], [1, 1]], i64), np.array([[0, 0], [1, 0]], i64)], 'values': [text('a', 'b', 'c'), np.array([7, -8], i64) if hashed else text('7', '-8')], 'shapes': [np.array([2, 2], i64), np.array([2, 1], i64)], 'dense_inputs': [text('x', 'y').reshape(2, 1)]}
    case('SparseCross', columns, {'hashed_output': hashed, 'num_buckets': 100 if hashed else 0, 'hash_key': 956888297470, 'out_type': tf.int64 if hashed else tf.string, 'internal_type': tf.int64 if hashed else tf.string}, counts={'N': 2})
case('SparseCrossV2', {**columns, 'sep': np.array(b'_Y_', object)}, counts={'N': 2})

# Strings.
words = text('Hello, World', '', 'a1b22c333', 'z\u00fcrich \u65e5\u672c', b'bad \xff\xfe utf')
case('StaticRegexReplace', {'input': words[:4]}, {'pattern': b'[a-z]+([0-9]*)', 'rewrite': b'<\\1\\\\>', 'replace_global': True})
case('StaticRegexReplace', {'input': words[:4]}, {'pattern': b'[[:punct:]]|o', 'rewrite': b'', 'replace_global': False})
case('RegexReplace', {'input': words[:4], 'pattern': np.array(b'[^a-zA-Z]', object), 'rewrite': np.array(b'-', object)}, {'replace_global': True})
case('RegexFullMatch', {'input': words[:4], 'pattern': np.array(b'[a-z0-9]*', object)}); case('StaticRegexFullMatch', {'input': words[:4]}, {'pattern': b'.*r.*'})
for errors in ('replace', 'ignore'):
    for op in ('UnicodeDecode', 'UnicodeDecodeWithOffsets'): case(op, {'input': words}, {'input_encoding': 'UTF-8', 'errors': errors, 'replacement_char': 63})
case('UnicodeDecodeWithOffsets', {'input': text('\u00fc\U0001f600a'.encode('utf-16-be'))}, {'input_encoding': 'UTF-16-BE'})
for encoding in ('UTF-8', 'UTF-16-BE', 'UTF-32-BE'):
    case('UnicodeEncode', {'input_values': np.array([72, 252, 0x1f600, 0xd800], i32), 'input_splits': np.array([0, 1, 1, 4], i64)}, {'output_encoding': encoding})
    case('UnicodeTranscode', {'input': words}, {'input_encoding': 'UTF-8', 'output_encoding': encoding})
long = text('', 'a', 'abcdefg', 'abcdefgh', 'abcdefghi', 'x' * 100)
case('StringToHashBucket', {'string_tensor': long}, {'num_buckets': 1000003}); case('StringToHashBucketStrong', {'input': long}, {'num_buckets': 1000003, 'key': [123, 456]}); case('StringToHashBucketFast', {'input': long}, {'num_buckets': 1000003})
for pad in (False, True):
    coded = case('EncodeBase64', {'input': words}, {'pad': pad})[0]; case('DecodeBase64', {'input': coded.numpy()})
for out, little in ((tf.uint8, True), (tf.int16, False), (tf.float32, True)): case('DecodeRaw', {'bytes': text('abcdefgh', '12345678')}, {'out_type': out, 'little_endian': little}); case('DecodePaddedRaw', {'input_bytes': text('abc', '12345678'), 'fixed_length': i32(8)}, {'out_type': out, 'little_endian': little})
for skip in (True, False): case('StringSplit', {'input': text('a,b;c', ',', 'x'), 'delimiter': np.array(b',;', object)}, {'skip_empty': skip}); case('StringSplit', {'input': text('abc', ''), 'delimiter': np.array(b'', object)}, {'skip_empty': skip})
for width, pads in (([1, 2], 0), ([3], -1), ([3], 1), ([5], 0)):
    for short in (False, True): case('StringNGrams', {'data': text('a', 'b', 'c', 'd'), 'data_splits': np.array([0, 3, 3, 4], i64)}, {'separator': '|', 'ngram_widths': width, 'left_pad': 'L', 'right_pad': 'R', 'pad_width': pads, 'preserve_short_sequences': short})
for place, kind in ((b'%s is {} and {}', [np.array([1, 2], i32), words[:2]]), (b'no place', []), (b'{}', [values('float32', 2, 5)])):
    if kind: case('StringFormat', {'inputs': kind}, {'template': place, 'placeholder': b'{}', 'summarize': 3})
case('UnsortedSegmentJoin', {'inputs': text('a', 'b', 'c'), 'segment_ids': np.array([1, 0, 1], i32), 'num_segments': i32(3)}, {'separator': ','})
# What RE2 means by words, digits, spaces and classes.
others = text('s\u00fc\u00df_1 \u0663\u00a0x', '[a&b]~-c', '<br>x', ' \x0b\t')
for pattern in (br'\w+', br'\W', br'\d', br'\S', br'\bx', br'[^\w\s]+', br'[a[&]', br'[a&&b]', br'[+--]', br'[~~]', br'\<br\>', br'\Qa&\E', br'(?i)[\w-]'):
    case('StaticRegexReplace', {'input': others}, {'pattern': pattern, 'rewrite': b'.', 'replace_global': True})
case('UnicodeTranscode', {'input': text(b'caf\xe9', b'\x80')}, {'input_encoding': 'ISO-8859-1', 'output_encoding': 'UTF-8'})
for skip in (True, False): case('StringSplit', {'input': text('', 'a b', ' '), 'delimiter': np.array(b' ', object)}, {'skip_empty': skip})
case('StringFormat', {'inputs': [text('z\u00fcrich', 'a"b\n\x01')]}, {'template': b'{}', 'placeholder': b'{}', 'summarize': 3})
case('UnsortedSegmentJoin', {'inputs': text('', 'b', '', 'd', ''), 'segment_ids': np.array([0, 0, 0, 0, 1], i32), 'num_segments': i32(3)}, {'separator': ','})

# Decoders.
for blank in (-1, 0):
    for merge in (False, True): case('CTCGreedyDecoder', {'inputs': values('float32', 6, 2, 4) , 'sequence_length': np.array([6, 4], i32)}, {'merge_repeated': merge, 'blank_index': blank})
for paths in (1, 3): case('CTCBeamSearchDecoder', {'inputs': rng.normal(size=(5, 2, 4)).astype(f32), 'sequence_length': np.array([5, 4], i32)}, {'beam_width': 20, 'top_paths': paths, 'merge_repeated': False})

# Decompositions. Their factors are unique up to signs, so these are the ones that are unique, and products of the others.
for dtype in ('float32', 'float64', 'complex64', 'complex128'):
    kind = tf.as_dtype(dtype).as_numpy_dtype
    a = (values(dtype, 2, 4, 4) + 4 * np.eye(4)).astype(kind)
    square = (a @ a.conj().transpose(0, 2, 1)).astype(kind)
    case('SelfAdjointEigV2', {'input': square}, {'compute_v': False}, 1); case('Svd', {'input': a[:, :3]}, {'compute_uv': False}, 1); case('Svd', {'input': a[:, :, :2]}, {'compute_uv': False}, 1)
    case('Qr', {'input': a[:, :, :2]}, {'full_matrices': False})
    case('Qr', {'input': a}); case('Qr', {'input': a[:, :3]})
    case('Lu', {'input': a}); case('MatrixSquareRoot', {'input': square})

# Detectors and images.
boxes = np.array([[[[0, 0, 1, 1]], [[0, .125, 1, 1.125]], [[0, -.125, 1, .875]], [[0, 10, 1, 11]], [[0, 10.125, 1, 11.125]], [[0, 100, 1, 101]]]], f32)
scores = np.array([[[.875, .125], [.75, .25], [.625, .5], [.9375, .0625], [.5, .375], [.25, .8125]]], f32)
for pad in (False, True):
    for clip in (False, True): case('CombinedNonMaxSuppression', {'boxes': boxes / 2, 'scores': scores, 'max_output_size_per_class': i32(3), 'max_total_size': i32(8), 'iou_threshold': f32(.5), 'score_threshold': f32(.125)}, {'pad_per_class': pad, 'clip_boxes': clip})
case('CombinedNonMaxSuppression', {'boxes': np.repeat(boxes, 2, 2), 'scores': scores, 'max_output_size_per_class': i32(3), 'max_total_size': i32(2), 'iou_threshold': f32(.5), 'score_threshold': f32(.125)})
flat = boxes[0, :, 0]
case('NonMaxSuppression', {'boxes': flat, 'scores': scores[0, :, 0], 'max_output_size': i32(3)}, {'iou_threshold': 0.5})
case('NonMaxSuppressionV2', {'boxes': flat, 'scores': scores[0, :, 0], 'max_output_size': i32(3), 'iou_threshold': f32(.25)})
overlaps = np.array([[1, .75, .25], [.75, 1, .5], [.25, .5, 1]], f32)
case('NonMaxSuppressionWithOverlaps', {'overlaps': overlaps, 'scores': np.array([.5, .75, .625], f32), 'max_output_size': i32(3), 'overlap_threshold': f32(.625), 'score_threshold': f32(0)})
for kernel in 'lanczos1 lanczos3 lanczos5 gaussian box triangle keyscubic mitchellcubic'.split():
    for size, scale in (([7, 3], [1.75, .5]), ([2, 9], [.5, 1.5])):
        for smooth in (False, True): case('ScaleAndTranslate', {'images': values('float32', 1, 4, 6, 2), 'size': np.array(size, i32), 'scale': np.array(scale, f32), 'translation': np.array([0.5, -1], f32)}, {'kernel_type': kernel, 'antialias': smooth})
turn = np.array([[.875, -.5, 1, .5, .875, -.5, 0, 0], [1, .25, 0, 0, 1.5, 0, .0625, 0]], f32)
for mode in 'CONSTANT REFLECT WRAP NEAREST'.split():
    for how in ('NEAREST', 'BILINEAR'):
        for dtype in ('float32', 'uint8'): case('ImageProjectiveTransformV3', {'images': values(dtype, 2, 4, 5, 2), 'transforms': turn, 'output_shape': np.array([5, 6], i32), 'fill_value': f32(3)}, {'interpolation': how, 'fill_mode': mode})
case('ImageProjectiveTransformV2', {'images': values('float32', 2, 4, 5, 2), 'transforms': turn[:1], 'output_shape': np.array([5, 6], i32)}, {'interpolation': 'BILINEAR', 'fill_mode': 'CONSTANT'})
x = values('float32', 2, 3, 2, 4)
parameters = {'scale': values('float32', 4), 'offset': values('float32', 4), 'mean': values('float32', 4), 'variance': np.abs(values('float32', 4))}
for op in ('FusedBatchNorm', 'FusedBatchNormV2'): case(op, {'x': x, **parameters}, {'is_training': False, 'epsilon': 0.0010000000474974513})
# TensorFlow runs this one in graphs of its time only: the definition, computed with NumPy.
for scales in (False, True):
    lines.append('op tf.BatchNormWithGlobalNormalization'); attr('variance_epsilon', 0.0010000000474974513); attr('scale_after_normalization', scales)
    given = [x, parameters['mean'], parameters['variance'], parameters['offset'], parameters['scale']]
    for t in given: tensor('in', t)
    x, m, v, beta, gamma = [t.astype(f64) for t in given]
    tensor('out', ((x - m) / np.sqrt(v + 0.0010000000474974513) * (gamma if scales else 1) + beta).astype(f32)); x = given[0]

# Special functions.
for dtype in ('float32', 'float64'):
    kind = tf.as_dtype(dtype).as_numpy_dtype
    case('Zeta', {'x': np.array([1.5, 2, 3, 10, 25], kind), 'q': np.array([1, .5, 2.5, 12, .25], kind)}); case('Polygamma', {'a': np.array([0, 1, 2, 3, 5], kind), 'x': np.array([1.5, .5, 2.5, 12, .75], kind)})
    case('NextAfter', {'x1': np.array([0, 1, -1, 3], kind), 'x2': np.array([1, 2, 0, 3], kind)})
    case('Betainc', {'a': np.array([.5, 1, 2, 10, 50], kind), 'b': np.array([.5, 3, 2, 1, 40], kind), 'x': np.array([.25, .125, .5, .9375, .5], kind)}); case('Betainc', {'a': kind(2), 'b': kind(3), 'x': np.array([[0, .25], [.75, 1]], kind)})
    for op in ('BesselI0', 'BesselI1'): case(op, {'x': np.array([0, .5, -2, 5, 12, -20], kind)})

# Random numbers from given seeds.
for seed in ((1, 2), (-5, 1 << 40)):
    seed = np.array(seed, i64)
    key, counter = [t.numpy() for t in R.StatelessRandomGetKeyCounter(seed=seed)]
    case('StatelessRandomGetKeyCounter', {'seed': seed})
    keyed = {'key': key, 'counter': counter, 'alg': i32(1)}
    for dtype in (tf.float32, tf.float64, tf.float16, tf.bfloat16):
        size = np.array([3, 7], i32)
        for op in ('Uniform', 'Normal'): case(f'StatelessRandom{op}V2', {'shape': size, **keyed}, {'dtype': dtype})
        case('StatelessTruncatedNormalV2', {'shape': size, **keyed}, {'dtype': dtype}); case('StatelessTruncatedNormal', {'shape': size, 'seed': seed}, {'dtype': dtype})
    for dtype in (tf.int32, tf.int64, tf.uint32, tf.uint64):
        case('StatelessRandomUniformFullIntV2', {'shape': np.array([7], i32), **keyed}, {'dtype': dtype}); case('StatelessRandomUniformFullInt', {'shape': np.array([7], i32), 'seed': seed}, {'dtype': dtype})
        low, high = tf.constant(3, dtype).numpy(), tf.constant(1000, dtype).numpy()
        if dtype in (tf.int32, tf.int64): case('StatelessRandomUniformIntV2', {'shape': np.array([7], i32), **keyed, 'minval': low, 'maxval': high})
        if dtype in (tf.int32, tf.int64): case('StatelessRandomUniformInt', {'shape': np.array([7], i32), 'seed': seed, 'minval': low, 'maxval': high})
    case('StatelessMultinomial', {'logits': values('float32', 2, 5), 'num_samples': i32(6), 'seed': seed}, {'output_dtype': tf.int32})
# Sound and records.
sound = (rng.normal(size=(40, 2)) * 8000).astype(np.int16)
wav = b'RIFF' + (36 + sound.nbytes).to_bytes(4, 'little') + b'WAVEfmt ' + (16).to_bytes(4, 'little') + b'\x01\0\x02\0' + (8000).to_bytes(4, 'little') + (32000).to_bytes(4, 'little') + b'\x04\0\x10\0data' + sound.nbytes.to_bytes(4, 'little') + sound.tobytes()
for limits in ({}, {'desired_channels': 1, 'desired_samples': 20}, {'desired_channels': 2, 'desired_samples': 50}): case('DecodeWav', {'contents': np.array(wav, object)}, limits)
for squared in (False, True): spectrum = case('AudioSpectrogram', {'input': rng.normal(size=(80, 2)).astype(f32)}, {'window_size': 24, 'stride': 10, 'magnitude_squared': squared})[0]
case('Mfcc', {'spectrogram': spectrum.numpy(), 'sample_rate': i32(800)}, {'upper_frequency_limit': 300.0, 'lower_frequency_limit': 20.0, 'filterbank_channel_count': 8, 'dct_coefficient_count': 5})
def example(**features):
    kinds = {'f': lambda v: tf.train.Feature(float_list=tf.train.FloatList(value=v)), 'i': lambda v: tf.train.Feature(int64_list=tf.train.Int64List(value=v)), 's': lambda v: tf.train.Feature(bytes_list=tf.train.BytesList(value=v))}
    return tf.train.Example(features=tf.train.Features(feature={k: kinds[k[0]](v) for k, v in features.items()})).SerializeToString()
records = [example(f=[1, 2.5], s=[b'x'], i=[3, -4], f2=[9]), example(f=[0, 0], i=[7]), example(f=[5, 6], s=[b'y', b''], i=[])]
case('ParseExample', {'serialized': text(*records), 'names': np.zeros(0, object).astype(bytes).astype(object), 'sparse_keys': [np.array(b's', object), np.array(b'i', object)], 'dense_keys': [np.array(b'f', object), np.array(b'f2', object)], 'dense_defaults': [np.zeros(0, f32), np.array([8], f32)]}, {'sparse_types': [tf.string, tf.int64], 'dense_shapes': [[2], [1]]}, counts={'Nsparse': 2, 'Ndense': 2}) if False else None
write('tf_model_cases.txt')
