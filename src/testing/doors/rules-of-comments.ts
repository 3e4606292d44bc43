import { files, people, projects } from '../cast.ts';
import { interfaceAlone, noBringing, type Rules } from './door.ts';
import { brought, type Visit } from './visit.ts';

const key = files.open;
const open = { key, name: 'Design open', project: projects.open, owner: people.alice };
const comments = `POST /v1/files/${key}/comments`;
const comment = ({ play }: Visit, body: object) => play('alice', comments, body);
const said = { id: '70', user: people.bob, message: 'Yes' };
const commented = (...entries: object[]) => brought({ files: [{ ...open, comments: entries }] });

export const rulesOfComments: Rules = {
  'Nobody replies to a reply': {
    words: /names a reply/,
    at: {
      ...interfaceAlone,
      interface: async (visit) => {
        const { id } = (await comment(visit, { message: 'One' })).json;
        const reply = (await comment(visit, { message: 'Two', comment_id: id })).json;
        return comment(visit, { message: 'Three', comment_id: reply.id });
      },
      ...commented(said, { ...said, id: '71', parent: '70' }, { ...said, id: '72', parent: '71' }),
    },
  },
  'A comment has no control characters': {
    words: /message holds the control character U\+0007/,
    at: {
      ...interfaceAlone,
      interface: (visit) => comment(visit, { message: 'a\u0007' }),
      ...commented({ ...said, message: 'a\u0007' }),
    },
  },
  'A comment has ten thousand characters at the most': {
    words: /message holds 10001 characters|message": expected text of at most 10000 characters/,
    at: {
      ...interfaceAlone,
      interface: (visit) => comment(visit, { message: 'a'.repeat(10_001) }),
      ...commented({ ...said, message: 'a'.repeat(10_001) }),
    },
  },
  'A pin is at a node of the file': {
    words: /client_meta\.node_id names no node of the document/,
    at: {
      ...interfaceAlone,
      interface: (visit) =>
        comment(visit, {
          ...{ message: 'Here', client_meta: { node_id: '7:7', node_offset: { x: 1, y: 1 } } },
        }),
      ...commented({ ...said, client_meta: { node_id: '7:7', node_offset: { x: 1, y: 1 } } }),
    },
  },
  'A reaction is an emoji': {
    words: /emoji is not valid|has a reaction with ":none:", which is no emoji/,
    at: {
      ...interfaceAlone,
      interface: async (visit) => {
        const { id } = (await comment(visit, { message: 'One' })).json;
        return visit.play('alice', `POST /v1/files/${key}/comments/${id}/reactions`, { emoji: ':none:' });
      },
      ...commented({ ...said, reactions: [{ user: people.bob, emoji: ':none:' }] }),
    },
  },
  'A comment is deleted by its author': {
    words: /Only the author of a comment may delete it/,
    at: {
      ...interfaceAlone,
      ...noBringing('A workspace file deletes nothing.'),
      interface: async (visit) => {
        const { id } = (await comment(visit, { message: 'One' })).json;
        return visit.play('bob', `DELETE /v1/files/${key}/comments/${id}`);
      },
    },
  },
};
