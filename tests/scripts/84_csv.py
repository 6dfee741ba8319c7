# Reading lines of values separated by commas, with quotes, and adding them up.
source = '''name,kind,mass,"note"
thigh,link,8.5,"upper, leg"
shin,link,3.7,
hip,joint,0,"says ""ball"""
foot , link,1.1,flat
'''

def split_line(line):
    fields, field, quoted = [], '', False
    i = 0
    while i < len(line):
        c = line[i]
        if quoted:
            if c == '"' and line[i + 1:i + 2] == '"':
                field += '"'
                i += 1
            elif c == '"':
                quoted = False
            else:
                field += c
        elif c == '"':
            quoted = True
        elif c == ',':
            fields.append(field)
            field = ''
        else:
            field += c
        i += 1
    return fields + [field]

def number(text):
    digits = text.replace('.', '', 1).lstrip('-')
    if not digits.isdigit():
        return text
    return float(text) if '.' in text else int(text)

lines = source.splitlines()
header = split_line(lines[0])
rows = []
for line in lines[1:]:
    rows.append(dict([(k, number(v.strip())) for k, v in zip(header, split_line(line))]))
for row in rows:
    print(row)
print(header, len(rows), [r['name'] for r in rows if r['kind'] == 'link'], f'{sum([r["mass"] for r in rows]):.1f}')
groups = {}
for r in rows:
    groups.setdefault(r['kind'], []).append(r['mass'])
print(groups, [(k, max(v)) for k, v in groups.items()])

def quote(v):
    s = str(v)
    return '"' + s.replace('"', '""') + '"' if ',' in s or '"' in s else s

out = '\n'.join([','.join([quote(r[k]) for k in header]) for r in rows])
print(out)
print([split_line(s) for s in ['', ',', 'a', '"a,b",c', '"",""']], split_line(out.splitlines()[0]) == ['thigh', 'link', '8.5', 'upper, leg'])
