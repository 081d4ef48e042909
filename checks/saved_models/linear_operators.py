"""Linear operators."""

import tensorflow as tf

from .cases import Cases, f32


def operators(add):
    l = tf.linalg
    spd = lambda x: tf.matmul(x, x, transpose_b=True) + tf.eye(tf.shape(x)[-1])[None] * 4.
    def all_of(o, x):
        return (o.to_dense(), o.matmul(x), o.matmul(x, adjoint=True), o.solve(x), o.log_abs_determinant(), o.diag_part(), o.trace(), o.matvec(x[..., 0]))
    x = f32(2, 4, 4)
    y = f32(3, 4, 4)
    makes = {
        "identity": lambda x: l.LinearOperatorScaledIdentity(4, x[:, 0, 0] + 2.),
        "full": lambda x: l.LinearOperatorFullMatrix(spd(x), is_self_adjoint=True, is_positive_definite=True),
        "composition": lambda x: l.LinearOperatorComposition([l.LinearOperatorFullMatrix(spd(x)), l.LinearOperatorDiag(x[:, 0] + 3.)]),
        "inversion": lambda x: l.LinearOperatorInversion(l.LinearOperatorFullMatrix(spd(x))),
        "adjoint": lambda x: l.LinearOperatorAdjoint(l.LinearOperatorFullMatrix(spd(x) + x)),
        "block": lambda x: l.LinearOperatorBlockDiag([l.LinearOperatorFullMatrix(spd(x)[:, :2, :2]), l.LinearOperatorDiag(x[:, 0, :2] + 3.)]),
        "update": lambda x: l.LinearOperatorLowRankUpdate(l.LinearOperatorDiag(x[:, 0] ** 2 + 3., is_self_adjoint=True, is_positive_definite=True), x[:, :, :2], is_diag_update_positive=True),
        "permutation": lambda x: l.LinearOperatorPermutation(tf.argsort(x[:, 0]), dtype=tf.float32),
        "lower": lambda x: l.LinearOperatorLowerTriangular(tf.linalg.cholesky(spd(x))),
        "tridiagonal": lambda x: l.LinearOperatorTridiag(tf.stack([x[:, 0], x[:, 1] + 4., x[:, 2]], -2), "compact"),
    }
    for name, make in makes.items():
        add(f"operator.{name}", lambda x, make=make: all_of(make(x), x), x, y)
    c = lambda x: tf.cast(x, tf.complex64)
    add("operator.circulant2", lambda x: (lambda o: (o.to_dense(), o.matvec(tf.ones([16], tf.complex64))))(l.LinearOperatorCirculant2D(c(x[0]) + 3.)), x, y)
    add("operator.eigh_tridiagonal", lambda x: tf.linalg.eigh_tridiagonal(x[0, 0], x[0, 1, :3]), x, y)
    add("operator.lower_blocks", lambda x: l.LinearOperatorBlockLowerTriangular([[l.LinearOperatorFullMatrix(spd(x))], [l.LinearOperatorFullMatrix(x), l.LinearOperatorDiag(x[:, 0] + 3.)]]).solve(tf.concat([x, x], 1)), x, y)


def cases():
    collected = Cases()
    operators(collected.function)
    return collected
