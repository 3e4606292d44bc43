import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';

export type Webhook = Answer<'GET /v2/webhooks/{webhook_id}'>;
export type Delivery = Answer<'GET /workspace/v1/webhooks/{webhook_id}/deliveries'>['deliveries'][number];

/** The webhooks on a team, a project or a file. */
export const webhooksQuery = (context: Webhook['context'], context_id: string) => ({
  queryKey: ['webhooks', context, context_id] as const,
  queryFn: async () => (await call('GET /v2/webhooks', { query: { context, context_id } })).webhooks,
});

const at = (webhook_id: string) => ({ path: { webhook_id } });

export const webhookQuery = (id: string) => ({
  queryKey: ['webhook', id] as const,
  queryFn: () => call('GET /v2/webhooks/{webhook_id}', at(id)),
});

export const standingQuery = (id: string) => ({
  queryKey: ['webhook', id, 'standing'] as const,
  queryFn: () => call('GET /workspace/v1/webhooks/{webhook_id}', at(id)),
});

const everyMs = 3_000;
/** What is longer is asked again only where somebody does something about it. */
const mostAskedAgain = 500;
/** As the server cuts its pages. */
const deliveriesOfPage = 100;

/** What was sent and what waits, a page after the other; asked again while somebody looks. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhook', id, 'deliveries'] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: before }) => {
      const query = before === undefined ? {} : { before };
      const path = 'GET /workspace/v1/webhooks/{webhook_id}/deliveries';
      return (await call(path, { ...at(id), query })).deliveries;
    },
    getNextPageParam: (page: readonly Delivery[]) =>
      page.length < deliveriesOfPage ? undefined : page.at(-1)?.id,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) * deliveriesOfPage <= mostAskedAgain && everyMs,
  });

/** Each attempt of the last week with what was sent and answered. */
export const requestsQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook', id, 'requests'] as const,
    queryFn: () => call('GET /v2/webhooks/{webhook_id}/requests', at(id)),
    refetchInterval: ({ state }) => (state.data?.requests?.length ?? 0) <= mostAskedAgain && everyMs,
  });

const lookAgain = (id: string) => queries.invalidateQueries({ queryKey: ['webhook', id] });

export async function makeWebhook(body: {
  readonly event_type: Webhook['event_type'];
  readonly context: Webhook['context'];
  readonly context_id: string;
  readonly endpoint: string;
  readonly passcode: string;
  readonly description: string;
}): Promise<Webhook> {
  const made = await call('POST /v2/webhooks', { body });
  await queries.invalidateQueries({ queryKey: ['webhooks'] });
  return made;
}

/** Has the server send a PING. */
export async function ping(id: string): Promise<void> {
  await call('POST /workspace/v1/webhooks/{webhook_id}/ping', at(id));
  await lookAgain(id);
}

export async function setStatus(id: string, status: Webhook['status']): Promise<void> {
  await call('PUT /v2/webhooks/{webhook_id}', { ...at(id), body: { status } });
  await lookAgain(id);
}

export async function resend(id: string, delivery: string): Promise<void> {
  await call('POST /workspace/v1/webhooks/{webhook_id}/replay', { ...at(id), body: { delivery } });
  await lookAgain(id);
}

const weekMs = 7 * 24 * 3_600_000;

export async function resendFailed(id: string): Promise<void> {
  const failed_since = new Date(Date.now() - weekMs).toISOString();
  await call('POST /workspace/v1/webhooks/{webhook_id}/replay', { ...at(id), body: { failed_since } });
  await lookAgain(id);
}

export const keyOf = async (id: string) => call('GET /workspace/v1/webhooks/{webhook_id}/key', at(id));

export const rotateKey = async (id: string) =>
  call('POST /workspace/v1/webhooks/{webhook_id}/rotate-key', at(id));

export async function deleteWebhook(id: string): Promise<void> {
  await call('DELETE /v2/webhooks/{webhook_id}', at(id));
  await queries.invalidateQueries({ queryKey: ['webhooks'] });
}
