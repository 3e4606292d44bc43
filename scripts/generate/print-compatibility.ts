import { writeFileSync } from 'node:fs';
import { operations } from '../../src/operations.ts';
import { compatibilityMarkdown } from './compatibility.ts';

writeFileSync(
  new URL('../../docs/compatibility.md', import.meta.url),
  compatibilityMarkdown(new Set(Object.keys(operations))),
);
