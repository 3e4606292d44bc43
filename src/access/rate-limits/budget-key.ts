import type { OrganizationId } from '../../contract/branded-ids.ts';
import type { Caller } from '../caller.ts';
import type { Plan } from './limits.ts';

/** Under which name the calls of somebody are counted: by user, plan of what is asked for, seat and app. */
export const budgetKey = (
  { user, app }: Pick<Caller, 'user' | 'app'>,
  { organizationId, plan }: { readonly organizationId: OrganizationId | null; readonly plan: Plan },
): string[] => [user.id, organizationId ?? '', plan, user.seat, app?.id ?? ''];
