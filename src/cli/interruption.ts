import { CommandFailed } from './command.ts';

/**
 * Does work that Ctrl-C ends in an orderly way: the signal fires, and the work takes back what it had begun.
 * A second Ctrl-C ends the process as ever.
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await work(stop.signal);
  } catch (error) {
    throw stop.signal.aborted && !(error instanceof CommandFailed) ? new CommandFailed('Stopped.') : error;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}
