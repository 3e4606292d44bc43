import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In the built program, whose code lies in few files, it is kept in one beside them. */
export const builtFingerprint = 'fingerprint';

/**
 * Another one whenever the code that renders is another, or one of the packages it uses: images made before are
 * not taken for its own then.
 */
export function rendererFingerprint(): string {
  const folder = fileURLToPath(new URL('../render/', import.meta.url));
  const built = join(folder, builtFingerprint);
  if (existsSync(built)) return readFileSync(built, 'utf8');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name) && !/\.(test|suite)\.ts$/.test(name))
    .sort();
  const hash = createHash('sha256').update(readFileSync(new URL('../../package.json', import.meta.url)));
  for (const name of names) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
