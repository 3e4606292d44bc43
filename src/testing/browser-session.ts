import type { UserId } from '../contract/branded-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { formToken } from '../tokens/session.ts';
import { insertSession } from '../tokens/sessions-store.ts';
import type { TestServer } from './test-server.ts';

/** What the page of a browser sends with a write. */
type SessionHeaders = Readonly<Record<'cookie' | 'x-vitrine-csrf', string>>;

/** Signs that person in by a browser of their own. */
export async function openBrowserSession({ context }: TestServer, userId: UserId): Promise<SessionHeaders> {
  const secret = context.ids.secret().padEnd(43, 'x').slice(0, 43);
  await inTransaction(context.database, (transaction) =>
    insertSession({ transaction, at: context.clock.now() }, { secret, userId }),
  );
  return { cookie: `__Host-vitrine-session=${secret}`, 'x-vitrine-csrf': formToken(secret) };
}
