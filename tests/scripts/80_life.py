# The game of life on a torus.
def parse(rows):
    return [[c == '#' for c in row] for row in rows]

def neighbours(grid, r, c):
    h, w = len(grid), len(grid[0])
    return sum([grid[(r + dr) % h][(c + dc) % w] for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)])

def step(grid):
    return [[neighbours(grid, r, c) == 3 or (alive and neighbours(grid, r, c) == 2) for c, alive in enumerate(row)]
            for r, row in enumerate(grid)]

def show(grid):
    for row in grid:
        print(''.join(['#' if v else '.' for v in row]))
    print(sum([sum(row) for row in grid]))

glider = parse(['.#......', '..#.....', '###.....', '........', '........', '........'])
grid = glider
for generation in range(4):
    grid = step(grid)
show(grid)
moved = [[glider[(r - 1) % 6][(c - 1) % 8] for c in range(8)] for r in range(6)]
print(grid == moved)
blinker = parse(['.....', '..#..', '..#..', '..#..', '.....'])
print(step(step(blinker)) == blinker, step(blinker) == blinker)
show(step(blinker))
block = parse(['....', '.##.', '.##.', '....'])
print(step(block) == block, step(parse(['...', '.#.', '...'])) == parse(['...'] * 3))

# The same with a dict of living cells.
def step_cells(cells):
    counts = {}
    for r, c in cells:
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if dr or dc:
                    counts[r + dr, c + dc] = counts.get((r + dr, c + dc), 0) + 1
    return dict([(p, True) for p, n in counts.items() if n == 3 or (n == 2 and p in cells)])

cells = dict([(p, True) for p in [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]])
sizes = []
for generation in range(60):
    sizes.append(len(cells))
    cells = step_cells(cells)
print(sizes)
print(sorted(cells)[:5], min([r for r, c in cells]), max([c for r, c in cells]))
