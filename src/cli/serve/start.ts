import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import type { WorkspaceFile } from '../../contract/contract.ts';
import type { RunningServer } from '../../main.ts';
import type { CommandIo } from '../command.ts';
import { endInTime, usualEndMs } from './end-in-time.ts';
import { keepSmallAtRest } from './memory-at-rest.ts';
import { clearReadyFile, writeReadyFile } from './ready-file.ts';
import { startFailure } from './start-failure.ts';
import { onStopSignals } from './stop-signals.ts';

export interface StartOptions {
  readonly config: Config;
  readonly workspace?: WorkspaceFile | undefined;
  /** As it was written by the caller. */
  readonly readyFile: string | undefined;
  /** Says that the server is there; called once requests are answered. */
  readonly announce: (server: RunningServer) => Promise<void>;
}

/**
 * Starts the server, and resolves when it was stopped by a signal and everything is closed.
 *
 * @throws CommandFailed
 */
export async function serveUntilStopped(options: StartOptions, io: CommandIo): Promise<number> {
  const readyPath = options.readyFile === undefined ? undefined : resolve(io.cwd, options.readyFile);
  if (readyPath !== undefined) await clearReadyFile(readyPath);
  const signals = onStopSignals(io);
  try {
    const server = await unlessStopped(startOrExplain(options), signals.stopped, io);
    const { config } = options;
    const memory = keepSmallAtRest();
    try {
      if (readyPath !== undefined) await writeReadyFile(readyPath, readyContent(server));
      await options.announce(server);
      await signals.stopped;
    } finally {
      memory.stop();
      await endInTime(server.close, () => endUnfinished(io), config.drainMs + usualEndMs);
    }
    return 0;
  } finally {
    signals.release();
  }
}

/** How long a start goes on after a signal to stop: it may wait for its database, which has a minute. */
const startEndMs = 3_000;

/** What starts, which a signal to stop breaks off; the next start takes it up as after a power cut. */
async function unlessStopped<T>(start: Promise<T>, stopped: Promise<void>, io: CommandIo): Promise<T> {
  let isOver = false;
  stopped.then(() => {
    if (!isOver) setTimeout(() => isOver || endUnfinished(io), startEndMs).unref();
  });
  return start.finally(() => {
    isOver = true;
  });
}

function endUnfinished(io: CommandIo): void {
  io.stderr.write('Not everything ended in time; the next start takes it up.\n');
  process.exit(1);
}

async function startOrExplain({ config, workspace }: StartOptions): Promise<RunningServer> {
  const { startServer } = await import('../../main.ts');
  try {
    return await startServer({ config, ...(workspace === undefined ? {} : { workspace }) });
  } catch (error) {
    throw startFailure(error);
  }
}

const readyContent = ({ url, caPath, adminToken }: RunningServer) => ({
  url,
  ca: caPath ?? null,
  pid: process.pid,
  adminToken: adminToken ?? null,
});
