import { identitiesOf } from '../../accounts/identities-store.ts';
import type { Handler } from '../../operation.ts';

/** By whom of the provider of single sign-on the caller's account is opened. */
export const listIdentities: Handler<'listIdentities'> = async ({ caller }, { database }) => {
  const rows = await identitiesOf(database, caller.user.id);
  const identities = rows.map(({ id, issuer, subject, email, created_at, last_used_at }) => ({
    ...{ id, issuer, subject, email, created_at: new Date(created_at).toISOString() },
    last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  }));
  return { json: { identities } };
};
