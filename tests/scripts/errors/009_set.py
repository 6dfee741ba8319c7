names = {'hip', 'knee'}
