import type { BlobCheck, BlobFinding } from '../blobs/check-blobs.ts';
import { systemClock } from '../clock.ts';
import { namedPositionals, readArguments } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { neededByText } from './needed-by.ts';
import { bytesText, counted, printable } from './printed-text.ts';
import { startProgress } from './progress.ts';
import { readSettings, settingOptions } from './serve/setting-flags.ts';
import { startFailure } from './serve/start-failure.ts';
import { printResult } from './subcommands.ts';
import { type OptionRow, type Usage, usageText } from './usage.ts';

/** The settings that say where an installation lies. */
const placeOptions = {
  data: settingOptions.data as OptionRow,
  'database-url': settingOptions['database-url'] as OptionRow,
  blobs: settingOptions.blobs as OptionRow,
} as const;

const usage = {
  lines: ['check [options]'],
  sentence:
    'Reads every stored design, image fill and font, in the data folder or the bucket, and compares its bytes with its name. What is missing or changed is named with the files that need it.',
  options: {
    ...placeOptions,
    json: { type: 'boolean', sentence: 'Prints { blobs, bytes, unused, findings }.' },
  },
  notes: [
    'It works on the machine of the server, beside it or without it, with the same settings, and changes no bytes. It ends with 1 where something is missing or changed: pushing the same bytes again, or restoring a backup that has them, mends that.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  namedPositionals(usage, positionals, []);
  const { problem, ...check } = await checkStored(readSettings(values, io), io);
  const { blobs, sizeBytes: bytes, unused, findings } = check;
  if (problem !== undefined) io.stderr.write(`${printable(problem)}\n`);
  printResult(io, values.json, { blobs, bytes, unused, findings }, text(check));
  return findings.length === 0 ? 0 : 1;
}

interface StoredCheck extends BlobCheck {
  /** What a setting names that is not there. */
  readonly problem: string | undefined;
}

async function checkStored(config: ReturnType<typeof readSettings>, io: CommandIo): Promise<StoredCheck> {
  const { ClosingList, openBeside } = await import('../open-storage.ts');
  const { openStoredBlobs } = await import('../blobs/stored-blobs.ts');
  const { checkBlobs } = await import('../blobs/check-blobs.ts');
  const { throughProblem } = await import('../mirrors/through-mirror.ts');
  const { createLogger } = await import('../server/request-log.ts');
  const closing = new ClosingList();
  try {
    const log = createLogger('silent');
    const database = await openBeside(config, closing, log);
    const stored = await openStoredBlobs(config, database, { log, now: systemClock.now });
    closing.add(stored.close);
    const check = await checkBlobs(database, stored, (count) => {
      const progress = startProgress(io, 'Reading', count, 'blobs');
      closing.add(progress.end);
      return () => progress.advance(1);
    });
    return { ...check, problem: await throughProblem({ config, database }) };
  } catch (error) {
    throw startFailure(error);
  } finally {
    await closing.closeAll();
  }
}

function text({ blobs, sizeBytes, unused, findings }: BlobCheck): string {
  const read = `${counted(blobs, 'blob')}, ${bytesText(sizeBytes)}`;
  const rest = unused === 0 ? '' : ` Nothing refers to ${unused.toLocaleString('en')} of them.`;
  if (findings.length === 0) return `All is as it was stored: ${read}.${rest}\n`;
  const missing = findings.filter(({ fault }) => fault === 'missing').length;
  const faults = `${missing} missing, ${findings.length - missing} changed`;
  return `${findings.map(findingText).join('')}${faults}, of ${read}.${rest}\n`;
}

function findingText({ blob, fault, place, files, fonts }: BlobFinding): string {
  return `${fault}: ${blob}\n  ${place}\n${neededByText({ files, fonts })}`;
}
