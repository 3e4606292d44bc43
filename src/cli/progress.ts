import type { CommandIo } from './command.ts';
import { bytesText } from './wording.ts';

/** Shows how far a long step is: one line drawn anew on a terminal, a plain line every two seconds elsewhere. */
export interface Progress {
  advance(bytes: number): void;
  /** Says what is waited for once all bytes are through. */
  wait(title: string): void;
  end(): void;
}

const drawEveryMs = 100;
const lineEveryMs = 2000;

export function startProgress(io: CommandIo, title: string, totalBytes: number | undefined): Progress {
  const show = io.isTerminal ? drawOver(io) : writeLine(io);
  const begun = performance.now();
  let doneBytes = 0;
  let waitsFor: string | undefined;
  const timer = setInterval(
    () =>
      show(`${waitsFor ?? title}: ${waitsFor === undefined ? far(doneBytes, totalBytes) : seconds(begun)}`),
    io.isTerminal ? drawEveryMs : lineEveryMs,
  );
  timer.unref();
  return {
    advance: (bytes) => {
      doneBytes += bytes;
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

const clearLine = '\r\u001b[K';

const drawOver = (io: CommandIo) => (line: string) => void io.stderr.write(clearLine + line);
const writeLine = (io: CommandIo) => (line: string) => void io.stderr.write(`${line}\n`);

function far(doneBytes: number, totalBytes: number | undefined): string {
  if (totalBytes === undefined) return bytesText(doneBytes);
  const percent = totalBytes === 0 ? 100 : Math.floor((doneBytes / totalBytes) * 100);
  return `${percent} % (${bytesText(doneBytes)} of ${bytesText(totalBytes)})`;
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
