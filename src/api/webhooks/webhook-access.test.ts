import { describe, expect, it } from 'vitest';
import {
  type Actor,
  castServer,
  files,
  organizations,
  people,
  projects,
  smallDesign,
  team,
} from '../../testing/cast.ts';
import { receiverOfGroup } from '../../testing/receiver-of-group.ts';

const { play, server } = castServer({ fileUpdateQuietMs: '0' });
const receiver = receiverOfGroup();

const webhook = (more: object = {}) => ({
  event_type: 'FILE_UPDATE',
  context: 'file',
  context_id: files.open,
  endpoint: `${receiver().url}/hook`,
  passcode: 'secret',
  ...more,
});
const onProject = { context: 'project', context_id: projects.open };
const onTeam = { context: 'team', context_id: team };
/** Makes one and lets its PING arrive. */
const make = async (who: Actor, more?: object): Promise<string> => {
  const made = await play(who, 'POST /v2/webhooks', webhook(more));
  expect(made).toMatchObject({ status: 200 });
  await server().context.deliveries.settle();
  receiver().received.length = 0;
  return made.json.id;
};
const push = (key: string = files.open) =>
  play('alice', `PUT /workspace/v1/files/${key}/content`, smallDesign('Next'));
/** The files that the receiver is told of by a push to each of them. */
const toldOf = async (...keys: string[]): Promise<string[]> => {
  receiver().received.length = 0;
  for (const key of keys) await push(key);
  await server().context.deliveries.settle();
  return receiver().received.map(({ json }) => json.file_key);
};
const statusOf = async (id: string) => (await play('admin', `GET /v2/webhooks/${id}`)).json.status;
const reasonOf = async (id: string) =>
  (await play('admin', `GET /workspace/v1/webhooks/${id}`)).json.paused_because;
const link = (link_access: string, key: string = files.open) =>
  play('alice', `PATCH /workspace/v1/files/${key}`, { link_access });

const removeFromTeam = (who: 'bob' | 'carla') =>
  play('alice', `DELETE /workspace/v1/teams/${team}/members/${people[who]}`);
const leaves: [how: string, more: object, lose: () => Promise<unknown>][] = [
  ['the team', {}, () => removeFromTeam('bob')],
  ['the team, of a webhook on its project', onProject, () => removeFromTeam('bob')],
  [
    'the organization',
    {},
    () => play('alice', `DELETE /workspace/v1/organizations/${organizations.acme}/users/${people.bob}`),
  ],
  [
    'the reach of a file that is moved away',
    {},
    () => play('admin', `PATCH /workspace/v1/files/${files.open}`, { project: projects.inviteOnly }),
  ],
];

describe('A webhook whose maker leaves', () => {
  it.each(leaves)('%s receives nothing more and says why it is paused', async (_how, more, lose) => {
    const id = await make('bob', more);
    expect([await toldOf(files.open), await statusOf(id)]).toEqual([[files.open], 'ACTIVE']);
    expect(await lose()).toMatchObject({ status: 200 });
    expect([await toldOf(files.open), await statusOf(id)]).toEqual([[], 'PAUSED']);
    expect(await reasonOf(id)).toMatch(/^(Bob, who answers for this webhook, may not see the|Whoever) .+\.$/);
  });

  it('on a team receives events of each file that its maker may still see', async () => {
    await play('alice', `PUT /workspace/v1/teams/${team}/members/${people.bob}`, { role: 'admin' });
    await make('bob', onTeam);
    expect(await toldOf(files.open, files.viewOnly)).toEqual([files.open, files.viewOnly]);
    await removeFromTeam('bob');
    await link('view', files.viewOnly);
    expect(await toldOf(files.open, files.viewOnly)).toEqual([files.viewOnly]);
    await link('inherit', files.viewOnly);
    expect(await toldOf(files.open, files.viewOnly)).toEqual([]);
  });

  it('and comes back receives events again', async () => {
    const id = await make('bob');
    await removeFromTeam('bob');
    expect(await toldOf(files.open)).toEqual([]);
    await play('alice', `PUT /workspace/v1/teams/${team}/members/${people.bob}`, { role: 'viewer' });
    expect([await toldOf(files.open), await statusOf(id)]).toEqual([[files.open], 'ACTIVE']);
  });

  it('and that was set to PAUSED besides says what its maker lacks', async () => {
    const id = await make('bob');
    expect(await reasonOf(id)).toBeNull();
    await play('alice', `PUT /v2/webhooks/${id}`, { status: 'PAUSED' });
    expect(await reasonOf(id)).toBe('It was set to PAUSED.');
    await removeFromTeam('bob');
    expect(await reasonOf(id)).toBe('Bob, who answers for this webhook, may not see the file.');
  });

  it('is not reactivated by somebody else unless with its endpoint, for which they answer then', async () => {
    const id = await make('bob');
    await removeFromTeam('bob');
    const change = (body: object) => play('alice', `PUT /v2/webhooks/${id}`, body);
    const refused = await change({ status: 'ACTIVE' });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'Bob, who answers for this webhook, may not see the file. Send its endpoint along to answer for the webhook yourself.',
    ]);
    expect((await change({ description: 'Bob’s' })).json.status).toBe('PAUSED');
    expect(await toldOf(files.open)).toEqual([]);
    const taken = await change({ status: 'ACTIVE', endpoint: `${receiver().url}/hers` });
    expect([taken.json.status, await toldOf(files.open)]).toEqual(['ACTIVE', [files.open]]);
  });

  it('is not kept active by the rights of somebody else for an endpoint that its maker changed', async () => {
    const id = await make('alice');
    await play('bob', `PUT /v2/webhooks/${id}`, { endpoint: `${receiver().url}/his` });
    expect(await toldOf(files.open)).toEqual([files.open]);
    await removeFromTeam('bob');
    expect([await toldOf(files.open), await statusOf(id)]).toEqual([[], 'PAUSED']);
  });
});

describe('A webhook made by a link', () => {
  it('cannot be made, read or changed, since an open link gives no rights in the project', async () => {
    const id = await make('alice');
    await link('edit');
    expect((await play('dan', `GET /v1/files/${files.open}`)).status).toBe(200);
    expect((await play('dan', 'POST /v2/webhooks', webhook())).status).toBe(403);
    const lines = [`GET /v2/webhooks/${id}`, `PUT /v2/webhooks/${id}`, `DELETE /v2/webhooks/${id}`];
    for (const line of lines)
      expect((await play('dan', line, line.startsWith('PUT') ? {} : undefined)).status).toBe(403);
    expect((await play('dan', `GET /workspace/v1/webhooks/${id}/key`)).status).toBe(403);
  });

  it('before that was refused ends when the link is closed', async () => {
    const entry = webhook({ id: '71', creator: people.dan });
    await link('edit');
    expect((await play('admin', 'POST /workspace/v1/apply', { webhooks: [entry] })).json.warnings).toEqual(
      [],
    );
    expect(await toldOf(files.open)).toEqual([files.open]);
    await link('inherit');
    expect([await toldOf(files.open), await statusOf('71')]).toEqual([[], 'PAUSED']);
  });
});

describe('A workspace file', () => {
  const apply = async (more: object) =>
    (await play('admin', 'POST /workspace/v1/apply', { webhooks: [webhook({ id: '71', ...more })] })).json;

  it('warns of a webhook whose creator may not see its events', async () => {
    expect((await apply({ creator: people.dan })).warnings).toEqual([
      `The webhook to "${receiver().url}/hook" is paused. Dan, who answers for this webhook, may not see the file.`,
    ]);
    expect(await toldOf(files.open)).toEqual([]);
  });

  it('that names no creator makes the administrator answer for its webhooks', async () => {
    expect((await apply({})).warnings).toEqual([]);
    expect(await toldOf(files.open)).toEqual([files.open]);
  });
});

describe('A delivery on its way when access ends', () => {
  it('is dropped with the reason, and neither retried nor replayed', async () => {
    const id = await make('bob');
    receiver().answer(500);
    expect(await toldOf(files.open)).toEqual([files.open]);
    await removeFromTeam('bob');
    await play('admin', 'POST /test/v1/clock', { advance: '4h' });
    expect(receiver().received).toHaveLength(1);
    const { deliveries } = (await play('alice', `GET /workspace/v1/webhooks/${id}/deliveries`)).json;
    const [update, ping] = deliveries;
    const reason = 'Bob, who answers for this webhook, may not see the file.';
    expect(update).toMatchObject({ state: 'dropped', attempts: 1, last_error: reason, last_status: 500 });
    const replayed = await play('alice', `POST /workspace/v1/webhooks/${id}/replay`, { delivery: ping.id });
    expect([replayed.status, replayed.json.err]).toEqual([409, `The webhook is paused. ${reason}`]);
  });

  it('is not replayed, either, to a maker who may see only other files of the project', async () => {
    const id = await make('bob', onProject);
    expect(await toldOf(files.open)).toEqual([files.open]);
    await play('admin', `PATCH /workspace/v1/files/${files.open}`, { project: projects.inviteOnly });
    expect(await statusOf(id)).toBe('ACTIVE');
    const { deliveries } = (await play('alice', `GET /workspace/v1/webhooks/${id}/deliveries`)).json;
    const body = { delivery: deliveries[0].id };
    receiver().received.length = 0;
    await play('alice', `POST /workspace/v1/webhooks/${id}/replay`, body);
    await server().context.deliveries.settle();
    expect(receiver().received).toEqual([]);
  });

  it('that has arrived is listed only for people who may see its file now', async () => {
    const id = await make('alice', onProject);
    await toldOf(files.open);
    const listed = async (who: Actor) =>
      (await play(who, `GET /v2/webhooks/${id}/requests`)).json.requests.map(
        ({ request_info }: { request_info: { payload: { event_type: string } } }) =>
          request_info.payload.event_type,
      );
    expect(await listed('bob')).toEqual(['FILE_UPDATE', 'PING']);
    await play('admin', `PATCH /workspace/v1/files/${files.open}`, { project: projects.inviteOnly });
    expect([await listed('bob'), await listed('alice')]).toEqual([['PING'], ['FILE_UPDATE', 'PING']]);
  });

  it('reaches a maker with a role in the project of a file that was deleted', async () => {
    await make('bob', { event_type: 'FILE_DELETE' });
    await make('bob', { ...onProject, event_type: 'FILE_DELETE' });
    await play('alice', `DELETE /workspace/v1/files/${files.open}`);
    await server().context.deliveries.settle();
    expect(receiver().received.map(({ json }) => json.event_type)).toEqual(['FILE_DELETE', 'FILE_DELETE']);
  });
});

describe('A test delivery', () => {
  const ping = (who: Actor, id: string) => play(who, `POST /workspace/v1/webhooks/${id}/ping`);

  it.each([
    ['alice', 200],
    ['bob', 200],
    ['carla', 403],
    ['dan', 404],
  ] as const)('of a webhook on a file is sent for %s: %i', async (who, status) => {
    const id = await make('alice');
    expect((await ping(who, id)).status).toBe(status);
    await server().context.deliveries.settle();
    const told = receiver().received.map(({ json }) => [json.event_type, json.webhook_id, json.passcode]);
    expect(told).toEqual(status === 200 ? [['PING', id, 'secret']] : []);
  });

  it('is not sent to a webhook that is paused, and says so', async () => {
    const id = await make('alice');
    await play('alice', `PUT /v2/webhooks/${id}`, { status: 'PAUSED' });
    expect((await ping('alice', id)).status).toBe(409);
  });
});
