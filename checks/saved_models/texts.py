"""Strings, records, ragged and sparse tensors, lookup tables."""

import base64
import gzip
import zlib

import numpy as np
import tensorflow as tf

from .cases import Cases, f32, ints, text

WORDS = text("Hello, World", "", "  two  words ", "äöü ÄÖ ß", "日本語 text", "a,b;c", "123")
MORE = text("one", "TWO three", "\tx\n")


def strings(add):
    s = tf.strings
    add("strings.case", lambda x: (s.lower(x), s.upper(x), s.lower(x, encoding="utf-8"), s.upper(x, encoding="utf-8"), s.strip(x)), WORDS, MORE)
    add("strings.length", lambda x: (s.length(x), s.length(x, "UTF8_CHAR"), s.substr(x, 0, 2), s.substr(s.join([x, "abcdef"]), 1, 3, "UTF8_CHAR"), s.substr(s.join([x, "abcdef"]), -3, 2)), WORDS, MORE)
    add("strings.substr_given", lambda x, i: s.substr(s.join([x, "abcdefghij"]), i, i + 1), (WORDS, ints(4, 7)), (MORE, ints(4, 3)))
    add("strings.join", lambda x: (s.join([x, "-", x]), s.join([x, x], ", "), s.reduce_join(x), s.reduce_join(x[None], 1, separator="|", keepdims=True), s.format("{} and {}", (x, tf.size(x)))), WORDS, MORE)
    add("strings.split", lambda x: (s.split(x), s.split(x, ","), s.split(x, maxsplit=1), tf.compat.v1.string_split(x), tf.compat.v1.string_split(x, " ", skip_empty=False), s.bytes_split(x)), WORDS, MORE)
    add("strings.regex", lambda x: (s.regex_replace(x, r"[a-z]+", "<\\0>"), s.regex_replace(x, r"\s", "", replace_global=False), s.regex_full_match(x, r"\w+"), s.regex_replace(x, r"(\w)(\w)", r"\2\1"), s.regex_replace(x, r"[!\"#$%&()\*\+,-\./:;<=>?@\[\\\]^_`{|}~\']", "")), WORDS, MORE)
    add("strings.regex_unicode", lambda x: (s.regex_replace(x, r"\p{L}+", "L"), s.regex_replace(x, r"[[:punct:]]", "!"), s.regex_replace(x, r"(?i)hello", "bye"), s.regex_replace(x, r"\bw", "v")), WORDS, MORE)
    add("strings.regex_given", lambda x, p: (tf.raw_ops.RegexReplace(input=x, pattern=p, rewrite="_"), tf.raw_ops.RegexFullMatch(input=x, pattern=p)), (WORDS, text("[a-z]")[0]), (MORE, text("o.e")[0]))
    for kind in (tf.float32, tf.float64, tf.int32, tf.int64, tf.uint32, tf.uint64):
        given = text("1", " 25 ", "300") if kind.is_integer else text("1.5", "-2e3", "inf", " 7 ", "1e-40", "nan")
        add(f"strings.to_number.{kind.name}", lambda x, kind=kind: s.to_number(x, kind), given, given[:2])
    numbers = [np.float32, np.float64, np.float16, np.int32, np.int64, np.int8, np.uint8, np.int16, np.uint16, np.uint32, np.uint64, np.bool_, np.complex64, np.complex128]
    for kind in numbers:
        given = np.array([0, 1, 1.5, 100.25, 3.14159274, 2] if np.dtype(kind).kind in "fc" else [0, 1, 99]).astype(kind)
        add(f"strings.as_string.{np.dtype(kind).name}", lambda x: s.as_string(x), given, given[:2])
        if np.dtype(kind).kind == "f" and kind != np.float16:
            add(f"strings.as_string_options.{np.dtype(kind).name}", lambda x: (s.as_string(x, 2), s.as_string(x, scientific=True), s.as_string(x, shortest=True), s.as_string(x, width=12, fill="0"), s.as_string(x, 3, width=10)), given * 1e5, given[:2] / 7)
        if np.dtype(kind).kind in "iu":
            add(f"strings.as_string_options.{np.dtype(kind).name}", lambda x: (s.as_string(x, width=5), s.as_string(x, width=5, fill="0"), s.as_string(x, width=5, fill="-")), given, given[:2])
    add("strings.hash", lambda x: (s.to_hash_bucket(x, 100), s.to_hash_bucket_fast(x, 100), s.to_hash_bucket_strong(x, 100, [1, 2]), tf.raw_ops.StringToHashBucket(string_tensor=x, num_buckets=7)), WORDS, MORE)
    add("strings.fingerprint", lambda x: (tf.fingerprint(x), tf.fingerprint(tf.strings.length(x))), WORDS, MORE)
    add("strings.unicode", lambda x: (s.unicode_decode(x, "UTF-8"), s.unicode_split(x, "UTF-8"), s.unicode_decode_with_offsets(x, "UTF-8"), s.unicode_split_with_offsets(x, "UTF-8"), s.unicode_encode(s.unicode_decode(x, "UTF-8"), "UTF-8"), s.unicode_script(s.unicode_decode(x, "UTF-8").flat_values)), WORDS, MORE)
    add("strings.transcode", lambda x: (s.unicode_transcode(x, "UTF-8", "UTF-16-BE"), s.unicode_transcode(x, "ISO-8859-1", "UTF-8"), s.unicode_transcode(x, "UTF-8", "UTF-32-BE")), WORDS, MORE)
    add("strings.transcode_bad", lambda x: (s.unicode_transcode(x, "UTF-8", "UTF-8"), s.unicode_transcode(x, "UTF-8", "UTF-8", errors="ignore"), s.unicode_transcode(x, "UTF-8", "UTF-8", errors="replace", replacement_char=63, replace_control_characters=True)), np.array([b"a\xffb", b"\x01ok", b"\xe6\x97"], object))
    add("strings.ngrams", lambda x: (s.ngrams(s.split(x), 2), s.ngrams(s.split(x), [1, 3], "_", pad_values=("<", ">")), s.ngrams(s.split(x), 2, preserve_short_sequences=True)), WORDS, MORE)
    add("strings.base64", lambda x: (tf.io.encode_base64(x), tf.io.encode_base64(x, pad=True), tf.io.decode_base64(tf.io.encode_base64(x))), WORDS, MORE)
    add("strings.compare", lambda x: (x == "one", x != "one", tf.unique(x), tf.where(x == "", "empty", x), tf.gather(x, [1, 0]), tf.concat([x, x], 0), tf.stack([x, x]), tf.reverse(x, [0]), tf.tile(x, [2]), tf.reshape(x, [-1, 1]), tf.fill([2], x[0]), tf.boolean_mask(x, x != ""), x[1:], tf.pad(x, [[1, 1]], constant_values="p"), tf.broadcast_to(x, [2, tf.size(x)]), tf.expand_dims(x, 0), tf.transpose(x[None]), tf.roll(x, 1, 0), tf.repeat(x, 2), tf.zeros_like(x), tf.scatter_nd([[0], [2]], x[:2], [4]), tf.tensor_scatter_nd_update(x, [[0]], ["z"])), WORDS, MORE)
    add("strings.edit_distance", lambda a, b: (tf.edit_distance(tf.sparse.from_dense(a), tf.sparse.from_dense(b)), tf.edit_distance(tf.sparse.from_dense(a), tf.sparse.from_dense(b), False)), (ints(3, 2, 5) + 1, ints(3, 2, 5) + 1), (ints(3, 3, 4) + 1, ints(3, 3, 4) + 1))
    add("strings.static_regex", lambda x: (tf.raw_ops.StaticRegexFullMatch(input=x, pattern=".*o.*"), tf.raw_ops.StaticRegexReplace(input=x, pattern="o", rewrite="0")), WORDS, MORE)
    add("strings.debug", lambda x: (tf.debugging.assert_equal(tf.rank(x), 1), x)[1], WORDS, MORE)
    add("strings.segments", lambda x, i: tf.strings.unsorted_segment_join(x, i, 3, ","), (WORDS, ints(3, 7)), (MORE, ints(3, 3)))


def records(add):
    io = tf.io
    F = tf.train.Feature
    floats, integers, strings = (lambda *v: F(float_list=tf.train.FloatList(value=v)), lambda *v: F(int64_list=tf.train.Int64List(value=v)), lambda *v: F(bytes_list=tf.train.BytesList(value=v)))
    example = lambda **features: tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()
    examples = np.array([example(a=floats(1.5), b=integers(1, 2), c=strings(b"x", b"y"), d=floats(1, 2, 3)), example(b=integers(4, 5), c=strings(b"z"), d=floats())], object)
    more = np.array([example(a=floats(2.5), b=integers(1, 2), d=floats(1, 2))], object)
    described = {"a": io.FixedLenFeature([1], tf.float32, [0.5]), "b": io.FixedLenFeature([2], tf.int64), "c": io.VarLenFeature(tf.string), "d": io.RaggedFeature(tf.float32)}
    add("io.parse_example", lambda x: io.parse_example(x, described), examples, more)
    add("io.parse_single", lambda x: io.parse_single_example(x[0], described), examples, more)
    add("io.parse_sparse_feature", lambda x: io.parse_example(x, {"s": io.SparseFeature("b", "w", tf.float32, 9), "f": io.FixedLenSequenceFeature([], tf.int64, True)}), np.array([example(b=integers(1, 4), w=floats(.5, .25), f=integers(1)), example(f=integers(3, 4))], object))
    add("io.parse_ragged_partitions", lambda x: io.parse_example(x, {"r": io.RaggedFeature(tf.int64, "v", [io.RaggedFeature.RowLengths("n")])}), np.array([example(v=integers(1, 2, 3), n=integers(1, 2)), example(v=integers(4), n=integers(1))], object))
    sequence = tf.train.SequenceExample(context=tf.train.Features(feature={"n": integers(3)}), feature_lists=tf.train.FeatureLists(feature_list={
        "t": tf.train.FeatureList(feature=[floats(1, 2), floats(3, 4)]), "w": tf.train.FeatureList(feature=[strings(b"a", b"b"), strings(b"c")])})).SerializeToString()
    add("io.parse_sequence", lambda x: io.parse_single_sequence_example(x, {"n": io.FixedLenFeature([], tf.int64)}, {"t": io.FixedLenSequenceFeature([2], tf.float32), "w": io.VarLenFeature(tf.string)}), np.array(sequence, object))
    add("io.parse_sequences", lambda x: io.parse_sequence_example(x, {"n": io.FixedLenFeature([], tf.int64)}, {"t": io.FixedLenSequenceFeature([2], tf.float32), "w": io.RaggedFeature(tf.string)}), np.array([sequence, sequence], object))
    add("io.decode_csv", lambda x: (io.decode_csv(x, [1., 0, "none", tf.constant([], tf.int64)]), io.decode_csv(x, [0., tf.constant([7]), "", tf.constant([0], tf.int64)], select_cols=[0, 1, 2, 3], na_value="NA")), text("1.5,2,hello,7", '3,,"quo""ted, text",8'), text("4,5,,6"))
    add("io.decode_csv_options", lambda x: io.decode_csv(x, [0., "x"], field_delim=";", use_quote_delim=False, select_cols=[0, 2]), text('1.5;a;"b"', "2;c;d"))
    raw = np.array([ints(255, 8, dtype=np.uint8).tobytes() for _ in range(3)], object)
    add("io.decode_raw", lambda x: (io.decode_raw(x, tf.uint8), io.decode_raw(x, tf.int16), io.decode_raw(x, tf.int16, little_endian=False), io.decode_raw(x, tf.int64), io.decode_raw(x, tf.int16, fixed_length=4)), raw, raw[:1])
    add("io.json_example", lambda x: io.decode_json_example(x), text('{"features": {"feature": {"a": {"int64List": {"value": ["1"]}}}}}'))
    for kind in ("ZLIB", "GZIP"):
        data = b"some text, some text"
        add(f"io.decode_compressed.{kind}", lambda x, kind=kind: io.decode_compressed(io.decode_base64(x), kind), np.array([base64.urlsafe_b64encode(zlib.compress(data) if kind == "ZLIB" else gzip.compress(data))], object))
    add("io.parse_tensor", lambda x: (io.parse_tensor(io.serialize_tensor(x), tf.float32), tf.strings.length(io.serialize_tensor(x)) > 0), f32(2, 3), f32(1, 2))
    add("io.serialize_sparse", lambda x: (io.deserialize_many_sparse(io.serialize_many_sparse(tf.sparse.from_dense(x)), tf.float32), tf.shape(io.serialize_sparse(tf.sparse.from_dense(x)))), f32(2, 3), f32(1, 4))


def raggeds(add):
    r = tf.ragged
    rows = lambda x: tf.RaggedTensor.from_row_splits(x, [0, 2, 2, 5])
    x, y = f32(5), f32(5)
    add("ragged.make", lambda v, n: (tf.RaggedTensor.from_row_lengths(v, n), tf.RaggedTensor.from_row_lengths(v, n).value_rowids(), tf.RaggedTensor.from_row_lengths(v, n).to_tensor(), tf.RaggedTensor.from_row_lengths(v, n).to_sparse(), tf.RaggedTensor.from_row_lengths(v, n).row_starts(), tf.RaggedTensor.from_row_lengths(v, n).nrows(), tf.RaggedTensor.from_row_lengths(v, n).bounding_shape()), (f32(5), np.array([2, 0, 3])), (f32(4), np.array([4])))
    add("ragged.rowids", lambda v, i: tf.RaggedTensor.from_value_rowids(v, i, 4).to_tensor(-1.), (f32(5), np.array([0, 0, 2, 2, 2])), (f32(2), np.array([1, 3])))
    add("ragged.reduce", lambda v: tuple(getattr(tf, f"reduce_{f}")(rows(v), axis) for f in ("sum", "max", "min", "mean", "prod") for axis in (0, 1)), x, y)
    add("ragged.ops", lambda v: (tf.concat([rows(v), rows(v)], 1), tf.concat([rows(v), rows(v)], 0), tf.stack([rows(v), rows(v)]), tf.expand_dims(rows(v), 1), tf.tile(rows(v), [1, 2]), tf.reverse(rows(v), [1]), tf.gather(rows(v), [2, 0]), tf.where(rows(v) > 0., rows(v), -1.), rows(v) + rows(v), rows(v) * 2., tf.nn.relu(rows(v)), tf.cast(rows(v), tf.int32)), x, y)
    add("ragged.more", lambda v: (rows(v)[2], rows(v)[:, :1], rows(v)[1:], rows(v)[:, -1:], r.boolean_mask(rows(v), rows(v) > 0.), tf.one_hot(tf.cast(rows(v) * 3, tf.int32), 4).flat_values, tf.argmax(rows(v)[2:], 1), tf.size(rows(v)), tf.rank(rows(v)), tf.sort(rows(v)[2])), x, y)
    add("ragged.broadcast", lambda v: (rows(v) + tf.constant([[1.], [2.], [3.]]), tf.nn.softmax(rows(v).to_tensor()), rows(v) == rows(v), tf.math.floordiv(rows(v), .3)), x, y)
    add("ragged.cross", lambda v: (r.cross([rows(tf.as_string(v)), tf.constant([["a"], ["b"], ["c"]])]), r.cross_hashed([rows(tf.as_string(v)), tf.constant([["a"], ["b"], ["c"]])], 50)), ints(9, 5), ints(9, 5))
    add("ragged.range", lambda n: (r.range(n), r.range(tf.zeros_like(n), n, 2), r.range(0., tf.cast(n, tf.float32), 0.7)), np.array([3, 0, 2], np.int32), np.array([1], np.int32))
    add("ragged.segments", lambda n: (r.row_splits_to_segment_ids(n), r.segment_ids_to_row_splits([0, 0, 2])), np.array([0, 2, 5]), np.array([0, 3]))
    add("ragged.map", lambda v: (tf.map_fn(lambda row: tf.reduce_sum(row), rows(v), fn_output_signature=tf.float32), r.map_flat_values(tf.square, rows(v)), tf.map_fn(lambda row: row * 2., rows(v), fn_output_signature=tf.RaggedTensorSpec([None], tf.float32))), x, y)
    add("ragged.matmul", lambda v: (tf.matmul(tf.RaggedTensor.from_tensor(tf.reshape(v[:4], [1, 2, 2])), tf.RaggedTensor.from_tensor(tf.reshape(v[:4], [1, 2, 2]))),), x, y)
    add("ragged.nested", lambda v: (tf.RaggedTensor.from_nested_row_splits(v, [[0, 1, 3], [0, 2, 2, 5]]).to_tensor(), tf.reduce_sum(tf.RaggedTensor.from_nested_row_splits(v, [[0, 1, 3], [0, 2, 2, 5]]), 2), tf.RaggedTensor.from_nested_row_splits(v, [[0, 1, 3], [0, 2, 2, 5]]).merge_dims(0, 1), tf.RaggedTensor.from_nested_row_splits(v, [[0, 1, 3], [0, 2, 2, 5]])[:, :1]), x, y)
    add("ragged.stack_rows", lambda v: (r.stack([v[:2], v[2:]]), r.stack_dynamic_partitions(v, [0, 1, 1, 0, 2], 3)), x, y)
    add("ragged.from_tensor", lambda x: (tf.RaggedTensor.from_tensor(x, padding=0), tf.RaggedTensor.from_tensor(x, lengths=tf.ones([tf.shape(x)[0]], tf.int64))), ints(3, 3, 4), ints(3, 2, 5))
    add("ragged.dynamic_shape", lambda v: (tf.shape(rows(v)).static_lengths() is None or 0, tf.broadcast_to(tf.constant([[1.], [2.], [3.]]), tf.shape(rows(v))), tf.ones(tf.shape(rows(v)))), x, y)


def sparses(add):
    sp = tf.sparse
    dense = lambda *sizes: f32(*sizes) * (ints(2, *sizes) > 0)
    a, b = dense(3, 4).astype(np.float32), dense(2, 4).astype(np.float32)
    make = sp.from_dense
    add("sparse.convert", lambda x: (make(x), sp.to_dense(make(x), 7.), sp.to_indicator(make(tf.cast(x > 0, tf.int32)), 4), sp.reorder(make(x)), sp.transpose(make(x)), sp.reshape(make(x), [4, -1]), sp.expand_dims(make(x), 0), sp.slice(make(x), [0, 1], [2, 2]), sp.split(make(x), 2, 1), sp.concat(1, [make(x), make(x)]), sp.concat(0, [make(x), make(x)])), a, b)
    add("sparse.maths", lambda x: (sp.add(make(x), make(x)), sp.add(make(x), x), make(x) * x, make(x) / (x + 5.), sp.maximum(make(x), make(-x)), sp.minimum(make(x), make(-x)), sp.softmax(make(x)), sp.reduce_sum(make(x)), sp.reduce_sum(make(x), 1), sp.reduce_max(make(x), 1, True), sp.reduce_sum(make(x), 1, output_is_sparse=True), sp.map_values(tf.square, make(x))), a, b)
    add("sparse.matmul", lambda x: (sp.sparse_dense_matmul(make(x), tf.ones([4, 2])), sp.sparse_dense_matmul(make(x), x, adjoint_a=True), sp.sparse_dense_matmul(x, make(x), adjoint_b=True), tf.raw_ops.SparseMatMul(a=x, b=x, transpose_b=True)), a, b)
    add("sparse.rows", lambda x: (sp.fill_empty_rows(make(x), 1.), sp.retain(make(x), tf.cast(make(x).values > 0, tf.bool)), sp.reset_shape(make(x)), sp.reset_shape(make(x), [5, 6]), sp.mask(tf.IndexedSlices(x, tf.range(tf.shape(x)[0])), [0]).values), a, b)
    add("sparse.segments", lambda x, i, s: (sp.segment_sum(x, i, s), sp.segment_mean(x, i, s), sp.segment_sqrt_n(x, i, s), sp.segment_sum(x, i, s, 5), sp.segment_mean(x, i, s, 5)), (f32(5, 2), ints(5, 4), np.array([0, 0, 2, 3], np.int32)), (f32(3, 2), ints(3, 2), np.array([1, 1], np.int32)))
    add("sparse.cross", lambda x: (sp.cross([tf.as_string(x), tf.constant([["a"], ["b"]])]), sp.cross_hashed([tf.as_string(x), tf.constant([["a"], ["b"]])], 20)), ints(9, 2, 2), ints(9, 2, 3))
    add("sparse.eye", lambda n: (sp.eye(3, 4), tf.sparse.to_dense(sp.eye(3))), np.int32(1))
    add("sparse.csr", lambda x: (tf.raw_ops.CSRSparseMatrixToDense(sparse_input=tf.raw_ops.DenseToCSRSparseMatrix(dense_input=x, indices=tf.where(x != 0)), type=tf.float32)), a)
    add("sparse.bincount", lambda x: (sp.bincount(make(x)), sp.bincount(make(x), axis=-1, minlength=5), sp.bincount(x, axis=-1, binary_output=True)), ints(5, 3, 4), ints(5, 2, 3))
    add("sparse.strings", lambda x: (sp.to_dense(tf.compat.v1.string_split(x), "-"), tf.compat.v1.sparse_tensor_to_dense(tf.compat.v1.string_split(x), "?")), WORDS, MORE)
    add("sparse.merge", lambda i, v: tf.compat.v1.sparse_merge(tf.SparseTensor([[0, 0], [1, 0]], i, [2, 1]), tf.SparseTensor([[0, 0], [1, 0]], v, [2, 1]), 9), (ints(9, 2, dtype=np.int64), f32(2)))


def lookups(add):
    lookup = tf.lookup
    static = lambda keys, values, default: lambda: lookup.StaticHashTable(lookup.KeyValueTensorInitializer(tf.constant(keys), tf.constant(values)), default)
    for name, keys, values, default, query in (
            ("string_int64", ["a", "b"], np.array([5, 6]), -1, text("b", "c")), ("int64_string", np.array([5, 6]), ["a", "b"], "?", np.array([6, 9])), ("int64_float", np.array([5, 6]), np.float32([.5, .6]), -1., np.array([6, 9])),
            ("string_float", ["a", "b"], np.float32([.5, .6]), -1., text("b", "c")), ("int32_int32", np.int32([5, 6]), np.int32([7, 8]), 0, np.int32([6, 9])), ("string_string", ["a", "b"], ["x", "y"], "", text("b", "c")),
            ("int64_int64", np.array([5, 6]), np.array([7, 8]), 0, np.array([6, 9])), ("string_int32", ["a", "b"], np.int32([5, 6]), -1, text("b", "c")), ("string_double", ["a", "b"], np.float64([5, 6]), -1, text("b", "c")),
            ("int64_bool", np.array([5, 6]), [True, False], False, np.array([5, 9])), ("string_bool", ["a", "b"], [True, True], False, text("b", "c")), ("int32_float", np.int32([5, 6]), np.float32([.5, .6]), -1., np.int32([6, 9])), ("int32_string", np.int32([5, 6]), ["p", "q"], "-", np.int32([6, 9])), ("int64_int32", np.array([5, 6]), np.int32([7, 8]), 0, np.array([6, 9]))):
        add(f"lookup.static.{name}", lambda t, x: (t.lookup(x), t.size(), t[x]), query, query[:1], state=static(keys, values, default))
    add("lookup.export", lambda t, x: (tf.sort(t.export()[1]), t.lookup(x)), text("b", "c"), text("a"), state=static(["a", "b"], np.array([5, 6]), -1))
    add("lookup.static_vocabulary", lambda t, x: (t.lookup(x), t.size()), text("b", "z", "zz"), text("a"), state=lambda: lookup.StaticVocabularyTable(lookup.KeyValueTensorInitializer(tf.constant(["a", "b"]), tf.constant([0, 1], tf.int64)), 3))
    add("lookup.vocabulary_int", lambda t, x: t.lookup(x), np.array([5, 7, 1000]), np.array([8]), state=lambda: lookup.StaticVocabularyTable(lookup.KeyValueTensorInitializer(tf.constant([5, 6], tf.int64), tf.constant([0, 1], tf.int64)), 4, lookup_key_dtype=tf.int64))

    def dense():
        table = lookup.experimental.DenseHashTable(tf.int64, tf.float32, [0., 0.], -1, -2)
        table.insert(tf.constant([3, 4], tf.int64), [[1., 2.], [3., 4.]])
        return table
    add("lookup.dense", lambda t, x: (t.lookup(x), t.size()), np.array([3, 9]), np.array([4]), state=dense)

    def mutable():
        table = lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        table.insert(tf.constant(["a", "b"]), tf.constant([1, 2], tf.int64))
        return table

    def changed(table, x):
        before = table.lookup(x)
        table.insert(x, tf.range(tf.size(x, tf.int64)) + 10)
        table.remove(["a"])
        return before, table.lookup(tf.concat([x, ["a", "b"]], 0)), table.size(), tf.sort(table.export()[0])
    add("lookup.mutable", changed, text("a", "q"), text("b"), state=mutable)
    add("lookup.sparse", lambda t, x: tf.sparse.to_dense(t.lookup(tf.sparse.from_dense(x))), text("b", "", "a"), text("b"), state=static(["a", "b"], np.array([5, 6]), -1))
    add("lookup.ragged", lambda t, x: t.lookup(tf.strings.split(x)), text("b a", "", "a c"), text("b"), state=static(["a", "b"], np.array([5, 6]), -1))


def cases():
    collected = Cases()
    for group in (strings, records, raggeds, sparses, lookups):
        group(collected.function)
    return collected
