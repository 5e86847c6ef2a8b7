// An assertion that holds, and one that fails for the second work-item.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%n : index) kernel {
      %i = gpu.thread_id x
      %low = arith.cmpi ult, %i, %n : index
      %first = arith.cmpi eq, %i, %n : index
      %true = arith.constant true
      %other = arith.xori %first, %true : i1
      %any = arith.ori %low, %first : i1
      cf.assert %any, "100% of them"
      gpu.printf "thread %lld\0A", %i : index
      cf.assert %low, "first of two" loc("where"("there.cc":12:3))
      gpu.printf "thread %lld goes on\0A", %i : index
      gpu.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%c1 : index)
    return
  }
}
