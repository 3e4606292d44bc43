import { it } from 'vitest';
import { onOwnServers } from '../harness/engines.ts';
import { upgradeThereAndBack } from './upgrade-there-and-back.ts';

onOwnServers('Servers of this version and of the next', ({ postgres }) => {
  it('work side by side while each is replaced by the other, there and back, and no request fails', async (context) => {
    if (postgres === undefined) return context.skip('the database is a file of one server');
    await upgradeThereAndBack(postgres, { requestsEach: 20, restMs: 200 });
  });
});
