import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { exampleFile, pixelPng, smallFile } from '../harness/example-file.ts';
import { fittingBody } from './fitting-requests.ts';
import { markSign } from './planned-things.ts';
import type { Operation } from './published-interface.ts';
import type { ValueSource } from './schema-values.ts';
import { variablesNamed } from './tenant-variables.ts';

/** A body before it is known which things it names: a value to be printed by its type, or bytes as they are. */
export interface PlannedBody {
  readonly type: string | undefined;
  readonly value?: unknown;
  /** `backup`: the copy that the start made. */
  readonly raw?: string | Uint8Array | { readonly made: 'backup' };
}

type Bodies = fc.Arbitrary<PlannedBody | undefined>;

/** What the operation asks for; where anything may be, at times something else altogether, or nothing. */
export function bodiesOf(operation: Operation, values: ValueSource): Bodies {
  const asked = askedBodies(operation, values);
  if (values.choice === 'fitting') return asked;
  return fc.oneof(
    { weight: operation.body === undefined ? 12 : 20, arbitrary: asked },
    { weight: 1, arbitrary: strays },
    { weight: operation.body === undefined ? 0 : 1, arbitrary: fc.constant(undefined) },
  );
}

function askedBodies({ id, body }: Operation, values: ValueSource): Bodies {
  if (body === undefined) return fc.constant(undefined);
  const fitting = values.choice === 'fitting' ? rawFitting[id] : undefined;
  if (fitting !== undefined) return fc.constant(fitting);
  const made = fittingBody(id, values);
  const [type = json] = Object.keys(body.types);
  if (made !== undefined) return made.map((value) => ({ type, value }));
  const asked = Object.entries(body.types).map(([type, schema]) => {
    const special = specialBodies[id] ?? rawBodies[type];
    return special ?? values.of(schema, { operation: id, name: 'body' }).map((value) => ({ type, value }));
  });
  return fc.oneof(...(asked as Bodies[]));
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const strays: Bodies = fc.constantFrom<PlannedBody>(
  ...[
    '{',
    '',
    'null',
    '[]',
    '"x"',
    '1e999',
    '{"a":1,"a":2}',
    '\ufeff{}',
    '[[[[[[[[',
    '{"name":"\\ud800"}',
  ].map((raw) => ({ type: json, raw })),
  { type: undefined, raw: '{}' },
  { type: 'text/plain', raw: 'plain' },
  { type: 'application/xml', raw: '<a/>' },
  { type: form, raw: 'a=1&a=2&%zz' },
  { type: 'multipart/form-data; boundary=x', raw: '--x--' },
  { type: 'no type', raw: '{}' },
  { type: 'application/json; charset=utf-16', raw: '{}' },
  { type: json, raw: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) },
);

/** A small font of the packages. */
export const font = readFileSync(
  createRequire(import.meta.url).resolve(
    '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff2',
  ),
);

const bytes: Bodies = fc.oneof(
  fc.constantFrom<PlannedBody>(
    { type: 'application/octet-stream', raw: pixelPng },
    { type: 'image/png', raw: pixelPng },
    { type: 'application/octet-stream', raw: pixelPng.subarray(0, 40) },
    { type: 'application/octet-stream', raw: '' },
    { type: 'font/woff2', raw: font },
    { type: 'application/octet-stream', raw: 'wOF2 and no more' },
    { type: 'application/octet-stream', raw: 'PK\u0003\u0004 and no more' },
    { type: 'image/svg+xml', raw: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  ),
  fc.uint8Array({ maxLength: 200 }).map((raw) => ({ type: 'application/octet-stream', raw })),
);

const rawBodies: Readonly<Record<string, Bodies>> = {
  'application/octet-stream': bytes,
  'application/x-tar': bytes,
  'image/*': bytes,
  'font/*': bytes,
};

/** Bytes that an operation takes. */
const rawFitting: Readonly<Record<string, PlannedBody>> = {
  addFont: { type: 'font/woff2', raw: font },
  putBackup: { type: 'application/x-tar', raw: { made: 'backup' } },
};

const documents = fc.constantFrom<object>(exampleFile, smallFile(`Frame ${markSign}`), {
  document: { id: '0:0', type: 'DOCUMENT', children: [] },
});

/** Bodies whose schema says no more than that they are objects. */
const specialBodies: Readonly<Record<string, Bodies>> = {
  putFileContent: fc.oneof(
    { weight: 3, arbitrary: documents.map((value) => ({ type: json, value })) },
    { weight: 1, arbitrary: bytes },
  ),
  putFileVariables: fc.constant({ type: json, value: variablesNamed(markSign) }),
};
