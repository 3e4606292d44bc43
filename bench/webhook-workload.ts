import { join } from 'node:path';
import { generateDocument } from './big-document.ts';
import type { Stage } from './stage.ts';
import { askWell, type Client, openClient } from './timed-client.ts';
import { putContent, startVitrine, type Vitrine } from './vitrine.ts';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A server with files that are changed, and a receiver that is told of it. */
export interface WebhookWorkload {
  readonly vitrine: Vitrine;
  readonly receiver: WebhookReceiver;
  /** Makes a change whose event carries the message; each writer changes a file of its own. */
  change(writer: number, message: string): Promise<void>;
  /** Makes webhooks for these paths of the receiver. */
  subscribe(endpoints: readonly string[]): Promise<void>;
  /** Ids of the webhooks. */
  webhooks(): Promise<string[]>;
  unsubscribe(): Promise<void>;
  close(): Promise<void>;
}

/** Connections over which changes are made. */
export const writers = 8;

/** @param settings of the server, beside those that let it call the receiver */
export async function openWebhookWorkload(
  { folder }: Pick<Stage, 'folder'>,
  name: string,
  settings: Readonly<Record<string, string>>,
  program?: string,
): Promise<WebhookWorkload> {
  const receiver = await openWebhookReceiver();
  const files = Array.from({ length: writers }, (_, writer) => `told${writer}`);
  const told = {
    VITRINE_WEBHOOK_ALLOW: '127.0.0.1',
    // Receivers that answer later do so after all changes are made.
    VITRINE_WEBHOOK_TIMEOUT: '5m',
    ...settings,
  };
  const vitrine = await startVitrine(join(folder, `deliver-${name}`), files, told, program);
  const document = generateDocument({ nodes: 400, approximateBytes: 200_000 });
  for (const file of files) await putContent(vitrine, file, document);
  const clients = files.map(() => openClient(vitrine.url, vitrine.ca, vitrine.headers));
  const webhooks = async (): Promise<string[]> => {
    const { bytes } = await askWell(vitrine.client, '/v2/webhooks?context=team&context_id=100');
    return JSON.parse(bytes.toString()).webhooks.map(({ id }: { id: string }) => id);
  };
  return {
    vitrine,
    receiver,
    webhooks,
    change: (writer, message) =>
      askJson(clients[writer] as Client, 'POST', `/workspace/v1/files/${files[writer]}/versions`, {
        label: 'Changed',
        description: message,
      }),
    // A workspace file may hold more webhooks than people may make.
    subscribe: (endpoints) =>
      askJson(vitrine.client, 'POST', '/workspace/v1/apply', {
        webhooks: endpoints.map((endpoint) => ({
          event_type: 'FILE_VERSION_UPDATE',
          context: 'team',
          context_id: '100',
          endpoint: `${receiver.url}${endpoint}`,
          passcode: 'secret',
        })),
      }),
    unsubscribe: async () => {
      for (const id of await webhooks()) await askJson(vitrine.client, 'DELETE', `/v2/webhooks/${id}`);
      receiver.hangUp();
      receiver.restart();
    },
    close: async () => {
      for (const client of clients) client.close();
      await vitrine.stop();
      await receiver.close();
    },
  };
}

export async function askJson(client: Client, method: string, path: string, json?: object): Promise<void> {
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const headers = { 'content-type': 'application/json' };
  await askWell(client, path, { method, headers, ...(body === undefined ? {} : { body }) });
}
