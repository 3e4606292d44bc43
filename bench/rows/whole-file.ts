import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cipher, type Protocol } from '../load.ts';
import { interleaved, median } from '../medians.ts';
import { type Nginx, startNginx } from '../nginx.ts';
import { cpuSecondsOf } from '../processes.ts';
import { startSendingServer } from '../reference-server.ts';
import { type Fact, type Row, rounded } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { type Answered, askWell } from '../timed-client.ts';

type Contestant = 'ours' | 'theirs' | 'bound';
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

/**
 * The whole 27 MB file over TLS, against nginx that serves the very bytes from its disk. How far a server on Node can
 * come is measured beside it, by one that does nothing but send those bytes from its memory.
 */
export async function measureWholeFile(stage: Stage): Promise<Measured> {
  if (stage.nginx === undefined) {
    return { rows: [], facts: [], leftOut: ['nginx is not installed, so whole files are not compared.'] };
  }
  const root = join(stage.folder, 'www');
  await mkdir(root);
  await writeFile(join(root, 'big.json'), (await askWell(stage.vitrine.client, path)).bytes);
  await writeFile(join(root, 'big.json.gz'), (await untilPrepared(stage)).bytes);
  const nginx = await startNginxOn(root, stage, stage.nginx);
  try {
    const found: Compared[] = [];
    for (const encoding of ['identity', 'gzip'] as const)
      found.push(...(await compareOver(stage, nginx, root, encoding)));
    return { rows: found.flatMap(({ rows }) => rows), facts: found.flatMap(({ facts }) => facts) };
  } finally {
    await nginx.stop();
  }
}

/** Asks until the server has compressed the file; before that an answer has no length. */
async function untilPrepared({ vitrine, say }: Stage, pauseMs = 100): Promise<Answered> {
  say('Waiting for the compressed file');
  for (;;) {
    const answered = await askWell(vitrine.client, path, { headers: { 'accept-encoding': 'gzip' } });
    const { 'content-encoding': encoding, 'content-length': length } = answered.headers;
    if (encoding === 'gzip' && length !== undefined) return answered;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function startNginxOn(root: string, { folder, vitrine }: Stage, program: string): Promise<Nginx> {
  const { tls, ca } = vitrine;
  return startNginx(program, { folder: join(folder, 'nginx'), root, tls, ca, probe: '/big.json' });
}

interface Compared {
  readonly rows: readonly Row[];
  readonly facts: readonly Fact[];
}

async function compareOver(
  stage: Stage,
  nginx: Nginx,
  root: string,
  encoding: Encoding,
): Promise<Compared[]> {
  const { vitrine, say } = stage;
  const sent = join(root, encoding === 'gzip' ? 'big.json.gz' : 'big.json');
  const { size: sizeBytes } = await stat(sent);
  const bound = await startSendingServer(sent, vitrine.tls);
  const turn = (protocol: Protocol, url: string, pid: number) => () =>
    takeTurn(stage, { protocol, encoding, url, pid });
  try {
    const found: Compared[] = [];
    for (const protocol of ['http/1.1', 'h2'] as const) {
      say(`Whole file, ${encoding}, ${protocol}`);
      const contestants = {
        ours: turn(protocol, `${vitrine.url}${path}`, vitrine.pid),
        theirs: turn(protocol, `${nginx.url}/big.json`, nginx.workerPid),
        bound: turn(protocol, bound.url, bound.pid),
      };
      await interleaved(warmUpRounds, contestants);
      const turns = await interleaved(stage.rounds, contestants);
      found.push(compared(turns, { encoding, protocol, sizeBytes }));
    }
    return found;
  } finally {
    await bound.stop();
  }
}

interface Turn {
  readonly perSecond: number;
  /** Of the server, for an answer. */
  readonly cpuMs: number;
}

async function takeTurn(
  { vitrine, load, folder }: Stage,
  asked: { protocol: Protocol; encoding: Encoding; url: string; pid: number },
): Promise<Turn> {
  const { protocol, encoding, url, pid } = asked;
  const before = cpuSecondsOf(pid) ?? Number.NaN;
  const perSecond = await load.run({
    url,
    protocol,
    connections,
    requests: requests[encoding],
    caPath: join(folder, 'server', 'data', 'tls', 'ca.pem'),
    headers: { ...vitrine.headers, 'accept-encoding': encoding },
  });
  const cpuSeconds = (cpuSecondsOf(pid) ?? Number.NaN) - before;
  return { perSecond, cpuMs: (cpuSeconds * 1000) / requests[encoding] };
}

function compared(
  turns: Readonly<Record<Contestant, readonly Turn[]>>,
  { encoding, protocol, sizeBytes }: { encoding: Encoding; protocol: Protocol; sizeBytes: number },
): Compared {
  const name = `Get file, whole, ${encoding}, TLS, ${protocol}`;
  const reference = `nginx${encoding === 'gzip' ? ' gzip_static' : ''}, one worker, ${cipher}`;
  const of = (contestant: Contestant, value: keyof Turn) =>
    median(turns[contestant].map((turn) => turn[value]));
  /** Each turn beside that of nginx in the same round, which other work hits alike. */
  const beside = (contestant: Contestant, value: keyof Turn) =>
    median(turns[contestant].map((turn, round) => turn[value] / (turns.theirs[round] as Turn)[value]));
  const row = (work: string, value: keyof Turn, more: Pick<Row, 'unit' | 'limit'>): Row => ({
    work,
    reference,
    ours: of('ours', value),
    theirs: of('theirs', value),
    ratio: beside('ours', value),
    ...more,
  });
  const speed = row(name, 'perSecond', { unit: 'requests/s', limit: { atLeast: leastShare[encoding] } });
  const limit = { atMost: mostProcessorTime };
  const cpu = row(`${name}, processor time of an answer`, 'cpuMs', { unit: 'ms', limit });
  const ms = (contestant: Contestant) =>
    `${rounded(of(contestant, 'cpuMs'))} ms (${beside(contestant, 'cpuMs').toFixed(2)} ×)`;
  const value =
    `${(sizeBytes / 1e6).toFixed(1)} MB an answer, ${rounded((speed.ours * sizeBytes) / 1e9)} GB/s; processor time ` +
    `${ms('ours')}, nginx ${rounded(cpu.theirs)} ms, a server on Node that does nothing but send from memory ${ms('bound')}`;
  return { rows: encoding === 'gzip' ? [speed, cpu] : [speed], facts: [{ name, value }] };
}
