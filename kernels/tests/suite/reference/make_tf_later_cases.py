#!/usr/bin/env python3
"""Makes tf_later_cases.txt: as make_tf_cases.py, for binomial numbers and orders, pictures that are written, sparse tensors as strings, and
formats of data.
"""
from tf_writer import *

i32, i64 = np.int32, np.int64
def text(*strings): return np.array([s.encode() for s in strings], object)

# Binomial numbers of small and of large means, in one tensor and alone.
seed, key = np.array([3, 9], i32), {'key': np.array([77], np.uint64), 'counter': np.array([0, 5], np.uint64), 'alg': i32(1)}
for dtype in ('float32', 'float64'):
    number = lambda *x: np.array(x, dtype)
    for out in (tf.int32, tf.float64):
        case('StatelessRandomBinomial', {'shape': np.array([6, 4], i32), 'seed': seed, 'counts': number(10, 20, 8, 90), 'probs': number(0.25, 0.125, 0.875, 0.5)}, {'dtype': out})
        case('StatelessRandomBinomial', {'shape': np.array([2, 2, 3], i64), 'seed': seed, 'counts': number(4, 7)[:, None], 'probs': number(0.5, 0, 1)}, {'dtype': out})

for value in (values('int32', 9), values('float32', 5, 2), values('bool', 4), text('a', 'b', 'c', 'd', 'e'), values('int8', 1, 3), values('complex64', 3), values('uint64', 7)):
    case('StatelessShuffle', {'value': value, **key})

for dtype, most in ((i32, 9), (i32, 65535), (i32, 65536), (i64, 70000), (np.uint32, 2**31), (np.uint64, 2**40 + 5), (i64, 2**62)):
    for rounds in (4, 24):
        for own in (np.array([1, 2, 3], i32), np.array([2**40 + 3, -7, 5], i64)): case('RandomIndexShuffle', {'index': np.array([0, 1, 5, 9], dtype), 'seed': own, 'max_index': dtype(most)}, {'rounds': rounds})
case('RandomIndexShuffle', {'index': i32(3), 'seed': np.array([[1, 2, 3], [4, 5, 6]], i32), 'max_index': np.array([5, 90], i32)}); case('RandomIndexShuffle', {'index': i64(3), 'seed': np.array([1, 2, 3], i32), 'max_index': i64(90)})

# Pictures.
rows, columns = np.mgrid[0:19, 0:21]
smooth = np.stack([rows * 12, columns * 11, (rows * columns) % 256], -1).astype(np.uint8)
rough = rng.integers(0, 256, (17, 10, 3)).astype(np.uint8)
for picture in (smooth, rough, smooth[:16, :16], smooth[:1, :1], smooth[:9, :3]):
    for grey in (False, True):
        image = picture[..., :1] if grey else picture
        for extra in ({}, {'quality': 30}, {'optimize_size': True, 'quality': 75}, {'chroma_downsampling': False, 'quality': 100}): case('EncodeJpeg', {'image': image}, extra)
case('EncodeJpeg', {'image': rough}, {'format': 'rgb', 'density_unit': 'cm', 'x_density': 72, 'y_density': 100, 'xmp_metadata': 'some', 'quality': 0})
for quality in (0, 1, 50, 100): case('EncodeJpegVariableQuality', {'images': smooth, 'quality': i32(quality)})

# Sparse tensors.
indices = np.array([[0, 0, 1], [0, 2, 0], [2, 1, 1], [2, 1, 2]], i64)
for value in (values('float32', 4), values('int64', 4), text('a', '', 'ccc', 'd'), values('bool', 4), values('complex128', 4)):
    sparse = {'sparse_indices': indices, 'sparse_values': value, 'sparse_shape': np.array([4, 3, 5], i64)}
    dtype = tf.as_dtype(np.asarray(value).dtype) if value.dtype != object else tf.string
    one, = case('SerializeSparse', sparse)
    many, = case('SerializeManySparse', sparse)
    case('DeserializeSparse', {'serialized_sparse': one}, {'dtype': dtype})
    case('DeserializeSparse', {'serialized_sparse': many}, {'dtype': dtype})
    case('DeserializeManySparse', {'serialized_sparse': many}, {'dtype': dtype})
    case('DeserializeSparse', {'serialized_sparse': tf.reshape(many, [2, 2, 3])}, {'dtype': dtype})

for dtype in (i32, i64):
    for source, target in (('NHWC', 'NCHW'), ('NCHW', 'NHWC'), ('NDHWC', 'NCDHW'), ('NHWC', 'HWNC')):
        case('DataFormatDimMap', {'x': np.arange(-len(source), len(source)).astype(dtype)}, {'src_format': source, 'dst_format': target})
        case('DataFormatDimMap', {'x': np.array([[3, -1], [0, 2]], dtype)}, {'src_format': source, 'dst_format': target})

write('tf_later_cases.txt')
print(len([line for line in lines if line.startswith('op')]), 'cases')
