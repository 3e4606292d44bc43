import { timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { hashToken } from '../access/token-hash.ts';
import type { App } from '../apps/app.ts';
import { findApp } from '../apps/apps-store.ts';
import { appIdOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import type { ApiError } from '../errors.ts';
import { oauthRefusal } from './oauth-refusal.ts';

/** Ways to read what a client sent: as it is, and as RFC 6749 has it, encoded like a form. */
type Credentials = readonly { readonly id: string; readonly secret: string }[];

const noHash = hashToken('');

/**
 * The app that calls a token endpoint, or the refusal where it does not prove to be one.
 * @see OAUTH-07, OAUTH-08, OAUTH-44; RFC 6749, 2.3.1
 */
export async function callingApp(
  database: Kysely<Tables>,
  authorization: string | undefined,
  given: { client_id?: string | undefined; client_secret?: string | undefined },
): Promise<App | ApiError> {
  const inHeader = basicCredentials(authorization);
  const inBody = bodyCredentials(given);
  if (inHeader !== undefined && given.client_id !== undefined && !names(inHeader, given.client_id))
    return oauthRefusal('invalid_request', 'The header and the parameters name different apps.');
  if (
    inHeader !== undefined &&
    given.client_secret !== undefined &&
    !hasSecret(inHeader, given.client_secret)
  )
    return oauthRefusal('invalid_request', 'The header and the parameters have different secrets.');
  for (const { id, secret } of inHeader ?? inBody ?? []) {
    const app = await findApp(database, appIdOf(id));
    if (isSecret(app?.secretHash ?? noHash, secret) && app !== undefined) return app;
  }
  return oauthRefusal('invalid_client', 'The client id or the client secret is missing or wrong.');
}

function basicCredentials(authorization: string | undefined): Credentials | undefined {
  const base64 = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (authorization === undefined) return undefined;
  const text = Buffer.from(base64 ?? '', 'base64').toString();
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  const decoded = { id: formDecoded(id), secret: formDecoded(secret) };
  return decoded.id === id && decoded.secret === secret ? [decoded] : [{ id, secret }, decoded];
}

function bodyCredentials({ client_id: id, client_secret: secret }: Parameters<typeof callingApp>[2]) {
  return id === undefined || secret === undefined ? undefined : [{ id, secret }];
}

/** Text that is not encoded well is left as it is. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const names = (credentials: Credentials, id: string): boolean => credentials.some((one) => one.id === id);
const hasSecret = (credentials: Credentials, secret: string): boolean =>
  credentials.some((one) => one.secret === secret);

function isSecret(storedHash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(storedHash), Buffer.from(hashToken(secret)));
}
