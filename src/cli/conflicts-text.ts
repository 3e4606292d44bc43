import { printable } from './printed-text.ts';
import { ServerRefused } from './server-client.ts';

/** As far as a refused merge tells of it. */
interface Conflict {
  readonly id: string;
  readonly property?: string;
  readonly reason: string;
  readonly ours?: unknown;
  readonly theirs?: unknown;
}

const mostShown = 50;
const longestValue = 60;

/** A merge that was refused for its conflicts, with a line for each of the first, as `--take` names it. */
export function withConflicts(refused: unknown): unknown {
  if (!(refused instanceof ServerRefused)) return refused;
  const { conflicts, count = 0 } = (refused.answer ?? {}) as { conflicts?: Conflict[]; count?: number };
  if (!Array.isArray(conflicts)) return refused;
  const shown = conflicts.slice(0, mostShown);
  const more = count - shown.length;
  const lines = [refused.message, ...shown.map(lineOf)];
  if (more > 0) lines.push(`And ${more.toLocaleString('en')} more.`);
  return new ServerRefused(refused.status, lines.join('\n'), refused.answer);
}

function lineOf({ id, property, reason, ...values }: Conflict): string {
  const place = property === undefined ? id : `${id}.${property}`;
  const sides = (['ours', 'theirs'] as const).filter((side) => values[side] !== undefined);
  const shown = sides.map((side) => `${side} ${cut(JSON.stringify(values[side]))}`).join(', ');
  return printable(`  ${place}  ${reason}${shown === '' ? '' : ` ${shown}`}`);
}

const cut = (text: string): string =>
  text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text;
