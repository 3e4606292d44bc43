import { buildFont } from '../../render/text/test-font.suite.ts';
import { organizations } from '../cast.ts';
import { brought } from './brought-by-file.ts';
import { broughtBack, withColumns } from './by-restore.ts';
import { comesBack, noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';

const acme = organizations.acme;
const noFont = Buffer.from('This is no font, though long enough.');
const loner = {
  id: '77',
  handle: 'Loner',
  email: 'loner@example.com',
  tokens: [{ name: 'fonts', token: 'loner-token', scopes: ['workspace:write'] }],
};
const fontOf = (names: { readonly family: string }) =>
  Buffer.from(buildFont({ ...names, advances: { a: 500 } }));
/** Adds a font of everybody's. */
const addFont = ({ play }: Visit) => play('admin', 'POST /workspace/v1/fonts', fontOf({ family: 'Ours' }));

export const rulesOfFonts: Rules = {
  'The name of a family is one line': {
    words: ['A name within the font cannot be kept: …', 'A name is one line of text.'],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('admin', 'POST /workspace/v1/fonts', fontOf({ family: 'Two\nlines' })),
      ...brought({ fonts: [{ organization: acme, family: 'Two\nlines' }] }),
      restore: broughtBack(comesBack.olderForm, 'fonts', withColumns({ family: 'Two\nlines' }), addFont),
    },
  },
  'A font is one that can be read': {
    words: 'The file is not a font.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', `POST /workspace/v1/fonts?organization=${acme}`, noFont),
      ...noBringing('It names fonts, and brings the bytes of none.'),
      restore:
        'The bytes of a font come back as they were, by their checksum, which it passed when it was added.',
    },
  },
  'The fonts of an organization are its administrators’': {
    words: 'Only an administrator of the organization may do this.',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who administers every organization.'),
      'own operation': ({ play }) => play('bob', `POST /workspace/v1/fonts?organization=${acme}`, noFont),
      restore: noRestore.asRight,
    },
  },
  'Who belongs to no organization adds no fonts': {
    words: 'Only an administrator of an organization may do this.',
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { users: [loner] }),
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who adds fonts for everybody.'),
      'own operation': ({ play }) => play({ token: 'loner-token' }, 'POST /workspace/v1/fonts', noFont),
      restore: noRestore.asRight,
    },
  },
  'A font of everybody’s is taken away by the administrator of the installation': {
    words: 'Only the administrator of this installation may ….',
    before: addFont,
    at: {
      ...ownAlone,
      ...noBringing('A workspace file takes nothing away.'),
      'own operation': async ({ play }) => {
        const { fonts } = (await play('admin', 'GET /workspace/v1/fonts')).json;
        const { id } = fonts.find(({ family }: { family: string }) => family === 'Ours');
        return play('alice', `DELETE /workspace/v1/fonts/${id}`);
      },
      restore: noRestore.asRight,
    },
  },
  'A font that is taken away is there': {
    words: 'Font not found',
    at: {
      ...ownAlone,
      ...noBringing('A workspace file takes nothing away.'),
      'own operation': ({ play }) => play('alice', 'DELETE /workspace/v1/fonts/5'),
      restore: noRestore.byName,
    },
  },
};
