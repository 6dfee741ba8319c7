/* The player: one recorded simulation, shown in 3-D. The page concatenates five files into one function.
 *
 * recording.js
 *   1. numbers    vectors and matrices
 *   2. recording  decoding of the page's data; poses of bodies at a time between two frames
 *   3. moment     everything shown at one time
 * scene.js
 *   4. geometry   meshes of all shapes
 *   5. renderer   WebGL 2: shadow map, sky, ground, bodies, marks (its shaders are in the page)
 * camera.js
 *   6. camera     direction and path that keep the subjects visible
 * plots.js
 *   7. plots      curves under the time line
 * player.js
 *   8. side view  the recording on a 2-D canvas where WebGL is missing
 *   9. controls   texts, buttons, keys, pointers
 *  10. page       time and toggles, the page's address, window.kip for programs
 *
 * World: metres, seconds, z up, x forward, y left. Quaternions are (w, x, y, z), child to parent.
 * A picture depends only on time, camera and toggles, not on earlier pictures. */
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

/* Two unit vectors x, y that complete the unit vector z to a right-handed frame. */
function frameAround(z) {
    const x = unit(cross(Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], z));
    return [x, cross(z, x)];
}

/* A matrix is 16 numbers, in columns: three axes and the origin. */
function setMatrix(m, x, y, z, origin) {
    for (let k = 0; k < 3; k++) {
        m[k] = x[k];
        m[4 + k] = y[k];
        m[8 + k] = z[k];
        m[12 + k] = origin[k];
    }
    m[15] = 1;
    return m;
}
const matrixOf = (x, y, z, origin) => setMatrix(new Float32Array(16), x, y, z, origin);
const axisOf = (m, k) => [m[4 * k], m[4 * k + 1], m[4 * k + 2]];
const originOf = (m) => axisOf(m, 3);
const transform = (m, p) =>
    [0, 1, 2].map((row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row]);

/* Sets m to the pose i of lists of positions and quaternions. */
function setPose(m, pos, rot, i) {
    const w = rot[4 * i], x = rot[4 * i + 1], y = rot[4 * i + 2], z = rot[4 * i + 3];
    m[0] = 1 - 2 * (y * y + z * z), m[1] = 2 * (x * y + w * z), m[2] = 2 * (x * z - w * y);
    m[4] = 2 * (x * y - w * z), m[5] = 1 - 2 * (x * x + z * z), m[6] = 2 * (y * z + w * x);
    m[8] = 2 * (x * z + w * y), m[9] = 2 * (y * z - w * x), m[10] = 1 - 2 * (x * x + y * y);
    m[12] = pos[3 * i], m[13] = pos[3 * i + 1], m[14] = pos[3 * i + 2], m[15] = 1;
    return m;
}

const matrixOfPose = (position, quaternion) => setPose(new Float32Array(16), position, quaternion, 0);

function multiply(a, b, c = new Float32Array(16)) {
    for (let column = 0; column < 16; column += 4)
        for (let row = 0; row < 4; row++)
            c[column + row] = a[row] * b[column] + a[4 + row] * b[column + 1] + a[8 + row] * b[column + 2]
                + a[12 + row] * b[column + 3];
    return c;
}

/* The transformation from the world to the frame of a camera at eye with axes right, up, back. */
function viewMatrix(right, up, back, eye) {
    const rows = [right, up, back], column = (k) => rows.map((axis) => axis[k]);
    return matrixOf(column(0), column(1), column(2), rows.map((axis) => -dot(axis, eye)));
}

function perspective(tanX, tanY, near, far) {
    return new Float32Array([1 / tanX, 0, 0, 0, 0, 1 / tanY, 0, 0,
                             0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
}

/* ---- 2. recording ------------------------------------------------------------------------------ */

/* Decodes a string of columns of integers (base64.h). */
function openColumns(name, base64) {
    const text = atob(base64);
    let at = 0;
    const refuse = () => {
        throw new Error(`The recording's "${name}" is damaged at byte ${at} of ${text.length}: ` +
                        "the page is incomplete, please write it again.");
    };
    const number = () => {
        let value = 0, place = 1, byte;
        do {
            if (at >= text.length || place > 2 ** 49) refuse();
            byte = text.charCodeAt(at++);
            value += (byte & 127) * place;
            place *= 128;
        } while (byte > 127);
        return value;
    };
    const column = (count, Type = Int32Array) => {
        const values = new Type(count), order = number();
        if (order > 2) refuse();
        for (let i = 0, zeros = 0, value = 0, slope = 0; i < count; i++) {
            let s = 0;
            if (zeros) {
                zeros--;
            } else {
                const coded = number();
                s = coded % 2 ? -(coded + 1) / 2 : coded / 2;
                if (coded === 0) zeros = number();
                if (zeros >= count - i) refuse();
            }
            slope = order === 2 ? slope + s : s;
            value = order ? value + slope : s;
            values[i] = value;
        }
        return values;
    };
    const end = () => { if (at !== text.length) refuse(); };
    return { number, column, refuse, end };
}

/* Reads `count` columns with a number for each frame, which must be all. */
function readColumns(name, base64, count, frames) {
    const reader = openColumns(name, base64), columns = [];
    while (columns.length < count) columns.push(reader.column(frames));
    reader.end();
    return columns;
}

/* For each body the root of its tree, itself if it is one; -1 for those that cannot move. */
function readTrees({ bodies, joints }) {
    const jointed = new Set(joints.map(({ body }) => body)), root = [0], moves = [false];
    bodies.forEach(({ parent }, i) => {
        root[i] = parent ? root[parent] : i;
        moves[i] = jointed.has(i) || (i > 0 && moves[parent]);
    });
    return bodies.map((_, i) => (moves[i] ? root[i] : -1));
}

/* The tree of bodies as lists of numbers; joints have the indices of their first column and axis. */
const SIZES = { free: 7, ball: 3, hinge: 1, slide: 1 };

function readLinks({ bodies, joints }) {
    const flat = (list) => new Float64Array(list.flat());
    let column = 0, axis = 0;
    const linked = joints.map((joint) => {
        const it = { ...joint, column, first: axis };
        column += SIZES[joint.type];
        axis += joint.type === "free" ? 0 : SIZES[joint.type];
        return it;
    });
    return {
        parent: bodies.map(({ parent }) => parent), pos: flat(bodies.map(({ pos }) => pos)),
        quat: flat(bodies.map(({ quat }) => quat)), mass: bodies.map(({ mass }) => mass),
        com: bodies.map(({ com }) => com), joints: linked, ncolumn: column, naxis: axis,
        of: bodies.map((_, i) => linked.filter(({ body }) => body === i)),
    };
}

/* Reads the drives of each axis, in the units of its column. Without stiffness there is no target. */
function readAxes(data, links) {
    const { frames, angleUnit, lengthUnit } = data, reader = openColumns("drives", data.drives), axes = [];
    for (const { name, type, column } of links.joints)
        for (let k = 0; k < SIZES[type] && type !== "free"; k++) {
            const [torque, stiffness, damping, limit] = data.driveUnits.slice(4 * axes.length);
            const turns = type !== "slide";
            axes.push({
                name: type === "ball" ? `${name}.${"xyz"[k]}` : name, turns, column: column + k,
                unit: turns ? angleUnit : lengthUnit, units: { torque, stiffness, damping, limit },
                torque: reader.column(frames), stiffness: reader.column(frames), damping: reader.column(frames),
                low: reader.column(frames), high: reader.column(frames),
                target: reader.column(frames, Float64Array) });
        }
    reader.end();
    return axes;
}

/* Reads contacts from their columns and sorts them by frame: first those with bodies that cannot move, then the others.
 * List i is [start[i], start[i + 1]); lists 2 f and 2 f + 1 are frame f's. */
function readContacts({ frames, contactPairs, contactUnits, contacts }, tree) {
    const reader = openColumns("contacts", contacts), start = new Uint32Array(2 * frames + 2), found = [];
    for (const [on, by] of contactPairs) {
        const lists = [], columns = [], touch = tree[by] >= 0 ? 1 : 0;
        for (let runs = reader.number(), frame = 0; runs > 0; runs--) {
            frame += reader.number();
            const end = frame + reader.number();
            if (end > frames) reader.refuse();
            for (; frame < end; frame++) lists.push(2 * frame + touch);
        }
        while (columns.length < 6) columns.push(reader.column(lists.length));
        lists.forEach((list) => start[list + 1]++);
        found.push({ on, by, lists, columns });
    }
    reader.end();
    for (let i = 0; i < 2 * frames; i++) start[i + 1] += start[i];
    const next = start.slice(), total = start[2 * frames];
    const made = { start, on: new Uint16Array(total), by: new Uint16Array(total),
                   numbers: new Float32Array(6 * total) };
    for (const { on, by, lists, columns } of found)
        lists.forEach((list, i) => {
            const at = next[list]++;
            made.on[at] = on;
            made.by[at] = by;
            columns.forEach((column, k) => {
                made.numbers[6 * at + k] = column[i] * contactUnits[k < 3 ? 0 : 1];
            });
        });
    return made;
}

/* The presence of bodies in each frame, which the page has only for those that are ever absent. */
function readPresence({ frames, waiting, present }) {
    const columns = readColumns("present", present, waiting.length, frames);
    const column = new Map(waiting.map((body, i) => [body, columns[i]]));
    return (frame, body) => !column.size || !column.has(body) || column.get(body)[frame] === 1;
}

/* The bands of each track, each ending where the next one begins. Poses have tracks of their own after their character's
 * skills, without the character's name if it is the only one. */
function readTracks(bands) {
    const isOfPoses = (name) => name.endsWith(", pose"), ownerOf = (name) => name.replace(/, pose$/, "");
    const labels = [...new Set(bands.map(({ label }) => label))];
    const names = [...new Set(bands.map(({ track }) => track))], owners = names.map(ownerOf);
    const alone = new Set(owners).size === 1, place = (name) => 2 * owners.indexOf(ownerOf(name)) + isOfPoses(name);
    names.sort((a, b) => place(a) - place(b));
    return names.map((track) => {
        const own = bands.filter((band) => band.track === track), name = alone && isOfPoses(track) ? "pose" : track;
        return { name, what: isOfPoses(track) ? "Poses" : "Skills", bands: own.map((band, i) => ({
            ...band, t1: i + 1 < own.length ? own[i + 1].t : Infinity,
            from: i ? own[i - 1].label : "", colour: labels.indexOf(band.label) })) };
    });
}

/* Rotation of the hue of each body's colours, in degrees, which distinguishes characters of the same colours. */
function readHues({ bodies, geoms }, tree, characters) {
    const turns = [0, 140, -80, 60, -140], known = new Map(), hueOf = new Map();
    for (const root of new Set(tree.filter((top) => top >= 0))) {
        const own = geoms.filter(({ body }) => tree[body] === root);
        const look = (geom) => (isColoured(geom) ? geom.rgba : familyOf(bodies, geom));
        const looks = JSON.stringify(own.map(look));
        const earlier = known.get(looks) || 0;
        if (!characters.some((it) => it.root === root)) continue;
        known.set(looks, earlier + 1);
        hueOf.set(root, turns[earlier % turns.length]);
    }
    return bodies.map((_, i) => hueOf.get(tree[i]) || 0);
}

/* Trees of more than five bodies. */
function readCharacters(links, tree, frames) {
    return [...new Set(tree)].filter((root) => root >= 0).map((root) => {
        const bodies = tree.flatMap((top, i) => (top === root ? [i] : []));
        return { root, bodies, mass: bodies.reduce((sum, i) => sum + links.mass[i], 0),
                 path: new Float32Array(3 * frames).fill(NaN) };
    }).filter(({ bodies, mass }) => bodies.length > 5 && mass > 0);
}

function readRecording(json) {
    const data = JSON.parse(json), { frames, bodies, geoms } = data;
    const lasting = (list) => list.map((item) => ({ ...item, t1: item.t1 ?? Infinity }));
    if (data.format !== "kip-page 4")
        throw new Error(`The recording is in format "${data.format}"; this page reads "kip-page 4".`);
    if (!(frames >= 1))
        throw new Error("The recording holds no frame, so there is nothing to show.");
    const names = bodies.map(({ name }) => name), tree = readTrees(data), links = readLinks(data);
    const characters = readCharacters(links, tree, frames), own = new Set(characters.map(({ root }) => root));
    const com = new Float32Array(3 * frames);
    readColumns("com", data.com, 3, frames)
        .forEach((column, k) => column.forEach((x, frame) => { com[3 * frame + k] = x * data.lengthUnit; }));
    return {
        ...data, tree, links, characters, com, bodies: names, moment: newMoment(names.length, geoms.length),
        placed: geoms.map(({ pos, quat }) => matrixOfPose(pos, quat)),
        motion: readColumns("motion", data.motion, links.ncolumn, frames),
        axes: readAxes(data, links),
        contacts: readContacts(data, tree),
        isPresent: readPresence(data),
        tracks: readTracks(data.bands),
        modified: lasting(data.modified),
        off: lasting(data.off),
        hues: readHues({ bodies: names, geoms }, tree, characters),
        // the character whose support a body's contacts are part of; -1 for objects beside one
        owners: tree.map((root) => (!own.size ? 0 : own.has(root) ? root : -1)),
        duration: (frames - 1) / data.fps,
        series: data.series.map(({ name, unit: measure, step, values }) => ({
            name, measure,
            values: Float64Array.from(readColumns(name, values, 1, frames)[0], (x) => x * step) })),
    };
}

/* The two frames around a time and the weight of the second. */
function framesAround({ fps, frames }, time) {
    const at = clamp(time * fps, 0, frames - 1);
    const first = clamp(Math.floor(at), 0, Math.max(frames - 2, 0));
    return { first, second: Math.min(first + 1, frames - 1), share: at - first };
}

const exactly = (frame) => ({ first: frame, second: frame, share: 0 });

/* Interpolates a point of a list between two frames. */
function pointBetween(points, { first, second, share }) {
    return [0, 1, 2].map((k) => (1 - share) * points[3 * first + k] + share * points[3 * second + k]);
}

/* Quaternions in lists: multiply q by another one, by a rotation about an axis, or by a rotation vector. */
function turnBy(q, at, w, x, y, z) {
    const a = q[at], b = q[at + 1], c = q[at + 2], d = q[at + 3];
    q[at] = a * w - b * x - c * y - d * z;
    q[at + 1] = a * x + b * w + c * z - d * y;
    q[at + 2] = a * y - b * z + c * w + d * x;
    q[at + 3] = a * z + b * y - c * x + d * w;
}

function quaternionOf([x, y, z]) {
    const angle = Math.hypot(x, y, z), s = angle > 1e-9 ? Math.sin(angle / 2) / angle : 0.5;
    return [Math.cos(angle / 2), x * s, y * s, z * s];
}

function between(p, q, share) {
    const sign = p.reduce((sum, x, k) => sum + x * q[k], 0) < 0 ? -1 : 1;
    const mixed = p.map((x, k) => (1 - share) * x + sign * share * q[k]), size = Math.hypot(...mixed) || 1;
    return mixed.map((x) => x / size);
}

/* Adds to position `at` the vector v rotated by quaternion `turn` of a list. */
function addTurned(pos, at, q, turn, v, sign) {
    const w = q[turn], x = q[turn + 1], y = q[turn + 2], z = q[turn + 3];
    const a = 2 * (y * v[2] - z * v[1]), b = 2 * (z * v[0] - x * v[2]), c = 2 * (x * v[1] - y * v[0]);
    pos[at] += sign * (v[0] + w * a + y * c - z * b);
    pos[at + 1] += sign * (v[1] + w * b + z * a - x * c);
    pos[at + 2] += sign * (v[2] + w * c + x * b - y * a);
}

/* Forward kinematics, joint by joint, parents first, into lists of positions and quaternions. `value` returns a joint's
 * coordinate between two frames. */
function placeBodies({ links, motion, lengthUnit }, bodies, aroundOf, value, pos, rot) {
    const turnOf = (joint, frame) => quaternionOf([0, 1, 2].map((k) => value(joint, k, exactly(frame))));
    for (const i of bodies) {
        const around = aroundOf(i), { first, second, share } = around;
        const parent = links.parent[i], p = 3 * i, r = 4 * i;
        for (let k = 0; k < 4; k++) rot[r + k] = i ? rot[4 * parent + k] : k ? 0 : 1;
        for (let k = 0; k < 3; k++) pos[p + k] = i ? pos[3 * parent + k] : 0;
        if (i) {
            addTurned(pos, p, rot, r, links.pos.subarray(p, p + 3), 1);
            turnBy(rot, r, links.quat[r], links.quat[r + 1], links.quat[r + 2], links.quat[r + 3]);
        }
        for (const joint of links.of[i]) {
            const { type, column, axis, pos: anchor, ref } = joint;
            if (type === "free") {
                const at = (k, frame) => motion[column + k][frame];
                for (let k = 0; k < 3; k++)
                    pos[p + k] = lengthUnit * (at(k, first) + share * (at(k, second) - at(k, first)));
                const turn = (frame) => [3, 4, 5, 6].map((k) => at(k, frame));
                rot.set(between(turn(first), turn(second), share), r);
            } else if (type === "slide") {
                addTurned(pos, p, rot, r, axis, value(joint, 0, around) - ref);
            } else {
                addTurned(pos, p, rot, r, anchor, 1);
                if (type === "ball") {
                    turnBy(rot, r, ...between(turnOf(joint, first), turnOf(joint, second), share));
                } else {
                    const half = (value(joint, 0, around) - ref) / 2, s = Math.sin(half);
                    turnBy(rot, r, Math.cos(half), s * axis[0], s * axis[1], s * axis[2]);
                }
                addTurned(pos, p, rot, r, anchor, -1);
            }
        }
    }
}

/* The coordinate of a joint's k-th axis, and the target of its drive. */
const actualOf = ({ motion, axes }) => (joint, k, { first, second, share }) => {
    const column = motion[joint.column + k], { unit: size } = axes[joint.first + k];
    return size * (column[first] + share * (column[second] - column[first]));
};
function wantedOf(recording, frame) {
    const actual = actualOf(recording);
    return (joint, k, around) => {
        const { stiffness, target, unit: size } = recording.axes[joint.first + k];
        return stiffness[frame] ? size * target[frame] : actual(joint, k, around);
    };
}

/* Centre of mass of some bodies by lists of poses. */
function centreOf({ links }, { bodies, mass }, pos, rot) {
    const sum = [0, 0, 0];
    for (const i of bodies) {
        const share = links.mass[i] / mass;
        for (let k = 0; k < 3; k++) sum[k] += share * pos[3 * i + k];
        addTurned(sum, 0, rot, 4 * i, links.com[i], share);
    }
    return sum;
}

/* Centre of mass of a character at a frame, cached since the path needs many. */
function centreAt(recording, character, frame) {
    const { path, bodies } = character, { spare } = recording.moment;
    if (Number.isNaN(path[3 * frame])) {
        placeBodies(recording, bodies, () => exactly(frame), actualOf(recording), spare.pos, spare.rot);
        path.set(centreOf(recording, character, spare.pos, spare.rot), 3 * frame);
    }
    return path.subarray(3 * frame, 3 * frame + 3);
}

/* ---- 3. moment --------------------------------------------------------------------------------- */

const matrices = (count) => Array.from({ length: count }, () => new Float32Array(16));

/* Allocates the result of momentAt, which is reused. */
function newMoment(nbody, ngeom) {
    const lists = () => ({ pos: new Float64Array(3 * nbody), rot: new Float64Array(4 * nbody) });
    return { ...lists(), bodies: matrices(nbody), geoms: matrices(ngeom), shown: new Array(ngeom).fill(true),
             spare: lists(), ghostBody: new Float32Array(16), ghosts: matrices(ngeom), contacts: [], frame: -1,
             all: [...Array(nbody).keys()] };
}

/* The contacts of a frame: of kind "contact" with bodies that cannot move, of kind "touch" between others. */
function contactsAt({ contacts: { start, on, by, numbers }, owners }, frame) {
    const found = [];
    for (let i = start[2 * frame]; i < start[2 * frame + 2]; i++)
        found.push({ kind: i < start[2 * frame + 1] ? "contact" : "touch", on: on[i], by: by[i],
                     owner: owners[on[i]], point: [...numbers.subarray(6 * i, 6 * i + 3)],
                     force: [...numbers.subarray(6 * i + 3, 6 * i + 6)] });
    return found;
}

/* Everything shown at one time. Contacts have no identity between frames: those of the nearest frame are taken, and
 * likewise poses of bodies that appear or disappear. The next call overwrites the result. */
function momentAt(recording, time) {
    const { moment, geoms, placed, com, isPresent, modified, off, waiting } = recording;
    const lasts = ({ t0, t1 }) => time >= t0 - 1e-9 && time < t1 - 1e-9;
    const hidden = new Set(off.filter(lasts).map(({ geom }) => geom));
    const around = framesAround(recording, time), frame = around.share < 0.5 ? around.first : around.second;
    const comes = new Set(waiting.filter((i) => isPresent(around.first, i) !== isPresent(around.second, i)));
    const nearest = exactly(frame), aroundOf = (i) => (comes.has(i) ? nearest : around);
    placeBodies(recording, moment.all, aroundOf, actualOf(recording), moment.pos, moment.rot);
    moment.bodies.forEach((matrix, i) => setPose(matrix, moment.pos, moment.rot, i));
    geoms.forEach(({ body }, i) => {
        multiply(moment.bodies[body], placed[i], moment.geoms[i]);
        moment.shown[i] = isPresent(frame, body) && !hidden.has(i);
    });
    if (moment.frame !== frame) moment.contacts = contactsAt(recording, frame);
    moment.pushes = recording.pushes.filter((push) => time >= push.t0 && time < push.t1)
        .map((push) => ({ point: transform(moment.bodies[push.body], push.point), force: push.force }));
    moment.com = pointBetween(com, around);
    moment.modified = modified.filter(lasts);
    return Object.assign(moment, { time, frame, around });
}

/* Centres of mass of each character present, or of everything without characters; and the frames before and after, within a
 * second. */
function centresOf(recording, moment) {
    if (moment.centres) return moment.centres;      // of a live page, whose moments are complete
    const { characters, fps, frames, isPresent } = recording, { frame } = moment, step = 2;
    if (!characters.length) return [{ centre: moment.com, index: 0, before: [], after: [] }];
    return characters.flatMap((character, index) => {
        const before = [], after = [], centre = centreOf(recording, character, moment.pos, moment.rot);
        const add = (list, i) => {
            if (!isPresent(i, character.root)) return false;
            list.push(centreAt(recording, character, i));
            return true;
        };
        if (!isPresent(frame, character.root)) return [];
        const { first, second } = moment.around, whole = (i) => i - i % step;
        for (let i = whole(first); i >= Math.max(0, first - fps) && add(before, i); i -= step);
        const last = Math.min(frames - 1, second + fps);
        for (let i = whole(second + step - 1); i <= last && add(after, i); i += step);
        return [{ centre, index, before: before.reverse(), after }];
    });
}

/* The roots of trees that have drives with stiffness at a frame. */
function drivenAt({ axes, links: { joints }, tree }, frame) {
    const holds = ({ type, first }) =>
        type !== "free" && [0, 1, 2].slice(0, SIZES[type]).some((k) => axes[first + k].stiffness[frame]);
    return new Set(joints.filter(holds).map(({ body }) => tree[body]));
}

/* Which geoms of those trees are shown, and their poses if each joint were at the target of its drive. */
function ghostsOf(recording, moment) {
    if (moment.ghostly) return moment.ghostly;
    const { geoms, placed, tree } = recording, { spare, ghostBody, ghosts, shown, frame, all, around } = moment;
    const driven = drivenAt(recording, frame);
    if (!driven.size) return [];
    placeBodies(recording, all, () => around, wantedOf(recording, frame), spare.pos, spare.rot);
    return geoms.flatMap((geom, i) => {
        if (!driven.has(tree[geom.body]) || !shown[i] || !isSolid(geom)) return [];
        multiply(setPose(ghostBody, spare.pos, spare.rot, geom.body), placed[i], ghosts[i]);
        return [i];
    });
}

/* Marks of modified physics and of targets: attachments as rings, springs as zigzags from body to anchor, targets as
 * crosses. */
function marksOf({ targets, isPresent }, { time, frame, bodies, modified, marks }) {
    if (marks) return marks;
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

/* A spring as seen along `back`: straight ends and nine turns of half width `width`. */
function zigzag([from, to], back, width) {
    const along = sub(to, from), side = scale(unit(cross(along, back)), Math.min(width, 0.3 * length(along)));
    const turns = [0.1, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.9];
    return [from, ...turns.map((share, i) =>
        add(add(from, scale(along, share)), scale(side, i % 9 ? (i % 2 ? 1 : -1) : 0))), to];
}

/* The three lines of a cross. */
const crossAt = (at, size) => [0, 1, 2].map((axis) =>
    [-1, 1].map((sign) => at.map((x, k) => x + (k === axis ? sign * size : 0))));

/* Forces as arrows. The arrow of a contact begins at its point, in both directions where both are bodies; that of a push
 * ends there. */
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

/* The convex hull of points seen from above, counterclockwise, by Andrew's monotone chain: from left to right below, then
 * back above. Of collinear points it is the two ends. */
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

/* The support: points with an upward force from bodies that cannot move, their hull, and the centre of pressure, the mean
 * of points weighted by upward force. */
function supportOf(contacts) {
    const points = contacts.map(({ point }) => point);
    const total = contacts.reduce((sum, { force }) => sum + force[2], 0);
    const pressure = contacts.map(({ point, force }) => scale(point, force[2] / total)).reduce(add, [0, 0, 0]);
    return { points, hull: convexHull(points), pressure };
}

/* The support of each character that stands on something. */
function supportsOf(moment) {
    const pushing = moment.contacts.filter(({ kind, force, owner }) =>
        kind === "contact" && force[2] > 0 && owner >= 0);
    return [...new Set(pushing.map(({ owner }) => owner))]
        .map((root) => supportOf(pushing.filter(({ owner }) => owner === root)));
}

