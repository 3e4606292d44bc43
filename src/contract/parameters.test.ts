import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationContract } from './contract.ts';
import { parseParameters, shortened } from './parameters.ts';

const key = { file_key: 'abc' };

function readFile(query: string) {
  return parseParameters(operationContract('getFile'), { path: key, query: new URLSearchParams(query) });
}

function readNodes(query: string) {
  return parseParameters(operationContract('getFileNodes'), { path: key, query: new URLSearchParams(query) });
}

describe('reading parameters', () => {
  test('gives typed values, with defaults filled in', () => {
    const { path, query, problems } = readFile('depth=2&geometry=paths&ids=1:2,3%3A4&branch_data=true');
    expect(problems).toEqual([]);
    expect(path).toEqual({ file_key: 'abc' });
    expect(query).toEqual({ depth: 2, geometry: 'paths', ids: '1:2,3:4', branch_data: true });
    expect(readFile('').query).toEqual({ branch_data: false });
  });

  test('ignores parameters it does not know, however often they come', () => {
    expect(readFile('node_last_modified=true&x=1&x=2&depth=1')).toMatchObject({
      query: { depth: 1, branch_data: false },
      problems: [],
    });
  });

  test('takes an empty value for an absent one', () => {
    expect(readFile('ids=&depth=')).toEqual({ path: key, query: { branch_data: false }, problems: [] });
  });

  test.each([
    ['depth=-0.5', 'Invalid value for "depth": expected a whole number of at least 0, got "-0.5".'],
    ['depth=-1', 'Invalid value for "depth": expected a whole number of at least 0, got "-1".'],
    ['depth=1.5', 'Invalid value for "depth": expected a whole number of at least 0, got "1.5".'],
    ['depth=abc', 'Invalid value for "depth": expected a whole number of at least 0, got "abc".'],
    ['depth=1e3', 'Invalid value for "depth": expected a whole number of at least 0, got "1e3".'],
    ['depth=0x10', 'Invalid value for "depth": expected a whole number of at least 0, got "0x10".'],
    ['depth=%201', 'Invalid value for "depth": expected a whole number of at least 0, got " 1".'],
    ['depth=.', 'Invalid value for "depth": expected a whole number of at least 0, got ".".'],
    ['depth=1&depth=2', 'The parameter "depth" was given 2 times; give it once.'],
    ['depth=1&depth=', 'The parameter "depth" was given 2 times; give it once.'],
    ['geometry=all', 'Invalid value for "geometry": expected "paths", got "all".'],
    ['branch_data=1', 'Invalid value for "branch_data": expected true or false, got "1".'],
    ['branch_data=TRUE', 'Invalid value for "branch_data": expected true or false, got "TRUE".'],
  ])('[ERR-04] refuses %s with a sentence that names the parameter', (query, sentence) => {
    const { problems } = readFile(query);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(sentence);
  });

  test('[NODE-09] a required parameter that is missing or empty is named', () => {
    expect(readNodes('').problems).toEqual(['Missing parameter "ids".']);
    expect(readNodes('ids=').problems).toEqual(['Missing parameter "ids".']);
    expect(readNodes('depth=abc').problems).toHaveLength(2);
  });

  test.each([
    ['1.0', 1],
    ['0', 0],
    ['99999999999999999', Number.MAX_SAFE_INTEGER],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ])('[FILE-21] depth=%s is a whole number', (text, depth) => {
    expect(readFile(`depth=${text}`)).toMatchObject({ query: { depth }, problems: [] });
  });

  test('numbers keep to both ends of their range', () => {
    const images = operationContract('getImages');
    const read = (scale: string) =>
      parseParameters(images, { path: key, query: new URLSearchParams({ ids: '1:2', scale }) });
    expect(read('0.01').query.scale).toBe(0.01);
    expect(read('4').query.scale).toBe(4);
    expect(read('4.1').problems).toEqual([
      'Invalid value for "scale": expected a number from 0.01 to 4, got "4.1".',
    ]);
    expect(read('.5').query.scale).toBe(0.5);
    expect(read('2.').query.scale).toBe(2);
    expect(read('Infinity').problems).toHaveLength(1);
  });

  test('version ids keep every digit', () => {
    const contract = operationContract('getFileVersions');
    const query = new URLSearchParams({ before: '90071992547409930001' });
    expect(parseParameters(contract, { path: key, query }).query.before).toBe('90071992547409930001');
    const wrong = new URLSearchParams({ before: 'x' });
    expect(parseParameters(contract, { path: key, query: wrong }).problems[0]).toContain(
      'expected digits, got "x"',
    );
  });

  test('path parameters are held to their schema too', () => {
    const contract = operationContract('putImageFill');
    const path = { file_key: 'abc', image_ref: '../../etc/passwd' };
    expect(parseParameters(contract, { path, query: new URLSearchParams() }).problems[0]).toContain(
      '"image_ref"',
    );
  });

  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.stringMatching(/^-?[0-9]{1,30}\.?[0-9]{0,3}$/),
    fc.constant('0'),
  );

  test('any text either reads as a whole number of at least 1 or is refused in one line', () => {
    fc.assert(
      fc.property(text, (text) => {
        const { query, problems } = readNodes(new URLSearchParams({ ids: '1:1', depth: text }).toString());
        const depth = query.depth as number | undefined;
        if (problems.length === 0)
          return depth! >= 1 && depth === Math.min(Number(text), Number.MAX_SAFE_INTEGER);
        return problems.length === 1 && !/[\n\r]/.test(problems[0]!);
      }),
    );
  });
});

test('a long value is cut in a sentence', () => {
  expect(shortened('x'.repeat(1_000_000))).toHaveLength(43);
  expect(shortened('a\nb')).toBe('"a\\nb"');
});
