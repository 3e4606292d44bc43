import { describe, expect, it } from 'vitest';
import { castServer, files, smallDesign, team } from '../../testing/cast.ts';
import { receiverOfGroup } from '../../testing/receiver-of-group.ts';

const { play, server } = castServer({ fileUpdateQuietMs: '0' });
const receiver = receiverOfGroup();

const subscribe = async (event_type: string) => {
  const body = {
    event_type,
    context: 'file',
    context_id: files.open,
    endpoint: receiver().url,
    passcode: 's',
  };
  expect((await play('alice', 'POST /v2/webhooks', body)).status).toBe(200);
  await told();
};
/** What the receiver was told since it was last asked. */
const told = async () => {
  await server().context.deliveries.settle();
  return receiver()
    .received.splice(0)
    .map(({ json }) => json);
};

describe('Content that is pushed', () => {
  const design = (devStatus?: object, more: object = {}) => {
    const made = JSON.parse(JSON.stringify(smallDesign('Open')));
    const [frame] = made.document.children[0].children;
    Object.assign(frame, devStatus === undefined ? {} : { devStatus }, more);
    return made;
  };
  const push = (body: object) => play('bob', `PUT /workspace/v1/files/${files.open}/content`, body);
  const statuses = async () =>
    (await told()).map(({ node_id, status, change_message }) => [node_id, status, change_message]);

  it('[DLV-15] is delivered for each node whose development status it changes', async () => {
    await subscribe('DEV_MODE_STATUS_UPDATE');
    await push(design({ type: 'READY_FOR_DEV', description: 'Go' }));
    expect(await statuses()).toEqual([['1:2', 'READY_FOR_DEV', 'Go']]);
    await push(design({ type: 'READY_FOR_DEV', description: 'Go' }, { name: 'Other' }));
    expect(await statuses()).toEqual([]);
    await push(design({ type: 'COMPLETED' }));
    expect(await statuses()).toEqual([['1:2', 'COMPLETED', undefined]]);
    await push(design());
    expect(await statuses()).toEqual([['1:2', 'NONE', undefined]]);
    await push(design({ type: 'SOON' }));
    await push(design({ type: 'NONE' }));
    expect(await statuses()).toEqual([]);
  });

  it('delivers nothing for marked nodes that it lacks', async () => {
    await push(design({ type: 'READY_FOR_DEV' }));
    await subscribe('DEV_MODE_STATUS_UPDATE');
    await push(design({ type: 'READY_FOR_DEV' }, { id: '7:7' }));
    expect(await statuses()).toEqual([['7:7', 'READY_FOR_DEV', undefined]]);
  });
});

describe('Publishing a library', () => {
  const publish = () => play('alice', `POST /workspace/v1/files/${files.open}/publish`, {});
  const change = (collection: object) =>
    play('alice', `PUT /workspace/v1/files/${files.open}/variables`, {
      meta: {
        variables: {},
        variableCollections: {
          'VariableCollectionId:1:1': {
            id: 'VariableCollectionId:1:1',
            name: 'Theme',
            key: 'a'.repeat(40),
            remote: false,
            modes: [{ modeId: '1:0', name: 'Light' }],
            defaultModeId: '1:0',
            hiddenFromPublishing: false,
            variableIds: [],
            ...collection,
          },
        },
      },
    });

  it('[DLV-17] is delivered where only collections changed, and not where nothing did', async () => {
    await subscribe('LIBRARY_PUBLISH');
    expect(await change({})).toMatchObject({ status: 200 });
    await publish();
    expect(await told()).toEqual([
      expect.objectContaining({
        event_type: 'LIBRARY_PUBLISH',
        created_variables: [],
        modified_variables: [],
      }),
    ]);
    await publish();
    expect(await told()).toEqual([]);
    await change({ name: 'Themes' });
    await publish();
    expect(await told()).toHaveLength(1);
    await change({ name: 'Themes', hiddenFromPublishing: true });
    await publish();
    expect(await told()).toHaveLength(1);
  });
});

describe('Times in events', () => {
  it('are written as answers write them', async () => {
    await subscribe('FILE_COMMENT');
    const comment = (await play('bob', `POST /v1/files/${files.open}/comments`, { message: 'Hi' })).json;
    const [event] = await told();
    expect(event.created_at).toBe(comment.created_at);
    expect(event.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    await subscribe('FILE_VERSION_UPDATE');
    await play('bob', `POST /workspace/v1/files/${files.open}/versions`, { label: 'One' });
    const [named] = await told();
    const { versions } = (await play('bob', `GET /v1/files/${files.open}/versions`)).json;
    expect(versions.map(({ created_at }: { created_at: string }) => created_at)).toContain(named.created_at);
  });
});

describe('A webhook in the older form', () => {
  const body = () => ({
    event_type: 'FILE_UPDATE',
    endpoint: receiver().url,
    passcode: 's',
    status: 'PAUSED',
  });
  const make = (more: object) => play('alice', 'POST /v2/webhooks', { ...body(), ...more });

  it('is attached to the team that it names', async () => {
    const made = await make({ team_id: team });
    expect(made.json).toMatchObject({ context: 'team', context_id: team, team_id: team });
    const changed = await play('alice', `PUT /v2/webhooks/${made.json.id}`, { ...body(), team_id: '5' });
    expect(changed.json).toEqual(made.json);
  });

  it.each([{}, { context: 'team' }, { context_id: team }, { team_id: team, context: 'file' }])(
    'is refused where it does not say what it is for: %j',
    async (more) => {
      const { status, json } = await make(more);
      expect([status, json.message]).toEqual([
        400,
        'Say what to attach the webhook to: context with context_id.',
      ]);
    },
  );

  it('yields to a context that is named', async () => {
    const { json } = await make({ team_id: team, context: 'file', context_id: files.open });
    expect(json).toMatchObject({ context: 'file', team_id: '' });
    expect((await play('bob', 'POST /v2/webhooks', { ...body(), team_id: team })).status).toBe(403);
  });
});
