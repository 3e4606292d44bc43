import { askWell, openClient } from '../timed-client.ts';
import type { Vitrine } from '../vitrine.ts';
import { addressesIn } from './render-server.ts';

/** Asks for images over some connections at once, until each is told that it is enough. */
export async function askMany(
  { url, ca, headers }: Vitrine,
  connections: number,
  turn: (ask: (path: string) => Promise<void>) => Promise<boolean>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = openClient(url, ca, headers);
      const ask = async (path: string) => void addressesIn(await askWell(client, path));
      while (await turn(ask));
      client.close();
    }),
  );
}
