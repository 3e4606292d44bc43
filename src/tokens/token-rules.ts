import type { Caller } from '../access/caller.ts';
import { allScopes, isOwnScope, knownScopes } from '../access/scopes.ts';
import { badRequest, forbidden } from '../errors.ts';

/** @see PAT-04 */
export const longestSeconds = 90 * 24 * 3600;
/** @see PAT-10 */
const explorationSeconds = 24 * 3600;

type ScopeChoice = readonly string[] | 'all';

/** How long a token is to live, and whether it is for trying things out. */
export interface TokenLife {
  readonly seconds?: number | undefined;
  readonly isForExploration?: boolean | undefined;
}

/** How long a token lives: as long as chosen, and a token for exploration a day at the most. */
export function lifetimeSeconds({ seconds, isForExploration = false }: TokenLife): number {
  const most = isForExploration ? explorationSeconds : longestSeconds;
  return Math.min(seconds ?? most, most);
}

/**
 * The scopes a new token gets. Those of the interface are the user's to give; those of our own operations
 * reach further, so a token hands on only the ones it holds itself.
 *
 * @throws ApiError 400 for an unknown scope or none, 403 for one the caller cannot give
 */
export function grantedScopes(caller: Caller, chosen: ScopeChoice): string[] {
  const scopes = chosenScopes(chosen);
  const withheld = scopes.find((scope) => isOwnScope(scope) && !mayGive(caller, scope));
  if (withheld !== undefined) {
    throw forbidden(`A token without the scope "${withheld}" cannot make one that has it.`);
  }
  return scopes;
}

/**
 * The scopes a plan access token gets: operations of our own take no such token.
 * @throws ApiError 400
 */
export function interfaceScopes(chosen: ScopeChoice): string[] {
  const scopes = chosenScopes(chosen);
  const own = scopes.find(isOwnScope);
  if (own !== undefined) throw badRequest(`A plan access token cannot have the scope "${own}".`);
  return scopes;
}

/** @throws ApiError 400 for one that there is not, and for none */
export function chosenScopes(chosen: ScopeChoice): string[] {
  if (chosen === 'all') return [...allScopes];
  if (chosen.length === 0) throw badRequest('A token needs at least one scope.');
  const unknown = chosen.find((scope) => !knownScopes.has(scope));
  if (unknown !== undefined) throw badRequest(`There is no scope "${unknown}".`);
  return [...new Set(chosen)];
}

const mayGive = (caller: Caller, scope: string): boolean => caller.scopes.has(scope);
