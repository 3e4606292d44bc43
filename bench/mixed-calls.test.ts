import { describe, expect, test } from 'vitest';
import { type MixedPlaces, mixedCalls, picturePath } from './mixed-calls.ts';

const places: MixedPlaces = {
  large: 'a',
  small: 'b',
  icons: 'c',
  library: 'd',
  team: '1',
  project: '2',
  iconIds: ['1:1', '1:3', '1:5'],
};

describe('the mixed load', () => {
  test('is ten operations: four of files and nodes, two of images, four of lists', () => {
    const kinds = mixedCalls.map(({ kind }) => kind).sort();
    expect(kinds).toEqual([...Array(4).fill('file'), 'image', 'image', ...Array(4).fill('list')]);
  });

  test('asks for one picture in ten at a scale that nobody asked for before', () => {
    const asked = Array.from({ length: 1000 }, (_, number) => picturePath(places, number, undefined));
    const fresh = asked.filter((path) => !path.endsWith('scale=2'));
    expect([fresh.length, new Set(fresh).size]).toEqual([100, 100]);
  });

  test('downloads the picture that was asked for last', () => {
    const download = mixedCalls.find(({ name }) => name === 'Download of a picture');
    expect(download?.path(places, 1, '/images/x')).toBe('/images/x');
  });
});
