import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that runs beside the measurement. */
export interface Running {
  readonly pid: number;
  /** Asks it to stop and waits for its end. */
  stop(): Promise<void>;
}

/** Starts a program in the background; what it writes to standard error is kept for `started` to explain. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { child: ChildProcess; running: Running } {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  child.stderr?.setEncoding('utf8');
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', () => {});
  return {
    child,
    running: {
      pid: child.pid ?? 0,
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
      },
    },
  };
}

/**
 * Waits until `isReady` answers true.
 * @throws Error with what the program said, where it ends first or takes longer than a minute
 */
export async function untilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  pauseMs = 20,
): Promise<void> {
  let said = '';
  let hasEnded = false;
  child.stderr?.on('data', (text: string) => {
    said = `${said}${text}`.slice(-2000);
  });
  child.once('close', () => {
    hasEnded = true;
  });
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    if (await isReady().catch(() => false)) return;
    if (hasEnded) throw new Error(`${child.spawnfile} ended early: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`${child.spawnfile} was not ready within a minute: ${said}`);
}

/** Runs a program to its end and answers what it wrote to standard output. @throws Error for a bad exit */
export async function runToEnd(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const parts: string[] = [];
  const complaints: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => parts.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return parts.join('');
  throw new Error(`${command} ended with ${String(code)}: ${complaints.join('').slice(-1000)}`);
}

/** The full path of a program, or undefined where this machine has none of that name. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']) {
    const path = join(folder, name);
    if (
      folder !== '' &&
      (await access(path).then(
        () => true,
        () => false,
      ))
    )
      return path;
  }
  return undefined;
}

/** Resident memory of a process in bytes, now and at its highest; undefined where the system doesn't tell. */
export function memoryOf(pid: number): { nowBytes: number; highestBytes: number } | undefined {
  const status = readProc(pid, 'status');
  const line = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1]) * 1024;
  return status === undefined ? undefined : { nowBytes: line('VmRSS'), highestBytes: line('VmHWM') };
}

/** The same of a process and those that it started. */
export const memoryOfAll = (pid: number): number =>
  withStarted(pid).reduce((sum, one) => sum + (memoryOf(one)?.nowBytes ?? 0), 0);

function withStarted(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return [pid, ...all.filter((other) => parentOf(other) === pid)];
}

export const parentOf = (pid: number): number =>
  Number(
    readProc(pid, 'stat')
      ?.replace(/^.*\) /s, '')
      .split(' ')[1],
  );

const ticksPerSecond = 100;

/** Processor seconds that the threads of a process have used beside its first, by how far back they stand. */
export function threadSecondsOf(pid: number): ReadonlyMap<number, number> {
  const seconds = new Map<number, number>();
  for (const id of readdirSync(`/proc/${pid}/task`).filter((one) => Number(one) !== pid)) {
    const fields = fieldsIn(`${pid}/task/${id}`);
    if (fields === undefined) continue;
    const niceness = Number(fields[16]);
    const used = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    seconds.set(niceness, (seconds.get(niceness) ?? 0) + used);
  }
  return seconds;
}

/** Processor seconds that a process has used, its threads included; undefined where the system doesn't tell. */
export const cpuSecondsOf = (pid: number): number | undefined => secondsIn(pid, [11, 12]);

const fieldsIn = (path: number | string): string[] | undefined =>
  readProc(path, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ');

function secondsIn(pid: number, places: readonly number[]): number | undefined {
  const fields = fieldsIn(pid);
  return fields && places.reduce((sum, place) => sum + Number(fields[place]), 0) / ticksPerSecond;
}

/** The same of a process and those that it started and that still run. */
export const cpuSecondsOfAll = (pid: number): number =>
  withStarted(pid).reduce((sum, one) => sum + (cpuSecondsOf(one) ?? 0), 0);

/** What works in the background is at rest where it used no more than a hundredth of this time. */
const restMs = 1000;
const mostRestSeconds = 0.01;
const longestWorkMs = 120_000;

/**
 * Waits until a process and those that it started have nothing to do: what follows an import (compressed copies, what
 * is found by words) would count for what is measured next, and take its cores.
 * @throws Error where there is no end of it within two minutes
 */
export async function untilIdle(pid: number): Promise<void> {
  if (cpuSecondsOf(pid) === undefined) return;
  for (const deadline = performance.now() + longestWorkMs; performance.now() < deadline; ) {
    const before = cpuSecondsOfAll(pid);
    await sleep(restMs);
    if (cpuSecondsOfAll(pid) - before <= mostRestSeconds) return;
  }
  throw new Error(`Process ${pid} does not come to rest.`);
}

/** The same, with those that have ended. */
export const cpuSecondsEver = (pid: number): number => cpuSecondsOfAll(pid) + (secondsIn(pid, [13, 14]) ?? 0);

function readProc(pid: number | string, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
