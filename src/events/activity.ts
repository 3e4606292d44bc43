import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Tables } from '../database/tables.ts';
import { type Entity, userEntity } from './activity-entities.ts';
import { insertActivity } from './activity-store.ts';
import type { ActivityType, activityTypes } from './activity-types.ts';

/** One change that somebody made. */
export interface Activity<Type extends ActivityType> {
  readonly type: Type;
  readonly entity: Entity<(typeof activityTypes)[Type]['entities'][number]>;
  /** The organization in whose log it stands; what belongs to none is in no log. */
  readonly organizationId: string | null;
  /** Where it happened in a team. */
  readonly teamId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The parts of the context that an event takes its time and id from. */
interface ActivityOrigin {
  readonly clock: { now(): number };
  readonly ids: { ordered(): string };
}

/** What is recorded of who acts. */
export type Actor = Pick<Caller, 'kind' | 'tokenName' | 'ipAddress'> & {
  readonly user: Pick<Caller['user'], 'id' | 'handle' | 'email'>;
};

/** Records a change in the transaction that makes it, so that neither is there without the other. */
export async function recordActivity<Type extends ActivityType>(
  transaction: Kysely<Tables>,
  caller: Actor,
  { clock, ids }: ActivityOrigin,
  { type, entity, organizationId, teamId, details }: Activity<Type>,
): Promise<void> {
  if (organizationId === null) return;
  await insertActivity(transaction, {
    id: ids.ordered(),
    organization_id: organizationId,
    sequence: null,
    at: clock.now(),
    type,
    actor: JSON.stringify(userEntity(caller.user)),
    entity: JSON.stringify(entity),
    details: details === undefined ? null : JSON.stringify(details),
    client_name: caller.kind === 'oauth' ? caller.tokenName : null,
    ip_address: caller.ipAddress,
    team_id: teamId ?? null,
  });
}
