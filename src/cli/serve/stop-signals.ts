import { constants } from 'node:os';
import type { CommandIo } from '../command.ts';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens from now on; `stopped` comes with the first signal to stop, and a second one ends the process at once. */
export function onStopSignals(io: CommandIo): {
  readonly stopped: Promise<void>;
  readonly release: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const onSignal = (signal: (typeof stopSignals)[number]) => {
    count += 1;
    if (count > 1) process.exit(128 + constants.signals[signal]);
    io.stderr.write('Stopping; requests in flight may finish. Once more ends it at once.\n');
    resolve();
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  const release = () => {
    for (const signal of stopSignals) process.off(signal, onSignal);
  };
  return { stopped: promise, release };
}
