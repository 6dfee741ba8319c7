# A linked list, a stack and a tree of nodes.
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next

class LinkedList:
    def __init__(self, values=[]):
        self.head = None
        self.size = 0
        for v in reversed(values):
            self.push(v)

    def push(self, value):
        self.head = Node(value, self.head)
        self.size += 1

    def pop(self):
        node = self.head
        self.head = node.next
        self.size -= 1
        return node.value

    def reverse(self):
        done = None
        node = self.head
        while node:
            node.next, done, node = done, node, node.next
        self.head = done
        return self

    def to_list(self):
        out, node = [], self.head
        while node is not None:
            out.append(node.value)
            node = node.next
        return out

    def __str__(self):
        return ' -> '.join([str(v) for v in self.to_list()] + ['None'])

class Tree:
    def __init__(self, value):
        self.value, self.left, self.right = value, None, None

    def add(self, value):
        side = 'left' if value < self.value else 'right'
        child = getattr(self, side)
        if child is not None:
            child.add(value)
        elif side == 'left':
            self.left = Tree(value)
        else:
            self.right = Tree(value)

    def walk(self):
        return (self.left.walk() if self.left else []) + [self.value] + (self.right.walk() if self.right else [])

chain = LinkedList([1, 2, 3])
chain.push(0)
print(chain, chain.size, chain.pop(), chain.reverse(), chain.to_list(), LinkedList(), LinkedList('ab').reverse())
root = Tree(50)
for v in [30, 70, 20, 40, 60, 80, 30]:
    root.add(v)
print(root.walk(), root.left.value, root.right.left.value, root.left.right.left.value)
