import { files, people, team } from '../cast.ts';
import { interfaceAlone, noBringing, type Rules } from './door.ts';
import { brought, type Visit } from './visit.ts';

const key = files.open;
const hook = {
  ...{ event_type: 'FILE_UPDATE', context: 'file', context_id: key },
  ...{ endpoint: 'https://example.com/hook', passcode: 'secret' },
};
const hooks = ({ play }: Visit, more: object = {}) =>
  play('alice', 'POST /v2/webhooks', { ...hook, ...more });

export const rulesOfWebhooks: Rules = {
  'A webhook is not for PING': {
    words: /PING cannot be subscribed to/,
    at: {
      ...interfaceAlone,
      interface: (visit) => hooks(visit, { event_type: 'PING' }),
      ...brought({ webhooks: [{ ...hook, creator: people.alice, event_type: 'PING' }] }),
    },
  },
  'A webhook points at no private network': {
    words: /is in 10\.0\.0\.0\/8, private addresses/,
    at: {
      ...interfaceAlone,
      interface: (visit) => hooks(visit, { endpoint: 'https://10.0.0.1/' }),
      ...brought({ webhooks: [{ ...hook, creator: people.alice, endpoint: 'https://10.0.0.1/' }] }),
    },
  },
  'A webhook is made by who has rights in what it watches': {
    words: /Insufficient team permissions/,
    at: {
      ...interfaceAlone,
      interface: ({ play }) =>
        play('carla', 'POST /v2/webhooks', { ...hook, context: 'team', context_id: team }),
      ...noBringing('It is brought by the administrator; sight of who is to answer for it pauses it.'),
    },
  },
};
