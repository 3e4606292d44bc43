import { people, team } from '../cast.ts';
import { brought } from './brought-by-file.ts';
import { byRestore, doNotFit, withColumns } from './by-restore.ts';
import { app, bringPrivate, bringPublic, made, savedBack } from './cast-apps.ts';
import { noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';

const apps = 'POST /workspace/v1/apps';
const acme = app.organization;

const saved = (more: object) => ({
  ...ownAlone,
  'own operation': ({ play }: Visit) => play('alice', apps, { ...app, ...more }),
  ...brought({ apps: [{ ...made, ...more }] }),
});
const leadingTo = (address: string) => saved({ redirect_urls: [address] });

/** Apps as they are made and configured. */
export const rulesOfApps: Rules = {
  'An app is called by a name': {
    words: 'A name is missing.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, name: ' ' }),
      ...brought({ apps: [{ ...made, name: ' ' }] }),
      restore: savedBack({ name: ' ' }),
    },
  },
  'An app leads people back to where nobody listens in': {
    words: 'The redirect URL … is neither https:// nor http:// on the own machine.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, redirect_urls: ['http://app.example/'] }),
      ...brought({ apps: [{ ...made, redirect_urls: ['http://app.example/'] }] }),
      restore: savedBack({ redirect_urls: ['http://app.example/'] }),
    },
  },
  'The website of an app is one of https': {
    words: 'The website is no https:// address.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, website: 'http://app.example' }),
      ...brought({ apps: [{ ...made, website: 'http://app.example' }] }),
      restore: savedBack({ website: 'http://app.example' }),
    },
  },
  'An app is for a team or for an organization': {
    words: [
      'Name the "team" or the "organization" that the app is for, one of them.',
      '… names neither a team nor an organization.',
      doNotFit,
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { name: 'App' }),
      ...brought({ apps: [{ client_id: 'app1', name: 'App' }] }),
      restore: byRestore('apps', withColumns({ organization_id: null }), bringPrivate),
    },
  },
  'An app is made by who belongs where it is for': {
    words: 'You do not belong to an organization "…".',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may make apps for everybody.'),
      'own operation': ({ play }) => play('dan', apps, app),
      restore: noRestore.asRight,
    },
  },
  'The name of an app can be seen': {
    words: 'The … of the app holds …, which cannot be seen.',
    at: { ...saved({ name: 'App\u200e' }), restore: savedBack({ name: 'App\u200e' }) },
  },
  'The support of an app can be reached': {
    words: 'The support contact is neither an e-mail address nor an https:// address.',
    at: { ...saved({ support_contact: 'somebody' }), restore: savedBack({ support_contact: 'somebody' }) },
  },
  'The logo of an app is an image of its type': {
    words: 'The logo is not an image of the type it says.',
    at: {
      ...saved({ logo: 'data:image/png;base64,AAAA' }),
      restore: byRestore('app_logos', withColumns({ image: 'data:image/png;base64,AAAA' }), bringPrivate),
    },
  },
  'An app has no scope of our own operations': {
    words: 'An app cannot have the scope "…".',
    at: { ...saved({ scopes: ['workspace:read'] }), restore: savedBack({ scopes: ['workspace:read'] }) },
  },
  'A guest makes no apps': {
    words: 'A guest of an organization cannot make apps.',
    before: ({ play }) =>
      play('alice', `PUT /workspace/v1/organizations/${acme}/users/${people.bob}`, { role: 'guest' }),
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who is no guest.'),
      'own operation': ({ play }) => play('bob', apps, app),
      restore: noRestore.asRight,
    },
  },
  'A viewer of a team makes no apps for it': {
    words: 'A viewer of a team cannot make apps for it.',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who administers every team.'),
      'own operation': ({ play }) => play('carla', apps, { name: 'App', team }),
      restore: noRestore.asRight,
    },
  },
  'An address that people are led back to is of characters that addresses have': {
    words: 'The redirect URL … has a character that addresses do not have.',
    at: {
      ...leadingTo('https://app.example/b ack'),
      restore: savedBack({ redirect_urls: ['https://app.example/b ack'] }),
    },
  },
  'An address that people are led back to is absolute': {
    words: 'The redirect URL … is not an absolute address.',
    at: { ...leadingTo('app'), restore: savedBack({ redirect_urls: ['app'] }) },
  },
  'An address that people are led back to has no fragment': {
    words: 'The redirect URL … has a fragment.',
    at: {
      ...leadingTo('https://app.example/#part'),
      restore: savedBack({ redirect_urls: ['https://app.example/#part'] }),
    },
  },
  'An address that people are led back to names no user': {
    words: 'The redirect URL … names a user.',
    at: {
      ...leadingTo('https://user@app.example/'),
      restore: savedBack({ redirect_urls: ['https://user@app.example/'] }),
    },
  },
  'An app is for an organization that there is': {
    words: [
      'There is no organization "…".',
      '… names the … "…", which does not exist.',
      'names "…", which this workspace file does not hold.',
      doNotFit,
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('admin', apps, { ...app, organization: '5' }),
      ...brought({ apps: [{ ...made, organization: '5' }] }),
      restore: byRestore('apps', withColumns({ organization_id: '5' }), bringPrivate),
    },
  },
  'An app is configured by who administers it': {
    words: 'App not found',
    before: bringPublic,
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who administers every app.'),
      'own operation': ({ play }) => play('dan', 'PUT /workspace/v1/apps/app1', { name: 'Mine' }),
      restore: noRestore.asRight,
    },
  },
};
