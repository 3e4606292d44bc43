import { expect, test } from 'vitest';
import { operationIds } from '../../src/contract/contract.ts';
import { compatibilityMarkdown } from './compatibility.ts';
import { conformanceChecks } from './conformance-checks.ts';
import { readSources } from './sources.ts';

const page = compatibilityMarkdown(new Set(operationIds));

const rowsOf = (text: string): string[] => text.split('\n').filter((line) => /^\| `\w+`/.test(line));

test('every operation has one row', () => {
  expect(rowsOf(page.slice(0, page.indexOf('## Differences')))).toHaveLength(operationIds.length);
  expect(page).toContain('54 of 54 are implemented.');
});

test('every operation of the interface has checks', () => {
  const rows = rowsOf(page.slice(0, page.indexOf('## OAuth 2')));
  expect(rows).toHaveLength(54);
  for (const row of rows)
    expect(row).toMatch(/\| \[[\w-]+\]\(\.\.\/conformance\/[\w-]+\.(test|faults)\.ts\)[^|]* \|$/);
  expect(Object.keys(conformanceChecks)).toHaveLength(54);
});

test('every difference is listed with its source', () => {
  for (const { says, source } of readSources().overlay) {
    expect(page).toContain(`| ${says} |`);
    expect(page).toContain(`| ${source} |`);
  }
});

test('a register that does not name an operation is refused', () => {
  const others = operationIds.filter((id) => id !== 'getFile');
  expect(() => compatibilityMarkdown(new Set(others))).toThrow('does not name getFile');
});
