import { expect, test } from 'vitest';
import { closeBodies } from './close-bodies.ts';

const ownWith = (path: string, schema: object, schemas: object = {}) => {
  const operation = { requestBody: { content: { 'application/json': { schema } } } };
  return { paths: { [path]: { post: operation } }, components: { schemas } } as never;
};
const closed = (schema: object, schemas: object = {}, path = '/workspace/v1/things') => {
  closeBodies(ownWith(path, schema, schemas));
  return schema;
};
const text = { type: 'string' };

test('A body of our own operations is closed, with the objects in its fields, lists and choices', () => {
  const inner = () => ({ properties: { a: { ...text } } });
  const body = closed({
    properties: { one: inner(), many: { items: inner() }, either: { oneOf: [inner(), { type: 'null' }] } },
  });
  const shut = { ...inner(), additionalProperties: false };
  expect(body).toEqual({
    properties: { one: shut, many: { items: shut }, either: { oneOf: [shut, { type: 'null' }] } },
    additionalProperties: false,
  });
});

test('A body that is put together is closed as a whole, and its parts are not', () => {
  const part = { properties: { a: text } };
  const body = closed(
    { allOf: [{ $ref: '#/components/schemas/Part' }, { properties: { b: text } }] },
    { Part: part },
  );
  expect([body, part]).toEqual([
    expect.objectContaining({ unevaluatedProperties: false }),
    { properties: { a: text } },
  ]);
});

test('A schema of ours that a body names is closed, and one of the interface is not', () => {
  const [ours] = [{ properties: { a: text } }];
  closed({ items: { $ref: '#/components/schemas/Ours' } }, { Ours: ours });
  closed({ items: { $ref: '#/components/schemas/Theirs' } });
  expect(ours).toHaveProperty('additionalProperties', false);
});

test('A body that takes any document, says itself what it takes, or comes from elsewhere stays as it is', () => {
  expect(closed({ type: 'object' })).toEqual({ type: 'object' });
  const map = { properties: { a: text }, additionalProperties: true };
  expect(closed({ ...map })).toEqual(map);
  expect(closed({ properties: { a: text } }, {}, '/mirror-events/1')).toEqual({ properties: { a: text } });
});
