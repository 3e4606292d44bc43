import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { as } from '../harness/delivery-record.ts';
import { smallFile } from '../harness/example-file.ts';
import type { Several } from './servers.ts';

/** Writes a workspace file into the folder; answers the arguments of `vitrine serve` that name it. */
export async function workspaceToBring(folder: string): Promise<string[]> {
  const path = join(folder, 'workspace.json');
  await writeFile(path, JSON.stringify(workspace));
  return ['--workspace', path];
}

/** Each thing in it is there once, and all processes have it. */
export async function expectBroughtOnce({ servers, query }: Several): Promise<void> {
  for (const server of servers) {
    const { status, json } = await as(server, 'GET', '/v1/files/brought');
    expect([status, json.name]).toEqual([200, 'Brought']);
  }
  const [found] = await query(`select
    (select count(*)::int from organizations) as organizations, (select count(*)::int from teams) as teams,
    (select count(*)::int from users where handle = 'Olga') as people,
    (select count(*)::int from versions where file_key = 'brought') as versions`);
  expect(found).toEqual({ organizations: 1, teams: 1, people: 1, versions: 1 });
}

const workspace = {
  organizations: [{ id: '990', name: 'Studio', plan: 'enterprise' }],
  users: [
    { id: '7', handle: 'Olga', email: 'olga@example.com', organization: '990', role: 'member', seat: 'full' },
  ],
  teams: [{ id: '190', name: 'Web', organization: '990', members: [{ user: '7', role: 'admin' }] }],
  projects: [{ id: '290', name: 'Site', team: '190', access: 'team', members: [] }],
  files: [
    { key: 'brought', name: 'Brought', project: '290', editor_type: 'figma', source: smallFile('Brought') },
  ],
};
