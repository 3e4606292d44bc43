import { writeFileSync } from 'node:fs';
import { registerStates } from '../../src/operations.ts';
import { compatibilityMarkdown } from './compatibility.ts';

writeFileSync(
  new URL('../../docs/compatibility.md', import.meta.url),
  compatibilityMarkdown(registerStates()),
);
