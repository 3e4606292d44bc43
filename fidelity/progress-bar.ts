/** Shows how many of so many are done: a bar on a terminal, nothing elsewhere. */
export interface Bar {
  advance(what: string): void;
  end(): void;
}

const widthCharacters = 30;

export function startBar(title: string, total: number): Bar {
  const isTerminal = process.stderr.isTTY;
  let done = 0;
  const show = (text: string): void => void (isTerminal && process.stderr.write(`\r\x1b[K${text}`));
  return {
    advance: (what) => {
      done += 1;
      const filled = Math.round((done / Math.max(total, 1)) * widthCharacters);
      show(`${title} ${'█'.repeat(filled).padEnd(widthCharacters, '░')} ${done}/${total} ${what}`);
    },
    end: () => show(''),
  };
}
