import { expect, test } from 'vitest';
import { operationIds } from '../../src/contract/contract.ts';
import { compatibilityMarkdown } from './compatibility.ts';
import { readSources } from './sources.ts';

const register = Object.fromEntries(operationIds.map((id) => [id, 'notImplemented' as const]));
const page = compatibilityMarkdown({ ...register, getFile: 'implemented' });

test('every operation has one row with its state', () => {
  const operations = page.slice(0, page.indexOf('## Differences'));
  const rows = operations.split('\n').filter((line) => /^\| `\w+`/.test(line));
  expect(rows).toHaveLength(operationIds.length);
  expect(rows.filter((row) => row.endsWith('| yes |'))).toEqual([
    expect.stringContaining('`GET /v1/files/{file_key}`'),
  ]);
  expect(page).toContain('1 of 54 are implemented.');
});

test('every difference stands there with its source', () => {
  for (const { says, source } of readSources().overlay) {
    expect(page).toContain(`| ${says} |`);
    expect(page).toContain(`| ${source} |`);
  }
});

test('a register that does not name an operation is refused', () => {
  const { getFile: _, ...others } = register;
  expect(() => compatibilityMarkdown(others)).toThrow('does not name getFile');
});
