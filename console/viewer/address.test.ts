import { describe, expect, it } from 'vitest';
import { factsAddress, startPage } from './address.ts';
import type { Facts } from './file-facts.ts';

const page = (id: string) => ({ id, name: id, background: '#ffffff', bounds: null });
const facts: Facts = {
  name: 'File',
  key: 'k',
  state: '0',
  tiles: '',
  page_count: 3,
  pages: [page('0:1'), page('0:2'), page('0:3')],
};

describe('The address of the facts', () => {
  it.each([
    ['', '/facts'],
    ['?node-id=1-2', '/facts?node-id=1-2'],
    ['?page-id=0-2', '/facts?node-id=0-2'],
    ['?page-id=0-2&node-id=1-2', '/facts?node-id=1-2'],
    ['?t=x&node-id=I1%3A7%3B2%3A2', '/facts?node-id=I1%3A7%3B2%3A2'],
  ])('has the node that %j names', (search, address) => {
    expect(factsAddress('/facts', { search })).toBe(address);
  });

  it.each(['', '1 2', '<b>', '\u0000', '\n', '1'.repeat(201)])(
    'leaves out %j, which is not a node and would be refused',
    (node) => {
      expect(factsAddress('/facts', { search: `?${new URLSearchParams({ 'node-id': node })}` })).toBe(
        '/facts',
      );
    },
  );
});

describe('The page to begin with', () => {
  it.each([
    ['', '0:1'],
    ['?page-id=0-2', '0:2'],
    ['?page-id=0%3A3&node-id=0-2', '0:3'],
    ['?node-id=0-2', '0:2'],
    ['?page-id=9-9&node-id=%22', '0:1'],
  ])('of %j is %s', (search, id) => {
    expect(startPage(facts, { search })?.id).toBe(id);
  });

  it('is that of the node, where the node is not a page itself', () => {
    const node = { id: '1:5', page: '0:3', bounds: null };
    expect(startPage({ ...facts, node }, { search: '?node-id=1-5' })?.id).toBe('0:3');
  });
});
