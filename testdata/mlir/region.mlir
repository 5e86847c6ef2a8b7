// A reduction with an operation of its own: the exclusive or of 0 to 34, over more
// work-items than a sub-group has.
func.func @main() {
  %arg = memref.alloc() : memref<35xi32>
  %one = arith.constant 1 : index
  %n = arith.constant 35 : index
  %dst = memref.cast %arg : memref<35xi32> to memref<*xi32>
  gpu.host_register %dst : memref<*xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %one, %sz = %one) {
    %val = arith.index_cast %tx : index to i32
    %xor = gpu.all_reduce %val uniform {
    ^bb(%lhs : i32, %rhs : i32):
      %x = arith.xori %lhs, %rhs : i32
      "gpu.yield"(%x) : (i32) -> ()
    } : (i32) -> (i32)
    memref.store %xor, %arg[%tx] : memref<35xi32>
    gpu.terminator
  }
  call @printMemrefI32(%dst) : (memref<*xi32>) -> ()
  return
}
func.func private @printMemrefI32(memref<*xi32>)
