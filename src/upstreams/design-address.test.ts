import { expect, it } from 'vitest';
import { readDesignAddress, showsPagesOf } from './design-address.ts';

it.each([
  ['https://www.figma.com/design/AbC123/Landing-page?node-id=1-2&t=x', 'www.figma.com', 'AbC123'],
  ['https://www.figma.com/file/AbC123', 'www.figma.com', 'AbC123'],
  ['https://figma.com/proto/AbC123/Name', 'figma.com', 'AbC123'],
  ['https://www.figma.com/board/AbC123/Name', 'www.figma.com', 'AbC123'],
  ['https://www.figma.com/slides/AbC123/Name', 'www.figma.com', 'AbC123'],
  ['https://www.figma.com/design/AbC123/branch/BrA456/Name', 'www.figma.com', 'BrA456'],
  ['https://designs.example.com:8443/design/AbC123/Name', 'designs.example.com:8443', 'AbC123'],
  [' AbC123 ', undefined, 'AbC123'],
])('The address %s names the host and the key', (text, host, key) => {
  expect(readDesignAddress(text)).toEqual({ host, key });
});

it.each([
  'http://www.figma.com/design/AbC123/Name',
  'https://www.figma.com/',
  'https://www.figma.com/community/AbC123',
  'https://www.figma.com/design/',
  'https://www.figma.com/design/..%2F..%2Fv1',
  'https://www.figma.com/design/a b/Name',
  'landing.json',
  'designs/landing',
  '',
])('The text %j is no address of a design', (text) => {
  expect(readDesignAddress(text)).toBeUndefined();
});

it('An upstream shows the pages of its own host, and the original those of its names', () => {
  expect(showsPagesOf('https://api.figma.com', 'www.figma.com')).toBe(true);
  expect(showsPagesOf('https://designs.example.com:8443', 'designs.example.com:8443')).toBe(true);
  expect(showsPagesOf('https://designs.example.com', 'www.figma.com')).toBe(false);
});
