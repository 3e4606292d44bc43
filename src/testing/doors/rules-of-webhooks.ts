import { files, people, team } from '../cast.ts';
import { brought, broughtAnyway } from './brought-by-file.ts';
import { broughtBack, byRestore, withColumns, withRow } from './by-restore.ts';
import { whole } from './cast-apps.ts';
import { comesBack, interfaceAlone, noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';

const key = files.open;
const hook = {
  event_type: 'FILE_UPDATE',
  context: 'file',
  context_id: key,
  endpoint: 'https://example.com/hook',
  passcode: 'secret',
};
const shown = 'https://***@example.com/hook';
const hooks = ({ play }: Visit, more: object = {}) =>
  play('alice', 'POST /v2/webhooks', { ...hook, ...more });

const bobs = { ...hook, id: '70', creator: people.bob };
const bringBobs = ({ play }: Visit) => play('admin', 'POST /workspace/v1/apply', { webhooks: [bobs] });
const askedAnew = 'Whether who answers for it may see what it tells is asked at each event.';
/** Bob answers for a webhook, and may edit nothing any more. */
const lapse = async ({ play }: Visit) => {
  await play('admin', 'POST /workspace/v1/apply', { webhooks: [bobs] });
  await play('alice', `DELETE /workspace/v1/teams/${team}/members/${people.bob}`);
};
/** A token by which an app acts for Bob, who has allowed it nothing at its page. */
const letAppCall = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', {
    apps: [{ ...whole, scopes: ['webhooks:write'], state: 'private' }],
    users: [
      {
        id: people.bob,
        handle: 'Bob',
        email: 'bob@example.com',
        tokens: [{ name: 'app', token: 'app-token', kind: 'oauth', app: 'app1', scopes: ['webhooks:write'] }],
      },
    ],
  });
const asApp = ({ server }: Visit, method: string, path: string, body: object) =>
  server.call(path, { method, token: null, headers: { authorization: 'Bearer app-token' }, body });
const pausedThere = noBringing('One that is brought is told nothing until who answers for it may see it.');
const isNotThere = [
  '… names the file "…", which does not exist.',
  'names "…", which this workspace file does not hold.',
];
const replay = ({ play }: Visit) =>
  play('alice', 'POST /workspace/v1/webhooks/70/replay', { failed_since: '2020-01-01T00:00:00Z' });

export const rulesOfWebhooks: Rules = {
  'A webhook is not for PING': {
    words: 'PING cannot be subscribed to: every webhook gets it when it is made.',
    at: {
      ...interfaceAlone,
      interface: (visit) => hooks(visit, { event_type: 'PING' }),
      ...brought({ webhooks: [{ ...hook, creator: people.alice, event_type: 'PING' }] }),
      restore: byRestore('webhooks', withColumns({ event_type: 'PING' }), bringBobs),
    },
  },
  'A webhook points at no private network': {
    words: '… in …, …, and is not called unless … names it.',
    at: {
      ...interfaceAlone,
      interface: (visit) => hooks(visit, { endpoint: 'https://10.0.0.1/' }),
      ...brought({ webhooks: [{ ...hook, creator: people.alice, endpoint: 'https://10.0.0.1/' }] }),
      restore: broughtBack(
        'Whether an address may be called is asked before each call.',
        'webhooks',
        withColumns({ endpoint: 'https://10.0.0.1/' }),
        bringBobs,
      ),
    },
  },
  'A webhook points at no address that was only shown': {
    words: 'The endpoint says *** where its user name and password are, which are not shown: send them anew.',
    at: {
      ...interfaceAlone,
      interface: (visit) => hooks(visit, { endpoint: shown }),
      ...brought({ webhooks: [{ ...hook, creator: people.alice, endpoint: shown }] }),
      restore: broughtBack(
        'It is sent to as it is stored, by a user of that name.',
        'webhooks',
        withColumns({ endpoint: shown }),
        bringBobs,
      ),
    },
  },
  'A webhook is made by who has rights in what it watches': {
    words: 'Insufficient team permissions',
    at: {
      ...interfaceAlone,
      interface: ({ play }) =>
        play('carla', 'POST /v2/webhooks', { ...hook, context: 'team', context_id: team }),
      ...noBringing('It is brought by the administrator; sight of who is to answer for it pauses it.'),
      restore: askedAnew,
    },
  },
  'A file has three webhooks at the most': {
    words: 'The … has … webhooks already, and no more are allowed.',
    before: async (visit) => {
      for (let made = 0; made < 3; made += 1) await hooks(visit);
    },
    at: {
      ...interfaceAlone,
      interface: (visit) => hooks(visit),
      ...broughtAnyway(
        { webhooks: Array.from({ length: 4 }, (_, at) => ({ ...bobs, id: `7${at}` })) },
        'What a workspace file says is the administrator’s, and not counted.',
      ),
    },
  },
  'A webhook is made active by whose right it is': {
    words: '… Send its endpoint along to answer for the webhook yourself.',
    before: lapse,
    at: {
      ...interfaceAlone,
      ...noBringing('Who brings it says who answers for it.'),
      interface: ({ play }) => play('alice', 'PUT /v2/webhooks/70', { status: 'ACTIVE' }),
      restore: askedAnew,
    },
  },
  'What a webhook missed is sent again when it is active': {
    words: 'The webhook is paused; make it ACTIVE first.',
    before: ({ play }) =>
      play('admin', 'POST /workspace/v1/apply', { webhooks: [{ ...bobs, status: 'PAUSED' }] }),
    at: {
      ...ownAlone,
      ...noBringing('Nothing is sent again there.'),
      'own operation': replay,
      restore: noRestore.asChange,
    },
  },
  'What a webhook missed is sent again while somebody answers for it': {
    words: 'The webhook is paused. …',
    before: lapse,
    at: {
      ...ownAlone,
      ...noBringing('Nothing is sent again there.'),
      'own operation': replay,
      restore: noRestore.asChange,
    },
  },
  'The files of a plan have so many webhooks together': {
    words: 'The files of this plan have … webhooks already, and no more are allowed.',
    before: async ({ play }) => {
      await play('admin', 'PUT /workspace/v1/organizations/900', { plan: 'starter' });
      const many = Array.from({ length: 150 }, (_, at) => ({
        ...bobs,
        id: `8${at}`,
        context_id: files.viewOnly,
      }));
      await play('admin', 'POST /workspace/v1/apply', { webhooks: many });
    },
    at: {
      ...interfaceAlone,
      ...noBringing('What a workspace file says is the administrator’s, and not counted.'),
      interface: (visit) => hooks(visit),
      restore: broughtBack(comesBack.tooMany, 'webhooks', withRow({ id: '90' })),
    },
  },
  'A webhook is for what is there': {
    words: ['There is no … "…" whose webhooks you may manage.', ...isNotThere],
    at: {
      ...interfaceAlone,
      interface: (visit) => hooks(visit, { context_id: 'nothing' }),
      ...brought({ webhooks: [{ ...bobs, context_id: 'nothing' }] }),
      restore: broughtBack(
        'One of a file that went waits for upkeep to take it away.',
        'webhooks',
        withColumns({ context_id: 'nothing' }),
        bringBobs,
      ),
    },
  },
  'A link that lets somebody edit a file lets nobody have its events': {
    words: 'Insufficient file permissions',
    before: ({ play }) => play('alice', `PATCH /workspace/v1/files/${key}`, { link_access: 'edit' }),
    at: {
      ...interfaceAlone,
      ...noBringing('It is brought by the administrator; sight of who is to answer for it pauses it.'),
      interface: ({ play }) => play('dan', 'POST /v2/webhooks', hook),
      restore: askedAnew,
    },
  },
  'A webhook is made by who may see what it tells': {
    words: '… does not allow the app that made this webhook to have webhooks any more.',
    before: letAppCall,
    at: {
      ...interfaceAlone,
      ...pausedThere,
      interface: (visit) => asApp(visit, 'POST', '/v2/webhooks', hook),
      restore: askedAnew,
    },
  },
  'A webhook is pointed elsewhere by who may see what it tells': {
    words: '… does not allow the app that made this webhook to have webhooks any more.',
    before: async (visit) => {
      await letAppCall(visit);
      await visit.play('admin', 'POST /workspace/v1/apply', { webhooks: [bobs] });
    },
    at: {
      ...interfaceAlone,
      ...pausedThere,
      interface: (visit) => asApp(visit, 'PUT', '/v2/webhooks/70', { endpoint: 'https://example.com/mine' }),
      restore: askedAnew,
    },
  },
  'A webhook that is changed is there': {
    words: 'Webhook not found',
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { webhooks: [bobs] }),
    at: {
      ...interfaceAlone,
      ...noBringing('It makes what is not there.'),
      interface: ({ play }) => play('dan', 'PUT /v2/webhooks/70', { description: 'Mine' }),
      restore: noRestore.byName,
    },
  },
  'A delivery that is sent again is there': {
    words: 'Delivery not found',
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { webhooks: [bobs] }),
    at: {
      ...ownAlone,
      ...noBringing('Nothing is sent again there.'),
      'own operation': ({ play }) =>
        play('alice', 'POST /workspace/v1/webhooks/70/replay', { delivery: '5' }),
      restore: noRestore.byName,
    },
  },
  'A webhook is for a team, a project or a file': {
    words: [
      'Say what to attach the webhook to: context with context_id.',
      '"…" of … is one of …, and not "…".',
    ],
    at: {
      ...interfaceAlone,
      ...noBringing('The contract has it that one there says what it is for.'),
      interface: (visit) => hooks(visit, { context: undefined, context_id: undefined }),
      restore: byRestore('webhooks', withColumns({ context: 'plan' }), bringBobs),
    },
  },
};
