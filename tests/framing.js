/* Put behind a page by framing.sh: is everybody seen? At many times no body of a character may reach beyond the window
 * or under a panel, at its opening, and with plots open; and the picture shows people, not dots. */
(() => {
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const faults = new Set(), count = 24, shares = [];
const panels = () => [...document.querySelectorAll(".panel, .sentence")]
    .map((panel) => [panel.id, panel.getBoundingClientRect()]).filter(([, box]) => box.width * box.height > 0);

function look(time, state) {
    const { free } = kip.camera, shown = panels(), boxes = kip.outlines(time);
    for (const box of boxes) {
        const { left, right, top, bottom, body } = box, tell = (what) => faults.add(`${state},_${body}_${what}`);
        if (!(left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)) tell("is_cut");
        for (const [id, panel] of shown) if (overlap(box, panel)) tell(`is_under_${id}`);
    }
    if (!boxes.length) return;
    const all = boxes.reduce((a, b) => ({ left: Math.min(a.left, b.left), right: Math.max(a.right, b.right),
                                         top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom) }));
    shares.push(Math.max((all.right - all.left) / (free.right - free.left), (all.bottom - all.top) / (free.bottom - free.top)));
}

function watch(state) {
    look(kip.time(), state);
    for (const share of [0, 0.5, 1]) {
        kip.seek(share * kip.duration);     // the panels' texts are that time's
        look(kip.time(), state);
    }
    for (let i = 0; i < count; i++) look(kip.duration * i / (count - 1), state);
}

watch("as_opened");
dispatchEvent(new KeyboardEvent("keydown", { key: "g" }));
watch("with_plots");
dispatchEvent(new KeyboardEvent("keydown", { key: "g" }));
if (kip.errors.length) faults.add("error: " + kip.errors[0]);
shares.sort((a, b) => a - b);
const told = { size: `${innerWidth}x${innerHeight}`, looks: shares.length, least: shares[0], usual: shares[shares.length >> 1],
               faults: [...faults] };
parent.postMessage(told, "*");
window.told = told;
})();
