import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeTable } from './node-table.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/unsupported.md'), 'utf8');

it('The renderer leaves out no type of node that docs/unsupported.md does not name with the reason', () => {
  const rows = Object.entries(nodeTable).flatMap(([type, entry]) => {
    if ('draw' in entry || 'shape' in entry) return [];
    return [`| ${type} | ${'notDrawn' in entry ? entry.notDrawn : entry.unseen} |`];
  });
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) expect(page).toContain(row);
});
