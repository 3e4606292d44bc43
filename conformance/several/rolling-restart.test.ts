import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { clientOf, type Target } from '../harness/client.ts';
import { as, createFile } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { freePort } from '../harness/free-port.ts';
import { beginLoad } from '../harness/load.ts';
import { openS3Double } from '../harness/s3-double.ts';
import { createInstallation, type Installation, type Server } from '../harness/server.ts';
import { sharedToken, startWatched, type WatchedServer } from '../harness/watched-server.ts';
import { beginWrites, pushesTo, slowUploadsTo } from '../harness/write-load.ts';

onOwnServers('Servers that share a port', ({ postgres }) => {
  it('are replaced one by one, the new beside the old, and fail no request and lose nothing that was answered', async (context) => {
    if (postgres === undefined) return context.skip('the database is a file of one server');
    const { start, databaseUrl } = await prepare(postgres);
    let old = await start();
    // Whoever serves, the address is one, and so is the certificate.
    const { url, ca } = old.server;
    const anyServer = { call: clientOf({ url, ca }), adminToken: sharedToken };
    const load = beginLoad({ pick: () => ({ url, ca }), token: sharedToken, http1: 3, http2: 1, restMs });
    const writing = await beginWriting(anyServer, { url, ca });
    for (let round = 0; round < 3; round += 1) {
      const next = await start();
      await Promise.all([load.more(20), writing.more()]);
      expect(await old.server.stop()).toBe(0);
      old = next;
    }
    const { failures, sentAway } = await load.stop();
    expect(failures).toEqual([]);
    expect(Math.min(sentAway.http1, sentAway.http2)).toBeGreaterThan(0);
    await writing.checkKept(databaseUrl);
  });
});

/** So that a client has many requests answered while a server stops, and servers do something else besides. */
const restMs = 100;

/** Designs that are pushed, and images that come in slowly, each to a file of its own. */
async function beginWriting(anyServer: Pick<Server, 'call' | 'adminToken'>, target: Target) {
  const [pushed, filled] = [await createFile(anyServer), await createFile(anyServer)];
  const pushes = beginWrites(target, sharedToken, pushesTo(pushed));
  const uploads = beginWrites(target, sharedToken, slowUploadsTo(filled));
  return {
    more: () => Promise.all([pushes.more(3), uploads.more(1)]),
    checkKept: async (databaseUrl: string): Promise<void> => {
      const push = await pushes.stop();
      expect(push.failures).toEqual([]);
      const { document } = (await as(anyServer, 'GET', `/v1/files/${pushed}`)).json;
      expect(document.children[0].children[0].name).toBe(push.written.at(-1));
      expect(push.written.length).toBeGreaterThan(5);
      const upload = await uploads.stop();
      expect(upload.failures).toEqual([]);
      expect(upload.sentAway).toBeGreaterThan(0);
      expect(await imageRefsOf(databaseUrl, filled)).toEqual(expect.arrayContaining(upload.written));
    },
  };
}

/** Those that a file has, used by its design or not. */
async function imageRefsOf(databaseUrl: string, file: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('select image_ref from image_fills where file_key = $1', [file]);
  await client.end();
  return rows.map(({ image_ref }) => image_ref);
}

/** A database, a bucket, and settings by which any number of servers may be started on them and on one port. */
async function prepare(
  postgres: string,
): Promise<{ start: () => Promise<WatchedServer>; databaseUrl: string }> {
  const double = await openS3Double();
  onTestFinished(() => double.close());
  const shared = await createInstallation(postgres);
  onTestFinished(shared.remove);
  const at = (name: string) => join(shared.folder, name);
  await writeFile(at('secret'), 'a secret that all of these servers have in common\n', { mode: 0o600 });
  const port = await freePort();
  const env = {
    ...double.env,
    VITRINE_BLOBS: double.setting,
    VITRINE_SECRET_FILE: at('secret'),
    VITRINE_BASE_URL: `https://127.0.0.1:${port}`,
    VITRINE_REUSE_PORT: 'on',
    VITRINE_DRAIN: '2s',
  };
  const certificate = { VITRINE_TLS_CERT: at('cert.pem'), VITRINE_TLS_KEY: at('key.pem') };
  let isFirst = true;
  const start = async () => {
    const installation: Installation = { ...(await createInstallation()), env: shared.env };
    onTestFinished(installation.remove);
    const args = ['--port', String(port)];
    const one = await startWatched({ installation, args, env: isFirst ? env : { ...env, ...certificate } });
    onTestFinished(() => one.server.kill());
    // The others show the certificate that the first has made.
    if (isFirst)
      for (const name of ['cert.pem', 'key.pem'])
        await copyFile(join(installation.folder, 'installation', 'tls', name), at(name));
    isFirst = false;
    return one;
  };
  return { start, databaseUrl: shared.env.DATABASE_URL ?? '' };
}
