// A vector addition on registered host memory.
module attributes {gpu.container_module} {
  func.func @add(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = memref.dim %a, %zero : memref<?xf32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %one, %sz = %one) {
      %x = memref.load %a[%tx] : memref<?xf32>
      %y = memref.load %b[%tx] : memref<?xf32>
      %s = arith.addf %x, %y : f32
      memref.store %s, %c[%tx] : memref<?xf32>
      gpu.terminator
    }
    return
  }

  func.func @main() {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %five = arith.constant 5 : index
    %value = arith.constant 1.25 : f32
    %a = memref.alloc() : memref<5xf32>
    %b = memref.alloc() : memref<5xf32>
    %c = memref.alloc() : memref<5xf32>
    scf.for %i = %zero to %five step %one {
      %int = arith.index_cast %i : index to i32
      %float = arith.sitofp %int : i32 to f32
      memref.store %float, %a[%i] : memref<5xf32>
      memref.store %value, %b[%i] : memref<5xf32>
    }
    %ad = memref.cast %a : memref<5xf32> to memref<?xf32>
    %bd = memref.cast %b : memref<5xf32> to memref<?xf32>
    %cd = memref.cast %c : memref<5xf32> to memref<?xf32>
    %au = memref.cast %a : memref<5xf32> to memref<*xf32>
    %bu = memref.cast %b : memref<5xf32> to memref<*xf32>
    %cu = memref.cast %c : memref<5xf32> to memref<*xf32>
    gpu.host_register %au : memref<*xf32>
    gpu.host_register %bu : memref<*xf32>
    gpu.host_register %cu : memref<*xf32>
    %ag = call @mgpuMemGetDeviceMemRef1dFloat(%ad) : (memref<?xf32>) -> memref<?xf32>
    %bg = call @mgpuMemGetDeviceMemRef1dFloat(%bd) : (memref<?xf32>) -> memref<?xf32>
    %cg = call @mgpuMemGetDeviceMemRef1dFloat(%cd) : (memref<?xf32>) -> memref<?xf32>
    call @add(%ag, %bg, %cg) : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
    call @printMemrefF32(%cu) : (memref<*xf32>) -> ()
    return
  }

  func.func private @mgpuMemGetDeviceMemRef1dFloat(memref<?xf32>) -> memref<?xf32>
  func.func private @printMemrefF32(memref<*xf32>)
}
