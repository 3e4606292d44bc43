import { describe, expect, it } from 'vitest';
import type { Layer } from '../layers/layer-store.ts';
import { layersAt, meantLayer, nextInside } from './hit.ts';

const at = { x: 50, y: 50 };
const box = { x: 0, y: 0, width: 100, height: 100 };
const layer = (id: string, type: string, more: Partial<Layer> = {}): Layer => ({
  id,
  name: id,
  type,
  has_children: true,
  bounds: box,
  ...more,
});

/** Below the page a frame, in it a group over a picture, in that a text. */
const tree: Readonly<Record<string, readonly Layer[]>> = {
  page: [layer('far', 'FRAME', { bounds: { ...box, x: 500 } }), layer('frame', 'FRAME')],
  frame: [layer('hidden', 'TEXT', { hidden: true }), layer('group', 'GROUP'), layer('picture', 'RECTANGLE')],
  group: [layer('text', 'TEXT', { has_children: false })],
};
const around: Readonly<Record<string, string>> = {
  frame: 'page',
  group: 'frame',
  picture: 'frame',
  text: 'group',
};
const store = {
  children: (id: string) => {
    const layers = tree[id];
    return layers && { layers, count: layers.length };
  },
  parent: (id: string) => around[id],
};
const chain = layersAt(store, 'page', at);
const meant = (selected?: string, isDeep = false) => meantLayer(chain, { store, selected, isDeep })?.id;

describe('What lies under a point', () => {
  it('is the uppermost of siblings, hidden ones left out, from the page inwards', () => {
    expect(chain.map(({ id }) => id)).toEqual(['frame', 'group', 'text']);
    expect(layersAt(store, 'page', { x: 300, y: 300 })).toEqual([]);
  });

  it('is meant as what lies in a frame of the page, before anything is selected', () => {
    expect(meant()).toBe('group');
  });

  it('is meant beside and in what is selected, once one has gone further in', () => {
    expect([meant('group'), meant('picture'), meant('text')]).toEqual(['group', 'group', 'text']);
  });

  it('is meant as the innermost by a deep click', () => {
    expect(meant(undefined, true)).toBe('text');
  });

  it('is one step further in than what is selected by another click', () => {
    expect([nextInside(chain, 'frame')?.id, nextInside(chain, 'text'), nextInside(chain, 'none')]).toEqual([
      'group',
      undefined,
      undefined,
    ]);
  });

  it('is the frame itself where nothing in it is hit', () => {
    const one = {
      ...store,
      children: (id: string) => (id === 'frame' ? { layers: [], count: 0 } : store.children(id)),
    };
    expect(
      meantLayer(layersAt(one, 'page', at), { store: one, selected: undefined, isDeep: false })?.id,
    ).toBe('frame');
  });
});
