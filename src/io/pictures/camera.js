/* The camera's direction and path. Continues scene.js.
 *
 * One solution serves the opening view, following, other sizes of the window, panels that open, links and the return
 * to the first view: for a direction and the part of the window that no panel covers, it is the camera's path over the
 * whole recording along which the subjects stay within that part. */

/* ---- 6. camera --------------------------------------------------------------------------------- */

/* Tangent of half the vertical field of view, which is 30 degrees, and somewhat more in narrow windows. */
const TAN_VIEW = Math.tan(radians(15));

function viewTangents({ width, height }) {
    const tanX = TAN_VIEW * Math.max(width / height, 0.625);
    return { tanX, tanY: tanX * height / width };
}

/* A shape is the Minkowski sum of a box and an ellipsoid, given by their half sizes. */
const EXTENTS = {
    sphere: ([r]) => [0, 0, 0, r, r, r],
    capsule: ([r, h]) => [0, 0, h, r, r, r],
    cylinder: ([r, h]) => [0, 0, h, r, r, 0],
    box: ([x, y, z]) => [x, y, z, 0, 0, 0],
    ellipsoid: ([x, y, z]) => [0, 0, 0, x, y, z],
};

/* The greatest coordinate of a shape in its pose along a vector. */
function reachOf(extents, pose, [x, y, z]) {
    let flat = 0, round = 0;
    for (let k = 0; k < 3; k++) {
        const along = pose[4 * k] * x + pose[4 * k + 1] * y + pose[4 * k + 2] * z;
        flat += extents[k] * Math.abs(along);
        round += (extents[3 + k] * along) ** 2;
    }
    return pose[12] * x + pose[13] * y + pose[14] * z + flat + Math.sqrt(round);
}

/* The subjects: all characters, and other things of modest size close to one, such as a ball or a hoop, but not the steps
 * of stairs; without characters all that moves, or else everything. */
const CLOSE = 1.5, MODEST = 1, MODEST_STILL = 0.4;      // m: distance from a centre of mass; half sizes

function subjectsAt(recording, moment) {
    const { geoms, tree, characters } = recording, roots = new Set(characters.map(({ root }) => root));
    const solid = [...geoms.keys()].filter((i) => isSolid(geoms[i]) && moment.shown[i]);
    const moving = solid.filter((i) => !isStill(recording, geoms[i]));
    const centres = characters.filter(({ root }) => recording.isPresent(moment.frame, root))
        .map((character) => centreOf(recording, character, moment.pos, moment.rot));
    const isClose = (i) => recording.rough[i].reach < (isStill(recording, geoms[i]) ? MODEST_STILL : MODEST)
        && centres.some((centre) => length(sub(originOf(moment.geoms[i]), centre)) < CLOSE);
    if (!characters.length) return moving.length ? moving : solid;
    return solid.filter((i) => roots.has(tree[geoms[i].body]) || isClose(i));
}

/* Shapes and poses of the subjects, every few frames in long recordings. */
const MOST_POSES = 60000;

function readSubjects(recording) {
    const { frames, fps, geoms } = recording;
    const shapes = geoms.filter((geom) => isSolid(geom) && !isStill(recording, geom));
    const step = Math.ceil(frames * Math.max(shapes.length, 1) / MOST_POSES), samples = [];
    recording.rough = recording.rough || geoms.map(roughShape);
    for (let frame = 0; frame < frames - 1 + step; frame += step) {
        const moment = momentAt(recording, Math.min(frame, frames - 1) / fps);
        samples.push(subjectsAt(recording, moment)
            .map((i) => ({ extents: EXTENTS[geoms[i].type](geoms[i].size), pose: moment.geoms[i].slice() }))
            .filter(({ pose }) => pose.every(Number.isFinite)));
    }
    // without subjects, the camera waits for the next ones, or stays with the last
    samples.forEach((sample, i) => { if (!sample.length && i) samples[i] = samples[i - 1]; });
    for (let i = samples.length - 2; i >= 0; i--) if (!samples[i].length) samples[i] = samples[i + 1];
    return { samples: samples.filter((sample) => sample.length), rate: fps / step };
}

/* Is the way from a point to an eye barred by a shape in its pose? Shapes are taken for the boxes around them. */
function bars({ extents, pose }, point, eye) {
    let near = 0, far = 1;
    for (let k = 0; k < 3; k++) {
        const axis = axisOf(pose, k), half = extents[k] + extents[3 + k];
        const from = dot(sub(point, originOf(pose)), axis), along = dot(sub(eye, point), axis);
        if (Math.abs(from) > half && from * along >= 0) return false;       // it leads away from the shape
        const ends = [-half - from, half - from].map((x) => x / (along || 1e-30));
        near = Math.max(near, Math.min(...ends));
        far = Math.min(far, Math.max(...ends));
    }
    return near < far;
}

/* The middles of the characters' bodies, and the shapes that may hide them. */
function sightsOf({ geoms, tree, characters }, moment) {
    const roots = new Set(characters.map(({ root }) => root)), isOwn = (i) => roots.has(tree[geoms[i].body]);
    const solid = [...geoms.keys()].filter((i) => isSolid(geoms[i]) && moment.shown[i]);
    return { points: solid.filter(isOwn).map((i) => originOf(moment.geoms[i])),
             others: solid.filter((i) => !isOwn(i))
                 .map((i) => ({ extents: EXTENTS[geoms[i].type](geoms[i].size), pose: moment.geoms[i] })) };
}

/* The share of the points that are not seen. `eyeOf` has the eye for a point. */
function hiddenShare({ points, others }, eyeOf) {
    const hidden = points.filter((point) => others.some((other) => bars(other, point, eyeOf(point))));
    return points.length ? hidden.length / points.length : 0;
}

/* How unlike the best side it is from which a direction shows the characters: from behind, or along bodies that lie. At rest
 * they face +x, and their heads are at +z. */
function awkwardness({ characters, isPresent }, { frame, bodies }, { yaw }) {
    const { back } = axesOf({ yaw, pitch: 0 }), present = characters.filter(({ root }) => isPresent(frame, root));
    const each = present.map(({ root }) =>
        Math.max(0, -dot(axisOf(bodies[root], 0), back)) + Math.abs(dot(axisOf(bodies[root], 2), back)));
    return each.reduce((sum, x) => sum + x, 0) / (present.length || 1);
}

/* Where the recording does not say from where to look: of some directions that from which least is hidden, at the worst
 * time and in the mean, and characters are seen from their sides or from the front; earlier ones, which are lower, are
 * preferred. */
const FAR = 20, PREFERENCE = 0.02, SIDE = 0.3, LOOKS = 25;      // m; shares hidden; times

function openView(recording) {
    const directions = [8, 25, 45].flatMap((pitch) => [-58, 58, -122, 122].map((yaw) => ({ yaw, pitch })));
    const aways = directions.map((direction) => scale(axesOf(direction).back, FAR));
    const most = directions.map(() => 0), sum = directions.map(() => 0);
    for (let k = 0; k < LOOKS; k++) {
        const moment = momentAt(recording, recording.duration * k / (LOOKS - 1)), sights = sightsOf(recording, moment);
        aways.forEach((away, i) => {
            const share = hiddenShare(sights, (point) => add(point, away));
            most[i] = Math.max(most[i], share);
            sum[i] += share + SIDE * awkwardness(recording, moment, directions[i]);
        });
    }
    const cost = directions.map((_, i) => most[i] + sum[i] / LOOKS + PREFERENCE * i);
    return directions[cost.indexOf(Math.min(...cost))];
}

const reachesAlong = (samples, way) => samples.map((sample) =>
    sample.reduce((most, { extents, pose }) => Math.max(most, reachOf(extents, pose, way)), -Infinity));

/* The maximum of the values within `reach` of each index. */
function widest(values, reach) {
    return values.map((_, i) => {
        let most = -Infinity;
        const end = Math.min(i + reach, values.length - 1);
        for (let j = Math.max(i - reach, 0); j <= end; j++) most = Math.max(most, values[j]);
        return most;
    });
}

function smoothed(values, reach) {
    const weights = Array.from({ length: 2 * reach + 1 }, (_, k) => 1 + Math.cos(Math.PI * (k - reach) / (reach + 1)));
    const total = weights.reduce((sum, weight) => sum + weight, 0), last = values.length - 1;
    return values.map((_, i) =>
        weights.reduce((sum, weight, k) => sum + weight * values[clamp(i + k - reach, 0, last)], 0) / total);
}

/* The bounds on a camera that sees the subjects within a rectangle of tangents, at each sample: an eye at (u, v, w) along
 * right, up and back must have u + x1 w >= right, -u - x0 w >= left, and so on. In a flat view sizes do not depend on
 * depth, and w is the height of the picture. */
function demandsOf(samples, { right, up, back }, { x0, x1, y0, y1 }, flat) {
    const edge = (side, sign, tangent) =>
        reachesAlong(samples, scale(flat ? side : add(side, scale(back, tangent)), sign));
    const front = reachesAlong(samples, back), behind = reachesAlong(samples, scale(back, -1));
    return { right: edge(right, 1, x1), left: edge(right, -1, x0), top: edge(up, 1, y1), bottom: edge(up, -1, y0),
             middle: front.map((x, i) => (x - behind[i]) / 2), flat };
}

/* The least distance of the eye from the subjects' middle at each sample. */
function distancesFor({ right, left, top, bottom, middle, flat }, { x0, x1, y0, y1 }) {
    return right.map((x, i) => Math.max((x + left[i]) / (x1 - x0), (top[i] + bottom[i]) / (y1 - y0))
        - (flat ? 0 : middle[i]));
}

/* The camera's path: targets and distances at each sample. The bounds are linear in the eye's position, so that the mean of
 * positions which each satisfy the bounds of all times within AHEAD (s) satisfies them too, however fast the subjects move.
 * The distance changes more slowly than the target. */
const AHEAD = 0.3, ZOOM = 1.2;

function solvePath({ samples, rate }, axes, rectangle, flat) {
    const { x0, x1, y0, y1 } = rectangle, ahead = Math.ceil(AHEAD * rate), slow = Math.ceil(ZOOM * rate);
    const demands = demandsOf(samples, axes, rectangle, flat);
    for (const side of ["right", "left", "top", "bottom"]) demands[side] = widest(demands[side], ahead);
    const distance = smoothed(widest(distancesFor(demands, rectangle), slow), slow);
    const { right, left, top, bottom, middle } = demands, eye = distance.map((d, i) => (flat ? d : middle[i] + d));
    const half = (x) => x / 2;
    const u = eye.map((w, i) => half(right[i] - left[i] - (x0 + x1) * w) + half(x0 + x1) * distance[i]);
    const v = eye.map((w, i) => half(top[i] - bottom[i] - (y0 + y1) * w) + half(y0 + y1) * distance[i]);
    const [us, vs, ws, distances] = [u, v, middle, distance].map((values) => smoothed(values, ahead));
    const target = us.map((_, i) =>
        add(add(scale(axes.right, us[i]), scale(axes.up, vs[i])), scale(axes.back, ws[i])));
    return { target, distance: distances };
}

/* The maximal rectangles of a canvas that no panel covers, in pixels, without small ones; where there is none, the whole
 * canvas. */
const GAP = 6, USEFUL = 0.02;

function freeRectangles({ width, height }, panels) {
    const sorted = (values) => [...new Set(values)].sort((a, b) => a - b);
    const xs = sorted([0, width, ...panels.flatMap(({ left, right }) => [left - GAP, right + GAP])]);
    const ys = sorted([0, height, ...panels.flatMap(({ top, bottom }) => [top - GAP, bottom + GAP])]);
    const within = (list, size) => list.filter((x) => x >= 0 && x <= size);
    const spans = (list) => list.flatMap((a, i) => list.slice(i + 1).map((b) => [a, b]));
    const all = spans(within(xs, width)).flatMap(([left, right]) =>
        spans(within(ys, height)).map(([top, bottom]) => ({ left, right, top, bottom })));
    const area = (r) => (r.right - r.left) * (r.bottom - r.top);
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const holds = (a, b) => a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;
    const free = all.filter((r) => area(r) > USEFUL * width * height && !panels.some((panel) => meets(r, panel)))
        .sort((a, b) => area(b) - area(a));
    const largest = free.filter((r, i) => !free.slice(0, i).some((other) => holds(other, r)));
    return largest.length ? largest : [{ left: 0, right: width, top: 0, bottom: height }];
}

/* A rectangle of the window, in pixels, as tangents, with a margin. */
const MARGIN = 0.08;

function tangentsOf({ left, right, top, bottom }, canvas) {
    const { tanX, tanY } = viewTangents(canvas), { width, height } = canvas;
    const x = (px) => (2 * px / width - 1) * tanX, y = (px) => (1 - 2 * px / height) * tanY;
    const across = MARGIN * (right - left), down = MARGIN * (bottom - top);
    return { x0: x(left + across), x1: x(right - across), y0: y(bottom - down), y1: y(top + down) };
}

/* Yaw and pitch of the camera given by the recording. */
function givenView({ eye, lookAt }) {
    const away = eye ? sub(eye, lookAt) : [0, 0, 0], distance = length(away);
    const degrees = (angle) => angle * 180 / Math.PI;
    return distance > 0 && {
        yaw: degrees(Math.atan2(away[1], away[0])), pitch: degrees(Math.asin(away[2] / distance)) };
}

/* The axes of a camera that looks from a direction in degrees. */
function axesOf({ yaw, pitch }) {
    const [turn, tilt] = [radians(yaw), radians(pitch)], right = [-Math.sin(turn), Math.cos(turn), 0];
    const back = [Math.cos(tilt) * right[1], -Math.cos(tilt) * right[0], Math.sin(tilt)];
    return { right, up: cross(back, right), back };
}

/* The sun is behind the first view's camera, to its left, so that the subjects are lit from the front. */
function sunwardOf({ yaw }) {
    const azimuth = radians(yaw - 38), height = radians(52);
    return [Math.cos(azimuth) * Math.cos(height), Math.sin(azimuth) * Math.cos(height), Math.sin(height)];
}

/* The radius of a ball around the largest tree of bodies that moves, m. */
function largestTree({ geoms, tree, rough }, { geoms: poses, shown }) {
    const own = new Map();
    geoms.forEach((geom, i) => {
        if (isSolid(geom) && shown[i] && tree[geom.body] >= 0)
            own.set(tree[geom.body], [...own.get(tree[geom.body]) || [], { centre: originOf(poses[i]), reach: rough[i].reach }]);
    });
    return [...own.values()].reduce((most, list) => Math.max(most, boundingBall(list, { com: [0, 0, 0] }, 0).radius), 0);
}

/* Spacing of the lines on the ground for figures of a given size: 1 m for people, else a power of ten. */
const tileOf = (size) => 10 ** Math.round(Math.log10((size || 1.2) / 1.2));

/* The camera looks from yaw (0: from the front, +x; 90: from the left, +y) and pitch. Target and distance are those of the
 * path, or of an anchor when following is off; panning adds to the target, zooming multiplies the distance. `given` comes
 * from the page's address. */
function makeCamera(recording, given) {
    const first = momentAt(recording, 0);
    const { centre, radius } = boundingBall(capsulesOf(recording, first), first, 0);
    const floor = floorBelow(recording, first, first.com) || first.com;
    const size = Math.max(radius + length(sub(centre, first.com)), length(sub(first.com, floor)));
    const initial = { ...(givenView(recording) || openView(recording)), ...given.direction, zoomed: 1, pan: [0, 0, 0], anchor: null };
    const subjects = readSubjects(recording);
    const tallest = largestTree(recording, first), height = Math.min(length(sub(first.com, floor)), 1);
    const camera = { markScale: Math.min(size, Math.max(1.2, tallest)), tile: tileOf(Math.max(tallest, height)),
                     sunward: sunwardOf(initial), flat: false };
    let frame = null, path = null, away = given.distance;

    camera.turn = (right, up) => {
        camera.yaw -= right;
        camera.pitch = clamp(camera.pitch + up, -89, 89);
        path = null;
    };
    camera.zoom = (factor) => { camera.zoomed = clamp(camera.zoomed * factor, 0.05, 20); };
    camera.reset = () => {
        Object.assign(camera, initial);
        camera.turn(0, 0);      // clamps what was given
    };
    /* In a flat view the camera is level. */
    camera.axes = () => axesOf(camera.flat ? { yaw: camera.yaw, pitch: 0 } : camera);
    /* Chooses the free rectangle of a canvas in which the subjects are largest; one at the side must make them up to twice
     * as large as one in the middle. */
    camera.frame = (rectangles, canvas) => {
        const some = subjects.samples.filter((_, i) => i % 8 === 0), axes = camera.axes();
        const farthest = (tangents) =>
            Math.max(...distancesFor(demandsOf(some, axes, tangents, camera.flat), tangents));
        const aside = ({ left, right }) => Math.abs((left + right) / canvas.width - 1);
        const tangents = rectangles.map((rectangle) => tangentsOf(rectangle, canvas));
        const cost = tangents.map((t, i) => (1 + aside(rectangles[i])) * farthest(t));
        frame = tangents[cost.indexOf(Math.min(...cost))] || tangents[0];
        camera.free = rectangles[tangents.indexOf(frame)];
        path = null;
    };
    /* Target and distance at a time. */
    camera.aim = (time) => {
        if (camera.anchor) return camera.anchor;
        path = path || solvePath(subjects, camera.axes(), frame, camera.flat);
        const last = path.distance.length - 1, at = clamp(time * subjects.rate, 0, last);
        const i = Math.floor(at), j = Math.min(i + 1, last), share = at - i;
        return { target: add(scale(path.target[i], 1 - share), scale(path.target[j], share)),
                 distance: (1 - share) * path.distance[i] + share * path.distance[j] };
    };
    camera.distance = (time) => camera.zoomed * camera.aim(time).distance;
    camera.follow = (on, time) => { camera.anchor = on ? null : camera.aim(time); };
    /* Moves the target by a drag, given as fractions of the canvas's height. */
    camera.drag = (canvas, time, rightward, downward) => {
        const { right, up } = camera.axes(), height = 2 * camera.distance(time) * viewTangents(canvas).tanY;
        camera.pan = add(camera.pan, add(scale(right, -rightward * height), scale(up, downward * height)));
    };
    /* The projection, with the target in the middle of the frame. */
    camera.lens = (canvas, { time }) => {
        const { right, up, back } = camera.axes(), { tanX, tanY } = viewTangents(canvas), { x0, x1, y0, y1 } = frame;
        const target = add(camera.aim(time).target, camera.pan), distance = camera.distance(time);
        const aside = add(scale(right, (x0 + x1) / 2), scale(up, (y0 + y1) / 2));
        const eye = add(target, scale(sub(back, aside), distance));
        const matrix = multiply(perspective(tanX, tanY, 0.02 * distance, 400 + 10 * distance),
                                viewMatrix(right, up, back, eye));
        const place = (p) => {      // in the canvas
            const seen = sub(p, eye), depth = camera.flat ? distance : -dot(seen, back);
            return [canvas.width * (1 + dot(seen, right) / (tanX * depth)) / 2,
                    canvas.height * (1 - dot(seen, up) / (tanY * depth)) / 2];
        };
        return { eye, target, right, up, back, tanX, tanY, matrix, distance, place };
    };
    /* Applies the distance of the address, in metres at the time at which the page opens. */
    camera.settle = (time) => {
        if (away) camera.zoom(away / camera.aim(time).distance);
        away = 0;
    };
    camera.reset();
    return camera;
}
