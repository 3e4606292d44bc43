import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { OperationContract } from '../contract/contract.ts';
import { forbidden } from '../errors.ts';
import { browserSecret, isFormToken } from '../tokens/session.ts';
import { sessionCaller } from '../tokens/session-caller.ts';
import { findSession } from '../tokens/sessions-store.ts';

export interface IdentifiedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly ipAddress: string;
}

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * The caller of one of our own operations whose browser is signed in; undefined where it is not.
 * @throws ApiError 403 for a write that another page may have sent
 */
export async function identifyBySession(
  { method, headers, ipAddress }: IdentifiedRequest,
  { path }: OperationContract,
  { database, clock }: Context,
): Promise<Caller | undefined> {
  const secret = browserSecret(headers.cookie);
  if (secret === undefined || !path.startsWith('/workspace/')) return undefined;
  const session = await findSession(database, secret, clock.now());
  if (session === undefined) return undefined;
  const sent = headers['x-vitrine-csrf'];
  if (!reads.has(method) && (typeof sent !== 'string' || !isFormToken(sent, secret)))
    throw forbidden(
      'A write of a session carries its token in X-Vitrine-CSRF; it is in GET /workspace/v1/session.',
    );
  return sessionCaller(session, { secret, ipAddress });
}
