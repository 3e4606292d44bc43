import { expect, test } from 'vitest';
import type { Schema } from './open-api.ts';
import { schemaType } from './schema-type.ts';

test.each<[string, Schema, string]>([
  ['text', { type: 'string' }, 'string'],
  ['whole numbers', { type: 'integer' }, 'number'],
  ['choices', { type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
  ['values that may be null', { type: ['string', 'null'] }, 'string | null'],
  [
    'objects that may be null',
    { type: ['object', 'null'], properties: { a: {} } },
    '{\n  a?: unknown;\n} | null',
  ],
  ['references', { $ref: '#/components/schemas/Thing' }, 'Thing'],
  ['lists', { type: 'array', items: { type: 'number' } }, 'number[]'],
  ['lists of choices', { type: 'array', items: { enum: [1, 2] } }, '(1 | 2)[]'],
  ['maps', { type: 'object', additionalProperties: { type: 'number' } }, '{ [name: string]: number }'],
  ['unions', { oneOf: [{ type: 'number' }, { $ref: '#/x/A' }] }, 'number | A'],
  [
    'all of several',
    { allOf: [{ $ref: '#/x/A' }, { oneOf: [{ $ref: '#/x/B' }, { $ref: '#/x/C' }] }] },
    'A & (B | C)',
  ],
  ['required members', { properties: { a: { type: 'string' } }, required: ['a'] }, '{\n  a: string;\n}'],
  ['names that are no identifiers', { properties: { 'a-b': {} } }, '{\n  "a-b"?: unknown;\n}'],
  ['anything', {}, 'unknown'],
])('%s become a type', (_, schema, text) => {
  expect(schemaType(schema)).toBe(text);
});

test('a description becomes a comment that cannot end itself', () => {
  const schema = { properties: { a: { type: 'string', description: 'One */ two', deprecated: true } } };
  expect(schemaType(schema)).toBe('{\n  /**\n   * One * / two\n   * @deprecated\n   */\n  a?: string;\n}');
});

test('an unknown type fails instead of passing as anything', () => {
  expect(() => schemaType({ type: 'tuple' })).toThrow('"tuple"');
});
