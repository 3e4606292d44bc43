import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { killInPieces, killsKept } from './kept-kills.ts';

it('A row of kills that was ended goes on where it was, and counts no piece that did not end well', async () => {
  const path = join(await scratchFolder('kept'), 'kept.jsonl');
  const made: number[] = [];
  const plan = { path, database: 'embedded', kills: 25, piece: 10, commit: 'abc' };
  const endedAt = (most: number) => async (kills: number) => {
    if (made.length === most) throw new Error('something was lost');
    made.push(kills);
    return kills * 12;
  };
  await expect(killInPieces({ ...plan, kill: endedAt(1) })).rejects.toThrow('something was lost');
  expect([killsKept(path, 'embedded'), killsKept(path, 'PostgreSQL')]).toEqual([10, 0]);
  await killInPieces({ ...plan, kill: endedAt(3) });
  expect(made).toEqual([10, 10, 5]);
  expect(killsKept(path, 'embedded')).toBe(25);
});
