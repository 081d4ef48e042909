// Ops and kernels in C++17: types that own the objects of the C interface, using only its headers.
//
// A kernel is a class with a constructor from Construction& and a function compute(Context&). A failure is thrown as
// a tfrt::Error inside; no exception crosses the boundary.
//
//   struct Double {
//     explicit Double(tfrt::Construction&) {}
//     void compute(tfrt::Context& ctx) {
//       tfrt::Tensor x = ctx.input(0);
//       tfrt::Tensor y = ctx.allocate_output(0, x.dtype(), x.dims());
//       for (int64_t i = 0; i < x.size(); ++i) y.data<float>()[i] = 2 * x.data<float>()[i];
//     }
//   };
//   extern "C" void TF_InitKernel() {
//     tfrt::Op("Double").input("x: float").output("y: float").same_shape().add();
//     tfrt::Kernel<Double>("Double", "CPU").add();
//   }

#ifndef TFRT_PLUGIN_HPP_
#define TFRT_PLUGIN_HPP_

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"
#include "tensorflow/c/tf_tensor.h"
#include "tensorflow/c/tf_tstring.h"

namespace tfrt {

// A failure with its code.
class Error : public std::runtime_error {
 public:
  Error(TF_Code code, const std::string& message) : std::runtime_error(message), code_(code) {}
  TF_Code code() const noexcept { return code_; }

 private:
  TF_Code code_;
};

// A status that is deleted with its owner.
class Status {
 public:
  Status() : status_(TF_NewStatus()) {}
  Status(Status&& other) noexcept : status_(std::exchange(other.status_, nullptr)) {}
  Status& operator=(Status&& other) noexcept {
    std::swap(status_, other.status_);
    return *this;
  }
  Status(const Status&) = delete;
  Status& operator=(const Status&) = delete;
  ~Status() {
    if (status_ != nullptr) TF_DeleteStatus(status_);
  }

  TF_Status* get() const noexcept { return status_; }
  bool ok() const noexcept { return TF_GetCode(status_) == TF_OK; }
  void set(TF_Code code, const std::string& message) { TF_SetStatus(status_, code, message.c_str()); }
  // Throws if it is not success.
  void check() const {
    if (!ok()) throw Error(TF_GetCode(status_), TF_Message(status_));
  }

 private:
  TF_Status* status_;
};

using Dims = std::vector<int64_t>;

// A share of a tensor, given up with its owner.
class Tensor {
 public:
  Tensor() = default;
  // Takes ownership of an object that the C interface returned.
  explicit Tensor(TF_Tensor* tensor) : tensor_(tensor) {}
  // A tensor of its own, in host memory.
  Tensor(TF_DataType dtype, const Dims& dims) {
    size_t bytes = TF_DataTypeSize(dtype);
    for (int64_t dim : dims) bytes *= static_cast<size_t>(dim);
    tensor_.reset(TF_AllocateTensor(dtype, dims.data(), static_cast<int>(dims.size()), bytes));
    if (tensor_ == nullptr) throw Error(TF_RESOURCE_EXHAUSTED, "no memory for a tensor");
  }

  TF_Tensor* get() const noexcept { return tensor_.get(); }
  TF_DataType dtype() const { return TF_TensorType(get()); }
  int rank() const { return TF_NumDims(get()); }
  int64_t dim(int i) const { return TF_Dim(get(), i); }
  Dims dims() const {
    Dims dims(static_cast<size_t>(rank()));
    for (int i = 0; i < rank(); ++i) dims[static_cast<size_t>(i)] = dim(i);
    return dims;
  }
  // Number of elements.
  int64_t size() const { return TF_TensorElementCount(get()); }
  size_t bytes() const { return TF_TensorByteSize(get()); }
  // The elements, which the caller knows to be of this type.
  template <typename T>
  T* data() const {
    return static_cast<T*>(TF_TensorData(get()));
  }
  // An element of a tensor of strings.
  std::string_view string(int64_t i) const {
    const TF_TString* strings = data<const TF_TString>();
    return {TF_TString_GetDataPointer(&strings[i]), TF_TString_GetSize(&strings[i])};
  }
  void set_string(int64_t i, std::string_view text) {
    TF_TString_Copy(&data<TF_TString>()[i], text.data(), text.size());
  }

 private:
  struct Delete {
    void operator()(TF_Tensor* tensor) const { TF_DeleteTensor(tensor); }
  };
  std::unique_ptr<TF_Tensor, Delete> tensor_;
};

// The construction of a kernel: the attributes of its node.
class Construction {
 public:
  explicit Construction(TF_OpKernelConstruction* construction) : construction_(construction) {}

  TF_OpKernelConstruction* get() const noexcept { return construction_; }
  bool has(const char* attr) const {
    Status status;
    return TF_OpKernelConstruction_HasAttr(construction_, attr, status.get());
  }
  int64_t int_attr(const char* attr) const {
    return read<int64_t>(attr, TF_OpKernelConstruction_GetAttrInt64);
  }
  float float_attr(const char* attr) const { return read<float>(attr, TF_OpKernelConstruction_GetAttrFloat); }
  bool bool_attr(const char* attr) const {
    return read<unsigned char>(attr, TF_OpKernelConstruction_GetAttrBool) != 0;
  }
  TF_DataType type_attr(const char* attr) const {
    return read<TF_DataType>(attr, TF_OpKernelConstruction_GetAttrType);
  }
  std::string string_attr(const char* attr) const {
    Status status;
    std::string text(static_cast<size_t>(sizes(attr).second), '\0');
    TF_OpKernelConstruction_GetAttrString(construction_, attr, text.data(), text.size(), status.get());
    status.check();
    return text;
  }
  std::vector<int64_t> ints_attr(const char* attr) const {
    Status status;
    std::vector<int64_t> ints(static_cast<size_t>(sizes(attr).first));
    TF_OpKernelConstruction_GetAttrInt64List(construction_, attr, ints.data(), static_cast<int>(ints.size()),
                                             status.get());
    status.check();
    return ints;
  }
  Tensor tensor_attr(const char* attr) const {
    return Tensor(read<TF_Tensor*>(attr, TF_OpKernelConstruction_GetAttrTensor));
  }

 private:
  template <typename T, typename F>
  T read(const char* attr, F get) const {
    Status status;
    T value{};
    get(construction_, attr, &value, status.get());
    status.check();
    return value;
  }
  // Length of a list, and total size of strings and shapes.
  std::pair<int32_t, int32_t> sizes(const char* attr) const {
    Status status;
    int32_t list = 0, total = 0;
    TF_OpKernelConstruction_GetAttrSize(construction_, attr, &list, &total, status.get());
    status.check();
    return {list < 0 ? 0 : list, total < 0 ? 0 : total};
  }

  TF_OpKernelConstruction* construction_;
};

// One run of a kernel.
class Context {
 public:
  explicit Context(TF_OpKernelContext* context) : context_(context) {}

  TF_OpKernelContext* get() const noexcept { return context_; }
  int num_inputs() const { return TF_NumInputs(context_); }
  int num_outputs() const { return TF_NumOutputs(context_); }
  Tensor input(int i) const {
    Status status;
    TF_Tensor* tensor = nullptr;
    TF_GetInput(context_, i, &tensor, status.get());
    Tensor owned(tensor);
    status.check();
    return owned;
  }
  Tensor allocate_output(int i, TF_DataType dtype, const Dims& dims) {
    Status status;
    size_t bytes = TF_DataTypeSize(dtype);
    for (int64_t dim : dims) bytes *= static_cast<size_t>(dim);
    Tensor tensor(TF_AllocateOutput(context_, i, dtype, dims.data(), static_cast<int>(dims.size()), bytes,
                                    status.get()));
    status.check();
    return tensor;
  }
  // The memory of one of these inputs, if it has no other users, or new memory.
  Tensor forward_or_allocate(const std::vector<int>& inputs, int output, const Dims& dims) {
    Status status;
    int forwarded = -1;
    Tensor tensor(TF_ForwardInputOrAllocateOutput(context_, inputs.data(), static_cast<int>(inputs.size()), output,
                                                  dims.data(), static_cast<int>(dims.size()), &forwarded,
                                                  status.get()));
    status.check();
    return tensor;
  }
  void set_output(int i, const Tensor& tensor) {
    Status status;
    TF_SetOutput(context_, i, tensor.get(), status.get());
    status.check();
  }
  SP_Stream stream() const {
    Status status;
    SP_Stream stream = TF_GetStream(context_, status.get());
    status.check();
    return stream;
  }

 private:
  TF_OpKernelContext* context_;
};

namespace internal {

// Runs a function; its exceptions become a status for `fail`.
template <typename Body, typename Fail>
void guarded(Body body, Fail fail) noexcept {
  Status status;
  try {
    return body();
  } catch (const Error& error) {
    status.set(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    status.set(TF_RESOURCE_EXHAUSTED, "out of memory");
  } catch (const std::exception& error) {
    status.set(TF_INTERNAL, error.what());
  } catch (...) {
    status.set(TF_UNKNOWN, "something that is no std::exception was thrown");
  }
  fail(status.get());
}

[[noreturn]] inline void refused(const std::string& what, const Status& status) {
  std::fprintf(stderr, "%s: %s\n", what.c_str(), TF_Message(status.get()));
  std::abort();
}

}  // namespace internal

// A kernel to register for an op and a type of device.
template <typename K>
class Kernel {
 public:
  Kernel(std::string op, const char* device)
      : op_(std::move(op)), builder_(TF_NewKernelBuilder(op_.c_str(), device, &create, &compute, &destroy)) {}
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  ~Kernel() {
    if (builder_ != nullptr) TF_DeleteKernelBuilder(builder_);
  }

  Kernel& type(const char* attr, TF_DataType dtype) {
    Status status;
    TF_KernelBuilder_TypeConstraint(builder_, attr, dtype, status.get());
    if (!status.ok()) internal::refused(op_, status);
    return *this;
  }
  Kernel& host_memory(const char* argument) {
    TF_KernelBuilder_HostMemory(builder_, argument);
    return *this;
  }
  Kernel& priority(int32_t number) {
    TF_KernelBuilder_Priority(builder_, number);
    return *this;
  }
  // Registers it. A plugin whose kernels are refused ends the process, as it could not work.
  void add() {
    Status status;
    TF_RegisterKernelBuilder(op_.c_str(), std::exchange(builder_, nullptr), status.get());
    if (!status.ok()) internal::refused(op_, status);
  }

 private:
  static void* create(TF_OpKernelConstruction* construction) {
    K* kernel = nullptr;
    internal::guarded(
        [&] {
          Construction wrapped(construction);
          kernel = new K(wrapped);
        },
        [&](TF_Status* status) { TF_OpKernelConstruction_Failure(construction, status); });
    return kernel;
  }
  static void compute(void* kernel, TF_OpKernelContext* context) {
    internal::guarded(
        [&] {
          Context wrapped(context);
          static_cast<K*>(kernel)->compute(wrapped);
        },
        [&](TF_Status* status) { TF_OpKernelContext_Failure(context, status); });
  }
  static void destroy(void* kernel) { delete static_cast<K*>(kernel); }

  std::string op_;
  TF_KernelBuilder* builder_;
};

// An op to define.
class Op {
 public:
  explicit Op(std::string name) : name_(std::move(name)), builder_(TF_NewOpDefinitionBuilder(name_.c_str())) {}
  Op(const Op&) = delete;
  Op& operator=(const Op&) = delete;
  ~Op() {
    if (builder_ != nullptr) TF_DeleteOpDefinitionBuilder(builder_);
  }

  Op& attr(const char* spec) {
    TF_OpDefinitionBuilderAddAttr(builder_, spec);
    return *this;
  }
  Op& input(const char* spec) {
    TF_OpDefinitionBuilderAddInput(builder_, spec);
    return *this;
  }
  Op& output(const char* spec) {
    TF_OpDefinitionBuilderAddOutput(builder_, spec);
    return *this;
  }
  Op& stateful() {
    TF_OpDefinitionBuilderSetIsStateful(builder_, true);
    return *this;
  }
  Op& shape(void (*function)(TF_ShapeInferenceContext*, TF_Status*)) {
    TF_OpDefinitionBuilderSetShapeInferenceFunction(builder_, function);
    return *this;
  }
  // The first output has the shape of the first input.
  Op& same_shape() {
    return shape([](TF_ShapeInferenceContext* context, TF_Status* status) {
      TF_ShapeHandle* shape = TF_NewShapeHandle();
      TF_ShapeInferenceContextGetInput(context, 0, shape, status);
      if (TF_GetCode(status) == TF_OK) TF_ShapeInferenceContextSetOutput(context, 0, shape, status);
      TF_DeleteShapeHandle(shape);
    });
  }
  // Registers it. A plugin whose ops are refused ends the process, as it could not work.
  void add() {
    Status status;
    TF_RegisterOpDefinition(std::exchange(builder_, nullptr), status.get());
    if (!status.ok()) internal::refused(name_, status);
  }

 private:
  std::string name_;
  TF_OpDefinitionBuilder* builder_;
};

}  // namespace tfrt

#endif  // TFRT_PLUGIN_HPP_
