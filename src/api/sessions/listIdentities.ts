import { identitiesOf } from '../../accounts/identities-store.ts';
import { isoTimeOrNull } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';

/** By whom of the provider of single sign-on the caller's account is opened. */
export const listIdentities: Handler<'listIdentities'> = async ({ caller }, { database }) => {
  const rows = await identitiesOf(database, caller.user.id);
  const identities = rows.map(({ id, issuer, subject, email, createdAt, lastUsedAt }) => ({
    id,
    issuer,
    subject,
    email,
    created_at: new Date(createdAt).toISOString(),
    last_used_at: isoTimeOrNull(lastUsedAt),
  }));
  return { json: { identities } };
};
