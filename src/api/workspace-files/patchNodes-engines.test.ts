import { expect, it } from 'vitest';
import { castWorkspace, files } from '../../testing/cast.ts';
import { onServersOfBothEngines } from '../../testing/server-on-both-engines.ts';

const own = '/workspace/v1/files';

onServersOfBothEngines('Changing nodes', castWorkspace(), ({ play, server }) => {
  const patch = (operations: object[], key: string = files.open) =>
    play('bob', `PATCH ${own}/${key}/nodes`, { operations });
  const set = (id: string, properties: object) => ({ op: 'set', id, properties });

  it('is written into the log, told to webhooks and found by the search as any new version is', async () => {
    const hook = { event_type: 'FILE_UPDATE', context: 'file', context_id: files.open, status: 'ACTIVE' };
    const made = await play('alice', 'POST /v2/webhooks', {
      ...hook,
      endpoint: 'https://receiver.invalid/',
      passcode: 'p',
    });
    expect(made.status).toBe(200);
    const { json } = await patch([set('1:4', { characters: 'Quixotic' })]);
    const { database } = server().context;
    const logged = await database.selectFrom('activity_events').select(['type', 'details']).execute();
    const changed = logged.filter(({ type }) => type === 'fig_file_content_change');
    expect(changed.map(({ details }) => JSON.parse(details ?? '{}').version)).toContain(json.version);
    const waiting = await database.selectFrom('quiet_files').select('file_key').execute();
    expect(waiting.map(({ file_key }) => file_key)).toContain(files.open);
    await expect
      .poll(async () => (await play('alice', 'GET /workspace/v1/search?q=Quixotic')).json.hits?.length, {
        timeout: 20_000,
      })
      .toBe(1);
  });

  it('is done for each of many who change a file at once, and merges beside them', async () => {
    const branch = (await play('bob', `POST ${own}/${files.open}/branches`, { name: 'Idea' })).json.key;
    await patch([set('1:2', { name: 'From the branch' })], branch);
    const merge = () => play('bob', `POST ${own}/${files.open}/branches/${branch}/merge`, {});
    const patches = Array.from({ length: 30 }, (_, at) => patch([set('1:3', { opacity: (at + 1) / 100 })]));
    const answers = await Promise.all([...patches, merge(), merge()]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('is refused in a file that mirrors another, into which no branch is merged either', async () => {
    const { database } = server().context;
    const branch = (await play('alice', `POST ${own}/${files.viewOnly}/branches`, { name: 'Idea' })).json.key;
    await database
      .updateTable('files')
      .set({ mirror_id: 'm' as never })
      .where('key', '=', files.viewOnly)
      .execute();
    const answers = [
      await play('alice', `PATCH ${own}/${files.viewOnly}/nodes`, {
        operations: [set('1:4', { opacity: 0.5 })],
      }),
      await play('alice', `POST ${own}/${files.viewOnly}/branches/${branch}/merge`, {}),
    ];
    expect(answers.map(({ status, json }) => [status, json.err])).toEqual(
      answers.map(() => [403, expect.stringContaining('mirrors one of another server')]),
    );
  });

  it('takes ten thousand operations at once, and compares, patches and merges what they made', async () => {
    const node = (at: number) => ({ type: 'RECTANGLE', name: `Box ${at}`, size: { x: 1, y: 1 } });
    const many = Array.from({ length: 10_000 }, (_, at) => ({ op: 'insert', parent: '0:1', node: node(at) }));
    const { status, json } = await patch(many);
    expect([status, json.changed]).toEqual([200, 10_000]);
    expect((await patch([...many, many[0] as object])).status).toBe(400);
    const branch = (await play('bob', `POST ${own}/${files.open}/branches`, { name: 'Idea' })).json.key;
    expect(
      (await patch([set(json.ids[9999], { name: 'Last' }), { op: 'remove', id: json.ids[0] }], branch))
        .status,
    ).toBe(200);
    expect((await patch([set(json.ids[1], { name: 'Second' })])).status).toBe(200);
    const merged = await play('bob', `POST ${own}/${files.open}/branches/${branch}/merge`, {});
    expect([merged.status, merged.json.changed]).toEqual([200, 2]);
    const { summary } = (await play('bob', `GET ${own}/${files.open}/diff?from=${json.version}`)).json;
    expect(summary).toEqual({ added: 0, removed: 1, moved: 0, changed: 2 });
  });
});
