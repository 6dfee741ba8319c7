# Stacks and queues: brackets, infix to postfix, a queue of two stacks, a ring.
def balanced(s):
    pairs = {')': '(', ']': '[', '}': '{'}
    stack = []
    for c in s:
        if c in '([{':
            stack.append(c)
        elif c in pairs:
            if not stack or stack.pop() != pairs[c]:
                return False
    return not stack

print([balanced(s) for s in ['', '()', '([{}])', '(]', '(()', '())', 'a(b[c]d)e', ')(']])

def postfix(text):
    rank = {'+': 1, '-': 1, '*': 2, '/': 2}
    out, stack = [], []
    for token in text.replace('(', ' ( ').replace(')', ' ) ').split():
        if token in rank:
            while stack and stack[-1] != '(' and rank[stack[-1]] >= rank[token]:
                out.append(stack.pop())
            stack.append(token)
        elif token == '(':
            stack.append(token)
        elif token == ')':
            while stack[-1] != '(':
                out.append(stack.pop())
            stack.pop()
        else:
            out.append(float(token))
    return out + stack[::-1]

def value(tokens):
    stack = []
    for t in tokens:
        if isinstance(t, float):
            stack.append(t)
            continue
        b, a = stack.pop(), stack.pop()
        stack.append(a + b if t == '+' else a - b if t == '-' else a * b if t == '*' else a / b)
    return stack.pop()

for text in ['1 + 2 * 3', '(1 + 2) * 3', '10 - 4 - 3', '2 * (3 + 4) / 7 - 1', '8 / 4 / 2']:
    print(text, '=', value(postfix(text)), postfix(text))

class Queue:
    def __init__(self):
        self.front, self.back = [], []

    def put(self, v):
        self.back.append(v)

    def get(self):
        if not self.front:
            self.front, self.back = self.back[::-1], []
        return self.front.pop() if self.front else None

q, got = Queue(), []
for i in range(8):
    q.put(i)
    if i % 3 == 2:
        got += [q.get(), q.get()]
print(got, q.get(), q.front, q.back, [q.get() for i in range(3)])
