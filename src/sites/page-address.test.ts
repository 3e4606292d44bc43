import { describe, expect, it } from 'vitest';
import { filePageAddress } from '../access/public-addresses.ts';
import { readConfig } from '../config.ts';
import { exactNodeId, fileKeyOf } from '../contract/branded-ids.ts';
import {
  embedAddress,
  prototypeAddress,
  readPageAddress,
  readPagePath,
  sitePageAddress,
  withNode,
} from './page-address.ts';

const web = 'https://designs.example.com/pages';
const addresses = { base: 'https://api.example.com', web, auth: web };
const config = readConfig({ webHosts: 'old.example.net' }, {});
const read = (text: string) => readPageAddress(text, addresses, config);

describe('The address of a page', () => {
  it.each([
    [`${web}/design/abc/Name`, 'abc'],
    [`${web}/design/abc`, 'abc'],
    [`${web}/embed/board/abc/Name/`, 'abc'],
    [`${web}/design/abc/branch/def/Name`, 'def'],
    ['https://api.example.com/design/abc', 'abc'],
    ['http://old.example.net/file/abc/Name?t=1#x', 'abc'],
  ])('%s names a file', (text, fileKey) => {
    expect(read(text)).toEqual({ fileKey, nodeId: undefined, isPrototype: false });
  });

  it.each([
    'https://designs.example.com/design/abc',
    'https://designs.example.com/pagesdesign/abc',
    'https://example.com/pages/design/abc',
    'https://old.example.net:8443/design/abc',
    `${web}@example.com/design/abc`,
    'javascript:alert(1)',
    'not an address',
    '',
  ])('%s is refused: it is of another site', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([`${web}/settings/abc`, `${web}/design/a%2Fb`, `${web}/design/abc/x/y`])(
    '%s names no file',
    (text) => {
      expect(read(text)).not.toHaveProperty('fileKey');
    },
  );

  it('names a node where its node-id is valid', () => {
    const nodeOf = (query: string) => read(`${web}/design/abc?${query}`);
    expect(nodeOf('node-id=12-34')).toMatchObject({ nodeId: '12:34' });
    expect(nodeOf('node-id=12%3A34')).toMatchObject({ nodeId: '12:34' });
    for (const wrong of ['node-id=', 'node-id=%3Cb%3E', `node-id=${'1'.repeat(201)}`])
      expect(nodeOf(wrong)).toMatchObject({ nodeId: undefined });
  });

  it('is that of a prototype, which begins where the address says', () => {
    const ofPrototype = { fileKey: 'abc', isPrototype: true };
    const nodeOf = (query: string) => read(`${web}/embed/proto/abc/Name?${query}`);
    const start = 'starting-point-node-id=3-4';
    expect(nodeOf(`node-id=1-2&${start}`)).toEqual({ ...ofPrototype, nodeId: '1:2' });
    expect(nodeOf(start)).toEqual({ ...ofPrototype, nodeId: '3:4' });
    const page = `${web}/board/abc/Name`;
    expect(prototypeAddress(web, page)).toBe(`${web}/proto/abc/Name`);
  });

  it('is read back, even with the longest name', () => {
    const file = { key: fileKeyOf('abc'), name: '😀'.repeat(127), editorType: 'figma' };
    expect(read(filePageAddress(web, file))).toMatchObject({ fileKey: 'abc', nodeId: undefined });
  });

  it('may be that of a published site, at any path', () => {
    expect(read(`${web}/site/gr%C3%B6%C3%9Fe/`)).toMatchObject({ sitePath: '/site/größe' });
    expect(read(`${web}/embed/site/shop/front`)).toMatchObject({ sitePath: '/site/shop/front' });
    expect(read(`${web}/shop`)).toEqual({ sitePath: '/shop' });
  });

  it('is read in time proportional to its length, whatever it holds', () => {
    for (const path of [
      '/'.repeat(250_000),
      `/design/${'-'.repeat(250_000)}/`,
      `/design/a/branch/${'/branch/'.repeat(30_000)}`,
    ])
      expect(readPagePath(path)).toEqual({ sitePath: '' });
  });
});

it('The addresses of sites, embeds and nodes are built from the base address', () => {
  expect(sitePageAddress(web, { urlPath: '/site/shop' })).toBe(`${web}/site/shop`);
  expect(sitePageAddress(web, { urlPath: '/größe' })).toBe(`${web}/site/gr%C3%B6%C3%9Fe`);
  expect(embedAddress(web, `${web}/design/abc/Name`)).toBe(`${web}/embed/design/abc/Name`);
  expect(withNode(`${web}/design/abc`, exactNodeId('I1:2;3:4'))).toBe(`${web}/design/abc?node-id=I1-2%3B3-4`);
});
