import { findAdministrator } from '../../access/caller-store.ts';
import { organizations, people } from '../cast.ts';
import { byRestore } from './by-restore.ts';
import { noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';

const users = `/workspace/v1/organizations/${organizations.acme}/users`;

/** The administrator of the installation is one of the people of Acme, whose administrator is Alice. */
const join = ({ context }: Visit) =>
  context.database
    .updateTable('users')
    .set({ organization_id: organizations.acme })
    .where('installation_admin', '=', 1)
    .execute();
const noOther = noBringing('Nobody but this administrator brings one.');
const asked =
  (who: 'admin' | 'alice', method: string, path = '', body?: object) =>
  async ({ play, context }: Visit) => {
    const { id } = await findAdministrator(context.database);
    return play(who, `${method} ${users}/${id}${path}`, body);
  };

/** What nobody does to the administrator of the installation. */
export const rulesOfAdministrator: Rules = {
  'The administrator of the installation is not removed': {
    words: [
      'The administrator of this installation cannot be removed.',
      'The backup holds no administrator of the installation. Nothing was changed.',
    ],
    before: join,
    at: {
      ...ownAlone,
      ...noBringing('A workspace file removes nothing.'),
      'own operation': asked('admin', 'DELETE', `?files_to=${people.alice}`),
      restore: byRestore('users', (rows) => rows.filter((row) => row.installation_admin !== 1)),
    },
  },
  'The account of the administrator of the installation is their own': {
    words: 'Only the administrator of this installation may ….',
    before: join,
    at: {
      ...ownAlone,
      ...noOther,
      'own operation': asked('alice', 'PUT', '', { handle: 'Mine' }),
      restore: noRestore.asRight,
    },
  },
  'Nobody takes over the administrator of the installation by a link': {
    words: 'Only the administrator of this installation may ….',
    before: join,
    at: {
      ...ownAlone,
      ...noOther,
      'own operation': asked('alice', 'POST', '/password-reset'),
      restore: noRestore.ofSecrets,
    },
  },
  'The administrator of the installation has their password changed on its machine': {
    words: 'The password of an administrator of the installation is changed by `npx vitrine user update`.',
    before: join,
    at: {
      ...ownAlone,
      ...noOther,
      'own operation': asked('admin', 'POST', '/password-reset'),
      restore: noRestore.ofSecrets,
    },
  },
};
