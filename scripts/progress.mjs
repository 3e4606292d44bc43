/** Says what is going on while a step takes long: a moving line on a terminal, plain lines elsewhere. */

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** Steps shorter than this pass without a word. */
const quietMs = 2_000;
const plainLineEveryMs = 30_000;

export const seconds = (ms) => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`);

/**
 * Runs a step and shows on standard error, which stays free of results, that it is still going. `closing`
 * says whether a step that took long is also reported at its end. One whose result has an exit code other than 0 failed.
 */
export async function withProgress(title, work, { closing = true } = {}) {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const stop = process.stderr.isTTY ? spin(title, elapsedMs) : speak(title, elapsedMs);
  let ended = 'failed after';
  try {
    const result = await work();
    if ((result?.code ?? 0) === 0) ended = 'done in';
    return result;
  } finally {
    stop();
    if (closing && elapsedMs() > quietMs)
      process.stderr.write(`${title}: ${ended} ${seconds(elapsedMs())}\n`);
  }
}

function spin(title, elapsedMs) {
  let frame = 0;
  const timer = setInterval(() => {
    frame = (frame + 1) % frames.length;
    process.stderr.write(`\r\x1b[2K${frames[frame]} ${title} … ${seconds(elapsedMs())}`);
  }, 100);
  return () => {
    clearInterval(timer);
    process.stderr.write('\r\x1b[2K');
  };
}

function speak(title, elapsedMs) {
  const say = () => process.stderr.write(`${title} … ${seconds(elapsedMs())}\n`);
  const first = setTimeout(() => process.stderr.write(`${title} …\n`), quietMs);
  const repeat = setInterval(say, plainLineEveryMs);
  return () => {
    clearTimeout(first);
    clearInterval(repeat);
  };
}
