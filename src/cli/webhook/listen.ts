import { BadSignature, signMessage } from '../../delivery/signature.ts';
import { randomIds } from '../../ids.ts';
import { readArguments, type Values, wrongUsage } from '../arguments.ts';
import { WrongUsage } from '../command.ts';
import { untilInterrupted } from '../interruption.ts';
import { printable } from '../printed-text.ts';
import { type ServerClient, withServer } from '../server-client.ts';
import { serverOptions } from '../server-options.ts';
import type { Subcommand } from '../subcommands.ts';
import type { Usage } from '../usage.ts';
import { contextOf, contextOptions } from './context-options.ts';
import { type Arrival, type Expected, openLocalReceiver } from './receive.ts';

const usage = {
  lines: [
    'webhook listen [options]',
    'webhook listen (--team ID | --project ID | --file KEY) --event TYPE [options]',
  ],
  sentence:
    'Receives events on this machine, checks passcode and signature, and prints them, until Ctrl-C. With --event it makes a webhook for that time. The quickstart and servers in test mode take it; others need VITRINE_WEBHOOK_ALLOW=127.0.0.1.',
  options: {
    ...contextOptions,
    event: { type: 'string', value: 'TYPE', sentence: 'What to be told of, as FILE_COMMENT.' },
    port: { type: 'string', value: 'PORT', sentence: 'Port to listen on; a free one if left out.' },
    passcode: { type: 'string', value: 'TEXT', sentence: 'The passcode that events must hold.' },
    key: { type: 'string', value: 'KEY', sentence: 'The key that they must be signed with, as whsec_…' },
    status: { type: 'string', value: 'STATUS', sentence: 'Status to answer; 200 if left out.' },
    json: { type: 'boolean', sentence: 'Prints each event as one line of JSON, payload and all.' },
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

type Given = Values<typeof usage.options> & Values<typeof serverOptions>;

/** A receiver for trying webhooks out. */
export const listen: Subcommand = {
  usage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(usage, args);
    if (positionals.length > 0) throw wrongUsage(`There is one word too many: ${positionals[0]}`, usage);
    const { port, status } = readNumbers(values);
    if (values.key !== undefined) refuseBadKey(values.key);
    let expected: Expected = { passcode: values.passcode, key: values.key };
    const show = (arrival: Arrival) =>
      io.stdout.write(values.json === true ? `${JSON.stringify(arrival)}\n` : arrivalText(arrival));
    const receiver = await openLocalReceiver({ port, status, expected: () => expected, onArrival: show });
    try {
      await untilInterrupted(async (signal) => {
        io.stderr.write(`Listening on ${receiver.url}. Ctrl-C ends it.\n`);
        const { event } = values;
        if (event === undefined) return aborted(signal);
        await withServer(values, io, async (server) => {
          const passcode = values.passcode ?? randomIds.secret();
          expected = { passcode, key: undefined };
          const receives = { endpoint: receiver.url, passcode, event_type: event };
          await whileSubscribed(server, values, receives, async ({ id, key }) => {
            expected = { passcode, key };
            io.stderr.write(`Webhook ${id} tells it of ${event}.\n`);
            await aborted(signal);
          });
        });
      });
    } finally {
      await receiver.close();
    }
    return 0;
  },
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Keeps a webhook to this receiver for as long as the work takes. It begins paused, so that its key is known first. */
async function whileSubscribed(
  server: ServerClient,
  values: Given,
  receives: { endpoint: string; passcode: string; event_type: string },
  work: (webhook: { id: string; key: string }) => Promise<void>,
): Promise<void> {
  const { id } = await server.ask('POST /v2/webhooks', {
    body: {
      ...receives,
      ...contextOf(values, usage),
      status: 'PAUSED',
      description: 'vitrine webhook listen',
    },
  });
  const path = { webhook_id: id };
  try {
    const { key } = await server.ask('GET /workspace/v1/webhooks/{webhook_id}/key', { path });
    await server.ask('PUT /v2/webhooks/{webhook_id}', { path, body: { status: 'ACTIVE' } });
    await work({ id, key });
  } finally {
    await server.ask('DELETE /v2/webhooks/{webhook_id}', { path });
  }
}

function readNumbers({ port = '0', status = '200' }: Given): { port: number; status: number } {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new WrongUsage(`--port takes a port from 0 to 65535, not: ${printable(port)}`);
  if (!/^[2-5]\d\d$/.test(status))
    throw new WrongUsage(`--status takes a status from 200 to 599, not: ${printable(status)}`);
  return { port: Number(port), status: Number(status) };
}

/** @throws WrongUsage */
function refuseBadKey(key: string): void {
  try {
    signMessage({ id: 'probe', timestampSeconds: 0, body: '' }, [key]);
  } catch (error) {
    throw error instanceof BadSignature ? new WrongUsage(`--key: ${error.message}`) : error;
  }
}

/** `FILE_UPDATE  "Landing page"  passcode right, signature right`, and the rest of the payload below. */
function arrivalText({ event, id, payload, passcode, signature }: Arrival): string {
  const checks = [
    `passcode ${passcode ?? 'not checked'}`,
    `signature ${signature === undefined ? 'not checked' : signature}`,
  ];
  const lines = JSON.stringify(payload, undefined, 2).split('\n').map(printable);
  return `${printable(event)}  ${printable(id)}  ${checks.join(', ')}\n${lines.join('\n')}\n`;
}
