import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressGuard } from './address-guard.ts';
import { type GuardedClient, guardedClient, type Outcome } from './guarded-client.ts';

/** Listens on loopback, where most of the hosts below lead if nobody looks. */
let receiver: Server;
let port: number;
let heard = 0;

beforeAll(async () => {
  receiver = createServer((_request, response) => response.end());
  receiver.on('connection', () => {
    heard += 1;
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  port = (receiver.address() as AddressInfo).port;
});

afterAll(() => new Promise((resolve) => receiver.close(resolve)));

const names: Readonly<Record<string, readonly string[]>> = {
  'loopback.test': ['127.0.0.1'],
  'loopback-v6.test': ['::1'],
  'private.test': ['10.0.0.1'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'mixed-v6.test': ['2606:2800:21f::1', '::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'any.test': ['0.0.0.0'],
  'any-v6.test': ['::'],
  'zone.test': ['fe80::1%lo'],
  'odd.test': ['2130706433'],
  'text.test': ['127.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'last-of-many.test': [...new Array<string>(50).fill('93.184.215.14'), '192.168.0.1'],
  'xn--loopbck-8wa.test': ['127.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
};

const resolveName = async (name: string): Promise<readonly string[]> => names[name] ?? [];

async function withClient<T>(use: (client: GuardedClient) => Promise<T>, opened: string[] = []): Promise<T> {
  const client = guardedClient({ guard: addressGuard({ opened }), resolveName, deadlineMs: 3000 });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const call = (client: GuardedClient, url: string): Promise<Outcome> =>
  client.post({ url, owner: 'dan', headers: {}, body: '{}' });

const hostileHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0x0.0x0.0x1',
  '0x7F.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '127.255.255.254',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '10.0.0.1',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '0xc0a80101',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[4000::1]',
  'example.com@127.0.0.1',
  'example.com:443@127.0.0.1',
  ...Object.keys(names),
  'LOOPBACK.test',
  'loopback%2Etest',
];

describe('a hostile host', () => {
  it.each(hostileHosts)('%s is refused before anything is connected', async (host) => {
    const url = `https://${host}:${port}/hook`;
    const [refusal, outcome] = await withClient(async (client) => [
      await client.refusalOf(url),
      await call(client, url),
    ]);
    expect(refusal).toMatch(/is not called unless VITRINE_WEBHOOK_ALLOW names it\.$/);
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'refused', sentence: refusal });
    expect(heard).toBe(0);
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])('%s is refused over plain http as well', async (host) => {
    const outcome = await withClient((client) => call(client, `http://${host}:${port}/hook`));
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'refused' });
    expect(heard).toBe(0);
  });
});

describe('an address', () => {
  it.each([
    '',
    'example.com/hook',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://example.com/',
    'data:text/plain,x',
    'javascript:0',
    'unix:/run/docker.sock',
    'https://',
    'https://[::1',
    'https://[fe80::1%25lo]/',
    'https://1.2.3.4.5/',
    'https://256.0.0.1/',
    'https://example.com:99999/',
    'https://exa mple.com/',
    'https://127.0.0.1\u0000.example.com/',
    'https://93.184.215.14:22/',
    'https://93.184.215.14:25/',
    'https://93.184.215.14:6667/',
    'https://93.184.215.14:0/',
    'https://%E0%A4%A@93.184.215.14/',
    'http://93.184.215.14/',
    'http://[2606:2800:21f::1]/',
  ])('that cannot be called is refused: %j', async (url) => {
    const [refusal, outcome] = await withClient(async (client) => [
      await client.refusalOf(url),
      await call(client, url),
    ]);
    expect(refusal).toMatch(/^(The endpoint|Port|User name)/);
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'refused', sentence: refusal });
  });

  it('that is ordinary is not refused', async () => {
    const urls = [
      'https://93.184.215.14/',
      'https://[2606:2800:21f::1]:8443/x',
      'https://dan:pw@no-such.test/',
    ];
    const refusals = await withClient((client) => Promise.all(urls.map(client.refusalOf)));
    expect(refusals).toEqual([undefined, undefined, undefined]);
  });
});

describe('a refusal', () => {
  const refusalOf = (url: string): Promise<string | undefined> =>
    withClient((client) => client.refusalOf(url));

  it('names the rule that forbids a literal address', async () => {
    expect(await refusalOf('https://0xa9fea9fe/')).toBe(
      'The address 169.254.169.254 is in 169.254.169.254/32, the metadata and credentials of a cloud provider, and is not called unless VITRINE_WEBHOOK_ALLOW names it.',
    );
  });

  it('names the range and not the address that an internal name resolves to', async () => {
    const sentence = await refusalOf('https://private.test/');
    expect(sentence).toBe(
      'The name private.test stands for an address in 10.0.0.0/8, private addresses, and is not called unless VITRINE_WEBHOOK_ALLOW names it.',
    );
  });

  it('does not contain the password', async () => {
    expect(await refusalOf('https://dan:secret@10.0.0.1/')).not.toContain('secret');
  });
});
