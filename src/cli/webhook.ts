import { wrongUsage } from './arguments.ts';
import { planned } from './planned-call.ts';
import { counted, printable, tableText } from './printed-text.ts';
import { commandOf, oneCall } from './subcommands.ts';
import { contextOf, contextOptions } from './webhook/context-options.ts';
import { list } from './webhook/list.ts';
import { listen } from './webhook/listen.ts';

const create = oneCall({
  line: 'webhook create --event TYPE --endpoint URL --passcode TEXT [options]',
  sentence: 'Attaches a webhook to one team, project or file. Its endpoint gets PING at once.',
  options: {
    ...contextOptions,
    event: { type: 'string', value: 'TYPE', sentence: 'What it is told of, as FILE_UPDATE.' },
    endpoint: { type: 'string', value: 'URL', sentence: 'Where the events are sent.' },
    passcode: { type: 'string', value: 'TEXT', sentence: 'Sent back in every event.' },
    description: { type: 'string', value: 'TEXT', sentence: 'What it is for.' },
    paused: { type: 'boolean', sentence: 'Sends nothing until it is made active.' },
  },
  request: ({ values, required, usage }) =>
    planned('POST /v2/webhooks', {
      body: {
        event_type: required('event'),
        ...contextOf(values, usage),
        endpoint: required('endpoint'),
        passcode: required('passcode'),
        description: values.description,
        status: values.paused === true ? 'PAUSED' : 'ACTIVE',
      },
    }),
  text: ({ id, event_type, endpoint }) => `Webhook ${id} tells ${printable(endpoint)} of ${event_type}.\n`,
});

const remove = oneCall({
  line: 'webhook remove ID [options]',
  sentence: 'Deletes a webhook with everything that is on its way to it.',
  positionals: ['ID'],
  request: ({ positionals: [webhook_id] }) =>
    planned('DELETE /v2/webhooks/{webhook_id}', { path: { webhook_id } }),
  text: (_answer, { positionals: [id] }) => `The webhook ${printable(id)} is deleted.\n`,
});

const deliveries = oneCall({
  line: 'webhook deliveries ID [options]',
  sentence: 'Lists what a webhook was sent in the last week and what waits to be sent, newest first.',
  options: {
    before: { type: 'string', value: 'DELIVERY', sentence: 'Lists what is older than this one.' },
  },
  positionals: ['ID'],
  request: ({ values: { before }, positionals: [webhook_id] }) =>
    planned('GET /workspace/v1/webhooks/{webhook_id}/deliveries', {
      path: { webhook_id },
      query: { before },
    }),
  text: (answer) => {
    const rows = answer.deliveries.map((one) => [
      one.id,
      one.event_type,
      one.created_at,
      one.state,
      String(one.attempts),
      one.next_attempt_at ?? '',
      one.last_error ?? '',
    ]);
    return tableText(['DELIVERY', 'EVENT', 'HAPPENED', 'STATE', 'ATTEMPTS', 'NEXT', 'LAST ERROR'], rows);
  },
  json: (answer) => answer.deliveries,
});

const replay = oneCall({
  line: 'webhook replay ID (--delivery DELIVERY | --failed-since TIME) [options]',
  sentence: 'Sends one delivery again, or all that failed since a time.',
  options: {
    delivery: { type: 'string', value: 'DELIVERY', sentence: 'The one to send again.' },
    'failed-since': { type: 'string', value: 'TIME', sentence: 'As 2026-01-31T12:00:00Z.' },
  },
  positionals: ['ID'],
  request: ({ values: { delivery, 'failed-since': failed_since }, positionals: [webhook_id], usage }) => {
    if ((delivery === undefined) === (failed_since === undefined))
      throw wrongUsage('Give either --delivery or --failed-since.', usage);
    return planned('POST /workspace/v1/webhooks/{webhook_id}/replay', {
      path: { webhook_id },
      body: { delivery, failed_since },
    });
  },
  text: ({ replayed }) => `Sending ${counted(replayed, 'delivery')} again.\n`,
});

const key = oneCall({
  line: 'webhook key ID [options]',
  sentence: 'Prints the key that the messages of a webhook are signed with.',
  positionals: ['ID'],
  request: ({ positionals: [webhook_id] }) =>
    planned('GET /workspace/v1/webhooks/{webhook_id}/key', { path: { webhook_id } }),
  text: (answer) => `${answer.key}\n`,
});

const rotateKey = oneCall({
  line: 'webhook rotate-key ID [options]',
  sentence: 'Replaces the key of a webhook and prints the new one; for a day messages are signed with both.',
  positionals: ['ID'],
  request: ({ positionals: [webhook_id] }) =>
    planned('POST /workspace/v1/webhooks/{webhook_id}/rotate-key', { path: { webhook_id } }),
  text: (answer) => `${answer.key}\n`,
});

export const { help, run } = commandOf({
  list,
  create,
  remove,
  deliveries,
  replay,
  key,
  'rotate-key': rotateKey,
  listen,
});
