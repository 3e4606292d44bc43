import { expect, it } from 'vitest';
import { castServer, files, people, projects } from '../testing/cast.ts';

const { play } = castServer();
const apply = (workspace: object) => play('admin', 'POST /workspace/v1/apply', workspace);
const key = files.open;
const entry = { key, name: 'Design open', project: projects.open, owner: people.alice };
const local = async () => (await play('admin', `GET /v1/files/${key}/variables/local`)).json;
const theme = (resolvedType: string, value: unknown) => ({
  variableCollections: [{ action: 'CREATE', id: 'theme', name: 'Theme', initialModeId: 'light' }],
  variables: [{ action: 'CREATE', id: 'own', name: 'own', variableCollectionId: 'theme', resolvedType }],
  variableModeValues: [{ variableId: 'own', modeId: 'light', value }],
});

/** Makes a variable of the file and puts a node into it that is bound to it. */
async function bindNode(resolvedType: string, value: unknown, node: (alias: object) => object) {
  const { json } = await play('admin', `POST /v1/files/${key}/variables`, theme(resolvedType, value));
  const id = json.meta.tempIdToRealId.own;
  const children = [{ id: '1:1', name: 'Bound', ...node({ type: 'VARIABLE_ALIAS', id }) }];
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children };
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  const put = await play('admin', `PUT /workspace/v1/files/${key}/content`, { document });
  expect(put.status).toBe(200);
  const answer = await local();
  const change = (value: unknown) => {
    const other = structuredClone(answer);
    for (const mode of Object.keys(other.meta.variables[id].valuesByMode))
      other.meta.variables[id].valuesByMode[mode] = value;
    return other;
  };
  return { document, change };
}

const radius = async () =>
  (await play('admin', `GET /v1/files/${key}`)).json.document.children[0].children[0].rectangleCornerRadii;
const rectangle = (alias: object) => ({
  type: 'RECTANGLE',
  rectangleCornerRadii: [4, 0, 0, 0],
  boundVariables: { rectangleCornerRadii: { RECTANGLE_TOP_LEFT_CORNER_RADIUS: alias } },
});

it('Variables of a workspace file that does not say what the file holds are followed by its document, once', async () => {
  const { change } = await bindNode('FLOAT', 4, rectangle);
  const workspace = { files: [{ ...entry, variables: change(9) }] };
  expect((await apply(workspace)).json).toMatchObject({ updated: [{ kind: 'variables', id: key }] });
  expect(await radius()).toEqual([9, 0, 0, 0]);
  expect((await apply(workspace)).json).toMatchObject({ created: [], updated: [] });
});

it('A document that the workspace file names stands as it is there, whatever its variables are', async () => {
  const { document, change } = await bindNode('FLOAT', 4, rectangle);
  const workspace = { files: [{ ...entry, source: { document }, variables: change(9) }] };
  expect((await apply(workspace)).json).toMatchObject({ updated: [{ kind: 'variables', id: key }] });
  expect(await radius()).toEqual([4, 0, 0, 0]);
  expect((await apply(workspace)).json).toMatchObject({ created: [], updated: [] });
});

it('A workspace file changes no text that a font of the organization shows', async () => {
  const { change } = await bindNode('STRING', 'Hello', (alias) => ({
    type: 'TEXT',
    characters: 'Hello',
    style: { fontFamily: 'Acme Sans', fontSize: 12 },
    boundVariables: { characters: alias },
  }));
  await apply({ fonts: [{ family: 'Acme Sans', organization: '900', shared: true }] });
  const refused = await apply({ files: [{ ...entry, variables: change('Other') }] });
  expect(refused).toMatchObject({
    status: 400,
    json: { message: expect.stringMatching(/^The variables of the file castOpenFile: .*"own".*font/) },
  });
});

it('A workspace file brings variables into design files alone, and no more than a file may hold', async () => {
  await play('admin', `POST /v1/files/${key}/variables`, theme('FLOAT', 1));
  const variables = await local();
  const board = { key: 'aBoardOfOthers', name: 'Board', project: projects.open, editor_type: 'figjam' };
  expect((await apply({ files: [{ ...board, variables }] })).json.message).toBe(
    'The variables of the file aBoardOfOthers: API only available for design files',
  );
  const [collection] = Object.values<object>(variables.meta.variableCollections);
  const many = Array.from({ length: 1001 }, (_, at) => {
    const [id, modeId] = [`VariableCollectionId:9:${at}`, `8:${at}`];
    const modes = [{ modeId, name: 'Mode' }];
    return {
      ...collection,
      id,
      key: `${at}`.padStart(40, 'f'),
      modes,
      defaultModeId: modeId,
      variableIds: [],
    };
  });
  variables.meta.variables = {};
  variables.meta.variableCollections = Object.fromEntries(many.map((one) => [one.id, one]));
  expect((await apply({ files: [{ ...entry, variables }] })).json.message).toMatch(
    /collections of the file would come to 1,001/,
  );
});
