a = 1
break
