import { files, people, projects } from '../cast.ts';
import { brought } from './brought-by-file.ts';
import { broughtBack, byRestore, doNotFit, withColumns } from './by-restore.ts';
import { interfaceAlone, noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';

const pushedComments = {
  'content push': 'The comments of a design stay behind: a workspace file alone says whose they are here.',
} as const;
const onComments = { ...interfaceAlone, ...pushedComments } as const;
const resolving = { ...ownAlone, ...pushedComments } as const;
const key = files.open;
const open = { key, name: 'Design open', project: projects.open, owner: people.alice };
const comments = `POST /v1/files/${key}/comments`;
const comment = ({ play }: Visit, body: object) => play('alice', comments, body);
const said = { id: '70', user: people.bob, message: 'Yes' };
const commented = (...entries: object[]) => brought({ files: [{ ...open, comments: entries }] });

/** A comment with a reaction, and a reply to it. */
const thread = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', {
    files: [
      {
        ...open,
        comments: [
          { ...said, reactions: [{ user: people.bob, emoji: ':+1:' }] },
          { ...said, id: '71', parent: '70' },
        ],
      },
    ],
  });

const pinned = (client_meta: object) => ({
  ...onComments,
  restore: byRestore('comments', withColumns({ client_meta: JSON.stringify(client_meta) }), thread),
  interface: (visit: Visit) => comment(visit, { message: 'Here', client_meta }),
  ...commented({ ...said, client_meta }),
});
const resolve = ({ play }: Visit, who: 'alice' | 'carla', id: string) =>
  play(who, `PUT /workspace/v1/files/${key}/comments/${id}/resolved`, { resolved: true });

export const rulesOfComments: Rules = {
  'Nobody replies to a reply': {
    words: [
      'comment_id names a reply. Reply to the comment that began the thread.',
      'The comment "…" replies to a reply.',
    ],
    at: {
      ...onComments,
      interface: async (visit) => {
        const { id } = (await comment(visit, { message: 'One' })).json;
        const reply = (await comment(visit, { message: 'Two', comment_id: id })).json;
        return comment(visit, { message: 'Three', comment_id: reply.id });
      },
      ...commented(said, { ...said, id: '71', parent: '70' }, { ...said, id: '72', parent: '71' }),
      restore: byRestore(
        'comments',
        (rows) => rows.map((row) => (row.id === '70' ? { ...row, parent_id: '71' } : row)),
        thread,
      ),
    },
  },
  'A comment has no control characters': {
    words: 'message holds ….',
    at: {
      ...onComments,
      interface: (visit) => comment(visit, { message: 'a\u0007' }),
      ...commented({ ...said, message: 'a\u0007' }),
      restore: byRestore('comments', withColumns({ message: 'a\u0007' }), thread),
    },
  },
  'A comment has ten thousand characters at the most': {
    words: [
      'message holds … characters. A comment holds … at the most.',
      'message": expected text of at most 10000 characters',
    ],
    at: {
      ...onComments,
      interface: (visit) => comment(visit, { message: 'a'.repeat(10_001) }),
      ...commented({ ...said, message: 'a'.repeat(10_001) }),
      restore: byRestore('comments', withColumns({ message: 'a'.repeat(10_001) }), thread),
    },
  },
  'A pin is at a node of the file': {
    words: 'client_meta.node_id names no node of the document.',
    at: {
      ...onComments,
      interface: (visit) =>
        comment(visit, {
          message: 'Here',
          client_meta: { node_id: '7:7', node_offset: { x: 1, y: 1 } },
        }),
      ...commented({ ...said, client_meta: { node_id: '7:7', node_offset: { x: 1, y: 1 } } }),
      restore: broughtBack(
        'The node that a pin is at may have gone since.',
        'comments',
        withColumns({ client_meta: JSON.stringify({ node_id: '7:7', node_offset: { x: 1, y: 1 } }) }),
        thread,
      ),
    },
  },
  'A reaction is an emoji': {
    words: [
      'emoji is not valid. It is an emoji up to version 14.0 or its shortcode, as :heart:.',
      'A reaction to the comment "…" is "…", which is no shortcode of an emoji.',
    ],
    at: {
      ...onComments,
      interface: async (visit) => {
        const { id } = (await comment(visit, { message: 'One' })).json;
        return visit.play('alice', `POST /v1/files/${key}/comments/${id}/reactions`, { emoji: ':none:' });
      },
      ...commented({ ...said, reactions: [{ user: people.bob, emoji: ':none:' }] }),
      restore: byRestore('comment_reactions', withColumns({ emoji: ':none:' }), thread),
    },
  },
  'A comment is deleted by its author': {
    words: 'Only the author of a comment may delete it.',
    at: {
      ...onComments,
      ...noBringing('A workspace file deletes nothing.'),
      interface: async (visit) => {
        const { id } = (await comment(visit, { message: 'One' })).json;
        return visit.play('bob', `DELETE /v1/files/${key}/comments/${id}`);
      },
      restore: noRestore.asRight,
    },
  },
  'A thread is resolved by who began it or may edit the file': {
    words: 'Only who began a thread or may edit the file resolves it.',
    at: {
      ...resolving,
      ...noBringing('The administrator of the installation brings it, who may edit every file.'),
      'own operation': async (visit) => {
        const { id } = (await comment(visit, { message: 'One' })).json;
        return resolve(visit, 'carla', id);
      },
      restore: noRestore.asRight,
    },
  },
  'A reply is resolved with its thread': {
    words: 'A reply is resolved with its thread.',
    at: {
      ...resolving,
      ...noBringing('It says of threads alone whether they are resolved.'),
      'own operation': async (visit) => {
        const { id } = (await comment(visit, { message: 'One' })).json;
        const reply = (await comment(visit, { message: 'Two', comment_id: id })).json;
        return resolve(visit, 'alice', reply.id);
      },
      restore: broughtBack(
        'A workspace file says it of any comment, so a backup may hold it.',
        'comments',
        withColumns({ resolved_at: 1 }),
        thread,
      ),
    },
  },
  'A reply stays in its thread': {
    words: ['It stands in another thread already.', 'The comment "…" replies to one on another file.'],
    before: ({ play }) =>
      play('admin', 'POST /workspace/v1/apply', {
        files: [{ ...open, comments: [said, { ...said, id: '71', parent: '70' }] }],
      }),
    at: {
      ...onComments,
      interface: 'It changes no comment.',
      'workspace file': commented({ ...said, id: '71' })['workspace file'],
      'test world': 'A world begins with new comments.',
      restore: byRestore('comments', (rows) =>
        rows.map((row) => (row.id === '71' ? { ...row, file_key: files.viewOnly } : row)),
      ),
    },
  },
  'The id of a comment is that of no other': {
    words: ['The id "…" is that of another comment, on this or another file.', doNotFit],
    before: ({ play }) =>
      play('admin', 'POST /workspace/v1/apply', { files: [{ ...open, comments: [said] }] }),
    at: {
      ...onComments,
      interface: 'The server makes the ids of comments.',
      'workspace file': brought({
        files: [
          { key: files.viewOnly, name: 'Design viewOnly', project: projects.viewOnly, comments: [said] },
        ],
      })['workspace file'],
      'test world': 'A world has ids of its own.',
      restore: byRestore('comments', (rows) => [...rows, ...rows]),
    },
  },
  'A pin is on the canvas or in a frame': {
    words:
      'client_meta is a place on the canvas (x, y) or one in a frame (node_id, node_offset), one of them.',
    at: pinned({ x: 1, y: 1, node_id: '1:2', node_offset: { x: 1, y: 1 } }),
  },
  'A region has a size': {
    words: '… has to be greater than 0.',
    at: pinned({ x: 1, y: 1, region_width: 0, region_height: 1 }),
  },
  'A pin is within reach': {
    words: '… has to be a number from -… to ….',
    at: pinned({ x: 1e300, y: 1 }),
  },
  'A comment says something': {
    words: 'message is empty. A comment needs some text.',
    at: {
      ...onComments,
      interface: (visit) => comment(visit, { message: ' ' }),
      ...commented({ ...said, message: ' ' }),
      restore: byRestore('comments', withColumns({ message: ' ' }), thread),
    },
  },
  'A comment is of whole characters': {
    words: ['message holds ….', '"…" of … is …, and not ….'],
    at: {
      ...onComments,
      interface: (visit) => comment(visit, { message: 'a\ud800' }),
      ...commented({ ...said, message: 'a\ud800' }),
      restore: byRestore('comments', withColumns({ message: 'a\ud800' }), thread),
    },
  },
  'A comment that is deleted is there': {
    words: 'Comment not found',
    at: {
      ...onComments,
      ...noBringing('A workspace file deletes nothing.'),
      interface: ({ play }) => play('alice', `DELETE /v1/files/${key}/comments/5`),
      restore: noRestore.byName,
    },
  },
  'A reply is to a comment that is there': {
    words: ['Comment not found', 'names "…", which this workspace file does not hold.', doNotFit],
    at: {
      ...onComments,
      interface: (visit) => comment(visit, { message: 'Two', comment_id: '5' }),
      ...commented({ ...said, parent: '5' }),
      restore: byRestore('comments', withColumns({ parent_id: '5' }), thread),
    },
  },
  'A reaction that is taken back was made': {
    words: 'Reaction not found',
    at: {
      ...onComments,
      ...noBringing('A workspace file takes nothing away.'),
      interface: async (visit) => {
        const { id } = (await comment(visit, { message: 'One' })).json;
        return visit.play('alice', `DELETE /v1/files/${key}/comments/${id}/reactions?emoji=:heart:`);
      },
      restore: noRestore.byName,
    },
  },
  'A pin in a frame names a node': {
    words: ['client_meta.node_id is the id of a node.', 'node_id": expected '],
    at: pinned({ node_id: 7, node_offset: { x: 1, y: 1 } }),
  },
  'A pin in a frame says where': {
    words: ['client_meta.node_offset is an object with x and y.', 'node_offset": expected '],
    at: pinned({ node_id: '1:2', node_offset: 'here' }),
  },
  'A pin of a region is in one of its corners': {
    words: ['client_meta.comment_pin_corner is one of ….', 'comment_pin_corner": expected '],
    at: pinned({ x: 1, y: 1, region_width: 2, region_height: 2, comment_pin_corner: 'middle' }),
  },
};
