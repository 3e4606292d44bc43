import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workspaceFilePage } from './workspace-file-page.ts';

test('docs/workspace-file.md says what the contract says (printed by scripts/generate/print-workspace-file.ts)', () => {
  const written = readFileSync(new URL('../../docs/workspace-file.md', import.meta.url), 'utf8');
  expect(written).toBe(workspaceFilePage());
});

test('Each list of a workspace file has a chapter', () => {
  const lists = [
    'organizations',
    'users',
    'teams',
    'projects',
    'files',
    'sites',
    'apps',
    'webhooks',
    'ai_usage',
  ];
  for (const list of lists) expect(workspaceFilePage()).toContain(`\n## \`${list}\`\n`);
});

test('Each field of a workspace file is one row of its table', () => {
  const chapters = workspaceFilePage().split('\n## ').slice(1);
  for (const chapter of chapters) {
    const [, table = ''] = chapter.trimEnd().split('|---|---|---|\n');
    expect(table.split('\n').filter((line) => !/^\| .* \|$/.test(line))).toEqual([]);
  }
});
