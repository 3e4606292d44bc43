import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { onOwnServers } from '../harness/engines.ts';
import { beginLoad } from '../harness/load.ts';
import { openS3Double } from '../harness/s3-double.ts';
import { createInstallation, type Installation } from '../harness/server.ts';
import { freePort, sharedToken, startWatched, type WatchedServer } from '../harness/watched-server.ts';

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
      await wait(500);
      expect(await old.server.stop()).toBe(0);
      old = next;
    }
    const { answers, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect(Math.min(answers.http1, answers.http2)).toBeGreaterThan(20);
  });
});

/** A database, a bucket, and settings by which any number of servers may be started on them and on one port. */
async function prepare(postgres: string): Promise<{ start: () => Promise<WatchedServer> }> {
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
    VITRINE_DRAIN: '1s',
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
  return { start };
}
