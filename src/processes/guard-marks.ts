import { closeSync, mkdtempSync, openSync, readSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Number of the file by which a process says where it is: it is inherited, and has no name. */
const marksFile = 4;

/** Bytes of that file. */
const [markAt, tooLargeAt, sizeBytes] = [0, 1, 2];

/**
 * Notes a number below 255 that the process which started this one can read when this one has died. It is there at
 * once, where a message would wait for the work to pause, and wakes nobody.
 */
export const setMark = (mark: number): void => write(mark + 1, markAt);

/** Noted by a process that ends itself for its memory. */
export const markTooLarge = (): void => write(1, tooLargeAt);

const byte = new Uint8Array(1);

function write(value: number, at: number): void {
  byte[0] = value;
  writeSync(marksFile, byte, 0, 1, at);
}

/** What a process has noted. */
export interface Marks {
  readonly mark: number | undefined;
  readonly isTooLarge: boolean;
}

/** The file for the marks of a process that is to be started. */
export interface MarksFile {
  readonly descriptor: number;
  read(): Marks;
  close(): void;
}

/** @throws where the temporary folder takes no file; later there is room for the marks, come what may */
export function openMarks(): MarksFile {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-marks-'));
  const path = join(folder, 'marks');
  const descriptor = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  rmdirSync(folder);
  writeSync(descriptor, new Uint8Array(sizeBytes), 0, sizeBytes, 0);
  return {
    descriptor,
    read: () => {
      const bytes = new Uint8Array(sizeBytes);
      readSync(descriptor, bytes, 0, sizeBytes, 0);
      const mark = bytes[markAt] as number;
      return { mark: mark === 0 ? undefined : mark - 1, isTooLarge: bytes[tooLargeAt] !== 0 };
    },
    close: () => closeSync(descriptor),
  };
}
