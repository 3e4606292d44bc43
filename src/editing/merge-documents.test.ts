import { describe, expect, it } from 'vitest';
import { exactNodeId, type NodeId } from '../contract/branded-ids.ts';
import { nodeValues } from '../document/node-values.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { type Changes, changesBetween } from './changes-between.ts';
import type { NodeOperation } from './edit.ts';
import { answerOf, edited, nodeIn, nodesOf, openNodes } from './edited.suite.ts';
import { type Choice, mergeDocuments } from './merge-documents.ts';
import { TakenSides } from './taken-sides.ts';

const id = exactNodeId('1:2');
const box = (x: number) => ({ absoluteBoundingBox: { x, y: 0, width: 10, height: 10 } });
const base = openNodes([
  {
    id: '1:1',
    type: 'FRAME',
    name: 'A',
    ...box(0),
    children: [{ id: '1:2', type: 'TEXT', name: 'T', characters: 'Old', ...box(1) }],
  },
  { id: '1:3', type: 'FRAME', name: 'B', ...box(20), children: [] },
]);

const set = (id: string, properties: object): NodeOperation => ({
  op: 'set',
  id,
  properties: { ...properties },
});

function merge(ours: NodeOperation[], theirs: NodeOperation[], choices: Choice[] = []) {
  const [mine, other] = [edited(base, ours).after, edited(base, theirs).after];
  const { operations, conflicts } = atOnce(mergeDocuments({ base, ours: mine, theirs: other }, choices));
  const after = edited(mine, operations, { isTrusted: true }).after;
  return { conflicts, after, ids: nodesOf(answerOf(after).document).map(({ id }) => id) };
}

/** What a saved file tells of how a text looks, which no answer has. */
const glyphsIn = (document: Snapshot, id: NodeId): unknown =>
  JSON.parse(nodeValues(document, document.find(id)!, { everything: true }).get('vitrineGlyphs') ?? 'null');

describe('A merge of texts that bring their glyphs', () => {
  const text = (characters: string, more: object = {}) =>
    openNodes([{ id: '1:2', type: 'TEXT', name: 'T', characters, vitrineGlyphs: characters, ...more }]);
  it.each([
    ['of the words that theirs changed', text('Old'), text('Old', { opacity: 0.5 }), text('New')],
    ['of the words that ours changed', text('Old'), text('New'), text('Old', { opacity: 0.5 })],
    ['of a new text', openNodes([]), openNodes([]), text('New')],
  ])('takes those %s', (_which, base, ours, theirs) => {
    const { operations } = atOnce(mergeDocuments({ base, ours, theirs }, []));
    const { after } = edited(ours, operations, { isTrusted: true });
    expect([nodeIn(after, id).characters, glyphsIn(after, id)]).toEqual(['New', 'New']);
  });

  it('shows them in no answer, also where both sides made the same text', () => {
    const [ours, theirs] = [text('Same', { opacity: 0.5 }), text('Same', { opacity: 0.25 })];
    const choices: Choice[] = [{ id, take: 'theirs' }];
    const { operations } = atOnce(mergeDocuments({ base: openNodes([]), ours, theirs }, choices));
    const { after } = edited(ours, operations, { isTrusted: true });
    expect(nodeIn(after, id).opacity).toBe(0.25);
    expect([JSON.stringify(answerOf(after)).includes('vitrineGlyphs'), glyphsIn(after, id)]).toEqual([
      false,
      'Same',
    ]);
  });
});

describe('A merge of what plugins wrote', () => {
  const written = (pluginData: object | undefined, more: object = {}) =>
    openNodes([
      { id: '1:2', type: 'TEXT', name: 'T', characters: 'T', ...(pluginData && { pluginData }), ...more },
    ]);
  const dataIn = (document: Snapshot, key: string): unknown =>
    JSON.parse(nodeValues(document, document.find(id)!, { everything: true }).get(key) ?? 'null');
  const [old, one, other] = [{ 7: { a: 'old' } }, { 7: { a: 'one' } }, { 7: { a: 'other' } }];
  const mergeOf = (base: Snapshot, ours: Snapshot, theirs: Snapshot, choices: Choice[] = []) => {
    const { operations, conflicts } = atOnce(mergeDocuments({ base, ours, theirs }, choices));
    return { conflicts, after: edited(ours, operations, { isTrusted: true }).after };
  };

  it.each([
    ['that theirs changed', written(old), written(old, { opacity: 0.5 }), written(one), one],
    ['that ours changed', written(old), written(one), written(old, { opacity: 0.5 }), one],
    ['that theirs took away', written(old), written(old, { opacity: 0.5 }), written(undefined), null],
    ['that theirs wrote first', written(undefined), written(undefined, { opacity: 0.5 }), written(one), one],
    ['that both wrote alike', written(old), written(one, { opacity: 0.5 }), written(one), one],
  ])('takes that %s', (_which, base, ours, theirs, data) => {
    const { conflicts, after } = mergeOf(base, ours, theirs);
    expect([conflicts, nodeIn(after, id).opacity ?? 1, dataIn(after, 'pluginData')]).toEqual([[], 0.5, data]);
  });

  it('takes that of all plugins, and asks where both wrote something else', () => {
    const shared = (b: string) => ({ opacity: 0.5, sharedPluginData: { n: { b } } });
    const both = mergeOf(written(old), written(one, { opacity: 0.5 }), written(old, shared('new')));
    expect([dataIn(both.after, 'pluginData'), dataIn(both.after, 'sharedPluginData')]).toEqual([
      one,
      { n: { b: 'new' } },
    ]);
    const asked = mergeOf(written(old), written(one), written(other)).conflicts;
    expect(asked).toMatchObject([{ id, property: 'pluginData', ours: JSON.stringify(one) }]);
    const chosen = mergeOf(written(old), written(one), written(other), [{ id, take: 'theirs' }]);
    expect(dataIn(chosen.after, 'pluginData')).toEqual(other);
  });
});

describe('A merge', () => {
  it('takes both properties of one node, and asks where both changed the same one', () => {
    const both = merge([set('1:2', { characters: 'Ours' })], [set('1:2', { opacity: 0.5 })]);
    expect(both.conflicts).toEqual([]);
    expect(nodeIn(both.after, '1:2')).toMatchObject({ characters: 'Ours', opacity: 0.5 });
    const { conflicts } = merge([set('1:2', { characters: 'Ours' })], [set('1:2', { characters: 'Theirs' })]);
    expect(conflicts).toEqual([
      {
        id: '1:2',
        property: 'characters',
        reason: 'Both changed it.',
        base: '"Old"',
        ours: '"Ours"',
        theirs: '"Theirs"',
        sizeBytes: 8,
      },
    ]);
    expect(
      merge([set('1:2', { characters: 'Same' })], [set('1:2', { characters: 'Same' })]).conflicts,
    ).toEqual([]);
  });

  it.each([
    ['ours', 'Ours'],
    ['theirs', 'Theirs'],
  ] as const)('leaves a property to %s where that is chosen', (take, expected) => {
    const sides = [
      [set('1:2', { characters: 'Ours' })],
      [set('1:2', { characters: 'Theirs', opacity: 0.5 })],
    ] as const;
    const chosen = merge([...sides[0]], [...sides[1]], [{ id: '1:2', property: 'characters', take }]);
    expect(chosen.conflicts).toEqual([]);
    expect(nodeIn(chosen.after, '1:2')).toMatchObject({ characters: expected, opacity: 0.5 });
  });

  it('asks where one side removed what the other changed, and does as is chosen', () => {
    const [gone, changed]: [NodeOperation[], NodeOperation[]] = [
      [{ op: 'remove', id: '1:1' }],
      [set('1:2', { opacity: 0.5 })],
    ];
    expect(merge(gone, changed).conflicts).toMatchObject([
      { id: '1:2', reason: expect.stringContaining('removed by ours') },
    ]);
    expect(merge(changed, gone).conflicts).toMatchObject([
      { id: '1:2', reason: expect.stringContaining('removed by theirs') },
    ]);
    const ids = (sides: [NodeOperation[], NodeOperation[]], take: Choice['take']) =>
      merge(...sides, [{ id: '1:2', take }]).ids;
    expect(ids([gone, changed], 'ours')).not.toContain('1:1');
    expect(ids([gone, changed], 'theirs')).toEqual(expect.arrayContaining(['1:1', '1:2']));
    expect(ids([changed, gone], 'ours')).toEqual(expect.arrayContaining(['1:1', '1:2']));
    expect(ids([changed, gone], 'theirs')).not.toContain('1:1');
  });

  it('asks where both moved a node elsewhere, or where both moves would put one into itself', () => {
    const move = (id: string, parent: string): NodeOperation => ({ op: 'move', id, parent });
    expect(merge([move('1:2', '1:3')], [move('1:2', '0:1')]).conflicts).toMatchObject([
      { id: '1:2', property: 'parent' },
    ]);
    expect(merge([move('1:1', '1:3')], [move('1:3', '1:1')]).conflicts).toMatchObject([
      { id: '1:3', property: 'parent' },
    ]);
  });

  it('asks where both made a node with the same id, but for the same node', () => {
    const made = (name: string) => openNodes([{ id: '1:9', type: 'FRAME', name, ...box(0) }]);
    const conflictsOf = (ours: string, theirs: string) =>
      atOnce(mergeDocuments({ base: openNodes([]), ours: made(ours), theirs: made(theirs) }, [])).conflicts;
    expect(conflictsOf('One', 'One')).toEqual([]);
    expect(conflictsOf('One', 'Other')).toEqual([{ id: '1:9', reason: 'Both made a node with this id.' }]);
  });

  it('lets the last word count where a part of what was removed is given up and made anew', () => {
    const chain = openNodes([
      {
        id: '1:1',
        type: 'FRAME',
        name: 'A',
        ...box(0),
        children: ['1:2', '1:3', '1:4'].map((id) => ({ id, type: 'TEXT', name: id, ...box(1) })),
      },
    ]);
    const gone = edited(chain, [{ op: 'remove', id: '1:1' }]).after;
    const changed = ['1:2', '1:3', '1:4'].map((id) => set(id, { opacity: 0.5 }));
    const theirs = edited(chain, changed).after;
    const ids = (...takes: Choice['take'][]) => {
      const choices = takes.map((take, place) => ({ id: `1:${place + 2}`, take }));
      const { operations } = atOnce(mergeDocuments({ base: chain, ours: gone, theirs }, choices));
      const { document } = answerOf(edited(gone, operations, { isTrusted: true }).after);
      return nodesOf(document).map(({ id }) => id as string);
    };
    expect(ids('theirs', 'ours', 'theirs')).toEqual(expect.arrayContaining(['1:1', '1:2', '1:3', '1:4']));
    const lastOurs = ids('theirs', 'theirs', 'ours');
    expect(lastOurs).toEqual(expect.arrayContaining(['1:1', '1:2', '1:3']));
    expect(lastOurs).not.toContain('1:4');
  });

  it('looks at each choice once, however many conflicts there are', () => {
    const many = (name: string) =>
      openNodes(Array.from({ length: 200 }, (_, at) => ({ id: `2:${at}`, type: 'TEXT', name })));
    let reads = 0;
    const choices = Array.from(
      { length: 100 },
      (_, at): Choice => ({
        get id() {
          reads++;
          return `2:${at}`;
        },
        take: 'theirs',
      }),
    );
    const documents = { base: many('a'), ours: many('b'), theirs: many('c') };
    expect(atOnce(mergeDocuments(documents, choices)).conflicts.length).toBe(100);
    expect(reads).toBe(100);
  });

  it('goes once through what was removed together, in steps, however many conflicts are in it', () => {
    const children = Array.from({ length: 300 }, (_, at) => ({ id: `2:${at}`, type: 'TEXT', name: 'a' }));
    const whole = openNodes([{ id: '1:1', type: 'FRAME', name: 'A', children }]);
    const renamed = edited(
      whole,
      children.map(({ id }) => set(id, { name: 'b' })),
    ).after;
    const [changed, gone] = [renamed, openNodes([])].map(
      (after) => () => atOnce(changesBetween({ before: whole, after })),
    ) as [() => Changes, () => Changes];
    const stepsOf = (steps: Generator<void, void>): number => [...steps].length;
    const kept = new TakenSides({ ours: changed(), theirs: gone() });
    const back = new TakenSides({ ours: gone(), theirs: changed() });
    const conflicts = children.map(({ id }) => ({ id, reason: '' }));
    expect(conflicts.map((one) => stepsOf(kept.takeOurs(one)))).toEqual([301, ...Array(299).fill(0)]);
    expect(conflicts.map((one) => stepsOf(back.takeTheirs(one)))).toEqual([301, ...Array(299).fill(0)]);
  });
});
