// Two regions that run when their inputs are there, a group, and a value between them.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %two = arith.constant 2 : index
  %h = memref.alloc(%n) : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %h[%i] : memref<?xi32>
  }
  %u = memref.cast %h : memref<?xi32> to memref<*xi32>
  gpu.host_register %u : memref<*xi32>
  %t0, %f0 = async.execute () -> !async.value<memref<?xi32>> {
    %d = gpu.alloc(%n) : memref<?xi32>
    gpu.memcpy %d, %h : memref<?xi32>, memref<?xi32>
    async.yield %d : memref<?xi32>
  }
  %t1 = async.execute [%t0] (%f0 as %d : !async.value<memref<?xi32>>) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
      %v = memref.load %d[%tx] : memref<?xi32>
      %w = arith.muli %v, %v : i32
      memref.store %w, %h[%tx] : memref<?xi32>
      gpu.terminator
    }
    async.yield
  }
  %g = async.create_group %two : !async.group
  %r0 = async.add_to_group %t0, %g : !async.token
  %r1 = async.add_to_group %t1, %g : !async.token
  async.await_all %g
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
func.func private @printMemrefI32(memref<*xi32>)
