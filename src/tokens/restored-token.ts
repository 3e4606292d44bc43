import { isOwnScope, knownScopes } from '../access/scopes.ts';
import type { DumpedRow } from '../database/dump.ts';
import { badRequest } from '../errors.ts';
import { longestSeconds } from './token-rules.ts';

/**
 * Holds a token that a backup brings to what its kind is: one by which an app acts is of the kind oauth, one of a plan
 * names the organization and opens no operations of our own. None outlives what a new one may.
 * @throws ApiError 400
 */
export function refuseUnfitToken(row: DumpedRow): void {
  const { id, kind, app_id, organization_id, scopes } = row;
  if ((app_id !== null && kind !== 'oauth') || (kind === 'plan' && organization_id === null))
    throw badRequest(`The token "${id}" is of the kind "${kind}", which does not fit what it names.`);
  const unfit = scopesIn(scopes).find(
    (scope) => !knownScopes.has(scope) || (kind === 'plan' && isOwnScope(scope)),
  );
  if (unfit !== undefined)
    throw badRequest(`The token "${id}" of the kind "${kind}" cannot have the scope "${unfit}".`);
  refuseLongLife(row);
}

/** @see PAT-04 */
function refuseLongLife({ id, created_at: from, expires_at: until }: DumpedRow): void {
  if (Number(until) - Number(from) > longestSeconds * 1000)
    throw badRequest(
      `The token "${id}" lives longer than the ${longestSeconds / 86_400} days that a token may.`,
    );
}

/** What cannot be read is a scope that there is not. */
function scopesIn(json: DumpedRow[string] | undefined): string[] {
  try {
    const scopes: unknown = JSON.parse(String(json));
    return Array.isArray(scopes) ? scopes.map(String) : [String(json)];
  } catch {
    return [String(json)];
  }
}
