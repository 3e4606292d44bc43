import type { Change } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { endAllowance } from './end-grants.ts';

/**
 * Takes back what who says so allowed an app: its tokens and codes are refused from then on.
 * @throws ApiError 404
 */
export async function revokeAllowedApp({ transaction, by }: Change, clientId: AppId): Promise<void> {
  if (!(await endAllowance(transaction, clientId, by.user.id))) throw notFound('App not found');
}
