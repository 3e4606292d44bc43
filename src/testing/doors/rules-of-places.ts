import { organizations, projects, team } from '../cast.ts';
import { brought } from './brought-by-file.ts';
import { noBringing, ownAlone, type Rules } from './door.ts';

const acme = organizations.acme;
const two = 'Two\nlines';

export const rulesOfPlaces: Rules = {
  'The name of an organization is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', `PUT /workspace/v1/organizations/${acme}`, { name: two }),
      ...brought({ organizations: [{ id: '77', name: two }] }),
    },
  },
  'The name of a team is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/teams', { name: two, organization: acme }),
      ...brought({ teams: [{ id: '77', name: two, organization: acme }] }),
    },
  },
  'A project lies in one of its own team': {
    words: 'The team has no project "…" that could be the parent.',
    at: {
      ...ownAlone,
      'own operation': async ({ play }) => {
        const made = await play('alice', 'POST /workspace/v1/teams', { name: 'Other' });
        return play('alice', 'POST /workspace/v1/projects', {
          ...{ name: 'Folder', team: made.json.id, parent: projects.open },
        });
      },
      ...brought({
        teams: [{ id: '77', name: 'Other', organization: acme }],
        projects: [{ id: '78', name: 'Folder', team: '77', parent: projects.open }],
      }),
    },
  },
  'No project lies in itself': {
    words: 'A project cannot lie in itself or in what lies in it.',
    at: {
      ...ownAlone,
      'own operation': 'It says where a project lies when it makes it, and never again.',
      ...brought({
        projects: [
          { id: '77', name: 'One', team },
          { id: '78', name: 'Two', team, parent: '77' },
          { id: '77', name: 'One', team, parent: '78' },
        ],
      }),
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
    },
  },
  'The plan of an organization is for the installation to say': {
    words: 'Only an administrator of the installation changes the plan of an organization.',
    at: {
      ...ownAlone,
      ...noBringing('Nobody but the administrator of the installation brings one.'),
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/organizations/${acme}`, { plan: 'starter' }),
    },
  },
  'A team is of an organization that is there': {
    words: [
      'There is no organization "…".',
      '… names the … "…", which does not exist.',
      'names "…", which this workspace file does not hold.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('admin', 'POST /workspace/v1/teams', { name: 'Team', organization: '5' }),
      ...brought({ teams: [{ name: 'Team', organization: '5' }] }),
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
    },
  },
};
