import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** More than any secret, token or certificate has. */
const mostBytes = 1_000_000;
/** How long a pipe or a terminal is waited for that says nothing: a manager of secrets may ask a person first. */
const patienceMs = 60_000;
const lookMs = 20;

/** The text of a file that somebody named, and that has no more than a secret, a token or a certificate. */
export async function readSmallFile(path: string, waitsMs = patienceMs): Promise<string> {
  return (await readBoundedFile(path, mostBytes, waitsMs)).toString('utf8');
}

/** For reading what may be a pipe: opening one waits for whoever may write into it. Windows has no such pipes. */
export const readingOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** What is read at once of what says nothing of its size. */
const stepBytes = 1 << 20;

/**
 * The bytes of a file that somebody named. It may be a device without an end, or a pipe, as `<(command)` gives it:
 * opening a pipe that nobody writes to would wait for ever, and hold one of few threads.
 */
export async function readBoundedFile(path: string, most: number, waitsMs = patienceMs): Promise<Buffer> {
  const file = await open(path, readingOnly);
  try {
    const found = await file.stat();
    if (found.size > most) throw tooLarge(most);
    const chunks: Buffer[] = [];
    for (let length = 0; length <= most; ) {
      const bytes = Buffer.allocUnsafe(Math.min(Math.max(found.size - length + 1, stepBytes), most + 1));
      const bytesRead = await readSome(file, bytes, found.isFIFO() && length === 0, waitsMs);
      if (bytesRead === 0) return Buffer.concat(chunks);
      // What pipes give is little of it.
      const read = bytes.subarray(0, bytesRead);
      chunks.push(bytesRead < bytes.length / 2 ? Buffer.from(read) : read);
      length += bytesRead;
    }
  } finally {
    await file.close();
  }
  throw tooLarge(most);
}

const tooLarge = (most: number): Error => new Error(`it has more than ${most.toLocaleString('en')} bytes`);

/** Of what comes by another way. @throws Error */
export function refuseMore(sizeBytes: number): void {
  if (sizeBytes > mostBytes) throw tooLarge(mostBytes);
}

/** The next bytes; none at the end, which a pipe has too before somebody begins to write to it. */
async function readSome(
  file: FileHandle,
  bytes: Buffer,
  isBefore: boolean,
  waitsMs: number,
): Promise<number> {
  for (const sinceMs = performance.now(); performance.now() - sinceMs <= waitsMs; await pause(lookMs)) {
    const read = await file.read(bytes).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EAGAIN') throw error;
    });
    if (read !== undefined && !(isBefore && read.bytesRead === 0)) return read.bytesRead;
  }
  throw new Error(`nothing comes from it for ${waitsMs / 1000} seconds`);
}
