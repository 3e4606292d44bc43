import { expect, test } from 'vitest';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { assemble } from './assemble.ts';
import { memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { openSnapshot } from './snapshot.ts';

/** A node with those properties as the answer has it, and as one with vector data has it. */
function answered(properties: string): string[] {
  const node = `{"id":"1:1","type":"VECTOR",${properties}}`;
  const document = `{"id":"0:0","type":"DOCUMENT","children":[${node},{"id":"1:2","type":"VECTOR"}]}`;
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(`{"document":${document}}`)));
  const snapshot = openSnapshot(memorySource(Buffer.concat(chunks)));
  const body = (geometry: boolean) => snapshot.subtree(snapshot.find('1:1') as number, { geometry });
  expect(Buffer.concat([...assemble(snapshot.subtree(2, {}), snapshot.source)]).toString()).toBe(
    '{"id":"1:2","type":"VECTOR"}',
  );
  return [false, true].map((geometry) =>
    Buffer.concat([...assemble(body(geometry), snapshot.source)]).toString(),
  );
}

test.each([
  ['"isMask":true', '"isMask":true,"maskType":"ALPHA"'],
  ['"isMask":true,"isMaskOutline":false', '"isMask":true,"isMaskOutline":false,"maskType":"ALPHA"'],
  ['"isMaskOutline":true,"isMask":true', '"isMaskOutline":true,"isMask":true,"maskType":"VECTOR"'],
  ['"isMask" : true , "children":[ ] ', '"isMask":true,"children":[],"maskType":"ALPHA"'],
  ['"maskType":"LUMINANCE","isMask":true', '"maskType":"LUMINANCE","isMask":true'],
  ['"isMask":false,"isMaskOutline":true', '"isMask":false,"isMaskOutline":true'],
])('[VER-08] a mask with %s has the type it means', (properties, expected) => {
  expect(answered(properties)[0]).toBe(`{"id":"1:1","type":"VECTOR",${expected}}`);
});

test.each([
  ['"targetAspectRatio":{"x":1,"y":2}', '"targetAspectRatio":{"x":1,"y":2},"preserveRatio":true'],
  ['"targetAspectRatio":null', '"targetAspectRatio":null'],
  [
    '"preserveRatio":true,"targetAspectRatio":{"x":1,"y":2}',
    '"preserveRatio":true,"targetAspectRatio":{"x":1,"y":2}',
  ],
])('[VER-09] a node with %s says whether its ratio is kept', (properties, expected) => {
  expect(answered(properties)[0]).toBe(`{"id":"1:1","type":"VECTOR",${expected}}`);
});

test('what is implied stands beside vector data', () => {
  expect(answered('"isMask":true,"fillGeometry":[1]')).toEqual([
    '{"id":"1:1","type":"VECTOR","isMask":true,"maskType":"ALPHA"}',
    '{"id":"1:1","type":"VECTOR","isMask":true,"fillGeometry":[1],"maskType":"ALPHA"}',
  ]);
});
