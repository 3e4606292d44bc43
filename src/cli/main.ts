import { processEnvironment } from '../config.ts';
import type { CommandIo } from './command.ts';
import { runProgram } from './program.ts';

const io: CommandIo = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: processEnvironment(),
  cwd: process.cwd(),
  isTerminal: process.stderr.isTTY === true,
};

/** A reader that leaves early, as `head`, is no failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
/** What is only said beside results has no reader then. */
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const unreadMs = 1_000;

/** Results keep the process until they are read; what is only said beside them does not. */
function endBesideUnread(): void {
  if (process.stdout.writableLength === 0) process.exit();
}

try {
  process.exitCode = await runProgram(process.argv.slice(2), io);
} catch (error) {
  process.stderr.write(`Something unexpected went wrong. ${(error as Error)?.stack ?? error}\n`);
  process.exitCode = 1;
}
setInterval(endBesideUnread, unreadMs).unref();
