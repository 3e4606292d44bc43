import { bounds } from '../../access/caps.ts';
import { files, organizations, people, projects, smallDesign } from '../cast.ts';
import { brought, broughtAnyway } from './brought-by-file.ts';
import { broughtBack, byRestore, withRow } from './by-restore.ts';
import { comesBack, noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';

const key = files.open;
const source = smallDesign('Other');
const makeBranch = ({ play }: Visit) =>
  play('admin', `POST /workspace/v1/files/${key}/branches`, { name: 'Branch', key: 'aBranch' });
const use = (library: string) => `PUT /workspace/v1/files/${key}/subscriptions/${library}`;
const elsewhere = {
  teams: [{ id: '90', name: 'Theirs', organization: organizations.elsewhere }],
  projects: [{ id: '91', name: 'Theirs', team: '90' }],
  files: [{ key: 'theirLibrary', name: 'Theirs', project: '91', source, published: true }],
};
/** A design that offers a component, where no library may offer any. */
const component = {
  id: '1:2',
  name: 'Button',
  type: 'COMPONENT',
  fills: [],
  strokes: [],
  effects: [],
  children: [],
};
const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [component] };
const offering = {
  document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] },
  components: { '1:2': { key: 'c'.repeat(40), name: 'Button', description: '' } },
};
const letNoneBeOffered = async () => {
  bounds.assetsOfLibrary = 0;
};
/** Published while it was allowed. */
const publishOne = async ({ play }: Visit) => {
  bounds.assetsOfLibrary = 1;
  await play('alice', `PUT /workspace/v1/files/${key}/content`, offering);
  const { status } = await play('alice', `POST /workspace/v1/files/${key}/publish`, {});
  if (status !== 200) throw new Error('The library was not published.');
  await letNoneBeOffered();
};

export const rulesOfLibraries: Rules = {
  'A file is no library of its own': {
    words: [
      'A file has its own things without subscribing to them.',
      'The file "…" uses itself as a library.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', use(key)),
      ...brought({ subscriptions: [{ file: key, library: key }] }),
      restore: byRestore(
        'library_subscriptions',
        withRow({ file_key: key, library_key: key, created_at: 1 }),
      ),
    },
  },
  'A library was published': {
    words: [
      '"…" was not published, so there is no library to use.',
      'The file "…" uses "…", which was not published.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', use(files.viewOnly)),
      ...brought({ subscriptions: [{ file: key, library: files.viewOnly }] }),
      restore: byRestore(
        'library_subscriptions',
        withRow({ file_key: key, library_key: files.viewOnly, created_at: 1 }),
      ),
    },
  },
  'A file uses libraries of its own organization': {
    words: '"…" is of another organization: a file uses libraries of its own.',
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', elsewhere),
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('admin', use('theirLibrary')),
      ...broughtAnyway(
        { ...elsewhere, subscriptions: [{ file: key, library: 'theirLibrary' }] },
        'The file gets nothing of it, which the report says.',
      ),
    },
  },
  'A branch is no library': {
    words: ['A branch is no library: publish its main file.', 'The branch "…" was published as a library.'],
    before: makeBranch,
    at: {
      ...ownAlone,
      ...noBringing('Files are published there, and no branches.'),
      'own operation': ({ play }) => play('alice', 'POST /workspace/v1/files/aBranch/publish', {}),
      restore: byRestore(
        'library_publishes',
        withRow({ id: '90', file_key: 'aBranch', user_id: people.alice, description: null, published_at: 1 }),
      ),
    },
  },
  'A library that is left was used': {
    words: 'The file does not use that library.',
    at: {
      ...ownAlone,
      ...noBringing('A workspace file takes nothing away.'),
      'own operation': ({ play }) =>
        play('alice', `DELETE /workspace/v1/files/${key}/subscriptions/${files.viewOnly}`),
      restore: noRestore.byName,
    },
  },
  'What a library offers has an end': {
    words:
      'The file has … components, component sets and styles, and a library may offer …; split it into several files.',
    before: letNoneBeOffered,
    at: {
      ...ownAlone,
      'own operation': async ({ play }) => {
        await play('alice', `PUT /workspace/v1/files/${key}/content`, offering);
        return play('alice', `POST /workspace/v1/files/${key}/publish`, {});
      },
      ...brought({
        files: [
          {
            key,
            name: 'Design open',
            project: projects.open,
            owner: people.alice,
            source: offering,
            published: true,
          },
        ],
      }),
      restore: broughtBack(comesBack.tooMany, 'published_assets', (rows) => rows, publishOne),
    },
  },
};
