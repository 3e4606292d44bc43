import { files } from '../cast.ts';
import { brought, broughtAnyway, type Visit } from './brought-by-file.ts';
import { interfaceAlone, ownAlone, type Rules } from './door.ts';

const key = files.open;
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

/** Dev resources and states of development. */
export const rulesOfDevMode: Rules = {
  'A node has ten dev resources at the most': {
    words: 'The node has … dev resources already.',
    at: { ...interfaceAlone, interface: (visit) => post(visit, eleven), ...attached(...eleven) },
  },
  'The dev resources of a node have addresses of their own': {
    words: 'Another dev resource of the node has the same url.',
    at: { ...interfaceAlone, interface: (visit) => post(visit, [{}, {}]), ...attached({}, {}) },
  },
  'A dev resource is an address of the web': {
    words: 'url is no address that begins with http:// or https://.',
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ url: 'javascript:alert(1)' }]),
      ...attached({ url: 'javascript:alert(1)' }),
    },
  },
  'A dev resource is on a node that is there': {
    words: 'Node not found',
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ node_id: '7:7' }]),
      ...broughtAnyway(
        { dev_resources: [{ ...link, id: '80', file: key, node: '7:7' }] },
        'It brings what there is, also on nodes that have gone.',
      ),
    },
  },
  'What is said with a state of development has an end': {
    words: 'message": expected text of at most 2000 characters',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${key}/nodes/1:2/dev-status`, {
          ...{ status: 'READY_FOR_DEV', message: 'a'.repeat(2001) },
        }),
      ...brought({
        dev_statuses: [{ file: key, node: '1:2', status: 'READY_FOR_DEV', message: 'a'.repeat(2001) }],
      }),
    },
  },
  'Dev resources hang on main files': {
    words: 'file_key is that of a branch. Name the main file.',
    before: ({ play }) =>
      play('admin', `POST /workspace/v1/files/${key}/branches`, { name: 'Branch', key: 'aBranch' }),
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ file_key: 'aBranch' }]),
      'workspace file': attached({ file: 'aBranch' })['workspace file'],
      'test world': 'As a workspace file; a world begins without the branch that another made.',
    },
  },
  'A state of development is of a node that is there': {
    words: ['Node not found', 'The document has no node "…".'],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${key}/nodes/7:7/dev-status`, { status: 'READY_FOR_DEV' }),
      ...brought({ dev_statuses: [{ file: key, node: '7:7', status: 'READY_FOR_DEV' }] }),
    },
  },
};
