import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it.each(['/', '/oauth?client_id=a&redirect_uri=https%3A%2F%2Fapp.example', '/a/b?c=//d'])(
  '%s is a path of this server',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

it.each([
  '',
  'oauth',
  '//evil.example',
  '/\\evil.example',
  '/x/..//evil.example',
  '/\t/evil.example',
  'https://evil.example',
  '/a b',
])('%j is no path of this server', (path) => {
  expect(() => ownPath(path)).toThrow('"next" is not a path of this server.');
});
