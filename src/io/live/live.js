/* ---- live -------------------------------------------------------------------------------------- */

/* A page of kip live: it receives frames as a stream and sends commands as lines. The last half minute of frames is kept
 * here, so that looking back needs no request, unlike continuing from there. The formats are described in the session's
 * files. */
const PAST_SECONDS = 30, SHOWN_NEWS = 5;

/* Messages of the stream: 4 bytes of size, 4 of kind, and the content. */
async function readStream(take) {
    const { body } = await fetch("stream"), reader = body.getReader();
    let bytes = new Uint8Array(0);
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const both = new Uint8Array(bytes.length + value.length);
        both.set(bytes);
        both.set(value, bytes.length);
        let at = 0;
        const view = new DataView(both.buffer);
        while (both.length - at >= 8) {
            const size = view.getUint32(at, true), kind = view.getUint32(at + 4, true);
            if (both.length - at - 8 < size) break;
            take(kind, both.slice(at + 8, at + 8 + size));
            at += 8 + size;
        }
        bytes = both.slice(at);
    }
}

/* Sends one command at a time, in order. While one is in progress, only the last pull is kept. */
function makeSender(fail) {
    const lines = [];
    let busy = false;
    const pulls = (line) => /^(drag|pose pull|pose turn|setNumber|setGravityScale|setFrictionScale) /.test(line);
    const about = (line) => line.split(" ").slice(0, 3).join(" ");
    async function work() {
        busy = true;
        while (lines.length) {
            const { line, settle } = lines.shift();
            try {
                const answer = await fetch("command", { method: "POST", body: line });
                const text = await answer.text();
                if (!answer.ok) fail(text);
                settle(answer.ok);
            } catch {
                fail("kip live has ended: start it again, and reload this page at its new address.");
                settle(false);
            }
        }
        busy = false;
    }
    return (line) => new Promise((settle) => {
        const last = lines[lines.length - 1];
        if (last && pulls(line) && about(last.line) === about(line)) lines.pop().settle(true);
        lines.push({ line, settle });
        if (!busy) work();
    });
}

/* Reads the numbers of a frame (session_show.c). */
function readFrame(bytes) {
    const x = new Float32Array(bytes.buffer, 0, bytes.length >> 2);
    const [time, playing, nbody, ngeom, ncontact, nspring, npush, nghost, posing] = x;
    let at = 9;
    const part = (count, size) => {
        const rows = x.subarray(at, at + count * size);
        at += count * size;
        return rows;
    };
    return { time, playing: playing > 0, posing, bodies: part(nbody, 7), shown: part(ngeom, 1), contacts: part(ncontact, 8),
             springs: part(nspring, 6), pushes: part(npush, 6), ghosts: part(nghost, 7), centres: null };
}

const rowsOf = (list, size) => Array.from({ length: list.length / size }, (_, i) => [...list.subarray(size * i, size * i + size)]);

/* Everything shown of a frame, in the form of momentAt. */
function makeMoments(recording) {
    const { moment, geoms, placed, owners, characters, tree } = recording, body = new Float32Array(16);
    const driven = new Set(characters.map(({ root }) => root));
    const spread = (rows, pos, rot) => {
        for (let i = 0; i < rows.length / 7; i++) {
            pos.set(rows.subarray(7 * i, 7 * i + 3), 3 * i);
            rot.set(rows.subarray(7 * i + 3, 7 * i + 7), 4 * i);
        }
    };
    const centresOfFrame = (frame) => {
        if (!frame.centres) {
            spread(frame.bodies, moment.spare.pos, moment.spare.rot);
            frame.centres = characters.map((it) => centreOf(recording, it, moment.spare.pos, moment.spare.rot));
        }
        return frame.centres;
    };
    function fill(frame, past, index) {
        centresOfFrame(frame);
        spread(frame.bodies, moment.pos, moment.rot);
        moment.bodies.forEach((matrix, i) => setPose(matrix, moment.pos, moment.rot, i));
        geoms.forEach((geom, i) => {
            multiply(moment.bodies[geom.body], placed[i], moment.geoms[i]);
            moment.shown[i] = frame.shown[i] > 0;
        });
        moment.contacts = rowsOf(frame.contacts, 8).map(([on, by, px, py, pz, fx, fy, fz]) => ({
            kind: by > 0 ? "touch" : "contact", on, by, owner: owners[on], point: [px, py, pz], force: [fx, fy, fz] }));
        moment.pushes = rowsOf(frame.pushes, 6).map((row) => ({ point: row.slice(0, 3), force: row.slice(3) }));
        moment.marks = { rings: [], crosses: [],
                         springs: rowsOf(frame.springs, 6).map((row) => [row.slice(0, 3), row.slice(3)]) };
        const back = past.slice(Math.max(0, index - 60), index).filter((_, i) => i % 2 === 0);
        moment.centres = frame.centres.map((centre, who) =>
            ({ centre, index: who, before: back.map((it) => centresOfFrame(it)[who]), after: [] }));
        moment.ghostly = [];
        if (frame.ghosts.length) {
            spread(frame.ghosts, moment.spare.pos, moment.spare.rot);
            geoms.forEach((geom, i) => {
                if (!driven.has(tree[geom.body]) || !moment.shown[i] || !isSolid(geom)) return;
                multiply(setPose(body, moment.spare.pos, moment.spare.rot, geom.body), placed[i], moment.ghosts[i]);
                moment.ghostly.push(i);
            });
        }
        const all = frame.centres.length ? frame.centres : [originOf(moment.bodies[moment.bodies.length - 1])];
        moment.com = scale(all.reduce(add), 1 / all.length);
        moment.modified = [];
        return Object.assign(moment, { time: frame.time, frame: index });
    }
    return { fill, centresOfFrame };
}

/* The ray through a point of the window, and the first solid moving geom near it: {body, at, local}. */
function makePicker(canvas, recording, camera, now) {
    const { geoms, tree } = recording;
    function rayAt(x, y) {
        const moment = now(), { width, height, left, top } = canvas.getBoundingClientRect();
        const { eye, right, up, back, tanX, tanY } = camera.lens({ width, height }, moment);
        const u = (2 * (x - left) / width - 1) * tanX, v = (1 - 2 * (y - top) / height) * tanY;
        return { eye, back, way: unit(sub(add(scale(right, u), scale(up, v)), back)) };
    }
    function pick(x, y) {
        const moment = now(), { eye, way } = rayAt(x, y);
        let best = null;
        geoms.forEach((geom, i) => {
            if (!isSolid(geom) || !moment.shown[i] || tree[geom.body] < 0) return;
            const pose = moment.geoms[i], { axis, half, radius } = recording.rough[i], middle = originOf(pose);
            const along = unit(axisOf(pose, axis)), from = sub(middle, eye), d = dot(way, along);
            const bend = 1 - d * d, s = bend > 1e-9 ? clamp((dot(from, way) * d - dot(from, along)) / bend, -half, half) : 0;
            const near = add(middle, scale(along, s)), t = dot(sub(near, eye), way);
            const away = length(sub(sub(near, eye), scale(way, t)));
            if (t > 0 && away < 1.25 * radius + 0.01 && (!best || t - radius < best.t)) best = { t: t - radius, body: geom.body, at: near };
        });
        if (best) best.local = inFrame(moment.bodies[best.body], best.at);
        return best;
    }
    return { rayAt, pick };
}

/* A point of the world in the frame of a matrix without scale. */
const inFrame = (m, p) => [0, 1, 2].map((k) => dot(sub(p, originOf(m)), axisOf(m, k)));
const twoDigits = (x) => (+x.toFixed(2) + 0).toFixed(2);    // avoids -0.00
const inText = (list) => list.map((x) => +x.toFixed(4)).join(" ");

/* Connects a slider with the display of its value. */
function connectSlider(input, show, change = () => {}) {
    const tell = () => { input.parentElement.querySelector("output").textContent = show(Number(input.value)); };
    input.addEventListener("input", () => {
        tell();
        change(Number(input.value));
    });
    input.addEventListener("told", tell);
    tell();
}

/* Sets an input to the simulation's value, as after a rewind, unless the user is changing it. */
function putBack(input, value) {
    if (document.activeElement === input || Number(input.dataset.told) === value) return;
    input.dataset.told = value;
    input.value = value;
    input.dispatchEvent(new Event("told"));
}

function startLive(recording, camera, canvas) {
    const past = [], moments = makeMoments(recording), first = { ...momentAt(recording, 0) };
    const origin = recording.characters.map((it) => [...centreOf(recording, it, first.pos, first.rot)]);
    const show = { contacts: true, pushes: true, com: true, support: true, ghost: false, follow: true };
    const solid = makeRenderer(canvas, recording), view = solid || makeSideView(canvas, recording);
    camera.flat = !solid;
    let info = null, state = null, looked = null, dirty = true, shift = [0, 0, 0], applied = [0, 0, 0], last = 0, ball = 0;
    let frames = 0, counted = performance.now(), covered = null, grabbed = null;
    const trouble = (text) => {
        byId("trouble").hidden = false;
        byId("trouble").firstElementChild.textContent = text;
    };
    const send = makeSender(trouble), seen = () => byId("invite").classList.add("seen");
    byId("trouble").lastElementChild.addEventListener("click", () => { byId("trouble").hidden = true; });
    document.body.classList.add("live");
    byId("bar").prepend(byId("hand"));
    byId("top").append(byId("live"));
    if (window.innerWidth < 720) byId("tell").open = false;

    /* -- drawing */

    const index = () => {
        if (looked === null) return past.length - 1;
        let i = past.length - 1;
        while (i > 0 && past[i].time > looked + 1e-4) i--;
        return i;
    };
    const moment = () => (past.length ? recording.moment : first);
    function follow(frame, seconds) {
        const centres = moments.centresOfFrame(frame);
        if (!centres.length || !show.follow) return;
        const goal = scale(centres.map((centre, i) => sub(centre, origin[i])).reduce(add), 1 / centres.length);
        goal[2] *= 0.6;
        shift = add(shift, scale(sub(goal, shift), 1 - Math.exp(-seconds / 0.3)));
        camera.pan = add(camera.pan, sub(shift, applied));
        applied = shift;
    }
    function measure() {
        covered = { width: canvas.clientWidth, height: canvas.clientHeight };
        document.body.style.setProperty("--bar", byId("bar").offsetHeight + "px");
        const pixels = Math.min(window.devicePixelRatio, 2);
        Object.assign(canvas, { width: Math.round(covered.width * pixels), height: Math.round(covered.height * pixels) });
        camera.frame(freeRectangles(covered, panelsShown()), covered);
        camera.settle(0);
    }
    function draw(now) {
        requestAnimationFrame(draw);
        if (!dirty || !past.length) return;
        dirty = false;
        if (!covered) measure();
        const i = index(), frame = past[i];
        moments.fill(frame, past, i);
        follow(frame, Math.min((now - last) / 1000, 0.1));
        last = now;
        view.draw(recording.moment, camera, show, false);
        showTime(frame);
        drawn++;
    }
    let drawn = 0;
    function showTime(frame) {
        const newest = past[past.length - 1].time, scrub = byId("scrub"), oldest = Math.max(past[0].time, state ? state.oldest : 0);
        setText(byId("clock").firstElementChild, frame.time.toFixed(2));
        setText(byId("clock").lastElementChild, " s" + (looked === null ? "" : ` / ${newest.toFixed(2)} s`));
        scrub.min = oldest;
        scrub.max = Math.max(newest, oldest + 0.1);
        scrub.value = frame.time;
        scrub.style.setProperty("--done", 100 * (frame.time - oldest) / (scrub.max - oldest) + "%");
        const playing = frame.playing && looked === null;
        document.body.classList.toggle("playing", playing);
        byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    }
    const redraw = () => { dirty = true; };

    /* -- messages */

    function takeFrame(frame) {
        const before = past.length ? past[past.length - 1].time : -1;
        if (frame.time < before - 1e-4 || frame.posing >= 0) {      // rewound, or posed at the same time
            while (past.length && past[past.length - 1].time > frame.time - 1e-4) past.pop();
            if (frame.time < before - 1e-4) looked = null;
        }
        if (!past.length || frame.time > past[past.length - 1].time + 1e-6 || frame.posing >= 0) past.push(frame);
        else past[past.length - 1] = frame;
        while (past[0].time < frame.time - PAST_SECONDS) past.shift();
        if (grabbed && grabbed.moved && !isPosed()) {    // the end of another page releases all springs
            if (grabbed.holds && !frame.springs.length) pull(...grabbed.to);
            grabbed.holds = frame.springs.length > 0;
        }
        frames++;
        redraw();
    }
    function takeNews({ kind, time, text }) {
        if (kind === "error") trouble(text);
        if (kind === "done") {
            say(text);
            setTimeout(() => { byId("sentence").hidden = true; }, 5000);
        }
        heard.push({ kind, time, text });
        const item = document.createElement("li");
        item.textContent = `${time.toFixed(2)} s  ${text}`;
        item.title = text;
        byId("news").prepend(item);
        while (byId("news").children.length > SHOWN_NEWS) byId("news").lastElementChild.remove();
        if (/^saved: the pose /.test(text)) addPoseName(text.split(" ")[3]);
    }
    const heard = [];
    function take(kind, bytes) {
        if (kind === 1) takeFrame(readFrame(bytes));
        else {
            const data = JSON.parse(new TextDecoder().decode(bytes));
            if (kind === 2) takeInfo(info = data);
            else if (kind === 3) takeState(state = data);
            else takeNews(data);
        }
        if (performance.now() - counted > 1000) {
            const rate = frames * 1000 / (performance.now() - counted);
            setText(byId("pace-now"), state && state.playing ? `${rate.toFixed(0)} frames/s` : state && state.waiting ? `${state.waiting} to do when time goes on` : "");
            rates.push(rate);
            frames = 0;
            counted = performance.now();
        }
    }
    const rates = [];

    /* -- information at the beginning */

    const who = () => info.characters[0];
    const button = (parent, text, title, act) => {
        const it = made("button", parent, "", text);
        it.title = title;
        it.addEventListener("click", () => {
            act();
            it.blur();
        });
        return it;
    };
    function addPoseName(name) {
        for (const list of [byId("poses"), ...document.querySelectorAll("#stages select.pose")])
            if (![...list.options].some(({ value }) => value === name)) list.add(new Option(name, name));
    }
    function takeInfo({ characters, numbers, sets, commands }) {
        byId("orders").replaceChildren();
        let key = 0;
        for (const { name, skills } of characters)
            for (const skill of skills) {
                const label = (characters.length > 1 ? name + ": " : "") + skill.replaceAll("_", " ");
                const it = button(byId("orders"), label, `do ${name} ${skill}` + (++key < 10 ? ` (${key})` : ""), () => send(`do ${name} ${skill}`));
                it.dataset.skill = `${name} ${skill}`;
            }
        byId("poses").replaceChildren();
        if (who()) who().poses.forEach(addPoseName);
        byId("tell").hidden = byId("posing").hidden = !characters.length;
        byId("sets").replaceChildren();
        for (const [character, , group, set] of sets.map((text) => text.split("/")))
            button(byId("sets"), `${group} ${set}`, `chooseShapes ${character} ${group}/${set}`, () => send(`chooseShapes ${character} ${group}/${set}`));
        fillNumbers(numbers);
        byId("words").replaceChildren(...commands.map(({ name, signature, help }) => new Option(`${signature}: ${help}`, name)));
        byId("angles").replaceChildren();
        for (const { name, lo, hi } of who() ? who().joints : []) {
            const row = made("label", byId("angles"), "slide");
            made("span", row, "name", name);
            const input = made("input", row);
            Object.assign(input, { type: "range", min: lo, max: hi, step: 0.01, value: 0, disabled: true });
            made("output", row);
            connectSlider(input, twoDigits, (x) => send(`pose turn ${name} ${x}`));
        }
    }
    function fillNumbers(numbers) {
        byId("numbers").replaceChildren();
        for (const file of [...new Set(numbers.map((it) => it.file))]) {
            const group = made("details", byId("numbers"));
            made("summary", group, "", file);
            for (const { name, value, lo, hi, whole } of numbers.filter((it) => it.file === file)) {
                const row = made("label", group, "slide"), size = Math.abs(value) || 1;
                made("span", row, "name", name).title = name;
                const input = made("input", row);
                const [low, high] = [lo ?? Math.min(0, 2 * value), hi ?? Math.max(2 * value, size)];
                Object.assign(input, { type: "range", min: low, max: high, step: whole ? 1 : (high - low) / 200, name, defaultValue: value });
                made("output", row);
                connectSlider(input, (x) => String(+x.toPrecision(3)), (x) => send(`setNumber ${name} ${+x.toPrecision(6)}`));
            }
        }
    }

    /* -- skills: the active one, the reasons, and other bids */

    function takeState({ characters, gravity, friction, set, posing, angles, sequences }) {
        const names = JSON.stringify(sequences);
        if (byId("sequences").dataset.text !== names) {
            byId("sequences").dataset.text = names;
            byId("sequences").replaceChildren();
            for (const { name, stages } of sequences)
                button(byId("sequences"), name, `Skills rest, and its poses follow each other: ${stages}`, () => playStages(stages));
        }
        const list = byId("who");
        characters.forEach((it, i) => {
            const row = list.children[i] || made("div", list);
            const text = JSON.stringify([it.skill, it.reason, it.pose, it.bids]);
            if (row.dataset.text === text) return;
            row.dataset.text = text;
            row.replaceChildren();
            const acts = made("div", row, "acts");
            made("span", acts, "", info.characters[i].name);
            made("b", acts, "", it.skill.replaceAll("_", " ") || "\u2013");
            if (it.pose) made("span", acts, "", ` pose ${it.pose}`);
            made("p", row, "why", `${it.decided.toFixed(2)} s: ${it.reason}`).title = "When it was decided last, and why; the bids are those of then";
            const most = Math.max(1, ...it.bids.map(({ score }) => score || 0));
            for (const { skill, state: how, score, reason } of characters.length > 2 ? [] : it.bids) {
                const bid = made("div", row, `bid ${how === "bids" ? "bids" : "no"}` + (skill === it.skill ? " won" : ""));
                bid.title = `${skill}: ${how}${reason ? ", " + reason : ""}`;
                made("span", bid, "name", skill.replaceAll("_", " "));
                made("i", bid).style.width = (how === "bids" ? Math.max(4, 100 * score / most) : 2) + "%";
                made("span", bid, "score", how === "bids" ? String(+score.toPrecision(3)) : "");
            }
        });
        const [one] = characters;
        for (const it of byId("orders").children) {
            const [name, skill] = it.dataset.skill.split(" "), at = info.characters.findIndex((character) => character.name === name);
            it.classList.toggle("on", characters[at] && characters[at].skill === skill);
        }
        if (one) {
            byId("autonomous").checked = one.autonomous;
            byId("planar").checked = one.planar;
            byId("helped").checked = one.helped;
        }
        putBack(byId("gravity"), gravity);
        putBack(byId("friction"), friction);
        byId("numbers").querySelectorAll("input").forEach((input) => putBack(input, set[input.name] ?? Number(input.defaultValue)));
        const hand = posing >= 0;
        byId("pose-begin").disabled = hand;
        byId("pose-end").disabled = byId("pose-save").disabled = !hand;
        byId("angles").querySelectorAll("input").forEach((input, i) => {
            input.disabled = !hand;
            if (!hand || document.activeElement === input) return;
            input.value = angles[i];
            input.nextElementSibling.textContent = twoDigits(angles[i]);
        });
        document.body.classList.toggle("posed", hand);
    }

    /* -- mouse and touch */

    const slider = (id) => Number(byId(id).value), bodyName = (body) => info.bodies[body];
    connectSlider(byId("impulse"), (x) => `${x} N s`);
    connectSlider(byId("stiffness"), (x) => `${x} N/m`);
    connectSlider(byId("pace"), (x) => `${x} m/s`);
    connectSlider(byId("gravity"), (x) => `${x.toFixed(2)} g`, (x) => send(`setGravityScale ${x}`));
    connectSlider(byId("friction"), (x) => `${x.toFixed(2)} \u00d7`, (x) => send(`setFrictionScale ${x}`));
    const picker = makePicker(canvas, recording, camera, moment);
    const isPosed = () => Boolean(state && state.posing >= 0);
    /* Continues from the time looked back at, by rewinding the session. */
    async function goOn() {
        if (looked === null) return;
        const time = looked;
        looked = null;
        await send(`rewind ${time}`);
    }
    async function push(hit, way) {
        seen();
        await goOn();
        const flat = unit([way[0], way[1], Math.max(way[2], -0.2)]);
        send(`push ${bodyName(hit.body)} ${inText(scale(flat, slider("impulse") / 0.1))} 0.1 ${inText(hit.local)}`);
    }
    async function throwBall(x, y) {
        const box = canvas.getBoundingClientRect();
        const { eye, way } = picker.rayAt(x ?? box.left + box.width / 2, y ?? box.top + box.height / 2);
        const aim = x === undefined ? moment().com : null, speed = slider("pace");
        seen();
        await goOn();
        const from = add(eye, scale(way, 0.6)), target = aim || add(eye, scale(way, length(sub(moment().com, eye))));
        const start = length(sub(target, from)) > 3 ? add(target, scale(unit(sub(from, target)), 3)) : from;
        start[2] = Math.max(start[2], 0.3);
        const seconds = length(sub(target, start)) / speed, straight = scale(sub(target, start), 1 / seconds);
        straight[2] += 4.905 * (state ? state.gravity : 1) * seconds;
        ball = ball % info.balls + 1;
        return send(`throw thrown${ball} ${inText(start)} ${inText(straight)}`);
    }
    function grab(hit, { back }) {
        seen();
        grabbed = { ...hit, back, moved: false };
    }
    function pull(x, y) {
        const { eye, way } = picker.rayAt(x, y), { at, back, body, local } = grabbed;
        const t = dot(sub(at, eye), back) / dot(way, back), to = add(eye, scale(way, t));
        grabbed.to = [x, y];
        if (to[2] < 0.02) to[2] = 0.02;
        if (isPosed()) send(`pose pull ${bodyName(body)} ${inText(to)} ${inText(local)}`);
        else send(`drag ${bodyName(body)} ${inText(to)} ${inText(local)} ${slider("stiffness")}`);
    }
    const drop = () => { if (grabbed && grabbed.moved && !isPosed()) send(`letGo ${bodyName(grabbed.body)}`); };

    /* A click on a body pushes it, a drag pulls it; elsewhere a drag rotates the view. */
    const held = new Map();
    const spread = ([a, b]) => (b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);
    canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        held.set(event.pointerId, { x: event.clientX, y: event.clientY, x0: event.clientX, y0: event.clientY });
        const hit = drawn && event.button === 0 && !event.shiftKey && held.size === 1 && picker.pick(event.clientX, event.clientY);
        if (hit) grab(hit, picker.rayAt(event.clientX, event.clientY));
    });
    canvas.addEventListener("pointermove", (event) => {
        const it = held.get(event.pointerId), before = spread([...held.values()]);
        if (!drawn) return;
        if (!it) {
            canvas.style.cursor = picker.pick(event.clientX, event.clientY) ? "pointer" : "";
            return;
        }
        const dx = (event.clientX - it.x) / held.size, dy = (event.clientY - it.y) / held.size;
        it.x = event.clientX;
        it.y = event.clientY;
        if (grabbed) {
            if (!grabbed.moved && Math.hypot(it.x - it.x0, it.y - it.y0) < 5) return;
            if (!grabbed.moved) goOn();
            grabbed.moved = true;
            pull(it.x, it.y);
            return;
        }
        if (held.size > 1) camera.zoom(before / (spread([...held.values()]) || before || 1));
        if (held.size > 1 || event.shiftKey || event.buttons > 1)
            camera.drag(canvas, 0, dx / canvas.clientHeight, dy / canvas.clientHeight);
        else
            camera.turn(0.3 * dx, 0.3 * dy);
        redraw();
    });
    const release = (event) => {
        if (!held.delete(event.pointerId) || !grabbed) return;
        if (!grabbed.moved && event.type === "pointerup" && !isPosed())
            push(grabbed, picker.rayAt(event.clientX, event.clientY).way);
        drop();
        grabbed = null;
    };
    ["pointerup", "pointercancel"].forEach((name) => canvas.addEventListener(name, release));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        camera.zoom(Math.exp(0.0015 * clamp(event.deltaY * (event.deltaMode ? 20 : 1), -300, 300)));
        redraw();
    }, { passive: false });

    /* -- buttons and keys */

    const isPlaying = () => Boolean(state && past.length && past[past.length - 1].playing);
    async function play() {
        if (looked !== null) {
            await goOn();
            return send("play");
        }
        return send(isPlaying() ? "pause" : "play");
    }
    const look = (time) => {
        if (isPlaying()) send("pause");
        looked = clamp(time, past[0].time, past[past.length - 1].time);
        redraw();
    };
    async function step(sign) {
        const at = past[index()].time;
        if (sign < 0) look(at - 1 / 60);
        else if (looked !== null && looked < past[past.length - 1].time - 1e-4) look(at + 1 / 60);
        else {
            looked = null;
            await send("step 1");
        }
    }
    const toggle = (id) => {
        show[id] = !show[id];
        byId(id).setAttribute("aria-pressed", show[id]);
        redraw();
    };
    const reset = () => {
        camera.reset();
        applied = [0, 0, 0];
        redraw();
    };
    const order = (n) => { if (byId("orders").children[n]) byId("orders").children[n].click(); };
    const dialog = byId("keys"), keys = new Map([
        [" ", play], ["ArrowLeft", () => step(-1)], ["ArrowRight", () => step(1)], ["b", () => throwBall()],
        ["c", () => toggle("contacts")], ["p", () => toggle("pushes")], ["m", () => toggle("com")], ["s", () => toggle("support")],
        ["t", () => toggle("ghost")], ["f", () => toggle("follow")], ["r", reset], ["h", () => (dialog.open ? dialog.close() : dialog.showModal())],
        ["a", () => camera.turn(10, 0)], ["d", () => camera.turn(-10, 0)], ["w", () => camera.turn(0, 5)], ["x", () => camera.turn(0, -5)],
        ["i", () => camera.zoom(0.9)], ["o", () => camera.zoom(1 / 0.9)],
        ...[...Array(9).keys()].map((i) => [String(i + 1), () => order(i)])]);
    window.addEventListener("keydown", (event) => {
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, { tagName, type } = event.target;
        const typing = tagName === "SELECT" || (tagName === "INPUT" && type !== "checkbox") || (key === " " && /BUTTON|SUMMARY|INPUT/.test(tagName));
        if (!keys.has(key) || typing || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        keys.get(key)();
        redraw();
    });
    const onClick = (id, act) => byId(id).addEventListener("click", () => {
        act();
        byId(id).blur();
    });
    onClick("play", play);
    onClick("back", () => step(-1));
    onClick("forward", () => step(1));
    onClick("throw", () => throwBall());
    onClick("reset", reset);
    onClick("help", () => dialog.showModal());
    ["contacts", "pushes", "com", "support", "ghost", "follow"].forEach((id) => onClick(id, () => toggle(id)));
    byId("scrub").addEventListener("input", () => look(Number(byId("scrub").value)));
    byId("speed").addEventListener("change", () => send(`speed ${byId("speed").value}`));
    byId("autonomous").addEventListener("change", () => send(`setAutonomous ${who().name} ${byId("autonomous").checked ? "on" : "off"}`));
    byId("planar").addEventListener("change", () => send(`setPlanar ${who().name} ${byId("planar").checked ? "on" : "off"}`));
    byId("helped").addEventListener("change", () => send(`setBalanceSpring ${who().name} ${byId("helped").checked ? "on" : "off"}`));
    const letSkillsRest = async () => {
        await send(`setAutonomous ${who().name} off`);
        await send(`do ${who().name} rest`);
    };
    const takePose = async (pose, seconds = "") => {
        await letSkillsRest();
        await send(`setTargetPose ${who().name} ${pose} ${seconds}`);
    };
    onClick("take", () => takePose(byId("poses").value, 0.5));
    onClick("save", () => send(`save ${byId("save-name").value}`));
    onClick("state-save", () => send(`saveState ${byId("save-name").value}`));
    onClick("state-load", () => send(`loadState ${byId("save-name").value}`));
    onClick("restart", () => send("restart").then((done) => { if (done) window.location.reload(); }));
    byId("console").addEventListener("submit", (event) => {
        event.preventDefault();
        send(byId("line").value);
        byId("line").value = "";
    });

    /* -- posing by hand, and sequences of poses */

    onClick("pose-begin", () => send(`pose begin ${who().name}`));
    onClick("pose-end", () => send("pose end"));
    onClick("pose-save", () => send(`pose save ${byId("pose-name").value}`));
    const TRANSITIONS = { "after": "s", "touch": "link", "part": "link", "height <": "m", "height >": "m" };
    onClick("stage-add", () => {
        const item = made("li", byId("stages")), pose = made("select", item, "pose");
        [...byId("poses").options].forEach(({ value }) => pose.add(new Option(value, value)));
        const how = made("select", item, "how");
        Object.keys(TRANSITIONS).forEach((name) => how.add(new Option(name, name)));
        const value = made("input", item, "value");
        Object.assign(value, { type: "text", value: "0.5", title: "seconds; a link, as foot_l; metres" });
        button(item, "\u00d7", "Remove this stage", () => item.remove());
    });
    const stages = () => [...byId("stages").children].map((item) => {
        const [pose, how, value] = ["pose", "how", "value"].map((name) => item.querySelector("." + name).value);
        return { pose, how, value };
    });
    const inFile = ({ pose, how, value }) => pose + " " + (how === "after" ? `after ${value}`
        : how === "touch" ? `contact ${value} ground` : how === "part" ? `contact ${value} ground off` : `sensor ${how} ${value}`);
    onClick("sequence-save", () => send(`pose sequence ${byId("sequence-name").value} ${stages().map(inFile).join("; ")}`));
    async function playStages(text) {
        await goOn();
        await letSkillsRest();
        await send(`playPoses ${who().name} "${text}"`);
        send("play");
    }
    onClick("sequence-try", () => playStages(stages().map(inFile).join("; ")));

    /* -- start */

    window.addEventListener("pagehide", () => {    // releases springs held by this page
        if (grabbed && grabbed.moved && !isPosed()) navigator.sendBeacon("command", `letGo ${bodyName(grabbed.body)}`);
    });
    window.addEventListener("resize", () => {
        covered = null;
        redraw();
    });
    document.querySelectorAll("#live > details").forEach((it) => it.addEventListener("toggle", () => {
        covered = null;
        redraw();
    }));
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        view.refresh();
        redraw();
    });
    recording.rough = recording.rough || recording.geoms.map(roughShape);
    Object.assign(window.kip, {
        live: true, camera, send, push, throwBall, look, play, step, picker, heard, rates,
        info: () => info, state: () => state, time: () => (past.length ? past[index()].time : 0), newest: () => past[past.length - 1],
        drawn: () => drawn, past: () => past, errors: window.kip.errors, posed: isPosed,
        screen: (name) => {
            const { clientWidth: width, clientHeight: height } = canvas;
            return camera.lens({ width, height }, moment()).place(originOf(moment().bodies[info.bodies.indexOf(name)]));
        } });
    requestAnimationFrame(draw);
    readStream(take).catch(() => {}).finally(() => trouble("kip live has ended. Start it again for another session."));
}
