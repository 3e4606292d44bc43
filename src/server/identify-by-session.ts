import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { OperationContract } from '../contract/contract.ts';
import { isForPages, isOurs, testMode } from '../contract/tags-of-pages.ts';
import { forbidden } from '../errors.ts';
import { browserSecret, isFormToken } from '../tokens/session.ts';
import { sessionCaller } from '../tokens/session-caller.ts';
import { findSession } from '../tokens/sessions-store.ts';

export interface IdentifiedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly ipAddress: string;
  /** The file that the path names. */
  readonly fileKey?: string | undefined;
}

export const reads: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * The caller whose browser is signed in; undefined where it is not. Operations of the interface take a session only
 * where the request, also one that reads, carries the session's token, which no page of another origin can send.
 * @throws ApiError 403 for a write that another page may have sent
 */
export async function identifyBySession(
  { method, headers, ipAddress }: IdentifiedRequest,
  operation: Pick<OperationContract, 'path' | 'tag'>,
  { database, clock }: Context,
): Promise<Caller | undefined> {
  const secret = browserSecret(headers.cookie);
  const sent = headers['x-vitrine-csrf'];
  const isOwn = isOurs(operation.path);
  if (secret === undefined || !(isOwn || (isForPages(operation) && sent !== undefined))) return undefined;
  const session = await findSession(database, secret, clock.now());
  if (session === undefined) return undefined;
  if (operation.tag === testMode && !session.user.installationAdmin) return undefined;
  const mayBeSentByOthers = isOwn && reads.has(method);
  if (!mayBeSentByOthers && (typeof sent !== 'string' || !isFormToken(sent, secret)))
    throw forbidden(
      'A write of a session, and every call of the interface, carries its token in X-Vitrine-CSRF; it is in GET /workspace/v1/session.',
    );
  return sessionCaller(session, { secret, ipAddress });
}
