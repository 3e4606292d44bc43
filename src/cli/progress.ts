import type { CommandIo } from './command.ts';
import { bytesText } from './printed-text.ts';

/** Shows how far a long step is: one line drawn anew on a terminal, a plain line every two seconds elsewhere. */
export interface Progress {
  /** By bytes, or by things where they are counted. */
  advance(amount: number): void;
  /** Says what is waited for once all is through. */
  wait(title: string): void;
  end(): void;
}

const drawEveryMs = 100;
const lineEveryMs = 2000;

/** @param things what is counted, as `pictures`; bytes where nothing is said */
export function startProgress(
  io: CommandIo,
  title: string,
  total: number | undefined,
  things?: string,
): Progress {
  if (io.tellsProgress === false) return untold;
  const show = io.isTerminal ? drawOver(io) : writeLine(io);
  const begun = performance.now();
  let done = 0;
  let waitsFor: string | undefined;
  const timer = setInterval(
    () => show(`${waitsFor ?? title}: ${waitsFor === undefined ? far(done, total, things) : seconds(begun)}`),
    io.isTerminal ? drawEveryMs : lineEveryMs,
  );
  timer.unref();
  return {
    advance: (amount) => {
      done += amount;
    },
    wait: (what) => {
      waitsFor = what;
    },
    end: () => {
      clearInterval(timer);
      if (io.isTerminal) io.stderr.write(clearLine);
    },
  };
}

const untold: Progress = { advance: () => {}, wait: () => {}, end: () => {} };

const clearLine = '\r\u001b[K';

const drawOver = (io: CommandIo) => (line: string) => void io.stderr.write(clearLine + line);
const writeLine = (io: CommandIo) => (line: string) => void io.stderr.write(`${line}\n`);

function far(done: number, total: number | undefined, things: string | undefined): string {
  const text = things === undefined ? bytesText : String;
  if (total === undefined) return text(done);
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  return `${percent} % (${text(done)} of ${text(total)}${things === undefined ? '' : ` ${things}`})`;
}

const seconds = (begun: number): string => `${Math.round((performance.now() - begun) / 1000)} s`;

/** Passes a stream on and counts its bytes; what follows the last of them is called. */
export async function* counted(
  stream: AsyncIterable<Uint8Array>,
  progress: Progress,
  onEnd: () => void = () => {},
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    yield chunk;
    progress.advance(chunk.length);
  }
  onEnd();
}
