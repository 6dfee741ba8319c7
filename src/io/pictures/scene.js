/* The scene in 3-D: shapes and light. Continues recording.js. */

/* ---- 4. geometry ------------------------------------------------------------------------------- */

/* Every shape is the Minkowski sum of a core and a ball: a sphere's core is a point, a capsule's a segment, a box's a
 * smaller box. core(c, s, right, front, top) is the core's farthest point in a direction: c and s are cosine and sine of
 * the azimuth, and right, front, top (+1 or -1) the signs of x, y, z. Directions between two octants occur twice, once for
 * each. */
const FINE = 10, COARSE = 5;        // steps of a quarter of a circle: for few shapes, and for many or thin ones

function roundedSolid(core, radius, arc) {
    const vertices = [], triangles = [], rows = 2 * (arc + 1), columns = 4 * (arc + 1);
    for (let i = 0; i < rows; i++)
        for (let j = 0; j < columns; j++) {
            const half = Math.floor(i / (arc + 1)), quarter = Math.floor(j / (arc + 1));
            const polar = (i - half) / arc * Math.PI / 2, azimuth = (j - quarter) / arc * Math.PI / 2;
            const c = Math.cos(azimuth), s = Math.sin(azimuth);
            const normal = [Math.sin(polar) * c, Math.sin(polar) * s, Math.cos(polar)];
            const centre = core(c, s, quarter % 3 ? -1 : 1, quarter < 2 ? 1 : -1, half ? -1 : 1);
            for (let k = 0; k < 3; k++) vertices.push(centre[k] + radius * normal[k]);
            for (let k = 0; k < 3; k++) vertices.push(normal[k]);
        }
    const at = (row, column) => row * columns + column % columns;
    const triangle = (a, b, c) => triangles.push(a, b, c);
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

/* Sizes as in MJCF. The last five have unit size: a square, a half square, the shaft and the head of an arrow along z from
 * 0, a ring around z. */
const SHAPES = {
    sphere: ([r], arc) => roundedSolid(() => [0, 0, 0], r, arc),
    capsule: ([r, h], arc) => roundedSolid((c, s, right, front, top) => [0, 0, top * h], r, arc),
    cylinder: ([r, h], arc, b = bevel(r, h)) =>
        roundedSolid((c, s, right, front, top) => [(r - b) * c, (r - b) * s, top * (h - b)], b, arc),
    box: ([x, y, z], arc, b = bevel(x, y, z)) =>
        roundedSolid((c, s, right, front, top) => [right * (x - b), front * (y - b), top * (z - b)], b, 3),
    ellipsoid: (size, arc) => {
        const { vertices, triangles } = SHAPES.sphere([1], arc), stretched = [];
        for (let i = 0; i < vertices.length; i += 6)
            stretched.push(...size.map((a, k) => a * vertices[i + k]),
                           ...unit(size.map((a, k) => vertices[i + 3 + k] / a)));
        return { vertices: stretched, triangles };
    },
    plane: () => ({ vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]].flatMap(([x, y]) => [x, y, 0, 0, 0, 1]),
                    triangles: [0, 1, 2, 0, 2, 3] }),
    triangle: () => ({ vertices: [[0, 0], [1, 0], [0, 1]].flatMap(([x, y]) => [x, y, 0, 0, 0, 1]),
                       triangles: [0, 1, 2] }),
    shaft: () => roundedSolid((c, s, right, front, top) => [c, s, (1 + top) / 2], 0, COARSE),
    head: () => roundedSolid((c, s, right, front, top) => (top > 0 ? [0, 0, 1] : [c, s, 0]), 0, COARSE),
    ring: () => {
        const vertices = [], triangles = [], at = (i, k) => i % 32 * 8 + k % 8;
        for (let i = 0; i < 32; i++)
            for (let k = 0; k < 8; k++) {
                const along = i * Math.PI / 16, around = k * Math.PI / 4;
                const out = [Math.cos(along), Math.sin(along), 0];
                const normal = add(scale(out, Math.cos(around)), [0, 0, Math.sin(around)]);
                const [a, b, c, d] = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
                vertices.push(...add(out, scale(normal, 0.18)), ...normal);
                triangles.push(a, b, c, a, c, d);
            }
        return { vertices, triangles };
    },
};

/* Capsules that approximate the solid shapes: centre, vector to an end, radius, reach of the shape. */
const isSolid = (geom) => geom.type !== "plane" && geom.rgba[3] > 0;
const isStill = (recording, geom) => recording.tree[geom.body] < 0;

function roughShape({ type, size: [x, y, z] }) {
    const halves = type === "sphere" ? [x, x, x] : type === "capsule" ? [x, x, x + y]
        : type === "cylinder" ? [x, x, y] : [x, y, z];
    const longest = Math.max(...halves), radius = (halves[0] + halves[1] + halves[2] - longest) / 2;
    const round = type === "sphere" || type === "capsule" || type === "ellipsoid";
    return { axis: halves.indexOf(longest), half: longest - radius, radius,
             reach: round ? longest : length(halves) };
}

function capsulesOf(recording, moment) {
    const { geoms } = recording, found = [];
    recording.rough = recording.rough || geoms.map(roughShape);
    geoms.forEach((geom, i) => {
        const pose = moment.geoms[i], { axis, half, radius, reach } = recording.rough[i];
        if (isSolid(geom) && moment.shown[i])
            found.push({ fixed: isStill(recording, geom), centre: originOf(pose), radius, reach,
                         along: scale(axisOf(pose, axis), half) });
    });
    return found;
}

/* A ball around the moving bodies, and around fixed ones of modest size within `nearby` of them (m). */
function boundingBall(capsules, { com }, nearby) {
    const list = capsules.filter(({ fixed, centre, reach }) =>
        !fixed || (reach < nearby && length(sub(centre, com)) < nearby));
    if (!list.length) list.push({ centre: com, reach: 1 });
    const low = [Infinity, Infinity, Infinity], high = low.map((x) => -x);
    for (const { centre, reach } of list)
        for (let k = 0; k < 3; k++) {
            low[k] = Math.min(low[k], centre[k] - reach);
            high[k] = Math.max(high[k], centre[k] + reach);
        }
    const centre = scale(add(low, high), 0.5);
    const radius = list.reduce((most, b) => Math.max(most, length(sub(b.centre, centre)) + b.reach), 0.05);
    return { centre, radius };
}

/* The vertical projection of a point onto the ground (the first plane), or null. */
function groundBelow(recording, moment, point) {
    const plane = moment.geoms[recording.geoms.findIndex((geom) => geom.type === "plane")];
    const normal = plane ? axisOf(plane, 2) : [0, 0, 0];
    if (normal[2] < 0.1) return null;
    return sub(point, [0, 0, dot(normal, sub(point, originOf(plane))) / normal[2]]);
}

/* The interval of t in which the line p + t d has |x| <= 1, along one axis or in a ball of several; or nothing. */
function within(p, d) {
    const [dd, pd, pp] = [[d, d], [p, d], [p, p]].map(([a, b]) => a.reduce((sum, x, k) => sum + x * b[k], 0));
    const root = Math.sqrt(pd * pd - dd * (pp - 1));
    if (dd < 1e-12) return pp <= 1 ? [-Infinity, Infinity] : [Infinity, -Infinity];
    return root >= 0 ? [(-pd - root) / dd, (-pd + root) / dd] : [Infinity, -Infinity];
}

/* The vertical distance from a point down to a shape; Infinity where the shape is not below it, or contains it. A capsule
 * is approximated by a cylinder of its full length. */
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

/* The point below a point on the highest body that cannot move, or else on the ground. */
function floorBelow(recording, moment, point) {
    const ground = groundBelow(recording, moment, point);
    const isFloor = (geom, i) => isSolid(geom) && isStill(recording, geom) && moment.shown[i];
    const depths = recording.geoms.map((geom, i) =>
        (isFloor(geom, i) ? depthBelow(geom, moment.geoms[i], point) : Infinity));
    const depth = Math.min(...depths, ground && ground[2] <= point[2] ? point[2] - ground[2] : Infinity);
    return Number.isFinite(depth) ? sub(point, [0, 0, depth]) : ground;
}

/* ---- 5. renderer ------------------------------------------------------------------------------- */

/* The scene's colours in linear light, from the style sheet, which has a light and a dark theme. */
const COLOURS = ["zenith", "horizon", "ground", "line", "sun", "skylight", "bounce", "contact", "touch",
                 "push", "hold", "accent", "ghost", "figure-0", "figure-1", "figure-2", "figure-3",
                 "path-0", "path-1", "path-2", "path-3"];

function readColours() {
    const style = getComputedStyle(document.documentElement);
    const channel = (hex, at) => (parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2;
    return Object.fromEntries(COLOURS.map((name) => {
        const hex = style.getPropertyValue("--" + name).trim();
        return [name, [1, 3, 5].map((at) => channel(hex, at))];
    }));
}

const SHADOW_TEXELS = 2048, PENUMBRA = 0.018, MOST_CAPSULES = 40, STATIC_NEARBY = 5;

/* A spiral of 24 points in the unit disc, from the outside in, padded to vec4. */
const DISC = new Float32Array(Array.from({ length: 24 }, (_, i) => {
    const radius = Math.sqrt((23.5 - i) / 24), angle = i * Math.PI * (3 - Math.sqrt(5));
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0, 0];
}).flat());

/* A program of two shaders of the page. Its compilation is checked at the first use; all programs are created before, so
 * that the browser can compile them in parallel. set({ name: value }) passes numbers, vectors, matrices and lists of vec4;
 * names that the program does not use are ignored. */
function makeProgram(gl, ...names) {
    const program = gl.createProgram(), places = new Map();
    let checked = false;
    const shaders = names.map((name, i) => {
        const shader = gl.createShader(i ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER);
        gl.shaderSource(shader, byId(name).textContent);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
        return shader;
    });
    gl.linkProgram(program);
    const check = () => {
        checked = true;
        if (gl.getProgramParameter(program, gl.LINK_STATUS) || gl.isContextLost()) return;
        throw new Error(`The shaders ${names.join(" and ")} do not work: ${gl.getProgramInfoLog(program)} `
                        + shaders.map((shader) => gl.getShaderInfoLog(shader)).join(" "));
    };
    const placeOf = (name) => {
        if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
        return places.get(name);
    };
    const set = (values) => {
        for (const name in values) {
            const place = placeOf(name), value = values[name];
            if (!place) continue;
            if (!value.length) gl.uniform1f(place, value);
            else if (value.length === 3) gl.uniform3fv(place, value);
            else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
            else gl.uniform4fv(place, value);
        }
    };
    const count = (name, value) => gl.uniform1i(placeOf(name), value);
    const use = (values) => {
        if (!checked) check();
        gl.useProgram(program);
        set(values);
    };
    return { set, count, use };
}

/* A depth texture with comparison (texture unit 0), whose samples are the lit fraction, and its frame buffer. */
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

/* The meshes of [type, size] pairs in one vertex and one index buffer; equal ones are built once. */
function uploadMeshes(gl, shapes) {
    const known = new Map(), built = [], arc = shapes.length > 80 ? COARSE : FINE;
    let nvertex = 0, nindex = 0;
    const meshes = shapes.map(([type, size]) => {
        const key = type + size;
        if (!known.has(key)) {
            const { vertices, triangles } = SHAPES[type](size, arc);
            known.set(key, { first: nindex, count: triangles.length });
            built.push({ vertices, triangles, base: nvertex, first: nindex });
            nvertex += vertices.length / 6;
            nindex += triangles.length;
        }
        return known.get(key);
    });
    const allVertices = new Float32Array(6 * nvertex), allTriangles = new Uint32Array(nindex);
    for (const { vertices, triangles, base, first } of built) {
        allVertices.set(vertices, 6 * base);
        triangles.forEach((index, i) => { allTriangles[first + i] = base + index; });
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, allVertices, gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, allTriangles, gl.STATIC_DRAW);
    for (const place of [0, 1]) {       // position, normal
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 24, 12 * place);
    }
    return meshes;
}

/* The sun's camera around what casts shadows. Its radius changes in steps and its centre by whole texels, so that the edges
 * of shadows do not crawl. */
function sunLens(ball, sunward) {
    const radius = 2 ** (Math.ceil(4 * Math.log2(ball.radius)) / 4), texel = 2 * radius / SHADOW_TEXELS;
    const [right, up] = frameAround(sunward);
    const whole = (axis) => scale(axis, Math.round(dot(axis, ball.centre) / texel) * texel);
    const centre = add(add(whole(right), whole(up)), scale(sunward, dot(sunward, ball.centre)));
    const size = matrixOf([1 / radius, 0, 0], [0, 1 / radius, 0], [0, 0, -1 / radius], [0, 0, 0]);
    return { matrix: multiply(size, viewMatrix(right, up, sunward, centre)), radius };
}

/* The capsules nearest to a point for the shader's openness(), two vec4 each; moving ones before fixed ones. */
function packSegments(capsules, point, segment) {
    const rank = ({ fixed, centre }) => (fixed ? 1e12 : 0) + length(sub(centre, point));
    const list = capsules.length <= MOST_CAPSULES ? capsules
        : capsules.map((it) => [rank(it), it]).sort((a, b) => a[0] - b[0]).slice(0, MOST_CAPSULES)
            .map(([, it]) => it);
    list.forEach(({ centre, along, radius }, i) => {
        for (let k = 0; k < 3; k++) {
            segment[8 * i + k] = centre[k] - along[k];
            segment[8 * i + 4 + k] = 2 * along[k];
        }
        segment[8 * i + 3] = radius;
        segment[8 * i + 7] = 0.25 / (dot(along, along) || 1);
    });
    return list.length;
}

/* MJCF's default grey means no colour. */
const isColoured = ({ rgba }) => rgba.slice(0, 3).some((x) => x !== 0.5);
const familyOf = (bodies, { body }) => bodies[body].slice(0, bodies[body].lastIndexOf("/") + 1);

/* Rotates the hue of a colour about the grey axis, except for pale colours such as skin. */
function turnHue(rgb, degrees) {
    const c = Math.cos(radians(degrees)), s = Math.sin(radians(degrees));
    if (degrees === 0 || Math.min(...rgb) > 0.45 * Math.max(...rgb)) return rgb;
    const rest = (1 - c) / 3, part = s / Math.sqrt(3);
    return rgb.map((x, k) => clamp((c + rest) * x + (rest - part) * rgb[(k + 1) % 3]
                                   + (rest + part) * rgb[(k + 2) % 3], 0, 1));
}

/* MJCF's default grey means that no colour was given: fixed bodies have the page's colour, others one for each character,
 * that is, for the part of a body's name before the slash. Planes have the lightness of the page's ground and only the hue
 * of their own colour. */
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

/* The unit square on a plane, `far` around the camera's target; planes are infinite, whatever size the model gives them. */
function planeModel(pose, target, far) {
    const offset = sub(target, originOf(pose)), along = (k) => dot(axisOf(pose, k), offset);
    return multiply(pose, matrixOf([far, 0, 0], [0, far, 0], [0, 0, 1], [along(0), along(1), 0]));
}

/* The instances of a mesh in a texture of six texels for each: the matrix, the colour, and { quartered, opacity behind
 * other things }. Texture unit 1. */
const PER_ROW = 64;

function makeInstances(gl) {
    let list = new Float32Array(24 * PER_ROW), rows = 0, count = 0;
    const texture = gl.createTexture();
    function add(model, colour, opacity, behind = 0, quartered = 0) {
        if (24 * (count + 1) > list.length) {
            const wider = new Float32Array(2 * list.length);
            wider.set(list);
            list = wider;
        }
        const at = 24 * count;
        list.set(model, at);
        list[at + 16] = colour[0], list[at + 17] = colour[1], list[at + 18] = colour[2], list[at + 19] = opacity;
        list[at + 20] = quartered, list[at + 21] = behind;
        return count++;
    }
    function upload() {
        const needed = list.length / (24 * PER_ROW), filled = Math.ceil(count / PER_ROW);
        gl.activeTexture(gl.TEXTURE1);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        if (needed !== rows) {
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 6 * PER_ROW, needed, 0, gl.RGBA, gl.FLOAT, null);
            gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
            gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
            rows = needed;
        }
        if (filled)
            gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 6 * PER_ROW, filled, gl.RGBA, gl.FLOAT, list);
        gl.activeTexture(gl.TEXTURE0);
    }
    return { add, upload, clear: () => { count = 0; }, count: () => count };
}

/* Broad lines through points, facing the eye; each point with a colour and an opacity. */
function makeRibbons(gl) {
    const room = gl.createVertexArray(), buffer = gl.createBuffer();
    let list = [];
    gl.bindVertexArray(room);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    [3, 4].forEach((size, place) => {
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, size, gl.FLOAT, false, 28, 12 * place);
    });
    gl.bindVertexArray(null);
    function add(points, eye, width, colour, opacityOf) {
        points.forEach((point, i) => {
            const along = sub(points[Math.min(i + 1, points.length - 1)], points[Math.max(i - 1, 0)]);
            const side = scale(unit(cross(along, sub(eye, point))), width / 2);
            for (const sign of [-1, 1]) {
                const corner = [point[0] + sign * side[0], point[1] + sign * side[1], point[2] + sign * side[2],
                                ...colour, opacityOf(i / Math.max(points.length - 1, 1))];
                if (i === 0 && sign < 0) list.push(corner);      // a degenerate triangle separates ribbons
                list.push(corner);
            }
        });
        if (points.length) list.push(list[list.length - 1]);
    }
    function draw() {
        if (!list.length) return;
        gl.bindVertexArray(room);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(list.flat()), gl.DYNAMIC_DRAW);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, list.length);
        gl.bindVertexArray(null);
    }
    return { add, draw, clear: () => { list = []; } };
}

const MARKS = ["shaft", "head", "ball", "ring", "triangle"];

/* Groups geoms for few draw calls: by mesh and opacity, with transparent ones last. */
function groupGeoms({ geoms }, meshes) {
    const visible = [...geoms.keys()].filter((i) => geoms[i].rgba[3] > 0);
    const place = (i) => [-Math.min(geoms[i].rgba[3], 1), geoms[i].type === "plane" ? 0 : 1, meshes[i].first, i];
    const order = visible.map(place).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
    const groups = [];
    order.forEach(([opacity, solid, , i], k) => {
        const last = groups[groups.length - 1];
        if (k && solid && last.mesh === meshes[i] && last.opacity === opacity) last.geoms.push(i);
        else groups.push({ mesh: meshes[i], opacity, solid, geoms: [i] });
    });
    return groups;
}

function makeRenderer(canvas, recording) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: true, preserveDrawingBuffer: true });
    if (!gl) return null;
    const shadowMap = makeShadowMap(gl), instances = makeInstances(gl), ribbons = makeRibbons(gl);
    const depth = makeProgram(gl, "solid-vertex", "depth-fragment");
    const solid = makeProgram(gl, "solid-vertex", "solid-fragment");
    const mark = makeProgram(gl, "solid-vertex", "mark-fragment");
    const sky = makeProgram(gl, "sky-vertex", "sky-fragment");
    const line = makeProgram(gl, "line-vertex", "line-fragment");
    const { geoms } = recording;
    const [shaft, head, ball, ring, triangle, ...meshes] = uploadMeshes(gl, [
        ["shaft"], ["head"], ["sphere", [1]], ["ring"], ["triangle"],
        ...geoms.map(({ type, size }) => [type, type === "plane" ? [] : size])]);
    for (const program of [depth, solid, mark]) {
        program.use({});
        program.count("instances", 1);
    }
    [gl.CULL_FACE, gl.DEPTH_TEST, gl.BLEND].forEach((ability) => gl.enable(ability));
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LEQUAL);
    const groups = groupGeoms(recording, meshes), bins = new Map(), segment = new Float32Array(8 * MOST_CAPSULES);
    const meshesOfMarks = { shaft, head, ball, ring, triangle }, noPlane = new Float32Array(16);
    let colours = null, tints = [];

    /* Colours change only with the theme. */
    function refresh() {
        colours = readColours();
        tints = geoms.map((geom) => colourOf(recording, geom, colours));
    }

    function drawMany(program, { mesh, base, count }) {
        if (!count) return;
        program.count("base", base);
        gl.drawElementsInstanced(gl.TRIANGLES, mesh.count, gl.UNSIGNED_INT, 4 * mesh.first, count);
    }

    function openPicture(frameBuffer, width, height) {
        gl.bindFramebuffer(gl.FRAMEBUFFER, frameBuffer);
        gl.viewport(0, 0, width, height);
        gl.clear(gl.DEPTH_BUFFER_BIT);
    }

    function drawShadows(solids, sun) {
        openPicture(shadowMap, SHADOW_TEXELS, SHADOW_TEXELS);
        depth.use({ camera: sun.matrix });
        solids.forEach((group) => { if (!group.plane) drawMany(depth, group); });
    }

    function drawSky({ right, up, back, tanX, tanY }) {
        sky.use({ zenith: colours.zenith, horizon: colours.horizon, ground: colours.ground,
                  right, up, back, tanX, tanY });
        gl.drawArrays(gl.TRIANGLES, 0, 3);
    }

    function drawSolids(solids, capsules, lens, sun, camera, plain) {
        const { sun: sunlight, skylight, bounce, line: grid, horizon } = colours;
        solid.use({ sun: sunlight, skylight, bounce, line: grid, horizon, segment, disc: DISC, sunward: camera.sunward,
                    segments: plain ? 0 : packSegments(capsules, lens.target, segment), samples: plain ? 6 : 24,
                    camera: lens.matrix, eye: lens.eye, fade: 8 + 2.5 * lens.distance, tile: camera.tile,
                    shadowCamera: sun.matrix, shadowRadius: sun.radius, plane: noPlane,
                    penumbra: Math.max(Math.min(PENUMBRA, 0.02 * camera.markScale), 5 * sun.radius / SHADOW_TEXELS) });
        for (const group of solids) {
            if (group.plane) solid.set({ plane: group.plane });
            drawMany(solid, group);
            if (group.plane) solid.set({ plane: noPlane });
        }
    }

    /* Adds instances of those geoms of each group that pass; a plane is drawn around the target. */
    function addGeoms(passes, poseOf, tintOf, lens) {
        const added = [];
        for (const { mesh, solid: solidOne, geoms: own } of groups) {
            const base = instances.count();
            let plane = null;
            for (const i of own) {
                if (!passes(i)) continue;
                const pose = poseOf(i), tint = tintOf(i);
                if (!solidOne) plane = pose;
                instances.add(plane ? planeModel(pose, lens.target, 300 + 10 * lens.distance) : pose, tint, tint[3]);
            }
            if (instances.count() > base) added.push({ mesh, base, count: instances.count() - base, plane });
        }
        return added;
    }

    /* Puts a mark into its bin. Behind other things it has the opacity `behind`. */
    const scratch = new Float32Array(16);
    function put(name, colour, behind, opacity = 1, quartered = 0) {
        const bin = bins.get(name);
        if (bin.used === bin.list.length) bin.list.push({ model: new Float32Array(16) });
        const it = bin.list[bin.used++];
        it.model.set(scratch);
        it.colour = colour, it.behind = behind, it.opacity = opacity, it.quartered = quartered;
    }
    MARKS.forEach((name) => bins.set(name, { used: 0, list: [] }));

    function rod(name, radius, from, to, colour, behind) {
        const along = sub(to, from), [x, y] = frameAround(unit(along));
        setMatrix(scratch, scale(x, radius), scale(y, radius), along, from);
        put(name, colour, behind);
    }
    function spot(radius, height, at, colour, behind, quartered) {
        setMatrix(scratch, [radius, 0, 0], [0, radius, 0], [0, 0, height], at);
        put("ball", colour, behind, 1, quartered);
    }
    function path(points, radius, colour) {
        for (let i = 1; i < points.length; i++) rod("shaft", radius, points[i - 1], points[i], colour, 0.5);
    }

    function addArrow({ kind, tail, tip }, thickness) {
        const size = length(sub(tip, tail)), colour = colours[kind];
        const neck = add(tail, scale(sub(tip, tail), 1 - Math.min(0.09 * thickness, 0.4 * size) / size));
        rod("shaft", 0.011 * thickness, tail, neck, colour, 0.4);
        rod("head", Math.min(0.034 * thickness, 0.16 * size), neck, tip, colour, 0.4);
    }

    /* Centres of mass, the points below them, and their paths. */
    function addCentres(moment, lens, size) {
        const r = 0.038 * size, all = centresOf(recording, moment);
        for (const { centre, index, before, after } of all) {
            const floor = floorBelow(recording, moment, centre), colour = colours["path-" + index % 4];
            const light = all.length > 1 ? colour : [0.95, 0.95, 0.95];
            spot(r, r, centre, light, 0.85, 1);
            if (floor) spot(1.4 * r, 0.15 * r, floor, light, 0, 1);
            ribbons.add([...before, centre], lens.eye, 0.26 * r, colour, (share) => 0.1 + 0.85 * share);
            ribbons.add([centre, ...after], lens.eye, 0.2 * r, colour, (share) => 0.4 - 0.33 * share);
        }
    }

    function addSupports(moment, size) {
        const lift = 0.004 * size, colour = colours.contact;
        for (const { hull: corners, pressure } of supportsOf(moment)) {
            const hull = corners.map((point) => add(point, [0, 0, lift])), [a] = hull;
            spot(0.03 * size, 3 * lift, pressure, colour, 0.4);
            hull.forEach((point, i) => rod("shaft", lift, point, hull[(i + 1) % hull.length], colour, 0));
            hull.slice(2).forEach((c, i) => {
                setMatrix(scratch, sub(hull[i + 1], a), sub(c, a), [0, 0, 1], a);
                put("triangle", colour, 0, 0.25);
            });
        }
    }

    function addModified(moment, { right, up, back }, size) {
        const { rings, springs, crosses } = marksOf(recording, moment), r = 0.05 * size, { hold, accent } = colours;
        rings.forEach((at) => {
            setMatrix(scratch, scale(right, r), scale(up, r), scale(back, r), at);
            put("ring", hold, 0.6);
        });
        springs.forEach((spring) => {
            path(zigzag(spring, back, r), 0.12 * r, hold);
            spot(0.4 * r, 0.4 * r, spring[1], hold, 0.5);
        });
        crosses.forEach((at) => crossAt(at, 1.2 * r).forEach((stroke) => path(stroke, 0.16 * r, accent)));
    }

    function addMarks(moment, lens, show, size) {
        bins.forEach((bin) => { bin.used = 0; });
        ribbons.clear();
        arrowsOf(moment, show).forEach((arrow) => addArrow(arrow, size));
        if (show.com) addCentres(moment, lens, size);
        if (show.support) addSupports(moment, size);
        addModified(moment, lens, size);
        return MARKS.map((name) => {
            const base = instances.count(), { list, used } = bins.get(name);
            for (let i = 0; i < used; i++)
                instances.add(list[i].model, list[i].colour, list[i].opacity, list[i].behind, list[i].quartered);
            return { mesh: meshesOfMarks[name], base, count: used };
        });
    }

    /* Marks in front of bodies are drawn fully; those inside or behind are blended. */
    function drawMarks(marks, lens, sunward) {
        for (const behind of [1, 0]) {
            gl.depthFunc(behind ? gl.GREATER : gl.LEQUAL);
            gl.depthMask(!behind);
            line.use({ camera: lens.matrix, share: behind ? 0.5 : 1 });
            gl.disable(gl.CULL_FACE);
            gl.depthMask(false);
            ribbons.draw();
            gl.depthMask(!behind);
            gl.enable(gl.CULL_FACE);
            mark.use({ camera: lens.matrix, sunward, behind });
            marks.forEach((group) => drawMany(mark, group));
        }
        gl.depthMask(true);
    }

    /* Draws the nearest surfaces of ghosts alone; where they almost coincide with the bodies, these are drawn. */
    function drawGhosts(ghosts, lens, sunward) {
        if (!ghosts.length) return;
        gl.enable(gl.POLYGON_OFFSET_FILL);
        gl.polygonOffset(1, 60);
        depth.use({ camera: lens.matrix });
        gl.colorMask(false, false, false, false);
        ghosts.forEach((group) => drawMany(depth, group));
        gl.colorMask(true, true, true, true);
        mark.use({ camera: lens.matrix, sunward, behind: 0 });
        ghosts.forEach((group) => drawMany(mark, group));
        gl.disable(gl.POLYGON_OFFSET_FILL);
    }

    /* plain: without ambient occlusion between bodies, and with coarser shadows, for slow machines. */
    function draw(moment, camera, show, plain) {
        const capsules = capsulesOf(recording, moment);
        const { sunward } = camera, sun = sunLens(boundingBall(capsules, moment, STATIC_NEARBY), sunward);
        const lens = camera.lens(canvas, moment);
        if (!colours) refresh();
        instances.clear();
        const add = (passes, poses, tintOf) => addGeoms(passes, (i) => poses[i], tintOf, lens);
        const solids = add((i) => moment.shown[i], moment.geoms, (i) => tints[i]);
        const ghostly = new Set(show.ghost ? ghostsOf(recording, moment) : []), ghost = [...colours.ghost, 0.45];
        const ghosts = add((i) => ghostly.has(i), moment.ghosts, () => ghost);
        const marks = addMarks(moment, lens, show, camera.markScale);
        instances.upload();
        drawShadows(solids, sun);
        openPicture(null, canvas.width, canvas.height);
        drawSky(lens);
        drawSolids(solids, capsules, lens, sun, camera, plain);
        drawGhosts(ghosts, lens, sunward);
        drawMarks(marks, lens, sunward);
    }
    const pixel = new Uint8Array(4);
    return { draw, refresh, wait: () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel) };
}
