import type { Answer } from '../../contract/calls.ts';
import type { WebhookStanding } from '../../contract/contract.ts';
import { readArguments } from '../arguments.ts';
import { tableText } from '../printed-text.ts';
import { type ServerClient, withServer } from '../server-client.ts';
import { serverOptions } from '../server-options.ts';
import { jsonOption, printResult, type Subcommand } from '../subcommands.ts';
import type { Usage } from '../usage.ts';
import { contextOf, contextOptions } from './context-options.ts';

type Webhook = Answer<'GET /v2/webhooks'>['webhooks'][number];

const usage = {
  lines: ['webhook list (--team ID | --project ID | --file KEY) [options]'],
  sentence:
    'Lists the webhooks that are attached to a team, a project or a file, and says of paused ones why they are.',
  options: { ...contextOptions, ...jsonOption },
  sharedOptions: serverOptions,
} as const satisfies Usage;

export const list: Subcommand = {
  usage,
  run: async (args, io) => {
    const { values } = readArguments(usage, args);
    const query = contextOf(values, usage);
    const webhooks = await withServer(values, io, async (server) => {
      const answer = await server.ask('GET /v2/webhooks', { query });
      return Promise.all(answer.webhooks.map((webhook) => withReason(server, webhook)));
    });
    const rows = webhooks.map((one) => [
      one.id,
      one.event_type,
      one.status,
      one.endpoint,
      one.paused_because ?? '',
    ]);
    const text = tableText(['ID', 'EVENT', 'STATUS', 'ENDPOINT', 'PAUSED BECAUSE'], rows);
    return printResult(io, values.json, webhooks, text);
  },
};

async function withReason(
  server: ServerClient,
  webhook: Webhook,
): Promise<Webhook & Pick<WebhookStanding, 'paused_because'>> {
  if (webhook.status !== 'PAUSED') return { ...webhook, paused_because: null };
  const path = { webhook_id: webhook.id };
  const { paused_because } = await server.ask('GET /workspace/v1/webhooks/{webhook_id}', { path });
  return { ...webhook, paused_because };
}
