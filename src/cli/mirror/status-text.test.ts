import { expect, it } from 'vitest';
import { type Mirror, statusText } from './status-text.ts';

const mirror: Mirror = {
  id: '7',
  upstream: '1',
  project: '2',
  kind: 'project',
  project_id: '35',
  state: 'current',
  settled: true,
  versions: 0,
  branches: false,
  webhooks: false,
  files: [],
  counts: {},
  incomplete: 0,
  held_by_others: [],
  budgets: [],
  created_at: '2026-01-01T00:00:00Z',
};

it('A mirror of a project without files says so, unless others hold them', () => {
  const held = [{ mirror: '8', files: 2 }];
  expect(statusText(mirror)).toMatch(/^7 \(project 35\) is current\n {2}no file yet\n/);
  expect(statusText({ ...mirror, held_by_others: held })).toMatch(
    /is current\n {2}2 files held by mirror 8\n/,
  );
});
