import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cipher, type Protocol } from '../load.ts';
import { interleaved, median } from '../medians.ts';
import { type Nginx, startNginx } from '../nginx.ts';
import { cpuSecondsOf } from '../processes.ts';
import type { Fact, Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { type Answered, askWell } from '../timed-client.ts';

type Encoding = 'identity' | 'gzip';

const path = '/v1/files/big';
const connections = 4;
const leastShare = { identity: 1.2, gzip: 0.8 } as const;
/** Of the processor time that nginx takes for an answer, which other work on the machine changes least. */
const mostProcessorTime = 1;
/** About a second's worth. */
const requests = { identity: 48, gzip: 1200 } as const;
/** Not counted: code and caches get warm. */
const warmUpRounds = 2;

/** The whole 27 MB file over TLS, against nginx that serves the very bytes from its disk. */
export async function measureWholeFile(stage: Stage): Promise<Measured> {
  if (stage.nginx === undefined) {
    return { rows: [], facts: [], leftOut: ['nginx is not installed, so whole files are not compared.'] };
  }
  const identity = await askWell(stage.vitrine.client, path);
  const gzip = await untilPrepared(stage);
  const nginx = await startNginxWith(stage, stage.nginx, identity.bytes, gzip.bytes);
  try {
    const rows: Row[] = [];
    const facts: Fact[] = [];
    for (const encoding of ['identity', 'gzip'] as const) {
      for (const protocol of ['http/1.1', 'h2'] as const) {
        stage.say(`Whole file, ${encoding}, ${protocol}`);
        const found = await compare(stage, nginx, protocol, encoding);
        rows.push(...found.rows);
        facts.push(found.fact((encoding === 'gzip' ? gzip : identity).bytes.length));
      }
    }
    return { rows, facts };
  } finally {
    await nginx.stop();
  }
}

/** Asks until the server has compressed the file; before that an answer has no length. */
export async function untilPrepared({ vitrine, say }: Stage, pauseMs = 100): Promise<Answered> {
  say('Waiting for the compressed file');
  for (;;) {
    const answered = await askWell(vitrine.client, path, { headers: { 'accept-encoding': 'gzip' } });
    const { 'content-encoding': encoding, 'content-length': length } = answered.headers;
    if (encoding === 'gzip' && length !== undefined) return answered;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function startNginxWith(
  stage: Stage,
  program: string,
  identity: Uint8Array,
  gzip: Uint8Array,
): Promise<Nginx> {
  const root = join(stage.folder, 'www');
  await mkdir(root);
  await writeFile(join(root, 'big.json'), identity);
  await writeFile(join(root, 'big.json.gz'), gzip);
  const { tls, ca } = stage.vitrine;
  const folder = join(stage.folder, 'nginx');
  return startNginx(program, { folder, root, tls, ca, probe: '/big.json' });
}

interface Turn {
  readonly perSecond: number;
  readonly cpuSeconds: number;
}

async function compare(stage: Stage, nginx: Nginx, protocol: Protocol, encoding: Encoding) {
  const { vitrine, load } = stage;
  const turn = (url: string, pid: number) => async (): Promise<Turn> => {
    const before = cpuSecondsOf(pid) ?? Number.NaN;
    const perSecond = await load.run({
      ...{ url, protocol, connections, requests: requests[encoding] },
      caPath: join(stage.folder, 'server', 'data', 'tls', 'ca.pem'),
      headers: { ...vitrine.headers, 'accept-encoding': encoding },
    });
    return { perSecond, cpuSeconds: (cpuSecondsOf(pid) ?? Number.NaN) - before };
  };
  const contestants = {
    ours: turn(`${vitrine.url}${path}`, vitrine.pid),
    theirs: turn(`${nginx.url}/big.json`, nginx.workerPid),
  };
  await interleaved(warmUpRounds, contestants);
  const turns = await interleaved(stage.rounds, contestants);
  const speed = (of: Turn[]) => median(of.map(({ perSecond }) => perSecond));
  const [ours, theirs] = [speed(turns.ours), speed(turns.theirs)];
  const name = `Get file, whole, ${encoding}, TLS, ${protocol}`;
  const row: Row = {
    work: name,
    reference: `nginx${encoding === 'gzip' ? ' gzip_static' : ''}, one worker, ${cipher}`,
    ...{ ours, theirs, ratio: ours / theirs, unit: 'requests/s' },
    limit: { atLeast: leastShare[encoding] },
  };
  const cpuMs = (of: Turn[]) => (median(of.map(({ cpuSeconds }) => cpuSeconds)) * 1000) / requests[encoding];
  const [ourCpuMs, theirCpuMs] = [cpuMs(turns.ours), cpuMs(turns.theirs)];
  const cpuRow: Row = {
    work: `${name}, processor time of an answer`,
    reference: row.reference,
    ...{ ours: ourCpuMs, theirs: theirCpuMs, ratio: ourCpuMs / theirCpuMs, unit: 'ms' },
    limit: { atMost: mostProcessorTime },
  };
  const fact = (sizeBytes: number): Fact => ({
    name,
    value:
      `${(sizeBytes / 1e6).toFixed(1)} MB an answer, ${((ours * sizeBytes) / 1e9).toFixed(2)} GB/s; processor time ` +
      `${ourCpuMs.toFixed(2)} ms an answer (nginx ${theirCpuMs.toFixed(2)} ms)`,
  });
  return { rows: encoding === 'gzip' ? [row, cpuRow] : [row], fact };
}
