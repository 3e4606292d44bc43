import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardedReader } from '../delivery/guarded-reader.ts';
import { type GrantParts, refreshGrant } from './refresh-grant.ts';
import { openToken } from './sealed-token.ts';
import { UpstreamFailed } from './upstream-failed.ts';
import { findUpstreamRow, leaseGrant, type Upstream } from './upstreams-store.ts';

/** The token of an upstream as it is at each call. */
export interface TokenSource {
  /** @throws UpstreamFailed where there is none that is good */
  readonly present: () => Promise<string>;
  /** Another one where the upstream does not know that any more; undefined where there is none. @throws UpstreamFailed */
  readonly another: (than: string) => Promise<string | undefined>;
}

interface SourceParts extends GrantParts {
  /** A refresh that was refused is tried again: somebody wants to know whether it still is. */
  readonly asksAnyway?: boolean;
}

/** How long a call waits for a refresh that is under way elsewhere. */
const turnMs = 50_000;
const pauseMs = 100;

/**
 * Gives the token of an upstream. One of a grant is refreshed before it ends, by one of all processes: while it is good
 * the others go on with it, and what the one wrote is what all of them read.
 */
export function tokenSource(parts: SourceParts, upstream: Upstream, own: GuardedReader): TokenSource {
  const opened = opener(parts);
  if (upstream.sealedGrant === null)
    return { present: async () => opened(upstream), another: async () => undefined };
  let asksAnyway = parts.asksAnyway ?? false;
  const fresh = async (isWanted: (row: Upstream) => boolean): Promise<string> => {
    let wants = isWanted;
    for (const until = performance.now() + turnMs; performance.now() < until; await sleep(pauseMs)) {
      const row = (await findUpstreamRow(parts.database, upstream.id)) ?? { ...upstream, sealedGrant: null };
      if (row.sealedGrant === null) return opened(row);
      const now = parts.clock.now();
      const isGood = row.tokenEndsAt !== null && now < row.tokenEndsAt;
      const isDue = row.refreshAt !== null && now >= row.refreshAt;
      if (!isDue && !wants(row)) {
        if (isGood) return opened(row);
        throw ofGrant(row);
      }
      const lease = parts.ids.uuid();
      if (await leaseGrant(parts.database, row, lease, now)) {
        wants = () => false;
        await refreshGrant(parts, own, row, lease);
      } else if (isGood && isDue) return opened(row);
    }
    throw new UpstreamFailed('unavailable', `The token of "${upstream.name}" is being refreshed. Try again.`);
  };
  return {
    present: () => {
      const asks = asksAnyway;
      asksAnyway = false;
      return fresh(({ grantFailure }) => asks && grantFailure !== null);
    },
    another: async (than) => {
      const token = await fresh((row) => opened(row) === than);
      return token === than ? undefined : token;
    },
  };
}

/** Opens the token of a row, once for as long as it is the same. @throws UpstreamFailed where it cannot be opened */
function opener({ secret }: Pick<GrantParts, 'secret'>): (row: Upstream) => string {
  let last: { readonly sealed: string; readonly token: string } | undefined;
  return ({ id, name, sealedToken: sealed }) => {
    if (last?.sealed === sealed) return last.token;
    const token = openToken(secret.texts, id, sealed);
    if (token === undefined)
      throw new UpstreamFailed(
        'token',
        `The token of the upstream "${name}" was sealed with another secret of this installation: add the upstream anew.`,
      );
    last = { sealed, token };
    return token;
  };
}

/** Why a grant brings no token now; what was refused stays so until it is given another one. */
function ofGrant({ id, name, refreshAt, grantFailure }: Upstream): UpstreamFailed {
  const reason = `The token of the upstream "${name}" has ended and could not be refreshed: ${(grantFailure ?? '').replace(/\.$/, '')}`;
  return refreshAt === null
    ? new UpstreamFailed(
        'token',
        `${reason}; "npx vitrine upstream change ${id} --grant-file FILE" gives it another.`,
      )
    : new UpstreamFailed('unavailable', `${reason}. It is tried again.`);
}
