import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../contract/contract.ts';
import { errorBody } from '../errors.ts';
import { answerProblems } from './answer-check.ts';

const json = 'application/json; charset=utf-8';
const me = { id: '1', handle: 'Alice', img_url: 'https://a.test/1', email: 'alice@a.test' };

describe('checking an answer', () => {
  test('an answer as the contract has it is right', () => {
    expect(answerProblems('getMe', { status: 200, contentType: json, json: me })).toEqual([]);
  });

  test('a member that is missing or wrong is named', () => {
    const { email: _, ...withoutMail } = me;
    const wrong = { ...me, id: 1 };
    expect(answerProblems('getMe', { status: 200, contentType: json, json: withoutMail })).toEqual([
      'getMe 200: Missing field "email".',
    ]);
    expect(answerProblems('getMe', { status: 200, contentType: json, json: wrong })).toEqual([
      'getMe 200: Invalid value for "id": expected text, got 1.',
    ]);
  });

  test('another content type, a missing body and a body too many are told', () => {
    expect(answerProblems('getMe', { status: 200, contentType: 'text/html' })[0]).toContain('as "text/html"');
    expect(answerProblems('getMe', { status: 200, contentType: json, isEmpty: true })[0]).toContain(
      'without the body',
    );
    expect(answerProblems('getFile', { status: 304, contentType: undefined, isEmpty: true })).toEqual([]);
    expect(answerProblems('getFile', { status: 304, contentType: json, json: {} })[0]).toContain(
      'with a body',
    );
    expect(answerProblems('downloadImageFill', { status: 200, contentType: 'image/png' })).toEqual([]);
  });

  test('a status that the contract does not name is told', () => {
    const answer = { status: 404, contentType: json, json: errorBody(404, 'Not found') };
    expect(answerProblems('getMe', answer)).toEqual([
      'getMe answered 404, which its contract does not name.',
    ]);
    expect(answerProblems('getFile', answer)).toEqual([]);
  });

  test('a refusal that any request can meet has the common body', () => {
    const refused = (status: number, body: unknown) => ({ status, contentType: json, json: body });
    expect(answerProblems('getMe', refused(501, errorBody(501, 'Not there yet')))).toEqual([]);
    expect(answerProblems('getMe', refused(501, { status: 501 }))[0]).toContain('getMe 501: Missing field');
  });

  test.each<OperationId>(['getFile', 'getActivityLogs', 'createFile', 'getWebhooks', 'getPayments'])(
    '[ERR-03] errors of %s hold one sentence in both spellings',
    (id) => {
      const { err: _, ...withoutErr } = errorBody(403, 'Invalid token');
      expect(
        answerProblems(id, { status: 403, contentType: json, json: errorBody(403, 'Invalid token') }),
      ).toEqual([]);
      expect(answerProblems(id, { status: 403, contentType: json, json: withoutErr })[0]).toContain('"err"');
    },
  );
});

/** A file answer with frames in frames, `depth` of them. */
function fileOfDepth(depth: number): object {
  const layer = { name: 'a', scrollBehavior: 'SCROLLS' };
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const frame = {
    ...layer,
    type: 'FRAME',
    clipsContent: false,
    fills: [],
    effects: [],
    blendMode: 'NORMAL',
    absoluteBoundingBox: box,
    absoluteRenderBounds: null,
  };
  let node: object = { ...frame, id: '1:0', children: [] };
  for (let level = 1; level < depth; level++) node = { ...frame, id: `1:${level}`, children: [node] };
  const page = {
    ...layer,
    id: '0:1',
    type: 'CANVAS',
    backgroundColor: { r: 1, g: 1, b: 1, a: 1 },
    flowStartingPoints: [],
    prototypeDevice: { type: 'NONE', rotation: 'NONE' },
    prototypeStartNodeID: null,
    children: [node],
  };
  return {
    name: 'a',
    role: 'owner',
    lastModified: '2026-01-31T12:00:00Z',
    editorType: 'figma',
    thumbnailUrl: 'https://a.test/t',
    version: '1',
    document: { ...layer, id: '0:0', type: 'DOCUMENT', children: [page] },
    components: {},
    componentSets: {},
    schemaVersion: 0,
    styles: {},
  };
}

describe('checking a document', () => {
  const check = (file: unknown, documents?: 'outline') =>
    answerProblems('getFile', { status: 200, contentType: json, json: file }, documents);

  test('a document as deep as people draw is held to the contract node by node', () => {
    expect(check(fileOfDepth(200))).toEqual([]);
    const broken = JSON.parse(
      JSON.stringify(fileOfDepth(200)).replace('"clipsContent":false', '"clipsContent":0'),
    );
    expect(check(broken)[0]).toContain('.clipsContent": expected true or false, got 0.');
  });

  test('a node of an unknown type is told', () => {
    const broken = JSON.parse(JSON.stringify(fileOfDepth(2)).replace('"type":"FRAME"', '"type":"BLOB"'));
    expect(check(broken)[0]).toContain('children[0].type": expected one of "');
  });

  test('a document that is too deep is said to be so, and its outline can be checked', () => {
    expect(check(fileOfDepth(10_000))[0]).toContain('too deep');
    expect(check(fileOfDepth(10_000), 'outline')).toEqual([]);
  });

  const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../shared/data');
  const hasCorpus = existsSync(corpus);
  const older = [
    'figmasharp/sample-file-2018.rest.json',
    'figspec/file.json',
    'unity-importer/test-runner.rest.json',
  ];
  const read = (name: string) => JSON.parse(readFileSync(join(corpus, name), 'utf8').replace(/^\uFEFF/, ''));
  const head = fileOfDepth(1) as Record<string, unknown>;

  test.skipIf(!hasCorpus)('a real file of today agrees with the contract (needs the corpus)', () => {
    expect(check({ ...head, ...read('radix-icons/document.json') })).toEqual([]);
  });

  test.skipIf(!hasCorpus).each(older)(
    '%s, of older years, agrees in outline only (needs the corpus)',
    (name) => {
      const { document, components, styles } = read(name);
      const answer = { ...head, document, components, styles: styles ?? {} };
      expect(check(answer, 'outline')).toEqual([]);
      expect(check(answer)).toHaveLength(1);
    },
  );
});
