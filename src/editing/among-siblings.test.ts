import { describe, expect, it, vi } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { Draft } from './draft.ts';
import type { NodeOperation } from './edit.ts';
import { beginEdit, endEdit } from './edit-document.ts';
import { edited, nodeIn, openNodes } from './edited.suite.ts';
import { documentPieces } from './print-document.ts';

const count = 1000;
const box = { absoluteBoundingBox: { x: 0, y: 0, width: 10, height: 10 } };
const many = (type: string) =>
  openNodes([
    {
      id: '1:1',
      type,
      name: 'Around',
      ...box,
      children: Array.from({ length: count }, (_, place) => ({
        id: `2:${place}`,
        type: 'RECTANGLE',
        name: `Box ${place}`,
        ...box,
      })),
    },
  ]);

const called = (id: string, name: string): NodeOperation => ({ op: 'set', id, properties: { name } });

describe('A node among very many siblings', () => {
  it.each(['FRAME', 'GROUP', 'SECTION'])(
    'is called otherwise, and of a %s none of them is looked at',
    (type) => {
      const document = many(type);
      const looks = vi.spyOn(Draft.prototype, 'at');
      const first = edited(document, [called('2:7', 'Other')]);
      const second = edited(first.after, [called('1:1', 'All'), called('2:7', 'Another')]);
      const rows = new Set(looks.mock.calls.map(([row]) => row));
      looks.mockRestore();
      expect([first.isPatched, second.isPatched]).toEqual([true, true]);
      expect(rows.size).toBeLessThan(6);
      const row = (id: '1:1' | '2:7' | '2:8') => second.after.node(second.after.find(id as never)!);
      expect([row('1:1').name, row('2:7').name, row('2:8').name]).toEqual(['All', 'Another', 'Box 8']);
      expect(nodeIn(second.after, '2:7').name).toBe('Another');
    },
  );

  it('comes and goes, and of them none is copied alone', () => {
    const document = many('FRAME');
    const operations: NodeOperation[] = [
      { op: 'insert', parent: '1:1', index: 500, node: { type: 'RECTANGLE', name: 'New', ...box } },
      { op: 'remove', id: '2:100' },
      { op: 'move', id: '2:900', parent: '1:1', index: 0 },
    ];
    const taking = { asGiven: false, isTrusted: false, overrides: true };
    const { draft } = atOnce(beginEdit(document, { operations, session: 77, ...taking }));
    const { others } = atOnce(endEdit(draft, taking));
    const ranges = [...documentPieces(draft, others)].filter((piece) => !(piece instanceof Uint8Array));
    expect(ranges.length).toBeLessThan(10);
    const names = nodeIn(edited(document, operations).after, '1:1').children.map(
      ({ name }: { name: string }) => name,
    );
    const expected = Array.from({ length: count }, (_, place) => `Box ${place}`);
    expected.splice(500, 0, 'New');
    expected.splice(expected.indexOf('Box 100'), 1);
    expected.unshift(...expected.splice(expected.indexOf('Box 900'), 1));
    expect(names).toEqual(expected);
  });
});

describe('A name that another one took the place of', () => {
  const document = openNodes([
    { id: '1:1', type: 'FRAME', name: 'Old' },
    { id: '1:2', type: 'FRAME' },
  ]);
  const named = (name: string) => {
    const { after, isPatched } = edited(document, [called('1:1', name)]);
    expect(isPatched).toBe(true);
    return after.node(after.find('1:1' as never)!);
  };

  it('is read as it is now, with escapes, and in its beginning where it is long', () => {
    expect(named('A "new" \u2028 one').name).toBe('A "new" \u2028 one');
    const long = 'é'.repeat(5000);
    const { name, shortName } = named(long);
    expect([name, shortName]).toEqual([long, `${'é'.repeat(999)}…`]);
  });

  it('is written with the whole document where the node had none', () => {
    const { after, isPatched } = edited(document, [called('1:2', 'New')]);
    expect([isPatched, after.node(after.find('1:2' as never)!).name]).toEqual([false, 'New']);
  });
});
