count: int = 0
