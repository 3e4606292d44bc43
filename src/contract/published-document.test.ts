import { expect, test } from 'vitest';
import {
  contractDocument,
  type PublishedOperation,
  publishedDocument,
  referred,
} from './published-document.ts';

const isServed = () => true;

test('[VER-12] the published description carries the addresses of the server that publishes it', () => {
  const published = publishedDocument({
    base: 'https://host.test/design-api',
    auth: 'https://sign-in.test',
    importMaxBytes: 1000,
    isServed,
  });
  expect(published.servers).toEqual([{ url: 'https://host.test/design-api' }]);
  expect(published.components.securitySchemes.OAuth2.flows.authorizationCode).toMatchObject({
    authorizationUrl: 'https://sign-in.test/oauth',
    tokenUrl: 'https://host.test/design-api/v1/oauth/token',
  });
});

test('the published description lists 400 for every operation, since any address may hold a NUL character', () => {
  const operations = Object.values(contractDocument().paths).flatMap((item) => Object.values(item));
  const without = operations.filter(({ responses }) => responses['400'] === undefined);
  expect(without.map(({ operationId }) => operationId)).toEqual([]);
});

test('the published description has a word for every tag of an operation', () => {
  const { paths, tags } = contractDocument();
  const used = Object.values(paths).flatMap((item) => Object.values(item).flatMap((one) => one.tags));
  const told = new Set(tags.map(({ name }) => name));
  expect(used.filter((tag) => !told.has(tag))).toEqual([]);
});

test('the addresses of one server do not stay for the next', () => {
  publishedDocument({ base: 'https://one.test', auth: 'https://one.test', importMaxBytes: 1000, isServed });
  expect(contractDocument().servers).toEqual([{ url: '/', description: 'This server.' }]);
});

test('the published description says of every form, and of no other body, how many fields it may have', () => {
  const { paths } = publishedDocument({ base: '', auth: '', importMaxBytes: 1000, isServed });
  const told = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map((one) => [one['x-max-form-fields'], takesForm(one)]);
  expect(new Set(told.map(String))).toEqual(new Set(['100,true', ',false']));
});

const takesForm = ({ requestBody }: PublishedOperation): boolean =>
  requestBody !== undefined && 'application/x-www-form-urlencoded' in (referred(requestBody).content ?? {});

test('the published description says how large a body may be of every operation that takes one, but a backup', () => {
  const { paths } = publishedDocument({ base: '', auth: '', importMaxBytes: 1000, isServed });
  const taking = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .filter(({ requestBody }) => requestBody !== undefined);
  const limits = new Map(taking.map((one) => [one.operationId, one['x-max-body-bytes']]));
  expect([...limits].filter(([, limit]) => typeof limit !== 'number')).toEqual([['putBackup', undefined]]);
  expect(Object.fromEntries(limits)).toMatchObject({
    putFileContent: 1000,
    applyWorkspace: 1400,
    postVariables: 4 * 1024 * 1024,
    postComment: 1024 * 1024,
    // Small enough to take no room from others while another server is waited for.
    pullFromUpstream: 16 * 1024,
    createMirror: 16 * 1024,
    addCatalogueFonts: 16 * 1024,
    postOAuthToken: 128 * 1024,
  });
});
