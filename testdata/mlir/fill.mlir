// The functions of upstream's runners that fill memrefs.
func.func @main() {
  %c1 = arith.constant 1 : index
  %n = arith.constant 3 : index
  %two = arith.constant 2.0 : f32
  %five = arith.constant 5.5 : f32
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n, %n) : memref<?x?xf32>
  call @fillResource1DFloat(%a, %two) : (memref<?xf32>, f32) -> ()
  call @fillResource2DFloat(%b, %five) : (memref<?x?xf32>, f32) -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%tx] : memref<?xf32>
    %y = memref.load %b[%bx, %tx] : memref<?x?xf32>
    %z = arith.mulf %x, %y : f32
    memref.store %z, %b[%bx, %tx] : memref<?x?xf32>
    gpu.terminator
  }
  %u = memref.cast %b : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
func.func private @fillResource1DFloat(memref<?xf32>, f32)
func.func private @fillResource2DFloat(memref<?x?xf32>, f32)
func.func private @printMemrefF32(memref<*xf32>)
