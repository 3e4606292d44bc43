import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interleaved, median } from '../medians.ts';
import { startSendingServer } from '../reference-server.ts';
import type { Fact, Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { type Answered, askWell } from '../timed-client.ts';
import { variablesBody } from '../variables-body.ts';
import { openRowWriter } from './variables-rows.ts';

/** 5,000 variables in four modes: written in one request, and read again. */
export async function measureVariables(stage: Stage): Promise<Measured> {
  const written = await measureWriting(stage);
  const read = await measureReading(stage, written.path);
  return { rows: [written.row, read], facts: written.facts };
}

const connections = 4;
const requests = 300;
const json = { 'content-type': 'application/json' };

async function measureWriting({ vitrine, folder, rounds, say }: Stage) {
  say('Writing 5,000 variables in four modes');
  const body = Buffer.from(JSON.stringify(variablesBody()));
  const writer = openRowWriter(join(folder, 'variables.sqlite'));
  const post = (path: string): Promise<Answered> =>
    askWell(vitrine.client, path, { method: 'POST', headers: json, body });
  let path = '';
  let files = 0;
  const contestants = {
    ours: async () => {
      path = await newFile(vitrine.client);
      return (await post(`${path}/variables`)).milliseconds;
    },
    theirs: async () => {
      files += 1;
      const startedAt = performance.now();
      writer.write(`file ${files}`, body);
      return performance.now() - startedAt;
    },
  };
  await interleaved(2, contestants);
  const times = await interleaved(rounds, contestants);
  writer.close();
  const [ours, theirs] = [median(times.ours), median(times.theirs)];
  const row: Row = {
    work: 'Post variables: 5,000 variables in four modes, checked, in one request over TLS',
    reference: '`JSON.parse` and a row for each entry in one transaction, without checks or network',
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'ms',
    limit: { atMost: 1.2 },
  };
  const facts: Fact[] = [{ name: 'Post variables, body', value: `${(body.length / 1e6).toFixed(1)} MB` }];
  return { row, facts, path };
}

/** The path of a new file. */
async function newFile(client: Stage['vitrine']['client']): Promise<string> {
  const body = Buffer.from(JSON.stringify({ name: 'Variables', project: '200' }));
  const made = await askWell(client, '/workspace/v1/files', { method: 'POST', headers: json, body });
  return `/v1/files/${JSON.parse(made.bytes.toString()).key}`;
}

async function measureReading({ vitrine, load, folder, rounds, say }: Stage, path: string): Promise<Row> {
  say('Reading them');
  const local = `${path}/variables/local`;
  const { bytes } = await askWell(vitrine.client, local);
  await writeFile(join(folder, 'variables.json'), bytes);
  const reference = await startSendingServer(join(folder, 'variables.json'), vitrine.tls);
  const run = (url: string) => () =>
    load.run({
      url: url + local,
      protocol: 'http/1.1' as const,
      connections,
      requests,
      headers: vitrine.headers,
      caPath: join(folder, 'server', 'data', 'tls', 'ca.pem'),
    });
  try {
    const contestants = { ours: run(vitrine.url), theirs: run(reference.url) };
    await interleaved(1, contestants);
    const speeds = await interleaved(rounds, contestants);
    const [ours, theirs] = [median(speeds.ours), median(speeds.theirs)];
    return {
      work: `Get local variables, 5,000 in four modes, ${(bytes.length / 1e6).toFixed(1)} MB, HTTP/1.1, ${connections} connections`,
      reference: "Node's HTTPS server that sends the same bytes from memory",
      ours,
      theirs,
      ratio: ours / theirs,
      unit: 'requests/s',
      limit: { atLeast: 0.8 },
    };
  } finally {
    await reference.stop();
  }
}
