import type { Change } from '../change.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import { findOrganization } from '../places/organizations-store.ts';
import type { Font } from './fonts-store.ts';

/** Records a change of an organization's fonts; those of everybody are in no organization's log. */
export async function recordFont(
  change: Change,
  type: 'org_font_add' | 'org_font_delete',
  font: Font,
): Promise<void> {
  const { organizationId: id } = font;
  const organization = id === null ? undefined : await findOrganization(change.transaction, id);
  if (organization === undefined) return;
  await recordActivity(change, {
    type,
    entity: organizationEntity(organization),
    organizationId: organization.id,
    details: { font_id: font.id, family: font.family },
  });
}
