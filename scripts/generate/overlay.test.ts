import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from './open-api.ts';
import { applyOverlay } from './overlay.ts';
import type { OverlayEntry } from './overlay-entry.ts';
import { readSources } from './sources.ts';

/** A document with one operation, small enough to be read at a glance. */
function smallDocument(): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Small' },
    servers: [],
    tags: [{ name: 'Things' }],
    paths: {
      '/v1/things': {
        get: {
          operationId: 'getThings',
          tags: ['Things'],
          deprecated: true,
          parameters: [{ name: 'depth', in: 'query', schema: { type: 'number' } }],
          responses: {
            '200': { content: { 'application/json': { schema: { type: 'object', required: ['a'] } } } },
          },
        },
      },
    },
    components: {
      schemas: { Thing: { type: 'object', properties: {} } },
      responses: {},
      securitySchemes: {},
    },
  };
}

function entry(on: string, rest: Partial<OverlayEntry>): OverlayEntry {
  return { source: 'F1', says: 'A difference.', on, ...rest };
}

describe('an overlay entry', () => {
  test('merges into a parameter found by its name', () => {
    const document = smallDocument();
    applyOverlay(document, [
      entry('operation getThings', { at: 'parameters/depth/schema', merge: { type: 'integer', minimum: 1 } }),
    ]);
    expect(document.paths['/v1/things']?.get?.parameters).toEqual([
      { name: 'depth', in: 'query', schema: { type: 'integer', minimum: 1 } },
    ]);
  });

  test('appends, takes and removes in answers, schemas and operations', () => {
    const document = smallDocument();
    applyOverlay(document, [
      entry('answer getThings', { append: { required: ['b'] }, take: { required: ['a'] } }),
      entry('operation getThings', { remove: ['deprecated'] }),
      entry('schema Thing', { merge: { properties: { name: { type: 'string' } } } }),
    ]);
    const operation = document.paths['/v1/things']?.get;
    expect(operation?.deprecated).toBeUndefined();
    expect(operation?.responses['200']).toEqual({
      content: { 'application/json': { schema: { type: 'object', required: ['b'] } } },
    });
    expect(document.components.schemas.Thing?.properties).toEqual({ name: { type: 'string' } });
  });

  test.each<[string, OverlayEntry, string]>([
    [
      'sets what is so already',
      entry('schema Thing', { merge: { type: 'object' } }),
      'sets "type" to what it is',
    ],
    ['appends what is there', entry('answer getThings', { append: { required: ['a'] } }), 'is there already'],
    [
      'takes what is not there',
      entry('answer getThings', { take: { required: ['z'] } }),
      'what is not there',
    ],
    ['removes what is not there', entry('schema Thing', { remove: ['title'] }), 'removes "title"'],
    [
      'names an unknown operation',
      entry('operation getNothing', { remove: ['x'] }),
      'no operation "getNothing"',
    ],
    ['names an unknown place', entry('schema Thing', { at: 'items', merge: { a: 1 } }), 'finds no "items"'],
    ['names an unknown kind', entry('thing Thing', { merge: { a: 1 } }), 'the unknown kind "thing"'],
    ['does nothing', entry('schema Thing', {}), 'says nothing to do'],
  ])('that %s fails with a sentence naming it', (_, wrong, words) => {
    expect(() => applyOverlay(smallDocument(), [wrong])).toThrow(words);
    expect(() => applyOverlay(smallDocument(), [wrong])).toThrow('the entry of F1 on');
  });
});

test('every entry of contract/overlay.yaml names its source and says its difference in a sentence', () => {
  for (const { source, says, on } of readSources().overlay) {
    expect(source, on).toMatch(/^([A-Z]|ruling |ours$)/);
    expect(says, on).toMatch(/\.$/);
  }
});
