import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { fontsFolder } from './fonts-folder.ts';
import { rendererFingerprint } from './renderer-fingerprint.ts';

/** The version of this program, and a short name for what its images depend on beside the design: code and fonts. */
export async function rendererTraits(
  folder: string,
  log: Pick<Logger, 'warn'>,
): Promise<{ version: string; renderer: string }> {
  const hash = createHash('sha256').update(rendererFingerprint());
  for (const { id } of await fontsFolder(folder, log).fonts()) hash.update(id);
  const description = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  return { version, renderer: hash.digest('hex').slice(0, 16) };
}
