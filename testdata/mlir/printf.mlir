// gpu.printf from two work-items of two blocks.
module attributes {gpu.container_module} {
  func.func @main() {
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %two, %gy = %one, %gz = %one)
               threads(%tx, %ty, %tz) in (%sx = %two, %sy = %one, %sz = %one) {
      %b = arith.index_cast %bx : index to i32
      %t = arith.index_cast %tx : index to i32
      %f = arith.sitofp %t : i32 to f32
      gpu.printf "block %d thread %d value %.2f\n", %b, %t, %f : i32, i32, f32
      gpu.terminator
    }
    return
  }
}
