import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import { namedPositionals, readArguments } from '../arguments.ts';
import type { CommandIo } from '../command.ts';
import { untilInterrupted } from '../interruption.ts';
import { pasteable } from '../pasteable-hints.ts';
import { counted, printable } from '../printed-text.ts';
import { startProgress } from '../progress.ts';
import { type ServerClient, withServer } from '../server-client.ts';
import { serverOptions } from '../server-options.ts';
import { jsonOption, printResult, type Subcommand } from '../subcommands.ts';
import type { Usage } from '../usage.ts';
import { patienceFrom } from './patience.ts';
import { lackingLines, type Mirror, statusText } from './status-text.ts';

const usage = {
  lines: ['mirror sync ID [options]'],
  sentence: 'Looks for changes now, and ends when they are here.',
  options: {
    wait: {
      type: 'boolean',
      sentence:
        'Waits until they are here, which is so if left out; --no-wait ends at once, and the server goes on by itself.',
    },
    ...jsonOption,
  },
  sharedOptions: serverOptions,
  notes: [
    'Where something of it cannot be had, standard error says why, and the exit code is 1. What the limits of the other server hold up is waited for, up to an hour in which nothing more comes, and a day in all; the server goes on by itself after that.',
  ],
} as const satisfies Usage;

export const sync: Subcommand = {
  usage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(usage, args);
    const [id] = namedPositionals(usage, positionals, ['ID']);
    const isAwaited = values.wait !== false;
    const mirror = await untilInterrupted((signal) =>
      withServer(values, io, async (server) => {
        const path = { mirror_id: id };
        const begun = await server.ask('POST /workspace/v1/mirrors/{mirror_id}/sync', {
          path,
          query: { wait: false },
          signal,
        });
        return isAwaited ? untilSettled(server, begun, io, signal) : begun;
      }),
    );
    printResult(io, values.json, mirror, statusText(mirror));
    const problems = isAwaited ? problemLines(mirror) : '';
    io.stderr.write(pasteable(problems, values));
    return problems === '' ? 0 : 1;
  },
};

/** Why not all of a mirror is here; empty where it is. */
function problemLines(mirror: Mirror): string {
  const problem = problemOf(mirror);
  const lacking = lackingLines(mirror);
  return [
    ...(problem === undefined ? [] : [`The mirror ${mirror.id} is not current. ${printable(problem)}\n`]),
    ...(lacking.length === 0 ? [] : [`Not all of the mirror ${mirror.id} could be had.\n`, ...lacking]),
  ].join('');
}

const firstLookMs = 200;
const longestLookMs = 2000;

/** The mirror when nothing of it is to come any more, or what comes next is too far off. */
async function untilSettled(
  server: ServerClient,
  begun: Mirror,
  io: CommandIo,
  signal: AbortSignal,
): Promise<Mirror> {
  const progress = startProgress(io, '', 0);
  const path = { mirror_id: begun.id };
  try {
    let mirror = begun;
    const isAwaited = patienceFrom(systemClock.now());
    const isToCome = () => !mirror.settled && isAwaited(mirror, systemClock.now());
    for (let lookMs = firstLookMs; isToCome(); lookMs = Math.min(longestLookMs, lookMs * 1.5)) {
      progress.wait(farText(mirror));
      await sleep(lookMs, undefined, { signal });
      mirror = await server.ask('GET /workspace/v1/mirrors/{mirror_id}', { path, signal });
    }
    return mirror;
  } finally {
    progress.end();
  }
}

function farText({ counts, waits_until }: Mirror): string {
  const { current = 0, detached = 0, ...others } = counts;
  const all = Object.values(others).reduce((sum, count) => sum + count, current);
  const waits = waits_until === undefined ? '' : `, the limits there let it go on at ${waits_until}`;
  return `${current} of ${counted(all, 'file')} current${waits}`;
}

/** Why not all of a mirror is here, where it is not. */
function problemOf({ id, state, reason, paused_until, waits_until, ...mirror }: Mirror): string | undefined {
  if (state === 'paused' && paused_until === undefined)
    return `It is paused: "npx vitrine mirror resume ${id}" has it go on.`;
  if (state === 'failed' || state === 'gone') return reason ?? `It is ${state}.`;
  if (!mirror.settled)
    return waits_until === undefined
      ? 'It takes longer than is waited for; this server goes on by itself.'
      : `The other server takes no calls before ${waits_until}; this server goes on by itself then. "npx vitrine upstream check ${mirror.upstream}" asks before whether it takes them again.`;
  const { waiting = 0, stale = 0, failed = 0 } = mirror.counts;
  const lacking = waiting + stale + failed;
  if (lacking === 0) return undefined;
  const why = mirror.files.find((file) => file.state !== 'current' && file.reason !== undefined)?.reason;
  return `${counted(lacking, 'file')} could not be had: ${why ?? reason ?? 'nothing is known of why'}`;
}
