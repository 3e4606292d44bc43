import { expect } from 'vitest';
import type { Server } from '../harness/server.ts';
import { type Several, startIn } from './servers.ts';

/** A server that works alone with the database of the others. */
export const startAlone = ({ databaseUrl }: Several): Promise<Server> =>
  startIn('alone', { env: { DATABASE_URL: databaseUrl } });

/** So often one that works alone and one of several start at the same moment, where nobody serves: both never do. */
export async function raceForDatabase(several: Several, races: number): Promise<void> {
  for (let race = 0; race < races; race += 1) {
    const starts = [() => startAlone(several), () => several.start()];
    // Each has the start of the other before it as often as after it.
    if (race % 2 === 1) starts.reverse();
    const ends = await Promise.allSettled(starts.map((start) => start()));
    const started = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(started.length).toBeLessThan(2);
    for (const server of started) {
      await server.stop();
      await server.installation.remove();
    }
  }
}
