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

function crashLine(reason: unknown): string {
  const time = new Date(systemClock.now()).toISOString();
  const error = reason instanceof Error ? reason.stack : String(reason);
  return `${JSON.stringify({ level: fatal, time, error, msg: 'the process ends: nothing handled this error' })}\n`;
}

function droppedLine(lines: number): string {
  const time = new Date(systemClock.now()).toISOString();
  const msg = 'lines are missing here: nobody read the log, or its disk was full';
  return `${JSON.stringify({ level: warn, time, lines, msg })}\n`;
}
