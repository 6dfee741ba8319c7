# Every small change that can be made to the C sources named, a line each: file, line, column, length, what comes
# there instead. Inside of functions alone: between a line { and a line }; comments, strings and static tables are left.

function place(column, length_, instead) {
    printf "%s\t%d\t%d\t%d\t%s\n", FILENAME, FNR, column, length_, instead
}

# Wherever `from` stands in the line's code.
function swap(from, to, at, start) {
    start = 1
    while ((at = index(substr(code, start), from)) > 0) {
        place(start + at - 1, length(from), to)
        start += at + length(from) - 1
    }
}

# The code of a line: comments, strings and characters as dots, of the same length.
function bare(line, i, c, two, text, out) {
    out = ""
    text = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        two = substr(line, i, 2)
        if (comment) {
            out = out "."
            if (two == "*/") {
                comment = 0
                out = out "."
                i++
            }
        } else if (text != "") {
            out = out "."
            if (c == "\\") {
                out = out "."
                i++
            } else if (c == text)
                text = ""
        } else if (two == "/*") {
            comment = 1
            out = out ".."
            i++
        } else if (c == "\"" || c == "'") {
            text = c
            out = out "."
        } else
            out = out c
    }
    return out
}

# The column of the bracket that closes the one at `open`, 0 where it is on another line.
function closing(open, i, depth, c) {
    depth = 0
    for (i = open; i <= length(code); i++) {
        c = substr(code, i, 1)
        depth += (c == "(") - (c == ")")
        if (depth == 0)
            return i
    }
    return 0
}

function relations() {
    swap(" < ", " <= "); swap(" < ", " > ")
    swap(" <= ", " < "); swap(" <= ", " >= ")
    swap(" > ", " >= "); swap(" > ", " < ")
    swap(" >= ", " > "); swap(" >= ", " <= ")
    swap(" == ", " != "); swap(" != ", " == ")
    swap(" && ", " || "); swap(" || ", " && ")
}

function arithmetic() {
    swap(" + ", " - "); swap(" - ", " + "); swap(" * ", " / "); swap(" / ", " * ")
    swap(" += ", " -= "); swap(" -= ", " += "); swap(" *= ", " /= "); swap(" /= ", " *= ")
    swap("(-", "("); swap("= -", "= "); swap(", -", ", "); swap("return -", "return ")
    swap("fmin(", "fmax("); swap("fmax(", "fmin("); swap("kip_sin(", "kip_cos("); swap("kip_cos(", "kip_sin(")
    swap("v3_add(", "v3_sub("); swap("v3_sub(", "v3_add(")
}

# 0, 1 and 2 that are whole numbers, and indices of one name.
function numbers(i, c) {
    for (i = 2; i < length(code); i++) {
        c = substr(code, i, 1)
        if (c ~ /[012]/ && substr(code, i - 1, 1) !~ /[A-Za-z0-9_.]/ && substr(code, i + 1, 1) !~ /[A-Za-z0-9_.]/)
            place(i, 1, c + 1)
        if (c == "[" && match(substr(code, i), /^\[[a-z]+\]/))
            place(i, RLENGTH, substr(code, i, RLENGTH - 1) " + 1]")
    }
}

function conditions(at, end) {
    swap("(!", "("); swap(" !", " ")
    at = index(code, "if (")
    end = at ? closing(at + 3) : 0
    if (end)
        place(at + 3, end - at - 2, "(!" substr($0, at + 3, end - at - 2) ")")
}

# An assignment or a call that is the whole of a line.
function statements(first) {
    match(code, /^ */)
    first = RLENGTH + 1
    if (code ~ /^ +[*(]?[a-z][^ (]* [-+*\/|&]?= [^;]*;$/ || code ~ /^ +(kip_)?[a-z][a-z0-9_]*\([^;]*\);$/)
        if (closing(1 + index(code, "(") - 1) || !index(code, "("))
            place(first, length(code) - first + 1, ";")
}

FNR == 1 { inside = 0; comment = 0; table = 0 }
{ code = bare($0) }
$0 == "{" {
    inside = 1
    if (head ~ /^(static )?void /)
        place(1, 1, "{ return;")
    next
}
$0 == "}" { inside = 0; next }
!inside { if (code ~ /^[a-z]/) head = code; next }
code ~ /^ *(#|static const|typedef|struct|enum)/ { next }
{ relations(); arithmetic(); numbers(); conditions(); statements() }
