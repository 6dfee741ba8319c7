# Days, weekdays and leap years, by arithmetic alone.
def leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)

def month_days(y, m):
    return [31, 29 if leap(y) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]

def to_days(y, m, d):
    y -= m <= 2
    era = y // 400
    yoe = y - era * 400
    doy = (153 * (m + (-3 if m > 2 else 9)) + 2) // 5 + d - 1
    return era * 146097 + yoe * 365 + yoe // 4 - yoe // 100 + doy - 719468

def from_days(z):
    z += 719468
    era = z // 146097
    doe = z % 146097
    yoe = (doe - doe // 1460 + doe // 36524 - doe // 146096) // 365
    doy = doe - (365 * yoe + yoe // 4 - yoe // 100)
    mp = (5 * doy + 2) // 153
    m = mp + (3 if mp < 10 else -9)
    return yoe + era * 400 + (m <= 2), m, doy - (153 * mp + 2) // 5 + 1

names = 'Mon Tue Wed Thu Fri Sat Sun'.split()

def weekday(y, m, d):
    return names[(to_days(y, m, d) + 3) % 7]

print([y for y in range(1890, 2012) if leap(y)][:5], sum([leap(y) for y in range(1, 2001)]), [month_days(2024, m) for m in range(1, 13)])
for date in [(1970, 1, 1), (2000, 2, 29), (1969, 12, 31), (1600, 1, 1), (2024, 12, 25), (1, 1, 1), (-1, 3, 1)]:
    y, m, d = date
    days = to_days(y, m, d)
    print(f'{y:04d}-{m:02d}-{d:02d}', days, weekday(y, m, d), from_days(days) == date)
print(all([to_days(from_days(n)[0], from_days(n)[1], from_days(n)[2]) == n for n in range(-800000, 800000, 3333)]))
day = to_days(2023, 12, 30)
print([from_days(day + k) for k in range(4)], to_days(2024, 3, 1) - to_days(2024, 2, 1), to_days(2000, 1, 1) - to_days(1900, 1, 1))

def calendar(y, m):
    print(f'{y}-{m:02d}'.center(20).rstrip())
    first = (to_days(y, m, 1) + 3) % 7
    cells = ['  '] * first + [f'{d:2}' for d in range(1, month_days(y, m) + 1)]
    for i in range(0, len(cells), 7):
        print(' '.join(cells[i:i + 7]))

calendar(2024, 2)
print([(y, weekday(y, 2, 29)) for y in range(2000, 2030, 4)], len([m for m in range(1, 13) if weekday(2026, m, 13) == 'Fri']))
seconds = 100000
print(f'{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}', divmod(divmod(seconds, 60)[0], 60))
