import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { activityTypes, type EntityKind, isActivityType } from './activity-types.ts';

const page = readFileSync(new URL('../../docs/logs.md', import.meta.url), 'utf8');
const spoken: Partial<Record<EntityKind, string>> = { file_repo: 'branch', org: 'organization' };

it.each(Object.entries(activityTypes))('docs/logs.md has %s', (name, { entities, sentence }) => {
  const about = entities.map((kind) => spoken[kind] ?? kind).join(', ');
  expect(page).toContain(`| \`${name}\` | ${about} | ${sentence} |`);
});

it('docs/logs.md has no event that is none', () => {
  const names = [...page.matchAll(/^\| `(\w+)` \|[^|\n]+\|[^|\n]+\|$/gm)].map(([, name = '']) => name);
  expect(names.filter((name) => !isActivityType(name))).toEqual([]);
});

it('names are spelled as those of the interface', () => {
  for (const name of Object.keys(activityTypes)) expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
});
