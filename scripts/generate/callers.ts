import { isForPages, isOurs } from '../../src/contract/tags-of-pages.ts';
import type { OperationObject, PlacedOperation } from './open-api.ts';

/** How the packaged document names the kinds of tokens. */
const tokenKinds: Record<string, string> = {
  PersonalAccessToken: 'personal',
  PlanAccessToken: 'plan',
  OAuth2: 'oauth',
  OrgOAuth2: 'oauth',
};

/**
 * Reads from the packaged `security` which tokens and scopes open an operation, into `x-token-kinds` and
 * `x-scopes`, where the overlay can change them. A token that is refused is 403 unless the overlay says else.
 *
 * @see ruling H17
 */
export function readCallers(operation: OperationObject): void {
  const schemes = (operation.security ?? []).flatMap((choice) => Object.entries(choice));
  operation['x-token-kinds'] = schemes.map(([name]) => {
    const kind = tokenKinds[name];
    if (kind === undefined) throw new Error(`${operation.operationId}: unknown security scheme "${name}".`);
    return kind;
  });
  operation['x-scopes'] = schemes.flatMap(([, scopes]) => scopes);
  operation['x-unauthorized'] = { missing: 403, invalid: 403 };
  operation['x-missing-scope'] = 403;
}

/** An operation and where it stands. */
type Placed = Pick<PlacedOperation, 'path' | 'method' | 'operation'>;

/** Writes `security` anew from what the overlay and our own operations say. Any one of its choices suffices. */
export function writeSecurity({ path, method, operation }: Placed): void {
  if (operation['x-open'] === true) {
    operation.security = [];
    return;
  }
  operation['x-token-kinds'] ??= ['personal'];
  operation['x-unauthorized'] ??= { missing: 403, invalid: 403 };
  operation['x-missing-scope'] ??= 403;
  const kinds = operation['x-token-kinds'];
  const inHeader = kinds.includes('personal') || kinds.includes('plan');
  operation.security = [
    ...(inHeader ? [{ ServiceToken: [] }, { FigmaToken: [] }] : []),
    ...sessionChoices({ path, method, operation }),
    ...(kinds.includes('oauth') ? oauthChoices(operation['x-scopes'] ?? []) : []),
  ];
}

/** A session opens our own operations, and of the interface what pages call: that with its token, reads too. */
function sessionChoices({ path, method, operation }: Placed): Record<string, string[]>[] {
  if (isOurs(path)) return [method === 'get' ? { Session: [] } : { Session: [], SessionWrite: [] }];
  return isForPages({ path, tag: operation.tags[0] ?? '' }) ? [{ Session: [], SessionWrite: [] }] : [];
}

/** In OpenAPI scopes of one choice are all required, so each scope is a choice of its own. */
function oauthChoices(scopes: readonly string[]): Record<string, string[]>[] {
  return scopes.length === 0 ? [{ OAuth2: [] }] : scopes.map((scope) => ({ OAuth2: [scope] }));
}
