import { sql } from 'kysely';
import { files, people, projects, smallDesign } from '../cast.ts';
import { brought, type Visit } from './brought-by-file.ts';
import { broughtBack, byRestore } from './by-restore.ts';
import { noBringing, noJoining, noRestore, noSideDoor, ownAlone, type Rules } from './door.ts';
import { pushing } from './pushed-design.ts';

const key = files.open;
const open = { key, name: 'Design open', project: projects.open, owner: people.alice };
const fresh = { key: 'aFreshFile', name: 'Fresh', project: projects.open };
const source = smallDesign('Other');
const branch = { key: 'aBranch', name: 'Branch', source };
const makeBranch = ({ play }: Visit) =>
  play('admin', `POST /workspace/v1/files/${key}/branches`, { name: 'Branch', key: 'aBranch' });
const openByLink = ({ play }: Visit) =>
  play('alice', `PATCH /workspace/v1/files/${key}`, { link_access: 'edit' });

export const rulesOfFiles: Rules = {
  'A key is that of one file': {
    words: ['The key "…" is taken.', 'The rows of the backup do not fit together: …. Nothing was changed.'],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('admin', 'POST /workspace/v1/files', { ...fresh, key }),
      ...brought({ files: [{ ...open, branches: [{ ...branch, key: files.viewOnly }] }] }),
      restore: byRestore('files', (rows) => [...rows, ...rows]),
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
    },
  },
  'Keys are chosen by the administrator of the installation': {
    words: 'Only the administrator of this installation chooses …. Leave it out, and a fresh one is made.',
    at: {
      ...ownAlone,
      ...noBringing('Nobody else brings one.'),
      'own operation': ({ play }) => play('alice', 'POST /workspace/v1/files', fresh),
    },
  },
  'Files are made by who may edit the project': {
    words: 'Insufficient project permissions',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may edit every project.'),
      'own operation': ({ play }) =>
        play('carla', 'POST /workspace/v1/files', { name: 'Mine', project: projects.open }),
    },
  },
  'Content is changed by who may edit the file': {
    words: 'Insufficient file permissions',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may edit every file.'),
      'own operation': ({ play }) => play('carla', `PATCH /workspace/v1/files/${key}`, { name: 'Mine' }),
      'content push': ({ play }) => play('carla', `PUT /workspace/v1/files/${key}/content`, source),
    },
  },
  'A branch has no branches': {
    words: 'A branch has no branches: branch from its main file.',
    before: makeBranch,
    at: {
      ...ownAlone,
      ...noBringing('Branches stand in files there, and nothing in branches.'),
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/files/aBranch/branches', { name: 'Twig' }),
      restore: broughtBack('files', (rows) =>
        rows.map((row) => ({ ...row, main_file_key: row.key === key ? files.empty : key })),
      ),
    },
  },
  'The versions of a file have growing ids': {
    words: 'The version … has to have a greater id than the one before.',
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
    },
  },
  'The versions of a file have an end': {
    words: 'The versions of the file are … already, and there may be no more; go on in another file.',
    before: ({ context }) =>
      sql`update versions set ordinal = 1000000 where file_key = ${key}`.execute(context.database),
    at: {
      ...noJoining,
      ...noSideDoor,
      ...noRestore,
      interface: ({ play }) =>
        play('admin', `POST /v1/files/${key}/variables`, {
          variableCollections: [{ action: 'CREATE', name: 'One' }],
        }),
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${key}/nodes/1:2/dev-status`, { status: 'READY_FOR_DEV' }),
      'content push': ({ play }) => play('alice', `PUT /workspace/v1/files/${key}/content`, source),
      'workspace file': brought({ files: [{ ...open, source }] })['workspace file'],
      'test world': 'A world begins with new files.',
    },
  },
  'An image fill is an image': {
    words: 'The bytes of the image "…" are not those of an image (PNG, JPEG, GIF, WebP …).',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${key}/image-fills/broken`, Buffer.from('no image')),
      ...brought({ files: [{ ...open, images: { broken: Buffer.from('no image').toString('base64') } }] }),
      'content push': pushing({ images: [{ imageRef: 'broken', bytes: Buffer.from('no image') }] }),
    },
  },
  'A branch is where its main file is': {
    words: 'A branch stands where its main file stands and is as open as that: change the main file.',
    before: makeBranch,
    at: {
      ...ownAlone,
      ...noBringing('Branches stand in files there, and say nothing of their place.'),
      'own operation': ({ play }) =>
        play('alice', 'PATCH /workspace/v1/files/aBranch', { link_access: 'view' }),
    },
  },
  'A link opens a file to nobody else': {
    words: 'Insufficient file permissions',
    before: openByLink,
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may edit every file.'),
      'own operation': ({ play }) => play('dan', `PATCH /workspace/v1/files/${key}`, { link_access: 'view' }),
    },
  },
  'Nobody deletes a file by its link': {
    words: 'Insufficient file permissions',
    before: openByLink,
    at: {
      ...ownAlone,
      ...noBringing('A workspace file deletes nothing.'),
      'own operation': ({ play }) => play('dan', `DELETE /workspace/v1/files/${key}`),
    },
  },
  'A version that is named has content': {
    words: 'The file has no content yet, so there is nothing to name.',
    at: {
      ...ownAlone,
      ...noBringing('A version there comes with its content.'),
      'own operation': ({ play }) =>
        play('alice', `POST /workspace/v1/files/${files.empty}/versions`, { label: 'One' }),
    },
  },
  'A file is deleted by its owner, or who administers its project': {
    words: 'Insufficient file permissions',
    at: {
      ...ownAlone,
      ...noBringing('A workspace file deletes nothing.'),
      'own operation': ({ play }) => play('bob', `DELETE /workspace/v1/files/${key}`),
    },
  },
  'A file that is changed is there': {
    words: 'File not found',
    at: {
      ...ownAlone,
      ...noBringing('It makes what is not there.'),
      'own operation': ({ play }) => play('dan', `PATCH /workspace/v1/files/${key}`, { name: 'Mine' }),
      'content push': ({ play }) => play('dan', `PUT /workspace/v1/files/${key}/content`, source),
    },
  },
};
