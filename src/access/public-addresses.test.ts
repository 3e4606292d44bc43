import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { exactNodeId, fileKeyOf } from '../contract/branded-ids.ts';
import { addressesOf, basePathOf, filePageAddress } from './public-addresses.ts';

describe('the public addresses', () => {
  test('are the listening address where nothing is set', () => {
    const addresses = addressesOf(readConfig({}, {}), { port: 7700 });
    expect({ ...addresses }).toEqual({
      base: 'https://127.0.0.1:7700',
      web: 'https://127.0.0.1:7700',
      auth: 'https://127.0.0.1:7700',
    });
  });

  test('name this machine where the server listens on every address', () => {
    expect(addressesOf(readConfig({ host: '0.0.0.0' }, {}), { port: 1 }).base).toBe('https://localhost:1');
  });

  test('[VER-02] keep the path of the base address', () => {
    const config = readConfig({ baseUrl: 'https://host/design-api/' }, {});
    expect(addressesOf(config, { port: 1 }).base).toBe('https://host/design-api');
    expect(basePathOf('https://host/design-api')).toBe('/design-api');
  });
});

describe('the address of a file page', () => {
  const file = { key: fileKeyOf('abc'), name: 'Landing page / 2', editorType: 'figma' };

  test('[FILE-27] is file type, key and name', () => {
    expect(filePageAddress('https://host', file)).toBe('https://host/design/abc/Landing-page-%2F-2');
    expect(filePageAddress('https://host', { ...file, editorType: 'figjam' })).toContain('/board/abc/');
  });

  test.each(['.', '..', ' ', ' .. '])('is valid also where a file is called "%s"', (name) => {
    const address = filePageAddress('https://host', { ...file, name });
    expect(new URL(address).pathname).toBe('/design/abc/Untitled');
  });

  test('[FILE-28] names a node in node-id', () => {
    expect(filePageAddress('https://host', file, exactNodeId('12:34'))).toMatch(/\?node-id=12-34$/);
  });
});
