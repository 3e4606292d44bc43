import type { Context } from '../context.ts';
import type { UpstreamId } from '../contract/branded-ids.ts';
import { unhurried } from '../database/unhurried.ts';
import { hurryWaiting } from './due-store.ts';

/** Has mirrors go on that wait for the limits of an upstream: it may take calls again. */
export const tryWaiting = ({ database, clock }: Context, upstreamId: UpstreamId): Promise<void> =>
  unhurried(() => hurryWaiting(database, upstreamId, clock.now()));
