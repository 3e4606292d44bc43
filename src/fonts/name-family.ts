import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import { fontIdOf, type OrganizationId } from '../contract/branded-ids.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { findNamedFamily, insertFont, updateShared } from './fonts-store.ts';

/** A family of an organization by its name, and whether the organization shares it. @see VAR-78 */
export interface NamedFamily {
  readonly organizationId: OrganizationId;
  readonly family: string;
  readonly shared: 0 | 1;
}

/**
 * Says of a family whether an organization shares it; the font itself is added apart. Only a workspace file does.
 * @throws ApiError 400, 403, 404
 */
export async function nameFamily(change: Change, { shared, ...named }: NamedFamily): Promise<void> {
  const { transaction, by, at, context } = change;
  await requireAdministeredOrganization(transaction, by, named.organizationId);
  requireName(named.family);
  const present = await findNamedFamily(transaction, named);
  if (present !== undefined) return updateShared(transaction, present.id, shared);
  const id = fontIdOf(context.ids.digits());
  await insertFont(transaction, {
    id,
    ...named,
    shared,
    faces: '[]',
    blob: null,
    sizeBytes: 0,
    createdAt: at,
    licence: null,
  });
}
