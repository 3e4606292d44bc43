import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder of its own below the run's folder, which the run removes as a whole: what a test left there when
 * it was cut off does not stay behind.
 *
 * @param name what the folder holds, one word
 */
export function scratchFolder(name: string): Promise<string> {
  return mkdtemp(join(process.env.VITRINE_CONFORMANCE_FOLDER ?? tmpdir(), `vitrine-${name}-`));
}
