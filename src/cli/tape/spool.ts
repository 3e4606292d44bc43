import { closeSync, createReadStream, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** Bytes that wait on the disk, in a file that has no name any more: nobody else finds it, and nothing is left. */
export interface Spool {
  readonly write: (chunk: Uint8Array) => void;
  readonly sizeBytes: () => number;
  readonly read: () => Readable;
  readonly close: () => void;
}

let opened = 0;

export function openSpool(folder: string): Spool {
  const path = join(folder, `${process.pid}-${opened++}`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  let sizeBytes = 0;
  return {
    write: (chunk) => {
      for (let sent = 0; sent < chunk.length; )
        sent += writeSync(file, chunk, sent, chunk.length - sent, sizeBytes + sent);
      sizeBytes += chunk.length;
    },
    sizeBytes: () => sizeBytes,
    read: () =>
      sizeBytes === 0
        ? Readable.from([])
        : createReadStream('', { fd: file, autoClose: false, start: 0, end: sizeBytes - 1 }),
    close: () => closeSync(file),
  };
}
