# Where ids of equations stand in comments: lines "ID FILE LINE", for kip eq (see catalogue.h). From the root:
#
#     awk -f src/io/eq/index.awk FILES...
#
# OTB.5, OTB.3r, W-OTB.5, DCT.E2; RBDA 5.3 as RBDA.5.3. A section of a paper, as in VST 5.1, is no id.
{
    rest = $0
    while (match(rest, /(W-)?(OTB|VBC|DCT|HYB|VST|KIP)\.E?[0-9]+[a-z]?|RBDA [0-9]+\.[0-9]+/)) {
        before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : ""
        id = substr(rest, RSTART, RLENGTH)
        sub(/ /, ".", id)
        rest = substr(rest, RSTART + RLENGTH)
        if (before !~ /[A-Za-z0-9_.\/-]/ && rest !~ /^[A-Za-z0-9_]/ && !((id, FILENAME, FNR) in seen)) {
            seen[id, FILENAME, FNR] = 1
            print id, FILENAME, FNR
        }
    }
}
