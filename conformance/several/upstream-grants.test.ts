import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { type GrantUpstream, openGrantUpstream } from '../harness/grant-upstream.ts';
import { type Several, startSeveral } from './servers.ts';

onOwnServers('Three processes that read one upstream by a grant', ({ name, postgres }) => {
  if (postgres === undefined) {
    it.skip(`are nothing for ${name}`, () => undefined);
    return;
  }
  let several: Several;
  let upstream: GrantUpstream;
  beforeAll(async () => {
    several = await startSeveral(postgres, 3);
    upstream = await openGrantUpstream((several.servers[0] as Several['servers'][number]).installation);
  });
  afterAll(async () => {
    await upstream?.close();
    await several?.close();
  });

  it('refresh its token once, and all of them call with what the one got', async () => {
    const { balanced, servers } = several;
    await createFile(balanced);
    const body = {
      name: 'By an app',
      base_url: upstream.url,
      ca: upstream.ca,
      share: 1,
      grant: upstream.grant(),
    };
    const { json, text, status } = await as(balanced, 'POST', '/workspace/v1/upstreams', body);
    expect([status, text]).toEqual([200, text]);
    const question = { file_key: 'any', operation: 'getComments' };
    const path = `/workspace/v1/upstreams/${json.id}/read`;
    const read = (server: Several['servers'][number]) => as(server, 'POST', path, question);
    const all = await Promise.all([...servers, ...servers, ...servers, ...servers].map(read));
    expect(all.map((answer) => answer.status)).toEqual(all.map(() => 200));
    expect([upstream.state.refreshes, upstream.state.present]).toEqual([1, 1]);
  });
});
