import { exactNodeId } from '../../contract/branded-ids.ts';
import { files } from '../cast.ts';
import { brought, broughtAnyway } from './brought-by-file.ts';
import { broughtBack, byRestore, doNotFit, withColumns, withRow } from './by-restore.ts';
import { comesBack, interfaceAlone, noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import { pushing } from './pushed-design.ts';
import type { Visit } from './visit.ts';

const key = files.open;
const link = { name: 'Story', url: 'https://example.com/1' };
const post = ({ play }: Visit, more: readonly object[]) =>
  play('admin', 'POST /v1/dev_resources', {
    dev_resources: more.map((one) => ({ ...link, file_key: key, node_id: '1:2', ...one })),
  });
const put = ({ play }: Visit, dev_resources: readonly object[]) =>
  play('admin', 'PUT /v1/dev_resources', { dev_resources });
const long = `https://example.com/${'a'.repeat(2048)}`;
const attached = (...more: readonly object[]) =>
  brought({
    dev_resources: more.map((one, at) => ({ ...link, id: `8${at}`, file: key, node: '1:2', ...one })),
  });
const eleven = Array.from({ length: 11 }, (_, at) => ({ url: `https://example.com/${at}` }));

const attachOne = (visit: Visit) => post(visit, [{}]);

/** Dev resources and states of development. */
export const rulesOfDevMode: Rules = {
  'A node has ten dev resources at the most': {
    words: [
      'The node has … dev resources already.',
      'The node "…" of the file "…" has more than … dev resources.',
    ],
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, eleven),
      ...attached(...eleven),
      restore: byRestore(
        'dev_resources',
        ([row]) => eleven.map((one, at) => ({ ...row, ...one, id: `9${at}` })),
        attachOne,
      ),
    },
  },
  'The dev resources of a node have addresses of their own': {
    words: [
      'Another dev resource of the node has the same url.',
      'The node "…" of the file "…" has two dev resources of the same url.',
    ],
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{}, {}]),
      ...attached({}, {}),
      restore: byRestore('dev_resources', withRow({ id: '90' }), attachOne),
    },
  },
  'A dev resource is an address of the web': {
    words: 'url is no address that begins with http:// or https://.',
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ url: 'javascript:alert(1)' }]),
      ...attached({ url: 'javascript:alert(1)' }),
      restore: byRestore('dev_resources', withColumns({ url: 'javascript:alert(1)' }), attachOne),
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
    words: [
      'message": expected text of at most 2000 characters',
      'What is said with a state of development has at most … characters.',
    ],
    at: {
      ...ownAlone,
      'content push': pushing({
        devStatuses: [{ nodeId: exactNodeId('1:2'), status: 'READY_FOR_DEV', message: 'a'.repeat(2001) }],
      }),
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${key}/nodes/1:2/dev-status`, {
          status: 'READY_FOR_DEV',
          message: 'a'.repeat(2001),
        }),
      ...brought({
        dev_statuses: [{ file: key, node: '1:2', status: 'READY_FOR_DEV', message: 'a'.repeat(2001) }],
      }),
      restore: noRestore.ofContent,
    },
  },
  'Dev resources hang on main files': {
    words: ['file_key is that of a branch. Name the main file.', 'The dev resource "…" hangs on a branch.'],
    before: ({ play }) =>
      play('admin', `POST /workspace/v1/files/${key}/branches`, { name: 'Branch', key: 'aBranch' }),
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ file_key: 'aBranch' }]),
      'workspace file': attached({ file: 'aBranch' })['workspace file'],
      'test world': 'As a workspace file; a world begins without the branch that another made.',
      restore: byRestore('dev_resources', withColumns({ file_key: 'aBranch' }), attachOne),
    },
  },
  'A state of development is of a node that is there': {
    words: ['Node not found', 'The document has no node "…".'],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${key}/nodes/7:7/dev-status`, { status: 'READY_FOR_DEV' }),
      ...brought({ dev_statuses: [{ file: key, node: '7:7', status: 'READY_FOR_DEV' }] }),
      'content push': pushing({
        devStatuses: [{ nodeId: exactNodeId('7:7'), status: 'READY_FOR_DEV', message: null }],
      }),
      restore: noRestore.ofContent,
    },
  },
  'A page has no state of development': {
    words: 'The node "…" is of the type …, which has no state of development.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${key}/nodes/0:1/dev-status`, { status: 'READY_FOR_DEV' }),
      ...brought({ dev_statuses: [{ file: key, node: '0:1', status: 'READY_FOR_DEV' }] }),
      'content push': pushing({
        devStatuses: [{ nodeId: exactNodeId('0:1'), status: 'READY_FOR_DEV', message: null }],
      }),
      restore: noRestore.ofContent,
    },
  },
  'A dev resource is called by a name': {
    words: 'name is empty.',
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ name: ' ' }]),
      ...attached({ name: ' ' }),
      restore: byRestore('dev_resources', withColumns({ name: ' ' }), attachOne),
    },
  },
  'A dev resource hangs on a node that has an id': {
    words: ['The id of the node is empty.', doNotFit],
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ node_id: '' }]),
      ...attached({ node: '' }),
      restore: byRestore('dev_resources', withColumns({ node_id: '' }), attachOne),
    },
  },
  'The name of a dev resource is one line': {
    words: 'name holds ….',
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ name: 'Two\nlines' }]),
      ...attached({ name: 'Two\nlines' }),
      restore: broughtBack(
        comesBack.olderForm,
        'dev_resources',
        withColumns({ name: 'Two\nlines' }),
        attachOne,
      ),
    },
  },
  'A dev resource is called by a short name': {
    words: 'name is longer than … characters.',
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ name: 'a'.repeat(1025) }]),
      ...attached({ name: 'a'.repeat(1025) }),
      restore: byRestore('dev_resources', withColumns({ name: 'a'.repeat(1025) }), attachOne),
    },
  },
  'A dev resource is at a short address': {
    words: 'url is longer than … characters.',
    at: {
      ...interfaceAlone,
      interface: (visit) => post(visit, [{ url: long }]),
      ...attached({ url: long }),
      restore: byRestore('dev_resources', withColumns({ url: long }), attachOne),
    },
  },
  'A thousand dev resources come at once at the most': {
    words: '"dev_resources" holds … entries; … are taken at once.',
    at: {
      ...interfaceAlone,
      ...noBringing('What a workspace file says is the administrator’s, and not counted.'),
      interface: (visit) =>
        post(
          visit,
          Array.from({ length: 1001 }, () => ({})),
        ),
      restore: 'It is of one request; a backup brings all that there was at once.',
    },
  },
  'A dev resource that is changed is there': {
    words: 'Dev resource not found',
    at: {
      ...interfaceAlone,
      ...noBringing('It makes what is not there.'),
      interface: (visit) => put(visit, [{ id: '5', name: 'Mine' }]),
      restore: noRestore.byName,
    },
  },
  'A change of a dev resource changes something': {
    words: 'Nothing to change: give name or url.',
    at: {
      ...interfaceAlone,
      ...noBringing('What is as it was is left as it is.'),
      interface: async (visit) => {
        const { links_created: made } = (await post(visit, [{}])).json;
        return put(visit, [{ id: made[0].id }]);
      },
      restore: noRestore.asChange,
    },
  },
  'A dev resource that is deleted is there': {
    words: 'Dev resource not found',
    at: {
      ...interfaceAlone,
      ...noBringing('A workspace file deletes nothing.'),
      interface: ({ play }) => play('admin', `DELETE /v1/files/${key}/dev_resources/5`),
      restore: noRestore.byName,
    },
  },
  'A state of development is of a file that has content': {
    words: ['The file has no content yet', 'The document has no node "…".'],
    at: {
      ...ownAlone,
      ...noBringing('It names files with their content; of one without, it says that it has no such node.'),
      'own operation': ({ play }) =>
        play('alice', `PUT /workspace/v1/files/${files.empty}/nodes/1:2/dev-status`, { status: 'COMPLETED' }),
      restore: noRestore.ofContent,
    },
  },
};
