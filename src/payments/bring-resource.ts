import { requireInstallationAdministrator } from '../access/installation-administrator.ts';
import type { Change } from '../change.ts';
import { insertResource, type Resource, updateResource } from './payments-store.ts';

const whatNobodyElseMay = 'say what can be paid for';

/**
 * Makes something that can be paid for. Only a workspace file does: no operation makes plugins and widgets.
 * @throws ApiError 403
 */
export async function createResource(change: Change, resource: Resource): Promise<void> {
  requireInstallationAdministrator(change.by, whatNobodyElseMay);
  await insertResource(change, resource);
}

/**
 * Gives what can be paid for to somebody else.
 * @throws ApiError 403
 */
export async function changeResource(change: Change, resource: Resource): Promise<void> {
  requireInstallationAdministrator(change.by, whatNobodyElseMay);
  await updateResource(change.transaction, resource);
}
