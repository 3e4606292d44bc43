import { badRequest } from '../errors.ts';

/** How many of a thing there may be, so that nobody fills a server or a list alone. */
export const caps = {
  appsOfPerson: 100,
  appsOfOrganization: 1000,
} as const;

/**
 * Refuses one more where there are as many as there may be.
 * @param many whose they are and what, as `Your apps`
 * @throws ApiError 400
 */
export function refuseBeyond(cap: keyof typeof caps, count: number, many: string): void {
  const most = caps[cap];
  if (count >= most)
    throw badRequest(`${many} are ${most} already, and there may be no more; delete some first.`);
}
