// A sum over the work-items of each block, by gpu.all_reduce.
module attributes {gpu.container_module} {
  func.func @main() {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %rows = arith.constant 3 : index
    %columns = arith.constant 64 : index
    %data = memref.alloc() : memref<3x64xi32>
    %sums = memref.alloc() : memref<3xi32>
    scf.for %i = %zero to %rows step %one {
      scf.for %j = %zero to %columns step %one {
        %p = arith.muli %i, %j : index
        %v = arith.index_cast %p : index to i32
        memref.store %v, %data[%i, %j] : memref<3x64xi32>
      }
    }
    %du = memref.cast %data : memref<3x64xi32> to memref<*xi32>
    %su = memref.cast %sums : memref<3xi32> to memref<*xi32>
    gpu.host_register %du : memref<*xi32>
    gpu.host_register %su : memref<*xi32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %rows, %gy = %one, %gz = %one)
               threads(%tx, %ty, %tz) in (%sx = %columns, %sy = %one, %sz = %one) {
      %v = memref.load %data[%bx, %tx] : memref<3x64xi32>
      %s = gpu.all_reduce add %v uniform {} : (i32) -> i32
      memref.store %s, %sums[%bx] : memref<3xi32>
      gpu.terminator
    }
    call @printMemrefI32(%su) : (memref<*xi32>) -> ()
    return
  }
  func.func private @printMemrefI32(memref<*xi32>)
}
