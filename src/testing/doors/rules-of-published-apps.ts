import { organizations, team } from '../cast.ts';
import { brought } from './brought-by-file.ts';
import { byRestore, withColumns } from './by-restore.ts';
import {
  app,
  bringPrivate,
  bringPublic,
  made,
  savedBack,
  savedBackAnyway,
  submit,
  whole,
} from './cast-apps.ts';
import { noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';

const apps = 'POST /workspace/v1/apps';
const review =
  (who: 'admin' | 'alice', said: object, reviewed = 'app1') =>
  ({ play }: Visit) =>
    play(who, `POST /workspace/v1/apps/${reviewed}/review`, said);
const noReview = noBringing('What is brought public counts as reviewed.');

/** What apps may become: private or public, reviewed, let into the lists of projects. */
export const rulesOfPublishedApps: Rules = {
  'An app that is published is whole': {
    words: 'To be published, the app still needs ….',
    before: ({ play }) => play('alice', apps, { ...app, name: 'Bare' }),
    at: {
      ...ownAlone,
      'own operation': async ({ play }) => {
        const { client_id } = (await play('alice', apps, app)).json;
        return play('alice', `POST /workspace/v1/apps/${client_id}/publish`);
      },
      ...brought({ apps: [{ ...made, state: 'private' }] }),
      restore: savedBack({ redirect_urls: [] }),
    },
  },
  'A public app stays public': {
    words: 'A public app cannot be made private: people outside of its organization use it.',
    before: bringPublic,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', 'PUT /workspace/v1/apps/app1', { visibility: 'private' }),
      'workspace file': brought({ apps: [{ ...whole, state: 'private', visibility: 'private' }] })[
        'workspace file'
      ],
      'test world': 'A world begins with new apps.',
      restore: noRestore.asChange,
    },
  },
  'An app is reviewed when it waits for it': {
    words: 'The app does not wait for a review.',
    before: bringPublic,
    at: {
      ...ownAlone,
      ...noReview,
      'own operation': review('admin', { decision: 'approve' }),
      restore: noRestore.asChange,
    },
  },
  'Apps are reviewed by the administrator of the installation': {
    words: 'Only an administrator of the installation reviews apps.',
    before: bringPublic,
    at: {
      ...ownAlone,
      ...noReview,
      'own operation': review('alice', { decision: 'approve' }),
      restore: noRestore.asRight,
    },
  },
  'An app sees projects by leave of an administrator of the organization': {
    words: 'Only an administrator of the organization may do this.',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who administers every organization.'),
      'own operation': async ({ play }) => {
        const { client_id } = (await play('bob', apps, app)).json;
        return play('bob', `PUT /workspace/v1/apps/${client_id}/projects-access`, { approved: true });
      },
      restore: noRestore.asRight,
    },
  },
  'An app that is brought is as open as its state says': {
    words: 'It is of the state "…" and of the visibility "…".',
    at: {
      ...ownAlone,
      'own operation': 'There a private app that asks to be public waits for its review.',
      ...brought({ apps: [{ ...whole, state: 'private', visibility: 'public' }] }),
      restore: savedBackAnyway('A private app that asks to be public is stored so, until it is published.', {
        visibility: 'public',
      }),
    },
  },
  'An app that is approved was looked at': {
    words: 'An app is approved by the "revision" that was looked at.',
    before: submit,
    at: {
      ...ownAlone,
      ...noReview,
      'own operation': review('admin', { decision: 'approve' }),
      restore: noRestore.asChange,
    },
  },
  'An app is approved as it was looked at': {
    words: 'The app was changed since that revision; look at it again.',
    before: submit,
    at: {
      ...ownAlone,
      ...noReview,
      'own operation': review('admin', { decision: 'approve', revision: 99 }),
      restore: noRestore.asChange,
    },
  },
  'An app is sent back with words': {
    words: 'An app is sent back with "words" that say why.',
    before: submit,
    at: {
      ...ownAlone,
      ...noReview,
      'own operation': review('admin', { decision: 'send_back', words: ' ' }),
      restore: noRestore.asChange,
    },
  },
  'An app that is reviewed is there': {
    words: 'App not found',
    at: {
      ...ownAlone,
      ...noReview,
      'own operation': review('admin', { decision: 'approve', revision: 1 }, 'nothing'),
      restore: noRestore.byName,
    },
  },
  'An app is let go by who let it act for them': {
    words: 'App not found',
    before: bringPublic,
    at: {
      ...ownAlone,
      ...noBringing('Nobody is asked there, so nobody takes it back.'),
      'own operation': ({ play }) => play('bob', 'DELETE /workspace/v1/me/apps/app1'),
      restore: noRestore.byName,
    },
  },
  'An app is for a team of its organization': {
    words: [
      'It names a team of another organization.',
      'Name the "team" or the "organization" that the app is for, one of them.',
      'The app "…" is for a team of another organization.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, team }),
      ...brought({ apps: [{ ...made, team, organization: organizations.elsewhere }] }),
      restore: byRestore(
        'apps',
        withColumns({ organization_id: organizations.elsewhere, team_id: team }),
        bringPrivate,
      ),
    },
  },
  'An app that is there is for a team of its organization': {
    words: ['It names a team of another organization.', 'The app "…" is for a team of another organization.'],
    before: bringPrivate,
    at: {
      ...ownAlone,
      'own operation': 'It says where an app belongs when it makes it, and never again.',
      'workspace file': brought({ apps: [{ ...whole, team, organization: organizations.elsewhere }] })[
        'workspace file'
      ],
      'test world': 'A world begins with new apps.',
      restore: byRestore('apps', withColumns({ organization_id: organizations.elsewhere, team_id: team })),
    },
  },
};
