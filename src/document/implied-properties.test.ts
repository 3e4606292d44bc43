import { expect, test } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { contractDocument } from '../contract/published-document.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { assemble } from '../testing/assemble-body.ts';
import { memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { nodeTypes } from './node-types.ts';
import { openSnapshot } from './open-snapshot.ts';

const fixed = '"scrollBehavior":"FIXED"';

/** A node with those properties as the answer has it, and as one with vector data has it. */
function answered(properties: string): string[] {
  const node = `{"id":"1:1","type":"VECTOR",${fixed},${properties}}`;
  const document = `{"id":"0:0","type":"DOCUMENT","children":[${node},{"id":"1:2","type":"VECTOR",${fixed}}]}`;
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(`{"document":${document}}`)));
  const snapshot = openSnapshot(memorySource(Buffer.concat(chunks)));
  const body = (geometry: boolean) =>
    snapshot.subtree(snapshot.find(exactNodeId('1:1')) as number, { geometry });
  expect(Buffer.concat([...assemble(snapshot.subtree(2, {}), snapshot.source)]).toString()).toBe(
    `{"id":"1:2","type":"VECTOR",${fixed}}`,
  );
  return [false, true].map((geometry) =>
    Buffer.concat([...assemble(body(geometry), snapshot.source)]).toString(),
  );
}

function nodeAnswered(node: string): unknown {
  const document = `{"id":"0:0","type":"DOCUMENT","children":[${node}]}`;
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(`{"document":${document}}`)));
  const snapshot = openSnapshot(memorySource(Buffer.concat(chunks)));
  return JSON.parse(Buffer.concat([...assemble(snapshot.subtree(1, {}), snapshot.source)]).toString());
}

test.each([
  ['"isMask":true', '"isMask":true,"maskType":"ALPHA"'],
  ['"isMask":true,"isMaskOutline":false', '"isMask":true,"isMaskOutline":false,"maskType":"ALPHA"'],
  ['"isMaskOutline":true,"isMask":true', '"isMaskOutline":true,"isMask":true,"maskType":"VECTOR"'],
  ['"isMask" : true , "children":[ ] ', '"isMask":true,"children":[],"maskType":"ALPHA"'],
  ['"maskType":"LUMINANCE","isMask":true', '"maskType":"LUMINANCE","isMask":true'],
  ['"isMask":false,"isMaskOutline":true', '"isMask":false,"isMaskOutline":true'],
])('[VER-08] a mask with %s has the type it means', (properties, expected) => {
  expect(answered(properties)[0]).toBe(`{"id":"1:1","type":"VECTOR",${fixed},${expected}}`);
});

test.each([
  ['"targetAspectRatio":{"x":1,"y":2}', '"targetAspectRatio":{"x":1,"y":2},"preserveRatio":true'],
  ['"targetAspectRatio":null', '"targetAspectRatio":null'],
  [
    '"preserveRatio":true,"targetAspectRatio":{"x":1,"y":2}',
    '"preserveRatio":true,"targetAspectRatio":{"x":1,"y":2}',
  ],
])('[VER-09] a node with %s says whether its ratio is kept', (properties, expected) => {
  expect(answered(properties)[0]).toBe(`{"id":"1:1","type":"VECTOR",${fixed},${expected}}`);
});

test('what is implied stands beside vector data', () => {
  expect(answered('"isMask":true,"fillGeometry":[1]')).toEqual([
    `{"id":"1:1","type":"VECTOR",${fixed},"isMask":true,"maskType":"ALPHA"}`,
    `{"id":"1:1","type":"VECTOR",${fixed},"isMask":true,"fillGeometry":[1],"maskType":"ALPHA"}`,
  ]);
});

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, { readonly default?: unknown; readonly enum?: string[] }>>;
}

const schemas = contractDocument().components.schemas as unknown as Record<string, Schema>;

/** A schema and all that it takes over from others. */
function partsOf(schema: Schema): Schema[] {
  const own = schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? '']!;
  return [own, ...(own.allOf ?? []).flatMap(partsOf)];
}

/** What the contract requires of a type's nodes and has a default for. */
function requiredDefaults(type: string): Record<string, unknown> {
  const ofType = Object.values(schemas).find((schema) => {
    const types =
      schema.properties?.type?.enum ?? partsOf(schema).flatMap((part) => part.properties?.type?.enum ?? []);
    return types.length === 1 && types[0] === type;
  });
  const parts = partsOf(ofType ?? {});
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const defaults = properties.flatMap(([key, { default: value }]) =>
    required.has(key) && value !== undefined ? [[key, value]] : [],
  );
  return Object.fromEntries(defaults);
}

test.each([...nodeTypes])(
  'a %s without what the contract requires and has a default for is given it',
  (type) => {
    const defaults = requiredDefaults(type);
    expect(defaults).toHaveProperty('scrollBehavior', 'SCROLLS');
    const given = JSON.stringify({ id: '1:1', type });
    expect(nodeAnswered(given)).toEqual({ id: '1:1', type, ...defaults });
    const other = Object.fromEntries(Object.keys(defaults).map((key) => [key, 'said']));
    expect(nodeAnswered(JSON.stringify({ id: '1:1', type, ...other }))).toEqual({
      id: '1:1',
      type,
      ...other,
    });
  },
);

test('a node of an unknown type is given nothing', () => {
  expect(nodeAnswered('{"id":"1:1","type":"HOLOGRAM"}')).toEqual({ id: '1:1', type: 'HOLOGRAM' });
});
