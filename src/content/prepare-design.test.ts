import { afterEach, describe, expect, it } from 'vitest';
import { administratorCaller } from '../access/administrator-caller.ts';
import { findAdministrator } from '../access/caller-store.ts';
import { caps } from '../access/caps.ts';
import { inChange } from '../change.ts';
import { exactNodeId, fileKeyOf } from '../contract/branded-ids.ts';
import { prepareContent, pushContent } from '../dev-mode/push-content.ts';
import type { Companions } from '../document/document-source.ts';
import { castServer, files, onePixelPng, people, projects, smallDesign } from '../testing/cast.ts';
import { importing as importingWithin, pushing } from '../testing/doors/pushed-design.ts';
import { applyWorkspace } from '../workspace-file/apply-workspace.ts';

const { play, server } = castServer();

const gap = {
  id: 'VariableID:1:2',
  name: 'gap',
  key: 'gap-key',
  variableCollectionId: 'VariableCollectionId:1:1',
  resolvedType: 'FLOAT',
  valuesByMode: { '1:0': 8 },
};
const theme = {
  id: gap.variableCollectionId,
  name: 'Theme',
  key: 'theme-key',
  modes: [{ modeId: '1:0', name: 'Light' }],
  defaultModeId: '1:0',
};
const answer = { variables: { [gap.id]: gap }, variableCollections: { [theme.id]: theme } };

const within: Companions = {
  images: [{ imageRef: 'within', bytes: onePixelPng }],
  variables: Buffer.from(JSON.stringify(answer)),
  devStatuses: [{ nodeId: exactNodeId('1:2'), status: 'READY_FOR_DEV', message: null }],
};

const importing = (companions: Companions) => importingWithin(server().context, companions);

const comesOf = async (key: string) => {
  const read = async (path: string) => (await play('alice', `GET /v1/files/${key}${path}`)).json;
  const { document } = await read('');
  const fills = await server()
    .context.database.selectFrom('image_fills')
    .select('image_ref')
    .where('file_key', '=', fileKeyOf(key))
    .execute();
  return {
    images: fills.map(({ image_ref }) => image_ref),
    variables: Object.keys((await read('/variables/local')).meta.variables),
    state: document.children[0].children[0].devStatus?.type,
  };
};

it('A design that is pushed brings what its importer finds within it', async () => {
  const context = importing(within);
  const caller = administratorCaller(await findAdministrator(context.database));
  const key = fileKeyOf(files.empty);
  const bytes = Buffer.from(JSON.stringify(smallDesign('Pushed')));
  const prepared = await prepareContent(context, caller, key, { bytes });
  await inChange(context, caller, (change) => pushContent(change, key, prepared));
  expect(await comesOf(files.empty)).toEqual({
    images: ['within'],
    variables: [gap.id],
    state: 'READY_FOR_DEV',
  });
});

describe('The image fills of a design that is pushed', () => {
  const { most } = caps.imageFillsOfFile;
  afterEach(() => {
    Object.assign(caps.imageFillsOfFile, { most });
  });

  const ofEmpty = { key: files.empty };
  const push = async (...imageRefs: readonly string[]) =>
    pushing(
      { images: imageRefs.map((imageRef) => ({ imageRef, bytes: onePixelPng })) },
      ofEmpty,
    )({
      play,
      server: server(),
      context: server().context,
    });

  it('come together to no more than a file may have', async () => {
    Object.assign(caps.imageFillsOfFile, { most: 2 });
    expect(await push('one')).toBeUndefined();
    expect(await push('two', 'three')).toBe(
      'The image fills of the file would be 3, and there may be 2 at the most.',
    );
    expect(await push('two')).toBeUndefined();
  });

  it('come again where there are as many as there may be, and where there are more', async () => {
    await push('one', 'two');
    for (const fewer of [2, 1]) {
      Object.assign(caps.imageFillsOfFile, { most: fewer });
      expect(await push('one', 'two', 'one')).toBeUndefined();
    }
  });
});

const entry = { key: 'Within', name: 'Within', project: projects.open, owner: people.alice };
const source = smallDesign('Applied');

it('A design of a workspace file brings what its importer finds within it', async () => {
  await applyWorkspace(importing(within), { files: [{ ...entry, source }] });
  expect(await comesOf(entry.key)).toEqual({
    images: ['within'],
    variables: [gap.id],
    state: 'READY_FOR_DEV',
  });
});

it('What a sender hands over beside a design counts before what is found within it', async () => {
  await applyWorkspace(importing(within), {
    files: [
      {
        ...entry,
        source,
        images: { beside: onePixelPng.toString('base64') },
        variables: { variables: {}, variableCollections: {} },
      },
    ],
    dev_statuses: [{ file: entry.key, node: '1:2', status: 'COMPLETED' }],
  });
  expect(await comesOf(entry.key)).toEqual({ images: ['beside'], variables: [], state: 'COMPLETED' });
});

it('A comment within a design that is pushed stays behind', async () => {
  const comments = [{ id: '4712', user: people.bob, message: 'From another server' }];
  const visit = { play, server: server(), context: server().context };
  expect(await pushing({ comments })(visit)).toBeUndefined();
  expect((await play('alice', `GET /v1/files/${files.open}/comments`)).json.comments).toEqual([]);
});

it('A comment that an importer finds comes by a workspace file', async () => {
  const comments = [{ id: '4711', user: people.bob, message: 'From another server' }];
  await applyWorkspace(importing({ comments }), { files: [{ ...entry, source }] });
  const { json } = await play('alice', `GET /v1/files/${entry.key}/comments`);
  expect(json.comments.map(({ message }: { message: string }) => message)).toEqual(['From another server']);
});
