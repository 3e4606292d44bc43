import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Caller } from '../../access/caller.ts';
import { hashToken } from '../../access/token-hash.ts';
import { type FileKey, fileKeyOf, tokenIdOf } from '../../contract/branded-ids.ts';
import { editNodes } from '../../file-edits/edit-nodes.ts';
import { mergeBranch } from '../../file-edits/merge-branch.ts';
import {
  type Actor,
  castServer,
  files,
  organizations,
  people,
  smallDesign,
  tokens,
} from '../../testing/cast.ts';
import { receiverOfGroup } from '../../testing/receiver-of-group.ts';
import { mergeBranch as answerMerge } from './mergeBranch.ts';
import { patchNodes } from './patchNodes.ts';

const { play, server } = castServer();
const receiver = receiverOfGroup();

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

const push = async (key: string, design: object) =>
  expect((await play('bob', `PUT ${own}/${key}/content`, design)).status).toBe(200);
const versionsOf = async (key: string): Promise<string[]> =>
  (await play('alice', `GET /v1/files/${key}/versions`)).json.versions.map(({ id }: { id: string }) => id);

// biome-ignore lint/suspicious/noExplicitAny: a document
type Design = Record<'page' | 'frame' | 'styles', any>;
/** The design of the cast, whose text has a style. */
// biome-ignore lint/suspicious/noExplicitAny: a document
function styledDesign(): Record<string, any> {
  const design = structuredClone(smallDesign('Design open')) as ReturnType<typeof styledDesign>;
  design.document.children[0].children[0].children[1].styles = { fill: '1:9' };
  const style = { key: '1'.repeat(40), name: 'Ink', styleType: 'FILL', remote: false, description: '' };
  return { ...design, styles: { '1:9': style } };
}

/** The variables of a file: one, by which opacities go. */
function opacityOf(opacity: number): object {
  const [variable, collection, modeId] = ['VariableID:1:1', 'VariableCollectionId:1:1', '1:0'];
  const shared = { remote: false, hiddenFromPublishing: false };
  const faint = {
    id: variable,
    name: 'Faint',
    key: 'a'.repeat(40),
    variableCollectionId: collection,
    resolvedType: 'FLOAT',
    valuesByMode: { [modeId]: opacity },
    ...shared,
  };
  const theme = {
    id: collection,
    name: 'Theme',
    key: 'b'.repeat(40),
    modes: [{ modeId, name: 'Light' }],
    defaultModeId: modeId,
    variableIds: [variable],
    ...shared,
  };
  return { meta: { variables: { [variable]: faint }, variableCollections: { [collection]: theme } } };
}

const alice: Caller = {
  tokenId: tokenIdOf('t'),
  tokenName: 'ci',
  tokenHash: hashToken(tokens.alice),
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

  describe.each([
    ['stayed as it was', false],
    ['changed elsewhere', true],
  ])('into a main file that %s', (_main, isChanged) => {
    const begin = async (): Promise<string> => {
      await push(files.open, styledDesign());
      const branch = await branchOf();
      if (isChanged) await set(files.open, '1:3', { opacity: 0.5 });
      return branch;
    };

    it.each<[string, number, (design: Design) => void]>([
      ['a node that is new', 1, ({ frame }) => void frame.children.push({ ...frame.children[0], id: '7:7' })],
      ['a node that is gone', 1, ({ frame }) => void frame.children.pop()],
      ['a node that lies elsewhere', 1, ({ frame, page }) => void page.children.push(frame.children.pop())],
      ['a property', 1, ({ frame }) => Object.assign(frame, { name: 'From the branch' })],
      [
        'what is said of a style',
        1,
        ({ styles }) => Object.assign(styles['1:9'], { name: 'From the branch' }),
      ],
      ['nothing', 0, () => undefined],
    ])(
      'counts %s, and makes a version only where something is another than before',
      async (_what, changed, change) => {
        const branch = await begin();
        const design = styledDesign();
        const [page] = design.document.children;
        change({ page, frame: page.children[0], styles: design.styles });
        await push(branch, design);
        const before = await versionsOf(files.open);
        const { status, json } = await merge(branch);
        expect([status, json.changed]).toEqual([200, changed]);
        const after = await versionsOf(files.open);
        expect(after.length - before.length).toBe(changed);
        expect(after[0]).toBe(json.version);
      },
    );

    it('brings nodes and styles as they stand on the branch, which no change of nodes would take', async () => {
      const branch = await begin();
      const design = styledDesign();
      const [frame] = design.document.children[0].children;
      // A rectangle lacks what every rectangle has, and the main file does not know the style.
      frame.children.push({ id: '7:7', name: 'Bare', type: 'RECTANGLE', styles: { fill: '7:9' } });
      design.styles['7:9'] = { ...design.styles['1:9'], key: '7'.repeat(40), name: 'Wine' };
      await push(branch, design);
      expect((await merge(branch)).json.changed).toBe(2);
      const there = (await play('alice', `GET /v1/files/${files.open}`)).json;
      expect(there.styles['7:9']).toMatchObject({ name: 'Wine' });
      expect(all(there.document).find(({ id }) => id === '7:7')).toMatchObject({ name: 'Bare' });
    });

    it('tells webhooks of the states of development that come', async () => {
      const branch = await begin();
      const event = { event_type: 'DEV_MODE_STATUS_UPDATE', context: 'file', context_id: files.open };
      await play('alice', 'POST /v2/webhooks', { ...event, endpoint: receiver().url, passcode: 's' });
      await server().context.deliveries.settle();
      receiver().received.length = 0;
      const design = styledDesign();
      design.document.children[0].children[0].devStatus = { type: 'READY_FOR_DEV', description: 'Go' };
      await push(branch, design);
      await merge(branch);
      await server().context.deliveries.settle();
      const told = receiver().received.map(({ json }) => [json.file_key, json.node_id, json.status]);
      expect(told).toEqual([[files.open, '1:2', 'READY_FOR_DEV']]);
    });
  });

  it('gives what is bound on the branch the value that its variable has in the main file', async () => {
    await play('alice', `PUT ${own}/${files.open}/variables`, opacityOf(50));
    const branch = await branchOf();
    await set(files.open, '1:4', { name: 'Meanwhile' });
    await play('alice', `PUT ${own}/${branch}/variables`, opacityOf(75));
    const boundVariables = { opacity: { type: 'VARIABLE_ALIAS', id: 'VariableID:1:1' } };
    await set(branch, '1:3', { boundVariables });
    expect(await nodeOf(branch, '1:3')).toMatchObject({ boundVariables, opacity: 0.75 });
    expect((await merge(branch)).status).toBe(200);
    expect(await nodeOf(files.open, '1:3')).toMatchObject({ boundVariables, opacity: 0.5 });
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
    const { comparisons } = server().context;
    const before = comparisons.begun();
    const asked = [await merge(branch), await merge(branch), await merge(branch)];
    expect(asked.map(({ status, json }) => [status, json.count])).toEqual(Array(3).fill([409, 2]));
    expect(asked[2]?.text).toBe(asked[0]?.text);
    expect(comparisons.begun() - before).toBe(1);
    const choose = [{ id: '1:4', property: 'opacity', take: 'ours' }];
    expect((await merge(branch, { choose })).json.count).toBe(1);
    await set(files.open, '1:4', { characters: 'Theirs' });
    expect((await merge(branch)).json.count).toBe(1);
    expect(comparisons.begun() - before).toBe(3);
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
