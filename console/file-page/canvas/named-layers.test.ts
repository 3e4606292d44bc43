import { expect, it } from 'vitest';
import type { Children, Layer } from '../layers/layer-store.ts';
import { namedLayers } from './named-layers.ts';

const layer = (id: string, type: string, hidden = false) => ({ id, type, hidden }) as unknown as Layer;
const storeOf = (known: Readonly<Record<string, readonly Layer[]>>) => ({
  children: (id: string): Children | undefined => known[id] && { layers: known[id], count: known[id].length },
});
const read = (known: Readonly<Record<string, readonly Layer[]>>) => {
  const { layers, unread } = namedLayers(storeOf(known), 'page');
  return { ids: layers.map(({ id }) => id), unread };
};

it('Layers of a page are named with those in its sections, and in sections within these', () => {
  const page = [layer('a', 'SECTION'), layer('b', 'FRAME')];
  const known = { page, a: [layer('c', 'SECTION')], c: [layer('d', 'FRAME')], b: [layer('e', 'FRAME')] };
  expect(read(known)).toEqual({ ids: ['a', 'b', 'c', 'd'], unread: undefined });
});

it('The first section of which nothing was read is told, so that it is asked for', () => {
  const page = [layer('a', 'SECTION'), layer('b', 'SECTION'), layer('c', 'SECTION', true)];
  expect(read({ page, b: [] })).toEqual({ ids: ['a', 'b', 'c'], unread: 'a' });
  expect(read({})).toEqual({ ids: [], unread: undefined });
});

it('Of more sections than sixty what lies in them is not asked for', () => {
  const page = Array.from({ length: 70 }, (_, at) => layer(`s${at}`, 'SECTION'));
  const all = Object.fromEntries(page.slice(0, 60).map(({ id }) => [id, []]));
  expect(read({ page, ...all }).unread).toBe(undefined);
});
