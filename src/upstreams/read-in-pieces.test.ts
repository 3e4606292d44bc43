import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readInPieces } from './read-in-pieces.ts';
import { UpstreamFailed } from './upstream-failed.ts';
import type { UpstreamLine } from './upstream-line.ts';

interface Node {
  readonly id: string;
  readonly name: string;
  readonly children?: readonly Node[];
}

const sizeOf = (node: Node): number => 1 + (node.children ?? []).reduce((sum, one) => sum + sizeOf(one), 0);
const shallow = (node: Node, depth: number): Node =>
  node.children === undefined
    ? node
    : { ...node, children: depth === 0 ? [] : node.children.map((one) => shallow(one, depth - 1)) };

function findNode(node: Node, id: string): Node | undefined {
  if (node.id === id) return node;
  for (const child of node.children ?? []) {
    const found = findNode(child, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Answers as an upstream does that answers so many nodes at once; numbers are spelled as no printer spells them. */
function lineTo(document: Node, most: number, asked: string[] = []): UpstreamLine {
  const bytes = async (path: string): Promise<Uint8Array> => {
    asked.push(path);
    const url = new URL(path, 'https://upstream.example');
    const depth = Number(url.searchParams.get('depth') ?? Infinity);
    const ids = url.searchParams.get('ids')?.split(',');
    const roots = ids === undefined ? [document] : ids.map((id) => findNode(document, id));
    const shown = roots.map((root) => root && shallow(root, depth));
    const count = shown.reduce((sum, root) => sum + (root === undefined ? 0 : sizeOf(root)), 0);
    if (count > most) throw new UpstreamFailed('too large', 'Too large.');
    const entry = (root: Node | undefined) =>
      root && { document: root, components: { [root.id]: { key: root.id } } };
    const body =
      ids === undefined
        ? { name: 'N', version: '7', document: shown[0], components: {}, schemaVersion: 0 }
        : { nodes: Object.fromEntries(ids.map((id, at) => [id, entry(shown[at]) ?? null])) };
    return Buffer.from(JSON.stringify(body).replaceAll('"N"', '"\\u004e"'));
  };
  const stub = {
    read: () => Promise.reject(new Error('not asked')),
    json: () => Promise.reject(Readable),
    send: () => Promise.reject(),
  };
  return {
    ...stub,
    bytes,
    download: bytes,
    calls: () => asked.length,
    close: async () => {},
  } as UpstreamLine;
}

const tree = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record(
    {
      id: fc.constant('x'),
      name: fc.constantFrom('N', 'ü', '"quoted"', '1.0'),
      children: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'tree' }),
    },
    { requiredKeys: ['id', 'name'], noNullPrototype: true },
  ),
})).node;

/** Every node gets an id of its own. */
function numbered(node: Node, next = { id: 0 }): Node {
  const id = `1:${next.id++}`;
  return { ...node, id, ...(node.children && { children: node.children.map((one) => numbered(one, next)) }) };
}

it('A document in pieces is the document, however little is answered at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(tree, { maxLength: 4 }),
      fc.integer({ min: 6, max: 30 }),
      async (pages, most) => {
        const document = numbered({ id: '', name: 'Document', children: pages });
        const whole = JSON.parse(
          Buffer.from(
            await readInPieces(lineTo(document, most), '/v1/files/k', { mostBytes: 1e6 }),
          ).toString(),
        );
        expect(whole.document).toEqual(document);
        expect([whole.name, whole.version]).toEqual(['N', '7']);
      },
    ),
    { numRuns: 60 },
  );
});

it('A document in pieces keeps the spelling of its texts and numbers', async () => {
  const document = numbered({ id: '', name: 'D', children: [{ id: '', name: 'N' }] });
  const text = Buffer.from(
    await readInPieces(lineTo(document, 6), '/v1/files/k', { mostBytes: 1e6 }),
  ).toString();
  expect(text).toContain('"name":"\\u004e"');
});

it('A document in pieces has the descriptions of components that its parts have', async () => {
  const document = numbered({
    id: '',
    name: 'D',
    children: [
      { id: '', name: 'N' },
      { id: '', name: 'N' },
    ],
  });
  const whole = JSON.parse(
    Buffer.from(await readInPieces(lineTo(document, 9), '/v1/files/k', { mostBytes: 1e6 })).toString(),
  );
  expect(Object.keys(whole.components)).toEqual(['1:1', '1:2']);
});

it('A document of which a node is gone meanwhile is refused', async () => {
  const document = numbered({ id: '', name: 'D', children: [{ id: '', name: 'N' }] });
  const line = lineTo(document, 9);
  const gone = lineTo({ ...document, children: [] }, 9);
  const bytes: UpstreamLine['bytes'] = (path, tier) =>
    path.includes('/nodes?') ? gone.bytes(path, tier) : line.bytes(path, tier);
  await expect(readInPieces({ ...line, bytes }, '/v1/files/k', { mostBytes: 1e6 })).rejects.toThrow(
    /no node 1:1 any more/,
  );
});

it('A document whose parts come to more than a design may have is refused, and no more of it is asked for', async () => {
  const pages = Array.from({ length: 200 }, () => ({ id: '', name: 'N'.repeat(1000) }));
  const document = numbered({ id: '', name: 'D', children: pages });
  const asked: string[] = [];
  const reading = readInPieces(lineTo(document, 300, asked), '/v1/files/k', { mostBytes: 250_000 });
  await expect(reading).rejects.toThrow(/larger than 250,000 bytes together, the limit set by/);
  expect(asked.length).toBeLessThan(5);
});

/** Answers the nodes that are asked for with children, and nothing that is whole. */
const lineOf = (childrenOf: (id: string) => unknown): UpstreamLine => ({
  ...lineTo({ id: '', name: '' }, 0),
  bytes: async (path) => {
    const { searchParams } = new URL(path, 'https://upstream.example');
    if (searchParams.get('depth') === null) throw new UpstreamFailed('too large', 'Too large.');
    const id = searchParams.get('ids') ?? '0:0';
    const document = { id, children: childrenOf(id) };
    return Buffer.from(JSON.stringify({ document, nodes: { [id]: { document } } }));
  },
});

it.each([{ a: 1 }, {}, 'x', '', 7, null, true])(
  'A document whose children are no list is refused: %j',
  async (children) => {
    const reading = readInPieces(
      lineOf(() => children),
      '/v1/files/k',
      { mostBytes: 1e6 },
    );
    await expect(reading).rejects.toThrow('something that is no design');
  },
);

it('A document whose nodes have children without end is refused', async () => {
  const line = lineOf((id) => [{ id: `${Number(id.split(':')[0]) + 1}:1` }]);
  const reading = readInPieces(line, '/v1/files/k', { mostBytes: 1e9 });
  await expect(reading).rejects.toThrow('something that is no design');
});

it('A document in pieces lets others to work while the ids of its many children are read', async () => {
  const children = Array.from({ length: 50_000 }, (_, at) => ({ id: `1:${at}`, name: 'N' }));
  const document = { id: '0:0', name: 'D', children };
  let turns = 0;
  const line = lineTo(document, 60_000);
  const asked: number[] = [];
  const bytes: UpstreamLine['bytes'] = async (path, tier, patience) => {
    asked.push(turns);
    if (asked.length === 2) throw new UpstreamFailed('not found', 'Gone.');
    const answer = await line.bytes(path, tier, patience);
    const count = () => {
      turns += 1;
      if (asked.length < 2) setImmediate(count);
    };
    setImmediate(count);
    return answer;
  };
  const read = readInPieces({ ...line, bytes } as UpstreamLine, '/v1/files/k', { mostBytes: 1e8 });
  await expect(read).rejects.toThrow('Gone.');
  expect(asked[1]).toBeGreaterThan(3);
});
