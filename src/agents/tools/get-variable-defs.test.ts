import { expect, test } from 'vitest';
import { atOnce } from '../../document/run-at-once.ts';
import { type Ask, tooLargeToRead } from '../ask.ts';
import type { ReadVariables } from '../used-variables.ts';
import { definitionsOf, getVariableDefs } from './get-variable-defs.ts';

const count = 20_000;

/** Numbers, each of which has a value in two modes and counts when it is asked for them. */
function manyVariables() {
  const asked = { values: 0 };
  const variables = Array.from({ length: count }, (_, at) => ({
    id: `VariableID:1:${at}`,
    name: `Number ${at}`,
    variableCollectionId: 'c',
    get valuesByMode() {
      asked.values += 1;
      return { '1:0': at, '1:1': at + 0.5 };
    },
  }));
  const modes = [
    { modeId: '1:0', name: 'Light' },
    { modeId: '1:1', name: 'Dark' },
  ];
  const read = {
    variables: Object.fromEntries(variables.map((one) => [one.id, one])),
    variableCollections: { c: { modes, defaultModeId: '1:0' } },
    unread: 0,
  } as unknown as ReadVariables;
  return { read, asked, ids: new Set(variables.map(({ id }) => id)) };
}

test('As many variables as have room are told, in steps, and no others are looked at', () => {
  const { read, asked, ids } = manyVariables();
  const work = definitionsOf(read, ids, 1000);
  let most = 0;
  let text: string | undefined;
  while (text === undefined) {
    const before = asked.values;
    const { done, value } = work.next();
    most = Math.max(most, asked.values - before);
    if (done) text = value;
  }
  const shown = asked.values - 1;
  expect(shown).toBeLessThan(200);
  expect(most).toBe(1);
  const end = text.lastIndexOf('\n');
  expect(Object.entries(JSON.parse(text.slice(0, end)))).toHaveLength(shown);
  expect(text.slice(end + 1)).toBe(
    `${shown} of 20,000 variables are shown: name a node further in, or ask with a larger maxTokens.`,
  );
});

test('A few variables are JSON as it was: each by its name, with a value or those of its modes', () => {
  const { read } = manyVariables();
  const text = atOnce(definitionsOf(read, new Set(['VariableID:1:1', 'VariableID:1:2']), 1000));
  const modes = (at: number) => ({ Light: at, Dark: at + 0.5 });
  expect(text).toBe(JSON.stringify({ 'Number 1': modes(1), 'Number 2': modes(2) }, null, 2));
});

/** Variables of one collection, each with a value in its only mode. */
function variablesOf(values: Readonly<Record<string, unknown>>): ReadVariables {
  const ofValue = ([name, value]: [string, unknown]) => {
    const variable = { id: name, name, variableCollectionId: 'c', valuesByMode: { '1:0': value } };
    return [name, variable] as const;
  };
  return {
    variables: Object.fromEntries(Object.entries(values).map(ofValue)),
    variableCollections: { c: { modes: [], defaultModeId: '1:0' } },
    unread: 0,
  } as unknown as ReadVariables;
}
const aliasOf = (id: string) => ({ type: 'VARIABLE_ALIAS', id });
const told = (values: Readonly<Record<string, unknown>>, names = Object.keys(values), most = 1000): string =>
  atOnce(definitionsOf(variablesOf(values), new Set(names), most));

test('A variable is told with the value that its aliases lead to, or with null where they lead to none', () => {
  const paper = { r: 1, g: 0, b: 0.2, a: 1 };
  const link = (name: string, to: string) => ({ [name]: aliasOf(to) });
  const values = { paper, ...link('card', 'paper'), ...link('page', 'card'), ...link('lost', 'elsewhere') };
  const circle = { ...link('one', 'other'), ...link('other', 'one') };
  expect(JSON.parse(told({ ...values, ...circle }))).toEqual({
    paper: '#ff0033',
    card: '#ff0033',
    page: '#ff0033',
    lost: null,
    one: null,
    other: null,
  });
});

test('Variables of one name in two collections are both told, and those that the file does not have are counted', () => {
  const read = variablesOf({ one: 1, other: 2 });
  Object.assign(read.variables.other!, { name: 'one' });
  const [json = '', word] = atOnce(definitionsOf(read, new Set(['one', 'other', 'gone']), 1000)).split(
    '\nBound ',
  );
  expect(JSON.parse(json)).toEqual({ one: 1, 'one (other)': 2 });
  expect(word).toBe('to 1 variable that this file does not have.');
});

test('A mode that the collection does not name is told by its id', () => {
  const read = variablesOf({ space: 4 });
  Object.assign(read.variables.space!.valuesByMode, { '1:1': 8 });
  const text = atOnce(definitionsOf(read, new Set(['space']), 1000));
  expect(JSON.parse(text)).toEqual({ space: { '1:0': 4, '1:1': 8 } });
});

test('Names and values of variables show what is unseen in them', () => {
  expect(told({ 'a\u202e': 'b\u200b' })).toBe('{\n  "a\\u202e": "b\\u200b"\n}');
});

test('Where there is no room for any variable, none is told, as JSON as well', () => {
  const [json, word] = told({ long: 'a'.repeat(5000) }).split('\n');
  expect([json, word]).toEqual(['{}', expect.stringContaining('0 of 1 variables are shown')]);
});

test('An agent is told of the variables of a node and of all that lies in it, within its budget', async () => {
  const within = (levels: number): object =>
    levels === 0
      ? { boundVariables: { opacity: aliasOf('deep') } }
      : { id: '1:2', children: [within(levels - 1)], boundVariables: { width: aliasOf('near') } };
  interface Read {
    readonly children?: readonly Read[];
  }
  const cut = ({ children = [], ...node }: Read, depth: number): Read => ({
    ...node,
    ...(depth === 0 ? {} : { children: children.map((child) => cut(child, depth - 1)) }),
  });
  const answerOf = (document: Read) =>
    ({
      call: async (route: string, { query }: { query?: { depth?: number } }) =>
        route.endsWith('/nodes')
          ? { nodes: { '1:2': { document: cut(document, query?.depth ?? 100) } } }
          : { meta: variablesOf({ near: 1, deep: 2, other: 3, last: 'a'.repeat(400) }) },
      run: async <T>(steps: Generator<void, T>) => atOnce(steps),
    }) as unknown as Ask;
  const say = async (document: object, more = {}) => {
    const asked = { fileKey: 'k', nodeId: '1:2', maxTokens: 6000, ...more };
    const [content] = await getVariableDefs.run(asked, answerOf(document));
    return content?.type === 'text' ? content.text : '';
  };
  expect(JSON.parse(await say(within(6)))).toEqual({ near: 1, deep: 2 });
  const long = { boundVariables: { width: aliasOf('last'), height: aliasOf('near') } };
  expect(Object.keys(JSON.parse(await say({ ...long, id: '1:2' })))).toEqual(['near', 'last']);
  expect(await say({ ...long, id: '1:2' }, { maxTokens: 50 })).toMatch(
    /^{\n {2}"near": 1\n}\n1 of 2 variables/,
  );
});

test('A node without variables is told so, and variables are not read for it', async () => {
  const ask = {
    call: async (route: string) => {
      if (!route.endsWith('/nodes')) throw new Error('Variables are read.');
      return { nodes: { '1:2': { document: { id: '1:2' } } } };
    },
    run: async <T>(steps: Generator<void, T>) => atOnce(steps),
  } as unknown as Ask;
  expect(await getVariableDefs.run({ fileKey: 'k', nodeId: '1:2', maxTokens: 200 }, ask)).toEqual([
    { type: 'text', text: '{}' },
  ]);
});

test('Variables of a file that has more than is read are asked for by their ids, with what they are aliases of', async () => {
  const names = Array.from({ length: 250 }, (_, at) => `v${at}`);
  const values = {
    ...Object.fromEntries(names.map((name) => [name, aliasOf('ink')])),
    ink: aliasOf('black'),
    black: 0,
  };
  const all = variablesOf(values);
  const asked: number[] = [];
  const ask = {
    call: async (route: string, { query }: { query?: { ids?: string } }) => {
      const children = names.map((name, at) => ({ id: `1:${at}`, boundVariables: { width: aliasOf(name) } }));
      if (route.endsWith('/nodes')) return { nodes: { '1:2': { document: { id: '1:2', children } } } };
      if (query?.ids === undefined) throw tooLargeToRead();
      const ids = query.ids.split(',');
      asked.push(ids.length);
      const variables = Object.fromEntries(ids.map((id) => [id, all.variables[id]]));
      return { meta: { variables, variableCollections: all.variableCollections } };
    },
    run: async <T>(steps: Generator<void, T>) => atOnce(steps),
  } as unknown as Ask;
  const say = async (maxTokens: number) => {
    const [content] = await getVariableDefs.run({ fileKey: 'k', nodeId: '1:2', maxTokens }, ask);
    return content?.type === 'text' ? content.text : '';
  };
  expect(JSON.parse(await say(6000))).toEqual(Object.fromEntries(names.map((name) => [name, 0])));
  expect(asked.splice(0)).toEqual([100, 100, 50, 1, 1]);
  expect(await say(200)).toMatch(/\n66 of 250 variables are shown: /);
  expect(asked).toEqual([100, 1, 1]);
});
