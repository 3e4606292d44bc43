import { describe, expect, it } from 'vitest';
import { networkOf } from '../../access/address-network.ts';
import type { BlobId } from '../../blobs/blob-store.ts';
import { castServer, files, organizations, smallDesign } from '../../testing/cast.ts';

const { play, server } = castServer();
const stranger = { token: null };
const path = `/viewer/v1/files/${files.open}`;

/** Steps of a reading that does not end. */
function* endless(): Generator<void, never> {
  for (;;) yield;
}

describe('What strangers ask of the layers of a file', () => {
  const questions = [
    `${path}/prototype`,
    `${path}/prototype?node-id=1:2`,
    `${path}/nodes?name=pict`,
    `${path}/nodes/1:2/clicks`,
    `${path}/nodes/1:2/children`,
    `${path}/nodes/1:2/colors`,
    `${path}/gaps`,
    `${path}?node-id=1:2`,
    `${path}/nodes/1:3`,
  ];

  /** The facts with a node are read twice: its place, and the pages. */
  const begun = questions.length + 1;

  const askAll = (times: number) =>
    Promise.all(
      questions.flatMap((question) => Array.from({ length: times }, () => play(stranger, `GET ${question}`))),
    );

  it('is read of its document once, however many ask and how often, and anew once the document is another', async () => {
    await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });
    const { readings } = server().context;
    const before = readings.begun();
    const answers = await askAll(5);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const [place] of questions.entries())
      expect(new Set(answers.slice(5 * place, 5 * place + 5).map(({ text }) => text)).size).toBe(1);
    expect(readings.begun() - before).toBe(begun);
    await askAll(1);
    expect(readings.begun() - before).toBe(begun);
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, smallDesign('Other'));
    await askAll(2);
    expect(readings.begun() - before).toBe(2 * begun);
    expect((await play('admin', 'GET /metrics')).text).toContain(
      `vitrine_document_readings_total ${readings.begun()}`,
    );
  });

  it('is answered while a file of monstrous size is read for a stranger elsewhere', async () => {
    await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });
    const gone = new AbortController();
    const party = { organization: organizations.elsewhere, caller: networkOf('192.0.2.1') };
    const huge = server().context.readings.read(
      { document: 'huge' as BlobId, question: 'all', stranger: party, signal: gone.signal },
      (run) => run(endless()),
    );
    expect((await play(stranger, `GET ${path}/nodes?name=meanwhile`)).status).toBe(200);
    expect((await play(stranger, `GET ${path}/nodes/1:2/clicks`)).status).toBe(200);
    gone.abort();
    await expect(huge).rejects.toThrow();
  });

  it('is refused with a hint when to try again, where their address waits for too much', async () => {
    await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });
    const gone = new AbortController();
    const party = { organization: organizations.acme, caller: networkOf('127.0.0.1') };
    const held = Array.from({ length: 20 }, (_, number) =>
      server().context.readings.read(
        { document: 'held' as BlobId, question: `${number}`, stranger: party, signal: gone.signal },
        (run) => run(endless()),
      ),
    );
    const ask = () => play(stranger, `GET ${path}/nodes?name=held`);
    const refused = await ask();
    expect([refused.status, refused.headers['retry-after'], refused.json.err]).toEqual([
      503,
      '1',
      'Too much is asked of designs at once. Try again in a second.',
    ]);
    gone.abort();
    await Promise.allSettled(held);
    await expect.poll(async () => (await ask()).status).toBe(200);
  });
});
