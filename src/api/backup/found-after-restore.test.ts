import { expect, it, onTestFinished } from 'vitest';
import { castWorkspace, files } from '../../testing/cast.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Outside of test mode, in which the search looks for what it has not read all the time. */
async function start(full: boolean): Promise<TestServer> {
  const server = await startTestServer({
    ...(full ? { workspace: castWorkspace() } : {}),
    settings: { testMode: 'off' },
  });
  onTestFinished(server.close);
  return server;
}

const readFiles = async ({ context }: TestServer) =>
  (await context.database.selectFrom('search_files').select('file_key').execute()).map(
    ({ file_key }) => file_key as string,
  );

it('Files of a backup are read for the search soon after a restore, without a start', async () => {
  const [source, target] = [await start(true), await start(false)];
  const { bytes } = await source.call('/workspace/v1/backup');
  expect(await readFiles(target)).toEqual([]);
  const answer = await target.call('/workspace/v1/backup', { method: 'PUT', body: bytes });
  expect(answer.status).toBe(200);
  await expect.poll(() => readFiles(target)).toContain(files.open);
});
