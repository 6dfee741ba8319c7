def busy(n): return 0 if n == 0 else busy(n - 1) + busy(n - 1)
busy(60)
