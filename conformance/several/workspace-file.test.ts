import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { as } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { smallFile } from '../harness/example-file.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { startSeveral } from './servers.ts';

onOwnServers('A workspace file with which several servers start', ({ name, postgres }) => {
  it('is brought once, also where they start in the same moment on an empty database', async (context) => {
    if (postgres === undefined) return context.skip(`${name} has one server`);
    const folder = await scratchFolder('workspace');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'workspace.json');
    await writeFile(path, JSON.stringify(workspace));
    const several = await startSeveral(postgres, 3, { args: ['--workspace', path] });
    onTestFinished(() => several.close());
    for (const server of several.servers) {
      const { status, json } = await as(server, 'GET', '/v1/files/brought');
      expect([status, json.name]).toEqual([200, 'Brought']);
    }
    const [found] = await several.query(`select
      (select count(*)::int from organizations) as organizations, (select count(*)::int from teams) as teams,
      (select count(*)::int from users where handle = 'Olga') as people, (select count(*)::int from files) as files,
      (select count(*)::int from versions) as versions`);
    expect(found).toEqual({ organizations: 1, teams: 1, people: 1, files: 1, versions: 1 });
  });
});

const workspace = {
  organizations: [{ id: '900', name: 'Studio', plan: 'enterprise' }],
  users: [
    { id: '7', handle: 'Olga', email: 'olga@example.com', organization: '900', role: 'member', seat: 'full' },
  ],
  teams: [{ id: '100', name: 'Web', organization: '900', members: [{ user: '7', role: 'admin' }] }],
  projects: [{ id: '200', name: 'Site', team: '100', access: 'team', members: [] }],
  files: [
    { key: 'brought', name: 'Brought', project: '200', editor_type: 'figma', source: smallFile('Brought') },
  ],
};
