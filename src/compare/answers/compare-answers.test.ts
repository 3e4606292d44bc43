import { expect, it } from 'vitest';
import { compareAnswers } from './compare-answers.ts';

const lines = (expected: unknown, actual: unknown, rules = {}) =>
  compareAnswers(expected, actual, rules).differences.map(
    ({ kind, path, count, first }) =>
      `${kind} ${path} × ${count} at ${first.at}: ${first.expected} | ${first.actual}`,
  );

const node = (id: string, more: object = {}, children: object[] = []) => ({
  id,
  type: 'FRAME',
  ...more,
  children,
});

it('Differences are told by the pattern of their place, children at any depth together, with the first of them', () => {
  const tree = (r: number) => ({
    document: node('0:0', {}, [
      node('1:1', { fills: [{ color: { r } }] }, [node('1:2', { fills: [{ color: { r } }] })]),
    ]),
  });
  expect(lines(tree(0.5), tree(0.25))).toEqual([
    'different document.children[*].fills[].color.r × 2 at document.children[1:1].fills[0].color.r: 0.5 | 0.25',
  ]);
});

it('Properties that one side lacks are missing or surplus, what is below them is not counted', () => {
  expect(lines({ a: { b: [1, 2] }, c: 1 }, { c: 1, d: [1] })).toEqual([
    'missing a × 1 at a: {1 properties} | undefined',
    'surplus d × 1 at d: undefined | [1 elements]',
  ]);
});

it('Elements with ids are paired by these, and their order is told once', () => {
  const list = (...ids: string[]) => ({ children: ids.map((id) => node(id)) });
  expect(lines(list('1:1', '1:2'), list('1:2', '1:3', '1:1'))).toEqual([
    'order children × 1 at children: [2 elements] | [3 elements]',
    'surplus children[*] × 1 at children[1:3]: undefined | FRAME 1:3',
  ]);
  expect(lines([1, 2], [2])).toEqual([
    'missing [] × 1 at [1]: 2 | undefined',
    'different [] × 1 at [0]: 1 | 2',
  ]);
});

it('Names that are ids are one place', () => {
  const styles = (name: string) => ({ styles: { '1:2': { name }, '1:3': { name } } });
  expect(lines(styles('A'), styles('B'))).toEqual([
    'different styles.{}.name × 2 at styles.1:2.name: "A" | "B"',
  ]);
});

it('Addresses, times and what a tape masks are set aside and counted, but not where one side lacks them', () => {
  const mask = 'masked';
  const expected = { url: 'https://a/1', at: '2026-01-01T00:00:00Z', token: 'x-masked', gone: 'https://a/1' };
  const actual = { url: 'https://b/2', at: '2025-01-01T00:00:00.5Z', token: 'other', gone: null };
  const { differences, setAside } = compareAnswers(expected, actual, { mask });
  expect([differences.map(({ path }) => path), setAside]).toEqual([['gone'], 3]);
});

it('Numbers are equal where they are as near as was asked', () => {
  expect(lines({ x: 1 }, { x: 1.0005 })).toHaveLength(1);
  expect(lines({ x: 1 }, { x: 1.0005 }, { within: 0.001 })).toEqual([]);
});

it('Answers of any nesting are compared, and names of every object as names', () => {
  const deep = JSON.parse(`${'{"children":['.repeat(20_000)}1${']}'.repeat(20_000)}`);
  const other = JSON.parse(`${'{"children":['.repeat(20_000)}2${']}'.repeat(20_000)}`);
  expect(compareAnswers(deep, other).differences).toMatchObject([
    { kind: 'different', path: 'children[*]', count: 1 },
  ]);
  expect(lines(JSON.parse('{"__proto__":{"a":1}}'), {})).toEqual([
    'missing __proto__ × 1 at __proto__: {1 properties} | undefined',
  ]);
});

it('Differences that are nested deeper than anybody reads are counted together', () => {
  const nested = (x: number) =>
    JSON.parse(`${`{"x":${x},"a":`.repeat(20_000)}0${'}'.repeat(20_000)}`) as unknown;
  const { differences } = compareAnswers(nested(1), nested(2));
  expect(differences).toHaveLength(257);
  expect(differences[0]).toMatchObject({ kind: 'different', count: 20_000 - 256 });
  expect(differences[0]!.path).toMatch(/^(a\.){255}a…$/);
});
