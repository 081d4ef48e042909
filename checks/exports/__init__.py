"""The models of onnx_exports.py. The function `cases` of a module gives functions by name: each writes a model at a path, and returns the
arguments of calls, in the order of the model's inputs or by name."""
