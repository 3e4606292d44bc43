import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { UpstreamId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { readToken } from './create-upstream.ts';
import { findAdministeredUpstream } from './find-upstream.ts';
import { recordUpstream } from './record-upstream.ts';
import { sealToken } from './sealed-token.ts';
import { type Upstream, updateUpstreamRow } from './upstreams-store.ts';

export interface UpstreamChanges {
  readonly name?: string | undefined;
  readonly token?: string | undefined;
  readonly tokenKind?: Upstream['tokenKind'] | undefined;
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
  { name, token, tokenKind, share }: UpstreamChanges,
): Promise<Upstream> {
  const { transaction, by } = change;
  const upstream = await findAdministeredUpstream(transaction, by, id);
  if ([name, token, share].every((value) => value === undefined))
    throw badRequest('Nothing to change: name a token, a name or a share.');
  const changed: Upstream = {
    ...upstream,
    ...(name === undefined ? {} : { name: requiredName(name) }),
    ...(share === undefined ? {} : { sharePercent: Math.round(share * 100) }),
    ...(token === undefined ? {} : tokenOf(change, id, { token, tokenKind })),
  };
  await updateUpstreamRow(transaction, changed);
  await recordUpstream(change, 'org_upstream_change', changed);
  return changed;
}

/** With the token goes what was told of the limits: they are those of whose it is. */
const tokenOf = (
  { context: { secret, ids } }: Change,
  id: UpstreamId,
  { token, tokenKind = 'personal' }: { readonly token: string } & Pick<UpstreamChanges, 'tokenKind'>,
): Pick<Upstream, 'sealedToken' | 'tokenKind' | 'plan' | 'seat'> => ({
  ...{ sealedToken: sealToken(secret.texts, id, readToken(token), ids.secret()), tokenKind },
  ...{ plan: null, seat: null },
});

function requiredName(name: string): string {
  requireName(name);
  return name;
}
