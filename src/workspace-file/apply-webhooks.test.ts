import { describe, expect, it } from 'vitest';
import { castServer, files, people, projects, team } from '../testing/cast.ts';
import { receiverOfGroup } from '../testing/receiver-of-group.ts';

const { play, server } = castServer();
const receiver = receiverOfGroup();

const apply = (workspace: object) => play('admin', 'POST /workspace/v1/apply', workspace);
const entry = (more: object = {}) => ({
  event_type: 'FILE_DELETE',
  context: 'team',
  context_id: team,
  endpoint: receiver().url,
  passcode: 'secret',
  creator: people.alice,
  ...more,
});

describe('Applying webhooks', () => {
  it('keeps them, tells nobody of it, and changes nothing the second time', async () => {
    const webhooks = [
      entry({ id: '70' }),
      entry({ context: 'project', context_id: projects.open, status: 'PAUSED' }),
      entry({ context: 'file', context_id: files.open, description: 'Mine' }),
    ];
    const first = await apply({ webhooks });
    expect([first.status, first.json.warnings]).toEqual([200, []]);
    expect(first.json.created.map(({ kind }: { kind: string }) => kind)).toEqual([
      'webhook',
      'webhook',
      'webhook',
    ]);
    expect((await apply({ webhooks })).json).toMatchObject({ created: [], updated: [], unchanged: 3 });
    expect((await apply({ webhooks: [entry({ id: '70', passcode: 'new' })] })).json.updated).toHaveLength(1);
    const listed = await play('alice', 'GET /v2/webhooks?plan_api_id=organization-900');
    expect(listed.json.webhooks).toHaveLength(3);
    await server().context.deliveries.settle();
    expect(receiver().received).toEqual([]);
    await play('alice', `DELETE /workspace/v1/files/${files.open}`);
    const told = (await receiver().until(2)).map(({ json }) => [json.event_type, json.passcode]);
    expect(new Set(told.map(String))).toEqual(new Set(['FILE_DELETE,new', 'FILE_DELETE,secret']));
  });

  it.each([
    ['PING', { event_type: 'PING' }, 'PING'],
    ['a team that is not there', { context_id: '555' }, 'the team "555"'],
    ['a project that is not there', { context: 'project', context_id: '555' }, 'the project "555"'],
    ['a file that is not there', { context: 'file', context_id: '555' }, 'the file "555"'],
    ['a creator who is not there', { creator: '555' }, 'the user "555"'],
    ['a private endpoint', { endpoint: 'https://10.0.0.1/' }, '10.0.0.0/8'],
  ])('refuses %s', async (_case, more, words) => {
    const answer = await apply({ webhooks: [entry(more)] });
    expect([answer.status, answer.json.err]).toEqual([400, expect.stringContaining(words)]);
  });

  it('brings more on one thing than people may make', async () => {
    const onFile = (id: string) =>
      entry({ id, context: 'file', context_id: files.open, endpoint: `${receiver().url}/${id}` });
    const many = await apply({ webhooks: ['71', '72', '73', '74'].map(onFile) });
    expect(many.json.created).toHaveLength(4);
    await apply({ webhooks: [entry({ id: '80' })] });
    expect((await apply({ webhooks: [onFile('80')] })).json.updated).toHaveLength(1);
    const { event_type, context, context_id, endpoint, passcode } = onFile('90') as Record<string, string>;
    const made = { event_type, context, context_id, endpoint, passcode };
    expect((await play('alice', 'POST /v2/webhooks', made)).status).toBe(400);
  });

  it('moves one to where it says, and it hears of nothing else from then on', async () => {
    const listed = async (context: string, contextId: string) => {
      const { json } = await play('alice', `GET /v2/webhooks?context=${context}&context_id=${contextId}`);
      return json.webhooks.map(({ id }: { id: string }) => id);
    };
    await apply({ webhooks: [entry({ id: '70' })] });
    const moved = await apply({ webhooks: [entry({ id: '70', context: 'file', context_id: files.open })] });
    expect(moved.json.updated).toHaveLength(1);
    expect([await listed('team', team), await listed('file', files.open)]).toEqual([[], ['70']]);
    expect((await play('alice', `DELETE /workspace/v1/files/${files.empty}`)).status).toBe(200);
    await play('alice', `DELETE /workspace/v1/files/${files.open}`);
    const [told, ...more] = (await receiver().until(1)).map(({ json }) => json.file_key);
    expect([told, more]).toEqual([files.open, []]);
  });

  it('lets the administrator answer for an endpoint that is changed without naming anybody', async () => {
    const answering = async () => {
      const { json } = await play('alice', 'GET /workspace/v1/webhooks/70');
      return json.answered_for_by;
    };
    await apply({ webhooks: [entry({ id: '70' })] });
    const { creator: _nobody, ...unnamed } = entry({ id: '70', passcode: 'other' });
    await apply({ webhooks: [unnamed] });
    expect(await answering()).toBe(people.alice);
    const elsewhere = { ...unnamed, endpoint: `${receiver().url}/elsewhere` };
    await apply({ webhooks: [elsewhere] });
    expect(await answering()).not.toBe(people.alice);
    expect((await apply({ webhooks: [elsewhere] })).json.unchanged).toBe(1);
  });

  it('makes none active again for somebody who may not see it, unless it names who answers', async () => {
    const paused = entry({ id: '70', status: 'PAUSED', creator: people.dan });
    expect((await apply({ webhooks: [paused] })).json.warnings).toHaveLength(1);
    const { creator: _nobody, ...active } = { ...paused, status: 'ACTIVE' };
    const answer = await apply({ webhooks: [active] });
    expect([answer.status, answer.json.err]).toEqual([400, expect.stringContaining('Send its endpoint')]);
    const named = await apply({ webhooks: [{ ...active, creator: people.alice }] });
    expect([named.status, named.json.warnings]).toEqual([200, []]);
  });

  it('drops what waits for a webhook that is paused', async () => {
    await apply({ webhooks: [entry({ id: '70' })] });
    receiver().answer(500);
    await play('alice', `DELETE /workspace/v1/files/${files.open}`);
    await receiver().until(1);
    await server().context.deliveries.settle();
    await apply({ webhooks: [entry({ id: '70', status: 'PAUSED' })] });
    const { json } = await play('alice', 'GET /workspace/v1/webhooks/70/deliveries');
    expect(json.deliveries).toEqual([
      expect.objectContaining({ state: 'dropped', last_error: 'The webhook was paused.' }),
    ]);
  });
});
