import { expect, test } from 'vitest';
import { Effort } from './effort.ts';
import { nodesInPlace } from './stored-nodes.ts';

function nodesOf(sizes: readonly number[], { mostBytes = 100, most = 1000 } = {}) {
  const asked: number[] = [];
  const readAt = (place: number) => {
    asked.push(place);
    return { value: { name: `node ${place}` }, sizeBytes: sizes[place]! };
  };
  const heads = sizes.map((_, place) => ({ place }));
  const nodes = nodesInPlace(heads, readAt, { mostBytes, effort: new Effort(most) });
  return { asked, read: (...places: number[]) => places.map((place) => nodes.whole(heads[place]!).name) };
}

test('The nodes that were asked for last are kept, as far as there is room', () => {
  const { asked, read } = nodesOf([40, 40, 40]);
  expect(read(0, 1, 0, 2, 0, 1)).toEqual(['node 0', 'node 1', 'node 0', 'node 2', 'node 0', 'node 1']);
  expect(asked).toEqual([0, 1, 2, 1]);
});

test('One node is kept, be it larger than the room for all', () => {
  const { asked, read } = nodesOf([400, 10]);
  read(0, 0, 1, 0);
  expect(asked).toEqual([0, 1, 0]);
});

test('Each reading of a node counts by its bytes', () => {
  const { read } = nodesOf([800, 800], { mostBytes: 1, most: 450 });
  read(0, 1, 0, 1);
  expect(() => read(0)).toThrow('unfold to more than 450 values');
});
