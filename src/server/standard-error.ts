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
  process.once('exit', writer.flush);
  return writer;
}

const warn = 40;

function droppedLine(lines: number): string {
  const time = new Date(systemClock.now()).toISOString();
  const msg = 'lines are missing here: nobody read the log, or its disk was full';
  return `${JSON.stringify({ level: warn, time, lines, msg })}\n`;
}
