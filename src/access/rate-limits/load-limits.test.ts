import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { originalLimits } from './limits.ts';
import { loadLimits } from './load-limits.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(text: string): { rateLimits: string } {
  const rateLimits = join(folder, 'limits.yaml');
  writeFileSync(rateLimits, text);
  return { rateLimits };
}

it('The setting of rate limits takes none, those of the original, or those of a file', async () => {
  expect(await loadLimits({ rateLimits: 'off' })).toBeUndefined();
  expect(await loadLimits({ rateLimits: 'original' })).toBe(originalLimits);
  const tier2 = { most: 5, period: 'minute' };
  expect(await loadLimits(written('starter: { dev: { tier2: 5/minute } }'))).toEqual({
    starter: { dev: { tier2 } },
  });
});

it('The setting of rate limits names the setting, the file and what is wrong with it', async () => {
  await expect(loadLimits(written('starter: 5'))).rejects.toThrow(
    /^VITRINE_RATE_LIMITS: .*limits\.yaml: starter is not a table by seat\.$/,
  );
  await expect(loadLimits({ rateLimits: join(folder, 'none') })).rejects.toThrow(
    /^VITRINE_RATE_LIMITS: there is no file \S*none\S*\.$/,
  );
});
