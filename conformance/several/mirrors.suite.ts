import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as } from '../harness/delivery-record.ts';
import { exampleFile } from '../harness/example-file.ts';
import type { Server } from '../harness/server.ts';
import { openStandInUpstream, type StandInUpstream } from '../harness/stand-in-upstream.ts';
import type { Several } from './servers.ts';

const keys = Array.from({ length: 14 }, (_, at) => `shared${at}`);
/** Of the widest plan, half of whose limits are ours: then no other call keeps a document waiting. */
const told = { 'retry-after': '1', 'x-figma-plan-tier': 'enterprise', 'x-figma-rate-limit-type': 'high' };
/** Documents that may be read in a minute. */
const aMinute = 10;

interface Shown {
  readonly state: string;
  readonly reason?: string;
}

/** How several processes divide what may be read of an upstream. */
export const mirrorsSuite = (started: () => Several) =>
  describe('that mirror one upstream', () => {
    let standIn: StandInUpstream;
    const documents: string[] = [];
    let hasTold = false;
    let underWay = 0;
    let mostUnderWay = 0;

    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      const [path = ''] = (request.url ?? '').split('?');
      if (!hasTold) {
        hasTold = true;
        return void response.writeHead(429, told).end();
      }
      const send = (body: unknown) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const touched = { name: 'Example', version: '100', last_touched_at: '2026-01-01T00:00:00Z' };
      const files = keys.map((key) => ({ key, name: key, last_modified: '2026-01-01T00:00:00Z' }));
      if (path.endsWith('/projects/7/files')) return void send({ name: 'Theirs', files });
      if (path.endsWith('/meta')) return void send({ file: touched });
      if (!/\/files\/\w+$/.test(path)) return void send({});
      documents.push(path);
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      setTimeout(() => {
        underWay -= 1;
        send({ ...exampleFile, version: '100' });
      }, 30);
    };

    beforeAll(async () => {
      standIn = await openStandInUpstream((started().servers[0] as Server).installation);
      standIn.answer(answer);
    });
    afterAll(() => standIn?.close());

    it('share its limits, read no document twice and none beside another', async () => {
      const { balanced } = started();
      const project = (await as(balanced, 'GET', '/workspace/v1/projects')).json.projects[0].id;
      const upstream = await as(balanced, 'POST', '/workspace/v1/upstreams', {
        name: 'Original',
        base_url: standIn.url,
        ca: standIn.ca,
        token: 'a-token',
        share: 0.5,
      });
      expect([upstream.status, upstream.text]).toEqual([200, upstream.text]);
      const body = { upstream: upstream.json.id, project, project_id: '7' };
      const made = await as(balanced, 'POST', '/workspace/v1/mirrors', body);
      expect([made.status, made.text]).toEqual([200, made.text]);
      const began = performance.now();
      const isSettled = async () => {
        const { files } = (await as(balanced, 'GET', `/workspace/v1/mirrors/${made.json.id}`)).json;
        const rests = ({ state, reason }: Shown) => state === 'current' || /limits/.test(reason ?? '');
        return files.length === keys.length && files.every(rests);
      };
      await expect.poll(isSettled).toBe(true);
      expect(documents.length).toBeGreaterThanOrEqual(aMinute);
      // The bucket lets one through every six seconds besides.
      const dripped = Math.ceil((performance.now() - began) / 6000);
      expect(documents.length).toBeLessThanOrEqual(aMinute + dripped);
      // In steps that are shorter than a lease, which would seem to have ended otherwise.
      for (let steps = 0; steps < 30 && documents.length < keys.length; steps += 1)
        await as(balanced, 'POST', '/test/v1/clock', { advance: '10s' });
      expect([documents.length, new Set(documents).size]).toEqual([keys.length, keys.length]);
      expect(mostUnderWay).toBe(1);
    });
  });
