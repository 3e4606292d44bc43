import { describe, inject, it } from 'vitest';
import { deliverThroughKills } from '../harness/deliver-through-kills.ts';
import { deliverThroughKillsOfSeveral } from './deliver-through-kills-of-several.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };
const kills = Number(process.env.VITRINE_SOAK_KILLS);
const tell = (count: number) => count % 10 === 0 && console.log(`${count} of ${kills} kills`);

describe(`Killed ${kills} times`, () => {
  it('a server with the embedded database loses nothing that it answered', () =>
    deliverThroughKills({ postgres: undefined, rounds: kills, onKill: tell }));

  it('three processes on PostgreSQL and a bucket lose nothing that they answered', async (context) => {
    if ('missing' in postgres) return context.skip(postgres.missing);
    const plan = { postgres: postgres.url, kills, waitsForSilence: true, pauseMs: 50, onKill: tell };
    const { changes, requests, repeats } = await deliverThroughKillsOfSeveral(plan);
    console.log(`${kills} kills, ${changes} changes, ${requests} requests, ${repeats} of them again`);
  });
});
