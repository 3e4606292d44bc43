import { zipSync } from 'fflate';
import type { MadeFile } from './make-files.ts';

/** A ZIP of the files; pictures that are compressed already are stored as they are. */
export function zipOf(files: readonly MadeFile[]): Uint8Array {
  const entries = files.map(({ name, bytes }) => [name, [bytes, { level: name.endsWith('.svg') ? 6 : 0 }]]);
  return zipSync(Object.fromEntries(entries));
}
