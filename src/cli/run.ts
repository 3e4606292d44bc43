import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import { readSmallFile } from '../database/small-file.ts';
import { readRunningAddress } from '../running-address.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { unreadable } from './read-named-file.ts';
import { openRequest, type Target, unreachable } from './run/forward-request.ts';
import { openRedirection, type RedirectionOptions, targetOf } from './run/redirection.ts';
import { plainHost } from './run/relay-request.ts';
import { type Recording, type RunArguments, readRunArguments, runUsage } from './run/run-arguments.ts';
import { runChild } from './run/run-child.ts';
import { callTarget } from './server-call.ts';
import { unwritten } from './system-sentence.ts';
import { openRecorder, type Recorder } from './tape/recorder.ts';

const answerTimeoutMs = 10_000;

/**
 * Starts any program with its calls to the Figma API redirected to a running server. The program's exit code
 * is the command's.
 */
export async function run(args: string[], io: CommandIo): Promise<number> {
  if (args[0] === '--help') {
    io.stdout.write(runUsage);
    return 0;
  }
  const read = readRunArguments(args, io.env, io.cwd);
  const { recording } = read;
  const serverCa = await readServerCa(read);
  const url = recording === undefined ? await serverOf(read) : recording.to;
  if (url !== undefined) await answers(targetOf({ url, serverCa }));
  const work = (recorder?: Recorder) => runRedirected(read, { url, serverCa, recorder }, io);
  return recording === undefined ? work() : recorded(recording, io, work);
}

const serverOf = async ({ url, dataFolder }: RunArguments): Promise<URL> =>
  url ?? new URL(await readRunningAddress(dataFolder));

async function runRedirected(
  { redirectedHosts, offline, command, commandArgs }: RunArguments,
  way: Pick<RedirectionOptions, 'url' | 'serverCa' | 'recorder'>,
  io: CommandIo,
): Promise<number> {
  const redirection = await openRedirection({
    ...way,
    redirectedHosts,
    offline,
    env: io.env,
    now: systemClock.now(),
  });
  try {
    return await runChild({ command, args: commandArgs, env: redirection.environment, io });
  } finally {
    await redirection.close();
  }
}

/** What is on the tape is said behind what the program says. */
async function recorded(
  { path }: Recording,
  io: CommandIo,
  work: (recorder: Recorder) => Promise<number>,
): Promise<number> {
  const recorder = await openRecorder({ path, env: io.env, now: () => systemClock.now() }).catch((error) => {
    throw unwritten(path, error);
  });
  let code = 1;
  try {
    code = await work(recorder);
  } finally {
    const { entries, problem } = await recorder.close();
    io.stderr.write(`${path} holds ${entries} ${entries === 1 ? 'answer' : 'answers'}.\n`);
    if (problem !== undefined) io.stderr.write(`It is not whole: ${problem}.\n`);
  }
  return code;
}

/** A file that was named must be there; in the default place there need be none. */
async function readServerCa({ caPath, dataFolder, recording }: RunArguments): Promise<string | undefined> {
  if (caPath === undefined && recording !== undefined) return undefined;
  const path = caPath ?? join(dataFolder, 'tls', 'ca.pem');
  try {
    return await readSmallFile(path);
  } catch (error) {
    if (caPath === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(`The certificate authority ${path}`, error);
  }
}

/** Any answer will do: what matters is that a server is there and that its certificate is trusted. */
async function answers(target: Target): Promise<void> {
  const path = `${target.url.pathname.replace(/\/$/, '')}${callTarget('GET /healthz')}`;
  const headers = ['Host', target.url.host, 'Connection', 'close'];
  await new Promise<void>((done, fail) => {
    const asked = openRequest(target, { method: 'GET', path, headers });
    asked.setTimeout(answerTimeoutMs, () => asked.destroy(new Error('it does not answer in time')));
    asked.on('error', (error: NodeJS.ErrnoException) => fail(new CommandFailed(sentenceOf(error, target))));
    asked.on('response', (response) => {
      response.resume();
      done();
    });
    asked.end();
  });
}

function sentenceOf(error: NodeJS.ErrnoException, { url }: Target): string {
  const isUntrusted = /CERT|ISSUER|SELF_SIGNED|SIGNATURE/.test(error.code ?? '');
  if (isUntrusted)
    return `The certificate of ${url.origin} is not trusted (${error.message}). Name the server's data folder with --data or its ca.pem with --ca.`;
  const start =
    plainHost(url.hostname) === '127.0.0.1' ? ' Start one with "npx vitrine serve", or' : ' Please';
  return `${unreachable(url)}${start} name the address with --url (${error.message}).`;
}
