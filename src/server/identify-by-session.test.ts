import { describe, expect, it } from 'vitest';
import type { UserId } from '../contract/branded-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { castServer, people } from '../testing/cast.ts';
import { formToken } from '../tokens/session.ts';
import { insertSession } from '../tokens/sessions-store.ts';

const { server } = castServer();

/** Calls as a page does in which that person is signed in. */
async function callAs(userId: UserId, path: string): Promise<number> {
  const { database, clock } = server().context;
  const secret = `browser${userId}`.padEnd(43, 'x');
  await inTransaction(database, (transaction) =>
    insertSession({ transaction, at: clock.now() }, { secret, userId }),
  );
  const headers = { cookie: `__Host-vitrine-session=${secret}`, 'x-vitrine-csrf': formToken(secret) };
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
