/* The player: one recorded simulation, shown in 3-D.
 *
 *   1. numbers      vectors and matrices
 *   2. recording    decode the page's data; what it holds at a time between two frames
 *   3. geometry     meshes of all shapes, by one builder
 *   4. camera       where the picture is taken from
 *   5. renderer     WebGL 2: shadow map, sky, ground, bodies, arrows (its shaders stand in the page)
 * and in player.js, which the page puts behind this file, in the same function:
 *   6. side view    the recording on a 2-D canvas where WebGL is missing
 *   7. controls     texts, buttons, keys, pointers
 *   8. page         time and toggles, the page's address, window.kip for programs
 *
 * World: metres, seconds, z up, x forward, y left. Quaternions are (w, x, y, z), child to parent.
 * A picture depends on time, camera and toggles alone, never on how one got there.
 */
"use strict";
(() => {

const errors = [];
window.kip = { errors };
window.addEventListener("error", (event) => errors.push(event.message));

const byId = (id) => document.getElementById(id);

/* ---- 1. numbers -------------------------------------------------------------------------------- */

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a) => Math.hypot(a[0], a[1], a[2]);
const unit = (a) => scale(a, 1 / (length(a) || 1));
const radians = (degrees) => degrees * Math.PI / 180;

/* Two unit vectors that complete the unit vector z to a right-handed frame x, y, z. */
function frameAround(z) {
    const x = unit(cross(Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], z));
    return [x, cross(z, x)];
}

/* A matrix is 16 numbers, column after column: three axes and the origin. */
const matrixOf = (x, y, z, origin) => new Float32Array([...x, 0, ...y, 0, ...z, 0, ...origin, 1]);
const axisOf = (m, k) => [m[4 * k], m[4 * k + 1], m[4 * k + 2]];
const originOf = (m) => axisOf(m, 3);
const transform = (m, p) =>
    [0, 1, 2].map((row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row]);

function matrixOfPose(position, [w, x, y, z]) {
    return matrixOf([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
                    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
                    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], position);
}

function multiply(a, b) {
    const c = new Float32Array(16);
    for (let i = 0; i < 16; i++)
        for (let k = 0; k < 4; k++)
            c[i] += a[4 * k + i % 4] * b[i - i % 4 + k];
    return c;
}

/* World to the frame of a camera at eye with axes right, up, back. */
function viewMatrix(right, up, back, eye) {
    const rows = [right, up, back], column = (k) => rows.map((axis) => axis[k]);
    return matrixOf(column(0), column(1), column(2), rows.map((axis) => -dot(axis, eye)));
}

function perspective(tanX, tanY, near, far) {
    return new Float32Array([1 / tanX, 0, 0, 0, 0, 1 / tanY, 0, 0,
                             0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
}

/* ---- 2. recording ------------------------------------------------------------------------------ */

/* Numbers are little-endian, as on every machine that runs a browser. */
function decodeNumbers(name, base64, Type, count) {
    const text = atob(base64), size = count * Type.BYTES_PER_ELEMENT;
    if (text.length !== size)
        throw new Error(`The recording's "${name}" holds ${text.length} bytes where ${size} are expected: ` +
                        "the page is incomplete, please write it again.");
    return new Type(Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
}

/* Positions and rotations of all bodies in all frames. The page keeps no more than it must of each: those
 * that stand still once, and of those that others carry where they are from the one that hangs from the
 * world. */
function readPoses({ frames, bodies, tree, still, offsetUnit, ...data }) {
    const count = bodies.length, moving = [...bodies.keys()].filter((i) => tree[i] >= 0);
    const hanging = moving.filter((i) => tree[i] === i), carried = moving.filter((i) => tree[i] !== i);
    const given = decodeNumbers("pos", data.pos, Float32Array, 3 * frames * hanging.length);
    const offset = decodeNumbers("offset", data.offset, Int16Array, 3 * frames * carried.length);
    const turned = decodeNumbers("rot", data.rot, Int16Array, 4 * frames * moving.length);
    const pos = new Float32Array(3 * frames * count), rot = new Float32Array(4 * frames * count);
    for (let frame = 0; frame < frames; frame++) {
        const part = (list, size, n, k) => list.subarray(size * (frame * n + k), size * (frame * n + k + 1));
        const place = (body, values) => part(pos, 3, count, body).set(values);
        const turn = (body, values) => part(rot, 4, count, body).set(values);
        still.forEach((it) => { place(it.body, it.pos); turn(it.body, it.quat); });
        hanging.forEach((body, k) => place(body, part(given, 3, hanging.length, k)));
        carried.forEach((body, k) => {
            const away = scale(part(offset, 3, carried.length, k), offsetUnit[0]);
            place(body, add(part(pos, 3, count, tree[body]), away));
        });
        moving.forEach((body, k) => turn(body, part(turned, 4, moving.length, k)));
    }
    return { pos, rot };
}

/* Is a body there, at a frame? The page says so only where one ever is not. */
function readPresence({ frames, bodies, present }) {
    const row = Math.ceil(bodies.length / 8);
    const bits = present && decodeNumbers("present", present, Uint8Array, frames * row);
    return (frame, body) => !bits || (bits[frame * row + (body >> 3)] >> (body & 7) & 1) === 1;
}

/* The bands of each track, each up to the next one of its track. */
function readTracks(bands) {
    const labels = [...new Set(bands.map(({ label }) => label))];
    return [...new Set(bands.map(({ track }) => track))].map((name) => {
        const own = bands.filter(({ track }) => track === name);
        return { name, bands: own.map((band, i) => ({
            ...band, t1: i + 1 < own.length ? own[i + 1].t : Infinity,
            from: i ? own[i - 1].label : "", colour: labels.indexOf(band.label) })) };
    });
}

/* By how many degrees the hue of each body's colours is turned. Characters, which are trees of more than five
 * bodies, are told apart where their colours are the same. */
function readHues({ bodies, geoms, tree }) {
    const turns = [0, 140, -80, 60, -140], known = new Map(), hueOf = new Map();
    for (const root of new Set(tree.filter((top) => top >= 0))) {
        const own = geoms.filter(({ body }) => tree[body] === root);
        const look = (geom) => (isColoured(geom) ? geom.rgba : familyOf(bodies, geom));
        const looks = JSON.stringify(own.map(look));
        const earlier = known.get(looks) || 0;
        if (tree.filter((top) => top === root).length <= 5) continue;
        known.set(looks, earlier + 1);
        hueOf.set(root, turns[earlier % turns.length]);
    }
    return bodies.map((_, i) => hueOf.get(tree[i]) || 0);
}

/* Whose support each body's contacts are: its tree's root for characters, -1 for objects beside them; where there is
 * no character, everything stands together. */
function readOwners({ bodies, tree }) {
    const isCharacter = (root) => root >= 0 && tree.filter((top) => top === root).length > 5;
    const any = tree.some(isCharacter);
    return bodies.map((_, i) => (!any ? 0 : isCharacter(tree[i]) ? tree[i] : -1));
}

function readRecording(json) {
    const data = JSON.parse(json), { frames } = data;
    const lasting = (list) => list.map((item) => ({ ...item, t1: item.t1 ?? Infinity }));
    if (data.format !== "kip-page 3")
        throw new Error(`The recording is in format "${data.format}"; this page reads "kip-page 3".`);
    if (!(frames >= 1))
        throw new Error("The recording holds no frame, so there is nothing to show.");
    // where the contacts of each frame start: those with what stands still, then those between bodies
    const contactStart = new Uint32Array(2 * frames + 1);
    decodeNumbers("ncontact", data.ncontact, Uint16Array, 2 * frames)
        .forEach((count, i) => { contactStart[i + 1] = contactStart[i] + count; });
    const com = decodeNumbers("com", data.com, Float32Array, 3 * frames);
    return {
        ...data, ...readPoses(data), com, contactStart,
        isPresent: readPresence(data),
        tracks: readTracks(data.bands),
        modified: lasting(data.modified),
        off: lasting(data.off),
        hues: readHues(data),
        owners: readOwners(data),
        contactBody: decodeNumbers("contactBody", data.contactBody, Uint16Array, contactStart[2 * frames]),
        duration: (frames - 1) / data.fps,
        contact: decodeNumbers("contact", data.contact, Int16Array, 6 * contactStart[2 * frames]),
        series: data.series.map(({ name, unit: measure, values }) =>
            ({ name, measure, values: decodeNumbers(name, values, Float32Array, frames) })),
        path: smoothPath(com, frames, Math.max(1, Math.round(0.4 * data.fps))),
    };
}

/* The path the camera follows: a Gaussian mean (sigma in frames). It looks as far ahead as back, so it
 * neither lags nor remembers. */
function smoothPath(points, frames, sigma) {
    const path = new Float32Array(3 * frames);
    for (let i = 0; i < frames; i++) {
        let total = 0;
        for (let j = -3 * sigma; j <= 3 * sigma; j++) {
            const weight = Math.exp(-0.5 * (j / sigma) ** 2), from = 3 * clamp(i + j, 0, frames - 1);
            total += weight;
            for (let k = 0; k < 3; k++) path[3 * i + k] += weight * points[from + k];
        }
        for (let k = 0; k < 3; k++) path[3 * i + k] /= total;
    }
    return path;
}

/* The two frames around a time and the share of the second. */
function framesAround({ fps, frames }, time) {
    const at = clamp(time * fps, 0, frames - 1);
    const first = clamp(Math.floor(at), 0, Math.max(frames - 2, 0));
    return { first, second: Math.min(first + 1, frames - 1), share: at - first };
}

/* Item of `count` in a list of points, and in a list of quaternions (the short way, normalised). */
function pointBetween(points, count, item, { first, second, share }) {
    const a = 3 * (first * count + item), b = 3 * (second * count + item);
    return [0, 1, 2].map((k) => points[a + k] + share * (points[b + k] - points[a + k]));
}

function rotationBetween(rotations, count, item, { first, second, share }) {
    const a = 4 * (first * count + item), b = 4 * (second * count + item), parts = [0, 1, 2, 3];
    const cosine = parts.reduce((sum, k) => sum + rotations[a + k] * rotations[b + k], 0);
    const q = parts.map((k) => (1 - share) * rotations[a + k] + Math.sign(cosine) * share * rotations[b + k]);
    const size = Math.hypot(...q) || 1;
    return q.map((x) => x / size);
}

/* The contacts of a frame: of kind "contact" with things that stand still, of kind "touch" between bodies. */
function contactsAt({ com, contact, contactStart, contactBody, contactUnits, owners }, frame) {
    const centre = com.slice(3 * frame, 3 * frame + 3);
    const read = (kind, list) => {
        const found = [];
        for (let i = 6 * contactStart[list]; i < 6 * contactStart[list + 1]; i += 6)
            found.push({ kind, owner: owners[contactBody[i / 6]], point: add(centre, scale(contact.slice(i, i + 3), contactUnits[0])),
                         force: scale(contact.slice(i + 3, i + 6), contactUnits[1]) });
        return found;
    };
    return [...read("contact", 2 * frame), ...read("touch", 2 * frame + 1)];
}

/* All that is shown at one time. Contacts have no identity between frames: the nearest frame's are taken, and
 * so is the pose of a body that comes or goes. */
function momentAt(recording, time) {
    const { bodies, geoms, pos, rot, com, path, isPresent, modified, off } = recording;
    const lasts = ({ t0, t1 }) => time >= t0 - 1e-9 && time < t1 - 1e-9;
    const hidden = new Set(off.filter(lasts).map(({ geom }) => geom));
    const around = framesAround(recording, time), frame = around.share < 0.5 ? around.first : around.second;
    const nearest = { first: frame, second: frame, share: 0 };
    const poses = bodies.map((_, i) => {
        const at = isPresent(around.first, i) === isPresent(around.second, i) ? around : nearest;
        return matrixOfPose(pointBetween(pos, bodies.length, i, at),
                            rotationBetween(rot, bodies.length, i, at));
    });
    return {
        time, frame,
        contacts: contactsAt(recording, frame),
        bodies: poses,
        shown: geoms.map(({ body }, i) => isPresent(frame, body) && !hidden.has(i)),
        modified: modified.filter(lasts),
        geoms: geoms.map((geom) => multiply(poses[geom.body], matrixOfPose(geom.pos, geom.quat))),
        com: pointBetween(com, 1, 0, around),
        followed: pointBetween(path, 1, 0, around),
        pushes: recording.pushes.filter((push) => time >= push.t0 && time < push.t1)
            .map((push) => ({ point: transform(poses[push.body], push.point), force: push.force })),
    };
}

/* What is marked of modified physics and of reaching: attachments as rings, springs as zigzags from the body
 * to their anchors, targets as crosses. */
function marksOf({ targets, isPresent }, { time, frame, bodies, modified }) {
    const latest = (list) => list.filter(({ t }) => t <= time + 1e-9).pop();
    const of = (wanted) => modified.filter(({ kind, bodies: [, body] }) =>
        kind === wanted && isPresent(frame, body));
    const place = ({ bodies: [, body], point }) => transform(bodies[body], point);
    const springs = of("spring").map((spring) => ({ from: place(spring), anchor: latest(spring.anchor) }))
        .filter(({ anchor }) => anchor && anchor.pos.some((x) => x !== null));
    return {
        rings: of("attachment").map(place),
        springs: springs.map(({ from, anchor }) => [from, anchor.pos.map((x, k) => x ?? from[k])]),
        crosses: [...new Set(targets.map(({ name }) => name))]
            .map((name) => latest(targets.filter((target) => target.name === name)))
            .filter((target) => target && target.pos[0] !== null).map(({ pos }) => pos),
    };
}

/* A spring as seen along `back`: straight ends, nine turns as wide as twice `width`. */
function zigzag([from, to], back, width) {
    const along = sub(to, from), side = scale(unit(cross(along, back)), Math.min(width, 0.3 * length(along)));
    const turns = [0.1, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.9];
    return [from, ...turns.map((share, i) =>
        add(add(from, scale(along, share)), scale(side, i % 9 ? (i % 2 ? 1 : -1) : 0))), to];
}

/* The three strokes of a cross. */
const crossAt = (at, size) => [0, 1, 2].map((axis) =>
    [-1, 1].map((sign) => at.map((x, k) => x + (k === axis ? sign * size : 0))));

/* Forces as arrows. A contact's arrow leaves its point, towards both sides where both are bodies; a push's
 * arrives there. */
const METRES_PER_NEWTON = 1e-3, LONGEST_ARROW = 2, WEAKEST_FORCE = 1;

function arrowsOf(moment, show) {
    const forces = (on, list) => (on ? list.filter(({ force }) => length(force) >= WEAKEST_FORCE) : []);
    const along = (force) => scale(force, Math.min(METRES_PER_NEWTON, LONGEST_ARROW / length(force)));
    return [...forces(show.contacts, moment.contacts).flatMap(({ kind, point, force }) =>
                (kind === "touch" ? [force, scale(force, -1)] : [force])
                    .map((way) => ({ kind, tail: point, tip: add(point, along(way)) }))),
            ...forces(show.pushes, moment.pushes)
                .map(({ point, force }) => ({ kind: "push", tail: sub(point, along(force)), tip: point }))];
}

/* The convex hull of points as seen from above, counterclockwise, by Andrew's monotone chain: once from left
 * to right below, once back above. Of points on one line it is the two ends. */
function convexHull(points) {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
    const chain = (list) => {
        const hull = [];
        for (const point of list) {
            while (hull.length > 1 && turn(...hull.slice(-2), point) <= 0) hull.pop();
            hull.push(point);
        }
        return hull.slice(0, -1);
    };
    return sorted.length < 2 ? sorted : [...chain(sorted), ...chain(sorted.reverse())];
}

/* Where things that stand still push up: the points, their hull, the centre of pressure, which is the points'
 * mean weighted by the upward forces. */
function supportOf(contacts) {
    const points = contacts.map(({ point }) => point);
    const total = contacts.reduce((sum, { force }) => sum + force[2], 0);
    const pressure = contacts.map(({ point, force }) => scale(point, force[2] / total)).reduce(add, [0, 0, 0]);
    return { points, hull: convexHull(points), pressure };
}

/* One for each character that stands on something. */
function supportsOf(moment) {
    const pushing = moment.contacts.filter(({ kind, force, owner }) => kind === "contact" && force[2] > 0 && owner >= 0);
    return [...new Set(pushing.map(({ owner }) => owner))]
        .map((root) => supportOf(pushing.filter(({ owner }) => owner === root)));
}

/* ---- 3. geometry ------------------------------------------------------------------------------- */

/* Every shape is a core with a ball rolled around it: a sphere's core is a point, a capsule's a segment, a
 * box's a smaller box. core(c, s, right, front, top) is the core's point farthest in a direction, of which c
 * and s are cosine and sine of the azimuth and right, front, top (+1 or -1) the signs of x, y, z. Directions
 * between two octants come twice, once for each. */
const ARC = 12;        // steps of a quarter of a circle

function roundedSolid(core, radius) {
    const vertices = [], triangles = [], rows = 2 * (ARC + 1), columns = 4 * (ARC + 1);
    for (let i = 0; i < rows; i++)
        for (let j = 0; j < columns; j++) {
            const half = Math.floor(i / (ARC + 1)), quarter = Math.floor(j / (ARC + 1));
            const polar = (i - half) / ARC * Math.PI / 2, azimuth = (j - quarter) / ARC * Math.PI / 2;
            const c = Math.cos(azimuth), s = Math.sin(azimuth);
            const normal = [Math.sin(polar) * c, Math.sin(polar) * s, Math.cos(polar)];
            const centre = core(c, s, quarter % 3 ? -1 : 1, quarter < 2 ? 1 : -1, half ? -1 : 1);
            vertices.push([...add(centre, scale(normal, radius)), ...normal]);
        }
    const at = (row, column) => row * columns + column % columns;
    const triangle = (...corners) => triangles.push(...corners);
    for (let j = 0; j < columns; j++) {
        for (let i = 0; i + 1 < rows; i++) {
            triangle(at(i, j), at(i + 1, j), at(i + 1, j + 1));
            triangle(at(i, j), at(i + 1, j + 1), at(i, j + 1));
        }
        triangle(at(0, 0), at(0, j), at(0, j + 1));
        triangle(at(rows - 1, 0), at(rows - 1, j + 1), at(rows - 1, j));
    }
    return { vertices, triangles };
}

const bevel = (...sizes) => Math.min(0.02, 0.3 * Math.min(...sizes));

/* Sizes as in MJCF. The last five have unit size: a square, half of one, an arrow's shaft and head along z
 * from 0, a ring around z. */
const SHAPES = {
    sphere: ([r]) => roundedSolid(() => [0, 0, 0], r),
    capsule: ([r, h]) => roundedSolid((c, s, right, front, top) => [0, 0, top * h], r),
    cylinder: ([r, h], b = bevel(r, h)) =>
        roundedSolid((c, s, right, front, top) => [(r - b) * c, (r - b) * s, top * (h - b)], b),
    box: ([x, y, z], b = bevel(x, y, z)) =>
        roundedSolid((c, s, right, front, top) => [right * (x - b), front * (y - b), top * (z - b)], b),
    ellipsoid: (size) => {
        const { vertices, triangles } = SHAPES.sphere([1]);
        const stretch = (v) => [...size.map((a, k) => a * v[k]), ...unit(size.map((a, k) => v[3 + k] / a))];
        return { vertices: vertices.map(stretch), triangles };
    },
    plane: () => ({ vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [x, y, 0, 0, 0, 1]),
                    triangles: [0, 1, 2, 0, 2, 3] }),
    triangle: () => ({ vertices: [[0, 0], [1, 0], [0, 1]].map(([x, y]) => [x, y, 0, 0, 0, 1]),
                       triangles: [0, 1, 2] }),
    shaft: () => roundedSolid((c, s, right, front, top) => [c, s, (1 + top) / 2], 0),
    head: () => roundedSolid((c, s, right, front, top) => (top > 0 ? [0, 0, 1] : [c, s, 0]), 0),
    ring: () => {
        const vertices = [], triangles = [], at = (i, k) => i % 32 * 8 + k % 8;
        for (let i = 0; i < 32; i++)
            for (let k = 0; k < 8; k++) {
                const along = i * Math.PI / 16, around = k * Math.PI / 4;
                const out = [Math.cos(along), Math.sin(along), 0];
                const normal = add(scale(out, Math.cos(around)), [0, 0, Math.sin(around)]);
                const [a, b, c, d] = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
                vertices.push([...add(out, scale(normal, 0.18)), ...normal]);
                triangles.push(a, b, c, a, c, d);
            }
        return { vertices, triangles };
    },
};

/* Capsules close to the solid shapes, for estimates: centre, vector to an end, radius, reach of the shape. */
const isSolid = (geom) => geom.type !== "plane" && geom.rgba[3] > 0;
const isStill = (recording, geom) => recording.tree[geom.body] < 0;

function roughCapsule({ type, size: [x, y, z] }, pose) {
    const halves = type === "sphere" ? [x, x, x] : type === "capsule" ? [x, x, x + y]
        : type === "cylinder" ? [x, x, y] : [x, y, z];
    const longest = Math.max(...halves), radius = (halves[0] + halves[1] + halves[2] - longest) / 2;
    const along = scale(axisOf(pose, halves.indexOf(longest)), longest - radius);
    const round = type === "sphere" || type === "capsule" || type === "ellipsoid";
    return { centre: originOf(pose), along, radius, reach: round ? longest : length(halves) };
}

function capsulesOf(recording, moment) {
    return recording.geoms.flatMap((geom, i) =>
        (isSolid(geom) && moment.shown[i]
            ? [{ fixed: isStill(recording, geom), ...roughCapsule(geom, moment.geoms[i]) }] : []));
}

/* A ball around the moving bodies, and around fixed ones of modest size as far as `nearby` from them (m). */
function boundingBall(recording, moment, nearby) {
    const list = capsulesOf(recording, moment).filter(({ fixed, centre, reach }) =>
        !fixed || (reach < nearby && length(sub(centre, moment.com)) < nearby));
    if (!list.length) list.push({ centre: moment.com, reach: 1 });
    const end = (pick, sign) => [0, 1, 2].map((k) => pick(...list.map((b) => b.centre[k] + sign * b.reach)));
    const centre = scale(add(end(Math.min, -1), end(Math.max, 1)), 0.5);
    return { centre, radius: Math.max(0.05, ...list.map((b) => length(sub(b.centre, centre)) + b.reach)) };
}

/* The point of the ground (the first plane) below or above a point, or null. */
function groundBelow(recording, moment, point) {
    const plane = moment.geoms[recording.geoms.findIndex((geom) => geom.type === "plane")];
    const normal = plane ? axisOf(plane, 2) : [0, 0, 0];
    if (normal[2] < 0.1) return null;
    return sub(point, [0, 0, dot(normal, sub(point, originOf(plane))) / normal[2]]);
}

/* What a straight line p + t d has within |x| <= 1, in one axis or in the ball of several: from t to t, or
 * nothing. */
function within(p, d) {
    const [dd, pd, pp] = [[d, d], [p, d], [p, p]].map(([a, b]) => a.reduce((sum, x, k) => sum + x * b[k], 0));
    const root = Math.sqrt(pd * pd - dd * (pp - 1));
    if (dd < 1e-12) return pp <= 1 ? [-Infinity, Infinity] : [Infinity, -Infinity];
    return root >= 0 ? [(-pd - root) / dd, (-pd + root) / dd] : [Infinity, -Infinity];
}

/* How far below a point a shape begins; Infinity where it does not, or the point is in or below it. A capsule
 * counts as a cylinder with its ends. */
function depthBelow({ type, size: [x, y, z] }, pose, point) {
    const flat = type === "cylinder" || type === "capsule";
    const sizes = flat ? [x, x, y + (type === "capsule" ? x : 0)] : type === "sphere" ? [x, x, x] : [x, y, z];
    const inFrame = (v) => sizes.map((size, k) => dot(axisOf(pose, k), v) / size);
    const p = inFrame(sub(point, originOf(pose))), d = inFrame([0, 0, -1]);
    const parts = type === "box" ? [[0], [1], [2]] : flat ? [[0, 1], [2]] : [[0, 1, 2]];
    const spans = parts.map((axes) => within(axes.map((k) => p[k]), axes.map((k) => d[k])));
    const first = Math.max(...spans.map((span) => span[0])), last = Math.min(...spans.map((span) => span[1]));
    return first >= 0 && first <= last ? first : Infinity;
}

/* The point below a point on the highest thing that stands still; the ground's where there is none. */
function floorBelow(recording, moment, point) {
    const ground = groundBelow(recording, moment, point);
    const isFloor = (geom, i) => isSolid(geom) && isStill(recording, geom) && moment.shown[i];
    const depths = recording.geoms.map((geom, i) =>
        (isFloor(geom, i) ? depthBelow(geom, moment.geoms[i], point) : Infinity));
    const depth = Math.min(...depths, ground && ground[2] <= point[2] ? point[2] - ground[2] : Infinity);
    return Number.isFinite(depth) ? sub(point, [0, 0, depth]) : ground;
}

/* ---- 4. camera --------------------------------------------------------------------------------- */

/* Tangents of half the field of view: 30 degrees, a little wider upwards in narrow windows. */
const TAN_VIEW = Math.tan(radians(15));

function viewTangents({ width, height }) {
    const tanX = TAN_VIEW * Math.max(width / height, 0.625);
    return { tanX, tanY: tanX * height / width };
}

/* Yaw, pitch, distance and pan of a camera whose place and aim the recording gives. */
function givenView({ eye, lookAt }, { followed }) {
    const away = eye ? sub(eye, lookAt) : [0, 0, 0], distance = length(away);
    const degrees = (angle) => angle * 180 / Math.PI;
    return distance > 0 && {
        yaw: degrees(Math.atan2(away[1], away[0])), pitch: degrees(Math.asin(away[2] / distance)),
        distance, pan: sub(lookAt, followed) };
}

/* The camera looks at a target from yaw (0: from the front, +x; 90: from the left, +y), pitch and distance.
 * The target is the followed path, or the anchor when following is off, plus what was panned. */
function makeCamera(recording, given) {
    const first = momentAt(recording, 0), { centre, radius } = boundingBall(recording, first, 0);
    const floor = floorBelow(recording, first, first.com) || first.com;
    const size = Math.max(radius + length(sub(centre, first.com)), length(sub(first.com, floor)));
    const fitting = size / (0.85 * TAN_VIEW);
    const view = Object.keys(given).length ? given : givenView(recording, first);
    const initial = { yaw: -58, pitch: 8, distance: fitting, pan: [0, 0, 0], anchor: null, ...view };
    const farthest = Math.max(40, 20 * fitting, given.distance ? 0 : initial.distance);
    const camera = { markScale: Math.min(size, 1.2),        // arrows and marks of small things are thin
                     room: 1 };     // how many times farther away it stands because lanes take of the window
    camera.target = (moment) => add(camera.anchor || moment.followed, camera.pan);
    camera.turn = (right, up) => {
        camera.yaw -= right;
        camera.pitch = clamp(camera.pitch + up, -89, 89);
    };
    camera.zoom = (factor) => {
        camera.distance = clamp(camera.distance * factor, 0.08 * fitting, farthest);
    };
    camera.reset = () => {
        Object.assign(camera, initial);
        camera.turn(0, 0);      // within bounds, whatever was given
        camera.zoom(1);
    };
    camera.axes = () => {
        const yaw = radians(camera.yaw), pitch = radians(camera.pitch);
        const right = [-Math.sin(yaw), Math.cos(yaw), 0];
        const back = [Math.cos(pitch) * right[1], -Math.cos(pitch) * right[0], Math.sin(pitch)];
        return { right, up: cross(back, right), back };
    };
    /* How much of the world, at the target, the canvas's height shows; m. */
    camera.height = (canvas) => 2 * camera.room * camera.distance * viewTangents(canvas).tanY;
    /* Moves the target by a drag, given in shares of the canvas's height. */
    camera.drag = (canvas, rightward, downward) => {
        const { right, up } = camera.axes(), height = camera.height(canvas);
        camera.pan = add(camera.pan, add(scale(right, -rightward * height), scale(up, downward * height)));
    };
    /* Controls cover a share of the canvas at its lower edge: the target stands in the middle of the rest. */
    camera.lens = (canvas, moment, covered) => {
        const { right, up, back } = camera.axes(), { tanX, tanY } = viewTangents(canvas);
        const target = camera.target(moment);
        const away = sub(back, scale(up, covered * tanY)), distance = camera.room * camera.distance;
        const eye = add(target, scale(away, distance));
        const matrix = multiply(perspective(tanX, tanY, 0.02 * distance, 400 + 10 * distance),
                                viewMatrix(right, up, back, eye));
        return { eye, target, right, up, back, tanX, tanY, matrix };
    };
    camera.reset();
    return camera;
}

/* ---- 5. renderer ------------------------------------------------------------------------------- */

/* The scene's colours in linear light, from the style sheet, which knows light and dark. */
const COLOURS = ["zenith", "horizon", "ground", "line", "sun", "skylight", "bounce", "contact", "touch",
                 "push", "hold", "accent", "figure-0", "figure-1", "figure-2", "figure-3"];

function readColours() {
    const style = getComputedStyle(document.documentElement);
    const channel = (hex, at) => (parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2;
    return Object.fromEntries(COLOURS.map((name) => {
        const hex = style.getPropertyValue("--" + name).trim();
        return [name, [1, 3, 5].map((at) => channel(hex, at))];
    }));
}

const SUN = unit([-0.3, -0.55, 0.95]);      // towards the sun
const SHADOW_TEXELS = 2048, PENUMBRA = 0.018, MOST_CAPSULES = 40, STATIC_NEARBY = 5;

/* A spiral of 24 points in the unit disc, the outermost first, padded to vec4. */
const DISC = new Float32Array(Array.from({ length: 24 }, (_, i) => {
    const radius = Math.sqrt((23.5 - i) / 24), angle = i * Math.PI * (3 - Math.sqrt(5));
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0, 0];
}).flat());

/* A program of two shaders of the page. set({ name: value }) passes numbers, vectors, matrices and lists of
 * vec4; names the program does not use are ignored. */
function makeProgram(gl, ...names) {
    const program = gl.createProgram(), places = new Map();
    names.forEach((name, i) => {
        const shader = gl.createShader(i ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER);
        gl.shaderSource(shader, byId(name).textContent);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
        if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
            throw new Error(`The shader ${name} does not compile: ${gl.getShaderInfoLog(shader)}`);
    });
    gl.linkProgram(program);
    const set = (values) => Object.entries(values).forEach(([name, value]) => {
        if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
        const place = places.get(name);
        if (!value.length) gl.uniform1f(place, value);
        else if (value.length === 3) gl.uniform3fv(place, value);
        else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
        else gl.uniform4fv(place, value);
    });
    return { set, use: (values) => { gl.useProgram(program); set(values); } };
}

/* A depth texture that answers "how much is lit here" (texture unit 0), and the frame buffer to fill it. */
function makeShadowMap(gl) {
    const frame = gl.createFramebuffer(), texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SHADOW_TEXELS, SHADOW_TEXELS);
    for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
                                 [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE]])
        gl.texParameteri(gl.TEXTURE_2D, name, value);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
    return frame;
}

/* The meshes of some [type, size], in one vertex and one index buffer; equal ones are built once. */
function uploadMeshes(gl, shapes) {
    const vertices = [], triangles = [], known = new Map();
    const meshes = shapes.map(([type, size]) => {
        const key = type + size;
        if (!known.has(key)) {
            const mesh = SHAPES[type](size), base = vertices.length;
            known.set(key, { first: triangles.length, count: mesh.triangles.length });
            vertices.push(...mesh.vertices);
            mesh.triangles.forEach((index) => triangles.push(base + index));
        }
        return known.get(key);
    });
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(vertices.flat()), gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(triangles), gl.STATIC_DRAW);
    for (const place of [0, 1]) {       // position, normal
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 24, 12 * place);
    }
    return meshes;
}

/* The sun's camera, just around what casts shadows. Its radius goes in steps and its centre by whole texels,
 * so that the shadows' edges do not crawl. */
function sunLens(ball) {
    const radius = 2 ** (Math.ceil(4 * Math.log2(ball.radius)) / 4), texel = 2 * radius / SHADOW_TEXELS;
    const [right, up] = frameAround(SUN);
    const whole = (axis) => scale(axis, Math.round(dot(axis, ball.centre) / texel) * texel);
    const centre = add(add(whole(right), whole(up)), scale(SUN, dot(SUN, ball.centre)));
    const size = matrixOf([1 / radius, 0, 0], [0, 1 / radius, 0], [0, 0, -1 / radius], [0, 0, 0]);
    return { matrix: multiply(size, viewMatrix(right, up, SUN, centre)), radius };
}

/* The first capsules as the shader's openness() wants them, two vec4 each; those that move before those that
 * stand still. */
function packSegments(capsules) {
    const segment = new Float32Array(8 * MOST_CAPSULES);
    const list = [...capsules].sort((a, b) => a.fixed - b.fixed).slice(0, MOST_CAPSULES);
    list.forEach(({ centre, along, radius }, i) => segment.set(
        [...sub(centre, along), radius, ...scale(along, 2), 0.25 / (dot(along, along) || 1)], 8 * i));
    return { segment, segments: list.length };
}

/* MJCF's own grey is none. */
const isColoured = ({ rgba }) => rgba.slice(0, 3).some((x) => x !== 0.5);
const familyOf = (bodies, { body }) => bodies[body].slice(0, bodies[body].lastIndexOf("/") + 1);

/* A colour with its hue turned by some degrees, about the axis of greys. Pale ones, skin among them, stay. */
function turnHue(rgb, degrees) {
    const c = Math.cos(radians(degrees)), s = Math.sin(radians(degrees));
    if (degrees === 0 || Math.min(...rgb) > 0.45 * Math.max(...rgb)) return rgb;
    const rest = (1 - c) / 3, part = s / Math.sqrt(3);
    return rgb.map((x, k) => clamp((c + rest) * x + (rest - part) * rgb[(k + 1) % 3]
                                   + (rest + part) * rgb[(k + 2) % 3], 0, 1));
}

/* MJCF's own grey means that no colour was given: fixed bodies take the page's, others a colour for each
 * character, that is, for what stands before the slash in a body's name. Planes are as light or dark as the
 * page's ground and take no more than the hue of their colour. */
function colourOf(recording, geom, colours) {
    const { type, body, rgba } = geom;
    const rgb = rgba.slice(0, 3).map((x) => x ** 2.2), alpha = rgba[3], brightest = Math.max(...rgb) || 1;
    if (type === "plane") return [...colours.ground.map((x, k) => x * rgb[k] / brightest), alpha];
    const { bodies, hues } = recording;
    if (isColoured(geom)) return [...turnHue(rgb, hues[body]), alpha];
    if (isStill(recording, geom)) return [...colours.line, alpha];
    const families = [...new Set([...bodies.keys()].slice(1).map((i) => familyOf(bodies, { body: i })))];
    const index = families.indexOf(familyOf(bodies, geom));
    return [...turnHue(colours["figure-" + index % 4], hues[body]), alpha];
}

/* The unit square laid over a plane, `far` around the camera's target: planes hold everywhere, whatever size
 * the model's author gave them. */
function planeModel(pose, target, far) {
    const offset = sub(target, originOf(pose)), along = (k) => dot(axisOf(pose, k), offset);
    return multiply(pose, matrixOf([far, 0, 0], [0, far, 0], [0, 0, 1], [along(0), along(1), 0]));
}

function makeRenderer(canvas, recording) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: true, preserveDrawingBuffer: true });
    if (!gl) return null;
    const [shaft, head, triangle, ring, ball, ...meshes] = uploadMeshes(gl, [
        ["shaft"], ["head"], ["triangle"], ["ring"], ["sphere", [1]],
        ...recording.geoms.map(({ type, size }) => [type, type === "plane" ? [] : size])]);
    const shadowMap = makeShadowMap(gl);
    const depth = makeProgram(gl, "solid-vertex", "depth-fragment");
    const solid = makeProgram(gl, "solid-vertex", "solid-fragment");
    const mark = makeProgram(gl, "solid-vertex", "mark-fragment");
    const sky = makeProgram(gl, "sky-vertex", "sky-fragment");
    [gl.CULL_FACE, gl.DEPTH_TEST, gl.BLEND].forEach((ability) => gl.enable(ability));
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LEQUAL);
    // what lets light through comes last
    const order = [...meshes.keys()].filter((i) => recording.geoms[i].rgba[3] > 0)
        .sort((i, k) => recording.geoms[k].rgba[3] - recording.geoms[i].rgba[3]);
    const shownAt = (moment) => order.filter((i) => moment.shown[i]);

    function drawMesh(program, mesh, values) {
        program.set(values);
        gl.drawElements(gl.TRIANGLES, mesh.count, gl.UNSIGNED_INT, 4 * mesh.first);
    }

    function openPicture(frameBuffer, width, height) {
        gl.bindFramebuffer(gl.FRAMEBUFFER, frameBuffer);
        gl.viewport(0, 0, width, height);
        gl.clear(gl.DEPTH_BUFFER_BIT);
    }

    function drawShadows(moment, sun) {
        openPicture(shadowMap, SHADOW_TEXELS, SHADOW_TEXELS);
        depth.use({ camera: sun.matrix });
        for (const i of shownAt(moment))
            if (isSolid(recording.geoms[i])) drawMesh(depth, meshes[i], { model: moment.geoms[i] });
    }

    function drawSky(colours, { right, up, back, tanX, tanY }) {
        sky.use({ ...colours, right, up, back, tanX, tanY });
        gl.drawArrays(gl.TRIANGLES, 0, 3);
    }

    function drawSolids(moment, colours, lens, sun, distance) {
        const noPlane = new Float32Array(16);
        solid.use({ ...colours, ...packSegments(capsulesOf(recording, moment)),
                    camera: lens.matrix, eye: lens.eye, sunward: SUN, fade: 8 + 2.5 * distance,
                    shadowCamera: sun.matrix, shadowRadius: sun.radius, disc: DISC,
                    penumbra: Math.max(PENUMBRA, 5 * sun.radius / SHADOW_TEXELS) });
        for (const i of shownAt(moment)) {
            const geom = recording.geoms[i], pose = moment.geoms[i], flat = geom.type === "plane";
            drawMesh(solid, meshes[i], {
                albedo: colourOf(recording, geom, colours), plane: flat ? pose : noPlane,
                model: flat ? planeModel(pose, lens.target, 300 + 10 * distance) : pose });
        }
    }

    /* The parts of marks: an arrow, the centre of mass and the point below it, the support. */
    function rod(mesh, radius, from, to, albedo, hidden) {
        const along = sub(to, from), [x, y] = frameAround(unit(along));
        return { mesh, albedo, hidden, model: matrixOf(scale(x, radius), scale(y, radius), along, from) };
    }
    function spot(radius, height, at, albedo, hidden) {
        const model = matrixOf([radius, 0, 0], [0, radius, 0], [0, 0, height], at);
        return { mesh: ball, albedo, hidden, model };
    }
    function arrowParts({ kind, tail, tip }, colours, thickness) {
        const size = length(sub(tip, tail));
        const neck = add(tail, scale(sub(tip, tail), 1 - Math.min(0.09 * thickness, 0.4 * size) / size));
        return [rod(shaft, 0.011 * thickness, tail, neck, colours[kind], 0.4),
                rod(head, Math.min(0.034 * thickness, 0.16 * size), neck, tip, colours[kind], 0.4)];
    }
    function comParts(moment, size) {
        const floor = floorBelow(recording, moment, moment.com), r = 0.038 * size;
        const parts = [spot(r, r, moment.com, [0, 0, 0], 0.85),
                       ...(floor ? [spot(1.4 * r, 0.15 * r, floor, [0, 0, 0], 0)] : [])];
        return parts.map((part) => ({ ...part, quartered: 1 }));
    }
    function supportParts(moment, colours, size) {
        return supportsOf(moment).flatMap(({ hull: corners, pressure }) => {
            const lift = 0.004 * size, colour = colours.contact;
            const hull = corners.map((point) => add(point, [0, 0, lift])), [a] = hull;
            return [spot(0.03 * size, 3 * lift, pressure, colour, 0.4),
                    ...hull.map((point, i) => rod(shaft, lift, point, hull[(i + 1) % hull.length], colour, 0)),
                    ...hull.slice(2).map((c, i) => ({
                        mesh: triangle, albedo: colour, opacity: 0.25, hidden: 0,
                        model: matrixOf(sub(hull[i + 1], a), sub(c, a), [0, 0, 1], a) }))];
        });
    }

    function modifiedParts(moment, { hold, accent }, { right, up, back }, size) {
        const { rings, springs, crosses } = marksOf(recording, moment), r = 0.05 * size;
        const path = (points, radius, albedo) => points.slice(1).map((point, i) =>
            rod(shaft, radius, points[i], point, albedo, 0.5));
        const ringModel = (at) => matrixOf(scale(right, r), scale(up, r), scale(back, r), at);
        return [...rings.map((at) => ({ mesh: ring, albedo: hold, hidden: 0.6, model: ringModel(at) })),
                ...springs.flatMap((spring) => [...path(zigzag(spring, back, r), 0.12 * r, hold),
                                                spot(0.4 * r, 0.4 * r, spring[1], hold, 0.5)]),
                ...crosses.flatMap((at) => crossAt(at, 1.2 * r).flatMap((line) =>
                    path(line, 0.16 * r, accent)))];
    }

    /* Marks in front of the bodies are drawn fully; what lies inside or behind shines through. */
    function drawMarks(moment, colours, lens, show, size) {
        const parts = [...arrowsOf(moment, show).flatMap((arrow) => arrowParts(arrow, colours, size)),
                       ...(show.com ? comParts(moment, size) : []),
                       ...(show.support ? supportParts(moment, colours, size) : []),
                       ...modifiedParts(moment, colours, lens, size)];
        mark.use({ camera: lens.matrix, sunward: SUN });
        for (const behind of [true, false]) {
            gl.depthFunc(behind ? gl.GREATER : gl.LEQUAL);
            gl.depthMask(!behind);
            for (const { mesh, model, albedo, quartered = 0, opacity = 1, hidden } of parts)
                drawMesh(mark, mesh, { model, quartered, albedo: [...albedo, behind ? hidden : opacity] });
        }
    }

    return function draw(moment, camera, show, covered) {
        const sun = sunLens(boundingBall(recording, moment, STATIC_NEARBY));
        const lens = camera.lens(canvas, moment, covered);
        const colours = readColours();
        drawShadows(moment, sun);
        openPicture(null, canvas.width, canvas.height);
        drawSky(colours, lens);
        drawSolids(moment, colours, lens, sun, camera.distance);
        drawMarks(moment, colours, lens, show, camera.markScale);
    };
}
