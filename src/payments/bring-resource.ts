import { administersInstallation } from '../access/caller.ts';
import type { Change } from '../change.ts';
import { forbidden } from '../errors.ts';
import { insertResource, type Resource, updateResource } from './payments-store.ts';

/**
 * Makes something that can be paid for. Only a workspace file does: no operation makes plugins and widgets.
 * @throws ApiError 403
 */
export async function createResource(change: Change, resource: Resource): Promise<void> {
  requireAdministrator(change);
  await insertResource(change.transaction, resource, change.at);
}

/**
 * Gives what can be paid for to somebody else.
 * @throws ApiError 403
 */
export async function changeResource(change: Change, resource: Resource): Promise<void> {
  requireAdministrator(change);
  await updateResource(change.transaction, resource);
}

function requireAdministrator({ by }: Change): void {
  if (!administersInstallation(by))
    throw forbidden('Only the administrator of this installation may say what can be paid for.');
}
