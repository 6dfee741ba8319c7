"""Exercises of lessons: is an answer right? kip run LESSON.py --param answer=NUMBER"""


def ask(question, answer, unit, is_right, hint):
    """Asks; of an answer other than 0 it says whether it is right, and the run fails where it is not."""
    print("Exercise: " + question)
    if answer == 0:
        print(f"Your answer, in {unit}: --param answer=NUMBER")
        return
    if is_right:
        print("Right.")
    else:
        print("Not yet. " + hint)
    measure(f"your answer of {answer:g} {unit} is right", 1 if is_right else 0, "", "= 1")


def near(answer, right, part):
    """Within a part of what is right."""
    return abs(answer - right) <= part * abs(right)
