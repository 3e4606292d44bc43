import type { caps } from '../../access/caps.ts';
import { files, organizations, people, projects, team } from '../cast.ts';
import { broughtAnyway } from './brought-by-file.ts';
import { bringPrivate } from './cast-apps.ts';
import {
  comesBack,
  type Door,
  interfaceAlone,
  noBringing,
  noContent,
  noInterface,
  noSideDoor,
  ownAlone,
  type Rule,
} from './door.ts';
import { pushing } from './pushed-design.ts';
import { codeOfBob, exchange } from './rules-of-consent.ts';
import type { Visit } from './visit.ts';
import { byInvitation, byProvider } from './ways-to-join.ts';

const acme = organizations.acme;
const key = files.open;
const open = { key, name: 'Design open', project: projects.open, owner: people.alice };
const alice = { id: people.alice, handle: 'Alice', email: 'alice@example.com', organization: acme };
const nora = { handle: 'Nora', email: 'nora@example.com' };
const app = { name: 'App', organization: acme };
const comment = { id: '70', user: people.bob, message: 'Yes' };
const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const administrators = 'What a workspace file says is the administrator’s, and not counted.';

type Entries = Parameters<typeof broughtAnyway>[0];
const uncounted = (entries: Entries) => broughtAnyway(entries, administrators);
const send =
  (path: string, body: unknown) =>
  ({ play }: Visit) =>
    play('alice', path, body);

const addMirror = async ({ play }: Visit) => {
  const { upstreams } = (await play('alice', 'GET /workspace/v1/upstreams')).json;
  const made =
    upstreams[0] ??
    (
      await play('alice', 'POST /workspace/v1/upstreams', {
        name: 'One',
        base_url: 'https://nobody.invalid',
        token: 'a-token',
      })
    ).json;
  const number = String(mirrorsAdded++);
  return play('alice', 'POST /workspace/v1/mirrors', {
    upstream: made.id,
    project: projects.open,
    team_id: number,
  });
};
let mirrorsAdded = 1;

const makeApp = {
  ...ownAlone,
  'own operation': send('POST /workspace/v1/apps', app),
  ...uncounted({ apps: [{ ...app, client_id: 'app1' }] }),
};

/** What becomes of each cap at each door. */
export const capsAtDoors: Readonly<Record<keyof typeof caps, Readonly<Record<Door, Rule['at'][Door]>>>> = {
  appsOfPerson: makeApp,
  appsOfOrganization: makeApp,
  tokensOfPerson: {
    ...ownAlone,
    'token request of an app': {
      lets: async (visit) => {
        await bringPrivate(visit);
        return exchange(visit, await codeOfBob(visit));
      },
      because:
        'It comes in the place of the token before: an app has one of a person, whatever they allow it.',
    },
    'own operation': send('POST /workspace/v1/me/tokens', { name: 'more', scopes: ['current_user:read'] }),
    ...uncounted({ users: [{ ...alice, tokens: [{ name: 'more', scopes: ['current_user:read'] }] }] }),
  },
  peopleOfOrganization: {
    ...noInterface,
    ...noContent,
    ...noSideDoor,
    'own operation': send(`POST /workspace/v1/organizations/${acme}/users`, nora),
    ...uncounted({ users: [{ ...nora, id: '77', organization: acme }] }),
    invitation: byInvitation(nora),
    'single sign-on': byProvider(nora),
  },
  teamsOfOrganization: {
    ...ownAlone,
    'own operation': send('POST /workspace/v1/teams', { name: 'More', organization: acme }),
    ...uncounted({ teams: [{ id: '77', name: 'More', organization: acme }] }),
  },
  projectsOfTeam: {
    ...ownAlone,
    'own operation': send('POST /workspace/v1/projects', { name: 'More', team }),
    ...uncounted({ projects: [{ id: '77', name: 'More', team }] }),
  },
  filesOfProject: {
    ...ownAlone,
    'own operation': send('POST /workspace/v1/files', { name: 'More', project: projects.open }),
    ...uncounted({ files: [{ key: 'another', name: 'More', project: projects.open }] }),
  },
  sitesOfFile: {
    ...ownAlone,
    'own operation': send('POST /workspace/v1/sites', { name: 'More', file: key }),
    ...uncounted({ sites: [{ name: 'More', url_path: '/site/more', file: key }] }),
  },
  commentsOfFile: {
    ...interfaceAlone,
    'content push': 'The comments of a design stay behind: a workspace file alone says whose they are here.',
    interface: send(`POST /v1/files/${key}/comments`, { message: 'More' }),
    ...uncounted({ files: [{ ...open, comments: [comment] }] }),
  },
  reactionsOfComment: {
    ...interfaceAlone,
    'content push': 'The comments of a design stay behind: a workspace file alone says whose they are here.',
    interface: async ({ play }) => {
      const { id } = (await play('alice', `POST /v1/files/${key}/comments`, { message: 'One' })).json;
      return play('alice', `POST /v1/files/${key}/comments/${id}/reactions`, { emoji: ':+1:' });
    },
    ...uncounted({
      files: [{ ...open, comments: [{ ...comment, reactions: [{ user: people.bob, emoji: ':+1:' }] }] }],
    }),
  },
  devResourcesOfFile: {
    ...interfaceAlone,
    interface: ({ play }) =>
      play('admin', 'POST /v1/dev_resources', {
        dev_resources: [{ name: 'More', url: 'https://example.com/', file_key: key, node_id: '1:2' }],
      }),
    ...uncounted({ dev_resources: [{ name: 'More', url: 'https://example.com/', file: key, node: '1:2' }] }),
  },
  librariesOfFile: {
    ...ownAlone,
    'own operation': send(`PUT /workspace/v1/files/${key}/subscriptions/${files.viewOnly}`, undefined),
    ...uncounted({
      files: [
        {
          key: files.viewOnly,
          name: 'Design viewOnly',
          project: projects.viewOnly,
          owner: people.alice,
          published: true,
        },
      ],
      subscriptions: [{ file: key, library: files.viewOnly }],
    }),
  },
  imageFillsOfFile: {
    ...ownAlone,
    'content push': pushing({ images: [{ imageRef: 'more', bytes: Buffer.from(pixel, 'base64') }] }),
    'own operation': send(`PUT /workspace/v1/files/${key}/image-fills/more`, Buffer.from(pixel, 'base64')),
    ...uncounted({ files: [{ ...open, images: { more: pixel } }] }),
  },
  fontsOfOrganization: {
    ...ownAlone,
    'own operation': send(`POST /workspace/v1/fonts?organization=${acme}`, Buffer.from('font')),
    ...uncounted({ fonts: [{ family: 'More', organization: acme }] }),
  },
  upstreamsOfOrganization: {
    ...ownAlone,
    ...noBringing('A workspace file holds no secrets of other servers, and so no upstreams.'),
    restore: comesBack.tooMany,
    'own operation': send('POST /workspace/v1/upstreams', { name: 'More', token: 'a-token' }),
  },
  mirrorsOfUpstream: {
    ...ownAlone,
    ...noBringing('A workspace file holds no upstreams, and so no mirrors.'),
    restore: comesBack.tooMany,
    'own operation': addMirror,
  },
};

/** All but a workspace file, which alone moves people, teams and projects. */
const movedByFile = { ...ownAlone, 'own operation': 'No operation of our own moves it.' };

/** Ways to a cap beside that of making one more. */
export const waysToCaps: Readonly<
  Record<string, { readonly cap: keyof typeof caps; readonly at: Rule['at'] }>
> = {
  'filesOfProject, by a file that is moved': {
    cap: 'filesOfProject',
    at: {
      ...ownAlone,
      'own operation': send(`PATCH /workspace/v1/files/${key}`, { project: projects.viewOnly }),
      ...uncounted({ files: [{ ...open, project: projects.viewOnly }] }),
    },
  },
  'peopleOfOrganization, by a person who is moved': {
    cap: 'peopleOfOrganization',
    at: {
      ...movedByFile,
      ...uncounted({
        users: [
          { id: people.bob, handle: 'Bob', email: 'bob@example.com', organization: organizations.elsewhere },
        ],
      }),
    },
  },
  'teamsOfOrganization, by a team that is moved': {
    cap: 'teamsOfOrganization',
    at: {
      ...movedByFile,
      ...uncounted({ teams: [{ id: team, name: 'Core', organization: organizations.elsewhere }] }),
    },
  },
  'projectsOfTeam, by a project that is moved': {
    cap: 'projectsOfTeam',
    at: {
      ...movedByFile,
      ...uncounted({
        teams: [{ id: '77', name: 'Other', organization: acme }],
        projects: [{ id: projects.open, name: 'Open', team: '77' }],
      }),
    },
  },
};
