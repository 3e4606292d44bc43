import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateDocument } from './big-document.ts';
import { doubleBelowFrames } from './documents.ts';
import { findLoadGenerator, type Protocol, readH2load, runOwnClient } from './load.ts';
import { startNginx } from './nginx.ts';
import { findProgram } from './processes.ts';
import { startParsingServer } from './reference-server.ts';
import { askWell, openClient } from './timed-client.ts';
import { putContent, startVitrine, type Vitrine } from './vitrine.ts';

const document = generateDocument({ nodes: 400, approximateBytes: 300_000, geometry: true });
const frame = '/v1/files/big/nodes?ids=13:200,13:220,0:404';
let folder: string;
let vitrine: Vitrine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-test-'));
  vitrine = await startVitrine(join(folder, 'server'), ['big', 'deeper']);
  await putContent(vitrine, 'big', document);
});

afterAll(async () => {
  await vitrine?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the references', () => {
  test('the server that parses for each request answers with the nodes that ours answers with', async () => {
    const path = join(folder, 'big.json');
    await writeFile(path, document);
    const reference = await startParsingServer(path, vitrine.tls);
    const client = openClient(reference.url, vitrine.ca, {});
    try {
      const nodesOf = async (from: typeof client) =>
        JSON.parse((await askWell(from, frame)).bytes.toString()).nodes;
      const nodes = await nodesOf(client);
      expect(nodes).toEqual(await nodesOf(vitrine.client));
      expect(nodes['13:200'].document.children).toHaveLength(19);
      expect(nodes['0:404']).toBeNull();
    } finally {
      client.close();
      await reference.stop();
    }
  });

  test('a file doubled inside its frames gives the same answer down to them', async () => {
    await putContent(vitrine, 'deeper', doubleBelowFrames(document));
    const downTo2 = async (key: string) =>
      JSON.parse((await askWell(vitrine.client, `/v1/files/${key}?depth=2`)).bytes.toString()).document;
    const nodes = async (key: string) => (await askWell(vitrine.client, `/v1/files/${key}`)).bytes.length;
    expect(await downTo2('deeper')).toEqual(await downTo2('big'));
    expect((await nodes('deeper')) / (await nodes('big'))).toBeGreaterThan(1.8);
  });

  test('nginx, where it is installed, serves the bytes and the compressed ones', async ({ skip }) => {
    const program = await findProgram('nginx');
    if (program === undefined) return skip('nginx is not installed');
    const root = join(folder, 'www');
    await mkdir(root);
    await writeFile(join(root, 'x.json'), 'plain');
    await writeFile(join(root, 'x.json.gz'), 'packed');
    const options = {
      folder: join(folder, 'nginx'),
      root,
      tls: vitrine.tls,
      ca: vitrine.ca,
      probe: '/x.json',
    };
    const nginx = await startNginx(program, options);
    const client = openClient(nginx.url, vitrine.ca, {});
    try {
      const got = async (encoding: string) =>
        (await askWell(client, '/x.json', { headers: { 'accept-encoding': encoding } })).bytes.toString();
      expect([await got('identity'), await got('gzip')]).toEqual(['plain', 'packed']);
    } finally {
      client.close();
      await nginx.stop();
    }
  });
});

describe('the load generators', () => {
  const load = (protocol: Protocol, headers: Record<string, string>) => ({
    url: `${vitrine.url}${frame}`,
    protocol,
    headers,
    connections: 2,
    requests: 10,
    caPath: join(folder, 'server', 'data', 'tls', 'ca.pem'),
  });

  test.each(['http/1.1', 'h2'] as const)(
    'count answers over %s and refuse to count refusals',
    async (protocol) => {
      const { run } = await findLoadGenerator();
      for (const generator of new Set([run, runOwnClient])) {
        expect(await generator(load(protocol, vitrine.headers))).toBeGreaterThan(1);
        await expect(generator(load(protocol, {}))).rejects.toThrow();
      }
    },
  );

  test('a run of h2load that went by another protocol or failed in part is not believed', () => {
    const output = (protocol: string, good: number) =>
      `Application protocol: ${protocol}\nCipher: TLS_AES_128_GCM_SHA256\nfinished in 2.00s, 5.00 req/s, 1MB/s\nstatus codes: ${good} 2xx, 0 3xx\n`;
    const asked = { protocol: 'h2', requests: 10 } as const;
    expect(readH2load(output('h2', 10), asked)).toBe(5);
    expect(() => readH2load(output('http/1.1', 10), asked)).toThrow('http/1.1');
    expect(() => readH2load(output('h2', 9), asked)).toThrow('succeeded');
  });
});
