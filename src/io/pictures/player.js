/* The user interface. Continues plots.js. */

/* ---- 8. side view ------------------------------------------------------------------------------ */

/* Draws the visible solid shapes from far to near: boxes as the outline of their corners, others as thick lines. */
function drawGeoms(recording, moment, colours, { context, metre, place, back }) {
    const signs = [-1, 1], corners = signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z])));
    const css = (geom) => `rgb(${colourOf(recording, geom, colours).slice(0, 3)
        .map((x) => Math.round(255 * x ** (1 / 2.2))).join(" ")})`;
    recording.rough = recording.rough || recording.geoms.map(roughShape);
    recording.geoms.map((geom, i) => ({ geom, pose: moment.geoms[i], rough: recording.rough[i], there: moment.shown[i] }))
        .filter(({ geom, there }) => there && isSolid(geom))
        .sort((a, b) => dot(originOf(a.pose), back) - dot(originOf(b.pose), back))
        .forEach(({ geom, pose, rough: { axis, half, radius } }) => {
            const box = geom.type === "box", centre = originOf(pose), along = scale(axisOf(pose, axis), half);
            const points = box ? corners.map((corner) => transform(pose, corner.map((x, k) => x * geom.size[k])))
                : [sub(centre, along), add(centre, along)];
            context.beginPath();
            (box ? convexHull(points.map(place)) : points.map(place))
                .forEach(([x, y], i) => context.lineTo(x + 0.01 * i, y));
            if (box) context.closePath();
            for (const [style, more] of [["rgb(0 0 0 / 0.5)", 1.5], [css(geom), 0]]) {    // a dark rim
                context.strokeStyle = context.fillStyle = style;
                context.lineWidth = (box ? 0 : Math.max(2 * radius * metre, 1.5)) + more;
                if (context.lineWidth > 0 && (!box || more)) context.stroke();
                if (box && !more) context.fill();
            }
        });
}

/* An orthographic view along the ground, z up. */
function makeSideView(canvas, recording) {
    const context = canvas.getContext("2d");
    function draw(moment, camera, show) {
        const { target, right, back, tanY, distance, place } = camera.lens(canvas, moment), { width, height } = canvas;
        const metre = height / (2 * tanY * distance);
        const style = getComputedStyle(canvas), css = (name) => style.getPropertyValue("--" + name);
        const stroke = (colour, thickness, ...points) => {
            context.strokeStyle = css(colour);
            context.lineWidth = Math.max(thickness * metre, 1.5);
            context.beginPath();
            points.map(place).forEach(([x, y], i) => context.lineTo(x + 0.01 * i, y));
            context.stroke();       // 0.01 pixel: a line of length 0 would not be drawn
        };
        context.fillStyle = css("horizon");
        context.fillRect(0, 0, width, height);
        context.lineCap = "round";
        const floor = groundBelow(recording, moment, target);
        if (floor) stroke("line", 0, sub(floor, scale(right, 1e3)), add(floor, scale(right, 1e3)));
        drawGeoms(recording, moment, readColours(), { context, metre, place, back });
        context.globalAlpha = 0.45;
        for (const i of show.ghost ? ghostsOf(recording, moment) : []) {
            const { axis, half, radius } = recording.rough[i], pose = moment.ghosts[i];
            const centre = originOf(pose), along = scale(axisOf(pose, axis), half);
            stroke("ghost", 2 * radius, sub(centre, along), add(centre, along));
        }
        context.globalAlpha = 1;
        arrowsOf(moment, show).forEach(({ kind, tail, tip }) =>
            stroke(kind, 0.02 * camera.markScale, tail, tip));
        const dot = 0.08 * camera.markScale;
        (show.support ? supportsOf(moment) : []).forEach(({ hull, pressure }) => {
            stroke("contact", 0.02 * camera.markScale, ...hull);
            stroke("contact", dot, pressure, pressure);
        });
        for (const { centre, index, before, after } of show.com ? centresOf(recording, moment) : []) {
            stroke("path-" + index % 4, 0.2 * dot, ...before, centre);
            context.globalAlpha = 0.35;
            stroke("path-" + index % 4, 0.2 * dot, centre, ...after);
            context.globalAlpha = 1;
            stroke("path-" + index % 4, dot, centre, centre);
        }
        const { rings, springs, crosses } = marksOf(recording, moment), r = 0.05 * camera.markScale;
        const round = [...Array(25).keys()].map((i) => radians(15 * i))
            .map((angle) => add(scale(right, Math.cos(angle)), [0, 0, Math.sin(angle)]));
        rings.forEach((at) => stroke("hold", 0.2 * r, ...round.map((way) => add(at, scale(way, r)))));
        springs.forEach((spring) => stroke("hold", 0.2 * r, ...zigzag(spring, back, r)));
        crosses.flatMap((at) => crossAt(at, r)).forEach((line) => stroke("accent", 0.3 * r, ...line));
    }
    return { draw, refresh: () => {}, wait: () => {} };
}

/* ---- 9. controls ------------------------------------------------------------------------------- */

const inSeconds = (time) => time.toFixed(2) + " s";
const inFigures = (x) => (Math.abs(x) < 1e-6 ? "0"      // rounding errors
    : Math.abs(x) < 1e-3 ? x.toExponential(2)
    : Math.abs(x) >= 1000 && Math.abs(x) < 1e7 ? x.toFixed(0) : x.toPrecision(4));

/* Hues of bands. */
const HUES = [212, 28, 150, 276, 350, 184, 52, 316];
const setHue = (element, colour) => element.style.setProperty("--hue", HUES[colour % HUES.length]);

const made = (tag, parent, name = "", text = "") => {
    const element = parent.appendChild(document.createElement(tag));
    element.className = name;
    element.textContent = text;
    return element;
};

/* The row of each interval among several thin ones: the row that its text had before, else the first free one; intervals in
 * a row do not overlap. */
function packRows(items) {
    const rows = [];
    return items.map(({ t0, t1, text }) => {
        const free = (row) => row.end <= t0 + 1e-9;
        const last = rows.findIndex((row) => free(row) && row.text === text);
        const found = last >= 0 ? last : rows.findIndex(free), row = found >= 0 ? found : rows.length;
        rows[row] = { end: t1, text };
        return row;
    });
}

/* Adds a line of the time line, with its name and intervals. Pointing at an interval shows its text; a click seeks its
 * beginning. */
function addLane(name, label, recording, player) {
    const lane = made("div", byId("lanes"), "lane"), { duration } = recording;
    lane.setAttribute("role", "group");
    lane.setAttribute("aria-label", label);
    made("span", lane, "name", name).title = name;
    const line = made("div", lane, "line");
    const share = (time) => 100 * Math.min(time, duration) / (duration || 1);
    const add = (kind, { t, t1, text, label: inside = "" }) => {
        const button = made("button", line, kind), tell = (on) => showHint(button, on ? text : "");
        made("span", button, "", inside);
        button.setAttribute("aria-label", text);
        button.style.left = share(t) + "%";
        button.style.width = share(t1) - share(t) + "%";
        ["mouseenter", "focus"].forEach((event) => button.addEventListener(event, () => tell(true)));
        ["mouseleave", "blur"].forEach((event) => button.addEventListener(event, () => tell(false)));
        button.addEventListener("click", (event) => {
            player.seek(t);
            if (event.detail) button.blur();        // as for other buttons, so that the space bar plays again
            tell(true);
        });
        return button;
    };
    return { line, add };
}

/* Shows the text of an interval above the bar, over the interval's middle. */
function showHint(element, text) {
    const hint = byId("hint"), own = element.getBoundingClientRect();
    const bar = byId("bar").getBoundingClientRect();
    hint.textContent = text;
    hint.hidden = !text;
    const free = bar.width - hint.offsetWidth - 8, middle = (own.left + own.right) / 2 - bar.left;
    hint.style.left = clamp(middle - hint.offsetWidth / 2, Math.min(8, free), Math.max(free, 8)) + "px";
}

/* The time line's lanes: bands of skills and of poses for each character, thin ones for modified physics. */
function fillLanes(recording, player) {
    const { tracks, modified, duration } = recording, last = (t1) => inSeconds(Math.min(t1, duration));
    for (const { name, what, bands } of tracks) {
        const { add } = addLane(name, `${what} of ${name}`, recording, player);
        for (const { label, t, t1, reason, from, colour } of bands.filter((band) => band.t1 > band.t)) {
            const change = from ? `${from} \u2192 ${label}` : label, why = reason ? ` \u2013 ${reason}` : "";
            const text = `${name}: ${change}, ${inSeconds(t)} to ${last(t1)}${why}`;
            setHue(add("band", { t, t1, label, text }), colour);
        }
    }
    if (modified.length) {
        const { line, add } = addLane("physics", "Modified physics", recording, player);
        const rows = packRows(modified);
        line.style.height = 9 * (Math.max(...rows) + 1) + 3 + "px";
        modified.forEach(({ t0, t1, text }, i) => {
            const button = add("thin", { t: t0, t1, text: `${text}, ${inSeconds(t0)} to ${last(t1)}` });
            button.style.top = 9 * rows[i] + "px";
        });
    }
    document.body.classList.toggle("told", tracks.length + modified.length > 0);
}

/* Fills in what is constant: texts, event ticks, lanes. */
function fillPage(recording, player) {
    const child = (parent, tag, text) => {
        const element = byId(parent).appendChild(document.createElement(tag));
        element.textContent = text;
        return element;
    };
    byId("title").textContent = recording.title;
    byId("note").textContent = recording.note;
    for (const { name, measure } of recording.series)
        [["dt", name], ["dd", ""], ["dd", measure]].forEach((cell) => child("series", ...cell));
    for (const { t, text } of recording.events) {
        const tick = child("ticks", "button", "");
        tick.title = `${inSeconds(t)}: ${text}`;
        tick.setAttribute("aria-label", tick.title);
        tick.style.left = 100 * t / (recording.duration || 1) + "%";
        tick.addEventListener("click", () => player.seek(t));
    }
    fillLanes(recording, player);
    byId("scrub").max = recording.duration;
    for (const id of ["card", "physics"]) {
        byId(id).open = window.innerWidth > 600 && window.innerHeight > 480;
        byId(id).addEventListener("toggle", player.changed);
    }
}

/* Shows, at the top, active skills and modified physics, in short and, when opened, in full. */
function showActive(active) {
    const skills = byId("skills");
    skills.hidden = !active.length;
    active.forEach(({ name, label = "\u2013", colour = 0 }, i) => {
        const row = skills.children[i] || made("li", skills);
        setHue(row, colour);
        if (row.title === `${name}: ${label}`) return;
        row.title = `${name}: ${label}`;
        row.replaceChildren();
        made("i", row, "chip");
        made("span", row, "", name);
        made("b", row, "", label);
    });
}

const inShort = (modified) => `modified physics: ${[...new Set(modified.map(({ kind }) => kind))].join(", ")}`;
const inFull = (modified) => modified.map(({ text }) => text).join("; ");

function showPhysics(short, full) {
    const physics = byId("physics");
    physics.hidden = !full;
    setText(physics.firstElementChild, short);
    setText(physics.lastElementChild, full);
}

const showEvent = (event) => setText(byId("event"), event ? `${inSeconds(event.t)}: ${event.text}` : "");

const longest = (texts) => texts.reduce((most, text) => (text.length > most.length ? text : most), "");

/* Shows the texts that change with time, each at its longest. */
function showLargest({ tracks, modified, events }) {
    const sets = modified.map(({ t0: time }) => modified.filter(({ t0, t1 }) => t0 <= time && time < t1));
    showActive(tracks.map(({ name, bands }) => ({ name, label: longest(bands.map(({ label }) => label)) })));
    showPhysics(longest(sets.map(inShort)), longest(sets.map(inFull)));
    showEvent(events.length ? { t: 0, text: longest(events.map(({ text }) => text)) } : null);
}

/* The rectangles of panels in the window. */
function panelsShown() {
    return ["card", "top", "bar"].map((id) => byId(id).getBoundingClientRect())
        .filter(({ width, height }) => width * height > 0);
}

const setText = (element, text) => { if (element.textContent !== text) element.textContent = text; };

/* Shows what depends on the time. */
function showMoment(recording, { time, frame, modified }) {
    const scrub = byId("scrub"), { duration, events, series } = recording;
    setText(byId("clock").firstElementChild, time.toFixed(2));
    setText(byId("clock").lastElementChild, " / " + inSeconds(duration));
    scrub.value = time;
    scrub.style.setProperty("--done", 100 * time / (duration || 1) + "%");
    scrub.setAttribute("aria-valuetext", `${time.toFixed(2)} of ${inSeconds(duration)}`);
    const cells = byId("series").children;
    series.forEach(({ values }, i) => setText(cells[3 * i + 1], inFigures(values[frame])));
    const latest = events.filter(({ t }) => t <= time + 1e-6).pop();
    byId("bar").style.setProperty("--share", time / (duration || 1));
    showActive(recording.tracks.map(({ name, bands }) =>
        ({ ...bands.filter(({ t, t1 }) => t <= time + 1e-9 && time < t1 - 1e-9).pop(), name })));
    showPhysics(inShort(modified), inFull(modified));
    showEvent(latest);
}

/* A table of buttons and keys: the button's id or null, its keys, its action. */
function connectActions(player, recording) {
    const { state } = player, { fps, duration, events } = recording, dialog = byId("keys");
    const step = (frames) => player.seek((Math.round(state.time * fps) + frames) / fps, true);
    const jump = (sign) => {
        const times = events.map(({ t }) => t).filter((t) => sign * (t - state.time) > 1e-6);
        if (times.length) player.seek(sign > 0 ? Math.min(...times) : Math.max(...times));
    };
    const help = () => (dialog.open ? dialog.close() : dialog.showModal());
    const view = (change) => () => {
        change(player.camera);
        player.draw();
    };
    const actions = [
        ["play", " ", () => player.play(!state.playing)],
        ["back", "ArrowLeft", (event) => step(event.shiftKey ? -10 : -1)],
        ["forward", "ArrowRight", (event) => step(event.shiftKey ? 10 : 1)],
        [null, "ArrowUp", () => jump(1)],
        [null, "ArrowDown", () => jump(-1)],
        [null, "Home", () => player.seek(0)],
        [null, "End", () => player.seek(duration)],
        [null, "a", view((camera) => camera.turn(10, 0))],
        [null, "d", view((camera) => camera.turn(-10, 0))],
        [null, "w", view((camera) => camera.turn(0, 5))],
        [null, "x", view((camera) => camera.turn(0, -5))],
        [null, "i", view((camera) => camera.zoom(0.9))],
        [null, "o", view((camera) => camera.zoom(1 / 0.9))],
        [null, "+", () => player.faster(1)],
        [null, "=", () => player.faster(1)],
        [null, "-", () => player.faster(-1)],
        ["graph", "g", () => player.plots.set(!player.plots.isOpen())],
        ["link", "y", () => copyLink(player)],
        ...[["loop", "l"], ["follow", "f"], ["contacts", "c"], ["pushes", "p"], ["com", "m"],
            ["support", "s"], ["ghost", "t"]]
            .map(([id, key]) => [id, key, () => player.toggle(id)]),
        ["reset", "r", player.resetView],
        ["help", "h", help],
    ];
    for (const [id, , act] of actions.filter((row) => row[0]))
        byId(id).addEventListener("click", (event) => {
            act(event);
            if (event.detail) byId(id).blur();      // not by key: releases the space bar
        });
    window.addEventListener("keydown", (event) => {
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, { tagName } = event.target;
        const act = (actions.find(([, itsKey]) => itsKey === key) || [])[2];
        // a focused button keeps the space bar, a list the arrows, the open help all keys except its own
        const taken = tagName === "SELECT" || event.target.type === "text"
            || (key === " " && /BUTTON|SUMMARY/.test(tagName))
            || (dialog.open && act !== help);
        if (!act || taken || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        act(event);
    });
    byId("scrub").addEventListener("input", () => player.seek(Number(byId("scrub").value), true));
}

/* A drag rotates; a drag with the right or middle button or shift pans; two fingers pan and zoom; the wheel zooms. */
function connectPointers(canvas, { camera, draw, state }) {
    const held = new Map();
    const spread = ([a, b]) => (b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);
    const remember = (event) => held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        remember(event);
    });
    canvas.addEventListener("pointermove", (event) => {
        const last = held.get(event.pointerId), before = spread([...held.values()]);
        if (!last) return;
        const dx = (event.clientX - last.x) / held.size, dy = (event.clientY - last.y) / held.size;
        remember(event);
        if (held.size > 1) camera.zoom(before / (spread([...held.values()]) || before || 1));
        if (held.size > 1 || event.shiftKey || event.buttons > 1)
            camera.drag(canvas, state.time, dx / canvas.clientHeight, dy / canvas.clientHeight);
        else
            camera.turn(0.3 * dx, 0.3 * dy);
        draw();
    });
    ["pointerup", "pointercancel"].forEach((name) =>
        canvas.addEventListener(name, (event) => held.delete(event.pointerId)));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        camera.zoom(Math.exp(0.0015 * clamp(event.deltaY * (event.deltaMode ? 20 : 1), -300, 300)));
        draw();
    }, { passive: false });
}

/* ---- 10. page ---------------------------------------------------------------------------------- */

function say(sentence) {
    byId("sentence").textContent = sentence;
    byId("sentence").hidden = false;
}

/* Time and toggles, which change only through this object. Every change draws at once; animation frames only advance the
 * time. Sizes are read only when they may have changed, since reading them makes the browser compute the layout. */
function makePlayer(recording, camera, canvas, time) {
    const { duration, axes } = recording, driven = axes.some(({ stiffness }) => stiffness.some((x) => x > 0));
    const toggles = { loop: true, follow: true, contacts: true, pushes: true, com: true, support: true,
                      ghost: false };
    const state = { time: clamp(Number(time) || 0, 0, duration), playing: false, ...toggles };
    const player = { state, camera };
    let view = makeRenderer(canvas, recording), last = 0, request = 0, covered = null;
    let finest = Math.min(window.devicePixelRatio, 2), density = finest, slow = 0;
    if (!view) {
        view = makeSideView(canvas, recording);
        camera.flat = true;
        say("This browser offers no WebGL 2, so the recording is shown flat.");
    }

    /* Measures the panels at their largest during the run, so that the picture does not move when texts change. */
    function measureWindow() {
        covered = { width: canvas.clientWidth, height: canvas.clientHeight };
        document.body.style.setProperty("--bar", byId("bar").offsetHeight + "px");
        showLargest(recording);
        camera.frame(freeRectangles(covered, panelsShown()), covered);
        camera.settle(state.time);
    }
    function fitCanvas() {
        if (!covered) measureWindow();
        const pixels = (size) => Math.max(1, Math.round(size * density));
        const width = pixels(covered.width), height = pixels(covered.height);
        if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    }
    player.draw = () => {
        fitCanvas();
        const moment = momentAt(recording, state.time);
        view.draw(moment, camera, state, density < finest);
        showMoment(recording, moment);
        if (player.plots) player.plots.show(moment.frame);
    };
    player.changed = () => {
        covered = null;
        player.draw();
        keepAddress(player);
    };
    /* Reduces the resolution where drawing is slow during playback. */
    function adapt(elapsed) {
        slow = elapsed > 45 ? slow + elapsed : Math.max(slow - 45, 0);
        if (slow < 400 || density <= 0.4) return;
        density = Math.max(0.4, 0.7 * density);
        slow = 0;
    }
    function pass(now) {
        const time = state.time + Math.min(now - last, 500) / 1000 * Number(byId("speed").value);
        adapt(now - last);
        last = now;
        if (time >= duration && !(state.loop && duration > 0)) {
            player.seek(duration, true);
            return;
        }
        player.seek(time < duration ? time : time % duration);
        request = requestAnimationFrame(pass);
    }
    player.seek = (time, pause = false) => {
        state.time = clamp(Number(time) || 0, 0, duration);
        if (pause) player.play(false);
        player.draw();
    };
    player.play = (on) => {
        if (on && state.time >= duration) state.time = 0;
        cancelAnimationFrame(request);
        if (on) request = requestAnimationFrame((now) => pass(last = now));
        const coarse = !on && density < finest;
        if (!on) density = finest;
        slow = 0;
        state.playing = on;
        document.body.classList.toggle("playing", on);
        byId("play").setAttribute("aria-label", on ? "Pause" : "Play");
        if (coarse) player.draw();
    };
    player.faster = (steps) => {
        const { options, selectedIndex } = byId("speed");
        byId("speed").selectedIndex = clamp(selectedIndex + steps, 0, options.length - 1);
    };
    player.toggle = (name, on = !state[name]) => {
        if (byId(name).disabled) return;
        state[name] = on;
        byId(name).setAttribute("aria-pressed", on);
        if (name === "follow") camera.follow(on, state.time);
        player.draw();
    };
    player.resetView = () => {
        camera.reset();
        player.toggle("follow", true);
    };
    /* Milliseconds of JavaScript for `count` pictures over the whole recording: mean and largest. */
    player.measure = (count) => {
        const before = state.time, spent = [];
        for (let i = 0; i < count; i++) {
            view.wait();        // except for the completion of the last picture
            state.time = duration * i / Math.max(count - 1, 1);
            const start = performance.now();
            player.draw();
            spent.push(performance.now() - start);
        }
        player.seek(before);
        return { mean: spent.reduce((sum, ms) => sum + ms, 0) / count, largest: Math.max(...spent) };
    };
    byId("ghost").disabled = !driven;
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        view.refresh();
        player.draw();
        player.plots.draw();
    });
    const resized = () => {
        finest = Math.min(window.devicePixelRatio, 2);
        density = finest;
        covered = null;
        player.draw();
    };
    window.addEventListener("resize", resized);
    canvas.addEventListener("webglcontextlost", () => say("The graphics card was reset: reload the page."));
    return player;
}

/* The outlines on the screen of each solid body of the characters, or of all that moves where there is none; for tests. */
function outlinesOf(recording, moment, { place }) {
    const { geoms, bodies, tree, characters } = recording, roots = new Set(characters.map(({ root }) => root));
    const isMeant = ({ body }) => (roots.size ? roots.has(tree[body]) : tree[body] >= 0);
    return geoms.flatMap((geom, i) => {
        if (!isSolid(geom) || !moment.shown[i] || !isMeant(geom)) return [];
        const { vertices } = SHAPES[geom.type](geom.size, COARSE), points = [];
        for (let k = 0; k < vertices.length; k += 6)
            points.push(place(transform(moment.geoms[i], vertices.slice(k, k + 3))));
        const [x, y] = [0, 1].map((k) => points.map((point) => point[k]));
        return [{ body: bodies[geom.body], left: Math.min(...x), right: Math.max(...x),
                  top: Math.min(...y), bottom: Math.max(...y) }];
    });
}

/* Parameters of the address: t=1.25 opens paused at that time, cam=yaw,pitch,distance sets the camera, speed=0.25 the
 * speed, plot=... the plots; ui=0 shows the picture alone. */
function readAddress() {
    const query = new URLSearchParams(window.location.search), direction = {};
    const numbers = (query.get("cam") || "").split(",").map((text) => (text ? Number(text) : NaN));
    ["yaw", "pitch"].forEach((name, i) => { if (Number.isFinite(numbers[i])) direction[name] = numbers[i]; });
    return { camera: { direction, distance: numbers[2] > 0 ? Math.min(numbers[2], 1e4) : 0 }, time: query.get("t"), speed: query.get("speed"), plot: query.get("plot"),
             bare: query.get("ui") === "0" };
}

/* This page's address with the given parameters; those without a value are removed. */
function addressWith(words) {
    const query = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(words))
        if (value === "") query.delete(name);
        else query.set(name, value);
    const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
    return window.location.href.replace(/[?#].*$/, "") + (text ? "?" + text : "") + window.location.hash;
}

/* Puts the plots into the address, so that reloading the page restores them. */
function keepAddress({ plots }) {
    try {
        window.history.replaceState(null, "", addressWith({ plot: plots.text() }));
    } catch { /* some browsers cannot change the address of a file; the link has it */ }
}

function linkOf({ state, camera, plots }) {
    const { yaw, pitch, zoomed } = camera, speed = byId("speed").value;
    const away = zoomed === 1 ? [] : [camera.distance(state.time).toFixed(2)];
    return addressWith({ t: String(+state.time.toFixed(4)), plot: plots.text(), speed: speed === "1" ? "" : speed,
                         cam: [yaw.toFixed(1), pitch.toFixed(1), ...away].join(",") });
}

function copyLink(player) {
    const link = linkOf(player), told = () => {
        say("The link to this view is copied.");
        setTimeout(() => { byId("sentence").hidden = true; }, 2000);
    };
    const copied = navigator.clipboard ? navigator.clipboard.writeText(link) : Promise.reject();
    copied.then(told, () => say(link));
}

function start() {
    const { camera: given, time, speed, plot, bare } = readAddress(), canvas = byId("view");
    const recording = readRecording(byId("kip-data").textContent), { duration, frames, bodies } = recording;
    const camera = makeCamera(recording, given);
    document.body.classList.toggle("bare", bare);
    if (typeof startLive === "function") {
        byId("title").textContent = recording.title;
        startLive(recording, camera, canvas);
        return;
    }
    const player = makePlayer(recording, camera, canvas, time);
    fillPage(recording, player);
    player.plots = makePlots(recording, player);
    connectActions(player, recording);
    connectPointers(canvas, player);
    if ([...byId("speed").options].some(({ value }) => value === speed)) byId("speed").value = speed;
    if (plot) {
        player.plots.choose(plot);
        player.plots.set(true);
        const { unknown } = readChoice(recording, plot);
        if (unknown.length) say(`The address asks to plot what is not in this recording: ${unknown.join(", ")}.`);
    }
    const position = (name) => {
        if (!bodies.includes(name)) throw new Error(`No body is named "${name}".`);
        return originOf(momentAt(recording, player.state.time).bodies[bodies.indexOf(name)]);
    };
    const now = () => momentAt(recording, player.state.time);
    Object.assign(window.kip, {
        duration, frames, bodies, position, camera,
        marks: () => marksOf(recording, now()), shown: () => [...now().shown], time: () => player.state.time,
        supports: () => supportsOf(now()), seek: (t) => player.seek(t),
        play: () => player.play(true), pause: () => player.play(false),
        state: () => ({ ...player.state, speed: Number(byId("speed").value), plots: player.plots.isOpen() }),
        plotted: () => player.plots.values(now().frame), link: () => linkOf(player),
        centres: () => centresOf(recording, now()).map(({ centre }) => [...centre]),
        ghosts: () => ghostsOf(recording, now()).map((i) => originOf(recording.moment.ghosts[i])),
        outlines: (time) => {
            const moment = momentAt(recording, time), { clientWidth: width, clientHeight: height } = canvas;
            return outlinesOf(recording, moment, camera.lens({ width, height }, moment));
        },
        hidden: (time) => {
            const moment = momentAt(recording, time), { clientWidth: width, clientHeight: height } = canvas;
            const { eye } = camera.lens({ width, height }, moment);
            return hiddenShare(sightsOf(recording, moment), () => eye);
        },
        measure: player.measure });
    player.seek(time);
    window.kip.loaded = performance.now();
    if (time === null && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) player.play(true);
}

try {
    start();
} catch (error) {
    document.body.classList.add("bare");
    say(error.message);
    throw error;        // reaches kip.errors and the console
}

})();
