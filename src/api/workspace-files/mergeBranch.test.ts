import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Caller } from '../../access/caller.ts';
import { type FileKey, fileKeyOf, tokenIdOf } from '../../contract/branded-ids.ts';
import { editNodes } from '../../file-edits/edit-nodes.ts';
import { mergeBranch } from '../../file-edits/merge-branch.ts';
import { type Actor, castServer, files, organizations, people, smallDesign } from '../../testing/cast.ts';
import { mergeBranch as answerMerge } from './mergeBranch.ts';
import { patchNodes } from './patchNodes.ts';

const { play, server } = castServer();

const own = '/workspace/v1/files';
const set = (key: string, id: string, properties: object) =>
  play('alice', `PATCH ${own}/${key}/nodes`, { operations: [{ op: 'set', id, properties }] });
const branchOf = async (key: string = files.open): Promise<string> =>
  (await play('alice', `POST ${own}/${key}/branches`, { name: 'Idea' })).json.key;
const merge = (branch: string, body: object = {}, who: Actor = 'alice') =>
  play(who, `POST ${own}/${files.open}/branches/${branch}/merge`, body);
// biome-ignore lint/suspicious/noExplicitAny: an answer
const all = (node: any): any[] => [node, ...(node.children ?? []).flatMap(all)];
const nodeOf = async (key: string, id: string) =>
  all((await play('alice', `GET /v1/files/${key}`)).json.document).find((node) => node.id === id);

const alice: Caller = {
  tokenId: tokenIdOf('t'),
  tokenName: 'ci',
  tokenHash: 'aa',
  ipAddress: '::1',
  kind: 'personal',
  app: null,
  scopes: new Set(),
  user: {
    id: people.alice,
    handle: 'Alice',
    email: 'alice@example.com',
    imgUrl: '',
    organizationId: organizations.acme,
    role: 'admin',
    seat: 'full',
    installationAdmin: false,
  },
};

/** Of somebody who leaves when they are asked for the nth time whether they still wait. */
function leavingAt(turn: number): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let asked = 0;
  return Object.assign(signal, {
    throwIfAborted: () => {
      asked += 1;
      if (asked === turn) controller.abort();
      AbortSignal.prototype.throwIfAborted.call(signal);
    },
  });
}

describe('Merging a branch', () => {
  it('brings its changes into a main file that changed elsewhere, and updates it the other way round', async () => {
    const branch = await branchOf();
    await set(branch, '1:4', { characters: 'From the branch' });
    await set(files.open, '1:3', { opacity: 0.5 });
    const updated = await merge(branch, { direction: 'from_main' });
    expect([updated.status, updated.json.changed]).toEqual([200, 1]);
    expect((await nodeOf(branch, '1:3')).opacity).toBe(0.5);
    expect((await nodeOf(files.open, '1:4')).characters).not.toBe('From the branch');
    const { status, json } = await merge(branch, { message: 'The idea' });
    expect([status, json.changed]).toEqual([200, 1]);
    expect(await nodeOf(files.open, '1:4')).toMatchObject({ characters: 'From the branch' });
    expect(await nodeOf(files.open, '1:3')).toMatchObject({ opacity: 0.5 });
    const [newest] = (await play('alice', `GET /v1/files/${files.open}/versions`)).json.versions;
    expect(newest).toMatchObject({ id: json.version, description: 'The idea', user: { handle: 'Alice' } });
    expect((await merge(branch)).json.changed).toBe(0);
  });

  it('ends at each of its works, as a change of nodes does, where nobody waits for it any more, and changes nothing', async () => {
    await set(files.open, '1:2', { layoutMode: 'HORIZONTAL' });
    const [first, second] = [fileKeyOf(await branchOf()), fileKeyOf(await branchOf())];
    await set(first, '1:4', { name: 'From the first' });
    await set(second, '1:2', { itemSpacing: 10 });
    const { context } = server();
    const mergeOf = (branch: FileKey) => (signal: AbortSignal) =>
      mergeBranch(context, alice, { main: files.open, branch, direction: 'into_main', choose: [], signal });
    const operations = [{ op: 'set', id: '1:3', properties: { opacity: 0.1 } } as const];
    const edit = (signal: AbortSignal) =>
      editNodes(context, alice, files.open, { operations, asGiven: false, signal });
    // No slice of time is over, so that each work asks once.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => void vi.restoreAllMocks());
    // What changed is found; then both sides are brought together, changed, laid out, given their places and printed.
    expect(await turnsUntilDone(mergeOf(first))).toBe(1);
    expect(await turnsUntilDone(mergeOf(second))).toBe(5);
    expect(await turnsUntilDone(edit)).toBe(2);
  });

  it.each([
    ['main file', true, ['Meanwhile', 'From the branch']],
    ['branch', false, ['Meanwhile', 'Title']],
  ])('is made again where its %s changes meanwhile', async (_side, isMain, expected) => {
    const branch = fileKeyOf(await branchOf());
    await set(files.open, '1:2', { opacity: 0.5 });
    await set(branch, '1:4', { name: 'From the branch' });
    const { context } = server();
    const push = () =>
      play('bob', `PUT ${own}/${isMain ? files.open : branch}/content`, smallDesign('Meanwhile'));
    let opened = 0;
    const open: typeof context.snapshots.open = async (...of) => {
      opened += 1;
      if (opened === 1) expect((await push()).status).toBe(200);
      return context.snapshots.open(...of);
    };
    const wanted = { main: files.open, branch, direction: 'into_main', choose: [] } as const;
    const snapshots = { ...context.snapshots, open };
    const { signal } = new AbortController();
    await mergeBranch({ ...context, snapshots }, alice, { ...wanted, signal });
    const nodes = [await nodeOf(files.open, '1:2'), await nodeOf(files.open, '1:4')];
    expect(nodes.map(({ name }) => name)).toEqual(expected);
  });

  it('is given up, as a change of nodes is, where the caller has hung up', async () => {
    const branch = fileKeyOf(await branchOf());
    await set(branch, '1:4', { name: 'From the branch' });
    const { context } = server();
    const left = { caller: alice, signal: () => AbortSignal.abort() };
    const merging = { ...left, path: { file_key: files.open, branch_key: branch }, body: {} };
    const operations = [{ op: 'set', id: '1:3', properties: { opacity: 0.1 } }];
    const changing = { ...left, path: { file_key: files.open }, body: { operations } };
    await expect(answerMerge(merging as never, context)).rejects.toThrow('aborted');
    await expect(patchNodes(changing as never, context)).rejects.toThrow('aborted');
  });

  /** Begins a work again and again, left by who waits for it one turn later each time; how often it ended so. */
  async function turnsUntilDone(work: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
    const version = async () => (await play('alice', `GET /v1/files/${files.open}?depth=1`)).json.version;
    const before = await version();
    for (let turn = 1; ; turn += 1) {
      const ended = await work(leavingAt(turn)).then(
        () => 'done',
        (error: Error) => error.name,
      );
      if (ended === 'done') return turn - 1;
      expect([ended, await version()]).toEqual(['AbortError', before]);
    }
  }

  it('refuses a message that cannot be shown, where there is nothing to bring and where sides are to be chosen as well', async () => {
    const branch = await branchOf();
    const unfit = 'The description of the version holds U+FFFE, which is no character.';
    const refused = async () => (await merge(branch, { message: 'a\ufffe' })).json.err;
    expect(await refused()).toBe(unfit);
    await set(branch, '1:4', { characters: 'Theirs' });
    await set(files.open, '1:4', { characters: 'Ours' });
    expect(await refused()).toBe(unfit);
  });

  it('lists what both changed differently and does nothing, until a side is chosen for each', async () => {
    const branch = await branchOf();
    await set(branch, '1:4', { characters: 'Theirs', opacity: 0.25 });
    await set(files.open, '1:4', { characters: 'Ours' });
    const refused = await merge(branch);
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({
      count: 1,
      conflicts: [{ id: '1:4', property: 'characters', ours: 'Ours', theirs: 'Theirs' }],
    });
    expect(await nodeOf(files.open, '1:4')).not.toHaveProperty('opacity');
    const choose = [{ id: '1:4', property: 'characters', take: 'ours' }];
    expect((await merge(branch, { choose })).status).toBe(200);
    expect(await nodeOf(files.open, '1:4')).toMatchObject({ characters: 'Ours', opacity: 0.25 });
  });

  it('finds conflicts once, as long as both stay as they are and the same sides are chosen', async () => {
    const branch = await branchOf();
    await set(branch, '1:4', { characters: 'Theirs', opacity: 0.25 });
    await set(files.open, '1:4', { characters: 'Ours', opacity: 0.5 });
    const { readings } = server().context;
    const before = readings.begun();
    const asked = [await merge(branch), await merge(branch), await merge(branch)];
    expect(asked.map(({ status, json }) => [status, json.count])).toEqual(Array(3).fill([409, 2]));
    expect(asked[2]?.text).toBe(asked[0]?.text);
    expect(readings.begun() - before).toBe(1);
    const choose = [{ id: '1:4', property: 'opacity', take: 'ours' }];
    expect((await merge(branch, { choose })).json.count).toBe(1);
    await set(files.open, '1:4', { characters: 'Theirs' });
    expect((await merge(branch)).json.count).toBe(1);
    expect(readings.begun() - before).toBe(3);
    expect((await merge(branch, { choose })).status).toBe(200);
  });

  it('shows values in conflict of up to 256 KB', async () => {
    const branch = await branchOf();
    const long = (letter: string) => letter.repeat(256 * 1024 - 2);
    await set(branch, '1:4', { characters: 'Theirs', name: `${long('b')}b`, opacity: 0.25 });
    await set(files.open, '1:4', { characters: 'Ours', name: 'Ours', opacity: 0.5 });
    const { conflicts } = (await merge(branch)).json;
    const shown = ['name', 'characters', 'opacity'].map((property) =>
      conflicts.find((conflict: { property: string }) => conflict.property === property),
    );
    const told = { id: '1:4', reason: 'Both changed it.' };
    expect(shown).toEqual([
      { ...told, property: 'name', too_long: true },
      expect.objectContaining({ ...told, property: 'characters', ours: 'Ours', theirs: 'Theirs' }),
      expect.objectContaining({ ...told, property: 'opacity', ours: 0.5, theirs: 0.25 }),
    ]);
  });

  it('shows no values behind 4 MB of others', async () => {
    const patch = (key: string, operations: object[]) =>
      play('alice', `PATCH ${own}/${key}/nodes`, { operations });
    const texts = Array.from({ length: 12 }, () => ({
      op: 'insert',
      parent: '0:1',
      node: { type: 'TEXT', characters: 'Base' },
    }));
    const ids: string[] = Object.values((await patch(files.open, texts)).json.ids);
    const branch = await branchOf();
    const write = (key: string, letter: string) =>
      patch(
        key,
        ids.map((id) => ({ op: 'set', id, properties: { name: letter.repeat(250_000) } })),
      );
    await write(branch, 'b');
    await write(files.open, 'a');
    const { json, text } = await merge(branch);
    const told = json.conflicts.map(({ too_long }: { too_long?: boolean }) => too_long ?? false);
    expect([json.count, told]).toEqual([12, [...Array(9).fill(false), ...Array(3).fill(true)]]);
    expect(text.length).toBeLessThan(5 * 1024 * 1024);
  });

  it('begins after what was merged before: a change of it since then is no conflict', async () => {
    const branch = await branchOf();
    await set(branch, '1:4', { characters: 'Second' });
    expect((await merge(branch)).status).toBe(200);
    await set(files.open, '1:4', { characters: 'Third' });
    await set(branch, '1:3', { opacity: 0.5 });
    expect((await merge(branch)).status).toBe(200);
    expect(await nodeOf(files.open, '1:4')).toMatchObject({ characters: 'Third' });
  });

  it('is for who may edit the file that is changed; of others and of other branches nothing is told', async () => {
    const branch = await branchOf();
    await set(branch, '1:4', { opacity: 0.5 });
    const elsewhere = await branchOf(files.viewOnly);
    expect((await merge(branch, {}, 'carla')).status).toBe(403);
    const answers = [
      await merge(branch, {}, 'dan'),
      await merge('nothing', {}, 'dan'),
      await merge(elsewhere, {}, 'alice'),
      await merge(files.viewOnly, {}, 'alice'),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await merge(branch, {}, 'bob')).status).toBe(200);
  });

  it('has nothing to do where there is no content', async () => {
    const branch = await branchOf(files.empty);
    const { status, json } = await play('alice', `POST ${own}/${files.empty}/branches/${branch}/merge`, {});
    expect([status, json.err]).toEqual([400, expect.stringContaining('no content')]);
  });
});
