import { parseDocument } from 'yaml';
import { type Budget, plans, type RateLimits, seats, tiers } from './limits.ts';

/** A file of limits that cannot be read; the sentence names the first thing that is wrong. */
export class BadLimits extends Error {
  override readonly name = 'BadLimits';
}

/** The highest limit that may be given. */
const mostPerPeriod = 1_000_000;
const budgetPattern = /^(\d{1,7}) ?\/ ?(minute|month)$/;

/**
 * Reads limits in YAML or JSON: `professional: { full: { tier1: 10/minute } }`.
 * @throws BadLimits
 */
export function readLimits(text: string): RateLimits {
  return readLevel(parse(text), [], [plans, seats, tiers]) as RateLimits;
}

function parse(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) throw new BadLimits(`It is neither YAML nor JSON: ${error.message}`);
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new BadLimits(`It cannot be read: ${(error as Error).message}`);
  }
}

const levelNames = ['plan', 'seat', 'tier'];

function readLevel(value: unknown, path: readonly string[], names: readonly (readonly string[])[]): unknown {
  const [known, ...deeper] = names;
  if (known === undefined) return readBudget(value, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadLimits(`${placeOf(path)} is not a table by ${levelNames[path.length]}.`);
  }
  // Sorted, so that files which say the same in another order count as equal.
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    entries.map(([name, inner]) => {
      if (!known.includes(name)) {
        throw new BadLimits(
          `${placeOf(path)} names "${name}", which is no ${levelNames[path.length]}; there are ${known.join(', ')}.`,
        );
      }
      return [name, readLevel(inner, [...path, name], deeper)];
    }),
  );
}

function readBudget(value: unknown, path: readonly string[]): Budget {
  const [, digits, period] = budgetPattern.exec(String(value)) ?? [];
  const most = Number(digits);
  if (digits === undefined || most < 1 || most > mostPerPeriod) {
    throw new BadLimits(
      `${placeOf(path)} is ${JSON.stringify(value)}; expected a number from 1 to ${mostPerPeriod} and a period, as 10/minute or 6/month.`,
    );
  }
  return { most, period: period as Budget['period'] };
}

const placeOf = (path: readonly string[]): string => (path.length === 0 ? 'The file' : path.join('.'));
