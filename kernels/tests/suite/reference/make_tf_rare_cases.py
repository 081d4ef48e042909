#!/usr/bin/env python3
"""Makes tf_rare_cases.txt: as make_tf_cases.py, for quantised networks, numbers drawn by rejection, records of text and of steps, and
pictures in files.
"""
import gzip, zlib
from tf_writer import *

i32, i64, f32, f64 = np.int32, np.int64, np.float32, np.float64
def text(*strings): return np.array([s if isinstance(s, bytes) else s.encode() for s in strings], object)
def one(string): return np.array(string, object)
def quantised(dtype, *shape):
    plain = {'quint8': np.uint8, 'qint8': np.int8, 'qint32': np.int32}[dtype]
    low, high = {'quint8': (0, 256), 'qint8': (-128, 128), 'qint32': (-40000, 60000)}[dtype]
    return tf.bitcast(rng.integers(low, high, shape).astype(plain), tf.as_dtype(dtype))

# Layers on quantised integers.
ranges = [(f32(-1), f32(2.5)), (f32(-3), f32(1))]
for (a0, a1), (b0, b1) in (ranges, ranges[::-1]):
    for padding in ('SAME', 'VALID'):
        for stride in (1, 2): case('QuantizedConv2D', {'input': quantised('quint8', 2, 5, 6, 3), 'filter': quantised('quint8', 3, 2, 3, 4), 'min_input': a0, 'max_input': a1, 'min_filter': b0, 'max_filter': b1}, {'strides': [1, stride, stride, 1], 'padding': padding})
        for op in ('QuantizedMaxPool', 'QuantizedAvgPool'): case(op, {'input': quantised('quint8', 1, 5, 6, 2), 'min_input': a0, 'max_input': a1}, {'ksize': [1, 3, 2, 1], 'strides': [1, 2, 2, 1], 'padding': padding})
    for ta in (False, True):
        for tb in (False, True): case('QuantizedMatMul', {'a': quantised('quint8', *((4, 3) if ta else (3, 4))), 'b': quantised('quint8', *((5, 4) if tb else (4, 5))), 'min_a': a0, 'max_a': a1, 'min_b': b0, 'max_b': b1}, {'transpose_a': ta, 'transpose_b': tb})
    case('QuantizedBiasAdd', {'input': quantised('quint8', 3, 4), 'bias': quantised('quint8', 4), 'min_input': a0, 'max_input': a1, 'min_bias': b0, 'max_bias': b1}, {'out_type': tf.qint32})
    case('QuantizedMul', {'x': quantised('quint8', 3, 4), 'y': quantised('quint8', 4), 'min_x': a0, 'max_x': a1, 'min_y': b0, 'max_y': b1})
    for op in ('QuantizedRelu', 'QuantizedRelu6'): case(op, {'features': quantised('quint8', 7), 'min_features': a0, 'max_features': f32(4) * a1})
    case('QuantizedConcat', {'concat_dim': i32(1), 'values': [quantised('quint8', 2, 3), quantised('quint8', 2, 1)], 'input_mins': [a0, b0], 'input_maxes': [a1, b1]})
    case('QuantizedReshape', {'tensor': quantised('quint8', 2, 6), 'shape': np.array([3, -1], i32), 'input_min': a0, 'input_max': a1})
for most in (90000, 500000):
    wide = {'input': quantised('qint32', 4, 5), 'input_min': f32(-most), 'input_max': f32(most)}
    case('RequantizationRange', wide)
    for out in (tf.quint8, tf.qint8):
        for low, high in ((-1.5, 2), (-1, 1.75), (0, 14)): case('Requantize', {**wide, 'requested_output_min': f32(low), 'requested_output_max': f32(high)}, {'out_type': out})
    case('QuantizeDownAndShrinkRange', wide, {'out_type': tf.quint8})
for low, high in ((-2, 2), (-1, 2.3), (0, 5)):
    for dtype in (tf.quint8, tf.qint8): case('QuantizeV2', {'input': values('float32', 40), 'min_range': f32(low), 'max_range': f32(high)}, {'T': dtype, 'mode': 'MIN_FIRST'}); case('Dequantize', {'input': quantised(dtype.name, 20), 'min_range': f32(low), 'max_range': f32(high)}, {'mode': 'MIN_FIRST'})

# Numbers drawn by rejection. Ops that go on where their last call stopped are in graphs (testdata/graphdef).
seed, key = np.array([3, 9], i32), {'key': np.array([77], np.uint64), 'counter': np.array([0, 5], np.uint64), 'alg': i32(1)}
for dtype in ('float32', 'float64', 'float16'):
    alpha = np.array([0.5, 1, 3], tf.as_dtype(dtype).as_numpy_dtype)
    case('StatelessRandomGammaV2', {'shape': np.array([4, 3], i32), 'seed': seed, 'alpha': alpha}); case('StatelessRandomGammaV3', {'shape': np.array([4, 3], i64), **key, 'alpha': alpha})
    rate = np.array([0.5, 3, 30], tf.as_dtype(dtype).as_numpy_dtype)
    for out in (tf.int32, tf.float32, tf.int64): case('StatelessRandomPoisson', {'shape': np.array([4, 3], i32), 'seed': seed, 'lam': rate}, {'dtype': out})
    if dtype != 'float16': case('StatelessRandomBinomial', {'shape': np.array([5, 2], i32), 'seed': seed, 'counts': 100 * rate[1:] / rate[1:] + rate[1:], 'probs': np.array([0.5, 0.75], rate.dtype)}, {'dtype': tf.int32})
for dtype, out in (('float32', tf.float32), ('int32', tf.float64), ('float64', tf.float64)): case('IsotonicRegression', {'input': values(dtype, 2, 6)}, {'output_dtype': out})
case('ComputeAccidentalHits', {'true_classes': np.array([[1, 3], [2, 5]], i64), 'sampled_candidates': np.array([1, 2, 3, 1], i64)}, {'num_true': 2})
for ta in (False, True):
    for tb in (False, True): case('SparseMatMul', {'a': values('float32', *((4, 3) if ta else (3, 4))), 'b': values('bfloat16', *((5, 4) if tb else (4, 5)))}, {'transpose_a': ta, 'transpose_b': tb})

# Text, records, sound.
for extra in ({}, {'use_quote_delim': False}): case('DecodeCSV', {'records': text('1.5,2,abc', ' 3 ,,d e', ',7,'), 'record_defaults': [np.array([1], f32), np.array([0], i32), text('x')]}, extra)
case('DecodeCSV', {'records': text('1;"a;""b";NA', 'NA;"";4'), 'record_defaults': [np.array([9], i64), np.array([2], f64)]}, {'field_delim': ';', 'na_value': 'NA', 'select_cols': [0, 2]})
for kind, pack in (('ZLIB', zlib.compress), ('GZIP', gzip.compress), ('', bytes)): case('DecodeCompressed', {'bytes': text(pack(b'hello hello'), pack(b''))}, {'compression_type': kind})
for data in (text('a', 'bc', ''), np.array([[b'a', b'b'], [b'c', b'd']], object), values('int32', 3), values('float64', 2, 3)): case('Fingerprint', {'data': data, 'method': one(b'farmhash64')})
case('EncodeWav', {'audio': values('float32', 9, 2), 'sample_rate': i32(8000)})
case('UnicodeScript', {'input': np.array([[65, 0x44f, 0x4e2d], [-1, 0x110000, 0xd800]], i32)})
feature = tf.train.Feature
def floats(*x): return feature(float_list=tf.train.FloatList(value=x))
def strings(*x): return feature(bytes_list=tf.train.BytesList(value=x))
def record(n): return tf.train.SequenceExample(context=tf.train.Features(feature={name: feature(int64_list=tf.train.Int64List(value=[n])) for name in 'nm'}), feature_lists=tf.train.FeatureLists(feature_list={'f': tf.train.FeatureList(feature=[floats(i, i + 1) for i in range(n)]), 'r': tf.train.FeatureList(feature=[floats(*range(i)) for i in range(n)]), 'w': tf.train.FeatureList(feature=[strings(*[b'x' * i] * i) for i in range(n)])})).SerializeToString()
case('ParseSequenceExampleV2', {'serialized': text(record(2), record(3), record(0)), 'debug_name': text(), 'context_sparse_keys': text('n'), 'context_dense_keys': text(), 'context_ragged_keys': text('m'), 'feature_list_sparse_keys': text('w'), 'feature_list_dense_keys': text('f'), 'feature_list_ragged_keys': text('r'), 'feature_list_dense_missing_assumed_empty': np.array([False]), 'context_dense_defaults': []},
     {'Ncontext_sparse': 1, 'context_sparse_types': [tf.int64], 'context_ragged_value_types': [tf.int64], 'context_ragged_split_types': [tf.int64], 'context_dense_shapes': [], 'Nfeature_list_sparse': 1, 'Nfeature_list_dense': 1, 'feature_list_dense_types': [tf.float32], 'feature_list_sparse_types': [tf.string], 'feature_list_ragged_value_types': [tf.float32], 'feature_list_ragged_split_types': [tf.int32], 'feature_list_dense_shapes': [[2]]})
ragged = {'ragged_values': [text('a', 'b', 'c')], 'ragged_row_splits': [np.array([0, 2, 3], i64)], 'sparse_indices': [np.array([[0, 0], [1, 0], [1, 1]], i64)], 'sparse_values': [np.array([4, 5, 6], i64)], 'sparse_shape': [np.array([2, 2], i64)], 'dense_inputs': [text('p', 'q').reshape(2, 1)]}
for hashed in (False, True): case('RaggedCross', ragged, {'input_order': 'RSD', 'hashed_output': hashed, 'num_buckets': 100, 'hash_key': 956888297470, 'out_values_type': tf.int64 if hashed else tf.string, 'out_row_splits_type': tf.int64})

for dtype in ('float32', 'int64', 'bool'): case('RaggedFillEmptyRows', {'value_rowids': np.array([0, 2, 0], i64), 'values': values(dtype, 3), 'nrows': i64(4), 'default_value': values(dtype)})
for extra in ({}, {'align_corners': True}, {'half_pixel_centers': True}):
    case('ResizeBicubicGrad', {'grads': values('float32', 2, 5, 3, 2), 'original_image': values('float32', 2, 4, 6, 2)}, extra)

# Pictures in files.
def picture(height, width, channels):
    x = np.kron(rng.random((height // 4 + 1, width // 4 + 1, channels)), np.ones((4, 4, 1)))[:height, :width]
    return (x * 190 + rng.random((height, width, channels)) * 60).astype(np.uint8)
for shape in ((13, 21, 3), (8, 8, 3), (3, 2, 3), (11, 9, 1)):
    for options in ({}, {'chroma_downsampling': False}, {'progressive': True, 'quality': 60}):
        if shape[2] == 1 and options.get('chroma_downsampling') is False: continue
        file = one(tf.io.encode_jpeg(picture(*shape), **options).numpy())
        for extra in ({}, {'ratio': 2}, {'ratio': 4}, {'ratio': 8}, {'fancy_upscaling': False}, {'dct_method': 'INTEGER_ACCURATE'}, {'channels': 1}, {'channels': 3}): case('DecodeJpeg', {'contents': file}, extra)
    case('ExtractJpegShape', {'contents': file}); size = np.array(shape[:2]); case('DecodeAndCropJpeg', {'contents': file, 'crop_window': np.array([size[0] // 3, size[1] // 2, size[0] // 2, (size[1] + 1) // 2], i32)})

write('tf_rare_cases.txt')
