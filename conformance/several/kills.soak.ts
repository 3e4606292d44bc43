import { describe, inject, it } from 'vitest';
import { deliverThroughKills } from '../harness/deliver-through-kills.ts';
import { deliverThroughKillsOfSeveral } from './deliver-through-kills-of-several.ts';
import { killInPieces } from './kept-kills.ts';
import { startSeveral } from './servers.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };
const { VITRINE_SOAK_KILLS, VITRINE_SOAK_PIECE, VITRINE_SOAK_KEPT, VITRINE_SOAK_COMMIT } = process.env;
const kills = Number(VITRINE_SOAK_KILLS);
const plan = {
  path: VITRINE_SOAK_KEPT ?? 'soak.jsonl',
  kills,
  piece: Number(VITRINE_SOAK_PIECE),
  commit: VITRINE_SOAK_COMMIT ?? 'unknown',
};

describe(`Killed ${kills} times`, () => {
  it('a server with the embedded database loses nothing that it answered', () =>
    killInPieces({
      ...plan,
      database: 'embedded',
      kill: (rounds) => deliverThroughKills({ postgres: undefined, rounds }),
    }));

  it('three processes on PostgreSQL and a bucket lose nothing that they answered', async (context) => {
    if ('missing' in postgres) return context.skip(postgres.missing);
    await killInPieces({
      ...plan,
      database: 'PostgreSQL',
      kill: async (kills) => {
        const several = await startSeveral(postgres.url, 3);
        try {
          const plan = { kills, waitsForSilence: true, pauseMs: 50 };
          const report = await deliverThroughKillsOfSeveral(several, plan);
          console.log(`${report.requests} requests, ${report.repeats} of them again`);
          return report.changes;
        } finally {
          await several.close();
        }
      },
    });
  });
});
