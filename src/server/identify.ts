import type { IncomingHttpHeaders } from 'node:http';
import { layAlong } from '../access/asked-along.ts';
import type { Caller, TokenKind } from '../access/caller.ts';
import { legacyScopes } from '../access/scopes.ts';
import type { Context } from '../context.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import type { OperationContract } from '../contract/contract.ts';
import { isPostgres } from '../database/column-kinds.ts';
import { ApiError, badRequest, sentences } from '../errors.ts';
import { asSimulated } from '../test-mode.ts';
import { findTokenWithFile, type TokenWithFile } from '../tokens/token-with-file-store.ts';
import { findToken, rememberTokenUse } from '../tokens/tokens-store.ts';
import { type IdentifiedRequest, identifyBySession, reads } from './identify-by-session.ts';

/** What of a contract says who may call. */
export type IdentifiedOperation = Pick<
  OperationContract,
  'path' | 'tag' | 'scopes' | 'tokenKinds' | 'unauthorized' | 'missingScope'
>;

/** The last use of a token is remembered this exactly. @see B50 */
const useResolutionMs = 60_000;

interface Credential {
  readonly token: string;
  /** What kinds the header may carry: each header takes only its own. @see AUTH-02, B3 */
  readonly kinds: readonly TokenKind[];
}

/**
 * The caller of an operation, known by a token in its own header; of our own operations also by a session.
 *
 * @throws ApiError 400 for two tokens, 401 or 403 (as the operation has it) for none, an unknown, an expired
 * one or one of a kind that the operation does not take, 403 (activity logs: 401) for a missing scope
 * @see AUTH-01…08, ruling H15, H16, H17
 */
export async function identify(
  request: IdentifiedRequest,
  operation: IdentifiedOperation,
  context: Context,
): Promise<Caller> {
  const credential = credentialOf(request.headers, context.config.tokenHeaders);
  if (credential === undefined) {
    const caller = await identifyBySession(request, operation, context);
    if (caller !== undefined) return caller;
    throw new ApiError(operation.unauthorized.missing, missingSentence(context.config.tokenHeaders));
  }
  const refuse = (sentence: string) => new ApiError(operation.unauthorized.invalid, sentence);
  const { stored, along } = await findStored(request, credential.token, context);
  if (stored === undefined || !credential.kinds.includes(stored.caller.kind))
    throw refuse(sentences.invalidToken);
  const now = context.clock.now();
  if (stored.expiresAt !== null && stored.expiresAt <= now) throw refuse(sentences.tokenExpired);
  if (stored.endedBecause !== undefined) throw refuse(`${sentences.invalidToken}: ${stored.endedBecause}`);
  const caller = { ...stored.caller, ipAddress: request.ipAddress };
  if (!operation.tokenKinds.includes(caller.kind)) throw refuse(wrongKindSentence(operation));
  checkScope(caller, operation, context);
  if (now - (stored.lastUsedAt ?? 0) > useResolutionMs) {
    rememberTokenUse(context.database, caller.tokenId, now).catch((error) =>
      context.log.warn({ error: String(error) }, 'the last use of a token was not remembered'),
    );
  }
  const identified = asSimulated(caller, context.testMode);
  if (along !== undefined) layAlong(identified, along);
  return identified;
}

/**
 * The token, and with a read of a file what the handler will ask next. The embedded database answers single questions
 * from memory; any other one costs by the question.
 */
async function findStored(
  { method, fileKey }: IdentifiedRequest,
  token: string,
  { database }: Context,
): Promise<TokenWithFile> {
  if (token === '') return {};
  if (fileKey === undefined || !reads.has(method) || !isPostgres(database))
    return { stored: await findToken(database, token) };
  return findTokenWithFile(database, token, fileKeyOf(fileKey));
}

function credentialOf(headers: IncomingHttpHeaders, tokenHeaders: readonly string[]): Credential | undefined {
  const personal = new Set(
    tokenHeaders.map((name) => headers[name.toLowerCase()]).filter((value) => value !== undefined),
  );
  const bearer = bearerToken(headers.authorization);
  if (personal.size + (bearer === undefined ? 0 : 1) > 1) {
    throw badRequest('More than one token was sent. Send either a personal access token or an OAuth token.');
  }
  if (bearer !== undefined) return { token: bearer, kinds: ['oauth'] };
  const [token] = personal;
  return token === undefined ? undefined : { token: String(token).trim(), kinds: ['personal', 'plan'] };
}

/** The token of `Authorization: Bearer …`; empty for any other scheme, so that it is an invalid token. */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

function checkScope(caller: Caller, operation: IdentifiedOperation, context: Context): void {
  if (operation.scopes.length === 0) return;
  const held = operation.scopes.filter((candidate) => caller.scopes.has(candidate));
  const scope = held.find((candidate) => !legacyScopes.has(candidate)) ?? held[0];
  if (scope === undefined) throw new ApiError(operation.missingScope, scopeSentence(operation));
  if (legacyScopes.has(scope)) {
    context.log.info({ scope, tokenId: caller.tokenId, path: operation.path }, 'a deprecated scope was used');
  }
}

/** The variables endpoints have a fixed sentence; the others say what is missing. @see ERR-12 */
function scopeSentence(operation: IdentifiedOperation): string {
  if (operation.tag === 'Variables') return sentences.invalidScope;
  const scopes = operation.scopes.filter((scope) => !legacyScopes.has(scope));
  return `${sentences.invalidScope}: this endpoint needs ${scopes.join(' or ')}.`;
}

function missingSentence(tokenHeaders: readonly string[]): string {
  return `No token was sent. Send a personal access token in ${tokenHeaders.join(' or ')}, or an OAuth token in Authorization: Bearer.`;
}

function wrongKindSentence(operation: IdentifiedOperation): string {
  const names = {
    personal: 'a personal access token',
    oauth: 'an OAuth token',
    plan: 'a plan access token',
  } as const;
  return `${sentences.invalidToken}: this endpoint takes only ${operation.tokenKinds.map((kind) => names[kind]).join(' or ')}.`;
}
