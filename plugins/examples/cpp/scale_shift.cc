// The op of examples/c/scale_shift.c with the C++ layer.
//
//   c++ -std=c++17 -shared -fPIC -I plugins/include -o libscale_shift.so plugins/examples/cpp/scale_shift.cc

#include "tfrt/plugin.hpp"

namespace {

template <typename T>
class ScaleShift {
 public:
  explicit ScaleShift(tfrt::Construction& node)
      : scale_(static_cast<T>(node.float_attr("scale"))), shift_(static_cast<T>(node.float_attr("shift"))) {}

  void compute(tfrt::Context& ctx) {
    const tfrt::Tensor x = ctx.input(0);
    const tfrt::Tensor y = ctx.allocate_output(0, x.dtype(), x.dims());
    for (int64_t i = 0; i < x.size(); ++i) y.data<T>()[i] = scale_ * x.data<T>()[i] + shift_;
  }

 private:
  T scale_;
  T shift_;
};

}  // namespace

extern "C" void TF_InitKernel() {
  tfrt::Op("ScaleShift")
      .attr("T: {float, double}")
      .attr("scale: float = 1.0")
      .attr("shift: float = 0.0")
      .input("x: T")
      .output("y: T")
      .same_shape()
      .add();
  tfrt::Kernel<ScaleShift<float>>("ScaleShift", "CPU").type("T", TF_FLOAT).add();
  tfrt::Kernel<ScaleShift<double>>("ScaleShift", "CPU").type("T", TF_DOUBLE).add();
}
