import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { UpstreamId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { type GivenToken, sealedTokenOf } from './create-upstream.ts';
import { findAdministeredUpstream } from './find-upstream.ts';
import { recordUpstream } from './record-upstream.ts';
import { type Upstream, updateUpstreamRow } from './upstreams-store.ts';

export interface UpstreamChanges {
  readonly name?: string | undefined;
  readonly token?: GivenToken | undefined;
  /** Of its limits, from 0.01 to 1. */
  readonly share?: number | undefined;
}

/**
 * Gives an upstream another token, name or share. Its address stays: the token is sent there, and what it calls keys may
 * be kept here.
 *
 * @throws ApiError 400, 403, 404
 */
export async function changeUpstream(
  change: Change,
  id: UpstreamId,
  { name, token, share }: UpstreamChanges,
): Promise<Upstream> {
  const { transaction, by } = change;
  const upstream = await findAdministeredUpstream(transaction, by, id);
  if ([name, token, share].every((value) => value === undefined))
    throw badRequest('Nothing to change: name a token, a name or a share.');
  const changes: Partial<Upstream> = {
    ...(name === undefined ? {} : { name: requiredName(name) }),
    ...(share === undefined ? {} : { sharePercent: Math.round(share * 100) }),
    // With the token goes what was told of the limits: they are those of whose it is.
    ...(token === undefined ? {} : { ...sealedTokenOf(change, id, token), plan: null, seat: null }),
  };
  await updateUpstreamRow(transaction, id, changes);
  const changed = { ...upstream, ...changes };
  await recordUpstream(change, 'org_upstream_change', changed);
  return changed;
}

function requiredName(name: string): string {
  requireName(name);
  return name;
}
