import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { clientOf } from '../harness/client.ts';
import { as, createFile } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { freePort } from '../harness/free-port.ts';
import { beginLoad } from '../harness/load.ts';
import { openS3Double } from '../harness/s3-double.ts';
import { createInstallation, type Installation } from '../harness/server.ts';
import { sharedToken, startWatched, type WatchedServer } from '../harness/watched-server.ts';
import { beginWrites, pushesTo, slowUploadsTo } from '../harness/write-load.ts';

onOwnServers('Servers that share a port', ({ postgres }) => {
  it('are replaced one by one, the new beside the old, without a failed request', async (context) => {
    if (postgres === undefined) return context.skip('the database is a file of one server');
    const { start } = await prepare(postgres);
    let old = await start();
    // Whoever serves, the address is one, and so is the certificate.
    const { url, ca } = old.server;
    const load = beginLoad({ pick: () => ({ url, ca }), token: sharedToken, http1: 6, http2: 3 });
    for (let round = 0; round < 3; round += 1) {
      const next = await start();
      await load.more(20);
      expect(await old.server.stop()).toBe(0);
      old = next;
    }
    expect((await load.stop()).failures).toEqual([]);
  });

  it('lose nothing that was answered while designs are pushed and images come in slowly', async (context) => {
    if (postgres === undefined) return context.skip('the database is a file of one server');
    const { start, databaseUrl } = await prepare(postgres);
    let old = await start();
    const { url, ca } = old.server;
    const anyServer = { call: clientOf({ url, ca }), adminToken: sharedToken };
    const files = [await createFile(anyServer), await createFile(anyServer)];
    const begin = (next: Parameters<typeof beginWrites>[2]) => beginWrites({ url, ca }, sharedToken, next);
    const pushes = files.map((file) => ({ file, writes: begin(pushesTo(file)) }));
    const uploads = files.map((file) => ({ file, writes: begin(slowUploadsTo(file)) }));
    for (let round = 0; round < 2; round += 1) {
      const next = await start();
      await Promise.all(pushes.map(({ writes }) => writes.more(3)));
      await Promise.all(uploads.map(({ writes }) => writes.more(1)));
      expect(await old.server.stop()).toBe(0);
      old = next;
    }
    for (const { file, writes } of pushes) {
      const { written, failures } = await writes.stop();
      expect(failures).toEqual([]);
      const { document } = (await as(anyServer, 'GET', `/v1/files/${file}`)).json;
      expect(document.children[0].children[0].name).toBe(written.at(-1));
      expect(written.length).toBeGreaterThan(5);
    }
    for (const { file, writes } of uploads) {
      const { written, failures, sentAway } = await writes.stop();
      expect(failures).toEqual([]);
      expect(sentAway).toBeGreaterThan(0);
      expect(await imageRefsOf(databaseUrl, file)).toEqual(expect.arrayContaining(written));
    }
  });
});

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
    VITRINE_DRAIN: '3s',
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
