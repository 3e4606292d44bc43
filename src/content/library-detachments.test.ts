import { describe, expect, it } from 'vitest';
import { keyOf } from '../../conformance/harness/library-file.ts';
import { usingContent } from '../../conformance/harness/library-using-file.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { libraryDetachments } from './library-detachments.ts';

const open = (text: string): Snapshot => {
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(text)));
  return openSnapshot(memorySource(Buffer.concat([...chunks])));
};
const using = (uses: Parameters<typeof usingContent>[0]) => JSON.stringify(usingContent(uses));
const [icon, ink] = [`component ${keyOf('Icon')}`, `style ${keyOf('Ink')}`];
const size = `variable ${'a'.repeat(40)}`;
const bound = (count: number) => ({
  bound: { variableId: `VariableID:${'a'.repeat(40)}/1:1`, count },
});
const detached = (before: string, after: string) =>
  Object.fromEntries(atOnce(libraryDetachments(open(before), open(after), new Set([icon, ink, size]))));

describe('Detached between two documents', () => {
  it('are instances that are something else now, and not those that are gone', () => {
    expect(detached(using({ icons: 5 }), using({ icons: 4, detached: 2 }))).toEqual({ [icon]: 2 });
    expect(detached(using({ icons: 5 }), using({ icons: 1 }))).toEqual({ [icon]: 0 });
    expect(detached(using({ icons: 5 }), using({}))).toEqual({ [icon]: 0 });
  });

  it('are not instances that show another component', () => {
    const swapped = using({ icons: 2 })
      .replaceAll('"9:1"', '"9:2"')
      .replaceAll(keyOf('Icon'), keyOf('Other'));
    expect(detached(using({ icons: 2 }), swapped)).toEqual({ [icon]: 0 });
  });

  it('are nodes that are there without their style or variable', () => {
    const before = using({ inks: 3, ...bound(2) });
    const plain = before
      .replaceAll('"styles":{"fill":"2:1"},', '')
      .replaceAll('"styles":{"fill":"2:1"}', '"x":1');
    expect(detached(before, plain)).toEqual({ [ink]: 3, [size]: 0 });
    expect(detached(before, before.replaceAll('VariableID:a', 'VariableID:b'))).toEqual({
      [ink]: 0,
      [size]: 2,
    });
    expect(detached(before, using({ inks: 1 }))).toEqual({ [ink]: 0, [size]: 0 });
  });
});
