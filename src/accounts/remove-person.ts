import type { Kysely } from 'kysely';
import { ofRemovedPerson as inApps } from '../apps/removed-person-store.ts';
import type { Change } from '../change.ts';
import type { OrganizationId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, conflict } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { countOwnedFiles, handFilesOver, leaveFilesElsewhere } from '../files/owned-files-store.ts';
import { ofRemovedPerson as inMirrors } from '../mirrors/removed-person-store.ts';
import { ofRemovedPerson as inPayments } from '../payments/removed-person-store.ts';
import { refuseLastAdministrator } from '../people/administrators-store.ts';
import { findUserOf, type Person } from '../people/people-store.ts';
import { removePersonRow } from '../people/person-row-store.ts';
import type { TieThat } from '../people/ties.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { ofRemovedPerson as inPlaces } from '../places/removed-person-store.ts';
import { ofRemovedPerson as inTokens } from '../tokens/removed-person-store.ts';
import { ofRemovedPerson as inWebhooks } from '../webhooks/removed-person-store.ts';
import { ofRemovedPerson as inAccounts } from './removed-person-store.ts';

/** What is done for each column of a row that goes with a person, or names nobody then. */
export type PartingStatements = {
  readonly [Tie in TieThat<'goes' | 'is nobodys'>]: (
    transaction: Kysely<Tables>,
    id: UserId,
  ) => Promise<unknown>;
};

/** Does not compile until some room says what becomes of each. */
export const partingStatements: PartingStatements = {
  ...inTokens,
  ...inApps,
  ...inAccounts,
  ...inPlaces,
  ...inPayments,
  ...inWebhooks,
  ...inMirrors,
};

export interface Removal {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** Who gets their files of the organization. */
  readonly filesTo?: UserId | undefined;
}

/**
 * Removes a person. Files need an owner, so one who owns files of the organization stays, unless somebody gets
 * them; those in other organizations are none of its business and stay there.
 *
 * @throws ApiError 400, 403, 404, 409
 */
export async function removePerson(change: Change, removal: Removal): Promise<void> {
  const { transaction, by } = change;
  const { organizationId } = removal;
  await requireAdministeredOrganization(transaction, by, organizationId);
  const person = await findUserOf(transaction, organizationId, removal.userId);
  if (person.installationAdmin === 1)
    throw conflict('The administrator of this installation cannot be removed.');
  await refuseLastAdministrator(transaction, by, person);
  await leaveFilesElsewhere(transaction, person.id, organizationId);
  const handedOver = await leaveFiles(change, removal, person);
  for (const leave of Object.values(partingStatements)) await leave(transaction, person.id);
  await removePersonRow(transaction, person.id);
  await recordActivity(change, {
    type: 'org_user_delete',
    entity: userEntity(person),
    organizationId,
    details: { permission: person.role, seat: person.seat, ...handedOver },
  });
}

/** @throws ApiError 400 for an heir who is none, 409 where there are files and no heir */
async function leaveFiles(
  { transaction }: Change,
  { organizationId, filesTo }: Removal,
  { id, handle }: Person,
): Promise<object> {
  const owned = await countOwnedFiles(transaction, id, organizationId);
  if (filesTo === undefined) {
    if (owned === 0) return {};
    const files = `${owned} file${owned === 1 ? '' : 's'}`;
    throw conflict(`${handle} owns ${files} and cannot be removed; say in "files_to" who gets them.`);
  }
  if (filesTo === id) throw badRequest('"files_to" is the person who is to be removed.');
  const heir = await findUserOf(transaction, organizationId, filesTo);
  await handFilesOver(transaction, organizationId, { from: id, to: heir.id });
  return { files: owned, files_to: heir.id };
}
