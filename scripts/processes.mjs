/**
 * Starting other programs from the scripts of a clone. Like everything in this folder that ends in `.mjs`
 * it runs on the system's own Node (20.19 or newer) before anything is installed.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** A failure that is explained by its sentence alone: printed without a stack, exit code 1. */
export class Refusal extends Error {}

/** Runs a script's main function and turns what it returns or throws into the exit code. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs a program in the foreground with our standard streams and resolves to its exit code; 128 and the
 * signal's number where a signal ended it, as shells count.
 */
export function runAttached(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  return untilExit(child);
}

/**
 * Runs a program quietly and resolves to its exit code and what it wrote, both streams in one text.
 * @throws the spawn error, as ENOENT where there is no such program
 */
export async function runCaptured(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const code = await untilExit(child);
  return { code, output: Buffer.concat(chunks).toString('utf8') };
}

function untilExit(child) {
  const stopForwarding = forwardSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(stopForwarding);
}

/**
 * Hands signals on to the child and keeps us alive until it has ended. A terminal sends Ctrl-C to the whole
 * group, so the child has it already: a second one would read as impatience and cut its stop short.
 */
function forwardSignals(child) {
  const onTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => (signal === 'SIGINT' && onTerminal ? undefined : child.kill(signal));
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const remove of handlers) remove();
  };
}
