/* Put behind a page by framing.sh: is everybody seen? At many times no body of a character may reach beyond the window
 * or under a panel, nor most of them be behind scenery: as the page opens, at its middle and end, with plots open. What it finds goes to the page around. */
(() => {
const COUNT = 24, LEAST = 0.12, USUAL = 1 / 3;      // of the free rectangle's width or height that they fill
const HIDDEN = 0.5;                                 // of the characters' bodies
const ROOM = 0.2;                                   // of the window that panels leave free in one piece
const faults = new Set(), shares = [];
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const panels = () => [...document.querySelectorAll(".panel, .sentence")]
    .map((panel) => ({ id: panel.id, box: panel.getBoundingClientRect() })).filter(({ box }) => box.width * box.height > 0);
const around = (boxes) => boxes.reduce((a, b) => ({
    left: Math.min(a.left, b.left), right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom) }));

function faultsAt(time) {
    const shown = panels(), found = [];
    for (const { body, ...box } of kip.outlines(time)) {
        const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        if (!inside) found.push(`${body} is cut`);
        found.push(...shown.filter((panel) => overlap(box, panel.box)).map(({ id }) => `${body} is under the ${id}`));
    }
    const hidden = kip.camera.flat ? 0 : kip.hidden(time);
    if (hidden > HIDDEN) found.push(`${Math.round(100 * hidden)} % of the bodies are behind scenery at ${time.toFixed(2)} s`);
    return found;
}

function look(time, state) {
    const { free } = kip.camera, boxes = kip.outlines(time);
    faultsAt(time).forEach((fault) => faults.add(`${state}, ${fault}`));
    if (!boxes.length) return;
    const { left, right, top, bottom } = around(boxes);
    shares.push(Math.max((right - left) / (free.right - free.left), (bottom - top) / (free.bottom - free.top)));
}

function watch(state) {
    look(kip.time(), state);
    for (const share of [0, 0.5, 1]) {
        kip.seek(share * kip.duration);     // the panels say what they say at that time
        look(kip.time(), `${state} at ${kip.time().toFixed(2)} s`);
    }
    for (let i = 0; i < COUNT; i++) look(kip.duration * i / (COUNT - 1), state);
}

const press = (key) => window.dispatchEvent(new KeyboardEvent("keydown", { key }));
function watchBoth(view) {
    watch(`${view} as opened`);
    const { free } = kip.camera, room = (free.right - free.left) * (free.bottom - free.top) / (innerWidth * innerHeight);
    if (room < ROOM) faults.add(`panels leave ${room.toFixed(2)} of the window`);
    press("g");
    watch(`${view} with plots`);
    press("g");
}

/* Where there is no WebGL, both: the flat view, and the places of the other, whose camera needs no graphics card. */
const flat = kip.camera.flat;
watchBoth(flat ? "flat" : "solid");
if (flat) {
    kip.camera.flat = false;
    document.getElementById("sentence").hidden = true;
    window.dispatchEvent(new Event("resize"));
    watchBoth("solid");
}

shares.sort((a, b) => a - b);
if (!shares.length) faults.add("nobody is there");
if (shares[0] < LEAST || shares[shares.length >> 1] < USUAL)
    faults.add(`they fill ${shares[0].toFixed(2)} and usually ${shares[shares.length >> 1].toFixed(2)} of the room`);
kip.errors.forEach((error) => faults.add(error));

/* Would a hidden one be noticed? Too near, it is; and then the first view comes back. */
kip.camera.zoom(0.05);
if (!faultsAt(kip.duration / 2).length) faults.add("a camera that is too near is not noticed");
press("r");
if (faultsAt(kip.duration / 2).length) faults.add("the first view does not come back");
kip.camera.flat = flat;
parent.postMessage({ size: `${innerWidth}x${innerHeight}`, shares: [shares[0], shares[shares.length >> 1]],
                     faults: [...faults] }, "*");
})();
