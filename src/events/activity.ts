import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { OrganizationId, TeamId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { type Entity, userEntity } from './activity-entities.ts';
import { insertActivity } from './activity-store.ts';
import type { ActivityType, activityTypes } from './activity-types.ts';

/** One change that somebody made. */
export interface Activity<Type extends ActivityType> {
  readonly type: Type;
  readonly entity: Entity<(typeof activityTypes)[Type]['entities'][number]>;
  /** The organization in whose log it stands; what belongs to none is in no log. */
  readonly organizationId: OrganizationId | null;
  /** Where it happened in a team. */
  readonly teamId?: TeamId;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What is recorded of who acts. */
export type Actor = Pick<Caller, 'kind' | 'tokenName' | 'ipAddress'> & {
  readonly user: Pick<Caller['user'], 'id' | 'handle' | 'email'>;
};

/** The change that is recorded. */
export interface RecordedChange {
  readonly transaction: Kysely<Tables>;
  readonly by: Actor;
  readonly at: number;
  readonly context: { readonly ids: { ordered(): string } };
  readonly isTold: boolean;
}

/** Records a change in the transaction that makes it, so that neither is there without the other. */
export async function recordActivity<Type extends ActivityType>(
  { transaction, by, at, context, isTold }: RecordedChange,
  { type, entity, organizationId, teamId, details }: Activity<Type>,
): Promise<void> {
  if (organizationId === null || !isTold) return;
  await insertActivity(transaction, {
    id: context.ids.ordered(),
    organizationId,
    sequence: null,
    at,
    type,
    actor: JSON.stringify(userEntity(by.user)),
    entity: JSON.stringify(entity),
    details: details === undefined ? null : JSON.stringify(details),
    clientName: by.kind === 'oauth' ? by.tokenName : null,
    ipAddress: by.ipAddress,
    teamId: teamId ?? null,
  });
}
