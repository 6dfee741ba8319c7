/* What a newcomer does with the page of kip live, as a promise of a line that says how it went. tests/live.sh asks the page. */
(async () => {
    const canvas = document.getElementById("view"), said = [], byId = (id) => document.getElementById(id);
    canvas.setPointerCapture = () => {};
    const until = async (what, holds, ms = 300000) => {
        for (const end = performance.now() + ms; !holds();) {
            if (performance.now() > end) throw new Error(`in vain: ${what}`);
            await new Promise((done) => setTimeout(done, 5));
        }
        said.push(what);
    };
    const point = (type, [x, y]) => canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, button: 0, buttons: 1 }));
    const press = (key) => window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const heard = (pattern) => kip.heard.some(({ text }) => pattern.test(text));
    const to = ([x, y], dx, dy) => [x + dx, y + dy];
    const drag = async (name, dx, dy) => {
        const at = kip.screen(name);
        point("pointerdown", at);
        for (let i = 1; i <= 10; i++) {
            point("pointermove", to(at, dx * i / 10, dy * i / 10));
            await new Promise((done) => setTimeout(done, 20));
        }
        return to(at, dx, dy);
    };
    try {
        await until("load", () => kip.info() && kip.past().length > 20 && kip.drawn() > 2);
        await until("stand", () => kip.state().characters[0].skill === "balance");
        let at = kip.screen("skeleton/trunk");
        const began = performance.now();
        point("pointerdown", at);
        point("pointerup", at);
        await until("push", () => kip.past().some(({ pushes }) => pushes.length > 0));
        const latency = performance.now() - began;
        at = await drag("skeleton/hand_r", 60, -60);
        await until("drag", () => kip.newest().springs.length > 0);
        point("pointerup", at);
        await until("let go", () => kip.newest().springs.length === 0);
        [...byId("orders").children].find((it) => it.textContent === "limp").click();
        await until("command", () => heard(/limp was commanded/));
        press("b");
        await until("throw", () => heard(/is thrown/));
        const some = kip.time();
        await until("time passes", () => kip.time() > some + 0.5);
        press(" ");
        await until("pause", () => !kip.newest().playing && !kip.state().playing);
        const end = kip.time();
        kip.look(end - 0.4);
        await until("look back", () => Math.abs(kip.time() - end + 0.4) < 0.05);
        press(" ");
        await until("branch", () => heard(/^rewound/) && kip.newest().playing);
        kip.send("event branched");
        await until("event", () => heard(/^branched$/));
        press(" ");
        await until("pause again", () => !kip.newest().playing);
        byId("save-name").value = "story";
        byId("save").click();
        await until("save", () => heard(/^saved: .*story.py/));
        await kip.send("hash");
        await until("hash", () => heard(/^[0-9a-f]{16}/));
        const hash = kip.heard.find(({ text }) => /^[0-9a-f]{16}/.test(text)).text.trim();
        byId("pose-begin").click();
        await until("pose", () => kip.posed());
        const hand = () => kip.newest().bodies.slice(7 * kip.info().bodies.indexOf("skeleton/hand_l"), 7 * kip.info().bodies.indexOf("skeleton/hand_l") + 3);
        const before = hand();
        at = await drag("skeleton/hand_l", 70, -90);
        point("pointerup", at);
        await until("pull", () => Math.hypot(...hand().map((x, k) => x - before[k])) > 0.05);
        byId("pose-name").value = "reach";
        byId("pose-save").click();
        await until("save the pose", () => heard(/^saved: the pose reach/));
        byId("pose-end").click();
        await until("done posing", () => !kip.posed());
        byId("poses").value = "reach";
        byId("take").click();
        press(" ");
        await until("use the pose", () => kip.state().characters[0].pose === "reach" && kip.state().characters[0].skill === "rest");
        return `fine ${hash} ${kip.errors.length} ${byId("trouble").hidden} ${latency.toFixed(0)} ${Math.max(...kip.rates).toFixed(0)} ${said.length}`;
    } catch (error) {
        return `failed after ${said.join(", ")}: ${error.message}; ${kip.errors.join("; ")} ${byId("trouble").textContent.trim()}`;
    }
})()
