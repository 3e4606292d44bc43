import { describe, expect, it } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { readOverlay, writeOverlay } from '../document/overlay.ts';
import { patchList } from '../document/patches.ts';
import { NodeColumn } from '../document/snapshot-layout.ts';
import { openTables } from '../document/snapshot-tables.ts';
import { castWorkspace, files, onePixelPng, people, projects, smallDesign } from '../testing/cast.ts';
import { refusalOf } from '../testing/doors/brought-by-file.ts';
import {
  byRestore,
  changeBlob,
  type Entries,
  restoreChanged,
  withColumns,
} from '../testing/doors/by-restore.ts';
import { saying } from '../testing/doors/refusals.ts';
import { rulesOfNouns } from '../testing/doors/rules.ts';
import type { Visit } from '../testing/doors/visit.ts';
import { onServersOfBothEngines } from '../testing/server-on-both-engines.ts';

/** Rules that rows keep together, which the database is asked for: by noun and title in the table of doors. */
const together: Readonly<Record<string, readonly string[]>> = {
  people: ['An e-mail address is that of one person in an organization'],
  places: ['A project lies in one of its own team', 'No project lies in itself'],
  files: [
    'A branch has no branches',
    'A branch is where its main file is',
    'The versions of a file have growing ids',
  ],
  libraries: ['A file is no library of its own', 'A library was published', 'A branch is no library'],
  comments: ['Nobody replies to a reply', 'A reply stays in its thread'],
  'dev mode': [
    'A node has ten dev resources at the most',
    'The dev resources of a node have addresses of their own',
    'Dev resources hang on main files',
  ],
  'published apps': ['An app is for a team of its organization'],
};

const png = onePixelPng.toString('base64');
const open = { key: files.open, name: 'Design open', project: projects.open, owner: people.alice };
const image = { files: [{ ...open, images: { one: png } }] };

onServersOfBothEngines('A restore', castWorkspace(), ({ play, server }) => {
  const visit = (): Visit => ({ play, server: server(), context: server().context });
  const kept = Object.entries(together).flatMap(([noun, titles]) =>
    titles.map((title): [string, string] => [noun, title]),
  );

  describe('refuses rows that break a rule of', () => {
    it.each(kept)('%s: %s, and changes nothing', async (noun, title) => {
      const { before, words, at } = rulesOfNouns[noun]?.[title] ?? {};
      if (typeof at?.restore !== 'function' || words === undefined) throw new Error('There is no such row.');
      await before?.(visit());
      const answer = await at.restore(visit());
      if (typeof answer !== 'object') throw new Error('A restore answers.');
      const sentences = [words].flat().filter((sentence) => !sentence.startsWith('The rows of the backup'));
      expect([answer.status, refusalOf(answer)]).toEqual([400, expect.stringMatching(saying(sentences))]);
      expect((await play('alice', 'GET /workspace/v1/teams')).status).toBe(200);
    });
  });

  const restored = async (table: string, columns: Record<string, string | number>) => {
    const answer = await byRestore(table, withColumns(columns))(visit());
    if (typeof answer !== 'object') throw new Error('A restore answers.');
    return answer;
  };
  const values: readonly [string, string, Record<string, string | number>][] = [
    ['a time beyond all times', 'versions', { created_at: 8.64e15 + 1 }],
    ['a time that is no exact number', 'users', { created_at: 2 ** 53 }],
    ['a size below nothing', 'image_fills', { size_bytes: -1 }],
    ['a key that no address holds', 'files', { key: '../a' }],
    ['JSON that is none', 'tokens', { scopes: '[' }],
    ['a kind of file that there is not', 'files', { editor_type: 'letter' }],
  ];
  it.each(values)('refuses %s, and names table, row and column', async (_title, table, columns) => {
    await play('admin', 'POST /workspace/v1/apply', image);
    const answer = await restored(table, columns);
    const [column] = Object.keys(columns);
    const sentence = new RegExp(
      `"${column}" of ${table} \\(.+\\) is .+, and not .+\\. Nothing was changed\\.$`,
    );
    expect([answer.status, refusalOf(answer)]).toEqual([400, expect.stringMatching(sentence)]);
  });

  it('refuses a blob that is no design where one is meant, and a difference without what it is from', async () => {
    await play('admin', 'POST /workspace/v1/apply', image);
    const [{ blob } = { blob: '' }] = await server()
      .context.database.selectFrom('image_fills')
      .select('blob')
      .execute();
    const asVersion = await restored('versions', { snapshot: blob });
    expect([asVersion.status, refusalOf(asVersion)]).toEqual([
      400,
      expect.stringMatching(
        new RegExp(
          `^"snapshot" of versions \\(file \\w+, version \\d+\\) names the blob ${blob}, which is no design: The snapshot is cut off. Nothing was changed.$`,
        ),
      ),
    ]);
    expect((await play('alice', `GET /v1/files/${files.open}`)).status).toBe(200);
  });

  const state = { status: 'READY_FOR_DEV', message: null };
  /** A file with a design and one more version, which is kept as the difference from it. */
  const makeDifference = async () => {
    const path = `PUT /workspace/v1/files/${files.open}`;
    expect((await play('alice', `${path}/content`, smallDesign('Forged'))).status).toBe(200);
    expect((await play('alice', `${path}/nodes/1:2/dev-status`, state)).status).toBe(200);
  };
  const idOf = (entries: Entries, magic: string): string =>
    [...entries].find(([, bytes]) => bytes.subarray(0, 8).toString() === magic)?.[0].slice(6) ?? '';
  const bytesOf = (entries: Entries, id: string): Buffer => Buffer.from(entries.get(`blobs/${id}`) ?? '');

  it('refuses a design that was forged behind its header, and names file and version', async () => {
    await makeDifference();
    const answer = await restoreChanged(visit(), (entries) => {
      const id = idOf(entries, 'VITRSNAP');
      const bytes = bytesOf(entries, id);
      const { position } = openTables(memorySource(bytes)).sections.records;
      // A node that is its own end: who walked over its siblings would never come to one.
      bytes.writeUInt32LE(1, position + (18 + NodeColumn.subtreeEnd) * 4);
      changeBlob(entries, id, bytes);
    });
    const sentence =
      /^"(base" of overlays|snapshot" of versions \(file \w+, version \d+\)).* which is no design: Its tables are not those of its document\. Nothing was changed\.$/;
    expect([answer.status, refusalOf(answer)]).toEqual([400, expect.stringMatching(sentence)]);
  });

  it('refuses a difference that was forged, and names file and version', async () => {
    await makeDifference();
    const answer = await restoreChanged(visit(), async (entries) => {
      const id = idOf(entries, 'VITROVER');
      const { base, patches } = readOverlay(memorySource(bytesOf(entries, id)))!;
      const [patch] = patches.patches;
      const forged = patchList([{ ...patch!, bytes: Buffer.from('"a":1},{') }]);
      changeBlob(entries, id, await writeOverlay(base, forged));
    });
    const sentence =
      /^"snapshot" of versions \(file \w+, version \d+\) .*: Its changes of the node at byte \d+ .* Nothing was changed\.$/;
    expect([answer.status, refusalOf(answer)]).toEqual([400, expect.stringMatching(sentence)]);
    expect((await restoreChanged(visit(), () => {})).status).toBe(200);
  });

  it('refuses a whole design where a difference is meant', async () => {
    await makeDifference();
    const answer = await restoreChanged(visit(), (entries) => {
      const whole = Buffer.from(bytesOf(entries, idOf(entries, 'VITRSNAP')));
      whole.writeUInt8(whole.readUInt8(whole.length - 1) ^ 1, whole.length - 1);
      changeBlob(entries, idOf(entries, 'VITROVER'), whole);
    });
    const sentence =
      /which is no design: It is not the difference that overlays says it is\. Nothing was changed\.$/;
    expect([answer.status, refusalOf(answer)]).toEqual([400, expect.stringMatching(sentence)]);
  });

  it('takes back all that a workspace file may bring', async () => {
    const bob = { id: people.bob, handle: 'Bob', email: 'bob@example.com' };
    const tokens = [{ name: 'of no app', kind: 'oauth', scopes: ['workspace:read'] }];
    const brought = await play('admin', 'POST /workspace/v1/apply', { users: [{ ...bob, tokens }] });
    expect(brought.status).toBe(200);
    const { bytes } = await play('admin', 'GET /workspace/v1/backup');
    expect((await play('admin', 'PUT /workspace/v1/backup', bytes)).status).toBe(200);
  });
});
