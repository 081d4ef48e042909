"""Estimators and pipelines of scikit-learn through skl2onnx, and boosted trees of xgboost and lightgbm through onnxmltools."""

import importlib

import numpy as np
import skl2onnx
from skl2onnx.common.data_types import FloatTensorType, Int64TensorType, StringTensorType

random = np.random.default_rng(5)
X = random.normal(size=(120, 6)).astype(np.float32)
CLASSES = (X[:, 0] + X[:, 1] ** 2 > 0.5).astype(int) + (X[:, 2] > 0.7)
WORDS = np.array(["low", "middle", "high"])[CLASSES]
TARGET = (X[:, 0] * 2 - X[:, 1] + np.sin(X[:, 2])).astype(np.float32)
TARGETS = np.stack([TARGET, X[:, 3] * X[:, 4]], 1)
TEXTS = np.array(["a cat sat", "the dog ran far", "cat and dog", "far away", "a a the mat", "sat on the mat"] * 20, object)
HOLES = np.where(random.random(X.shape) < 0.2, np.nan, X).astype(np.float32)
COUNTS = np.floor(np.abs(X) * 3).astype(np.float32)
TARGET_OPSETS = {"": 17, "ai.onnx.ml": 3}
FEW = "n_estimators=8, random_state=0"

CLASSIFIERS = f"""
ensemble.AdaBoostClassifier({FEW}) ensemble.BaggingClassifier({FEW}) ensemble.ExtraTreesClassifier({FEW}) ensemble.RandomForestClassifier({FEW})
ensemble.GradientBoostingClassifier({FEW}) ensemble.HistGradientBoostingClassifier(max_iter=8) tree.DecisionTreeClassifier(max_depth=4)
tree.ExtraTreeClassifier(max_depth=4) linear_model.LogisticRegression() linear_model.LogisticRegressionCV() linear_model.RidgeClassifier()
linear_model.SGDClassifier(loss="log_loss", random_state=0) linear_model.Perceptron() linear_model.PassiveAggressiveClassifier() svm.LinearSVC()
svm.SVC(probability=True, random_state=0) svm.SVC(kernel="poly") svm.SVC(kernel="sigmoid", decision_function_shape="ovo") svm.NuSVC(nu=0.2)
neighbors.KNeighborsClassifier() neighbors.KNeighborsClassifier(weights="distance", metric="manhattan") neighbors.RadiusNeighborsClassifier(radius=9.0)
neighbors.NearestCentroid() naive_bayes.GaussianNB() naive_bayes.BernoulliNB() neural_network.MLPClassifier((8,), max_iter=50, random_state=0)
discriminant_analysis.LinearDiscriminantAnalysis() discriminant_analysis.QuadraticDiscriminantAnalysis()
multiclass.OneVsRestClassifier(linear_model.LogisticRegression()) multiclass.OneVsOneClassifier(linear_model.LogisticRegression())
multiclass.OutputCodeClassifier(linear_model.LogisticRegression(), random_state=0)
calibration.CalibratedClassifierCV(linear_model.LogisticRegression(), cv=2) calibration.CalibratedClassifierCV(tree.DecisionTreeClassifier(max_depth=3), cv=2, method="isotonic")
ensemble.VotingClassifier([("a", linear_model.LogisticRegression()), ("b", tree.DecisionTreeClassifier(max_depth=3))], voting="soft")
ensemble.VotingClassifier([("a", linear_model.LogisticRegression()), ("b", tree.DecisionTreeClassifier(max_depth=3))])
ensemble.StackingClassifier([("a", linear_model.LogisticRegression()), ("b", tree.DecisionTreeClassifier(max_depth=3))], cv=2)
gaussian_process.GaussianProcessClassifier() dummy.DummyClassifier()"""

REGRESSORS = f"""
ensemble.AdaBoostRegressor({FEW}) ensemble.BaggingRegressor({FEW}) ensemble.ExtraTreesRegressor({FEW}) ensemble.RandomForestRegressor({FEW})
ensemble.GradientBoostingRegressor({FEW}) ensemble.HistGradientBoostingRegressor(max_iter=8) tree.DecisionTreeRegressor(max_depth=4)
linear_model.LinearRegression() linear_model.Ridge() linear_model.Lasso(0.1) linear_model.ElasticNet(0.1) linear_model.BayesianRidge() linear_model.ARDRegression()
linear_model.HuberRegressor() linear_model.SGDRegressor(random_state=0) linear_model.RANSACRegressor(random_state=0) linear_model.TheilSenRegressor(random_state=0)
linear_model.QuantileRegressor(solver="highs") linear_model.GammaRegressor().__class__(alpha=0.0) svm.SVR() svm.LinearSVR() svm.NuSVR()
neighbors.KNeighborsRegressor() neighbors.KNeighborsRegressor(weights="distance") neighbors.RadiusNeighborsRegressor(radius=9.0)
neural_network.MLPRegressor((8,), max_iter=50, random_state=0) gaussian_process.GaussianProcessRegressor()
gaussian_process.GaussianProcessRegressor(gaussian_process.kernels.RBF() + gaussian_process.kernels.DotProduct())
ensemble.VotingRegressor([("a", linear_model.LinearRegression()), ("b", tree.DecisionTreeRegressor(max_depth=3))])
ensemble.StackingRegressor([("a", linear_model.LinearRegression()), ("b", tree.DecisionTreeRegressor(max_depth=3))], cv=2)
compose.TransformedTargetRegressor(linear_model.LinearRegression()) cross_decomposition.PLSRegression() kernel_ridge.KernelRidge()"""

SEVERAL_TARGETS = f"""
ensemble.RandomForestRegressor({FEW}) tree.DecisionTreeRegressor(max_depth=4) linear_model.LinearRegression() linear_model.MultiTaskLasso(0.1)
multioutput.MultiOutputRegressor(linear_model.Ridge()) multioutput.RegressorChain(linear_model.Ridge()) neighbors.KNeighborsRegressor() cross_decomposition.PLSRegression()"""

TRANSFORMERS = """
preprocessing.StandardScaler() preprocessing.MinMaxScaler() preprocessing.MinMaxScaler(clip=True) preprocessing.MaxAbsScaler() preprocessing.RobustScaler()
preprocessing.Normalizer("l1") preprocessing.Normalizer("max") preprocessing.Binarizer(threshold=0.3) preprocessing.PolynomialFeatures(2)
preprocessing.PolynomialFeatures(3,interaction_only=True) preprocessing.PowerTransformer() preprocessing.QuantileTransformer(n_quantiles=20)
preprocessing.KBinsDiscretizer(4) preprocessing.KBinsDiscretizer(4, encode="ordinal") preprocessing.SplineTransformer() decomposition.PCA(3) decomposition.PCA(3, whiten=True)
decomposition.IncrementalPCA(3) decomposition.TruncatedSVD(3) decomposition.KernelPCA(3, kernel="rbf") decomposition.FactorAnalysis(3) decomposition.FastICA(3)
cluster.KMeans(3, random_state=0) cluster.MiniBatchKMeans(3, random_state=0) mixture.GaussianMixture(2, random_state=0)
mixture.GaussianMixture(2, covariance_type="tied", random_state=0) mixture.BayesianGaussianMixture(n_components=2, random_state=0)
feature_selection.VarianceThreshold() random_projection.GaussianRandomProjection(3, random_state=0) kernel_approximation.RBFSampler()
kernel_approximation.Nystroem(n_components=5) neighbors.NearestNeighbors(n_neighbors=3) neighbors.KNeighborsTransformer(n_neighbors=3) ensemble.IsolationForest(n_estimators=8, random_state=0)
neighbors.LocalOutlierFactor(novelty=True) svm.OneClassSVM() linear_model.SGDOneClassSVM(random_state=0) ensemble.RandomTreesEmbedding(n_estimators=4)
neural_network.BernoulliRBM(3)"""


def estimators(lines):
    """Estimators by a name, from the text above: each is an expression in the modules of scikit-learn."""
    depth, start, words = 0, 0, []
    for at, c in enumerate(lines + " "):
        depth += (c in "([") - (c in ")]")
        if c.isspace() and depth == 0:
            words.append(lines[start:at].strip())
            start = at
    scope = {}
    for module in ("calibration cluster compose cross_decomposition decomposition discriminant_analysis dummy ensemble feature_selection gaussian_process kernel_approximation kernel_ridge "
                   "linear_model mixture multiclass multioutput naive_bayes neighbors neural_network preprocessing random_projection svm tree").split():
        scope[module] = importlib.import_module(f"sklearn.{module}")
    for word in filter(None, words):
        name = "".join(c if c.isalnum() else "_" for c in word.split(".", 1)[1]).strip("_")
        yield name[:60], lambda word=word: eval(word, scope)


def written(path, model, types, options=None):
    path.write_bytes(skl2onnx.to_onnx(model, initial_types=types, options=options, target_opset=TARGET_OPSETS).SerializeToString())


def of_numbers(make, *fit, given=X, zipmap=None):
    """A fitted model of numbers, with an open batch."""
    def write(path):
        model = make().fit(given, *fit)
        written(path, model, [("x", FloatTensorType([None, given.shape[1]]))], None if zipmap is None else {id(model): {"zipmap": zipmap}})
        return [(given[:1],), (given[20:90],)]
    return write


def pipelines():
    """Pipelines with columns of several kinds, and of texts."""
    from sklearn import compose, ensemble, feature_extraction, feature_selection, impute, linear_model, naive_bayes, pipeline, preprocessing, svm
    text = feature_extraction.text

    def mixed(path):
        import pandas
        frame = pandas.DataFrame({"age": X[:, 0], "size": HOLES[:, 1], "colour": WORDS.astype(object), "count": COUNTS[:, 2].astype(np.int64)})
        numbers = pipeline.make_pipeline(impute.SimpleImputer(strategy="median"), preprocessing.StandardScaler())
        columns = compose.ColumnTransformer([("n", numbers, ["age", "size"]), ("c", preprocessing.OneHotEncoder(handle_unknown="ignore"), ["colour"]), ("r", "passthrough", ["count"])])
        model = pipeline.make_pipeline(columns, feature_selection.SelectKBest(k=4), linear_model.LogisticRegression()).fit(frame, WORDS)
        types = [("age", FloatTensorType([None, 1])), ("size", FloatTensorType([None, 1])), ("colour", StringTensorType([None, 1])), ("count", Int64TensorType([None, 1]))]
        written(path, model, types, {id(model): {"zipmap": False}})
        calls = []
        for rows in (slice(0, 1), slice(5, 40)):
            part = frame[rows]
            calls.append(tuple(part[name].to_numpy()[:, None] for name in frame))
        return calls

    def of_texts(*steps):
        def write(path):
            model = pipeline.make_pipeline(*[step() for step in steps]).fit(TEXTS, CLASSES)
            written(path, model, [("x", StringTensorType([None]))], {id(model): {"zipmap": False}})
            return [(TEXTS[:1],), (TEXTS[2:9],)]
        return write

    yield "mixed_columns", mixed
    yield "texts_counted", of_texts(text.CountVectorizer, naive_bayes.MultinomialNB)
    yield "texts_weighed", of_texts(lambda: text.TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True), linear_model.LogisticRegression)
    yield "texts_of_letters", of_texts(lambda: text.TfidfVectorizer(analyzer="char", ngram_range=(2, 3)), naive_bayes.ComplementNB)
    yield "texts_without_words", of_texts(lambda: text.TfidfVectorizer(stop_words=["the", "a"], token_pattern="[a-z]+"), linear_model.SGDClassifier)
    words = WORDS.astype(object)[:, None]
    def encoder(make, out=None):
        def write(path):
            written(path, make().fit(words), [("x", StringTensorType([None, 1]))])
            return [(words[:1],), (words[3:20],)]
        return write
    yield "one_hot", encoder(lambda: preprocessing.OneHotEncoder(sparse_output=False))
    yield "one_hot_dropped", encoder(lambda: preprocessing.OneHotEncoder(drop="first", sparse_output=False))
    yield "ordinal", encoder(preprocessing.OrdinalEncoder)
    for name, make in {"imputer": lambda: impute.SimpleImputer(), "imputer_constant": lambda: impute.SimpleImputer(strategy="constant", fill_value=1.5), "neighbours": lambda: impute.KNNImputer()}.items():
        yield f"holes_{name}", of_numbers(make, given=HOLES)
    yield "holes_boosted", of_numbers(lambda: ensemble.HistGradientBoostingClassifier(max_iter=8), CLASSES, given=HOLES, zipmap=False)
    yield "nb_counts", of_numbers(naive_bayes.MultinomialNB, CLASSES, given=COUNTS, zipmap=False)
    yield "nb_categories", of_numbers(naive_bayes.CategoricalNB, CLASSES, given=COUNTS, zipmap=False)
    yield "poisson", of_numbers(linear_model.PoissonRegressor, np.abs(TARGET))
    yield "tweedie", of_numbers(lambda: linear_model.TweedieRegressor(power=1.5), np.abs(TARGET))
    yield "union", of_numbers(lambda: pipeline.make_pipeline(pipeline.make_union(preprocessing.StandardScaler(), preprocessing.PolynomialFeatures(2)), linear_model.Lasso(0.01)), TARGET)
    yield "svc_two", of_numbers(lambda: svm.SVC(probability=True, random_state=0), CLASSES > 0, zipmap=False)
    yield "svc_two_sided", of_numbers(lambda: svm.SVC(C=0.1), CLASSES > 0, zipmap=False)
    yield "maps", of_numbers(linear_model.LogisticRegression, WORDS)
    yield "logistic_words", of_numbers(linear_model.LogisticRegression, WORDS, zipmap=False)
    yield "forest_words", of_numbers(lambda: ensemble.RandomForestClassifier(n_estimators=5, random_state=0), WORDS, zipmap=False)
    yield "columns_of_maps", of_numbers(linear_model.LogisticRegression, WORDS, zipmap="columns")


def boosted():
    """Trees of other packages."""
    import lightgbm
    import onnxmltools
    import xgboost
    from onnxmltools.convert.common.data_types import FloatTensorType as Floats
    tools = {"xgboost": onnxmltools.convert_xgboost, "lightgbm": onnxmltools.convert_lightgbm}
    def of(tool, make, given, y):
        def write(path):
            model = make().fit(given, y)
            how = {"zipmap": False} if tool == "lightgbm" else {}
            onnx = tools[tool](model, initial_types=[("x", Floats([None, 6]))], target_opset=15, **how)
            path.write_bytes(onnx.SerializeToString())
            return [(given[:1],), (given[20:90],)]
        return write
    few = {"n_estimators": 8, "max_depth": 3}
    for tool, module, prefix in (("xgboost", xgboost, "XGB"), ("lightgbm", lightgbm, "LGBM")):
        quiet = {"verbose": -1} if tool == "lightgbm" else {}
        classify = lambda module=module, prefix=prefix, quiet=quiet, **how: getattr(module, f"{prefix}Classifier")(**few, **quiet, **how)
        regress = lambda module=module, prefix=prefix, quiet=quiet, **how: getattr(module, f"{prefix}Regressor")(**few, **quiet, **how)
        yield f"{tool}_two", of(tool, classify, X, CLASSES > 0)
        yield f"{tool}_three", of(tool, classify, X, CLASSES)
        yield f"{tool}_holes", of(tool, classify, HOLES, CLASSES)
        yield f"{tool}_regression", of(tool, regress, X, TARGET)
        poisson = {"objective": "count:poisson" if tool == "xgboost" else "poisson"}
        yield f"{tool}_poisson", of(tool, lambda regress=regress, poisson=poisson: regress(**poisson), X, np.abs(TARGET))
    yield "xgboost_forest", of("xgboost", lambda: xgboost.XGBRFClassifier(**few), X, CLASSES)
    yield "xgboost_linear", of("xgboost", lambda: xgboost.XGBRegressor(booster="gblinear", n_estimators=5), X, TARGET)
    yield "xgboost_dart", of("xgboost", lambda: xgboost.XGBRegressor(booster="dart", **few), X, TARGET)
    yield "lightgbm_dart", of("lightgbm", lambda: lightgbm.LGBMRegressor(boosting_type="dart", verbose=-1, **few), X, TARGET)
    categories = np.concatenate([COUNTS[:, :2], X[:, 2:]], 1)
    class Categories(lightgbm.LGBMClassifier):
        def fit(self, x, y):
            return super().fit(x, y, categorical_feature=[0, 1])
    yield "lightgbm_categories", of("lightgbm", lambda: lightgbm.LGBMClassifier(verbose=-1, **few), categories, CLASSES)


def cases():
    cases = {}
    for name, make in estimators(CLASSIFIERS):
        cases[f"classifier_{name}"] = of_numbers(make, CLASSES, zipmap=False)
    for name, make in estimators(REGRESSORS):
        cases[f"regressor_{name}"] = of_numbers(make, TARGET)
    for name, make in estimators(SEVERAL_TARGETS):
        cases[f"targets_{name}"] = of_numbers(make, TARGETS)
    for name, make in estimators(TRANSFORMERS):
        cases[f"transformer_{name}"] = of_numbers(make)
    cases.update({f"pipeline_{name}": write for name, write in pipelines()})
    try:
        cases.update({f"boosted_{name}": write for name, write in boosted()})
    except ModuleNotFoundError as missing:
        print(f"boosted trees: left out, {missing.name} is not installed")
    return cases
