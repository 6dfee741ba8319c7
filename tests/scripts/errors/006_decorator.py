class C:
    value = 1

    @property
    def double(self):
        return 2 * self.value
