import { describe, expect, it } from 'vitest';
import { readClientMeta } from './client-meta.ts';
import { CommentRefused } from './comment-refused.ts';

const offset = { node_id: '1:2', node_offset: { x: 1, y: -2.5 } };
const region = { region_width: 10, region_height: 0.5 };

describe('The place of a comment', () => {
  it.each([
    { x: 0, y: 0 },
    { x: -3.25, y: 1e6 },
    offset,
    { x: 1, y: 2, ...region },
    { ...offset, ...region, comment_pin_corner: 'top-left' },
  ])('is kept: %j', (meta) => {
    expect(readClientMeta(meta)).toEqual(meta);
  });

  it('loses members of no form', () => {
    expect(readClientMeta({ x: 1, y: 2, z: 3, node: '1:2' })).toEqual({ x: 1, y: 2 });
    expect(readClientMeta({ node_id: '1:2', node_offset: { x: 1, y: 2, z: 3 } })).toEqual({
      node_id: '1:2',
      node_offset: { x: 1, y: 2 },
    });
  });

  it.each([
    ['none', {}, 'client_meta is a place'],
    ['two', { x: 1, y: 2, ...offset }, 'client_meta is a place'],
    ['no y', { x: 1 }, 'client_meta.y'],
    ['a text', { x: '1', y: 2 }, 'client_meta.x'],
    ['infinity', { x: Number.POSITIVE_INFINITY, y: 2 }, 'client_meta.x'],
    ['no number', { x: Number.NaN, y: 2 }, 'client_meta.x'],
    ['too far away', { x: 1e9, y: 2 }, 'client_meta.x'],
    ['no node', { node_offset: { x: 1, y: 2 } }, 'client_meta.node_id'],
    ['no offset', { node_id: '1:2' }, 'client_meta.node_offset'],
    ['half an offset', { node_id: '1:2', node_offset: { x: 1 } }, 'client_meta.node_offset.y'],
    ['no width', { x: 1, y: 2, region_height: 1 }, 'client_meta.region_width'],
    ['a width of zero', { x: 1, y: 2, ...region, region_width: 0 }, 'client_meta.region_width'],
    ['a height below zero', { ...offset, ...region, region_height: -1 }, 'client_meta.region_height'],
    ['a corner without a region', { x: 1, y: 2, comment_pin_corner: 'top-left' }, 'client_meta.region_width'],
    ['a corner that is none', { x: 1, y: 2, ...region, comment_pin_corner: 'top' }, 'comment_pin_corner'],
  ])('is refused: %s', (_case, meta, words) => {
    expect(() => readClientMeta(meta)).toThrow(CommentRefused);
    expect(() => readClientMeta(meta)).toThrow(words);
  });
});
