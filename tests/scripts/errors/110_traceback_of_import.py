import helper
print(helper.half(4))
print(helper.half('x'))
