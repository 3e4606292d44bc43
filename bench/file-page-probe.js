/**
 * Runs in the page of a file, and measures from outside: from an event of the pointer to the frame behind the change
 * that it made, and how long the page's own work keeps a frame waiting.
 */
(() => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));

  /** The frame behind the next change after which `isDone` holds, in milliseconds from the event. */
  function untilChanged(event, isDone) {
    return new Promise((resolve) => {
      const look = async () => {
        if (!isDone()) return;
        watch.disconnect();
        await frame();
        resolve(performance.now() - event.timeStamp);
      };
      const watch = new MutationObserver(look);
      watch.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
      void look();
    });
  }

  const eventOnce = (type) =>
    new Promise((resolve) => window.addEventListener(type, resolve, { capture: true, once: true }));

  const outlined = (how) => document.querySelector(`.outline-${how}`)?.dataset.node;
  const inspected = () => document.querySelector('.node-head')?.textContent;

  /** What is measured now; begun before the pointer does anything. */
  let measured;

  /** From the next move of the pointer to the outline of another layer. */
  function beginHover() {
    const before = outlined('hovered');
    const isOther = () => ![before, undefined].includes(outlined('hovered'));
    measured = eventOnce('pointermove').then((event) => untilChanged(event, isOther));
  }

  /** From the next press of the pointer to all that is known of another layer. */
  function beginClick() {
    const before = inspected();
    const isOther = () => ![before, undefined].includes(inspected());
    measured = eventOnce('pointerdown').then((event) => untilChanged(event, isOther));
  }

  /** The longest task of the page so far, in milliseconds; Chromium tells those from 50 ms on. */
  let longestMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
  }).observe({ type: 'longtask', buffered: true });

  /** When the first layers could be used. */
  const layers = (async () => {
    while (document.querySelector('[role=tree] [role=treeitem][aria-level]') === null) await frame();
    return performance.now();
  })();

  Object.assign(window, {
    filePage: {
      beginHover,
      beginClick,
      layers,
      frame,
      measured: () => measured,
      forgetLongest: () => {
        longestMs = 0;
      },
      longest: async () => {
        for (let frames = 0; frames < 3; frames += 1) await frame();
        return longestMs;
      },
    },
  });
})();
