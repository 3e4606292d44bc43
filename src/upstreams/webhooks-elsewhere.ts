import { idOf, listOf, textOf, textOrNothing } from './read-values.ts';
import { UpstreamFailed } from './upstream-failed.ts';
import type { UpstreamLine } from './upstream-line.ts';

/** What an upstream is to tell of: as many as it lets one have on a file. */
const events = ['FILE_UPDATE', 'FILE_COMMENT', 'FILE_DELETE'] as const;

export interface WebhookElsewhere {
  readonly context: 'file' | 'project' | 'team';
  readonly elsewhere: string;
  /** Of ours. */
  readonly endpoint: string;
  readonly passcode: string;
}

/** Has an upstream tell us what changes; answers the ids of its webhooks. Those of a try that failed are taken back. */
export async function makeWebhooksElsewhere(
  line: UpstreamLine,
  { context, elsewhere: context_id, endpoint, passcode }: WebhookElsewhere,
): Promise<string[]> {
  const made: string[] = [];
  try {
    for (const event_type of events) {
      const body = { event_type, context, context_id, endpoint, passcode, status: 'ACTIVE' };
      made.push(idOf(await line.send('POST', '/v2/webhooks', body), 'id'));
    }
    return made;
  } catch (error) {
    for (const id of made) await removeWebhookElsewhere(line, id).catch(() => undefined);
    throw error;
  }
}

/** More of one thing no upstream of the interface has; what goes beyond is not looked at. */
const mostListed = 1000;

/** What an upstream says of a webhook that tells us. */
export interface FoundWebhook {
  readonly webhook: string;
  readonly event: string;
}

/** Those that tell a path of this server of a thing, whatever the server is called. @throws UpstreamFailed */
export async function findWebhooksElsewhere(
  line: UpstreamLine,
  { context, elsewhere, path }: Pick<WebhookElsewhere, 'context' | 'elsewhere'> & { readonly path: string },
): Promise<FoundWebhook[]> {
  const query = new URLSearchParams({ context, context_id: elsewhere });
  const answer = await line.json(`/v2/webhooks?${query}`, 'tier2');
  return listOf(answer, 'webhooks')
    .slice(0, mostListed)
    .filter((webhook) => textOrNothing(webhook, 'endpoint')?.endsWith(path))
    .map((webhook) => ({ webhook: idOf(webhook, 'id'), event: textOf(webhook, 'event_type') }));
}

/** Whether they are all that an upstream is asked for, each once. */
export const isWholeSet = (webhooks: readonly FoundWebhook[]): boolean =>
  webhooks.length === events.length &&
  events.every((event) => webhooks.some((found) => found.event === event));

/** Takes one back; one that is not there any more is taken back already. @throws UpstreamFailed */
export async function removeWebhookElsewhere(line: UpstreamLine, webhook: string): Promise<void> {
  await line.send('DELETE', `/v2/webhooks/${encodeURIComponent(webhook)}`).catch((error) => {
    if (!(error instanceof UpstreamFailed && error.kind === 'not found')) throw error;
  });
}
