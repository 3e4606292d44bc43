/**
 * Runs in the page, and looks at the viewer from outside: at its canvas alone. On the page of squares each
 * pixel tells the square that it is of.
 */
(() => {
  const side = 120;
  const canvas = () => document.querySelector('canvas');
  /** A copy of our own, so that the viewer's canvas stays as the browser made it. */
  const copy = document.createElement('canvas');
  function pixels(x, y, width, height) {
    Object.assign(copy, { width, height });
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(canvas(), -Math.round(x), -Math.round(y));
    return context.getImageData(0, 0, width, height).data;
  }
  const ratio = () => canvas().width / canvas().clientWidth;

  /** Column and row of a pixel's square, or nothing where there is none. */
  const squareOf = ([red, green, blue]) =>
    Math.abs(blue - 128) > 2
      ? null
      : { column: Math.round((red - 64) / 3), row: Math.round((green - 40) / 4) };

  /** The square at a place on a line of pixels, and where it begins and ends; an end that is not seen is nothing. */
  function span(line, at, part) {
    const count = line.length / 4;
    const squareAt = (place) => squareOf(line.subarray(place * 4, place * 4 + 3))?.[part];
    const own = squareAt(at);
    let [from, to] = [at, at + 1];
    while (from > 0 && squareAt(from - 1) === own) from -= 1;
    while (to < count && squareAt(to) === own) to += 1;
    return { own, from: from === 0 ? undefined : from, to: to === count ? undefined : to };
  }

  const lengthOf = ({ from, to }) => (from === undefined || to === undefined ? 0 : to - from);
  const placeOn = ({ own, from, to }, at, scale) =>
    from === undefined ? (own + 1) * side - (to - at) / scale : own * side + (at - from) / scale;

  /** Where on the page a point of the stage is, in pixels of the canvas, and CSS pixels for each of them. */
  function placeAt(x, y) {
    const [px, py] = [Math.round(x * ratio()), Math.round(y * ratio())];
    const { width, height } = canvas();
    const across = span(pixels(0, py, width, 1), px, 'column');
    const down = span(pixels(px, 0, 1, height), py, 'row');
    const scale = Math.max(lengthOf(across), lengthOf(down)) / side;
    return { x: placeOn(across, px, scale), y: placeOn(down, py, scale), zoom: scale / ratio() };
  }

  /** The whole picture as it is on the screen, in bytes of red, green, blue and opacity, in base 64. */
  function picture() {
    const { width, height } = canvas();
    let text = '';
    for (const byte of pixels(0, 0, width, height)) text += String.fromCharCode(byte);
    return { width, height, bytes: btoa(text) };
  }

  /** A small copy of what is seen, to look at each frame. */
  const small = Object.assign(document.createElement('canvas'), { width: 64, height: 40 });
  function smallPixels() {
    const context = small.getContext('2d', { willReadFrequently: true });
    context.imageSmoothingEnabled = false;
    context.drawImage(canvas(), 0, 0, small.width, small.height);
    return context.getImageData(0, 0, small.width, small.height).data;
  }

  /** Whether some of what is seen is the dark ground of the page of squares. */
  function showsGround() {
    const data = smallPixels();
    for (let at = 0; at < data.length; at += 4) if (data[at] < 50) return true;
    return false;
  }

  /** Whether there is any picture: more than one colour. */
  function showsPicture() {
    if (canvas() === null || canvas().width === 0) return false;
    const data = new Uint32Array(smallPixels().buffer);
    return data.some((pixel) => pixel !== data[0]);
  }

  const frame = () => new Promise((done) => requestAnimationFrame(done));

  /** Looks at each frame until `end` is called; then tells the longest time that ground was seen without a pause. */
  function watchGround() {
    let [since, longestMs, frames, isOver] = [undefined, 0, 0, false];
    (async () => {
      while (!isOver) {
        const now = await frame();
        frames += 1;
        since = showsGround() ? (since ?? now) : undefined;
        if (since !== undefined) longestMs = Math.max(longestMs, now - since);
      }
    })();
    return {
      end: () => {
        isOver = true;
        return { longestMs, frames };
      },
    };
  }

  /** Waits until nothing moves: five frames that are alike. */
  async function still() {
    let [before, alike] = ['', 0];
    while (alike < 5) {
      await frame();
      const now = smallPixels().join();
      alike = now === before ? alike + 1 : 0;
      before = now;
    }
  }

  const probe = { placeAt, picture, still, showsGround, showsPicture, watchGround };
  Object.assign(window, { probe });

  /** Milliseconds from the start of the navigation to the first frame with a picture. */
  probe.firstPicture = (async () => {
    while (!showsPicture()) await frame();
    return performance.now();
  })();
})();
