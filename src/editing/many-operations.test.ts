import { describe, expect, it, vi } from 'vitest';
import { loadYoga } from 'yoga-layout/load';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { emptyState } from '../variables/state.ts';
import { Draft } from './draft.ts';
import { DraftNode, subtreeOf } from './draft-node.ts';
import { EditRefused, type NodeOperation } from './edit.ts';
import { beginEdit, endEdit } from './edit-document.ts';
import { edited, openNodes } from './edited.suite.ts';
import { patchesOf } from './edited-document.ts';
import { layOutDraft } from './lay-out-draft.ts';
import { namedIn } from './named-in.ts';
import { documentPieces } from './print-document.ts';

const at = (x: number) => ({
  absoluteBoundingBox: { x, y: 0, width: 10, height: 10 },
  size: { x: 10, y: 10 },
  relativeTransform: [
    [1, 0, x],
    [0, 1, 0],
  ],
});

/** A frame with as many rectangles. */
const frameOf = (count: number) =>
  openNodes([
    {
      id: '1:1',
      type: 'FRAME',
      name: 'Frame',
      ...at(0),
      children: Array.from({ length: count }, (_, place) => ({
        id: `2:${place}`,
        type: 'RECTANGLE',
        name: 'Box',
        ...at(place),
      })),
    },
  ]);

const times = (count: number, operation: (place: number) => NodeOperation): NodeOperation[] =>
  Array.from({ length: count }, (_, place) => operation(place));

const refused = (operations: readonly NodeOperation[], count = 1): string => {
  try {
    edited(frameOf(count), operations);
  } catch (error) {
    if (error instanceof EditRefused) return error.message;
    throw error;
  }
  return 'It was done.';
};

describe('Many operations', () => {
  it('refuses copies of a frame into itself that double it without end', () => {
    const copies = times(10_000, () => ({ op: 'copy', id: '1:1', parent: '1:1' }));
    expect(refused(copies)).toBe('operations[16]: More than 200,000 nodes would be made at once.');
  });

  it('refuses a chain of nodes that goes deeper and deeper', () => {
    const chain = times(10_000, (place) => ({
      op: 'insert',
      parent: place === 0 ? '1:1' : `n${place - 1}`,
      node: { id: `n${place}`, type: 'FRAME' },
    }));
    expect(refused(chain)).toContain('more than 500 nodes above it are put one into another.');
  });

  it('refuses to move a frame with all in it again and again', () => {
    const moves = times(10_000, (place) => ({
      op: 'set',
      id: '1:1',
      properties: { absoluteBoundingBox: { ...at(place + 1).absoluteBoundingBox } },
    }));
    expect(refused(moves, 20_000)).toMatch(
      /^operations\[\d+\]: Nodes would be changed more than 580,\d+ times/,
    );
  });

  it('walks over a frame with more children than a call takes arguments', () => {
    const draft = new Draft(frameOf(1), 77);
    const frame = draft.make({ type: 'FRAME' });
    for (let count = 0; count < 150_000; count++) draft.put(draft.make({ type: 'RECTANGLE' }), frame);
    expect([...subtreeOf(frame)].length).toBe(150_001);
  });

  it('reads the children of a frame once, however many of them go elsewhere', () => {
    const reads = vi.spyOn(DraftNode.prototype, 'childrenBefore');
    const document = frameOf(1000);
    reads.mockClear();
    edited(
      document,
      times(1000, (place) => ({ op: 'move', id: `2:${place}`, parent: '1:1', index: 0 })),
    );
    const ofFrame = reads.mock.contexts.filter((node) => (node as DraftNode).id === '1:1');
    reads.mockRestore();
    expect(ofFrame.length).toBeLessThan(5);
  });
});

describe('Many operations in the depth of a document', () => {
  const [levels, count] = [300, 200];
  const boxes = Array.from({ length: count }, (_, place) => ({
    id: `2:${place}`,
    type: 'FRAME',
    name: 'Box',
    layoutMode: 'VERTICAL',
    ...at(place),
    children: [],
  }));
  let deep: object = { id: '1:0', type: 'FRAME', name: 'Frame', ...at(0), children: boxes };
  for (let level = 1; level < levels; level++)
    deep = { id: `1:${level}`, type: 'FRAME', name: 'Frame', ...at(0), children: [deep] };

  it.each([
    ['insert', () => ({ op: 'insert', parent: '1:0', node: { type: 'RECTANGLE' } })],
    ['copy', (place) => ({ op: 'copy', id: `2:${place}`, parent: '1:0' })],
    ['set', (place) => ({ op: 'set', id: `2:${place}`, properties: { name: 'Other' } })],
    ['lay out', (place) => ({ op: 'set', id: `2:${place}`, properties: { itemSpacing: 3 } })],
    ['remove', (place) => ({ op: 'remove', id: `2:${place}` })],
  ] satisfies [string, (place: number) => NodeOperation][])(
    'look up to the root once: %s',
    (_op, operation) => {
      const document = openNodes([deep]);
      const looks = vi.spyOn(DraftNode.prototype, 'parent', 'get');
      atOnce(
        changing(document, times(count, operation), { asGiven: false, isTrusted: false, overrides: true }),
      );
      const looked = looks.mock.calls.length;
      looks.mockRestore();
      expect(looked).toBeLessThan(20 * (levels + count));
    },
  );
});

describe('One operation on many nodes', () => {
  const children = Array.from({ length: 1000 }, (_, place) => ({ type: 'RECTANGLE', ...at(place) }));
  const operations: NodeOperation[] = [
    { op: 'insert', parent: '1:1', node: { type: 'FRAME', children } },
    { op: 'copy', id: '1:1', parent: '0:1' },
    { op: 'set', id: '1:1', properties: { absoluteBoundingBox: at(7).absoluteBoundingBox } },
    { op: 'move', id: '2:0', parent: '0:1' },
    { op: 'move', id: '2:7', parent: '1:1', index: 0 },
    { op: 'remove', id: '2:0' },
    { op: 'remove', id: '1:1' },
  ];
  const given = { asGiven: true, isTrusted: false, overrides: false };
  const followed = { ...given, asGiven: false, overrides: true };
  const told = { ...given, asGiven: false, isTrusted: true };

  it.each(operations)('lets others to work after each of them: $op', (operation) => {
    for (const taking of operation.op === 'insert' ? [followed, given] : [followed, given, told])
      expect(mostNodesAtOnce(changing(frameOf(1000), [operation], taking))).toBeLessThan(20);
  });
});

describe('What follows of one operation lets others to work after each of many nodes', () => {
  const wide = { ...at(0), absoluteBoundingBox: { ...at(0).absoluteBoundingBox, width: 90 } };
  const wider: NodeOperation = { op: 'set', id: '1:1', properties: { ...wide, size: { x: 90, y: 10 } } };
  const follows = { asGiven: false, isTrusted: false, overrides: true };
  const boxesOf = (count: number) =>
    Array.from({ length: count }, (_, place) => ({
      id: `2:${place}`,
      type: 'RECTANGLE',
      name: 'Box',
      ...at(place),
    }));

  it('what stands in a frame of another size', async () => {
    const yoga = await loadYoga();
    const { draft, layout } = atOnce(
      beginEdit(frameOf(1000), { operations: [wider], session: 77, ...follows }),
    );
    function* layingOut(): Generator<unknown, void> {
      yield* layOutDraft(draft, layout, { yoga });
    }
    expect(layout.roots.length).toBe(1);
    expect(mostNodesAtOnce(layingOut())).toBeLessThan(20);
  });

  it('the children of a frame that are too many to be laid out', () => {
    const operation: NodeOperation = { op: 'set', id: '1:1', properties: { layoutMode: 'HORIZONTAL' } };
    expect(mostNodesAtOnce(changing(frameOf(21_000), [operation], follows))).toBeLessThan(20);
  });

  it('the children of a group that comes to be larger', () => {
    const group = { id: '1:1', type: 'GROUP', name: 'Group', ...at(0), children: boxesOf(1000) };
    const operation: NodeOperation = { op: 'set', id: '2:7', properties: wide };
    expect(mostNodesAtOnce(changing(openNodes([group]), [operation], follows))).toBeLessThan(20);
  });
});

describe('A value of many values', () => {
  const tables = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [place, {}]));

  it('is refused where it holds more lists, maps and entries of maps than are gone through at once', () => {
    const set = (count: number): NodeOperation => ({
      op: 'set',
      id: '2:0',
      properties: { styleOverrideTable: tables(count), characterStyleOverrides: [] },
    });
    const document = openNodes([{ id: '2:0', type: 'TEXT', name: 'T', characters: 'T', ...at(0) }]);
    expect(() => edited(document, [set(60_000)])).toThrow(
      'Invalid value for "operations[0].properties.styleOverrideTable": with it the node is given more than 100,000 lists, maps and entries of maps at once.',
    );
    expect(edited(document, [set(40_000)]).changed).toBe(1);
  });

  it('may be a list of as many numbers as a text has characters', () => {
    const characterStyleOverrides = Array.from({ length: 300_000 }, () => 0);
    const document = openNodes([{ id: '2:0', type: 'TEXT', name: 'T', characters: 'T', ...at(0) }]);
    const set: NodeOperation = { op: 'set', id: '2:0', properties: { characterStyleOverrides } };
    expect(edited(document, [set]).changed).toBe(1);
  });

  it('lets others to work while what it names is looked for', () => {
    const steps = namedIn([tables(40_000)]);
    let count = 0;
    while (!steps.next().done) count += 1;
    expect(count).toBeGreaterThan(40_000);
  });
});

describe('Many unknown properties', () => {
  const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, at]));

  /** How many values an operation's object is asked for until the first unknown one is told. */
  function readsUntilRefused(record: object, operation: (counted: Record<string, unknown>) => NodeOperation) {
    let reads = 0;
    const counted = new Proxy({ ...record } as Record<string, unknown>, {
      get(target, key) {
        reads++;
        return Reflect.get(target, key);
      },
    });
    const first = operation(counted).op === 'set' ? 'properties.p0' : 'node.p0';
    expect(refused([operation(counted)])).toContain(`Unknown property "operations[0].${first}"`);
    return reads;
  }

  it('are read up to the first one, for a node that there is and for a new one', () => {
    const ofNode = readsUntilRefused(unknown, (properties) => ({ op: 'set', id: '2:0', properties }));
    const ofNew = { type: 'FRAME', name: 'New', ...unknown };
    const ofFrame = readsUntilRefused(ofNew, (node) => ({ op: 'insert', parent: '1:1', node }));
    expect(Math.max(ofNode, ofFrame)).toBeLessThan(20);
  });
});

describe('One long text', () => {
  const text = {
    id: '3:1',
    type: 'TEXT',
    name: 'T',
    characters: 'Hello',
    ...at(0),
    style: { fontFamily: 'Inter', fontSize: 12, textAutoResize: 'WIDTH_AND_HEIGHT' },
  };
  const wrapped = { ...text, style: { ...text.style, textAutoResize: 'HEIGHT' } };
  const narrow = { ...at(0).absoluteBoundingBox, width: 5 };

  it.each([
    [
      'is new',
      [],
      { op: 'insert', parent: '0:1', node: { type: 'TEXT', characters: 'Hi', style: text.style } },
    ],
    ['says something else', [text], { op: 'set', id: '3:1', properties: { characters: 'Hi' } }],
    ['is narrower', [wrapped], { op: 'set', id: '3:1', properties: { absoluteBoundingBox: narrow } }],
  ] satisfies [string, object[], NodeOperation][])(
    'lets others to work while it is measured, where it %s',
    async (_where, nodes, operation) => {
      let taken = 0;
      const measure = function* () {
        for (let step = 0; step < 1000; step++, taken++) yield;
        return { width: 10, height: 10 };
      };
      const taking = { asGiven: false, isTrusted: false, overrides: true };
      const edit = { operations: [operation], session: 77, ...taking };
      const { draft, layout } = atOnce(beginEdit(openNodes(nodes), edit));
      const layingOut = layOutDraft(draft, layout, { yoga: await loadYoga(), measure });
      let most = 0;
      for (let isDone = false, before = 0; !isDone; before = taken) {
        isDone = layingOut.next().done === true;
        most = Math.max(most, taken - before);
      }
      expect(taken).toBeGreaterThanOrEqual(1000);
      expect(most).toBe(1);
    },
  );
});

describe('Texts of a change', () => {
  const text = (id: string, more: object = {}) => ({
    id,
    type: 'TEXT',
    name: 'T',
    characters: 'x'.repeat(90_000),
    ...at(0),
    ...more,
    style: { fontFamily: 'Inter', fontSize: 12, textAutoResize: 'HEIGHT' },
  });
  const column = {
    id: '3:0',
    type: 'FRAME',
    name: 'Column',
    layoutMode: 'VERTICAL',
    ...at(0),
    children: Array.from({ length: 40 }, (_, place) => text(`3:${place + 1}`, { layoutAlign: 'STRETCH' })),
  };
  const narrower: NodeOperation = {
    op: 'set',
    id: '3:0',
    properties: {
      layoutSizingHorizontal: 'FIXED',
      size: { x: 5, y: 10 },
      absoluteBoundingBox: { x: 0, y: 0, width: 5, height: 10 },
    },
  };
  const { size: _size, absoluteBoundingBox: _box, ...said } = text('n');
  const many = times(40, (place) => ({
    op: 'insert',
    parent: '0:1',
    node: { ...said, id: `n${place}` },
  }));

  async function measuredCharacters(operations: readonly NodeOperation[], isTrusted: boolean) {
    let characters = 0;
    const measure = function* (own: { characters?: unknown }) {
      characters += String(own.characters).length;
      yield;
      return { width: 10, height: 10 };
    };
    const edit = { operations, session: 77, asGiven: false, isTrusted, overrides: false };
    const { draft, layout } = atOnce(beginEdit(openNodes([column]), edit));
    const tools = { yoga: await loadYoga(), measure };
    const refusal = await Promise.resolve()
      .then(() => atOnce(layOutDraft(draft, layout, tools)))
      .then(
        () => undefined,
        (error) => (error as Error).message,
      );
    return { characters, refusal, notes: draft.notes.map(({ reason }) => reason) };
  }

  it.each([
    ['new ones', many],
    ['those of a frame that one operation makes narrower', [narrower]],
  ] as const)(
    'are refused where they come to more than a core should measure: %s',
    async (_which, operations) => {
      const { characters, refusal } = await measuredCharacters(operations, false);
      expect(refusal).toBe(
        'More than 2,000,000 characters of texts would be measured, with all that follows: change less at once.',
      );
      expect(characters).toBeLessThanOrEqual(2_000_000);
    },
  );

  it('stay as large as they are in a merge that has more of them, which says so', async () => {
    const { characters, refusal, notes } = await measuredCharacters([narrower], true);
    expect(refusal).toBeUndefined();
    expect(characters).toBeLessThanOrEqual(2_000_000);
    expect(notes).toEqual(['Its texts are too long to be measured at once: some stay as large as they are.']);
  });
});

describe('A frame whose children wrap', () => {
  const tooLarge = 'It is too large to be laid out at once: all in it stays where it is.';
  const size = (width: number) => ({
    size: { x: width, y: 10 },
    absoluteBoundingBox: { x: 0, y: 0, width, height: 10 },
  });
  const wrapping = (room: number, children: readonly object[]) => ({
    id: '1:1',
    type: 'FRAME',
    name: 'Grid',
    layoutMode: 'HORIZONTAL',
    layoutWrap: 'WRAP',
    itemSpacing: 0,
    layoutSizingHorizontal: 'FIXED',
    ...size(room),
    children,
  });
  const boxes = (count: number, more: (place: number) => object) =>
    Array.from({ length: count }, (_, place) => ({
      id: `2:${place}`,
      type: 'RECTANGLE',
      name: 'Box',
      ...more(place),
    }));
  const wider = { op: 'set', id: '1:1', properties: { itemSpacing: 2 } } as const;
  const notesOf = (frame: object, operation: NodeOperation = wider) => {
    const edit = { operations: [operation], session: 77, asGiven: false, isTrusted: false, overrides: false };
    return atOnce(beginEdit(openNodes([frame]), edit)).draft.notes.map(({ reason }) => reason);
  };

  it.each([
    [
      'each is as wide as it',
      wrapping(
        100,
        boxes(1600, () => size(100)),
      ),
    ],
    [
      'each may come to be as wide',
      wrapping(
        100,
        boxes(1600, () => ({ ...size(1), layoutGrow: 1 })),
      ),
    ],
    [
      'its own width follows from what it stands in',
      {
        ...wrapping(
          1e6,
          boxes(1600, () => size(1)),
        ),
        layoutGrow: 1,
      },
    ],
    [
      'it may be no wider',
      {
        ...wrapping(
          1e6,
          boxes(1600, () => size(1)),
        ),
        maxWidth: 1,
      },
    ],
    [
      'two wide ones stand at one narrow one',
      wrapping(
        100,
        boxes(2200, (at) => size(at % 3 === 0 ? 2 : 99)),
      ),
    ],
  ])('stays as it is where that would come to more lines than are laid out at once: %s', (_why, frame) => {
    expect(notesOf(frame)).toEqual([tooLarge]);
  });

  it('stays as it is where it was broken into as many lines', () => {
    const frame = wrapping(
      100,
      boxes(1600, () => size(100)),
    );
    expect(notesOf(frame, { op: 'set', id: '1:1', properties: { layoutWrap: 'NO_WRAP' } })).toEqual([
      tooLarge,
    ]);
  });

  it('is laid out where few lines hold as many', () => {
    expect(
      notesOf(
        wrapping(
          1000,
          boxes(5000, () => size(10)),
        ),
      ),
    ).toEqual([]);
  });
});

function* changing(
  document: ReturnType<typeof frameOf>,
  operations: readonly NodeOperation[],
  taking: Omit<Parameters<typeof beginEdit>[1], 'operations' | 'session'>,
): Generator<unknown, void> {
  const edit = { operations, session: 77, variables: emptyState, ...taking };
  const { draft } = yield* beginEdit(document, edit);
  const { others } = yield* endEdit(draft, taking);
  if ((yield* patchesOf(draft, others)) === undefined) yield* documentPieces(draft, others);
}

/** How many nodes are made or looked at between two yields. */
function mostNodesAtOnce(steps: Generator<unknown, void>): number {
  const looks = (['own', 'parent', 'type'] as const).map((name) =>
    vi.spyOn(DraftNode.prototype, name, 'get'),
  );
  const reads = vi.spyOn(Draft.prototype, 'at');
  let most = 0;
  for (let isDone = false; !isDone; ) {
    for (const spy of [...looks, reads]) spy.mockClear();
    isDone = steps.next().done === true;
    const nodes = new Set(looks.flatMap((spy) => spy.mock.contexts as unknown[]));
    most = Math.max(most, nodes.size, new Set(reads.mock.calls.map(([row]) => row)).size);
  }
  for (const spy of [...looks, reads]) spy.mockRestore();
  return most;
}

describe('Among very many styles', () => {
  const styles = Object.fromEntries(
    Array.from({ length: 1000 }, (_, place) => [
      `9:${place}`,
      { key: `k${place}`, name: `Style ${place}`, styleType: 'FILL' },
    ]),
  );
  const box = { id: '1:1', type: 'RECTANGLE', name: 'Box', ...at(0) };
  const taking = { asGiven: false, isTrusted: false, overrides: true };

  it('a node gets one, and a few at most are read in a step', () => {
    const document = openNodes([box], { styles });
    const read = { inStep: 0, most: 0 };
    const watched: Snapshot = {
      ...document,
      *entryTexts() {
        for (const entry of document.entryTexts()) {
          read.inStep += 1;
          read.most = Math.max(read.most, read.inStep);
          yield entry;
        }
      },
    };
    const inSteps = <T>(steps: Generator<unknown, T>): T => {
      for (;;) {
        read.inStep = 0;
        const step = steps.next();
        if (step.done) return step.value;
      }
    };
    const set: NodeOperation = { op: 'set', id: '1:1', properties: { styles: { fill: '9:999' } } };
    const { draft } = inSteps(beginEdit(watched, { operations: [set], session: 77, ...taking }));
    const { others } = inSteps(endEdit(draft, taking));
    inSteps(documentPieces(draft, others));
    expect(read.most).toBe(1);
    expect(refused([{ ...set, properties: { styles: { fill: '9:1000' } } }])).toContain(
      'the file has none such',
    );
  });
});
