import { people } from '../cast.ts';
import { brought } from './brought-by-file.ts';
import { byRestore, doNotFit, withRow } from './by-restore.ts';
import { noBringing, noRestore, ownAlone, type Rules } from './door.ts';

const plugin = { type: 'PLUGIN', id: '555', owner: people.alice };

export const rulesOfPayments: Rules = {
  'Payments are said by who owns what is paid for': {
    words: 'Resource not found',
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { resources: [plugin] }),
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, for whom everybody’s are there.'),
      'own operation': ({ play }) =>
        play('bob', `PUT /workspace/v1/resources/PLUGIN/555/payments/${people.bob}`, { status: 'PAID' }),
      restore: noRestore.asRight,
    },
  },
  'Who pays is somebody': {
    words: [
      'User not found',
      '… names the … "…", which does not exist.',
      'names "…", which this workspace file does not hold.',
      doNotFit,
    ],
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { resources: [plugin] }),
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'PUT /workspace/v1/resources/PLUGIN/555/payments/5', { status: 'PAID' }),
      ...brought({ resources: [{ ...plugin, payments: [{ user: '5', status: 'PAID' }] }] }),
      restore: byRestore(
        'payments',
        withRow({
          resource_type: 'PLUGIN',
          resource_id: '555',
          user_id: '5',
          status: 'PAID',
          purchased_at: null,
        }),
      ),
    },
  },
};
