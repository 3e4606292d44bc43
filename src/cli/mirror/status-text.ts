import type { Answer } from '../../contract/calls.ts';
import { lackingLine } from '../lacking-line.ts';
import { counted, printable, tableText } from '../printed-text.ts';

export type Mirror = Answer<'GET /workspace/v1/mirrors/{mirror_id}'>;

/** What is mirrored, by what it is called there. */
export function thingOf({ kind, file_key, project_id, team_id }: Mirror): string {
  const name = file_key ?? project_id ?? team_id;
  return name === undefined ? 'what is asked for' : `${kind} ${printable(name)}`;
}

const shownFiles = 20;

/** How far a mirror is, with the files that are not current. */
export function statusText(mirror: Mirror): string {
  const until = mirror.paused_until === undefined ? '' : ` until ${mirror.paused_until}`;
  const reason = mirror.reason === undefined ? '' : `: ${printable(mirror.reason)}`;
  const counts = Object.entries(mirror.counts).map(([state, count]) => `${counted(count, 'file')} ${state}`);
  const files = counts.length === 0 && mirror.held_by_others.length === 0 ? 'no file yet' : counts.join(', ');
  const budgets = mirror.budgets.map(
    ({ tier, used, most, period }) => `tier ${tier}: ${used} of ${most} calls a ${period}`,
  );
  const waiting = mirror.files.filter(({ state }) => state !== 'current').slice(0, shownFiles);
  const rows = waiting.map((file) => [
    file.key,
    file.name,
    file.state,
    file.checked_at ?? 'never',
    file.next_at ?? '',
    file.reason ?? '',
  ]);
  return [
    `${mirror.id} (${thingOf(mirror)}) ${mirror.state === 'failed' ? 'has' : 'is'} ${mirror.state}${lackingWords(mirror)}${until}${reason}\n`,
    files.length === 0 ? '' : `  ${files}\n`,
    ...mirror.held_by_others.map((held) => `  ${heldText(held)}\n`),
    `  used of our share of the limits: ${budgets.join('; ')}\n`,
    rows.length === 0 ? '' : tableText(['KEY', 'NAME', 'STATE', 'LOOKED AT', 'NEXT', 'WHY'], rows),
    ...lackingLines(mirror),
  ].join('');
}

/** That files of its lists are not its own, but those of the mirror that took them first. */
const heldText = ({ mirror, files }: Mirror['held_by_others'][number]): string =>
  `${counted(files, 'file')} held by ${mirror === undefined ? 'a mirror that you do not see' : `mirror ${mirror}`}`;

/** How many files there are of a mirror, and how many of its lists others hold. */
export function filesText({ counts, held_by_others: held }: Mirror): string {
  const own = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const others = held.reduce((sum, { files }) => sum + files, 0);
  return others === 0 ? `${own}` : `${own}, ${others} held by others`;
}

const lackingWords = ({ incomplete }: Mirror): string =>
  incomplete === 0 ? '' : `, but for parts of ${counted(incomplete, 'file')}`;

/** Which parts of which files could not be had, and why; of some files where there are many. */
export function lackingLines({ files, incomplete }: Mirror): string[] {
  const told = files.filter(({ lacking }) => lacking !== undefined).slice(0, shownFiles);
  const lines = told.flatMap(({ key, lacking = [] }) => lacking.map((part) => lackingLine(key, part)));
  const more = incomplete - told.length;
  return more > 0 ? [...lines, `  So it is with parts of ${counted(more, 'file')} more.\n`] : lines;
}
