import { describe, expect, it } from 'vitest';
import { castServer, files, projects, smallDesign } from '../testing/cast.ts';

const { play } = castServer();
const megabyte = 1024 * 1024;
const key = files.open;
const [file, own, viewer] = [`/v1/files/${key}`, `/workspace/v1/files/${key}`, `/viewer/v1/files/${key}`];

const box = { x: 0, y: 0, width: 10, height: 10 };

/** Nodes that say megabytes of themselves: by a name, a text, plugin data and paints, and one with many children. */
function monstrous(letter: string) {
  const long = letter.repeat(5 * megabyte);
  const design = smallDesign('Open') as { document: { children: { children: object[] }[] } };
  const node = (id: string, type: string, more: object) => ({
    id,
    type,
    name: id,
    absoluteBoundingBox: box,
    fills: [],
    strokes: [],
    effects: [],
    blendMode: 'NORMAL',
    constraints: { vertical: 'TOP', horizontal: 'LEFT' },
    ...more,
  });
  const paint = { blendMode: 'NORMAL', type: 'SOLID', color: { r: 0, g: 0, b: 0, a: 1 } };
  const many = Array.from({ length: 2_000 }, (_, place) => node(`7:${place}`, 'RECTANGLE', {}));
  design.document.children[0]!.children.push(
    node('2:1', 'FRAME', { name: long, children: [node('2:2', 'COMPONENT', { children: [] })] }),
    node('2:3', 'TEXT', { characters: long, style: { fontFamily: 'Inter' } }),
    node('2:4', 'FRAME', { pluginData: { 7: { a: long } }, children: [] }),
    node('2:5', 'FRAME', { name: `Many ${letter}`, children: many }),
    node('2:6', 'RECTANGLE', { fills: Array.from({ length: 20_000 }, () => paint), styles: { fill: '9:1' } }),
  );
  return {
    ...design,
    components: { '2:2': { key: 'c'.repeat(40), name: long, description: long } },
    styles: { '9:1': { key: 's'.repeat(40), name: long, description: long, styleType: 'FILL' } },
  };
}

const nodes = ['2:1', '2:2', '2:3', '2:4', '2:5', '2:6', '0:1'];

describe('Of nodes that say megabytes of themselves', () => {
  let versions: string[];

  async function prepare() {
    versions = [];
    await play('alice', `PATCH ${own}`, { link_access: 'view' });
    for (const letter of ['a', 'b']) {
      const { json } = await play('alice', `PUT ${own}/content`, monstrous(letter));
      versions.push(json.version);
    }
  }

  it('every answer of our own is bounded, and so is what a library offers', async () => {
    await prepare();
    const [from, to] = versions;
    const ofNodes = nodes.flatMap((id) => [
      `${viewer}/nodes/${id}`,
      `${viewer}/nodes/${id}/children`,
      `${viewer}/nodes/${id}/clicks`,
      `${viewer}/nodes/${id}/colors`,
      `${viewer}/prototype?node-id=${id}`,
      `${viewer}?node-id=${id}`,
    ]);
    const selectors = ['*', 'FRAME', 'TEXT', 'COMPONENT', '[name*=a]'].map(encodeURIComponent);
    const asked = [
      ...ofNodes,
      viewer,
      `${viewer}/gaps`,
      `${viewer}/nodes?name=a`,
      `${viewer}/nodes?name=many`,
      ...selectors.map((selector) => `${own}/select?properties=characters,fills&selector=${selector}`),
      ...selectors.map((selector) => `/workspace/v1/projects/${projects.open}/select?selector=${selector}`),
      ...['', '/frames'].map((part) => `${own}/diff${part}?from=${from}&to=${to}`),
      `${own}/library`,
      '/workspace/v1/search?type=FRAME',
      `/workspace/v1/search?type=TEXT&file=${key}`,
      `/workspace/v1/renders?file=${key}`,
      `/workspace/v1/fonts/missing?file=${key}`,
    ];
    const sizes: [string, number, boolean][] = [];
    for (const path of asked) {
      const { status, bytes } = await play('alice', `GET ${path}`);
      // A panel says that it does not show so much.
      if (status !== 400) expect([path, status]).toEqual([path, 200]);
      sizes.push([path, bytes.length, bytes.length < 2 * megabyte]);
    }
    expect(sizes.filter(([, , isBounded]) => !isBounded)).toEqual([]);

    expect((await play('alice', `POST ${own}/publish`, {})).status).toBe(200);
    for (const kind of ['components', 'styles']) {
      const { json } = await play('admin', `GET ${file}/${kind}`);
      const [asset] = json.meta[kind];
      expect([asset.name.length, asset.description.length]).toEqual([1_000, 100_000]);
      if (kind === 'components') expect(asset.containing_frame.name.length).toBe(1_000);
    }
  });

  it('a state of development is set without what they say being written anew', async () => {
    await prepare();
    for (const id of ['2:1', '2:4']) {
      const set = await play('alice', `PUT ${own}/nodes/${id}/dev-status`, { status: 'READY_FOR_DEV' });
      expect([set.status, set.json.version === versions[1]]).toEqual([200, false]);
      const shown = await play('alice', `GET ${file}/nodes?ids=${id}&depth=1`);
      const { document } = shown.json.nodes[id];
      expect([document.devStatus, document.absoluteBoundingBox.width]).toEqual([
        { type: 'READY_FOR_DEV' },
        10,
      ]);
    }
  });

  it('no change of nodes and no merge reads megabytes of them at once', async () => {
    // Entries of components and styles are read one by one, each at once.
    const components = { '2:2': { key: 'c'.repeat(40), name: 'Component', description: '' } };
    const design = { ...monstrous('a'), components, styles: {} };
    expect((await play('alice', `PUT ${own}/content`, design)).status).toBe(200);
    const branch = { name: 'Branch', key: 'aBranch' };
    expect((await play('admin', `POST ${own}/branches`, branch)).status).toBe(200);
    const set = (id: string) => ({ op: 'set', id, properties: { opacity: 0.5 } });
    const small = { type: 'RECTANGLE', name: 'Small', absoluteBoundingBox: box };
    const changes: object[][] = [
      ['2:1', '2:3', '2:4', '2:6'].map(set),
      [{ op: 'insert', parent: '2:1', node: small }],
      [{ op: 'move', id: '2:2', parent: '2:4' }],
      [{ op: 'move', id: '2:1', parent: '2:5' }],
      [{ op: 'copy', id: '2:1', parent: '0:1' }],
      [{ op: 'copy', id: '2:3', parent: '2:1' }],
      [{ op: 'remove', id: '2:4' }],
    ];
    const longest = await longestRead(async () => {
      for (const operations of changes)
        expect([operations, (await play('alice', `PATCH ${own}/nodes`, { operations })).status]).toEqual([
          operations,
          200,
        ]);
      const ofBranch = [{ op: 'copy', id: '2:3', parent: '0:1' }, set('2:5')];
      const inBranch = '/workspace/v1/files/aBranch/nodes';
      expect((await play('alice', `PATCH ${inBranch}`, { operations: ofBranch })).status).toBe(200);
      for (const direction of ['from_main', 'into_main']) {
        const { status, json } = await play('alice', `POST ${own}/branches/aBranch/merge`, { direction });
        expect([direction, status, json.changed > 0]).toEqual([direction, 200, true]);
      }
    });
    expect(longest).toBeLessThanOrEqual(megabyte);
  });
});

/** How much of a text is read and of bytes made a text in one piece at the most, while something is done. */
async function longestRead(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const { parse } = JSON;
  const { toString: textOf } = Buffer.prototype;
  const noted = (length: number): void => {
    longest = Math.max(longest, length);
  };
  JSON.parse = (text, ...more) => {
    noted(String(text).length);
    return parse(text, ...more);
  };
  Buffer.prototype.toString = function (this: Buffer, ...asked: Parameters<Buffer['toString']>) {
    const [encoding, start = 0, end = this.length] = asked;
    noted(Math.min(end, this.length) - start);
    return textOf.call(this, encoding, start, end);
  };
  try {
    await work();
  } finally {
    JSON.parse = parse;
    Buffer.prototype.toString = textOf;
  }
  return longest;
}
