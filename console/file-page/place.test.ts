import { describe, expect, it } from 'vitest';
import { readPlace, searchOf } from './place.ts';

describe('The place that an address names', () => {
  it('has ids with colons, however the address spells them', () => {
    expect(readPlace('?page-id=0-1&node-id=I1-2%3B3-4')).toMatchObject({ page: '0:1', node: 'I1:2;3:4' });
    expect(readPlace('?node-id=1%3A2').node).toBe('1:2');
    expect(readPlace('?node-id=a-b').node).toBe('a-b');
  });

  it('has no panel that there is not, and nothing where nothing is named', () => {
    expect(readPlace('?panel=all&node-id=').panel).toBeUndefined();
    expect(Object.values(readPlace('')).every((value) => value === undefined)).toBe(true);
  });

  it('is written and read again, with versions of any length', () => {
    const place = {
      page: '0:1',
      node: '1:2',
      version: '90071992547409931',
      thread: '7',
      panel: 'versions',
    } as const;
    expect(readPlace(searchOf(place))).toEqual(place);
  });

  it('keeps what else the address holds, and leaves out the panel that is open anyway', () => {
    expect(searchOf({ node: '1:2', panel: 'inspect' }, '?t=abc&page-id=0-9')).toBe('?t=abc&node-id=1-2');
  });
});
