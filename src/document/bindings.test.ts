import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { openSnapshot } from './open-snapshot.ts';

const alias = (id: string) => ({ type: 'VARIABLE_ALIAS', id });
const children = [
  {
    id: '1:1',
    type: 'FRAME',
    explicitVariableModes: { 'VariableCollectionId:1:2': '1:0' },
    fills: [{ type: 'SOLID', boundVariables: { color: alias('VariableID:1:5') } }],
    strokes: [{ type: 'SOLID', boundVariables: { color: alias('VariableID:1:5') } }],
    children: [
      {
        id: '1:2',
        type: 'TEXT',
        characters: 'VariableID:9:9',
        boundVariables: { opacity: alias('VariableID:1:6') },
      },
    ],
  },
  { id: '1:3', type: 'RECTANGLE', boundVariables: { size: { x: alias('VariableID:1:5') } } },
];
const document = {
  id: '0:0',
  type: 'DOCUMENT',
  children: [{ id: '0:1', type: 'CANVAS', children }],
};
const snapshot = openSnapshot(
  memorySource(
    Buffer.concat(compileSnapshot(readRestSource(Buffer.from(JSON.stringify({ document })))).chunks),
  ),
);
const idsOf = (id: string) => snapshot.nodesBoundTo(id).map((index) => snapshot.node(index).id);

test('A snapshot lists the variables and collections that nodes name, and not what a text says', () => {
  expect(snapshot.boundIds()).toEqual(['VariableCollectionId:1:2', 'VariableID:1:5', 'VariableID:1:6']);
});

test('A snapshot finds the nodes that are bound to a variable, each once and in their order', () => {
  expect(idsOf('VariableID:1:5')).toEqual(['1:1', '1:3']);
  expect(idsOf('VariableID:1:6')).toEqual(['1:2']);
  expect(idsOf('VariableCollectionId:1:2')).toEqual(['1:1']);
  expect(idsOf('VariableID:9:9')).toEqual([]);
});
