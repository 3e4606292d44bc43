import { writeSync } from 'node:fs';

/** Number of the pipe by which a process says where it is. */
export const markPipe = 4;

/** Said in place of a number by a process that ends itself for its memory. */
export const overMemory = 255;

/**
 * Notes a number below 255 that the process which started this one can read when this one has died. It is written
 * at once, where a message would wait for the work to pause.
 */
export function setMark(mark: number): void {
  writeSync(markPipe, Uint8Array.of(mark));
}
