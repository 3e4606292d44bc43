import { organizations, projects, team } from '../cast.ts';
import { brought } from './brought-by-file.ts';
import { broughtBack, byRestore, doNotFit, withColumns } from './by-restore.ts';
import { comesBack, noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';

const acme = organizations.acme;
const two = 'Two\nlines';
const long = 'a'.repeat(256);
const loner = {
  id: '77',
  handle: 'Loner',
  email: 'loner@example.com',
  tokens: [{ name: 'teams', token: 'loner-token', scopes: ['workspace:write'] }],
};
const makeFolder = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', {
    teams: [{ id: '77', name: 'Other', organization: acme }],
    projects: [{ id: '78', name: 'Folder', team: '77' }],
  });
/** How a workspace file, and a world of its own, says that it names what there is not. */
const isNotThere = [
  '… names the … "…", which does not exist.',
  'names "…", which this workspace file does not hold.',
];

export const rulesOfPlaces: Rules = {
  'The name of an organization is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', `PUT /workspace/v1/organizations/${acme}`, { name: two }),
      ...brought({ organizations: [{ id: '77', name: two }] }),
      restore: broughtBack(comesBack.olderForm, 'organizations', withColumns({ name: two })),
    },
  },
  'The name of a team is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/teams', { name: two, organization: acme }),
      ...brought({ teams: [{ id: '77', name: two, organization: acme }] }),
      restore: broughtBack(comesBack.olderForm, 'teams', withColumns({ name: two })),
    },
  },
  'The name of a project is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', 'POST /workspace/v1/projects', { name: two, team }),
      ...brought({ projects: [{ id: '77', name: two, team }] }),
      restore: broughtBack(comesBack.olderForm, 'projects', withColumns({ name: two })),
    },
  },
  'A project is renamed to one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      ...brought({ projects: [{ id: projects.open, name: two, team }] }),
      'own operation': ({ play }) =>
        play('alice', `PATCH /workspace/v1/projects/${projects.open}`, { name: two }),
      restore: noRestore.asChange,
    },
  },
  'A project lies in one of its own team': {
    words: [
      'The team has no project "…" that could be the parent.',
      'The project "…" lies in one of another team.',
    ],
    at: {
      ...ownAlone,
      'own operation': async ({ play }) => {
        const made = await play('alice', 'POST /workspace/v1/teams', { name: 'Other' });
        return play('alice', 'POST /workspace/v1/projects', {
          name: 'Folder',
          team: made.json.id,
          parent: projects.open,
        });
      },
      ...brought({
        teams: [{ id: '77', name: 'Other', organization: acme }],
        projects: [{ id: '78', name: 'Folder', team: '77', parent: projects.open }],
      }),
      restore: byRestore(
        'projects',
        (rows) => rows.map((row) => (row.id === '78' ? { ...row, parent_id: projects.open } : row)),
        makeFolder,
      ),
    },
  },
  'No project lies in itself': {
    words: [
      'A project cannot lie in itself or in what lies in it.',
      'The project "…" lies in itself or in what lies in it.',
    ],
    at: {
      ...ownAlone,
      'own operation': async ({ play }) => {
        const made = await play('alice', 'POST /workspace/v1/projects', {
          name: 'Folder',
          team,
          parent: projects.open,
        });
        return play('alice', `PATCH /workspace/v1/projects/${projects.open}`, { parent: made.json.id });
      },
      ...brought({
        projects: [
          { id: '77', name: 'One', team },
          { id: '78', name: 'Two', team, parent: '77' },
          { id: '77', name: 'One', team, parent: '78' },
        ],
      }),
      restore: byRestore('projects', (rows) => rows.map((row) => ({ ...row, parent_id: row.id ?? null }))),
    },
  },
  'A place is deleted with what it holds only where that is said': {
    words: '… holds …. Say "with_contents=true" to delete that with it.',
    at: {
      ...ownAlone,
      ...noBringing('It deletes nothing.'),
      'own operation': ({ play }) => play('alice', `DELETE /workspace/v1/teams/${team}`),
      restore: noRestore.asChange,
    },
  },
  'Teams are made by who administers the organization': {
    words: [
      'Only an administrator of the organization may make a team.',
      'Only the administrator of this installation may ….',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('bob', 'POST /workspace/v1/teams', { name: 'Mine', organization: acme }),
      'workspace file': ({ play }) =>
        play('alice', 'POST /workspace/v1/apply', { teams: [{ name: 'Mine', organization: acme }] }),
      'test world': 'Test mode is for who has its scope, and a world is nobody else’s.',
      restore: noRestore.asRight,
    },
  },
  'Organizations are made by who administers the installation': {
    words: 'Only the administrator of this installation may ….',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', 'POST /workspace/v1/organizations', { name: 'Mine' }),
      'workspace file': ({ play }) =>
        play('alice', 'POST /workspace/v1/apply', { organizations: [{ id: '77', name: 'Mine' }] }),
      'test world': 'Test mode is for who has its scope, and a world is nobody else’s.',
      restore: noRestore.asRight,
    },
  },
  'The plan of an organization is for the installation to say': {
    words: 'Only an administrator of the installation changes the plan of an organization.',
    at: {
      ...ownAlone,
      ...noBringing('Nobody but the administrator of the installation brings one.'),
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/organizations/${acme}`, { plan: 'starter' }),
      restore: noRestore.asRight,
    },
  },
  'A team is of an organization that is there': {
    words: [
      'There is no organization "…".',
      '… names the … "…", which does not exist.',
      'names "…", which this workspace file does not hold.',
      doNotFit,
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('admin', 'POST /workspace/v1/teams', { name: 'Team', organization: '5' }),
      ...brought({ teams: [{ name: 'Team', organization: '5' }] }),
      restore: byRestore('teams', withColumns({ organization_id: '5' })),
    },
  },
  'Organizations are made by the administrator of the installation': {
    words: 'Only the administrator of this installation may ….',
    at: {
      ...ownAlone,
      'own operation': 'It makes none.',
      'workspace file': ({ play }) =>
        play('alice', 'POST /workspace/v1/apply', { organizations: [{ name: 'Mine' }] }),
      'test world': 'Test mode is for who has its scope, and a world is nobody else’s.',
      restore: noRestore.asRight,
    },
  },
  'What has a name has more of it than white space': {
    words: 'A name is missing.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/teams', { name: ' ', organization: acme }),
      ...brought({ teams: [{ id: '77', name: ' ', organization: acme }] }),
      restore: broughtBack(comesBack.olderForm, 'teams', withColumns({ name: ' ' })),
    },
  },
  'What has a name has a short one': {
    words: 'name": expected text of at most 255 characters',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/teams', { name: long, organization: acme }),
      ...brought({ teams: [{ id: '77', name: long, organization: acme }] }),
      restore: broughtBack(comesBack.olderForm, 'teams', withColumns({ name: long })),
    },
  },
  'A change of an organization changes something': {
    words: 'At least … is needed',
    at: {
      ...ownAlone,
      ...noBringing('What is as it was is left as it is.'),
      'own operation': ({ play }) => play('alice', `PUT /workspace/v1/organizations/${acme}`, {}),
      restore: noRestore.asChange,
    },
  },
  'An organization that is changed is there': {
    words: 'Organization not found',
    at: {
      ...ownAlone,
      ...noBringing('It makes what is not there.'),
      'own operation': ({ play }) => play('alice', 'PUT /workspace/v1/organizations/5', { name: 'Mine' }),
      restore: noRestore.byName,
    },
  },
  'Who belongs to no organization says of which a team is': {
    words: 'Name the "organization": you belong to none.',
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { users: [loner] }),
    at: {
      ...ownAlone,
      ...noBringing('The contract has it that a team there names its organization.'),
      'own operation': ({ play }) =>
        play({ token: 'loner-token' }, 'POST /workspace/v1/teams', { name: 'Mine' }),
      restore: noRestore.asChange,
    },
  },
  'A project is of a team that is there': {
    words: ['Team not found', ...isNotThere, doNotFit],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/projects', { name: 'Mine', team: '5' }),
      ...brought({ projects: [{ name: 'Mine', team: '5' }] }),
      restore: byRestore('projects', withColumns({ team_id: '5' })),
    },
  },
  'A file is of a project that is there': {
    words: ['Project not found', ...isNotThere, doNotFit],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/files', { name: 'Mine', project: '5' }),
      ...brought({ files: [{ key: 'aFreshFile', name: 'Mine', project: '5' }] }),
      restore: byRestore('files', withColumns({ project_id: '5' })),
    },
  },
};
