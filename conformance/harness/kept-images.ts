import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How many PNGs a server keeps on its disk: each in a file, or small ones in one whose first line names them. */
export async function keptPngs(cache: string): Promise<number> {
  const files = await readdir(cache, { recursive: true }).catch(() => []);
  const bundles = files.filter((name) => name.endsWith('.images'));
  const texts = await Promise.all(bundles.map((name) => readFile(join(cache, name), 'latin1')));
  const named = texts.flatMap((text) => JSON.parse(text.slice(0, text.indexOf('\n'))) as [string][]);
  const names = [...files, ...named.map(([name]) => name)];
  return names.filter((name) => name.endsWith('.png')).length;
}
