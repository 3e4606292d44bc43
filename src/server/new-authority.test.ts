import { createHmac, hkdfSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SettingName } from '../config.ts';
import { castWorkspace, files, people } from '../testing/cast.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const workspace = {
  ...castWorkspace(),
  resources: [{ type: 'PLUGIN' as const, id: '555', owner: people.alice }],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-authority-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Something on a server in that folder, which is closed afterwards. */
async function withServer<T>(
  settings: Partial<Record<SettingName, string>>,
  work: (server: TestServer) => Promise<T>,
): Promise<T> {
  const server = await startTestServer({ folder, workspace, settings });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

const hosts = (name: string) => ({ tlsHosts: name });
const farSeconds = 9_999_999_999;
const authority = () => readFile(join(folder, 'tls', 'ca-key.pem'), 'utf8');
const pathOf = (address: string) => new URL(address).pathname + new URL(address).search;

/** Everything that is derived from the secret. */
async function handOut({ call }: TestServer) {
  const webhook = { event_type: 'FILE_UPDATE', context: 'file', context_id: files.open, passcode: 'p' };
  const made = await call('/v2/webhooks', { body: { ...webhook, endpoint: 'https://receiver.example/' } });
  const fills = await call(`/v1/files/${files.open}/images`);
  const images = await call(`/v1/images/${files.open}?ids=1:2`);
  const token = await call('/workspace/v1/resources/PLUGIN/555/payment-tokens', {
    method: 'POST',
    token: 'bob-token',
  });
  return {
    webhookId: made.json.id as string,
    addresses: [fills.json.meta.images.picture, images.json.images['1:2']].map(pathOf),
    paymentToken: token.json.plugin_payment_token as string,
  };
}

type HandedOut = Awaited<ReturnType<typeof handOut>>;

async function expectAllToWork({ call }: TestServer, given: HandedOut): Promise<void> {
  for (const address of given.addresses) expect((await call(address, { token: null })).status).toBe(200);
  const payments = await call(`/v1/payments?plugin_payment_token=${given.paymentToken}`, {
    token: 'alice-token',
  });
  expect([payments.status, payments.json.meta?.user_id]).toEqual([200, people.bob]);
}

const keyOf = async ({ call }: TestServer, { webhookId }: HandedOut): Promise<string> =>
  (await call(`/workspace/v1/webhooks/${webhookId}/key`)).json.key;

it('A new host name makes a new authority, and leaves addresses, keys of webhooks and payment tokens as they are', async () => {
  const { given, key } = await withServer(hosts('one.example.com'), async (server) => {
    const handedOut = await handOut(server);
    return { given: handedOut, key: await keyOf(server, handedOut) };
  });
  const before = await authority();
  await withServer(hosts('another.example.org'), async (server) => {
    await expectAllToWork(server, given);
    expect(await keyOf(server, given)).toBe(key);
  });
  expect(await authority()).not.toBe(before);
});

it('A folder from before there was a secret goes on with the key of its authority, under another host name too', async () => {
  await rm(join(folder, 'secret'));
  const old = await authority();
  const signed = (path: string): string => {
    const key = Buffer.from(hkdfSync('sha256', old, '', 'vitrine signed addresses', 32));
    const signature = createHmac('sha256', key).update(`${path}\n${farSeconds}`).digest('base64url');
    return `${path}?expires=${farSeconds}&signature=${signature}`;
  };
  await withServer(hosts('third.example.net'), async (server) => {
    const given = await handOut(server);
    const label = `vitrine webhook ${given.webhookId} 0`;
    const key = Buffer.from(hkdfSync('sha256', old, '', label, 32)).toString('base64');
    expect(await keyOf(server, given)).toBe(`whsec_${key}`);
    for (const address of given.addresses) {
      const path = signed(address.split('?')[0] ?? '');
      expect((await server.call(path, { token: null })).status).toBe(200);
    }
  });
  expect(await authority()).not.toBe(old);
});

it('A secret that is replaced while the one before is told leaves addresses and payment tokens working', async () => {
  const given = await withServer({ secret: 'the first secret of the installation' }, handOut);
  const rotated = {
    secret: 'the second secret of the installation',
    oldSecret: 'the first secret of the installation',
  };
  await withServer(rotated, (server) => expectAllToWork(server, given));
  await withServer({ secret: rotated.secret }, async ({ call }) => {
    for (const address of given.addresses) expect((await call(address, { token: null })).status).toBe(403);
  });
});
