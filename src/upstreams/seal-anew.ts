import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { SecretTexts } from '../installation/installation-secret.ts';
import { openToken, sealToken } from './sealed-token.ts';
import { allUpstreams, replaceSealed } from './upstreams-store.ts';

/** Seals with the present secret what the one before has sealed, so that nothing is lost once that one goes. */
export async function sealTokensAnew(parts: {
  readonly database: Kysely<Tables>;
  readonly secret: { readonly texts: SecretTexts };
  readonly ids: { secret(): string };
}): Promise<void> {
  const { database, ids } = parts;
  const { texts } = parts.secret;
  const [present, ...before] = texts();
  if (before.length === 0) return;
  for (const { id, sealedToken, sealedGrant } of await allUpstreams(database))
    for (const [column, from] of [
      ['sealed_token', sealedToken],
      ['sealed_grant', sealedGrant],
    ] as const) {
      if (from === null || openToken(() => [present], id, from) !== undefined) continue;
      const text = openToken(texts, id, from);
      if (text === undefined) continue;
      await replaceSealed(database, id, column, { from, to: sealToken(texts, id, text, ids.secret()) });
    }
}
