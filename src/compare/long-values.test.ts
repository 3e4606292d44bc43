import { expect, it } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { changePage } from './change-page.ts';

const megabyte = 1024 * 1024;

/** A document, and how many bytes of it were read since somebody last asked. */
function openCounted(node: object): { readonly snapshot: Snapshot; readonly taken: () => number } {
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: [{ id: '1:1', type: 'FRAME', ...node }] };
  const document = { id: '0:0', type: 'DOCUMENT', children: [page] };
  const bytes = Buffer.concat(
    compileSnapshot(readRestSource(Buffer.from(JSON.stringify({ document })))).chunks,
  );
  const memory = memorySource(bytes);
  let read = 0;
  const source = {
    ...memory,
    read: (position: number, length: number) => {
      read += length;
      return memory.read(position, length);
    },
  };
  const taken = () => {
    const since = read;
    read = 0;
    return since;
  };
  return { snapshot: openSnapshot(source), taken };
}

it('Values of megabytes are compared in steps that read about a megabyte, and are told without being shown', () => {
  const long = (letter: string) => ({
    name: letter.repeat(4 * megabyte),
    characters: letter.repeat(4 * megabyte),
    visible: letter === 'a',
  });
  const [before, after] = [openCounted(long('a')), openCounted(long('b'))];
  const page = changePage(
    { before: before.snapshot, after: after.snapshot },
    { skipped: 0, mostChanges: 10 },
  );
  let [steps, longest] = [0, 0];
  let step = page.next();
  for (; !step.done; step = page.next()) {
    longest = Math.max(longest, before.taken() + after.taken());
    steps += 1;
  }
  expect(longest).toBeLessThan(1.5 * megabyte);
  expect(steps).toBeGreaterThan(30);
  const [change] = JSON.parse(`[${step.value.text}]`);
  expect([change.name.length, change.properties]).toEqual([
    1000,
    [
      { property: 'name', too_long: true },
      { property: 'characters', too_long: true },
      { property: 'visible', before: true, after: false },
    ],
  ]);
});
