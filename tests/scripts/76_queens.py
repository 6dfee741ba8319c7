# Queens that do not attack each other, by backtracking, and a sudoku of 4 x 4.
def queens(n):
    found = []
    columns = [False] * n
    up = [False] * (2 * n)
    down = [False] * (2 * n)
    place = []

    def put(row):
        if row == n:
            found.append(place[:])
            return
        for c in range(n):
            if not (columns[c] or up[row + c] or down[row - c + n]):
                columns[c] = up[row + c] = down[row - c + n] = True
                place.append(c)
                put(row + 1)
                place.pop()
                columns[c] = up[row + c] = down[row - c + n] = False

    put(0)
    return found

print([len(queens(n)) for n in range(1, 7)], queens(4))
for c in queens(6)[0]:
    print(' '.join(['Q' if k == c else '.' for k in range(6)]))

def solve(grid):
    for r in range(4):
        for c in range(4):
            if grid[r][c] == 0:
                for v in range(1, 5):
                    box = [grid[r // 2 * 2 + i][c // 2 * 2 + j] for i in range(2) for j in range(2)]
                    if v not in grid[r] and v not in [row[c] for row in grid] and v not in box:
                        grid[r][c] = v
                        if solve(grid):
                            return True
                        grid[r][c] = 0
                return False
    return True

grid = [[0, 0, 3, 0], [0, 3, 0, 1], [1, 0, 4, 0], [0, 4, 0, 0]]
print(solve(grid))
for row in grid:
    print(row)
impossible = [[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [2, 3, 4, 0]]
print(solve(impossible), impossible)
