import { join } from 'node:path';
import { interleaved, median, quantile } from '../medians.ts';
import { startParsingServer } from '../reference-server.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell, openClient } from '../timed-client.ts';

/** A frame of 20 nodes in the middle of the big file, and one of the small file. */
const bigFrame = '/v1/files/big/nodes?ids=23:19980';
const smallFrame = '/v1/files/small/nodes?ids=13:200';
const connections = 4;
const warmUpCalls = 200;

/** One frame out of 40,000 nodes: against one out of 400, and against parsing the file for each request. */
export async function measureFrame(stage: Stage): Promise<Measured> {
  return {
    rows: [...(await compareSizes(stage)), await compareParsing(stage)],
    facts: [],
  };
}

/** Call by call, so that both files meet the same moments of the machine. */
async function compareSizes({ vitrine, calls, say }: Stage): Promise<Row[]> {
  say(`One frame of the big and of the small file, ${calls} calls each`);
  const clients = { big: openClient(vitrine.url, vitrine.ca, vitrine.headers), small: vitrine.client };
  const call = (client: keyof typeof clients, path: string) => async () =>
    (await askWell(clients[client], path)).milliseconds;
  const contestants = { big: call('big', bigFrame), small: call('small', smallFrame) };
  await interleaved(warmUpCalls, contestants);
  const { big, small } = await interleaved(calls, contestants);
  clients.big.close();
  const row = (name: string, share: number, atMost: number): Row => {
    const [ours, theirs] = [quantile(big, share), quantile(small, share)];
    return {
      work: `Get file nodes, one frame of 20 out of 40,000, latency at ${name}`,
      reference: 'the same on a file of 400 nodes',
      ours,
      theirs,
      ratio: ours / theirs,
      unit: 'ms',
      limit: { atMost },
    };
  };
  return [row('p50', 0.5, 1.05), row('p99', 0.99, 1.1)];
}

/** About a second of ours; of the reference as many as give each connection two. */
const requests = { ours: 1500, theirs: 8 };

async function compareParsing(stage: Stage): Promise<Row> {
  const { vitrine, load, folder, rounds } = stage;
  stage.say('One frame against a server that parses the file for each request');
  const reference = await startParsingServer(join(folder, 'documents', 'big.json'), vitrine.tls);
  const run = (url: string, requests: number) => () =>
    load.run({
      url: `${url}${bigFrame}`,
      protocol: 'http/1.1',
      connections,
      requests,
      headers: vitrine.headers,
      caPath: join(folder, 'server', 'data', 'tls', 'ca.pem'),
    });
  try {
    const contestants = {
      ours: run(vitrine.url, requests.ours),
      theirs: run(reference.url, requests.theirs),
    };
    await interleaved(1, contestants);
    const speeds = await interleaved(Math.min(rounds, 5), contestants);
    const [ours, theirs] = [median(speeds.ours), median(speeds.theirs)];
    return {
      work: 'Get file nodes, one frame of 20 out of 40,000, HTTP/1.1, 4 connections',
      reference: 'Fastify that parses, filters and stringifies for each request',
      ours,
      theirs,
      ratio: ours / theirs,
      unit: 'requests/s',
      limit: { atLeast: 200 },
    };
  } finally {
    await reference.stop();
  }
}
