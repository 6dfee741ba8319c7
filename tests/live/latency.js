/* Of a page of kip live: the median time from a click on the trunk to the first frame with its push, and frames a second. */
(async () => {
    const pause = (ms) => new Promise((done) => setTimeout(done, ms)), times = [];
    while (!kip.info() || kip.past().length < 60) await pause(20);
    for (let i = 0; i < 15; i++) {
        while (kip.newest().pushes.length) await pause(20);
        await pause(300);
        const began = performance.now();
        kip.send("push skeleton/trunk 10 0 0 0.1");
        while (!kip.newest().pushes.length) await pause(0);
        times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    return `kip live: ${times[7].toFixed(0)} ms from a command to its effect, median of 15 (aim: 50 ms), ${kip.rates.sort((a, b) => a - b)[kip.rates.length >> 1].toFixed(0)} frames/s arrive (aim: 60)`;
})()
