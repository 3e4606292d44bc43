import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import { findOrganization } from '../places/places-store.ts';
import type { FontRow } from './fonts-store.ts';

/** Records a change of an organization's fonts; those of everybody are in no organization's log. */
export async function recordFont(
  transaction: Kysely<Tables>,
  caller: Caller,
  context: Context,
  type: 'org_font_add' | 'org_font_delete',
  font: FontRow,
): Promise<void> {
  const { organization_id: id } = font;
  const organization = id === null ? undefined : await findOrganization(transaction, id);
  if (organization === undefined) return;
  await recordActivity(transaction, caller, context, {
    type,
    entity: organizationEntity(organization),
    organizationId: organization.id,
    details: { font_id: font.id, family: font.family },
  });
}
