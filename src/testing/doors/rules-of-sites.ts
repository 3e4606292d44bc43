import { files, people, projects, smallDesign } from '../cast.ts';
import { brought, broughtAnyway } from './brought-by-file.ts';
import { broughtBack, byRestore, doNotFit, withRow } from './by-restore.ts';
import { comesBack, noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';

const key = files.open;
const two = 'Two\nlines';
const open = { key, name: 'Design open', project: projects.open, owner: people.alice };
const branch = { key: 'aBranch', name: 'Branch', source: smallDesign('Other') };
const makeBranch = ({ play }: Visit) =>
  play('admin', `POST /workspace/v1/files/${key}/branches`, { name: 'Branch', key: 'aBranch' });

export const rulesOfSites: Rules = {
  'The name of a site is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', 'POST /workspace/v1/sites', { name: two, file: key }),
      ...brought({ sites: [{ name: two, url_path: '/site/two', file: key }] }),
      restore: broughtBack(
        comesBack.olderForm,
        'sites',
        withRow({ id: '90', name: two, url_path: '/site/two', file_key: key, public: 1 }),
      ),
    },
  },
  'A site is renamed to one line': {
    words: 'A name is one line of text.',
    before: ({ play }) =>
      play('admin', 'POST /workspace/v1/sites', { id: 'one', name: 'One', url_path: '/site/one', file: key }),
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', 'PATCH /workspace/v1/sites/one', { name: two }),
      ...brought({ sites: [{ id: 'one', name: two, url_path: '/site/one', file: key }] }),
      restore: noRestore.asChange,
    },
  },
  'A site shows no branch': {
    words: 'A branch is no site of its own: publish the main file.',
    before: makeBranch,
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/sites', { name: 'Branch', file: 'aBranch' }),
      ...brought({
        files: [{ ...open, branches: [branch] }],
        sites: [{ name: 'Branch', url_path: '/site/branch', file: 'aBranch' }],
      }),
      restore: broughtBack(
        'Sites of branches that were made before the rule can be changed and taken away.',
        'sites',
        withRow({ id: '90', name: 'Branch', url_path: '/site/branch', file_key: 'aBranch', public: 1 }),
      ),
    },
  },
  'A path is that of one site': {
    words: 'The path "…" is taken.',
    before: ({ play }) =>
      play('admin', 'POST /workspace/v1/sites', { name: 'One', url_path: '/site/one', file: key }),
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('admin', 'POST /workspace/v1/sites', { name: 'Two', url_path: '/site/one', file: key }),
      ...broughtAnyway(
        { sites: [{ id: 'another', name: 'Two', url_path: '/site/one', file: key }] },
        'Worlds of the same workspace file name the same paths.',
      ),
    },
  },
  'A path of a site lies below /site': {
    words: [
      'url_path": expected path of its page below the web address',
      'The site "…" has the path "…", and sites lie below /site/.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('admin', 'POST /workspace/v1/sites', { name: 'One', url_path: '/one', file: key }),
      ...brought({ sites: [{ name: 'One', url_path: '/one', file: key }] }),
      restore: byRestore(
        'sites',
        withRow({ id: '90', name: 'One', url_path: '/one', file_key: key, public: 1 }),
      ),
    },
  },
  'Paths of sites are chosen by the administrator of the installation': {
    words: 'Only the administrator of this installation chooses …. Leave it out, and a fresh one is made.',
    at: {
      ...ownAlone,
      ...noBringing('Nobody else brings one.'),
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/sites', { name: 'One', url_path: '/site/one', file: key }),
      restore: noRestore.asRight,
    },
  },
  'A site that is changed is there': {
    words: 'Site not found',
    at: {
      ...ownAlone,
      ...noBringing('It makes what is not there.'),
      'own operation': ({ play }) => play('alice', 'PATCH /workspace/v1/sites/5', { name: 'Mine' }),
      restore: noRestore.byName,
    },
  },
  'A file is shown to the world by who edits its project': {
    words: 'Insufficient file permissions',
    before: ({ play }) => play('alice', `PATCH /workspace/v1/files/${key}`, { link_access: 'edit' }),
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may edit every file.'),
      'own operation': ({ play }) => play('dan', 'POST /workspace/v1/sites', { name: 'Mine', file: key }),
      restore: noRestore.asRight,
    },
  },
  'The id of a site is that of one': {
    words: ['The id "…" is taken.', doNotFit],
    before: ({ play }) => play('admin', 'POST /workspace/v1/sites', { id: 'aSite', name: 'One', file: key }),
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('admin', 'POST /workspace/v1/sites', { id: 'aSite', name: 'Two', file: key }),
      'workspace file': {
        lets: brought({ sites: [{ id: 'aSite', name: 'Two', url_path: '/site/two', file: key }] })[
          'workspace file'
        ],
        because: 'It says what there is: the site that has the id becomes as it is said there.',
      },
      'test world': 'A world has ids of its own.',
      restore: byRestore('sites', (rows) => [...rows, ...rows]),
    },
  },
};
