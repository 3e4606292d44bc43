import { describe, expect, it } from 'vitest';
import type { UserId } from '../contract/branded-ids.ts';
import { openBrowserSession } from '../testing/browser-session.ts';
import { castServer, people } from '../testing/cast.ts';

const { server } = castServer();

/** Calls as a page does in which that person is signed in. */
async function callAs(userId: UserId, path: string): Promise<number> {
  const headers = await openBrowserSession(server(), userId);
  return (await server().call(path, { token: null, headers })).status;
}

describe('A session on a server for tests', () => {
  it('reads the clock for who administers the installation, and for nobody else', async () => {
    const { database } = server().context;
    const root = await database
      .selectFrom('users')
      .select('id')
      .where('installation_admin', '=', 1)
      .executeTakeFirstOrThrow();
    expect(await callAs(root.id, '/test/v1/clock')).toBe(200);
    expect(await callAs(people.alice, '/test/v1/clock')).toBe(403);
  });
});
