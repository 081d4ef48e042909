module @jit_irfft2 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4x5xcomplex<f32>>) -> (tensor<3x4x8xf32> {jax.result_info = "result"}) {
    %0 = call @fft(%arg0) : (tensor<3x4x5xcomplex<f32>>) -> tensor<3x4x8xf32>
    return %0 : tensor<3x4x8xf32>
  }
  func.func private @fft(%arg0: tensor<3x4x5xcomplex<f32>>) -> tensor<3x4x8xf32> {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [4, 8] : (tensor<3x4x5xcomplex<f32>>) -> tensor<3x4x8xf32>
    return %0 : tensor<3x4x8xf32>
  }
}
