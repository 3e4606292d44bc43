import { once } from 'node:events';
import http2 from 'node:http2';
import { expect, onTestFinished, test } from 'vitest';
import { collector } from '../cli/serve/memory-at-rest.ts';
import { startTestServer } from '../testing/test-server.ts';

const mebibyte = 2 ** 20;

const collectGarbage = collector();

function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test.each(['/openapi.json', '/docs/files'])(
  'Answers of %s that nobody reads share their memory',
  async (path) => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { bytes } = await server.call(path, { token: null });
    expect(bytes.length).toBeGreaterThan(mebibyte / 8);
    const sessions = Array.from({ length: 4 }, () =>
      http2.connect(server.url, { rejectUnauthorized: false }),
    );
    const before = heldBytes();
    const heads = sessions.flatMap((session) =>
      Array.from({ length: 100 }, () => {
        const stream = session.on('error', () => {}).request({ ':path': path });
        return once(stream.on('error', () => {}).pause(), 'response');
      }),
    );
    await Promise.all(heads);
    // What the client has taken, and a third of what copies would take.
    expect(heldBytes() - before).toBeLessThan((heads.length * bytes.length) / 3);
    for (const session of sessions) session.destroy();
  },
);
