import { badRequest } from '../../errors.ts';
import type { Call, Handler } from '../../operation.ts';
import { managedWebhooksOf } from '../../webhooks/managed-webhooks-store.ts';
import { pageOfPlan, readCursor, readPlan } from './plan-page.ts';
import { readRecords } from './webhook-record.ts';

/** Lists the webhooks of one context, or page by page those of a plan. @see HOOK-06…11, B27, B28 */
export const getWebhooks: Handler<'getWebhooks'> = async ({ caller, query }, { database, addresses }) => {
  refuseBoth(query);
  if (query.plan_api_id === undefined) {
    const attached = requireContext(query);
    const webhooks = await managedWebhooksOf(database, caller, attached);
    return { json: { webhooks: await readRecords(database, webhooks), pagination: {} } };
  }
  const cursor = readCursor(query.cursor);
  const plan = readPlan(query.plan_api_id);
  const page = await pageOfPlan(database, caller, plan, cursor);
  const address = (cursor: string) => {
    const search = new URLSearchParams({ plan_api_id: query.plan_api_id ?? '', cursor });
    return `${addresses.base}/v2/webhooks?${search}`;
  };
  return {
    json: {
      webhooks: await readRecords(database, page.webhooks),
      pagination: {
        ...(page.next === undefined ? {} : { next_page: address(page.next) }),
        ...(page.previous === undefined ? {} : { prev_page: address(page.previous) }),
      },
    },
  };
};

function refuseBoth({ plan_api_id, context, context_id }: Call<'getWebhooks'>['query']): void {
  if (plan_api_id === undefined || (context === undefined && context_id === undefined)) return;
  throw badRequest('Send either plan_api_id or context with context_id, not both.');
}

function requireContext({ context, context_id }: Call<'getWebhooks'>['query']) {
  if (context !== undefined && context_id !== undefined) return { context, contextId: context_id };
  throw badRequest('Say whose webhooks to list: context with context_id, or plan_api_id.');
}
