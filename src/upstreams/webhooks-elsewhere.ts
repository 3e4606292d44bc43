import { textOf } from './read-values.ts';
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
    await removeWebhooksElsewhere(line, made).catch(() => undefined);
    throw error;
  }
}

export async function removeWebhooksElsewhere(line: UpstreamLine, made: readonly string[]): Promise<void> {
  for (const id of made) await line.send('DELETE', `/v2/webhooks/${encodeURIComponent(id)}`);
}
