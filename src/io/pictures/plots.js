/* Plots under the time line. Continues camera.js.
 *
 * A choice is up to four axes of joints and some kinds, written as `knee.torque,energy`. Each chosen kind has one plot
 * (gains have two), with angles and lengths in separate ones. Curves are drawn when the choice, the size or the
 * colours change; with the time only the cursor and the values at it change. */

/* ---- 7. plots ---------------------------------------------------------------------------------- */

const MOST_AXES = 4, KINDS = ["angle", "torque", "gains", "contact", "energy"], OF_AXES = KINDS.slice(0, 3);
const CURVE_HUES = [212, 22, 150, 284, 350, 48, 184, 316, 100, 250, 0, 130];

/* The curves of an axis for each kind, one plot each. `main` is a line, `aim` is dashed in the same colour, `low` and
 * `high` are bounds. */
const AXIS_PLOTS = {
    angle: [{ title: ["Angle", "Length"], units: ["rad", "m"], main: "angle", aim: "target" }],
    torque: [{ title: ["Torque", "Force"], units: ["N m", "N"], main: "torque", low: "low", high: "high" }],
    gains: [{ title: ["Stiffness", "Stiffness"], units: ["N m/rad", "N/m"], main: "stiffness", base: 0 },
            { title: ["Damping", "Damping"], units: ["N m s/rad", "N s/m"], main: "damping", base: 0 }],
};

/* A column of an axis in its unit; NaN where it has none. */
function valuesOf(recording, axis, what) {
    const { frames, motion } = recording, { units, unit: size, stiffness } = axis;
    const values = new Float64Array(frames);
    for (let i = 0; i < frames; i++) {
        if (what === "angle") values[i] = size * motion[axis.column][i];
        else if (what === "target") values[i] = stiffness[i] ? size * axis.target[i] : NaN;
        else if (what === "low" || what === "high") values[i] = Math.abs(axis[what][i]) > 32767
            ? Infinity * axis[what][i] : units.limit * axis[what][i];
        else values[i] = units[what] * axis[what][i];
    }
    return values;
}

const orNone = (values) => (values.some(Number.isFinite) ? values : null);

function plotsOfAxes(recording, axes, kind) {
    const plotsIn = ({ title, units, main, aim, low, high, base }) => [true, false].flatMap((turns) => {
        const curves = axes.map((axis, colour) => ({ axis, colour })).filter(({ axis }) => axis.turns === turns)
            .map(({ axis, colour }) => ({
                name: axis.name, colour, values: valuesOf(recording, axis, main),
                aim: aim && orNone(valuesOf(recording, axis, aim)),
                low: low && orNone(valuesOf(recording, axis, low)),
                high: high && orNone(valuesOf(recording, axis, high)) }));
        const k = turns ? 0 : 1;
        return curves.length ? [{ title: title[k], measure: units[k], what: main, base, curves }] : [];
    });
    return AXIS_PLOTS[kind].flatMap(plotsIn);
}

/* The upward force from bodies that cannot move on each of the bodies with the greatest ones; feet first. */
function plotOfContacts({ frames, bodies, series, contacts: { start, on, numbers } }) {
    const forces = new Map(), name = "normal contact force";
    for (let frame = 0; frame < frames; frame++)
        for (let i = start[2 * frame]; i < start[2 * frame + 1]; i++) {
            if (!forces.has(on[i])) forces.set(on[i], new Float64Array(frames));
            forces.get(on[i])[frame] += numbers[6 * i + 5];
        }
    const total = (values) => values.reduce((sum, x) => sum + Math.abs(x), 0);
    const isFoot = (body) => (/foot|toe/i.test(bodies[body]) ? 1 : 0);
    const ranked = [...forces].map(([body, values]) => ({ body, values, rank: [isFoot(body), total(values)] }))
        .sort((a, b) => b.rank[0] - a.rank[0] || b.rank[1] - a.rank[1] || a.body - b.body).slice(0, 6);
    const all = series.filter((it) => it.name === name)
        .map(({ values }) => ({ name: "all", colour: -1, values }));
    return [{ title: "Ground force", measure: "N", what: "contact", base: 0, curves: [
        ...all, ...ranked.map(({ body, values }, colour) => ({ name: bodies[body], colour, values }))] }];
}

function plotOfEnergies({ series }) {
    const curves = series.filter(({ measure }) => measure === "J")
        .map(({ name, values }, colour) => ({ name: name.replace(" energy", ""), colour, values }));
    return [{ title: "Energy, work", measure: "J", what: "energy", curves }];
}

function plotsOf(recording, { axes, kinds }) {
    const plotsOfKind = (kind) => (kind === "contact" ? plotOfContacts(recording)
        : kind === "energy" ? plotOfEnergies(recording) : plotsOfAxes(recording, axes, kind));
    return KINDS.filter((kind) => kinds.has(kind)).flatMap(plotsOfKind);
}

/* Writes and reads a choice as text; names are escaped, since they may contain commas. */
function writeChoice({ axes, kinds }) {
    const chosen = OF_AXES.filter((kind) => kinds.has(kind));
    const escaped = (name) => name.replace(/[%,&#+\s]/g, encodeURIComponent);
    return [...axes.flatMap(({ name }) => chosen.map((kind) => `${escaped(name)}.${kind}`)),
            ...["contact", "energy"].filter((kind) => kinds.has(kind))].join(",");
}

function readChoice(recording, text) {
    const choice = { axes: [], kinds: new Set(), unknown: [] };
    const find = (name) => recording.axes.find((it) => it.name === name)
        || recording.axes.find((it) => it.name.endsWith("/" + name));
    for (const given of (text || "").split(",").filter((word) => word)) {
        let word = given;
        try { word = decodeURIComponent(given); } catch { /* kept as it is */ }
        if (find(word)) word += ".angle";       // the name of a joint alone
        const dot = word.lastIndexOf("."), kind = word.slice(dot + 1), axis = find(word.slice(0, Math.max(dot, 0)));
        if (axis ? !OF_AXES.includes(kind) : !["contact", "energy"].includes(word)) {
            choice.unknown.push(word);
            continue;
        }
        choice.kinds.add(kind);
        if (axis && !choice.axes.includes(axis) && choice.axes.length < MOST_AXES) choice.axes.push(axis);
    }
    return choice;
}

/* The default choice: the two axes whose torque varies most, or angles without torques. */
function firstChoice({ axes, motion }) {
    const spread = (column) => column.reduce((most, x) => Math.max(most, x), -Infinity)
        - column.reduce((least, x) => Math.min(least, x), Infinity);
    const torque = (axis) => spread(axis.torque) * axis.units.torque;
    const any = axes.some((axis) => torque(axis) > 0);
    const rank = (axis) => (any ? torque(axis) : spread(motion[axis.column]) * axis.unit);
    const best = axes.map((axis) => [rank(axis), axis]).sort((a, b) => b[0] - a[0]).slice(0, 2)
        .map(([, axis]) => axis);
    return { axes: best, kinds: new Set(!axes.length ? ["contact", "energy"] : any ? ["angle", "torque"]
        : ["angle", "energy"]) };
}

/* At most `most` round numbers, 1, 2 or 5 times a power of ten apart. */
function ticksBetween(low, high, most) {
    const rough = (high - low) / most, power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9));
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), list = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++)
        list.push({ at: k * step, text: (k * step || 0).toFixed(digits) });
    return list;
}

/* The range of values, extended to bounds that are not far outside. */
function rangeOf({ curves, base }) {
    let low = base ?? Infinity, high = base ?? -Infinity;
    const take = (x) => { if (Number.isFinite(x)) { low = Math.min(low, x); high = Math.max(high, x); } };
    for (const { values, aim } of curves) {
        values.forEach(take);
        if (aim) aim.forEach(take);
    }
    const reach = 2.5 * Math.max(Math.abs(low), Math.abs(high)) || Infinity;
    for (const bound of curves.flatMap((curve) => [curve.low, curve.high].filter(Boolean)))
        bound.forEach((x) => { if (Math.abs(x) <= reach) take(x); });
    if (!(low <= high)) return [0, 1];
    const room = 0.06 * (high - low) || 0.1 * Math.abs(high) || 1;
    return [low === base ? low : low - room, high + room];
}

/* Draws a curve over a width: where several points share a pixel, the first, least, greatest and last of them. */
function traceCurve(context, values, x0, width, y) {
    const last = Math.max(values.length - 1, 1);
    let pen = false, i = 0;
    const to = (x, value) => {
        if (pen) context.lineTo(x, y(value));
        else context.moveTo(x, y(value));
        pen = true;
    };
    context.beginPath();
    while (i < values.length) {
        const pixel = Math.floor(i / last * width), x = x0 + i / last * width;
        if (!Number.isFinite(values[i])) {
            pen = false;
            i++;
            continue;
        }
        let least = values[i], most = values[i], end = values[i];
        to(x, values[i]);
        const goesOn = () => i < values.length && Math.floor(i / last * width) === pixel
            && Number.isFinite(values[i]);
        for (i++; goesOn(); i++) {
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
            end = values[i];
        }
        if (least < most) [least, most, end].forEach((value) => to(x, value));
    }
    if (values.length === 1 && pen) context.lineTo(x0 + width, y(values[0]));
    context.stroke();
}

function drawPlot(canvas, plot, duration, [x0, x1], isLast) {
    const density = Math.min(window.devicePixelRatio || 1, 3), context = canvas.getContext("2d");
    const width = canvas.clientWidth, height = canvas.clientHeight, style = getComputedStyle(canvas);
    const css = (name) => style.getPropertyValue("--" + name).trim();
    const colourOf = ({ colour }) => (colour < 0 ? css("ink")
        : `hsl(${CURVE_HUES[colour % CURVE_HUES.length]} 65% ${css("curve")})`);
    const [low, high] = plot.range, top = 4, bottom = height - (isLast ? 17 : 4);
    const x = (time) => x0 + (x1 - x0) * time / (duration || 1);
    const y = (value) => bottom - (bottom - top) * (value - low) / (high - low);
    const stroke = (colour, thickness, dash, trace) => {
        context.strokeStyle = colour;
        context.lineWidth = thickness;
        context.setLineDash(dash);
        trace();
    };
    const straight = (xa, ya, xb, yb) => {
        context.beginPath();
        context.moveTo(xa, ya);
        context.lineTo(xb, yb);
        context.stroke();
    };
    canvas.width = Math.max(1, Math.round(width * density));
    canvas.height = Math.max(1, Math.round(height * density));
    context.scale(density, density);
    context.font = `11px ${style.fontFamily}`;
    context.fillStyle = css("muted");
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const { at, text } of ticksBetween(low, high, (bottom - top) / 15)) {
        const height = Math.round(y(at)) + 0.5;
        stroke(css(at === 0 ? "track" : "edge"), 1, [], () => straight(x0, height, x1, height));
        context.fillText(text, x0 - 7, clamp(y(at), top + 4, bottom - 3));
    }
    context.textAlign = "center";
    for (const { at, text } of duration > 0 ? ticksBetween(0, duration, Math.max(2, (x1 - x0) / 75)) : []) {
        const across = Math.round(x(at)) + 0.5;
        stroke(css("edge"), 1, [], () => straight(across, top, across, bottom));
        if (isLast) context.fillText(text + " s", clamp(x(at), x0, width - 14), height - 7);
    }
    context.save();
    context.beginPath();
    context.rect(x0 - 1, top - 2, x1 - x0 + 2, bottom - top + 4);
    context.clip();
    context.lineJoin = "round";
    const trace = (values) => () => traceCurve(context, values, x0, x1 - x0, y);
    context.globalAlpha = 0.6;
    for (const curve of plot.curves)
        [curve.low, curve.high].filter(Boolean)
            .forEach((bound) => stroke(colourOf(curve), 1, [2, 3], trace(bound)));
    for (const curve of plot.curves)
        if (curve.aim) stroke(colourOf(curve), 1.4, [5, 3.5], trace(curve.aim));
    context.globalAlpha = 1;
    plot.curves.forEach((curve) => stroke(colourOf(curve), 1.7, [], trace(curve.values)));
    context.restore();
}

/* The legend's text about a curve at a frame. */
function describeAt({ values, aim, low, high }, frame) {
    const bounds = [low, high].map((bound) => (bound ? bound[frame] : NaN));
    const finite = bounds.filter(Number.isFinite).map((x) => inFigures(x));
    const limits = finite.length === 2 && bounds[0] === -bounds[1] ? `\u00b1${inFigures(bounds[1])}`
        : finite.join(" \u2026 ");
    return inFigures(values[frame])
        + (aim && Number.isFinite(aim[frame]) ? ` \u2192 ${inFigures(aim[frame])}` : "")
        + (limits ? ` of ${limits}` : "");
}

/* The panel of plots. `player` has seek, and changed, called after changes of the choice or the panel's size. */
function makePlots(recording, player) {
    const { axes, duration } = recording, panel = byId("plots"), curves = byId("curves");
    const choice = firstChoice(recording);
    let plots = [], open = false, shown = -1;

    const span = (canvas) => {
        const line = byId("ticks").getBoundingClientRect(), own = canvas.getBoundingClientRect();
        return [line.left - own.left, line.right - own.left];
    };
    const draw = () => {
        if (!open) return;
        plots.forEach((plot, i) =>
            drawPlot(plot.canvas, plot, duration, span(plot.canvas), i === plots.length - 1));
    };
    const show = (frame, anyway = false) => {
        if (!open || (frame === shown && !anyway)) return;
        shown = frame;
        for (const { curves: list } of plots)
            for (const curve of list) {
                const text = describeAt(curve, frame);
                if (curve.cell.data !== text) curve.cell.data = text;
            }
    };
    const seekTo = (event, canvas) => {
        const [x0, x1] = span(canvas), x = event.clientX - canvas.getBoundingClientRect().left;
        player.seek(duration * clamp((x - x0) / (x1 - x0), 0, 1), true);
    };

    function addPlot(plot, i, all) {
        const own = made("div", curves, i === all.length - 1 ? "plot last" : "plot");
        const legend = made("p", own, "legend");
        made("b", legend, "", `${plot.title} [${plot.measure}]`);
        for (const curve of plot.curves) {
            const item = made("span", legend, "item");
            const chip = made("i", item, "chip");
            if (curve.colour < 0) chip.style.background = "var(--ink)";
            else chip.style.setProperty("--hue", CURVE_HUES[curve.colour % CURVE_HUES.length]);
            made("span", item, "who", curve.name);
            curve.cell = made("span", item, "value").appendChild(document.createTextNode(""));
        }
        const area = made("div", own, "area"), canvas = made("canvas", area);
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", `${plot.title} in ${plot.measure} over time of `
            + plot.curves.map(({ name }) => name).join(", ") + ". Click to go to a time.");
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            seekTo(event, canvas);
        });
        canvas.addEventListener("pointermove", (event) => { if (event.buttons) seekTo(event, canvas); });
        return Object.assign(plot, { canvas, range: rangeOf(plot) });
    }

    function fill() {
        curves.replaceChildren();
        plots = open ? plotsOf(recording, choice).map(addPlot) : [];
        if (open && !plots.length)
            made("p", curves, "nothing", `Choose ${axes.length ? "a joint and " : ""}what to plot.`);
        byId("chosen").replaceChildren();
        choice.axes.forEach((axis, colour) => {
            const chip = made("button", byId("chosen"), "pick");
            chip.title = `Remove ${axis.name}`;
            chip.setAttribute("aria-label", chip.title);
            made("i", chip, "chip").style.setProperty("--hue", CURVE_HUES[colour]);
            made("span", chip, "", axis.name);
            made("span", chip, "x", "\u00d7");
            chip.addEventListener("click", () => change(() => choice.axes.splice(colour, 1)));
        });
        KINDS.forEach((kind) => byId("kind-" + kind).setAttribute("aria-pressed", choice.kinds.has(kind)));
    }
    function change(what) {
        what();
        fill();
        player.changed();
        draw();
        show(Math.max(shown, 0), true);
    }
    const addAxis = (axis) => change(() => {
        choice.axes = [...choice.axes.filter((it) => it !== axis), axis].slice(-MOST_AXES);
        if (!OF_AXES.some((kind) => choice.kinds.has(kind))) choice.kinds.add("angle");
    });
    const set = (on) => change(() => {
        open = on;
        panel.hidden = !on;
        document.body.classList.toggle("plotted", on);
        byId("graph").setAttribute("aria-pressed", on);
    });

    const field = byId("joint"), find = (word, fully) => axes.find(({ name }) => name === word)
        || (fully ? null : axes.find(({ name }) => name.toLowerCase().includes(word.toLowerCase())));
    const pick = (fully) => {
        const axis = field.value && find(field.value, fully);
        if (!axis) return;
        field.value = "";
        addAxis(axis);
    };
    axes.forEach(({ name }) => { made("option", byId("joints")).value = name; });
    field.hidden = !axes.length;
    field.addEventListener("input", (event) => {
        // picked from the list, not typed on the way to a longer one
        if (!event.inputType || event.inputType === "insertReplacementText") pick(true);
    });
    field.addEventListener("change", () => pick(true));
    field.addEventListener("keydown", (event) => {
        if (event.key === "Enter") pick(false);
        if (event.key === "Escape") field.blur();
    });
    for (const kind of KINDS) {
        byId("kind-" + kind).hidden = OF_AXES.includes(kind) && !axes.length;
        byId("kind-" + kind).addEventListener("click", () => change(() => {
            if (!choice.kinds.delete(kind)) choice.kinds.add(kind);
        }));
    }
    new ResizeObserver(draw).observe(curves);
    return {
        draw, show, set, isOpen: () => open,
        text: () => (open ? writeChoice(choice) : ""),
        choose: (text) => change(() => Object.assign(choice, readChoice(recording, text))),
        /* The values at a frame as drawn, by the curve's name and quantity. */
        values: (frame) => plots.flatMap(({ what, curves: list }) => list.flatMap((curve) => {
            const { name, values, aim, low, high } = curve;
            return Object.entries({ [what]: values, target: aim, limit_lo: low, limit_hi: high })
                .filter(([, column]) => column).map(([of, column]) => ({ name, of, value: column[frame] }));
        })),
    };
}
