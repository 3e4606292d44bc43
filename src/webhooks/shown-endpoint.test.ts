import { describe, expect, it } from 'vitest';
import { shownEndpoint } from './shown-endpoint.ts';

describe('The endpoint of a webhook', () => {
  it.each([
    ['https://ann:secret@example.com/hook?a=b#c', 'https://***@example.com/hook?a=b#c'],
    ['https://secret@example.com', 'https://***@example.com/'],
    ['https://:secret@example.com/', 'https://***@example.com/'],
    ['https:ann:secret@example.com/', 'https://***@example.com/'],
    [' https:\\\\ann:secret@example.com/', 'https://***@example.com/'],
    ['https://ann:s%40@t/secret@example.com/', 'https://***@t/secret@example.com/'],
    ['https://ann:secret@example.com:99999/', 'https://***@example.com:99999/'],
  ])('%j is shown without user name and password', (endpoint, shown) => {
    expect(shownEndpoint(endpoint)).toBe(shown);
  });

  it.each(['https://example.com/hook', 'HTTPS://Example.com/a@b', 'https://example.com/?to=a@b', 'nothing'])(
    '%j is shown as it is',
    (endpoint) => {
      expect(shownEndpoint(endpoint)).toBe(endpoint);
    },
  );
});
