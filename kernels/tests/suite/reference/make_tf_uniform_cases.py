#!/usr/bin/env python3
"""Makes tf_uniform_cases.txt: as make_tf_cases.py, for integers on uniform scales."""
from tf_writer import *

i32, f32 = np.int32, np.float32
bounds = {'qint8': (-128, 127), 'quint8': (0, 255), 'qint32': (-2**31, 2**31 - 1)}
def integers(dtype, *shape):
    plain = {'quint8': np.uint8, 'qint8': np.int8, 'qint32': np.int32}[dtype]
    low, high = {'quint8': (0, 256), 'qint8': (-128, 128), 'qint32': (-40000, 60000)}[dtype]
    return tf.bitcast(rng.integers(low, high, shape).astype(plain), tf.as_dtype(dtype))
def limits(prefix, dtype, axis=-1, narrow=0):
    low, high = bounds[dtype]
    return {prefix + 'quantization_axis': axis, prefix + 'quantization_min_val': low + narrow, prefix + 'quantization_max_val': high}
def scales(prefix, count=None):
    shape = () if count is None else (count,)
    return {prefix + 'scales': (rng.random(shape) + 0.05).astype(f32), prefix + 'zero_points': rng.integers(-9, 10, shape).astype(i32)}

for axis, count in ((-1, None), (0, 3), (1, 5)):
    for dtype in ('qint8', 'quint8', 'qint32'):
        numbers = (rng.standard_normal((3, 5)) * 20).astype(f32)
        case('UniformQuantize', {'input': numbers, **scales('', count)}, {'Tout': tf.as_dtype(dtype), **limits('', dtype, axis, int(dtype == 'qint8'))})
        case('UniformDequantize', {'input': integers(dtype, 3, 5), **scales('', count)}, {'Tout': tf.float32, **limits('', dtype, axis)})
    case('UniformQuantizedClipByValue', {'operand': integers('qint32', 3, 5), 'min': integers('qint32', *([] if count is None else [count])), 'max': integers('qint32', *([] if count is None else [count])), **scales('', count)}, limits('', 'qint32', axis))
    for dtype in ('qint8', 'qint32'):
        for other, others in ((-1, None), (axis, count)):
            case('UniformRequantize', {'input': integers(dtype, 3, 5), **scales('input_', count), **scales('output_', others)}, {'Tout': tf.qint8, **limits('input_', dtype, axis), **limits('output_', 'qint8', other)})
halves = np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 200, -200], f32)
case('UniformQuantize', {'input': halves, 'scales': f32(1), 'zero_points': i32(3)}, {'Tout': tf.qint8, **limits('', 'qint8')})
sums = {**limits('lhs_', 'qint32'), **limits('rhs_', 'qint32'), **limits('output_', 'qint32')}
for left, right in (((3, 4), (3, 4)), ((3, 4), (4,)), ((3, 1), (1, 4))):
    case('UniformQuantizedAdd', {'lhs': integers('qint32', *left), 'rhs': integers('qint32', *right), **scales('lhs_'), **scales('rhs_'), **scales('output_')}, sums)
large = {'lhs': tf.bitcast(np.array([901267, -936290, 610695], i32), tf.qint32), 'rhs': tf.bitcast(np.array([1, 2, 3], i32), tf.qint32)}
for scale in (0.9702267, 0.034306563):
    case('UniformQuantizedAdd', {**large, 'lhs_scales': f32(scale), 'lhs_zero_points': i32(0), 'rhs_scales': f32(0.5), 'rhs_zero_points': i32(1), 'output_scales': f32(0.034306563), 'output_zero_points': i32(5)}, sums)
case('UniformQuantizedAdd', {'lhs': integers('qint32', 3, 4), 'rhs': integers('qint32', 4), **scales('lhs_', 4), **scales('rhs_', 4), **scales('output_', 4)}, {**limits('lhs_', 'qint32', 1), **limits('rhs_', 'qint32', 0), **limits('output_', 'qint32', 1)})
for axis, count in ((-1, None), (1, 4)):
    for to, others in ((-1, None), (axis, count)):
        case('UniformQuantizedDot', {'lhs': integers('qint8', 3, 6), 'rhs': integers('qint8', 6, 4), **scales('lhs_'), **scales('rhs_', count), **scales('output_', others)}, {'Tout': tf.qint32, **limits('lhs_', 'qint8'), **limits('rhs_', 'qint8', axis), **limits('output_', 'qint32', to)})
    for moved in (0, 4, -4):
        numbers = (rng.standard_normal((3, 6)) + moved).astype(f32)
        case('UniformQuantizedDotHybrid', {'lhs': numbers, 'rhs': integers('qint8', 6, 4), **scales('rhs_', count)}, {'Tout': tf.float32, **limits('rhs_', 'qint8', axis)})
write('tf_uniform_cases.txt')
