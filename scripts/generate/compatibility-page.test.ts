import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '../../src/operations.ts';
import { compatibilityMarkdown } from './compatibility.ts';

test('docs/compatibility.md says what the register says (printed by scripts/generate/print-compatibility.ts)', () => {
  const written = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8');
  expect(written).toBe(compatibilityMarkdown(new Set(Object.keys(operations))));
});
