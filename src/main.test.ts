import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { CannotStart, startServer } from './main.ts';
import { issueAuthority, issueCertificate } from './server/certificates-issue.ts';
import { fillingDisk } from './testing/filling-disk.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open) await server.close();
  open = [];
});

async function started(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer({ makesTables: true, ...options });
  open.push(server);
  return server;
}

const smallFile = (name: string): string =>
  JSON.stringify({
    document: {
      id: '0:0',
      name: 'Document',
      type: 'DOCUMENT',
      children: [{ id: '0:1', name, type: 'CANVAS', children: [] }],
    },
    name,
  });

async function newFile(server: TestServer): Promise<string> {
  const answer = await server.call('/workspace/v1/files', { body: { name: 'Design', project: '1' } });
  expect(answer.status).toBe(200);
  return answer.json.key;
}

const push = (server: TestServer, key: string, content: string) =>
  server.call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body: content });

describe('the first start', () => {
  test('makes an administrator whose token lies in the data folder, readable to its owner only', async () => {
    const server = await started();
    const path = join(server.folder, 'admin-token');
    expect((await readFile(path, 'utf8')).trim()).toBe(server.adminToken);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await server.call('/v1/me')).json.handle).toBe('Administrator');
  });

  test('makes a first project, so that a design can be imported at once', async () => {
    const server = await started();
    const key = await newFile(server);
    expect((await push(server, key, smallFile('Page'))).status).toBe(200);
    expect((await server.call(`/v1/files/${key}`)).json.document.children[0].name).toBe('Page');
  });

  test('makes a first organization of the plan that the settings name', async () => {
    const server = await started({ settings: { defaultPlan: 'starter' } });
    const { json } = await server.call('/workspace/v1/organizations/1');
    expect(json).toEqual({ id: '1', name: 'My organization', plan: 'starter' });
    expect((await server.call('/workspace/v1/teams')).json.teams).toMatchObject([
      { id: '1', name: 'My team', members: [{ handle: 'Administrator', role: 'admin' }] },
    ]);
  });

  test('makes no project of its own where a workspace file says what there is', async () => {
    const server = await started({ workspace: { organizations: [{ id: '900', name: 'Acme' }] } });
    expect((await server.call('/workspace/v1/projects')).json.projects).toEqual([]);
  });
});

describe('a later start', () => {
  test('finds everything, the token included', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-again-'));
    const settings = { port: '0', dataFolder: folder, logLevel: 'silent' };
    const first = await startServer({ config: readConfig(settings, {}) });
    await first.close();
    const second = await startServer({ config: readConfig(settings, {}) });
    open.push(second, { close: () => rm(folder, { recursive: true, force: true }) });
    expect([first.isFirstStart, second.isFirstStart]).toEqual([true, false]);
    expect(second.adminToken).toBe(first.adminToken);
  });

  test('makes a new administrator token where the file is lost, and ends the old one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-lost-'));
    const settings = { port: '0', dataFolder: folder, logLevel: 'silent' };
    const first = await startServer({ config: readConfig(settings, {}) });
    await first.close();
    await rm(join(folder, 'admin-token'));
    const second = await startServer({ config: readConfig(settings, {}) });
    open.push(second, { close: () => rm(folder, { recursive: true, force: true }) });
    expect(second.adminToken).not.toBe(first.adminToken);
    const tokens = await second.context.database.selectFrom('tokens').select('id').execute();
    expect(tokens).toHaveLength(1);
  });
});

describe('a server that runs', () => {
  test('shows a certificate of the settings that was renewed once an hour has gone by', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-renewed-'));
    const [tlsCert, tlsKey] = [join(folder, 'own.pem'), join(folder, 'key.pem')];
    const renew = async (): Promise<void> => {
      const place = { hosts: ['127.0.0.1'], now: Date.now() };
      const { cert, key } = await issueCertificate(await issueAuthority('Own', place), place);
      await writeFile(tlsCert, cert);
      await writeFile(tlsKey, key);
    };
    const shown = async (port: number): Promise<string> => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { fingerprint256 } = socket.getPeerCertificate();
      socket.destroy();
      return fingerprint256;
    };
    await renew();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const settings = { port: '0', dataFolder: join(folder, 'data'), logLevel: 'silent', tlsCert, tlsKey };
    const server = await startServer({ config: readConfig(settings, {}) });
    open.push(server, { close: () => rm(folder, { recursive: true, force: true }) });
    const port = Number(new URL(server.url).port);
    const before = await shown(port);
    await renew();
    expect(await shown(port)).toBe(before);
    vi.advanceTimersByTime(3_600_000);
    while ((await shown(port)) === before) await afterOthers();
  });
});

describe('a start that cannot be', () => {
  test.runIf(process.platform === 'linux')('is alone on its port, whoever else would share it', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) =>
      holder.listen({ port: 0, host: '127.0.0.1', reusePort: true }, resolve),
    );
    const port = String((holder.address() as { port: number }).port);
    const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-shared-port-'));
    const config = readConfig({ dataFolder, logLevel: 'silent', port }, {});
    await expect(startServer({ config })).rejects.toThrow(`The port ${port} of 127.0.0.1 is taken`);
    await rm(dataFolder, { recursive: true, force: true });
    await new Promise((resolve) => holder.close(resolve));
  });

  test('names the port that is taken, and leaves the folder free', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-port-'));
    const settings = { dataFolder: folder, logLevel: 'silent' };
    const attempt = startServer({ config: readConfig({ ...settings, port: String(port) }, {}) });
    await expect(attempt).rejects.toThrow(new RegExp(`The port ${port} of 127.0.0.1 is taken`));
    open.push(await startServer({ config: readConfig({ ...settings, port: '0' }, {}) }));
    open.push({ close: () => rm(folder, { recursive: true, force: true }) });
    await new Promise((resolve) => holder.close(resolve));
  });

  test('names the folder that is a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-file-'));
    await writeFile(join(folder, 'data'), '');
    const config = readConfig({ port: '0', dataFolder: join(folder, 'data'), logLevel: 'silent' }, {});
    await expect(startServer({ config })).rejects.toThrow(/data folder .* cannot be written to/);
    await rm(folder, { recursive: true });
  });

  test.runIf(process.platform === 'linux')('names a folder that cannot be made, even by root', async () => {
    const config = readConfig({ port: '0', dataFolder: '/proc/vitrine/data', logLevel: 'silent' }, {});
    await expect(startServer({ config })).rejects.toThrow(
      'The data folder /proc/vitrine/data cannot be written to: its folder is not there.',
    );
  });

  test('refuses a second server on the same folder', async () => {
    const server = await started();
    const config = readConfig({ port: '0', dataFolder: server.folder, logLevel: 'silent' }, {});
    await expect(startServer({ config })).rejects.toThrow(/is in use by another Vitrine server/);
  });

  test('refuses test mode on an address that others reach', async () => {
    const config = readConfig({ testMode: 'on', host: '0.0.0.0', port: '0' }, {});
    await expect(startServer({ config })).rejects.toThrow(CannotStart);
  });

  test('names an own certificate that is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-cert-'));
    await chmod(folder, 0o700);
    await writeFile(join(folder, 'own.pem'), 'not a certificate');
    const paths = { tlsCert: join(folder, 'own.pem'), tlsKey: join(folder, 'own.pem') };
    const config = readConfig({ port: '0', dataFolder: folder, logLevel: 'silent', ...paths }, {});
    await expect(startServer({ config })).rejects.toThrow(
      /^VITRINE_TLS_CERT: \S+own\.pem holds no certificate in PEM\.$/,
    );
    const lost = { ...config, tlsKey: join(folder, 'lost.pem') };
    await writeFile(
      join(folder, 'own.pem'),
      (await issueAuthority('Own', { hosts: ['own'], now: Date.now() })).ca,
    );
    await expect(startServer({ config: lost })).rejects.toThrow(
      /^VITRINE_TLS_KEY: there is no file \S+lost\.pem\.$/,
    );
    await expect(startServer({ config })).rejects.toThrow(
      /^VITRINE_TLS_KEY: \S+own\.pem holds no private key without a password in PEM\.$/,
    );
    await rm(folder, { recursive: true });
  });
});

describe('a disk that runs full while a design arrives', () => {
  test('is told with 507, and nothing half-written is visible, at whatever step it happens', async () => {
    const { files, state } = fillingDisk();
    const server = await started({ files });
    const key = await newFile(server);
    const pushed = (await push(server, key, smallFile('before'))).json.version;
    let refusals = 0;
    for (let steps = 0; ; steps += 1) {
      state.left = steps;
      const answer = await push(server, key, smallFile(`attempt ${steps}`));
      state.left = Number.POSITIVE_INFINITY;
      const versions = (await server.call(`/v1/files/${key}/versions`)).json.versions;
      if (answer.status === 200) {
        expect(versions).toHaveLength(2);
        break;
      }
      refusals += 1;
      expect(answer.status).toBe(507);
      expect(answer.json.err).toBe('The disk of the server is full; nothing was stored.');
      expect(versions.map(({ id }: { id: string }) => id)).toEqual([pushed]);
      expect((await server.call(`/v1/files/${key}`)).json.document.children[0].name).toBe('before');
      expect(await readdir(join(server.folder, 'incoming'))).toEqual([]);
    }
    expect(refusals).toBeGreaterThan(2);
  });
});

describe('the kind of a file', () => {
  const board = smallFile('Board').replace('"name":"Board"}', '"name":"Board","editorType":"figjam"}');

  test('is what its first content says it is, and stays that', async () => {
    const server = await started();
    const key = await newFile(server);
    expect((await push(server, key, board)).status).toBe(200);
    expect((await server.call(`/v1/files/${key}`)).json.editorType).toBe('figjam');
    await push(server, key, smallFile('Page').replace('}],"name"', '}],"editorType":"figma","name"'));
    expect((await server.call(`/v1/files/${key}/meta`)).json.file.editorType).toBe('figjam');
  });

  test('is what it was made as, whatever its content says', async () => {
    const server = await started();
    const body = { name: 'Slides', project: '1', editor_type: 'slides' };
    const { key } = (await server.call('/workspace/v1/files', { body })).json;
    await push(server, key, board);
    expect((await server.call(`/v1/files/${key}/meta`)).json.file.editorType).toBe('slides');
  });
});
