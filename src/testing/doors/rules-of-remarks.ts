import { files, people, projects, team } from '../cast.ts';
import { interfaceAlone, noBringing, type Rules } from './door.ts';
import { brought, broughtAnyway, type Visit } from './visit.ts';

const key = files.open;
const open = { key, name: 'Design open', project: projects.open, owner: people.alice };
const comments = `POST /v1/files/${key}/comments`;
const comment = ({ play }: Visit, body: object) => play('alice', comments, body);
const said = { id: '70', user: people.bob, message: 'Yes' };
const commented = (...entries: object[]) => brought({ files: [{ ...open, comments: entries }] });
const link = { name: 'Story', url: 'https://example.com/1' };
const post = ({ play }: Visit, more: readonly object[]) =>
  play('admin', 'POST /v1/dev_resources', {
    dev_resources: more.map((one) => ({ ...link, file_key: key, node_id: '1:2', ...one })),
  });
const attached = (...more: readonly object[]) =>
  brought({
    dev_resources: more.map((one, at) => ({ ...link, id: `8${at}`, file: key, node: '1:2', ...one })),
  });
const eleven = Array.from({ length: 11 }, (_, at) => ({ url: `https://example.com/${at}` }));
const hook = {
  ...{ event_type: 'FILE_UPDATE', context: 'file', context_id: key },
  ...{ endpoint: 'https://example.com/hook', passcode: 'secret' },
};
const hooks = ({ play }: Visit, more: object = {}) =>
  play('alice', 'POST /v2/webhooks', { ...hook, ...more });

/** Comments, dev resources and webhooks. */
export const rulesOfRemarks: Rules = {
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
    words: /U\+0007/,
    at: {
      ...interfaceAlone,
      interface: (visit) => comment(visit, { message: 'a\u0007' }),
      ...commented({ ...said, message: 'a\u0007' }),
    },
  },
  'A comment has ten thousand characters at the most': {
    words: /10,?000|message/,
    at: {
      ...interfaceAlone,
      interface: (visit) => comment(visit, { message: 'a'.repeat(10_001) }),
      ...commented({ ...said, message: 'a'.repeat(10_001) }),
    },
  },
  'A pin is at a node of the file': {
    words: /no node/,
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
    words: /emoji/,
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
  'A node has ten dev resources at the most': {
    words: /The node has 10 dev resources already/,
    at: { ...interfaceAlone, interface: (visit) => post(visit, eleven), ...attached(...eleven) },
  },
  'The dev resources of a node have addresses of their own': {
    words: /Another dev resource of the node has the same url/,
    at: { ...interfaceAlone, interface: (visit) => post(visit, [{}, {}]), ...attached({}, {}) },
  },
  'A dev resource is an address of the web': {
    words: /http/,
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ url: 'javascript:alert(1)' }]),
      ...attached({ url: 'javascript:alert(1)' }),
    },
  },
  'A dev resource is on a node that is there': {
    words: /Node not found/,
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ node_id: '7:7' }]),
      ...broughtAnyway(
        { dev_resources: [{ ...link, id: '80', file: key, node: '7:7' }] },
        'It brings what there is, also on nodes that have gone.',
      ),
    },
  },
  'A webhook is not for PING': {
    words: /PING/,
    at: {
      ...interfaceAlone,
      interface: (visit) => hooks(visit, { event_type: 'PING' }),
      ...brought({ webhooks: [{ ...hook, creator: people.alice, event_type: 'PING' }] }),
    },
  },
  'A webhook points at no private network': {
    words: /10\.0\.0\.0\/8/,
    at: {
      ...interfaceAlone,
      interface: (visit) => hooks(visit, { endpoint: 'https://10.0.0.1/' }),
      ...brought({ webhooks: [{ ...hook, creator: people.alice, endpoint: 'https://10.0.0.1/' }] }),
    },
  },
  'A webhook is made by who has rights in what it watches': {
    words: /whose webhooks you may manage|permission/,
    at: {
      ...interfaceAlone,
      interface: ({ play }) =>
        play('carla', 'POST /v2/webhooks', { ...hook, context: 'team', context_id: team }),
      ...noBringing('It is brought by the administrator; sight of who is to answer for it pauses it.'),
    },
  },
};
