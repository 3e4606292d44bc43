import { organizationIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileOrganization } from '../contract/contract.ts';
import { changeOrganization } from '../places/change-organization.ts';
import { createOrganization } from '../places/create-organization.ts';
import { findOrganization, findOrganizationByName } from '../places/organizations-store.ts';
import { type Applying, bring } from './applying.ts';

/** An organization is there by its id, or without one by its name. */
export async function applyOrganization(applying: Applying, entry: WorkspaceFileOrganization): Promise<void> {
  const { transaction, context } = applying.change;
  const { name, plan, region } = entry;
  const chosen = organizationIdOf(entry.id);
  const present =
    chosen === undefined
      ? await findOrganizationByName(transaction, name)
      : await findOrganization(transaction, chosen);
  const id = chosen ?? present?.id ?? organizationIdOf(context.ids.digits());
  await bring(
    applying,
    { kind: 'organization', id, title: `The organization "${name}"` },
    {
      present,
      wanted: { name, plan, region },
      create: () => createOrganization(applying.change, { id, name, plan, region }),
      change: (changes) => changeOrganization(applying.change, id, changes),
    },
  );
}
