import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { SecretTexts } from '../installation/installation-secret.ts';
import { openToken, sealToken } from './sealed-token.ts';
import { allUpstreams, replaceSealedToken } from './upstreams-store.ts';

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
  for (const { id, sealedToken } of await allUpstreams(database)) {
    if (openToken(() => [present], id, sealedToken) !== undefined) continue;
    const token = openToken(texts, id, sealedToken);
    if (token === undefined) continue;
    await replaceSealedToken(database, id, {
      from: sealedToken,
      to: sealToken(texts, id, token, ids.secret()),
    });
  }
}
