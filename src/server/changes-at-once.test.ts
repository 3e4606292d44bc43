import { expect, it } from 'vitest';
import { castWorkspace, files, organizations, people, projects, team } from '../testing/cast.ts';
import { onServersOfBothEngines } from '../testing/server-on-both-engines.ts';

const own = '/workspace/v1';
const acme = `${own}/organizations/${organizations.acme}`;
const file = `/v1/files/${files.open}`;
const message = { message: 'One of many', client_meta: { x: 1, y: 1 } };

/** Ways to one more of a thing of which there may be so many only. */
const makings: [line: string, bodyOf: (name: string) => unknown][] = [
  [`POST ${own}/files`, (name) => ({ name, project: projects.open })],
  [`POST ${own}/files/${files.open}/branches`, (name) => ({ name })],
  [`POST ${own}/projects`, (name) => ({ name, team })],
  [`POST ${own}/teams`, (name) => ({ name })],
  [`POST ${own}/sites`, (name) => ({ name, file: files.open })],
  [`POST ${own}/me/tokens`, (name) => ({ name, scopes: ['current_user:read'] })],
  [`POST ${acme}/tokens`, (name) => ({ name, scopes: ['org:developer_log_read'] })],
  [`POST ${own}/apps`, (name) => ({ name, organization: organizations.acme })],
  [`POST ${file}/comments`, () => message],
];

onServersOfBothEngines('Changes at once', castWorkspace(), ({ play }) => {
  it('are all made, and changes of the whole workspace beside them', async () => {
    const answers: [line: string, status: number, text: string][] = [];
    const send = async (who: 'alice' | 'admin', line: string, body: unknown) => {
      const { status, text } = await play(who, line, body);
      answers.push([line, status, text.slice(0, 200)]);
    };
    let isApplied = false;
    const makeAll = async (writer: number) => {
      const inTurn = [...makings.slice(writer), ...makings.slice(0, writer)];
      for (let turn = 0; turn < 8 && !isApplied; turn += 1)
        for (const [line, bodyOf] of inTurn) await send('alice', line, bodyOf(`of-${writer}-${turn}`));
    };
    const applyAll = async () => {
      for (let turn = 0; turn < 2; turn += 1) await send('admin', `POST ${own}/apply`, workspace(turn));
      isApplied = true;
    };
    await Promise.all([applyAll(), ...makings.map((_, writer) => makeAll(writer))]);
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  });
});

/** Thirty things of each kind, new in each turn. */
function workspace(turn: number) {
  const of = <T>(make: (id: string) => T) =>
    Array.from({ length: 30 }, (_, index) => make(`w${turn}-${index}`));
  return {
    users: of((id) => ({ id, handle: id, email: `${id}@example.com`, organization: organizations.acme })),
    teams: of((id) => ({ id, name: id, organization: organizations.acme })),
    projects: of((id) => ({ id, name: id, team })),
    files: of((key) => ({ key, name: key, project: projects.open, owner: people.alice })),
    sites: of((id) => ({ id, name: id, url_path: `/site/${id}`, file: files.open })),
  };
}
