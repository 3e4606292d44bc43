import { expect, it } from 'vitest';
import { inTransaction } from '../database/transaction.ts';
import { replaceTokenFor } from '../first-administrator.ts';
import { castServer, people, tokens } from '../testing/cast.ts';
import { sessionCaller } from '../tokens/session-caller.ts';
import { findSession, insertSession } from '../tokens/sessions-store.ts';
import { findToken } from '../tokens/tokens-store.ts';
import { administratorCaller } from './administrator-caller.ts';
import type { Caller } from './caller.ts';
import { requireStanding } from './standing-store.ts';

const { play, server } = castServer();
const day = 24 * 3_600_000;
const ipAddress = '127.0.0.1';

/** Whether that caller may make a change at that time. */
async function standsAt(by: Caller, at: number): Promise<void> {
  const { context } = server();
  await inTransaction(context.database, (transaction) => requireStanding({ transaction, by, at, context }));
}

async function callerOf(token: string): Promise<Caller> {
  const stored = await findToken(server().context.database, token);
  return { ...(stored?.caller as NonNullable<typeof stored>['caller']), ipAddress };
}

it('A change is made by a token until the moment that it expires', async () => {
  const { database, clock } = server().context;
  const by = await callerOf(tokens.bob);
  const expiresAt = (await findToken(database, tokens.bob))?.expiresAt as number;
  await standsAt(by, clock.now());
  await standsAt(by, expiresAt - 1);
  await expect(standsAt(by, expiresAt)).rejects.toMatchObject({ status: 403 });
});

it('A change is made by a session until the moment that it expires', async () => {
  const { database, clock } = server().context;
  const secret = 'a session that expires'.padEnd(43, 'x');
  const at = clock.now();
  await inTransaction(database, (transaction) =>
    insertSession({ transaction, at }, { secret, userId: people.bob }),
  );
  const session = await findSession(database, secret, at);
  const by = sessionCaller(session as NonNullable<typeof session>, { secret, ipAddress });
  await standsAt(by, at + 14 * day - 1);
  await expect(standsAt(by, at + 14 * day)).rejects.toMatchObject({ status: 403 });
});

it('A change is not made by the token of a plan once who issued it administers the organization no more', async () => {
  const { context } = server();
  const wish = { name: 'Plan', scopes: ['file_content:read'] };
  const made = await play('alice', 'POST /workspace/v1/organizations/900/tokens', wish);
  expect(made.status).toBe(200);
  const by = await callerOf(made.json.token);
  await standsAt(by, context.clock.now());
  await context.database
    .updateTable('users')
    .set({ role: 'member' })
    .where('id', '=', people.alice)
    .execute();
  await expect(standsAt(by, context.clock.now())).rejects.toMatchObject({ status: 403 });
});

it('A change that the server makes by itself needs neither', async () => {
  const { user } = await callerOf(tokens.alice);
  await standsAt(administratorCaller(user), 0);
});

it('The administrator’s token is replaced by nobody whose own has ended', async () => {
  const { context, adminToken } = server();
  const by = await callerOf(adminToken);
  await context.database.deleteFrom('tokens').where('id', '=', by.tokenId).execute();
  await expect(replaceTokenFor(by, context.database, context)).rejects.toMatchObject({ status: 403 });
});
