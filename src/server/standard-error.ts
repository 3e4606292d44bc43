import { writeSync } from 'node:fs';
import { systemClock } from '../clock.ts';
import { type LineWriter, lineWriter } from './line-writer.ts';

let opened: LineWriter | undefined;

/** The log of this process on standard error. */
export function standardError(): LineWriter {
  opened ??= open();
  return opened;
}

const descriptor = 2;

function open(): LineWriter {
  // Asked for once, a pipe refuses what it has no room for, and keeps nobody waiting.
  void process.stderr;
  const writer = lineWriter({ writeSome: (bytes) => writeSync(descriptor, bytes), droppedLine });
  // What Node itself writes of a crash is lost where the pipe is full.
  process.once('uncaughtExceptionMonitor', (error) => writer.write(crashLine(error)));
  process.once('exit', writer.flush);
  return writer;
}

const [warn, fatal] = [40, 60];

const lineOf = (level: number, said: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ level, time: new Date(systemClock.now()).toISOString(), ...said })}\n`;

const crashLine = (reason: unknown): string =>
  lineOf(fatal, {
    error: reason instanceof Error ? reason.stack : String(reason),
    msg: 'the process ends: nothing handled this error',
  });

const droppedLine = (lines: number): string =>
  lineOf(warn, { lines, msg: 'lines are missing here: nobody read the log, or its disk was full' });
