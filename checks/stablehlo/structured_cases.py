"""More programs for interpreted.py: shapes without elements and without dimensions, regions of any operations, several results, dynamic
operations, tuples and tokens, control flow, processes, and each element type that a constraint allows."""
import itertools

from interpreted import COMPLEX, FLOATS, INTEGERS, SIGNED, SMALL_FLOATS, TINY_FLOATS, UNSIGNED, WIDE_FLOATS, family, region, special, values

ALL = ['i1'] + INTEGERS + FLOATS + TINY_FLOATS + COMPLEX
SOME = ['i1', 'i4', 'ui8', 'i32', 'i64', 'f8E5M2', 'bf16', 'f16', 'f32', 'f64', 'complex<f32>']


def zero(ty):
    return 'false' if ty == 'i1' else '(0.0, 0.0)' if ty in COMPLEX else '0' if ty in INTEGERS else '1.0' if ty == 'f8E8M0FNU' else '0.0'


def t(ty, *dims):
    return 'tensor<' + ''.join(f'{d}x' for d in dims) + ty + '>'


def const(f, ty, dims, text):
    f.count += 1
    f.lines.append(f'  %c{f.count} = stablehlo.constant dense<{text}> : {t(ty, *dims)}')
    return f'%c{f.count}'


def shapes():
    f = family('empty_and_scalar')
    for ty in SOME:
        s = const(f, ty, (), values(ty)[1])
        e = const(f, ty, (0,), '')
        e2 = const(f, ty, (3, 0), '')
        for x, dims in ((s, ()), (e, (0,)), (e2, (3, 0))):
            f.case(f'stablehlo.add {x}, {x} : {t(ty, *dims)}', t(ty, *dims))
            if ty not in ('i1', 'f8E5M2'):
                f.case(f'stablehlo.negate {x} : {t(ty, *dims)}', t(ty, *dims))
            p = const(f, 'i1', dims, 'true' if not dims else '')
            f.case(f'stablehlo.select {p}, {x}, {x} : {t("i1", *dims)}, {t(ty, *dims)}', t(ty, *dims))
            f.case(f'stablehlo.compare EQ, {x}, {x} : ({t(ty, *dims)}, {t(ty, *dims)}) -> {t("i1", *dims)}', t('i1', *dims))
        f.case(f'stablehlo.reshape {s} : ({t(ty)}) -> {t(ty, 1, 1)}', t(ty, 1, 1))
        f.case(f'stablehlo.reshape {e2} : ({t(ty, 3, 0)}) -> {t(ty, 0, 7)}', t(ty, 0, 7))
        f.case(f'stablehlo.transpose {e2}, dims = [1, 0] : ({t(ty, 3, 0)}) -> {t(ty, 0, 3)}', t(ty, 0, 3))
        f.case(f'stablehlo.broadcast_in_dim {s}, dims = [] : ({t(ty)}) -> {t(ty, 2, 2)}', t(ty, 2, 2))
        f.case(f'stablehlo.broadcast_in_dim {s}, dims = [] : ({t(ty)}) -> {t(ty, 2, 0)}', t(ty, 2, 0))
        f.case(f'stablehlo.concatenate {e}, {e}, dim = 0 : ({t(ty, 0)}, {t(ty, 0)}) -> {t(ty, 0)}', t(ty, 0))
        f.case(f'stablehlo.pad {e}, {s}, low = [2], high = [1], interior = [0] : ({t(ty, 0)}, {t(ty)}) -> {t(ty, 3)}', t(ty, 3))
        f.case(f'stablehlo.slice {e2} [1:3, 0:0] : ({t(ty, 3, 0)}) -> {t(ty, 2, 0)}', t(ty, 2, 0))
        f.case(f'stablehlo.reverse {e2}, dims = [0, 1] : {t(ty, 3, 0)}', t(ty, 3, 0))
        if ty != 'i1':
            f.case(f'"stablehlo.reduce"({e2}, {s}) {region(ty, "add")} {{dimensions = array<i64: 1>}} : ({t(ty, 3, 0)}, {t(ty)}) -> {t(ty, 3)}',
                   t(ty, 3))
            f.case(f'"stablehlo.reduce"({e2}, {s}) {region(ty, "add")} {{dimensions = array<i64: 0>}} : ({t(ty, 3, 0)}, {t(ty)}) -> {t(ty, 0)}',
                   t(ty, 0))
            f.case(f'"stablehlo.reduce"({s}, {s}) {region(ty, "add")} {{dimensions = array<i64>}} : ({t(ty)}, {t(ty)}) -> {t(ty)}', t(ty))
            f.case(f'"stablehlo.map"({s}, {s}) {region(ty, "multiply")} {{dimensions = array<i64>}} : ({t(ty)}, {t(ty)}) -> {t(ty)}', t(ty))
            f.case(f'stablehlo.dot_general {e2}, {e2}, contracting_dims = [1] x [1] : ({t(ty, 3, 0)}, {t(ty, 3, 0)}) -> {t(ty, 3, 3)}',
                   t(ty, 3, 3))
            f.case(f'stablehlo.dot_general {s}, {s}, contracting_dims = [] x [] : ({t(ty)}, {t(ty)}) -> {t(ty)}', t(ty))


def types():
    f = family('constants_iota')
    for ty in ALL:
        x, ty1 = f.value(ty, values(ty))
        f.case(f'stablehlo.optimization_barrier {x} : {ty1}', ty1)
        s, ts = f.value(ty, values(ty)[0])
        f.case(f'stablehlo.reshape {s} : ({ts}) -> {t(ty, 1)}', t(ty, 1))
        if ty not in ('i1', 'f8E8M0FNU'):
            f.case(f'stablehlo.iota dim = 0 : {t(ty, 2, 3)}' if ty not in ('i2', 'ui2') else f'stablehlo.iota dim = 0 : {t(ty, 2, 2)}',
                   t(ty, 2, 3) if ty not in ('i2', 'ui2') else t(ty, 2, 2))
    f = family('complex_parts')
    for ty in ('f32', 'f64'):
        x, tx = f.value(ty, values(ty) + special(ty))
        c = tx.replace(ty, f'complex<{ty}>')
        f.case(f'stablehlo.complex {x}, {x} : {c}', c)
        f.case(f'stablehlo.real {x} : {tx}', tx)
        f.case(f'stablehlo.imag {x} : {tx}', tx)
        z, tz = f.value(f'complex<{ty}>', values(f'complex<{ty}>'))
        r = tz.replace(f'complex<{ty}>', ty)
        f.case(f'stablehlo.real {z} : ({tz}) -> {r}', r)
        f.case(f'stablehlo.imag {z} : ({tz}) -> {r}', r)
        f.case(f'stablehlo.abs {z} : ({tz}) -> {r}', r, 1)
        for other in COMPLEX + ['i1', 'i32', 'ui8', 'f16', 'bf16', 'f32', 'f64']:
            to = tz.replace(f'complex<{ty}>', other)
            if other not in ('ui8',):
                f.case(f'stablehlo.convert {z} : ({tz}) -> {to}', to)
        for direction in ('EQ', 'NE'):
            f.case(f'stablehlo.compare {direction}, {z}, {z}, FLOAT : ({tz}, {tz}) -> {t("i1", 6)}', t('i1', 6))
        w = const(f, f'complex<{ty}>', (6,), '[(1.0, 2.0), (0.5, 0.5), (2.0, -1.0), (1.0, 0.0), (-1.5, 0.25), (3.0, 0.0)]')
        v = const(f, f'complex<{ty}>', (6,), '[(1.0, 1.0), (0.5, -0.5), (2.0, 0.0), (1.0, 3.0), (0.5, 0.25), (-1.0, 0.5)]')
        for op in ('power', 'divide', 'multiply', 'atan2', 'remainder'):
            f.case(f'stablehlo.{op} {w}, {v} : {tz}', tz, 4)
        for op in ('sign', 'tan', 'cbrt', 'is_finite'):
            if op == 'is_finite':
                continue
            f.case(f'stablehlo.{op} {w} : {tz}', tz, 4)
    f = family('total_order')
    for ty in FLOATS:
        v = values(ty) + special(ty)
        pairs = [(a, b) for a in v for b in v]
        x, tx = f.value(ty, [a for a, _ in pairs])
        y, _ = f.value(ty, [b for _, b in pairs])
        for direction in ('EQ', 'NE', 'LT', 'GE'):
            f.case(f'stablehlo.compare {direction}, {x}, {y}, TOTALORDER : ({tx}, {tx}) -> {t("i1", len(pairs))}', t('i1', len(pairs)))
    f = family('bool_arithmetic')
    x = const(f, 'i1', (4,), '[true, true, false, false]')
    y = const(f, 'i1', (4,), '[true, false, true, false]')
    for op in ('add', 'multiply', 'maximum', 'minimum', 'and', 'or', 'xor'):
        f.case(f'stablehlo.{op} {x}, {y} : {t("i1", 4)}', t('i1', 4))
    f.case(f'stablehlo.not {x} : {t("i1", 4)}', t('i1', 4))
    f.case(f'stablehlo.clamp {x}, {y}, {x} : {t("i1", 4)}', t('i1', 4))
    for direction in ('EQ', 'NE', 'LT', 'LE', 'GT', 'GE'):
        f.case(f'stablehlo.compare {direction}, {x}, {y} : ({t("i1", 4)}, {t("i1", 4)}) -> {t("i1", 4)}', t('i1', 4))
    f = family('reduce_precision')
    for ty in FLOATS:
        x, tx = f.value(ty, values(ty) + special(ty))
        for e, m in ((5, 2), (4, 3), (8, 7), (2, 1), (1, 0), (5, 10), (8, 23), (11, 52), (3, 20)):
            f.case(f'stablehlo.reduce_precision {x}, format = e{e}m{m} : {tx}', tx)
    f = family('bitcast_floats')
    for a, b, dims, result in [('f8E5M2', 'i8', (4,), (4,)), ('i8', 'f8E4M3FN', (4,), (4,)), ('f8E4M3FN', 'ui16', (3, 2), (3,)),
                               ('ui16', 'f8E5M2', (3,), (3, 2)), ('f8E5M2', 'f8E4M3', (4,), (4,)), ('f8E3M4', 'f32', (2, 4), (2,)),
                               ('f32', 'f8E3M4', (2,), (2, 4)), ('f8E5M2', 'i4', (3,), (3, 2)), ('i4', 'f8E5M2', (3, 2), (3,)),
                               ('f4E2M1FN', 'i4', (4,), (4,)), ('ui4', 'f4E2M1FN', (4,), (4,)), ('i1', 'i1', (3,), (3,)),
                               ('complex<f32>', 'f32', (3,), (3, 2)), ('f32', 'complex<f32>', (3, 2), (3,)), ('complex<f32>', 'i64', (3,), (3,)),
                               ('complex<f64>', 'complex<f32>', (3,), (3, 2)), ('f64', 'complex<f32>', (3,), (3,)), ('f16', 'bf16', (4,), (4,)),
                               ('f64', 'i64', (4,), (4,)), ('ui64', 'f64', (4,), (4,)), ('i16', 'f16', (4,), (4,)), ('f8E8M0FNU', 'ui8', (4,), (4,)),
                               ('f64', 'f16', (2,), (2, 4)), ('i8', 'i64', (2, 8), (2,)), ('i64', 'ui8', (2,), (2, 8)), ('ui32', 'i32', (0,), (0,))]:
        x, tx = f.tensor(a, dims) if 0 not in dims else (const(f, a, dims, ''), t(a, *dims))
        f.case(f'stablehlo.bitcast_convert {x} : ({tx}) -> {t(b, *result)}', t(b, *result))
    f = family('clamp_scalars')
    for ty in INTEGERS + FLOATS + TINY_FLOATS[:3]:
        x, tx = f.value(ty, values(ty)[:4])
        low, s = f.value(ty, values(ty)[1])
        high, _ = f.value(ty, values(ty)[3])
        f.case(f'stablehlo.clamp {low}, {x}, {high} : ({s}, {tx}, {s}) -> {tx}', tx)
        f.case(f'stablehlo.clamp {x}, {x}, {high} : ({tx}, {tx}, {s}) -> {tx}', tx)
        f.case(f'stablehlo.clamp {low}, {low}, {low} : {s}', s)
    f = family('index_types')
    x, tx = f.tensor('f32', (3, 4))
    u, tu = f.tensor('f32', (2, 2))
    for ty in INTEGERS:
        one = const(f, ty, (), '1')
        s = t(ty)
        f.case(f'stablehlo.dynamic_slice {x}, {one}, {one}, sizes = [2, 2] : ({tx}, {s}, {s}) -> {t("f32", 2, 2)}', t('f32', 2, 2))
        f.case(f'stablehlo.dynamic_update_slice {x}, {u}, {one}, {one} : ({tx}, {tu}, {s}, {s}) -> {tx}', tx)
        f.case(f'"stablehlo.gather"({x}, {one}) {{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], '
               f'start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>}} : ({tx}, {s}) -> {t("f32", 4)}', t('f32', 4))
        row, tr = f.tensor('f32', (4,))
        f.case(f'"stablehlo.scatter"({x}, {one}, {row}) {region("f32", "add")} {{scatter_dimension_numbers = '
               f'#stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], '
               f'index_vector_dim = 0>}} : ({tx}, {s}, {tr}) -> {tx}', tx)
    for ty in SIGNED:
        for start in ('-1', '-2', '1'):
            i = const(f, ty, (), start)
            s = t(ty)
            f.case(f'stablehlo.dynamic_slice {x}, {i}, {i}, sizes = [2, 2] : ({tx}, {s}, {s}) -> {t("f32", 2, 2)}', t('f32', 2, 2))


def regions():
    f = family('reduce_regions')
    for ty in ['i8', 'ui32', 'i64', 'bf16', 'f32', 'f64']:
        s = t(ty)
        x, tx = f.tensor(ty, (2, 3, 2))
        z = const(f, ty, (), zero(ty))
        i = const(f, 'i32', (2, 3, 2), '[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]')
        zi = const(f, 'i32', (), '-1')
        kind = 'FLOAT' if ty in FLOATS else 'SIGNED' if ty in SIGNED else 'UNSIGNED'
        body = (f'({{\n  ^bb0(%a: {s}, %ai: tensor<i32>, %b: {s}, %bi: tensor<i32>):\n    %p = stablehlo.compare GT, %a, %b, {kind} : ({s}, {s}) -> '
                f'tensor<i1>\n    %m = stablehlo.select %p, %a, %b : tensor<i1>, {s}\n    %n = stablehlo.select %p, %ai, %bi : tensor<i1>, '
                f'tensor<i32>\n    stablehlo.return %m, %n : {s}, tensor<i32>\n  }})')
        for dims, out in (('1', (2, 2)), ('0, 2', (3,)), ('2, 1, 0', ())):
            f.case(f'"stablehlo.reduce"({x}, {i}, {z}, {zi}) {body} {{dimensions = array<i64: {dims}>}} : ({tx}, {t("i32", 2, 3, 2)}, {s}, '
                   f'tensor<i32>) -> ({t(ty, *out)}, {t("i32", *out)})', [t(ty, *out), t('i32', *out)])
        f.case(f'"stablehlo.reduce_window"({x}, {i}, {z}, {zi}) {body} {{window_dimensions = array<i64: 2, 2, 1>, window_strides = '
               f'array<i64: 1, 2, 1>, base_dilations = array<i64: 1, 2, 1>, window_dilations = array<i64: 1, 2, 1>, '
               f'padding = dense<[[0, 1], [2, -1], [0, 0]]> : tensor<3x2xi64>}} : ({tx}, {t("i32", 2, 3, 2)}, {s}, tensor<i32>) -> '
               f'({t(ty, 2, 2, 2)}, {t("i32", 2, 2, 2)})', [t(ty, 2, 2, 2), t('i32', 2, 2, 2)])
        last = f'({{\n  ^bb0(%a: {s}, %b: {s}):\n    stablehlo.return %b : {s}\n  }})'
        first = f'({{\n  ^bb0(%a: {s}, %b: {s}):\n    stablehlo.return %a : {s}\n  }})'
        constant = f'({{\n  ^bb0(%a: {s}, %b: {s}):\n    stablehlo.return {z} : {s}\n  }})'
        nested = (f'({{\n  ^bb0(%a: {s}, %b: {s}):\n    %p = stablehlo.compare GE, %a, %b, {kind} : ({s}, {s}) -> tensor<i1>\n'
                  f'    %m = "stablehlo.if"(%p) ({{\n      stablehlo.return %a : {s}\n    }}, {{\n      %q = stablehlo.add %a, %b : {s}\n'
                  f'      stablehlo.return %q : {s}\n    }}) : (tensor<i1>) -> {s}\n    stablehlo.return %m : {s}\n  }})')
        tensors = (f'({{\n  ^bb0(%a: {s}, %b: {s}):\n    %p = stablehlo.reshape %a : ({s}) -> {t(ty, 1)}\n    %q = stablehlo.reshape %b : ({s}) -> '
                   f'{t(ty, 1)}\n    %c = stablehlo.concatenate %p, %q, dim = 0 : ({t(ty, 1)}, {t(ty, 1)}) -> {t(ty, 2)}\n'
                   f'    %d = "stablehlo.slice"(%c) {{start_indices = array<i64: 1>, limit_indices = array<i64: 2>, strides = array<i64: 1>}} : '
                   f'({t(ty, 2)}) -> {t(ty, 1)}\n    %e = stablehlo.reshape %d : ({t(ty, 1)}) -> {s}\n    stablehlo.return %e : {s}\n  }})')
        for body in (last, first, constant, nested, tensors):
            f.case(f'"stablehlo.reduce"({x}, {z}) {body} {{dimensions = array<i64: 1>}} : ({tx}, {s}) -> {t(ty, 2, 2)}', t(ty, 2, 2))
            f.case(f'"stablehlo.reduce_window"({x}, {z}) {body} {{window_dimensions = array<i64: 2, 1, 2>}} : ({tx}, {s}) -> {t(ty, 1, 3, 1)}',
                   t(ty, 1, 3, 1))
            f.case(f'"stablehlo.map"({x}, {x}) {body} {{dimensions = array<i64: 0, 1, 2>}} : ({tx}, {tx}) -> {tx}', tx)
            ix = const(f, 'i64', (2, 1), '[[1], [0]]')
            u, tu = f.tensor(ty, (2, 3, 2))
            f.case(f'"stablehlo.scatter"({x}, {ix}, {u}) {body} {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], '
                   f'inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}} : ({tx}, tensor<2x1xi64>, {tu}) -> {tx}',
                   tx)
    f = family('sort_regions')
    for ty in [ty for ty in ALL if ty not in COMPLEX and ty != 'f8E8M0FNU']:
        s = t(ty)
        x, tx = f.tensor(ty, (3, 4))
        i = const(f, 'i32', (3, 4), '[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]')
        kind = 'FLOAT' if ty in FLOATS + TINY_FLOATS else 'SIGNED' if ty in SIGNED else 'UNSIGNED'
        for dim, direction in itertools.product((0, 1), ('LT', 'GT')):
            body = (f'({{\n  ^bb0(%a: {s}, %b: {s}, %ai: tensor<i32>, %bi: tensor<i32>):\n    %p = stablehlo.compare {direction}, %a, %b, {kind} : '
                    f'({s}, {s}) -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n  }})')
            f.case(f'"stablehlo.sort"({x}, {i}) {body} {{dimension = {dim} : i64, is_stable = true}} : ({tx}, {t("i32", 3, 4)}) -> ({tx}, '
                   f'{t("i32", 3, 4)})', [tx, t('i32', 3, 4)])
        # By the second value, then by the first one.
        body = (f'({{\n  ^bb0(%a: {s}, %b: {s}, %ai: tensor<i32>, %bi: tensor<i32>):\n    %e = stablehlo.compare EQ, %a, %b, {kind} : ({s}, {s}) -> '
                f'tensor<i1>\n    %p = stablehlo.compare GT, %ai, %bi, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n'
                f'    %q = stablehlo.compare LT, %a, %b, {kind} : ({s}, {s}) -> tensor<i1>\n    %r = stablehlo.select %e, %p, %q : tensor<i1>\n'
                f'    stablehlo.return %r : tensor<i1>\n  }})'.replace('select %e, %p, %q : tensor<i1>', 'select %e, %p, %q : tensor<i1>, tensor<i1>'))
        f.case(f'"stablehlo.sort"({x}, {i}) {body} {{dimension = -1 : i64, is_stable = true}} : ({tx}, {t("i32", 3, 4)}) -> ({tx}, '
               f'{t("i32", 3, 4)})', [tx, t('i32', 3, 4)])
    f = family('scatter_gather')
    for ty in ['i1', 'i4', 'i32', 'f8E5M2', 'bf16', 'f64', 'complex<f64>']:
        x, tx = f.tensor(ty, (2, 3, 4))
        b = const(f, 'i32', (2, 2, 2), '[[[0, 1], [2, 3]], [[1, 0], [-1, 5]]]')
        tb = t('i32', 2, 2, 2)
        f.case(f'"stablehlo.gather"({x}, {b}) {{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0], '
               f'start_indices_batching_dims = [0], start_index_map = [1, 2], collapsed_slice_dims = [1], index_vector_dim = 2>, slice_sizes = '
               f'array<i64: 1, 1, 2>, indices_are_sorted = false}} : ({tx}, {tb}) -> {t(ty, 2, 2, 2)}', t(ty, 2, 2, 2))
        f.case(f'"stablehlo.gather"({x}, {b}) {{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 3], start_index_map = [2, 0], '
               f'index_vector_dim = 1>, slice_sizes = array<i64: 1, 3, 2>}} : ({tx}, {tb}) -> {t(ty, 1, 3, 2, 2, 2)}', t(ty, 1, 3, 2, 2, 2))
        f.case(f'"stablehlo.gather"({x}, {b}) {{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1, 2], '
               f'start_index_map = [1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>}} : ({tx}, {tb}) -> {t(ty, 2, 2, 2)}',
               t(ty, 2, 2, 2))
        u, tu = f.tensor(ty, (2, 2, 2))
        s = t(ty)
        for op in (['add', 'multiply'] if ty != 'i1' else ['or', 'xor']):
            f.case(f'"stablehlo.scatter"({x}, {b}, {u}) {region(ty, op)} {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], '
                   f'inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], '
                   f'index_vector_dim = 2>, unique_indices = false}} : ({tx}, {tb}, {tu}) -> {tx}', tx, 1 if ty[0] in 'fbc' else None)
        two = (f'({{\n  ^bb0(%a: {s}, %b: tensor<i32>, %c: {s}, %d: tensor<i32>):\n    %e = stablehlo.add %b, %d : tensor<i32>\n'
               f'    stablehlo.return %c, %e : {s}, tensor<i32>\n  }})')
        i, ti = f.tensor('i32', (2, 3, 4))
        ui, tui = f.tensor('i32', (2, 2, 2))
        f.case(f'"stablehlo.scatter"({x}, {i}, {b}, {u}, {ui}) {two} {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], '
               f'inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], '
               f'index_vector_dim = 2>}} : ({tx}, {ti}, {tb}, {tu}, {tui}) -> ({tx}, {ti})', [tx, ti])
    f = family('select_and_scatter')
    for ty in ['i8', 'ui16', 'i64', 'f8E4M3FN', 'f16', 'f32', 'f64']:
        x, tx = f.tensor(ty, (4, 5))
        s = t(ty)
        z = const(f, ty, (), zero(ty))
        kind = 'FLOAT' if ty in FLOATS else 'SIGNED' if ty in SIGNED else 'UNSIGNED'
        compare = f'{{\n  ^bb0(%a: {s}, %b: {s}):\n    %p = stablehlo.compare GE, %a, %b, {kind} : ({s}, {s}) -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n  }}'
        src, tsrc = f.tensor(ty, (3, 4))
        f.case(f'"stablehlo.select_and_scatter"({x}, {src}, {z}) ({compare}, {region(ty, "add")[1:-1]}) {{window_dimensions = array<i64: 2, 2>, '
               f'window_strides = array<i64: 1, 1>}} : ({tx}, {tsrc}, {s}) -> {tx}', tx, 1 if ty in FLOATS else None)
        src, tsrc = f.tensor(ty, (3, 3))
        f.case(f'"stablehlo.select_and_scatter"({x}, {src}, {z}) ({compare}, {region(ty, "add")[1:-1]}) {{window_dimensions = array<i64: 2, 3>, '
               f'window_strides = array<i64: 2, 2>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>}} : ({tx}, {tsrc}, {s}) -> {tx}', tx,
               1 if ty in FLOATS else None)


def products():
    f = family('dot_general')
    pairs = [(ty, ty, ty) for ty in INTEGERS + FLOATS + COMPLEX] + [
        ('i8', 'i8', 'i32'), ('ui8', 'ui8', 'ui32'), ('i4', 'i4', 'i32'), ('bf16', 'bf16', 'f32'), ('f16', 'f16', 'f32'), ('f8E5M2', 'f8E5M2', 'f32'),
        ('f8E4M3FN', 'f8E5M2', 'f32'), ('f32', 'f32', 'f64'), ('i1', 'i1', 'i1')]
    for a, b, r in pairs:
        x, tx = f.tensor(a, (2, 2, 3))
        y, ty = f.tensor(b, (2, 3, 2))
        close = 2 if r[0] in 'fbc' else None
        f.case(f'stablehlo.dot_general {x}, {y}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({tx}, {ty}) -> {t(r, 2, 2, 2)}',
               t(r, 2, 2, 2), close)
        f.case(f'stablehlo.dot_general {x}, {y}, contracting_dims = [2, 0] x [1, 0] : ({tx}, {ty}) -> {t(r, 2, 2)}', t(r, 2, 2), close)
        f.case(f'stablehlo.dot_general {x}, {y}, batching_dims = [2] x [1], contracting_dims = [] x [] : ({tx}, {ty}) -> {t(r, 3, 2, 2, 2, 2)}',
               t(r, 3, 2, 2, 2, 2), close)
    f = family('convolution')
    pairs = [(ty, ty, ty) for ty in SIGNED[1:] + UNSIGNED[1:] + FLOATS + COMPLEX] + [('i8', 'i8', 'i32'), ('bf16', 'bf16', 'f32')]
    for a, b, r in pairs:
        close = 2 if r[0] in 'fbc' else None

        def conv(lhs, rhs, out, numbers, window, groups=(1, 1)):
            x, tx = f.tensor(a, lhs)
            k, tk = f.tensor(b, rhs)
            f.case(f'stablehlo.convolution({x}, {k}) dim_numbers = {numbers}, window = {{{window}}} {{batch_group_count = {groups[0]} : i64, '
                   f'feature_group_count = {groups[1]} : i64}} : ({tx}, {tk}) -> {t(r, *out)}', t(r, *out), close)
        conv((1, 4, 4, 1), (3, 3, 1, 1), (1, 2, 2, 1), '[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]', '')
        conv((2, 4, 1), (2, 1, 2), (2, 3, 2), '[b, 0, f]x[0, i, o]->[b, 0, f]', 'rhs_dilate = [1], reverse = [true]')
        conv((1, 4, 2), (2, 1, 4), (1, 6, 4), '[b, 0, f]x[0, i, o]->[b, 0, f]', 'lhs_dilate = [2]', (1, 2))
        conv((4, 4, 1), (2, 1, 2), (2, 3, 2), '[b, 0, f]x[0, i, o]->[b, 0, f]', '', (2, 1))
        conv((2, 3), (3, 2), (2, 2), '[b, f]x[i, o]->[b, f]', '')
        conv((1, 2, 3, 3), (2, 2, 2, 2), (1, 2, 3, 2), '[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]',
             'stride = [1, 2], pad = [[1, 0], [1, 1]], rhs_dilate = [1, 1]')
    f = family('batch_norm')
    for ty in WIDE_FLOATS:
        x, tx = f.tensor(ty, (2, 3, 2), ['1.0', '2.0', '-1.5', '0.5', '3.0', '-0.25', '1.5'])
        v, tv = f.tensor(ty, (3,), ['1.0', '0.5', '2.0'])
        f.case(f'"stablehlo.batch_norm_inference"({x}, {v}, {v}, {v}, {v}) {{epsilon = 0.001 : f32, feature_index = 1 : i64}} : ({tx}, {tv}, {tv}, {tv}, '
               f'{tv}) -> {tx}', tx, 4)
        f.case(f'"stablehlo.batch_norm_training"({x}, {v}, {v}) {{epsilon = 0.001 : f32, feature_index = 1 : i64}} : ({tx}, {tv}, {tv}) -> ({tx}, {tv}, {tv})',
               [tx, tv, tv], 4)
        f.case(f'"stablehlo.batch_norm_grad"({x}, {v}, {v}, {v}, {x}) {{epsilon = 0.001 : f32, feature_index = 1 : i64}} : ({tx}, {tv}, {tv}, {tv}, {tx}) '
               f'-> ({tx}, {tv}, {tv})', [tx, tv, tv], 16)


def dynamic():
    for index in ('i32', 'i64', 'i8', 'ui32', 'ui64', 'i16'):
        f = family('dynamic_' + index)
        for ty in ['i1', 'i4', 'ui8', 'i64', 'f8E5M2', 'f16', 'f32', 'complex<f32>']:
            x, tx = f.tensor(ty, (2, 3))
            z = const(f, ty, (), zero(ty))
            vec = lambda *v: const(f, index, (len(v),), '[' + ', '.join(map(str, v)) + ']')
            n = lambda k: t(index, k)
            f.case(f'stablehlo.dynamic_reshape {x}, {vec(3, 2)} : ({tx}, {n(2)}) -> {t(ty, 3, 2)}', t(ty, 3, 2))
            f.case(f'stablehlo.dynamic_broadcast_in_dim {x}, {vec(2, 2, 3)}, dims = [1, 2] : ({tx}, {n(3)}) -> {t(ty, 2, 2, 3)}', t(ty, 2, 2, 3))
            if ty not in ('i1',):
                f.case(f'stablehlo.dynamic_iota {vec(2, 3)}, dim = 1 : ({n(2)}) -> {t(ty, 2, 3)}', t(ty, 2, 3))
            f.case(f'stablehlo.dynamic_pad {x}, {z}, {vec(1, 0)}, {vec(0, 1)}, {vec(1, 2)} : ({tx}, {t(ty)}, {n(2)}, {n(2)}, {n(2)}) -> {t(ty, 4, 8)}',
                   t(ty, 4, 8))
            f.case(f'"stablehlo.real_dynamic_slice"({x}, {vec(0, 1)}, {vec(2, 3)}, {vec(1, 1)}) : ({tx}, {n(2)}, {n(2)}, {n(2)}) -> {t(ty, 2, 2)}',
                   t(ty, 2, 2))
            rows = const(f, index, (2, 1), '[[1], [0]]')
            f.case(f'"stablehlo.dynamic_gather"({x}, {rows}, {vec(1, 3)}) {{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
                   f'collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}} : ({tx}, {t(index, 2, 1)}, {n(2)}) -> {t(ty, 2, 3)}',
                   t(ty, 2, 3))
            f.case(f'stablehlo.get_dimension_size {x}, dim = 1 : ({tx}) -> tensor<i32>', 'tensor<i32>')
            if ty not in ('i1',):
                l, tl = f.tensor(ty, (1, 4, 1))
                k, tk = f.tensor(ty, (2, 1, 1))
                pad = const(f, index, (1, 2), '[[1, 0]]')
                f.case(f'"stablehlo.dynamic_conv"({l}, {k}, {pad}) {{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, '
                       f'batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 1>}} : ({tl}, {tk}, {t(index, 1, 2)}) -> '
                       f'{t(ty, 1, 4, 1)}', t(ty, 1, 4, 1), 2 if ty[0] in 'fc' else None)


def control():
    f = family('control')
    for ty in ['i1', 'i4', 'ui16', 'i64', 'f8E5M2', 'bf16', 'f64', 'complex<f32>']:
        x, tx = f.tensor(ty, (2,))
        y, _ = f.tensor(ty, (2,), list(reversed(values(ty))))
        for index in ('0', '1', '2', '-1', '7'):
            i = const(f, 'i32', (), index)
            f.case(f'"stablehlo.case"({i}) ({{\n    stablehlo.return {x}, {i} : {tx}, tensor<i32>\n  }}, {{\n    stablehlo.return {y}, {i} : {tx}, tensor<i32>\n'
                   f'  }}, {{\n    %q = stablehlo.concatenate {x}, {y}, dim = 0 : ({tx}, {tx}) -> {t(ty, 4)}\n    %r = stablehlo.slice %q [1:3] : '
                   f'({t(ty, 4)}) -> {tx}\n    stablehlo.return %r, {i} : {tx}, tensor<i32>\n  }}) : (tensor<i32>) -> ({tx}, tensor<i32>)',
                   [tx, 'tensor<i32>'])
        for truth in ('true', 'false'):
            p = const(f, 'i1', (), truth)
            f.case(f'"stablehlo.if"({p}) ({{\n    stablehlo.return {x} : {tx}\n  }}, {{\n    stablehlo.return {y} : {tx}\n  }}) : (tensor<i1>) -> {tx}', tx)
        zero_, one, ten = (const(f, 'i64', (), n) for n in ('0', '1', '5'))
        f.case(f'"stablehlo.while"({zero_}, {x}, {y}) ({{\n  ^bb0(%a: tensor<i64>, %b: {tx}, %c: {tx}):\n    %p = stablehlo.compare LT, %a, {ten}, SIGNED : '
               f'(tensor<i64>, tensor<i64>) -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n  }}, {{\n  ^bb0(%a: tensor<i64>, %b: {tx}, %c: {tx}):\n'
               f'    %n = stablehlo.add %a, {one} : tensor<i64>\n    stablehlo.return %n, %c, %b : tensor<i64>, {tx}, {tx}\n  }}) : (tensor<i64>, {tx}, {tx}) -> '
               f'(tensor<i64>, {tx}, {tx})', ['tensor<i64>', tx, tx])
        f.case(f'stablehlo.optimization_barrier {x}, {y} : {tx}, {tx}', [tx, tx])
    f = family('tuples_tokens')
    x, tx = f.tensor('f32', (2,))
    i, ti = f.tensor('i32', (3,))
    tup = f'tuple<{tx}, tuple<{ti}, {tx}>>'
    inner = f'tuple<{ti}, {tx}>'
    f.lines += [f'  %cinner = stablehlo.tuple {i}, {x} : {inner}', f'  %cpair = stablehlo.tuple {x}, %cinner : {tup}',
                f'  %cback = stablehlo.get_tuple_element %cpair[1] : ({tup}) -> {inner}',
                f'  %ctoken = stablehlo.create_token : !stablehlo.token',
                f'  %cafter = stablehlo.after_all %ctoken, %ctoken : !stablehlo.token']
    f.case(f'stablehlo.get_tuple_element %cback[0] : ({inner}) -> {ti}', ti)
    f.case(f'stablehlo.get_tuple_element %cpair[0] : ({tup}) -> {tx}', tx)


def processes():
    f = family('collectives')

    def together(name, ty, dims, out, body, grid, more=''):
        """One function in all processes of a grid."""
        f.functions += f'func.func private @{name}(%x: {t(ty, *dims)}) -> {t(ty, *out)} {{\n{body}\n  return %r : {t(ty, *out)}\n}}\n'
        rows = ', '.join('[' + ', '.join([f'@{name}'] * grid[1]) + ']' for _ in range(grid[0]))
        count = grid[0] * grid[1]
        xs = [f.tensor(ty, dims, values(ty)[i % len(values(ty)):] + values(ty)[:i % len(values(ty))])[0] for i in range(count)]
        f.case(f'"interpreter.run_parallel"({", ".join(xs)}) {{programs = [{rows}]}} : ({", ".join([t(ty, *dims)] * count)}) -> '
               f'({", ".join([t(ty, *out)] * count)})', [t(ty, *out)] * count, 1 if ty[0] in 'fb' else None)

    number = itertools.count()
    for ty in ['i1', 'i8', 'ui32', 'i64', 'f16', 'f32', 'f64']:
        op = 'or' if ty == 'i1' else 'add'
        reduce = f'({{\n  ^bb0(%a: {t(ty)}, %b: {t(ty)}):\n    %s = stablehlo.{op} %a, %b : {t(ty)}\n    stablehlo.return %s : {t(ty)}\n  }})'
        x = t(ty, 2, 2)
        groups = [((2, 1), '[[0, 1]]', '1x2', ''), ((2, 2), '[[0, 1]]', '1x2', ''), ((4, 1), '[[0, 2], [1, 3]]', '2x2', ''),
                  ((2, 2), '[[0, 1]]', '1x2', ', channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>'),
                  ((2, 2), '[[0, 1], [2, 3]]', '2x2', ', channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids'),
                  ((2, 2), '[[0, 3, 1, 2]]', '1x4', ', channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids')]
        for grid, ids, shape, more in groups:
            size = int(shape.split('x')[1]) * (grid[1] if 'handle' in more and 'global' not in more else 1)
            g = f'replica_groups = dense<{ids}> : tensor<{shape}xi64>{more}'
            together(f'reduce{next(number)}', ty, (2, 2), (2, 2), f'  %r = "stablehlo.all_reduce"(%x) {reduce} {{{g}}} : ({x}) -> {x}', grid)
            together(f'gather{next(number)}', ty, (2, 2), (2, 2 * size), f'  %r = "stablehlo.all_gather"(%x) {{all_gather_dim = 1 : i64, {g}}} : ({x}) -> {t(ty, 2, 2 * size)}', grid)
            if size == 2:
                together(f'scatter{next(number)}', ty, (2, 2), (2, 1), f'  %r = "stablehlo.reduce_scatter"(%x) {reduce} {{scatter_dimension = 1 : i64, {g}}} : ({x}) -> {t(ty, 2, 1)}', grid)
                if 'global' not in more:
                    together(f'all{next(number)}', ty, (2, 2), (4, 1), f'  %r = "stablehlo.all_to_all"(%x) {{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, {g}}} : ({x}) -> {t(ty, 4, 1)}', grid)
                    together(f'broadcast{next(number)}', ty, (2, 2), (2, 2), f'  %r = "stablehlo.collective_broadcast"(%x) {{{g}}} : ({x}) -> {x}', grid)
        for grid, pairs, n, more in [((3, 1), '[[0, 1], [1, 2]]', 2, ''), ((2, 2), '[[0, 1], [1, 0]]', 2, ', channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>')]:
            together(f'permute{next(number)}', ty, (2, 2), (2, 2), f'  %r = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<{pairs}> : tensor<{n}x2xi64>{more}}} : ({x}) -> {x}', grid)
    for name in ('replica_id', 'partition_id'):
        together(f'{name}_of', 'ui32', (), (), f'  %r = stablehlo.{name} : tensor<ui32>', (2, 3))


def all_families():
    for part in (shapes, types, regions, products, dynamic, control, processes):
        part()
