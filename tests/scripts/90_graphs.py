# Search in graphs kept as dicts: breadth first, depth first, Dijkstra, an order of tasks.
graph = {'a': {'b': 4, 'c': 1}, 'b': {'d': 1}, 'c': {'b': 2, 'd': 5}, 'd': {'e': 3}, 'e': {}, 'f': {'a': 1}}

def breadth(start):
    seen, queue = {start: None}, [start]
    for node in queue:
        for other in graph[node]:
            if other not in seen:
                seen[other] = node
                queue.append(other)
    return seen

def depth(node, seen):
    if node not in seen:
        seen.append(node)
        for other in graph[node]:
            depth(other, seen)
    return seen

def path(came_from, goal):
    out = []
    while goal is not None:
        out.insert(0, goal)
        goal = came_from.get(goal)
    return out

def dijkstra(start):
    distance, before, open_nodes = {start: 0}, {}, [(0, start)]
    while open_nodes:
        open_nodes.sort(reverse=True)
        d, node = open_nodes.pop()
        if d > distance[node]:
            continue
        for other, length in graph[node].items():
            if other not in distance or d + length < distance[other]:
                distance[other] = d + length
                before[other] = node
                open_nodes.append((d + length, other))
    return distance, before

print(breadth('a'), path(breadth('a'), 'e'), depth('f', []), path({}, 'x'))
distance, before = dijkstra('a')
print(distance, path(before, 'e'), dijkstra('f')[0], dijkstra('e'))
maze = ['#########', '#S..#...#', '#.#.#.#.#', '#.#...#E#', '#########']
cells = [(r, c) for r, row in enumerate(maze) for c, v in enumerate(row) if v != '#']
start = [p for p in cells if maze[p[0]][p[1]] == 'S'][0]
came, queue = {start: None}, [start]
for r, c in queue:
    for p in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]:
        if p in cells and p not in came:
            came[p] = (r, c)
            queue.append(p)
way = path(came, (3, 7))
print(len(way), way[:4], '\n' + '\n'.join([''.join(['*' if (r, c) in way and v == '.' else v for c, v in enumerate(row)]) for r, row in enumerate(maze)]))
needs = {'roof': ['walls'], 'walls': ['floor'], 'floor': [], 'paint': ['walls', 'roof'], 'door': ['walls']}
done = []
while len(done) < len(needs):
    done += [t for t in needs if t not in done and all([n in done for n in needs[t]])]
print(done)
