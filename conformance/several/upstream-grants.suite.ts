import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as } from '../harness/delivery-record.ts';
import { type GrantUpstream, openGrantUpstream } from '../harness/grant-upstream.ts';
import type { Server } from '../harness/server.ts';
import type { Several } from './servers.ts';

/** What several processes do with one grant of an upstream. */
export const upstreamGrantsSuite = (started: () => Several) =>
  describe('that read one upstream by a grant', () => {
    let upstream: GrantUpstream;
    beforeAll(async () => {
      upstream = await openGrantUpstream((started().servers[0] as Server).installation);
    });
    afterAll(() => upstream?.close());

    it('refresh its token once, and all of them call with what the one got', async () => {
      const { balanced, servers } = started();
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
      const read = (server: Server) => as(server, 'POST', path, question);
      const all = await Promise.all([...servers, ...servers, ...servers, ...servers].map(read));
      expect(all.map((answer) => answer.status)).toEqual(all.map(() => 200));
      expect([upstream.state.refreshes, upstream.state.present]).toEqual([1, 1]);
    });
  });
