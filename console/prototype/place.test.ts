import { describe, expect, it } from 'vitest';
import { readPlace, searchAt } from './place.ts';

describe('the address of a prototype', () => {
  it('names a frame, the start, a page, a version and how large frames are shown', () => {
    const search = '?node-id=1-2&starting-point-node-id=3%3A4&page-id=0-1&scaling=contain&version=7';
    expect(readPlace(search)).toEqual({
      node: '1:2',
      start: '3:4',
      page: '0:1',
      version: '7',
      scaling: 'contain',
    });
  });

  it('names nothing by what is no id, and frames are shown whole unless another way is known', () => {
    expect(readPlace('?node-id=<b>&scaling=huge')).toEqual({
      node: undefined,
      start: undefined,
      page: undefined,
      version: undefined,
      scaling: 'scale-down',
    });
  });

  it('keeps all but the frame on the way to another one', () => {
    expect(searchAt('5:6', '1:2', '?node-id=1-2&scaling=contain')).toBe(
      '?node-id=5-6&scaling=contain&starting-point-node-id=1-2',
    );
  });
});
