import { textOf } from './read-values.ts';
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
      made.push(textOf(await line.send('POST', '/v2/webhooks', body), 'id'));
    }
    return made;
  } catch (error) {
    for (const id of made) await removeWebhookElsewhere(line, id).catch(() => undefined);
    throw error;
  }
}

/** Takes one back; one that is not there any more is taken back already. @throws UpstreamFailed */
export async function removeWebhookElsewhere(line: UpstreamLine, webhook: string): Promise<void> {
  await line.send('DELETE', `/v2/webhooks/${encodeURIComponent(webhook)}`).catch((error) => {
    if (!(error instanceof UpstreamFailed && error.kind === 'not found')) throw error;
  });
}
