import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OrganizationId } from '../../contract/branded-ids.ts';
import { sharedFontFamilies } from '../../fonts/fonts-store.ts';
import { fontSet } from '../../images/font-set.ts';
import { deleteUnreferencedBlobs } from '../../jobs/blob-sweep.ts';
import { openFontRegistry } from '../../render/text/open-font-registry.ts';
import { buildFont } from '../../render/text/test-font.suite.ts';
import { type Actor, castServer, castWorkspace, organizations } from '../../testing/cast.ts';
import { startTestServer } from '../../testing/test-server.ts';

const { play, server } = castServer();
const path = '/workspace/v1/fonts';
const { acme, elsewhere } = organizations;

const boxes = (family: string, weight = 400): Uint8Array =>
  buildFont({ family, weight, advances: { a: 500, b: 600, ' ': 250 } });

const list = async (who: Actor, query = '') => (await play(who, `GET ${path}${query}`)).json.fonts;
const add = (who: Actor, bytes: Uint8Array | string, query = '') => play(who, `POST ${path}${query}`, bytes);

/** Families that files of an organization are drawn with, those of the program left out. */
async function drawnWith(organization: OrganizationId | null): Promise<string[]> {
  const { files } = await fontSet(server().context, organization);
  return files.map(({ faces }) => faces[0]!.family);
}

describe('Adding a font', () => {
  it('makes it available for drawing texts', async () => {
    const answer = await add('admin', boxes('Acme Sans', 700));
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { origin: 'added', family: 'Acme Sans', organization: null, shared: false, faces: [{ weight: 700 }] },
    ]);
    expect((await list('admin'))[0]).toEqual(answer.json);
    const { files } = await fontSet(server().context, acme);
    const { face, substitution } = openFontRegistry(files).find({ fontFamily: 'Acme Sans', fontWeight: 700 });
    expect([face.family, face.has(0x61), substitution]).toEqual(['Acme Sans', true, undefined]);
  });

  it('of an organization is used in its files alone, and counts as shared by it', async () => {
    const { json } = await add('alice', boxes('House Sans'));
    expect(json).toMatchObject({ organization: acme, shared: true });
    expect(await drawnWith(acme)).toEqual(['House Sans']);
    expect(await drawnWith(elsewhere)).toEqual([]);
    const { database } = server().context;
    expect(await sharedFontFamilies(database, acme)).toEqual(new Set(['House Sans']));
    expect(await sharedFontFamilies(database, elsewhere)).toEqual(new Set());
  });

  it('accepts WOFF2, and the same font only once', async () => {
    const packed = await readFile(
      createRequire(import.meta.url).resolve('inter-ui/Inter (web)/Inter-Bold.woff2'),
    );
    const first = await add('admin', packed);
    expect(first.json).toMatchObject({ family: 'Inter', faces: [{ post_script_name: 'Inter-Bold' }] });
    expect((await add('admin', packed)).json.id).toBe(first.json.id);
    expect((await add('alice', packed)).json.id).not.toBe(first.json.id);
  });

  it.each([
    ['admin', '', 200],
    ['admin', `?organization=${acme}`, 200],
    ['admin', '?organization=12345', 404],
    ['alice', '', 200],
    ['alice', `?organization=${elsewhere}`, 404],
    ['bob', '', 403],
    ['carla', `?organization=${acme}`, 403],
    ['dan', `?organization=${acme}`, 404],
    [{ token: null }, '', 403],
  ] as const)('as %s with "%s": %i', async (who, query, status) => {
    expect((await add(who, boxes('Acme Sans'), query)).status).toBe(status);
    expect((await play(who, `GET ${path}${query}`)).status).toBe(status);
  });
});

describe('A file that is not a sound font', () => {
  const sound = boxes('Broken');
  const woff2 = Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(200, 7)]);

  it.each([
    ['nothing', Buffer.alloc(0), 'The font is too short.'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\nand something more'), 'The file is not a font.'],
    ['a cut font', sound.subarray(0, sound.length / 2), 'The font is cut off.'],
    ['WOFF2 of noise', woff2, undefined],
    [
      'a collection of a thousand million fonts',
      Buffer.from(`ttcf\0\x01\0\0\x3b\x9a\xca\0${'\0'.repeat(99)}`, 'latin1'),
      'The font is broken.',
    ],
  ])('is refused: %s', async (_name, bytes, sentence) => {
    const answer = await add('admin', bytes);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toEqual(sentence ?? expect.stringMatching(/^The (font|WOFF2 file) .*\.$/));
    expect((await list('admin')).filter(({ id }: { id: string | null }) => id !== null)).toEqual([]);
  });

  it('is refused when it is larger than 32 MB', async () => {
    const answer = await add('admin', Buffer.alloc(32 * 1024 * 1024 + 1));
    expect(answer.status).toBe(413);
  });
});

describe('Listing the fonts', () => {
  it('names the built-in families with their faces', async () => {
    const builtIn = (await list('admin')).filter(({ origin }: { origin: string }) => origin === 'built_in');
    const faces = Object.fromEntries(
      builtIn.map((font: { family: string; faces: unknown[] }) => [font.family, font.faces.length]),
    );
    expect(faces).toMatchObject({ Inter: 18, 'Noto Sans': 18, 'Noto Sans Arabic': 9, 'Noto Color Emoji': 1 });
  });

  it('shows an administrator of an organization its own and everybody’s', async () => {
    await add('admin', boxes('Everybody'));
    await add('admin', boxes('House'), `?organization=${acme}`);
    await add('admin', boxes('Their'), `?organization=${elsewhere}`);
    const added = async (who: Actor) =>
      (await list(who)).flatMap(({ id, family }: { id: unknown; family: string }) => (id ? [family] : []));
    expect(await added('alice')).toEqual(['Everybody', 'House']);
    expect(await added('admin')).toEqual(['Everybody', 'House', 'Their']);
  });

  it('finds what is put into the folder while the server runs, and leaves out what is not a font', async () => {
    const folder = join(server().folder, 'fonts');
    const before = await fontSet(server().context, null);
    await mkdir(folder);
    try {
      await writeFile(join(folder, 'dropped.ttf'), boxes('Dropped'));
      await writeFile(join(folder, 'noise.otf'), 'noise noise noise');
      await writeFile(join(folder, 'notes.txt'), 'no font');
      const found = (await list('admin')).filter(({ origin }: { origin: string }) => origin === 'folder');
      expect(found).toMatchObject([{ id: null, file: 'dropped.ttf', family: 'Dropped' }]);
      const after = await fontSet(server().context, null);
      expect(after.fingerprint).not.toBe(before.fingerprint);
      expect(openFontRegistry(after.files).find({ fontFamily: 'Dropped' }).substitution).toBeUndefined();
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(await fontSet(server().context, null)).toEqual(before);
  });
});

describe('Fonts of a workspace file', () => {
  const apply = (font: object) => play('admin', 'POST /workspace/v1/apply', { fonts: [font] });
  const shared = () => sharedFontFamilies(server().context.database, acme);

  it('are known by their family, shared or not, and drawn with only once their bytes are added', async () => {
    const font = { family: 'Acme Sans', organization: acme };
    const first = (await apply(font)).json;
    expect(first).toMatchObject({ created: [{ kind: 'font', id: `${acme}/Acme Sans` }], warnings: [] });
    expect((await apply({ ...font, shared: true })).json).toMatchObject({ created: [], updated: [] });
    expect(await list('alice')).toContainEqual(
      expect.objectContaining({ origin: 'named', family: 'Acme Sans', shared: true, faces: [] }),
    );
    expect([await shared(), await drawnWith(acme)]).toEqual([new Set(['Acme Sans']), []]);
    expect((await apply({ ...font, shared: false })).json.updated).toHaveLength(1);
    expect(await shared()).toEqual(new Set());
  });

  it('must name an organization that exists', async () => {
    const { status, json } = await apply({ family: 'Acme Sans', organization: '12345' });
    expect([status, json.message]).toEqual([
      400,
      'The font "Acme Sans" names the organization "12345", which does not exist.',
    ]);
  });
});

describe('Deleting a font', () => {
  it.each([
    ['admin', 200, 200],
    ['alice', 403, 200],
    ['bob', 403, 403],
    ['dan', 403, 404],
  ] as const)('as %s: everybody’s %i, Acme’s %i', async (who, ofAll, ofAcme) => {
    const everybody = (await add('admin', boxes('Everybody'))).json.id;
    const house = (await add('alice', boxes('House'))).json.id;
    expect((await play(who, `DELETE ${path}/${everybody}`)).status).toBe(ofAll);
    expect((await play(who, `DELETE ${path}/${house}`)).status).toBe(ofAcme);
    const gone = [ofAll === 200 ? [] : ['Everybody'], ofAcme === 200 ? [] : ['House']].flat();
    expect(await drawnWith(acme)).toEqual(gone);
  });

  it('that does not exist answers 404', async () => {
    expect((await play('admin', `DELETE ${path}/0`)).status).toBe(404);
  });
});

describe('The bytes of added fonts', () => {
  it('are kept while the font exists', async () => {
    const { context, folder } = server();
    const inDays = context.clock.now() + 9 * 86_400_000;
    const { id } = (await add('admin', boxes('Kept'))).json;
    await deleteUnreferencedBlobs(context, inDays);
    expect((await fontSet(context, null)).files).toHaveLength(1);
    const before = (await readdir(join(folder, 'blobs'), { recursive: true })).length;
    await play('admin', `DELETE ${path}/${id}`);
    await deleteUnreferencedBlobs(context, inDays);
    expect((await readdir(join(folder, 'blobs'), { recursive: true })).length).toBeLessThan(before);
  });

  it('are in a backup, and back after it is restored', async () => {
    await add('admin', boxes('Saved'));
    const archive = (await play('admin', 'GET /workspace/v1/backup')).bytes;
    const other = await startTestServer({ workspace: castWorkspace() });
    try {
      expect((await other.call('/workspace/v1/backup', { method: 'PUT', body: archive })).status).toBe(200);
      const { files } = await fontSet(other.context, null);
      expect(openFontRegistry(files).find({ fontFamily: 'Saved' }).substitution).toBeUndefined();
    } finally {
      await other.close();
    }
  });
});
