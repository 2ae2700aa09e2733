/** Runs in the measured page, before its own scripts. */

/** Milliseconds from a press to the next frame, by the browser's own account; each press by its number. */
const presses = new Map();
const observer = new PerformanceObserver((list) => note(list.getEntries()));
observer.observe({ type: 'event', durationThreshold: 16 });

function note(entries) {
  for (const { interactionId, duration } of entries) {
    if (interactionId === 0) continue;
    presses.set(interactionId, Math.max(duration, presses.get(interactionId) ?? 0));
  }
}

function nextFrame() {
  return new Promise((done) => {
    requestAnimationFrame(() => {
      // A task of its own comes after the frame is drawn.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(undefined);
    });
  });
}

window.bench = {
  /** What was pressed until now doesn't count: a page is alive when it answers to a key. */
  forgetPresses() {
    observer.takeRecords();
    presses.clear();
  },
  /** The slowest press since; presses that took less than 16 ms are not told apart. */
  async slowestPress() {
    await nextFrame();
    await nextFrame();
    note(observer.takeRecords());
    return Math.max(16, ...presses.values());
  },
  /** `arrival` will be the milliseconds from the next click until a heading is drawn. */
  awaitHeading(text) {
    window.bench.arrival = new Promise((done) => {
      window.addEventListener(
        'click',
        ({ timeStamp }) => {
          const mutations = new MutationObserver(async () => {
            if (document.querySelector('h1')?.textContent !== text) return;
            mutations.disconnect();
            await nextFrame();
            done(performance.now() - timeStamp);
          });
          mutations.observe(document, { subtree: true, childList: true, characterData: true });
        },
        { capture: true, once: true },
      );
    });
  },
};
