// Device memory, copies and a kernel, one after the other.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %h = memref.alloc() : memref<4xi32>
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %c1 : index
    %v = arith.index_cast %j : index to i32
    memref.store %v, %h[%i] : memref<4xi32>
  }
  %d = gpu.alloc() : memref<4xi32>
  gpu.memcpy %d, %h : memref<4xi32>, memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %v = memref.load %d[%tx] : memref<4xi32>
    %two = arith.constant 2 : i32
    %four = arith.constant 4 : i32
    %w = arith.muli %v, %two : i32
    %x = arith.addi %w, %four : i32
    memref.store %x, %d[%tx] : memref<4xi32>
    gpu.terminator
  }
  gpu.memcpy %h, %d : memref<4xi32>, memref<4xi32>
  gpu.dealloc %d : memref<4xi32>
  %u = memref.cast %h : memref<4xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
func.func private @printMemrefI32(memref<*xi32>)
