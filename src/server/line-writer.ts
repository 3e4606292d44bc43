/** Where lines of a log go. */
export interface LineWriter {
  write(line: string): void;
  /** Tries for a moment to write what is buffered, blocking meanwhile: for the end of a process. */
  flush(): void;
}

export interface LineWriterOptions {
  /** Writes what it can at once, and answers how many bytes; throws EAGAIN where there is no room. */
  readonly writeSome: (bytes: Uint8Array) => number;
  /** The line that says how many were dropped. */
  readonly droppedLine: (count: number) => string;
  readonly mostWaitingBytes?: number;
}

/** The buffer takes no more than this. */
const usualWaitingBytes = 1024 * 1024;
/** No event says that a pipe has room again, so it is tried again after this. */
const tryAgainMs = 50;
const lastTries = 50;
const betweenLastTriesMs = 10;

/**
 * Writes lines synchronously and waits for no reader: while a pipe is full they are buffered, beyond a limit they are
 * dropped and counted, and the count is written once the pipe has room.
 */
export function lineWriter(options: LineWriterOptions): LineWriter {
  const { writeSome, droppedLine, mostWaitingBytes = usualWaitingBytes } = options;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;

  const keep = (line: string): void => {
    const bytes = Buffer.from(line);
    if (waitingBytes + bytes.length > mostWaitingBytes) dropped += 1;
    else {
      waiting.push(bytes);
      waitingBytes += bytes.length;
    }
  };
  const writeFirst = (bytes: Buffer): void => {
    const written = writeSome(bytes);
    waitingBytes -= written;
    if (written === bytes.length) waiting.shift();
    else waiting[0] = bytes.subarray(written);
  };
  const tellOfDropped = (): void => {
    const count = dropped;
    dropped = 0;
    keep(droppedLine(count));
  };
  /** Answers whether nothing is left. */
  const writeWaiting = (): boolean => {
    try {
      while (waiting[0] !== undefined) {
        writeFirst(waiting[0]);
        if (waiting.length === 0 && dropped > 0) tellOfDropped();
      }
    } catch (error) {
      if (isFull(error)) return false;
      // Nobody will ever read them, or the disk is full.
      dropped += waiting.length;
      waiting = [];
      waitingBytes = 0;
    }
    return true;
  };
  const goOn = (): void => {
    timer = undefined;
    if (!writeWaiting()) timer = setTimeout(goOn, tryAgainMs).unref();
  };
  return {
    write: (line) => {
      keep(line);
      if (timer === undefined) goOn();
    },
    flush: () => {
      for (let left = lastTries; left > 0 && !writeWaiting(); left -= 1) standStill(betweenLastTriesMs);
    },
  };
}

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
