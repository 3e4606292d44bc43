import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import type { ImageFormat } from '../render/render-options.ts';
import { imageOptions } from './image-options.ts';
import { renderPool } from './render-pool.ts';

const formats: readonly ImageFormat[] = ['png', 'jpg', 'svg', 'pdf'];
const sample = join(import.meta.dirname, '../../fixtures/sample/lumen.json');
/** Screens with texts, gradients, shadows and masks. */
const [morning, evening] = ['60:20', '61:20'] as const;

test('an image has the same bytes whichever process makes it, and whatever that one made before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-same-bytes-'));
  const pools = [1, 2].map(() => renderPool({ processes: 1, timeoutMs: 60_000 }));
  try {
    const bytes = Buffer.concat([...compileSnapshot(readRestSource(await readFile(sample))).chunks]);
    const [snapshotPath, snapshot] = [join(folder, 'snapshot'), openSnapshot(memorySource(bytes))];
    await writeFile(snapshotPath, bytes);
    const hashesBy = async (pool: number, ids: readonly string[]): Promise<Record<string, string>> => {
      const hashes: Record<string, string> = {};
      for (const id of ids)
        for (const format of formats) {
          const path = join(folder, String(pool), `${snapshot.find(exactNodeId(id))}.${format}`);
          const task = {
            nodeIndex: snapshot.find(exactNodeId(id))!,
            options: imageOptions({ format }),
            path,
            megapixels: 1,
          };
          const fonts = { fingerprint: '', files: [] };
          const party = { organization: '1', caller: 'alice' };
          const request = { snapshotPath, fonts, party, imagePath: async () => undefined, tasks: [task] };
          expect(await pools[pool]!.render(request)).toMatchObject([{ width: 390 }]);
          hashes[`${id} as ${format}`] = createHash('sha256')
            .update(await readFile(path))
            .digest('hex');
        }
      return hashes;
    };
    const [one, other] = await Promise.all([
      hashesBy(0, [morning, evening]),
      hashesBy(1, [evening, morning]),
    ]);
    expect(other).toEqual(one);
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
    await rm(folder, { recursive: true });
  }
});
