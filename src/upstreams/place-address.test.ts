import { expect, it } from 'vitest';
import { readPlaceAddress } from './place-address.ts';

it.each([
  ['https://www.figma.com/files/project/123/Website?fuid=1', 'project', '123'],
  ['https://www.figma.com/files/team/456/Brand', 'team', '456'],
  ['https://www.figma.com/files/987/project/123/Website', 'project', '123'],
  [' https://www.figma.com/files/987/team/456/all-projects ', 'team', '456'],
])('The address %s names a place', (text, kind, id) => {
  expect(readPlaceAddress(text)).toEqual({ host: 'www.figma.com', kind, elsewhere: id });
});

it.each([
  'http://www.figma.com/files/project/123',
  'https://www.figma.com/files/project/Website',
  'https://www.figma.com/files/recent',
  'https://www.figma.com/files/a/b/project/123',
  'https://www.figma.com/design/AbC123/project/123',
  'AbC123',
  '',
])('The text %j is no address of a place', (text) => {
  expect(readPlaceAddress(text)).toBeUndefined();
});
