//! Calls of ops that the table of ops and dtypes omits, as text.

/// Ops that the table leaves out, in its form. `list` is a list of three tensors of two elements, `variable` a
/// variable of two, `slot` one that no other argument is, `generator`
/// one with the state of a generator; the others are what ops make.
pub(super) const MORE: &str = "\
EmptyTensorList | element_dtype=type:f32 | i32:1=2 i32:=10
TensorListReserve | element_dtype=type:f32 | i32:1=2 i32:=3
TensorListFromTensor | element_dtype=type:f32 | f32:3,2 i32:1=2
TensorListSetItem | element_dtype=type:f32 | list i32:=1 f32:2
TensorListPushBack | element_dtype=type:f32 | list f32:2
TensorListResize | | list i32:=5
TensorListScatterV2 | element_dtype=type:f32 | f32:2,2 i32:2=0,1 i32:1=2 i32:=3
TensorListScatter | element_dtype=type:f32 | f32:2,2 i32:2=0,1 i32:1=2
TensorListScatterIntoExistingList | element_dtype=type:f32 | list f32:2,2 i32:2=0,4
TensorListSplit | element_dtype=type:f32 | f32:3,2 i32:2=-1,2 i64:2=1,2
TensorListConcatLists | element_dtype=type:f32 | list list
TensorListStack | element_dtype=type:f32 num_elements=3 | list i32:1=2
TensorListGather | element_dtype=type:f32 | list i32:1=1 i32:1=2
TensorListConcatV2 | element_dtype=type:f32 | list i32:1=2 i64:0
TensorListGetItem | element_dtype=type:f32 | list i32:=1 i32:1=2
TensorListPopBack | element_dtype=type:f32 | list i32:1=2
TensorListElementShape | shape_type=type:i32 | list
TensorListLength | | list
Assert | | i1:=1 f32:2
AssignVariableOp | | variable f32:2
AssignAddVariableOp | | variable f32:2
AssignSubVariableOp | | variable f32:2
ReadVariableOp | dtype=type:f32 | variable
ResourceGather | dtype=type:f32 | variable i64:3=0,1,1
ResourceGatherNd | dtype=type:f32 | variable i64:3,1=0,1,1
ResourceScatterAdd | | variable i64:1=1 f32:1
ResourceScatterDiv | | variable i64:1=1 f32:1
ResourceScatterMax | | variable i64:1=1 f32:1
ResourceScatterMin | | variable i64:1=1 f32:1
ResourceScatterMul | | variable i64:1=1 f32:1
ResourceScatterSub | | variable i64:1=1 f32:1
ResourceScatterUpdate | | variable i64:1=1 f32:1
ResourceScatterNdAdd | | variable i64:1,1=1 f32:1
ResourceScatterNdMax | | variable i64:1,1=1 f32:1
ResourceScatterNdMin | | variable i64:1,1=1 f32:1
ResourceScatterNdSub | | variable i64:1,1=1 f32:1
ResourceScatterNdUpdate | | variable i64:1,1=1 f32:1
ResourceStridedSliceAssign | | variable i64:1=0 i64:1=1 i64:1=1 f32:1
ResourceApplyAdaMax | | slot slot slot f32: f32: f32: f32: f32: f32:2
ResourceApplyAdadelta | | slot slot slot f32: f32: f32: f32:2
ResourceSparseApplyAdadelta | | slot slot slot f32: f32: f32: f32:1 i32:1=1
ResourceApplyAdagrad | | slot slot f32: f32:2
ResourceSparseApplyAdagrad | | slot slot f32: f32:1 i32:1=1
ResourceApplyAdagradDA | | slot slot slot f32:2 f32: f32: f32: i64:=3
ResourceSparseApplyAdagradDA | | slot slot slot f32:1 i32:1=1 f32: f32: f32: i64:=3
ResourceApplyAdagradV2 | | slot slot f32: f32: f32:2
ResourceSparseApplyAdagradV2 | | slot slot f32: f32: f32:1 i32:1=1
ResourceApplyAdam | | slot slot slot f32: f32: f32: f32: f32: f32: f32:2
ResourceApplyAdamWithAmsgrad | | slot slot slot slot f32: f32: f32: f32: f32: f32: f32:2
ResourceApplyAddSign | | slot slot f32: f32: f32: f32: f32:2
ResourceApplyCenteredRMSProp | | slot slot slot slot f32: f32: f32: f32: f32:2
ResourceSparseApplyCenteredRMSProp | | slot slot slot slot f32: f32: f32: f32: f32:1 i32:1=1
ResourceApplyFtrl | | slot slot slot f32:2 f32: f32: f32: f32:
ResourceSparseApplyFtrl | | slot slot slot f32:1 i32:1=1 f32: f32: f32: f32:
ResourceApplyFtrlV2 | | slot slot slot f32:2 f32: f32: f32: f32: f32:
ResourceSparseApplyFtrlV2 | | slot slot slot f32:1 i32:1=1 f32: f32: f32: f32: f32:
ResourceApplyGradientDescent | | slot f32: f32:2
ResourceApplyKerasMomentum | | slot slot f32: f32:2 f32:
ResourceSparseApplyKerasMomentum | | slot slot f32: f32:1 i32:1=1 f32:
ResourceApplyMomentum | | slot slot f32: f32:2 f32:
ResourceSparseApplyMomentum | | slot slot f32: f32:1 i32:1=1 f32:
ResourceApplyPowerSign | | slot slot f32: f32: f32: f32: f32:2
ResourceApplyProximalAdagrad | | slot slot f32: f32: f32: f32:2
ResourceSparseApplyProximalAdagrad | | slot slot f32: f32: f32: f32:1 i32:1=1
ResourceApplyProximalGradientDescent | | slot f32: f32: f32: f32:2
ResourceSparseApplyProximalGradientDescent | | slot f32: f32: f32: f32:1 i32:1=1
ResourceApplyRMSProp | | slot slot slot f32: f32: f32: f32: f32:2
ResourceSparseApplyRMSProp | | slot slot slot f32: f32: f32: f32: f32:1 i32:1=1
RngSkip | | generator i64:=1 i64:=5
StatefulStandardNormalV2 | dtype=type:f32 | generator i64:=1 i64:1=2
StatefulUniform | dtype=type:f32 | generator i64:=1 i64:1=2
StatefulTruncatedNormal | dtype=type:f32 | generator i64:=1 i64:1=2
StatefulUniformFullInt | dtype=type:i64 | generator i64:=1 i64:1=2
StatefulUniformInt | dtype=type:i64 | generator i64:=1 i64:1=2 i64:=0 i64:=9
StatefulRandomBinomial | dtype=type:i64 | generator i64:=1 i64:1=2 f32:2 f32:2
DeserializeSparse | dtype=type:f32 | serialized
DeserializeManySparse | dtype=type:f32 | serialized_many
OptionalHasValue | | optional
VarIsInitializedOp | | variable
VariableShape | out_type=type:i32 | variable
TensorArrayV3 | dtype=type:f32 element_shape=[2] dynamic_size=false clear_after_read=false | i32:=2
TensorArrayGradV3 | source=gradients | array f32:
TensorArrayGradWithShape | source=gradients | array f32: i32:1=2
TensorArrayWriteV3 | | array i32:=1 f32:2 f32:
TensorArrayReadV3 | | array i32:=0 f32:
TensorArrayGatherV3 | | array i32:2=0,1 f32:
TensorArrayScatterV3 | | array i32:1=0 f32:1,2 f32:
TensorArrayConcatV3 | | array f32:
TensorArraySplitV3 | | array f32:4 i64:2=2,2 f32:
TensorArrayCloseV3 | | array
HashTableV2 | key_dtype=type:i64 value_dtype=type:i64 |
AnonymousHashTable | key_dtype=type:i64 value_dtype=type:i64 |
MutableHashTableV2 | key_dtype=type:i64 value_dtype=type:i64 |
AnonymousMutableHashTable | key_dtype=type:i64 value_dtype=type:i64 |
MutableDenseHashTableV2 | key_dtype=type:i64 value_dtype=type:i64 | i64:=-1 i64:=-2
AnonymousMutableDenseHashTable | key_dtype=type:i64 value_dtype=type:i64 | i64:=-1 i64:=-2
MutableHashTableOfTensorsV2 | key_dtype=type:i64 value_dtype=type:i64 value_shape=[2] |
AnonymousMutableHashTableOfTensors | key_dtype=type:i64 value_dtype=type:i64 value_shape=[2] |
TensorArraySizeV3 | | array f32:
Conv2D | strides=[1,1,1,1] dilations=[1,1,1,1] padding=SAME | T:1,4,4,2 T:3,3,2,2
Conv2D | strides=[1,1,1,1] dilations=[1,1,1,1] padding=EXPLICIT explicit_paddings=[0,0,1,1,1,1,0,0] | T:1,4,4,2 T:3,3,2,2
_FusedConv2D | strides=[1,1,1,1] dilations=[1,1,1,1] padding=SAME fused_ops={BiasAdd} | T:1,4,4,2 T:3,3,2,2 T:2
Conv2DBackpropInput | strides=[1,1,1,1] dilations=[1,1,1,1] padding=SAME | i32:4=1,4,4,2 T:3,3,2,2 T:1,4,4,2
Conv2DBackpropFilter | strides=[1,1,1,1] dilations=[1,1,1,1] padding=SAME | T:1,4,4,2 i32:4=3,3,2,2 T:1,4,4,2
DepthwiseConv2dNative | strides=[1,1,1,1] dilations=[1,1,1,1] padding=SAME | T:1,4,4,2 T:3,3,2,1
DepthwiseConv2dNativeBackpropInput | strides=[1,1,1,1] dilations=[1,1,1,1] padding=SAME | i32:4=1,4,4,2 T:3,3,2,1 T:1,4,4,2
DepthwiseConv2dNativeBackpropFilter | strides=[1,1,1,1] dilations=[1,1,1,1] padding=SAME | T:1,4,4,2 i32:4=3,3,2,1 T:1,4,4,2
Conv3D | strides=[1,1,1,1,1] dilations=[1,1,1,1,1] padding=SAME | T:1,3,3,3,1 T:2,2,2,1,1
Conv3DBackpropInputV2 | strides=[1,1,1,1,1] dilations=[1,1,1,1,1] padding=SAME | i32:5=1,3,3,3,1 T:2,2,2,1,1 T:1,3,3,3,1
Conv3DBackpropFilterV2 | strides=[1,1,1,1,1] dilations=[1,1,1,1,1] padding=SAME | T:1,3,3,3,1 i32:5=2,2,2,1,1 T:1,3,3,3,1
ExtractImagePatches | ksizes=[1,2,2,1] strides=[1,1,1,1] rates=[1,1,1,1] padding=SAME | T:1,3,3,2
ExtractVolumePatches | ksizes=[1,2,2,2,1] strides=[1,1,1,1,1] padding=SAME | T:1,3,3,3,1
Dilation2D | strides=[1,1,1,1] rates=[1,1,1,1] padding=SAME | T:1,3,3,1 T:2,2,1
hlo.convolution | window_strides=[1,1] padding=[1,1,1,1] lhs_dilation=[1,1] rhs_dilation=[1,1] window_reversal=[0,0] lhs_dims=[0,3,1,2] rhs_dims=[2,3,0,1] result_dims=[0,3,1,2] feature_group_count=1 batch_group_count=1 type=type:f32 | f32:1,3,3,2 f32:2,2,2,1
LookupTableFindV2 | | table i64:2 i64:=7
LookupTableInsertV2 | | table i64:2=3,4 i64:2
LookupTableImportV2 | | table i64:2=3,4 i64:2
LookupTableRemoveV2 | | table i64:1=9
LookupTableExportV2 | | table
LookupTableSizeV2 | | table
InitializeTableV2 | | table i64:2=3,4 i64:2
StackV2 | elem_type=type:f32 | i32:=2
StackPushV2 | | stack f32:2
StackCloseV2 | | stack
CSRSparseMatrixToDense | type=type:f32 | matrix
CSRSparseMatrixToSparseTensor | type=type:f32 | matrix
CSRSparseMatrixComponents | type=type:f32 | matrix i32:=0
SparseMatrixMatMul | | matrix f32:2,2
SparseMatrixSparseMatMul | type=type:f32 | matrix matrix
SparseMatrixTranspose | type=type:f32 | matrix
SparseMatrixNNZ | | matrix
";

/// Ops of tests, in the same form; those that print are not called, and those without a dispatch function cannot be.
pub(super) const OF_TESTS: &str = "\
tfrt_test.odd_collector | | i32:4=1,2,3,4
tfrt_test.create_from_scalar | shape=[2,3] value=7 |
tfrt_test.add | | T:2 T:2
tfrt_test.add.denseonly | | T:2 T:2
tfrt_test.add.denseonly2 | | T:2 T:2
tfrt_test.add.denseonly3 | | T:2 T:2
tfrt_test.identity | | T:2
tfrt_test.identity_dense_only | | T:2
tfrt_test.async.noop | | T:2
tfrt_test.async.noop_no_md | | T:2
tfrt_test.create_coo_tensor | shape=[2,2] | i64:1,2=0,1 i32:1=5
tfrt_test.relu | | T:2
tfrt_test.equal | | T:2 T:2
tfrt_test.cast | type=f32 | i32:2
tfrt_test.broadcast | shape=[3,2] | T:2
tfrt_test.argmax | axis=i32:1 | T:2,3
tfrt_test.reduce_mean | axis=i32:0 | T:2,3
tfrt_test.create_dense_tensor | shape=[2] values=[1,2] |
";

/// Ops that take any number of arguments: one more is none too many.
pub(super) const ANY_NUMBER: &[&str] = &[
    "tf.AddN",
    "tf.Assert",
    "tf.Concat",
    "tf.ConcatV2",
    "tf.ConcatOffset",
    "tf.Einsum",
    "tf.IdentityN",
    "tf.NoOp",
    "tf.OptionalFromValue",
    "tf.Pack",
    "tf.ParallelConcat",
    "tf.Print",
    "tf.PrintV2",
    "tf.ShapeN",
    "tf.SparseCross",
    "tf.StringJoin",
];
