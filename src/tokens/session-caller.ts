import type { Caller } from '../access/caller.ts';
import { tokenIdOf } from '../contract/branded-ids.ts';
import { formToken } from './session.ts';
import type { Session } from './sessions-store.ts';

/** Everything that our own operations do for a person; never the interface's, whose callers are tools. */
const sessionScopes: ReadonlySet<string> = new Set(['workspace:read', 'workspace:write']);

/** Who is signed in by a session, as the one who calls or makes a change. */
export const sessionCaller = (
  { hash, user }: Session,
  { secret, ipAddress }: { readonly secret: string; readonly ipAddress: string },
): Caller => ({
  tokenId: tokenIdOf('session'),
  tokenName: 'Session',
  tokenHash: hash,
  ipAddress,
  kind: 'personal',
  app: null,
  scopes: sessionScopes,
  user,
  csrfToken: formToken(secret),
});
