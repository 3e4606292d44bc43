import { describe, expect, it } from 'vitest';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { mostValueBytes, nodeValues, someValues } from './node-values.ts';
import { openSnapshot } from './open-snapshot.ts';
import { atOnce } from './run-at-once.ts';
import type { Snapshot } from './snapshot.ts';

function snapshotOf(node: object): Snapshot {
  const page = { id: '0:1', type: 'CANVAS', children: [{ id: '1:1', type: 'FRAME', ...node }] };
  const document = { id: '0:0', type: 'DOCUMENT', children: [page] };
  const source = readRestSource(Buffer.from(JSON.stringify({ document })));
  return openSnapshot(memorySource(Buffer.concat(compileSnapshot(source).chunks)));
}

function stepsOf<T>(work: Generator<void, T>): { readonly made: T; readonly steps: number } {
  for (let steps = 0; ; steps += 1) {
    const step = work.next();
    if (step.done) return { made: step.value, steps };
  }
}

const hostile = {
  name: 'a "quoted\\" {[name]} \u5b57',
  deep: [[{ x: '}]\\' }], {}, 1.5e3, null, true],
  empty: {},
};

describe('properties that are read in steps', () => {
  it('are those that are read at once', () => {
    const snapshot = snapshotOf({ ...hostile, children: [{ id: '1:2', type: 'TEXT' }], last: [1] });
    expect(atOnce(someValues(snapshot, 2))).toEqual(nodeValues(snapshot, 2));
    expect([...atOnce(someValues(snapshot, 2, new Set(['deep', 'absent'])))]).toEqual([
      ['deep', JSON.stringify(hostile.deep)],
    ]);
  });

  it.each([
    ['a text', 'x'.repeat(4 * mostValueBytes)],
    ['a list', Array.from({ length: 400_000 }, () => ({ a: 'x' }))],
  ])('are walked over step by step where %s is too long to be read', (_title, long) => {
    const { made, steps } = stepsOf(someValues(snapshotOf({ long, visible: false }), 2));
    expect([made.get('visible'), made.has('long')]).toEqual(['false', false]);
    expect(steps).toBeGreaterThan(15);
  });
});

describe('the name that lists show', () => {
  it.each([
    ['of megabytes', '\u5b57'.repeat(2_000_000), '\u5b57'.repeat(999)],
    ['with escapes', '"\\\n'.repeat(500_000), '"\\\n'.repeat(333)],
    ['whose cut would halve a character', `a${'\u{1F600}'.repeat(3000)}`, `a${'\u{1F600}'.repeat(499)}`],
    ['of one character more', 'b'.repeat(1001), 'b'.repeat(999)],
  ])('is the beginning of one %s', (_title, name, seen) => {
    const node = snapshotOf({ name }).node(2);
    expect(node.shortName).toBe(`${seen}\u2026`);
    expect(node.name === name).toBe(true);
  });

  it('is a whole one of a thousand characters', () => {
    expect(snapshotOf({ name: 'c'.repeat(1000) }).node(2).shortName).toBe('c'.repeat(1000));
  });
});
