import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** More than any secret, token or certificate has. */
const mostBytes = 1_000_000;
/** How long a pipe or a terminal is waited for that says nothing: a manager of secrets may ask a person first. */
const patienceMs = 60_000;
const lookMs = 20;

/**
 * The text of a file that somebody named. It may be a device without an end, or a pipe, as `<(command)` gives it:
 * opening a pipe that nobody writes to would wait for ever, and hold one of few threads.
 */
export async function readSmallFile(path: string, waitsMs = patienceMs): Promise<string> {
  // Windows has no such pipes.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const isPipe = (await file.stat()).isFIFO();
    const bytes = Buffer.allocUnsafe(mostBytes + 1);
    let length = 0;
    while (length < bytes.length) {
      const bytesRead = await readSome(file, bytes, length, isPipe && length === 0, waitsMs);
      if (bytesRead === 0) return bytes.toString('utf8', 0, length);
      length += bytesRead;
    }
  } finally {
    await file.close();
  }
  throw tooLarge();
}

const tooLarge = (): Error => new Error(`it has more than ${mostBytes.toLocaleString('en')} bytes`);

/** Of what comes by another way. @throws Error */
export function refuseMore(sizeBytes: number): void {
  if (sizeBytes > mostBytes) throw tooLarge();
}

/** The next bytes; none at the end, which a pipe has too before somebody begins to write to it. */
async function readSome(
  file: FileHandle,
  bytes: Buffer,
  length: number,
  isBefore: boolean,
  waitsMs: number,
): Promise<number> {
  for (const sinceMs = performance.now(); performance.now() - sinceMs <= waitsMs; await pause(lookMs)) {
    const read = await file.read(bytes, length).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EAGAIN') throw error;
    });
    if (read !== undefined && !(isBefore && read.bytesRead === 0)) return read.bytesRead;
  }
  throw new Error(`nothing comes from it for ${waitsMs / 1000} seconds`);
}
