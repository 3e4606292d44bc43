import http2 from 'node:http2';
import { generateDocument } from '../big-document.ts';
import { download } from '../render/download-all.ts';
import { type Ask, askWell, openClient } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';
import type { Place, Work } from './turns.ts';

const file = '/v1/files/file';
const design = { nodes: 4000, approximateBytes: 2_700_000 };
const gzip = { 'accept-encoding': 'gzip' };

export const posted = (body: object): Ask => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/** Calls of one client, one after the other, about a file of 4,000 nodes with forty comments. */
export async function openAnswers(folder: string, program: string): Promise<Place> {
  const vitrine = await startVitrine(folder, ['file'], {}, program);
  const { client, pid } = vitrine;
  await putContent(vitrine, 'file', generateDocument(design));
  const comment = () => askWell(client, `${file}/comments`, posted({ message: 'A comment' }));
  for (let number = 0; number < 40; number += 1) await comment();
  const get = (path: string, ask?: Ask): Work => ({ ask: () => askWell(client, path, ask) });
  const { overHttp2, close } = openHttp2(vitrine);
  return {
    pid,
    work: {
      'current user': get('/v1/me'),
      'current user over HTTP/2': overHttp2('/v1/me'),
      'current user over a new connection': { ask: () => askOnce(vitrine, '/v1/me') },
      'health, without a token': get('/healthz'),
      'one frame': get(`${file}/nodes?ids=1:2,1:3`),
      'upper levels': get(`${file}?depth=2`),
      'metadata of a file': get(`${file}/meta`),
      'whole file': get(file),
      'whole file over HTTP/2': overHttp2(file),
      'whole file, gzip': get(file, { headers: gzip }),
      'whole file, gzip, over HTTP/2': overHttp2(file, gzip),
      'a list of versions': get(`${file}/versions`),
      'a list of files': get('/v1/projects/200/files'),
      'a list of comments': get(`${file}/comments`),
      'a version is named': {
        ask: () => askWell(client, '/workspace/v1/files/file/versions', posted({ label: 'Named' })),
        settles: true,
      },
      'a comment is made': { ask: comment, settles: true },
    },
    close: async () => {
      close();
      await vitrine.stop();
    },
  };
}

async function askOnce({ url, ca, headers }: Vitrine, path: string): Promise<void> {
  const client = openClient(url, ca, headers);
  await askWell(client, path);
  client.close();
}

function openHttp2({ url, ca, headers }: Vitrine) {
  let session = http2.connect(url, { ca });
  /** The server ends a connection on which nothing was asked for a while. */
  const openSession = () => {
    if (session.closed || session.destroyed) session = http2.connect(url, { ca });
    return session;
  };
  return {
    overHttp2: (path: string, more: Readonly<Record<string, string>> = {}): Work => ({
      ask: () => download(openSession(), url + path, { ...headers, ...more }),
    }),
    close: () => session.close(),
  };
}
