// Two launches become two modules; the second reads what the first wrote.
module attributes {gpu.container_module} {
  func.func @main() {
    %one = arith.constant 1 : index
    %n = arith.constant 13 : index
    %data = memref.alloc() : memref<13xi32>
    %any = memref.cast %data : memref<13xi32> to memref<*xi32>
    gpu.host_register %any : memref<*xi32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %one, %sz = %one) {
      %t = arith.index_cast %tx : index to i32
      memref.store %t, %data[%tx] : memref<13xi32>
      gpu.terminator
    }
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %one, %gz = %one)
               threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      %old = memref.load %data[%bx] : memref<13xi32>
      %new = arith.muli %old, %old : i32
      memref.store %new, %data[%bx] : memref<13xi32>
      gpu.terminator
    }
    call @printMemrefI32(%any) : (memref<*xi32>) -> ()
    return
  }
  func.func private @printMemrefI32(memref<*xi32>)
}
