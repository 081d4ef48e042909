#!/usr/bin/env python3
"""Writes the models of scikit-learn, and of the domain ai.onnx.ml, in testdata/onnx: small models with arguments, and what ONNX Runtime computes.

    onnx_ml_cases.py FOLDER [more]

Needs onnx, onnxruntime, scikit-learn, skl2onnx and numpy; `more` writes larger and rarer models beside those that the repository carries. Each
model has a folder of its own: model.onnx, in0.npy …, out0.npy …"""

import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from skl2onnx import to_onnx
from skl2onnx.common.data_types import FloatTensorType, Int64TensorType
from sklearn import ensemble, linear_model, naive_bayes, neighbors, neural_network, pipeline, preprocessing, svm, tree
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer

FOLDER = pathlib.Path(sys.argv[1])
MORE = sys.argv[2:] == ["more"]
ML = "ai.onnx.ml"
random = np.random.default_rng(11)


def save(name, model, inputs):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    outputs = session.run(None, inputs)
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    for at, array in enumerate(inputs.values()):
        np.save(folder / f"in{at}.npy", array)
    for at, array in enumerate(outputs):
        if isinstance(array, list):
            # Maps from labels to numbers: the numbers in order.
            array = np.array([list(row.values()) for row in array], np.float32)
        np.save(folder / f"out{at}.npy", array)


def learned(name, model, x, y, dtype=np.float32, zipmap=False):
    model.fit(x, y)
    kind = {np.float32: FloatTensorType, np.int64: Int64TensorType}[dtype]
    settings = {"initial_types": [("x", kind([None, x.shape[1]]))], "target_opset": {"": 17, ML: 3}}
    try:
        onnx_model = to_onnx(model, options={id(model): {"zipmap": zipmap}}, **settings)
    except NameError:
        # Only classifiers make maps.
        onnx_model = to_onnx(model, **settings)
    save(name, onnx_model, {"x": x[:9].astype(dtype)})


def node(name, op, inputs, outputs=1, opset=3, before=(), constants=(), **attrs):
    """One node of the domain, behind others that make its inputs."""
    names = [f"x{i}" for i in range(len(inputs))]
    taken = ["z"] if before else names
    fixed = [numpy_helper.from_array(np.asarray(array), f"c{i}") for i, array in enumerate(constants)]
    made = helper.make_node(op, taken + ([] if before else [tensor.name for tensor in fixed]), [f"y{i}" for i in range(outputs)], domain=ML, name=f"the_{op}", **attrs)
    values = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), list(a.shape)) for n, a in zip(names, inputs)]
    results = [helper.make_empty_tensor_value_info(output) for output in made.output]
    graph = helper.make_graph([*before, made], name, values, results, fixed)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(ML, opset)]
    save(name, helper.make_model(graph, opset_imports=opsets, ir_version=8), dict(zip(names, inputs)))


def tree_attributes(trees, depth, features, kind, ids, modes=("BRANCH_LEQ",), missing=False, sign=True):
    """Full trees with thresholds and weights at random."""
    nodes = {key: [] for key in ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids", "falsenodeids", "missing_value_tracks_true")}
    leaves = {key: [] for key in ("treeids", "nodeids", "ids", "weights")}
    for number in range(trees):
        inner = 2**depth - 1
        for at in range(2 ** (depth + 1) - 1):
            leaf = at >= inner
            row = (number, at, 0 if leaf else int(random.integers(features)), 0.0 if leaf else float(random.integers(-2, 3)) / 2)
            row += ("LEAF" if leaf else str(random.choice(modes)), 0 if leaf else 2 * at + 1, 0 if leaf else 2 * at + 2, int(missing and random.integers(2)))
            for key, value in zip(nodes, row):
                nodes[key].append(value)
            for target in ids if leaf else ():
                weight = float(np.float32(random.normal() if sign else abs(random.normal()) / trees))
                for key, value in zip(leaves, (number, at, target, weight)):
                    leaves[key].append(value)
    return {**{f"nodes_{key}": value for key, value in nodes.items()}, **{f"{kind}_{key}": value for key, value in leaves.items()}}


ALL_MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")


def trees():
    x = (random.integers(-4, 5, size=(9, 4)) / 2).astype(np.float32)
    x[2, 1] = x[5, 0] = np.nan
    regressor, classifier = "TreeEnsembleRegressor", "TreeEnsembleClassifier"
    node("ml_trees_modes", regressor, [x], n_targets=2, **tree_attributes(5, 3, 4, "target", [0, 1], ALL_MODES, missing=True), base_values=[0.5, -1.0], post_transform="SOFTMAX")
    for aggregate in ("AVERAGE", "MIN", "MAX"):
        node(f"ml_trees_{aggregate.lower()}", regressor, [x], n_targets=2, aggregate_function=aggregate, base_values=[0.5, -1.0], **tree_attributes(3, 2, 4, "target", [0, 1]))
    node("ml_trees_classes", classifier, [x], 2, classlabels_int64s=[7, 3, 5], post_transform="SOFTMAX_ZERO", **tree_attributes(3, 2, 4, "class", [0, 2]))
    node("ml_trees_sign", classifier, [x], 2, classlabels_int64s=[7, 3], post_transform="LOGISTIC", base_values=[0.1], **tree_attributes(3, 2, 4, "class", [0]))
    node("ml_trees_second", classifier, [x], 2, classlabels_int64s=[7, 3], **tree_attributes(3, 2, 4, "class", [1], sign=False))
    if MORE:
        for post in ("NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"):
            for ids, labels in (([0], [3, 1]), ([0, 1, 2], [3, 1, 2]), ([1, 2], [3, 1, 2, 0])):
                for sign in (True, False):
                    for base in ([], [0.1, 0.2, 0.3, 0.4][: 1 if len(labels) == 2 else len(labels)]):
                        attrs = tree_attributes(4, 3, 4, "class", ids, ALL_MODES, True, sign)
                        if base:
                            attrs["base_values"] = base
                        node(f"ml_more_{post}_{len(ids)}{len(labels)}_{sign}_{len(base)}", classifier, [x], 2, classlabels_int64s=labels, post_transform=post, **attrs)
        many = random.normal(size=(1000, 4)).astype(np.float32)
        node("ml_more_batch", regressor, [many], n_targets=1, **tree_attributes(40, 6, 4, "target", [0]))
        wide = tree_attributes(4, 3, 4, "target", [0])
        for key in ("nodes_values", "target_weights"):
            wide[f"{key}_as_tensor"] = helper.make_tensor(key, 11, [len(wide[key])], wide.pop(key))
        node("ml_more_double", regressor, [x.astype(np.float64)], n_targets=1, **wide)
        node("ml_more_ints", classifier, [np.nan_to_num(x).astype(np.int64)], 2, classlabels_int64s=[7, 3], **tree_attributes(3, 2, 4, "class", [0]))
    # The example of version 5: a test for membership, and leaves apart from decisions.
    tensor = lambda name, kind, values: helper.make_tensor(name, kind, [len(values)], values)
    node(
        "ml_trees_members", "TreeEnsemble", [np.array([[1.2, 3.4], [0.5, -0.12], [2.0, 1.7], [7.0, 0.1], [3.0, np.nan]], np.float32).round(1)], opset=5,
        aggregate_function=1, post_transform=0, n_targets=2, tree_roots=[0], membership_values=tensor("m", 1, [1.2, 3.7, 8.0, 0.5, np.nan, 12.0, 7.0, np.nan]),
        nodes_featureids=[0, 0, 0], nodes_modes=tensor("n", 2, [6, 6, 0]), nodes_splits=tensor("s", 1, [0.0, 0.0, 2.5]), nodes_truenodeids=[0, 1, 3], nodes_trueleafs=[1, 1, 1],
        nodes_falsenodeids=[1, 2, 2], nodes_falseleafs=[0, 0, 1], leaf_targetids=[0, 1, 0, 1], leaf_weights=tensor("w", 1, [1.0, 10.0, 1000.0, 100.0]),
    )


def features():
    x = random.normal(size=(4, 3)).astype(np.float32)
    holes = x.copy()
    holes[1, 2] = holes[3, 0] = np.nan
    letters = helper.make_node("Gather", ["letters", "x0"], ["z"])
    words = np.array(["b", "zz", "", "a"], object)
    constant = helper.make_node("Constant", [], ["letters"], value=numpy_helper.from_array(words))
    places = np.array([[0, 1], [3, 2]])
    strings = [constant, letters]
    node("ml_scaler", "Scaler", [x], offset=[1.0, 2.0, -1.0], scale=[2.0, 0.5, 3.0])
    for norm in ("MAX", "L1", "L2"):
        node(f"ml_normalizer_{norm.lower()}", "Normalizer", [np.vstack([x, np.zeros((1, 3), np.float32)])], norm=norm)
    node("ml_binarizer", "Binarizer", [x], threshold=0.2)
    node("ml_imputer", "Imputer", [holes], imputed_value_floats=[1.0, 2.0, 3.0], replaced_value_float=float("nan"))
    node("ml_imputer_ints", "Imputer", [places], imputed_value_int64s=[9], replaced_value_int64=0)
    node("ml_columns", "ArrayFeatureExtractor", [x], constants=[np.array([2, 0, 2])])
    node("ml_vectorizer", "FeatureVectorizer", [x, x[:, :2]], inputdimensions=[3, 2])
    node("ml_labels_of_strings", "LabelEncoder", [places], before=strings, opset=2, keys_strings=["zz", "a", "b", "a"], values_int64s=[3, 4, 5, 6], default_int64=-7)
    node("ml_labels_without_nan", "LabelEncoder", [holes], opset=2, keys_floats=[float("nan"), float(x[0, 0])], values_floats=[1.5, 2.5])
    node("ml_labels_of_floats", "LabelEncoder", [holes], opset=4, keys_floats=[float("nan"), float(x[0, 0]), float(x[2, 1])], values_floats=[1.5, 2.5, 3.5])
    node("ml_categories", "CategoryMapper", [places], before=strings, cats_strings=["b", "a"], cats_int64s=[10, 11])
    node("ml_one_hot_strings", "OneHotEncoder", [places], before=strings, cats_strings=["zz", "a", "b"], zeros=1)
    node("ml_one_hot", "OneHotEncoder", [places], cats_int64s=[3, 0, 1], zeros=1)


def linear():
    x = random.normal(size=(5, 3)).astype(np.float32)
    one, three = [0.5, -1.0, 2.0], random.normal(size=9).astype(np.float32).tolist()
    for post in ("NONE", "LOGISTIC", "SOFTMAX"):
        node(f"ml_linear_two_{post.lower()}", "LinearClassifier", [x], 2, coefficients=one, intercepts=[0.1], classlabels_ints=[4, 9], post_transform=post)
    node("ml_linear_three", "LinearClassifier", [x], 2, coefficients=three, intercepts=[0.1, 0.2, 0.3], classlabels_ints=[4, 9, 2], post_transform="SOFTMAX")
    node("ml_linear_targets", "LinearRegressor", [x], coefficients=three[:6], intercepts=[0.1, 0.2], targets=2)
    vectors = random.normal(size=12).astype(np.float32).tolist()
    for kernel, parameters in (("RBF", [0.4, 0.0, 3.0]), ("POLY", [0.4, 1.0, 3.0]), ("SIGMOID", [0.4, 0.5, 3.0]), ("LINEAR", [0.0, 0.0, 0.0])):
        node(f"ml_svr_{kernel.lower()}", "SVMRegressor", [x], kernel_type=kernel, kernel_params=parameters, support_vectors=vectors, coefficients=[1.0, -2.0, 0.5, 0.7], n_supports=4, rho=[0.3])


def models():
    x = random.normal(size=(80, 4)).astype(np.float32)
    number = x[:, 0] * 2 - x[:, 1] + x[:, 2] * x[:, 3]
    two, three = (number > 0).astype(np.int64), np.digitize(number, [-1, 1])
    small = {"random_state": 0}
    learned("ml_forest", ensemble.RandomForestClassifier(4, max_depth=3, **small), x, three)
    learned("ml_forest_maps", ensemble.RandomForestClassifier(3, max_depth=3, **small), x, two, zipmap=True)
    learned("ml_boosting", ensemble.GradientBoostingClassifier(n_estimators=4, max_depth=2, **small), x, two)
    learned("ml_boosting_three", ensemble.GradientBoostingClassifier(n_estimators=3, max_depth=2, **small), x, three)
    learned("ml_boosting_regressor", ensemble.GradientBoostingRegressor(n_estimators=4, max_depth=2, **small), x, number)
    mixed = np.hstack([x[:, :2], random.integers(0, 4, size=(80, 1)).astype(np.float32)])
    columns = ColumnTransformer([
        ("numbers", pipeline.make_pipeline(SimpleImputer(), preprocessing.StandardScaler()), [0, 1]),
        ("categories", preprocessing.OneHotEncoder(handle_unknown="ignore"), [2]),
    ])
    learned("ml_pipeline", pipeline.make_pipeline(columns, linear_model.LogisticRegression()), mixed, two)
    learned("ml_support_vectors", pipeline.make_pipeline(preprocessing.MinMaxScaler(), svm.SVR()), x[:30], number[:30])
    learned("ml_svc", svm.SVC(probability=True, **small), x[:40], three[:40])
    learned("ml_svc_pairs", svm.SVC(kernel="linear"), x[:40], three[:40])
    if MORE:
        for name, model, y in [
            ("tree", tree.DecisionTreeClassifier(**small), three), ("tree_regressor", tree.DecisionTreeRegressor(**small), number),
            ("forest_two", ensemble.RandomForestClassifier(50, **small), two), ("forest_regressor", ensemble.RandomForestRegressor(30, **small), number),
            ("histograms", ensemble.HistGradientBoostingClassifier(max_iter=4, max_depth=3, **small), two), ("extra", ensemble.ExtraTreesClassifier(20, **small), three), ("histograms_regressor", ensemble.HistGradientBoostingRegressor(**small), number),
            ("isolation", ensemble.IsolationForest(n_estimators=10, **small), number), ("bagging", ensemble.BaggingClassifier(n_estimators=4, **small), two),
            ("adaboost", ensemble.AdaBoostClassifier(n_estimators=4, **small), two), ("logistic", linear_model.LogisticRegression(), three),
            ("ridge", linear_model.Ridge(), number), ("lasso", linear_model.Lasso(0.01), number), ("sgd", linear_model.SGDClassifier(**small), three),
            ("perceptron", neural_network.MLPClassifier((8,), max_iter=50, **small), three), ("bayes", naive_bayes.GaussianNB(), three),
            ("neighbors", neighbors.KNeighborsClassifier(3), three), ("neighbors_regressor", neighbors.KNeighborsRegressor(3), number),
            ("linear_svc", svm.LinearSVC(), three), ("svc", svm.SVC(), two), ("svc_three", svm.SVC(), three), ("svc_linear", svm.SVC(kernel="linear"), three),
            ("svc_probability", svm.SVC(probability=True, **small), two), ("svc_probability_three", svm.SVC(probability=True, **small), three),
            ("one_class", svm.OneClassSVM(), number), ("voting", ensemble.VotingClassifier([("a", linear_model.LogisticRegression()), ("b", tree.DecisionTreeClassifier(max_depth=3))]), two),
            ("discretizer", pipeline.make_pipeline(preprocessing.KBinsDiscretizer(4), linear_model.LogisticRegression()), two),
            ("polynomial", pipeline.make_pipeline(preprocessing.PolynomialFeatures(2), linear_model.LogisticRegression()), two),
            ("normalizer", pipeline.make_pipeline(preprocessing.Normalizer(), linear_model.LogisticRegression()), two),
            ("robust", pipeline.make_pipeline(preprocessing.RobustScaler(), linear_model.LogisticRegression()), two),
        ]:
            try:
                learned(f"ml_more_{name}", model, x, y)
            except Exception as error:
                print(f"{name}: {type(error).__name__}: {str(error)[:100]}")


def quantiles():
    x = random.random(size=(5, 3)).astype(np.float32)
    node("ml_linear_probit", "LinearRegressor", [x], coefficients=[0.1, 0.2, 0.3, 0.2, 0.1, 0.05], intercepts=[0.1, 0.3], targets=2, post_transform="PROBIT")
    small = tree_attributes(2, 2, 3, "target", [0])
    small["target_weights"] = [abs(weight) % 0.5 for weight in small["target_weights"]]
    node("ml_trees_probit", "TreeEnsembleRegressor", [x], n_targets=1, post_transform="PROBIT", **small)


trees()
features()
linear()
models()
quantiles()
