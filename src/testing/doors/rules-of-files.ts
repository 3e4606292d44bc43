import { sql } from 'kysely';
import { files, onePixelPng, people, projects, smallDesign } from '../cast.ts';
import { brought } from './brought-by-file.ts';
import { broughtBack, byRestore, doNotFit, withColumns, withRow } from './by-restore.ts';
import { comesBack, noBringing, noJoining, noRestore, noSideDoor, ownAlone, type Rules } from './door.ts';
import { pushing } from './pushed-design.ts';
import type { Visit } from './visit.ts';

const key = files.open;
const two = 'Two\nlines';
const turned = 'Design \u202egnp.exe';
const ringing = 'Rings \u0007';
const open = { key, name: 'Design open', project: projects.open, owner: people.alice };
const fresh = { key: 'aFreshFile', name: 'Fresh', project: projects.open };
const source = smallDesign('Other');
const branch = { key: 'aBranch', name: 'Branch', source };
const makeBranch = ({ play }: Visit) =>
  play('admin', `POST /workspace/v1/files/${key}/branches`, { name: 'Branch', key: 'aBranch' });
const openByLink = ({ play }: Visit) =>
  play('alice', `PATCH /workspace/v1/files/${key}`, { link_access: 'edit' });

const pushAgain = ({ play }: Visit) => play('alice', `PUT /workspace/v1/files/${key}/content`, source);
const bringImage = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', {
    files: [{ ...open, images: { one: onePixelPng.toString('base64') } }],
  });

/** Would lead elsewhere in the address by which it is sent. */
const unfitRef = 'up/../there';

export const rulesOfFiles: Rules = {
  'A key is that of one file': {
    words: ['The key "…" is taken.', doNotFit],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('admin', 'POST /workspace/v1/files', { ...fresh, key }),
      ...brought({ files: [{ ...open, branches: [{ ...branch, key: files.viewOnly }] }] }),
      restore: byRestore('files', (rows) => [...rows, ...rows]),
    },
  },
  'The name of a file is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/files', { name: two, project: projects.open }),
      ...brought({ files: [{ ...fresh, name: two }] }),
      restore: broughtBack(comesBack.olderForm, 'files', withColumns({ name: two })),
    },
  },
  'The name of a branch is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', `POST /workspace/v1/files/${key}/branches`, { name: two }),
      ...brought({ files: [{ ...open, branches: [{ ...branch, name: two }] }] }),
      restore: 'A branch is a row among files, whose names the row above tries.',
    },
  },
  'A file is renamed to one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      ...brought({ files: [{ ...open, name: two }] }),
      'own operation': ({ play }) => play('alice', `PATCH /workspace/v1/files/${key}`, { name: two }),
      restore: noRestore.asChange,
    },
  },
  'The name of a version is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `POST /workspace/v1/files/${key}/versions`, { label: two }),
      ...brought({ files: [{ ...fresh, versions: [{ label: two, source }] }] }),
      restore: broughtBack(comesBack.olderForm, 'versions', withColumns({ label: two })),
    },
  },
  'A name reads in one direction': {
    words: 'The name holds ….',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/files', { name: turned, project: projects.open }),
      ...brought({ files: [{ ...fresh, name: turned }] }),
      restore: broughtBack(comesBack.olderForm, 'files', withColumns({ name: turned })),
    },
  },
  'What is said of a version can be shown': {
    words: '… holds ….',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `POST /workspace/v1/files/${key}/versions`, { label: 'One', description: ringing }),
      ...brought({ files: [{ ...fresh, versions: [{ label: 'One', description: ringing, source }] }] }),
      restore: broughtBack(comesBack.olderForm, 'versions', withColumns({ description: ringing })),
    },
  },
  'A key of a deleted file stays taken': {
    words: 'The key "…" is taken.',
    before: ({ play }) => play('alice', `DELETE /workspace/v1/files/${files.viewOnly}`),
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('admin', 'POST /workspace/v1/files', { ...fresh, key: files.viewOnly }),
      'workspace file': {
        lets: brought({ files: [{ ...fresh, key: files.viewOnly }] })['workspace file'],
        because: 'It says what there is: a file that it names comes back.',
      },
      'test world': 'A world has keys that never were.',
      restore: broughtBack(
        'A workspace file brings a deleted file back under its key, so a backup may hold both.',
        'deleted_files',
        withRow({ key, owner_id: people.alice, had_content: 1, deleted_at: 1 }),
      ),
    },
  },
  'Keys are chosen by the administrator of the installation': {
    words: 'Only the administrator of this installation chooses …. Leave it out, and a fresh one is made.',
    at: {
      ...ownAlone,
      ...noBringing('Nobody else brings one.'),
      'own operation': ({ play }) => play('alice', 'POST /workspace/v1/files', fresh),
      restore: noRestore.asRight,
    },
  },
  'Files are made by who may edit the project': {
    words: 'Insufficient project permissions',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may edit every project.'),
      'own operation': ({ play }) =>
        play('carla', 'POST /workspace/v1/files', { name: 'Mine', project: projects.open }),
      restore: noRestore.asRight,
    },
  },
  'Content is changed by who may edit the file': {
    words: 'Insufficient file permissions',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may edit every file.'),
      'own operation': ({ play }) => play('carla', `PATCH /workspace/v1/files/${key}`, { name: 'Mine' }),
      'content push': ({ play }) => play('carla', `PUT /workspace/v1/files/${key}/content`, source),
      restore: noRestore.asRight,
    },
  },
  'A branch has no branches': {
    words: [
      'A branch has no branches: branch from its main file.',
      'The branch "…" is one of another branch.',
    ],
    before: makeBranch,
    at: {
      ...ownAlone,
      ...noBringing('Branches stand in files there, and nothing in branches.'),
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/files/aBranch/branches', { name: 'Twig' }),
      restore: byRestore('files', (rows) =>
        rows.map((row) => ({ ...row, main_file_key: row.key === key ? files.empty : key })),
      ),
    },
  },
  'The versions of a file have growing ids': {
    words: [
      'The version … has to have a greater id than the one before.',
      'The version … of the file "…" has no greater id than the one before.',
    ],
    at: {
      ...ownAlone,
      'own operation': 'The server makes the ids of versions.',
      'content push': 'The server makes the ids of versions.',
      ...brought({
        files: [
          {
            ...fresh,
            versions: [
              { id: '5', source },
              { id: '4', source: smallDesign('Four') },
            ],
          },
        ],
      }),
      restore: byRestore(
        'versions',
        (rows) => rows.map((row) => ({ ...row, id: `${1000 - Number(row.ordinal)}` })),
        pushAgain,
      ),
    },
  },
  'No version is put before those that are there': {
    words: 'The version … cannot be put before versions that are there already.',
    at: {
      ...ownAlone,
      'own operation': 'What comes there is the newest version.',
      'content push': 'What comes there is the newest version.',
      'workspace file': brought({ files: [{ ...open, versions: [{ id: '5', source }] }] })['workspace file'],
      'test world': 'A world begins with new files.',
      restore: noRestore.byName,
    },
  },
  'The versions of a file have an end': {
    words: 'The versions of the file are … already, and there may be no more; go on in another file.',
    before: ({ context }) =>
      sql`update versions set ordinal = 1000000 where file_key = ${key}`.execute(context.database),
    at: {
      ...noJoining,
      ...noSideDoor,
      interface: ({ play }) =>
        play('admin', `POST /v1/files/${key}/variables`, {
          variableCollections: [{ action: 'CREATE', name: 'One' }],
        }),
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${key}/nodes/1:2/dev-status`, { status: 'READY_FOR_DEV' }),
      'content push': ({ play }) => play('alice', `PUT /workspace/v1/files/${key}/content`, source),
      'workspace file': brought({ files: [{ ...open, source }] })['workspace file'],
      'test world': 'A world begins with new files.',
      restore: broughtBack(comesBack.tooMany, 'versions', withColumns({ ordinal: 1_000_001 })),
    },
  },
  'An image fill is an image': {
    words: [
      'The bytes of the image "…" are not those of an image (PNG, JPEG, GIF, WebP …).',
      'The image fill "…" of the file "…" is of the type "…", which is no image.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${key}/image-fills/broken`, Buffer.from('no image')),
      ...brought({ files: [{ ...open, images: { broken: Buffer.from('no image').toString('base64') } }] }),
      'content push': pushing({ images: [{ imageRef: 'broken', bytes: Buffer.from('no image') }] }),
      restore: byRestore('image_fills', withColumns({ content_type: 'text/html' }), bringImage),
    },
  },
  'A paint names an image by a word of letters, digits and a few signs': {
    words: [
      '"…" is not an image reference: letters, digits, _, - and . are.',
      'Invalid value for "image_ref": expected text that matches',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play(
          'alice',
          `PUT /workspace/v1/files/${key}/image-fills/${encodeURIComponent(unfitRef)}`,
          onePixelPng,
        ),
      ...brought({ files: [{ ...open, images: { [unfitRef]: onePixelPng.toString('base64') } }] }),
      'content push': pushing({ images: [{ imageRef: unfitRef, bytes: onePixelPng }] }),
      restore: byRestore('image_fills', withRow({ image_ref: unfitRef }), bringImage),
    },
  },
  'A branch is where its main file is': {
    words: [
      'A branch stands where its main file stands and is as open as that: change the main file.',
      'The branch "…" stands in another project than its main file.',
    ],
    before: makeBranch,
    at: {
      ...ownAlone,
      ...noBringing('Branches stand in files there, and say nothing of their place.'),
      'own operation': ({ play }) =>
        play('alice', 'PATCH /workspace/v1/files/aBranch', { link_access: 'view' }),
      restore: byRestore('files', (rows) =>
        rows.map((row) => (row.main_file_key === null ? row : { ...row, project_id: projects.viewOnly })),
      ),
    },
  },
  'A link opens a file to nobody else': {
    words: 'Insufficient file permissions',
    before: openByLink,
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may edit every file.'),
      'own operation': ({ play }) => play('dan', `PATCH /workspace/v1/files/${key}`, { link_access: 'view' }),
      restore: noRestore.asRight,
    },
  },
  'Nobody deletes a file by its link': {
    words: 'Insufficient file permissions',
    before: openByLink,
    at: {
      ...ownAlone,
      ...noBringing('A workspace file deletes nothing.'),
      'own operation': ({ play }) => play('dan', `DELETE /workspace/v1/files/${key}`),
      restore: noRestore.asRight,
    },
  },
  'A version that is named has content': {
    words: 'The file has no content yet, so there is nothing to name.',
    at: {
      ...ownAlone,
      ...noBringing('A version there comes with its content.'),
      'own operation': ({ play }) =>
        play('alice', `POST /workspace/v1/files/${files.empty}/versions`, { label: 'One' }),
      restore: noRestore.asChange,
    },
  },
  'A file is deleted by its owner, or who administers its project': {
    words: 'Insufficient file permissions',
    at: {
      ...ownAlone,
      ...noBringing('A workspace file deletes nothing.'),
      'own operation': ({ play }) => play('bob', `DELETE /workspace/v1/files/${key}`),
      restore: noRestore.asRight,
    },
  },
  'A file that is changed is there': {
    words: 'File not found',
    at: {
      ...ownAlone,
      ...noBringing('It makes what is not there.'),
      'own operation': ({ play }) => play('dan', `PATCH /workspace/v1/files/${key}`, { name: 'Mine' }),
      'content push': ({ play }) => play('dan', `PUT /workspace/v1/files/${key}/content`, source),
      restore: noRestore.byName,
    },
  },
};
