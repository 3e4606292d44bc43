import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import { castServer, files, onePixelPng, people, projects } from '../../testing/cast.ts';
import { likenessOf } from '../../testing/document-likeness.ts';
import { archive, documentWith, figDesign, guid, innerForm, nodeOf } from '../../testing/fig-files.ts';
import { applyWorkspace } from '../../workspace-file/apply-workspace.ts';

const { play, server } = castServer();

const hash = createHash('sha1').update(onePixelPng).digest();
const imageRef = hash.toString('hex');
const fills = [{ type: 'IMAGE', image: { hash }, imageScaleMode: 'FILL' }];
const canvas = (prelude?: string) =>
  figDesign(
    documentWith(
      nodeOf('FRAME', 5, 1, { sectionStatusInfo: { status: 'BUILD' } }),
      nodeOf('RECTANGLE', 6, 5, { fillPaints: fills, annotations: 'SOME' }),
      nodeOf('VARIABLE_SET', 50, 2, { variableSetModes: [{ id: guid(1), name: 'Light' }] }),
      nodeOf('VARIABLE', 51, 2, { variableSetID: { guid: guid(50) }, variableResolvedType: 'COLOR' }),
    ),
    prelude === undefined ? {} : { prelude },
  );
const design = (prelude?: string) =>
  archive({ 'canvas.fig': canvas(prelude), [`images/${imageRef}`]: onePixelPng });

const content = (key: string) => `PUT /workspace/v1/files/${key}/content` as const;

const comesOf = async (key: string) => {
  const read = async (path: string) => (await play('alice', `GET /v1/files/${key}${path}`)).json;
  const { document, editorType } = await read('');
  return {
    editorType,
    frame: document.children[0].children[0],
    images: Object.keys((await read('/images')).meta.images),
    variables: Object.keys((await read('/variables/local')).meta.variables),
  };
};

const expected = {
  frame: {
    id: '1:5',
    devStatus: { type: 'READY_FOR_DEV' },
    children: [{ id: '1:6', fills: [{ imageRef }] }],
  },
  images: [imageRef],
  variables: ['VariableID:1:51'],
};

describe('A file of the editor', () => {
  it('becomes the state of a file with its images, variables and states of development', async () => {
    const { status, json } = await play('bob', content(files.empty), design());
    expect(status).toBe(200);
    expect(json).toMatchObject({ nodes: 4 });
    expect(json.warnings.map(({ node }: { node: string }) => node)).toEqual(['1:6', 'VariableID:1:51']);
    expect(await comesOf(files.empty)).toMatchObject({ ...expected, editorType: 'figma' });
  });

  it('decides what kind of file it makes: a board', async () => {
    const pushed = await play('bob', content(files.empty), design('fig-jam.'));
    expect(pushed.json.warnings.map(({ reason }: { reason: string }) => reason)).toContain(
      'The variables of boards and slides are left out: the interface knows none of them.',
    );
    const { editorType, document } = (await play('alice', `GET /v1/files/${files.empty}`)).json;
    expect({ editorType, page: document.children }).toMatchObject({
      editorType: 'figjam',
      page: [{ children: [expected.frame] }],
    });
  });

  it.each([
    ['as it was saved', '2024-05-06T07:08:09.123Z', '2024-05-06T07:08:09Z'],
    ['now where it says a time to come', '2999-01-01T00:00:00Z', undefined],
    ['as a node of it was changed last where it says no time', 'never', '2023-11-14T22:13:20Z'],
  ])(
    'was changed last %s, when it is the first of its file, and later ones when they come',
    async (_title, exported_at, said) => {
      const edited = nodeOf('FRAME', 5, 1, { editInfo: { lastEditedAt: 1_700_000_000 } });
      const saved = (...nodes: Parameters<typeof documentWith>) =>
        archive({
          'canvas.fig': figDesign(documentWith(edited, ...nodes)),
          'meta.json': Buffer.from(JSON.stringify({ exported_at })),
        });
      const lastModified = async () => {
        const { json } = await play('alice', `GET /v1/files/${files.empty}`);
        const { last_touched_at: touchedAt } = (await play('alice', `GET /v1/files/${files.empty}/meta`)).json
          .file;
        expect(touchedAt).toBe(json.lastModified);
        return json.lastModified;
      };
      const begun = Math.trunc(Date.now() / 1000) * 1000;
      await play('bob', content(files.empty), saved());
      if (said === undefined) expect(Date.parse(await lastModified())).toBeLessThan(begun + 3_600_000);
      else expect(await lastModified()).toBe(said);
      await play('bob', content(files.empty), saved(nodeOf('LINE', 6, 1)));
      expect(Date.parse(await lastModified())).toBeGreaterThanOrEqual(begun);
    },
  );

  it('comes by a workspace file, earlier versions with their images too', async () => {
    const entry = { key: 'FromEditor', name: 'From the editor', project: projects.open, owner: people.alice };
    const source = { base64: design().toString('base64') };
    const { warnings } = await applyWorkspace(server().context, { files: [{ ...entry, source }] });
    const withoutPlace = 'The property annotations has no place in answers and is left out.';
    expect(warnings).toContain(`FromEditor: 1:6: ${withoutPlace}`);
    expect(await comesOf(entry.key)).toMatchObject(expected);
    const plain = { base64: figDesign(documentWith(nodeOf('FRAME', 5, 1))).toString('base64') };
    const history = { ...entry, key: 'WithHistory', source: plain, versions: [{ id: '1', source }] };
    const brought = await applyWorkspace(server().context, { files: [history] });
    expect(brought.warnings).toContain(`WithHistory: 1:6: ${withoutPlace}`);
    const board = { base64: design('fig-jam.').toString('base64') };
    const ofBoard = await applyWorkspace(server().context, {
      files: [{ ...entry, key: 'Board', source: board }],
    });
    const ofAll = 'The variables of boards and slides are left out: the interface knows none of them.';
    expect(ofBoard.warnings).toContain(`Board: ${ofAll}`);
    const kept = await server()
      .context.database.selectFrom('image_fills')
      .select('image_ref')
      .where('file_key', '=', fileKeyOf('WithHistory'))
      .execute();
    expect(kept.map(({ image_ref }) => image_ref)).toEqual([imageRef]);
  });

  it.each<[string, Uint8Array, string | RegExp]>([
    ['cut in the middle', design().subarray(0, -40), 'The archive cannot be read: it ends in the middle.'],
    [
      'that unpacks to a thousand times its size',
      innerForm([Buffer.alloc(100), Buffer.alloc(40 * 2 ** 20)].map((part) => deflateRawSync(part))),
      /^The file cannot be read: the content of the design unpacks to more than \d+,\d{3},\d{3} bytes\.$/,
    ],
    [
      'that is no design',
      archive({ 'a.txt': onePixelPng }),
      'The archive holds no canvas.fig; it is no design of this kind. One of Sketch or Adobe XD: open it in the editor, and save a local copy.',
    ],
    [
      'without a schema',
      innerForm([]),
      'The design ends in the middle: its schema or its content is missing.',
    ],
  ])('%s is refused with 400, and leaves the file as it was', async (_title, bytes, sentence) => {
    const { status, json } = await play('bob', content(files.empty), Buffer.from(bytes));
    expect(status).toBe(400);
    expect(json.err).toEqual(sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence);
    const versions = await play('alice', `GET /v1/files/${files.empty}/versions`);
    expect(versions.json.versions.length).toBeLessThan(2);
    const source = { base64: Buffer.from(bytes).toString('base64') };
    const entry = { key: 'Hostile', name: 'Hostile', project: projects.open, owner: people.alice, source };
    const applied = await play('admin', 'POST /workspace/v1/apply', { files: [entry] });
    expect([applied.status, applied.json.err]).toEqual([400, `The file "Hostile": ${json.err}`]);
    expect((await play('alice', 'GET /v1/files/Hostile')).status).toBe(404);
  });

  const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
  const real = existsSync(corpus) ? globSync('*/*.{fig,deck,jam}', { cwd: corpus }).sort() : [];

  it.each(real)('that the editor or another program wrote is taken: %s', async (path) => {
    const { status, json } = await play('bob', content(files.empty), readFileSync(join(corpus, path)));
    expect({ status, err: json.err }).toEqual({ status: 200, err: undefined });
  });

  const answerOf = async (key: string) => {
    const { text, json } = await play('alice', `GET /v1/files/${key}?geometry=paths&plugin_data=shared`);
    const { document, components, componentSets, styles } = json;
    return { text, tree: { document, components, componentSets, styles } };
  };

  it.each(real)('gives the same tree when its answer is pushed in its place: %s', async (path) => {
    await play('bob', content(files.empty), readFileSync(join(corpus, path)));
    const ofDesign = await answerOf(files.empty);
    expect((await play('bob', content(files.empty), Buffer.from(ofDesign.text))).status).toBe(200);
    expect((await answerOf(files.empty)).tree).toEqual(ofDesign.tree);
  });

  const pairs = join(corpus, 'octopus-simple');
  it.runIf(existsSync(pairs)).each(['simple-shapes', 'simple-text'])(
    'and the original’s answer about the same design make trees that differ in what is newer alone: %s',
    async (name) => {
      const events = JSON.parse(readFileSync(join(pairs, `${name}.rest-events.json`), 'utf8'));
      const { design } = events.find(({ event }: { event: string }) => event === 'ready:design').data;
      await play('bob', content(files.empty), Buffer.from(JSON.stringify(design)));
      const { tree: ofAnswer } = await answerOf(files.empty);
      await play('bob', content(files.empty), readFileSync(join(pairs, `${name}.fig`)));
      const { tree: ofDesign } = await answerOf(files.empty);
      const { misses, more } = likenessOf(ofAnswer.document, ofDesign.document);
      expect(misses).toEqual([]);
      const newer = /^\S+ (interactions|complexStrokeProperties|cornerSmoothing|rotation|style\.fontStyle)$/;
      const geometry = /^\S+ (fillGeometry|strokeGeometry|relativeTransform|size)$/;
      expect(more.filter((place) => !newer.test(place) && !geometry.test(place))).toEqual([]);
      expect({ ...ofDesign, document: undefined }).toEqual({ ...ofAnswer, document: undefined });
    },
  );

  it('has layers follow the modes that its page, or the whole document, chooses', async () => {
    const choosing = (mode: number) => ({
      variableModeBySetMap: { entries: [{ variableSetID: { guid: guid(50) }, variableModeID: guid(mode) }] },
    });
    const alias = { dataType: 'ALIAS', value: { alias: { guid: guid(51) } } };
    const bound = {
      variableConsumptionMap: { entries: [{ variableField: 'OPACITY', variableData: alias }] },
    };
    const [document, first, ...rest] = documentWith(
      { guid: guid(3), type: 'CANVAS', name: 'Page 2', parentIndex: { guid: guid(0), position: '#' } },
      nodeOf('VARIABLE_SET', 50, 2, {
        variableSetModes: [1, 2, 3].map((id) => ({
          id: guid(id),
          name: `Mode ${id}`,
          sortPosition: `${id}`,
        })),
      }),
      nodeOf('VARIABLE', 51, 2, {
        variableSetID: { guid: guid(50) },
        variableResolvedType: 'FLOAT',
        variableDataValues: {
          entries: [1, 2, 3].map((id) => ({
            modeID: guid(id),
            variableData: { dataType: 'FLOAT', value: { floatValue: 50 } },
          })),
        },
      }),
      nodeOf('RECTANGLE', 5, 1, { opacity: 0.5, ...bound }),
      nodeOf('RECTANGLE', 6, 3, { opacity: 0.5, ...bound }),
    );
    const design = figDesign([{ ...document!, ...choosing(3) }, { ...first!, ...choosing(2) }, ...rest]);
    expect((await play('bob', content(files.empty), design)).status).toBe(200);
    const value = (modeId: string, percent: number) => ({
      variableId: 'VariableID:1:51',
      modeId,
      value: percent,
    });
    const variableModeValues = [value('1:1', 10), value('1:2', 20), value('1:3', 30)];
    const changed = await play('admin', `POST /v1/files/${files.empty}/variables`, { variableModeValues });
    expect(changed.status).toBe(200);
    const { children } = (await play('alice', `GET /v1/files/${files.empty}`)).json.document;
    const opacities = children.map((page: { children: { opacity: number }[] }) => page.children[0]?.opacity);
    expect(opacities).toEqual([0.2, 0.3]);
  });

  it('brings collections that extend others with the values that they give', async () => {
    const value = (mode: number, floatValue: number) => ({
      variableDataValues: {
        entries: [{ modeID: guid(mode), variableData: { dataType: 'FLOAT', value: { floatValue } } }],
      },
    });
    const of = (set: number) => ({ variableSetID: { guid: guid(set) } });
    const design = figDesign(
      documentWith(
        nodeOf('VARIABLE_SET', 50, 2, { variableSetModes: [{ id: guid(1), name: 'One' }] }),
        nodeOf('VARIABLE', 51, 2, { ...of(50), variableResolvedType: 'FLOAT', ...value(1, 8) }),
        nodeOf('VARIABLE_SET', 60, 2, {
          variableSetModes: [{ id: guid(2), name: 'One', parentModeId: guid(1) }],
          backingVariableSetId: { guid: guid(50) },
        }),
        nodeOf('VARIABLE_OVERRIDE', 61, 2, {
          ...of(60),
          backingVariableId: { variableId: { guid: guid(51) } },
          ...value(2, 9),
        }),
      ),
    );
    const pushed = await play('bob', content(files.empty), design);
    expect({ status: pushed.status, warnings: pushed.json.warnings }).toEqual({ status: 200, warnings: [] });
    const { meta } = (await play('alice', `GET /v1/files/${files.empty}/variables/local`)).json;
    expect(meta.variableCollections['VariableCollectionId:1:60']).toMatchObject({
      isExtension: true,
      rootVariableCollectionId: 'VariableCollectionId:1:50',
      inheritedVariableIds: ['VariableID:1:51'],
      variableOverrides: { 'VariableID:1:51': { '1:2': 9 } },
    });
  });

  it('gives its own components the same keys in every version of a file, whatever its pages are called, and others in another file', async () => {
    const named = (name: string) =>
      figDesign([
        { guid: guid(0), type: 'DOCUMENT', name: 'Document' },
        { guid: guid(1), type: 'CANVAS', name, parentIndex: { guid: guid(0), position: '!' } },
        nodeOf('SYMBOL', 5, 1),
      ]);
    const keyAfter = async (file: string, name: string): Promise<string> => {
      expect((await play('admin', content(file), named(name))).status).toBe(200);
      return (await play('admin', `GET /v1/files/${file}`)).json.components['1:5'].key;
    };
    const first = await keyAfter(files.empty, 'Page 1');
    expect(first).toMatch(/^[0-9a-f]{40}$/);
    expect(await keyAfter(files.empty, 'Renamed')).toBe(first);
    expect(await keyAfter(files.open, 'Page 1')).not.toBe(first);
  });

  it('with components, sets, styles and variables of a library is taken whole', async (context) => {
    const path = join(corpus, 'open-pencil/gold-preview.fig');
    if (!existsSync(path)) context.skip(`no folder of real designs at ${corpus}`);
    const { status, json } = await play('bob', content(files.empty), readFileSync(path));
    expect({ status, nodes: json.nodes, warnings: json.warnings }).toEqual({
      status: 200,
      nodes: 889,
      warnings: [
        { node: null, reason: 'Nodes of the editor’s own page that nothing else uses are left out: 2,654.' },
      ],
    });
    const { variables, images } = await comesOf(files.empty);
    expect([variables.length, images.length]).toEqual([320, 3]);
  });
});
