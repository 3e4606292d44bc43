import { it } from 'vitest';
import { onOwnServers } from './harness/engines.ts';
import { surviveDatabaseLoss } from './harness/survive-database-loss.ts';

onOwnServers('A server whose database goes away', ({ postgres }) => {
  it('refuses changes meanwhile, goes on afterwards, and loses no delivery', (context) =>
    postgres === undefined
      ? context.skip('the database is a file of the server')
      : surviveDatabaseLoss({ postgres, goneMs: 1_000 }));
});
