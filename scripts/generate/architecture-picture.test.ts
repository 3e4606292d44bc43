import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { architecturePicture } from './architecture-picture.ts';

test('docs/architecture.svg shows the rooms as they import each other (printed by scripts/generate/print-architecture-picture.ts)', () => {
  const written = readFileSync(new URL('../../docs/architecture.svg', import.meta.url), 'utf8');
  expect(written).toBe(architecturePicture());
});
