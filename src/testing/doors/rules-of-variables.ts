import { fileKeyOf } from '../../contract/branded-ids.ts';
import { files, organizations, people, projects } from '../cast.ts';
import { brought, broughtAnyway } from './brought-by-file.ts';
import { broughtBack, withColumns } from './by-restore.ts';
import { comesBack, noBringing, noJoining, noRestore, noSideDoor, type Rules } from './door.ts';
import { pushing, variablesWithin } from './pushed-design.ts';
import type { Visit } from './visit.ts';

const key = files.open;
const open = { key, name: 'Design open', project: projects.open, owner: people.alice };
const elsewhere = { ...noJoining, ...noSideDoor };
const post = `POST /v1/files/${key}/variables`;
const put = `PUT /workspace/v1/files/${key}/variables`;
const theme = {
  id: 'VariableCollectionId:1:1',
  name: 'Theme',
  key: 'theme-key',
  defaultModeId: '1:0',
  modes: [{ modeId: '1:0', name: 'Light' }],
};
const words = {
  id: 'VariableID:1:2',
  name: 'words',
  key: 'words-key',
  variableCollectionId: theme.id,
  resolvedType: 'STRING',
  valuesByMode: { '1:0': 'Hello' } as Record<string, unknown>,
};
const alias = { type: 'VARIABLE_ALIAS', id: words.id };
const empty = { meta: { variables: {}, variableCollections: {} } };
/** An answer of getLocalVariables with one variable. */
const saying = (value: unknown) => ({
  meta: {
    variables: { [words.id]: { ...words, valuesByMode: { '1:0': value } } },
    variableCollections: { [theme.id]: theme },
  },
});
const collections = {
  variables: {},
  variableCollections: Object.fromEntries(
    Array.from({ length: 1001 }, (_, at) => {
      const [id, modeId] = [`VariableCollectionId:9:${at}`, `8:${at}`];
      const modes = [{ modeId, name: 'Mode' }];
      return [id, { ...theme, id, key: `theme-${at}`, modes, defaultModeId: modeId }];
    }),
  ),
};
const makeBoard = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/files', {
    key: 'aBoard',
    name: 'Board',
    project: projects.open,
    editor_type: 'figjam',
  });
const text = {
  id: '1:1',
  name: 'Text',
  type: 'TEXT',
  characters: 'Hello',
  fills: [],
  style: { fontFamily: 'Acme Sans', fontSize: 12 },
  boundVariables: { characters: alias },
};
const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [text] };
const source = { document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] } };
/** The file shows the variable in a font that the organization shares. */
const showInSharedFont = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', {
    fonts: [{ family: 'Acme Sans', organization: organizations.acme, shared: true }],
    files: [{ ...open, source, variables: saying('Hello') }],
  });
const write = (value: unknown) => ({
  variableModeValues: [{ variableId: words.id, modeId: '1:0', value }],
});
/** A token of Carla, who views, for changes by the interface. */
const letCarlaTry = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', {
    users: [
      {
        id: people.carla,
        handle: 'Carla',
        email: 'carla@example.com',
        tokens: [{ name: 'variables', token: 'carla-variables', scopes: ['file_variables:write'] }],
      },
    ],
  });
/** The file open to all, and a token of Dan, who is of another organization. */
const letDanTry = async ({ play }: Visit) => {
  await play('admin', 'POST /workspace/v1/apply', {
    users: [
      {
        id: people.dan,
        handle: 'Dan',
        email: 'dan@example.com',
        tokens: [{ name: 'variables', token: 'dan-variables', scopes: ['file_variables:write'] }],
      },
    ],
  });
  return play('alice', `PATCH /workspace/v1/files/${key}`, { link_access: 'edit' });
};

export const rulesOfVariables: Rules = {
  'Variables are those of designs': {
    words: 'API only available for design files',
    before: makeBoard,
    at: {
      ...elsewhere,
      interface: ({ play }) => play('admin', 'POST /v1/files/aBoard/variables', {}),
      'own operation': ({ play }) => play('alice', 'PUT /workspace/v1/files/aBoard/variables', empty),
      ...brought({
        files: [{ ...open, key: 'another', editor_type: 'figjam', variables: saying('Hello') }],
      }),
      'content push': pushing(variablesWithin(saying('Hello')), { key: fileKeyOf('aBoard') }),
      restore: broughtBack(
        'A file without content may have variables and become a board by its content; nobody reads them then.',
        'files',
        withColumns({ editor_type: 'figjam' }),
        ({ play }) => play('alice', put, saying('Hello')),
      ),
    },
  },
  'A file has a thousand collections at the most': {
    words: 'The … of the file would come to …, and there may be … at the most.',
    at: {
      ...elsewhere,
      interface: ({ play }) =>
        play('admin', post, {
          variableCollections: Array.from({ length: 1001 }, (_, at) => ({
            action: 'CREATE',
            name: `C${at}`,
          })),
        }),
      'own operation': ({ play }) => play('alice', put, { meta: collections }),
      ...brought({ files: [{ ...open, variables: { meta: collections } }] }),
      'content push': pushing(variablesWithin({ meta: collections })),
      restore: broughtBack(
        comesBack.tooMany,
        'variable_collections',
        (rows) =>
          Array.from({ length: 1001 }, (_, at) => ({ ...rows[0], id: `VariableCollectionId:9:${at}` })),
        ({ play }) => play('alice', put, saying('Hello')),
      ),
    },
  },
  'No alias leads back to itself': {
    words: ['… is in a loop of aliases', 'is an alias of the variable to itself'],
    before: ({ play }) => play('alice', put, saying('Hello')),
    at: {
      ...elsewhere,
      interface: ({ play }) => play('admin', post, write(alias)),
      'own operation': ({ play }) => play('alice', put, saying(alias)),
      ...brought({ files: [{ ...open, variables: saying(alias) }] }),
      'content push': pushing(variablesWithin(saying(alias))),
      restore: broughtBack(
        'Whoever reads a value that leads back to itself stops there, and finds none.',
        'variable_parts',
        (rows) =>
          rows.map((row) => ({
            ...row,
            body: String(row.body).replaceAll('"Hello"', JSON.stringify(alias)),
          })),
      ),
    },
  },
  'A text in a font of the organization keeps its words': {
    words: [
      'variables["…"], "…", is bound to text in a font that the organization shares.',
      'names a variable bound to text in a font that the organization shares',
    ],
    before: showInSharedFont,
    at: {
      ...elsewhere,
      interface: ({ play }) => play('admin', post, write('Other')),
      'own operation': ({ play }) => play('alice', put, saying('Other')),
      'workspace file': brought({ files: [{ ...open, variables: saying('Other') }] })['workspace file'],
      'test world': 'A world begins with new files, whose variables are new.',
      'content push': pushing(variablesWithin(saying('Other')), { source }),
      restore: noRestore.ofContent,
    },
  },
  'Variables are changed by who may edit the file': {
    words: 'Insufficient file permissions',
    before: letCarlaTry,
    at: {
      ...elsewhere,
      ...noBringing('The administrator of the installation brings it, who may edit every file.'),
      'content push': pushing(variablesWithin(saying('Hello')), { by: people.carla }),
      interface: ({ play }) => play({ token: 'carla-variables' }, post, {}),
      'own operation': ({ play }) => play('carla', put, empty),
      restore: noRestore.asRight,
    },
  },
  'Variables are not for people from outside': {
    words: 'Incorrect account type',
    before: letDanTry,
    at: {
      ...elsewhere,
      ...noBringing('The administrator of the installation brings it, who counts as one of everybody’s.'),
      'content push': pushing(variablesWithin(saying('Hello')), { by: people.dan }),
      interface: ({ play }) => play({ token: 'dan-variables' }, post, {}),
      'own operation': ({ play }) => play('dan', put, empty),
      restore: noRestore.asRight,
    },
  },
  'The interface changes variables on the plan Enterprise': {
    words: 'Limited by plan',
    before: ({ play }) =>
      play('admin', `PUT /workspace/v1/organizations/${organizations.acme}`, { plan: 'professional' }),
    at: {
      ...elsewhere,
      interface: ({ play }) => play('admin', post, {}),
      'own operation': {
        lets: ({ play }) => play('alice', put, saying('Hello')),
        because: 'The editor changes variables on any plan.',
      },
      'content push': {
        lets: pushing(variablesWithin(saying('Hello'))),
        because: 'The editor changes variables on any plan.',
      },
      ...broughtAnyway(
        {
          organizations: [{ id: organizations.acme, name: 'Acme', plan: 'professional' }],
          files: [{ ...open, variables: saying('Hello') }],
        },
        'The editor changes variables on any plan.',
      ),
    },
  },
  'A variable that is deleted is there': {
    words: 'Variable not found',
    at: {
      ...elsewhere,
      ...noBringing('What it leaves out of the variables of a file is deleted.'),
      'content push': 'What it leaves out of the variables of a file is deleted.',
      interface: 'Of a change by the interface, the path of what is wrong is named.',
      'own operation': ({ play }) =>
        play('alice', `DELETE /workspace/v1/files/${key}/variables/VariableID:9:9`),
      restore: noRestore.byName,
    },
  },
};
