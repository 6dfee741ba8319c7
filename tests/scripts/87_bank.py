# Accounts that refuse, lend and keep a record.
class Account:
    fee = 1
    opened = 0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []
        Account.opened += 1
        self.number = Account.opened

    def deposit(self, amount):
        if amount <= 0:
            return self.note('refused', amount)
        self.balance += amount
        return self.note('deposit', amount)

    def withdraw(self, amount):
        if not self.can_pay(amount + self.fee):
            return self.note('refused', amount)
        self.balance -= amount + self.fee
        return self.note('withdraw', amount)

    def can_pay(self, amount):
        return amount <= self.balance

    def note(self, what, amount):
        self.history.append((what, amount, self.balance))
        return what != 'refused'

    def __str__(self):
        return f'{self.number} {self.owner:<4}{self.balance:>8.2f}'

class Credit(Account):
    fee = 0

    def __init__(self, owner, limit, balance=0):
        super().__init__(owner, balance)
        self.limit = limit

    def can_pay(self, amount):
        return super().can_pay(amount - self.limit)

    def __str__(self):
        return super().__str__() + f' (limit {self.limit})'

def transfer(a, b, amount):
    return a.withdraw(amount) and b.deposit(amount)

ann, bob, cid = Account('ann', 100), Credit('bob', 50), Account('cid')
print(ann.deposit(50), ann.withdraw(500), ann.deposit(-1), bob.withdraw(30), bob.withdraw(30), cid.withdraw(0))
print(transfer(ann, bob, 25.5), transfer(cid, ann, 1), transfer(bob, cid, 40))
for account in sorted([cid, bob, ann], key=lambda a: -a.balance):
    print(account, account.history)
print(Account.opened, ann.fee, bob.fee, sum([a.balance for a in [ann, bob, cid]]), [w for w, amount, after in ann.history])
