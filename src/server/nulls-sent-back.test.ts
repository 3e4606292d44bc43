import { expect, it } from 'vitest';
import { castServer, files, organizations, people, projects, smallDesign } from '../testing/cast.ts';

const { play } = castServer();
const own = `/workspace/v1/files/${files.open}`;
const webhook = {
  event_type: 'FILE_UPDATE',
  context: 'file',
  context_id: files.open,
  endpoint: 'https://example.com/',
  passcode: 'secret',
  description: null,
};
const applied = {
  files: [
    {
      key: 'Nulls',
      name: 'Nulls',
      project: projects.open,
      owner: people.alice,
      source: smallDesign('Now'),
      versions: [{ id: '1', label: null, description: null, source: smallDesign('Then') }],
    },
  ],
  apps: [
    {
      client_id: 'nulls',
      name: 'Nulls',
      organization: organizations.acme,
      team: null,
      creator: null,
      website: null,
      logo: null,
      support_contact: null,
      testing_instructions: null,
      state: 'draft',
    },
  ],
  dev_statuses: [{ file: files.open, node: '1:2', status: 'COMPLETED', message: null }],
  webhooks: [{ id: '77', ...webhook, creator: people.alice }],
};

it.each<[string, 'alice' | 'admin', string, object]>([
  ['the description of a version', 'alice', `POST ${own}/versions`, { label: 'One', description: null }],
  [
    'the message of a status',
    'alice',
    `PUT ${own}/nodes/1:2/dev-status`,
    { status: 'COMPLETED', message: null },
  ],
  ['the description of a webhook', 'alice', 'POST /v2/webhooks', webhook],
  [
    'the name of who is invited',
    'alice',
    `POST /workspace/v1/organizations/${organizations.acme}/invitations`,
    { email: 'new@example.com', handle: null },
  ],
  [
    'the parent of a project',
    'alice',
    'POST /workspace/v1/projects',
    { name: 'P', team: '100', parent: null },
  ],
  [
    'the team of an app',
    'alice',
    'POST /workspace/v1/apps',
    { name: 'A', organization: organizations.acme, team: null },
  ],
  ['what a workspace file lacks', 'admin', 'POST /workspace/v1/apply', applied],
])('The server takes null back where its answers give it: %s', async (_what, who, line, body) => {
  const answer = await play(who, line, body);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
});

it('The server takes the answer of Get file nodes with a node that is not there as content', async () => {
  const nodes = (await play('alice', `GET /v1/files/${files.open}/nodes?ids=1:2,9:9`)).json;
  expect([nodes.err, nodes.nodes['9:9']]).toEqual([null, null]);
  const answer = await play('alice', `PUT ${own}/content`, nodes);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
});

it('The server takes a webhook back as it was answered', async () => {
  const { id, ...made } = (await play('alice', 'POST /v2/webhooks', webhook)).json;
  const { event_type, endpoint, passcode, status, description } = made;
  const again = await play('alice', `PUT /v2/webhooks/${id}`, {
    event_type,
    endpoint,
    passcode,
    status,
    description,
  });
  expect([again.status, again.json.description]).toEqual([200, null]);
});
