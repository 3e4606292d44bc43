/**
 * `npm run check:contract`: requests of every kind for every operation of the published interface, as every kind of
 * caller, against servers that are started for it. Ends with 1 where a property does not hold.
 */
import { readFileSync } from 'node:fs';
import { type AttackOptions, attack, type Outcome, type Progress } from '../conformance/attack/attack.ts';
import { withAttackedServer } from '../conformance/attack/attacked-server.ts';
import { type AttackCommand, readCommand, usage } from '../conformance/attack/command.ts';
import { findingText, summaryOf } from '../conformance/attack/finding-text.ts';
import { postgresFolder, startPostgres } from '../src/testing/postgres.ts';

const thousand = 1_000;
const million = 1_000_000;

async function main(): Promise<number> {
  const command = read();
  if (command === undefined) return 2;
  if (command.url !== undefined) return attackServer('the given server', givenServer(command.url), command);
  let code = 0;
  for (const database of command.databases)
    code = Math.max(code, database === 'sqlite' ? await onSqlite(command) : await onPostgres(command));
  return code;
}

function read(): AttackCommand | undefined {
  try {
    return readCommand(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return undefined;
  }
}

const onSqlite = (command: AttackCommand): Promise<number> => onOwnServer('SQLite', undefined, command);

/** Says what the server said last where it is gone. */
const onOwnServer = (name: string, postgres: string | undefined, command: AttackCommand): Promise<number> =>
  withAttackedServer({ postgres }, async (server) => {
    try {
      return await attackServer(name, server, command);
    } catch (error) {
      console.error(server.process.stderr().slice(-4000));
      throw error;
    }
  });

async function onPostgres(command: AttackCommand): Promise<number> {
  const folder = postgresFolder();
  if (folder === undefined) {
    console.log('PostgreSQL is left out: there is none for this platform.');
    return 0;
  }
  const postgres = await startPostgres(folder);
  try {
    return await onOwnServer('PostgreSQL', postgres.url, command);
  } finally {
    await postgres.stop();
  }
}

function givenServer(url: string): AttackOptions['server'] {
  const { VITRINE_CONFORMANCE_CA: ca, VITRINE_CONFORMANCE_TOKEN: adminToken } = process.env;
  if (ca === undefined || adminToken === undefined)
    throw new Error('--url needs VITRINE_CONFORMANCE_CA and VITRINE_CONFORMANCE_TOKEN.');
  return { url: url.replace(/\/$/, ''), ca: readFileSync(ca, 'utf8'), adminToken };
}

async function attackServer(
  name: string,
  server: AttackOptions['server'],
  command: AttackCommand,
): Promise<number> {
  const { seed, operation, path, round: firstRound } = command;
  console.log(`Attacking ${name}, seed ${seed}`);
  const startedAt = performance.now();
  const outcome = await attack({
    server,
    seed,
    size: sizeOf(command),
    path,
    firstRound,
    wants: (id) => operation === undefined || id === operation,
    onProgress: (progress) => {
      showProgress(progress, startedAt);
      if (command.isLong && progress.done === progress.of) tellRound(progress, seed);
    },
    onFinding: (finding) => console.log(`\n${findingText(finding, server.url)}\n`),
  });
  endProgress();
  console.log(summaryOf(outcome, performance.now() - startedAt));
  return isHeld(outcome) ? 0 : 1;
}

const isHeld = ({ findings }: Outcome): boolean => findings.length === 0;

function sizeOf({ requests, isLong }: AttackCommand): AttackOptions['size'] {
  if (requests !== undefined) return { each: requests };
  return isLong ? { all: million } : { each: thousand };
}

function showProgress({ operation, done, of, requests, findings }: Progress, startedAt: number): void {
  if (!process.stderr.isTTY) return;
  const perSecond = Math.round(requests / ((performance.now() - startedAt) / 1000));
  const line = `${done} of ${of} operations, ${requests} requests, ${perSecond}/s, ${findings} findings: ${operation}`;
  process.stderr.write(`\r\x1b[2K${line}`);
}

/** What has to be typed to go on, should it end here. */
function tellRound({ round, rounds, requests, findings }: Progress, seed: number): void {
  endProgress();
  const rest = round + 1 < rounds ? `; to go on: --long --seed ${seed} --round ${round + 1}` : '';
  console.log(`${round + 1} of ${rounds} rounds, ${requests} requests, ${findings} findings${rest}`);
}

function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
}

process.exitCode = await main();
