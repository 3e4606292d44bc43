import { findCalls } from '../../events/developer-log-pages-store.ts';
import type { Handler } from '../../operation.ts';
import { callPage, placeOf } from './call-page.ts';

const keptMs = 30 * 24 * 3_600_000;
const noFilters = {
  tokenKind: undefined,
  tokenHashes: undefined,
  tokenNames: undefined,
  userEmails: undefined,
  ipAddresses: undefined,
};

/** The calls that the caller's own tokens, and apps for them, made of the interface in the last 30 days, newest first. */
export const getOwnRequests: Handler<'getOwnRequests'> = async ({ caller, query }, context) => {
  const { organizationId, id: userId } = caller.user;
  const { cursor, limit = 25 } = query;
  if (organizationId === null) return { json: { items: [], cursor: null, has_more: false } };
  const before = cursor === undefined ? undefined : placeOf(cursor, organizationId);
  await context.developerLog.flush();
  const from = context.clock.now() - keptMs;
  const asked = { ...noFilters, organizationId, userId, from, before, limit: limit + 1 };
  return { json: callPage(await findCalls(context.database, asked), limit, organizationId) };
};
