import type { Context } from '../../context.ts';
import type { UserId } from '../../contract/branded-ids.ts';
import { secretCookie } from '../../tokens/session.ts';

/** The cookies that say who is signed in: one for now, and one for later tries in this browser. */
export const sessionCookies = (
  { ids, devices }: Pick<Context, 'ids' | 'devices'>,
  { secret, userId }: { readonly secret: string; readonly userId: UserId },
): string[] => [secretCookie(secret), devices.cookie({ id: ids.uuid(), userId })];
