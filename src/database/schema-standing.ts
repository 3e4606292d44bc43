import { neededBy, numberOf, type SchemaChanges } from './schema-changes.ts';

/** A contracting change that is put off, and the processes that need what it takes away. */
export interface WaitingChange {
  readonly change: string;
  readonly for: readonly string[];
}

/** How the schema of a database stands to that of a program. */
export interface SchemaStanding {
  /** Names of the changes that were made, oldest first. */
  readonly applied: readonly string[];
  /** Those of the program that may be made now. */
  readonly pending: readonly string[];
  readonly waiting: readonly WaitingChange[];
  /** Those that only newer programs know. */
  readonly unknown: readonly string[];
  /** Of these one that has taken away what the program needs. */
  readonly tooNew: string | undefined;
}

/** @param living the processes that work with the database, and the newest change that each knows */
export function standingOf(
  applied: readonly string[],
  changes: SchemaChanges,
  living: readonly { readonly name: string; readonly schema: string }[],
): SchemaStanding {
  const own = Math.max(0, ...Object.keys(changes).map(numberOf));
  const unknown = applied.filter((name) => !(name in changes));
  const lacking = Object.keys(changes)
    .sort()
    .filter((name) => !applied.includes(name));
  const kept = lacking.map((change) => ({ change, for: holdersOf(change, living) }));
  return {
    applied,
    unknown,
    pending: kept.filter((one) => one.for.length === 0).map(({ change }) => change),
    waiting: kept.filter((one) => one.for.length > 0),
    tooNew: unknown.find((name) => (neededBy(name) ?? 0) > own),
  };
}

function holdersOf(
  change: string,
  living: readonly { readonly name: string; readonly schema: string }[],
): string[] {
  const needed = neededBy(change);
  if (needed === undefined) return [];
  return living.filter(({ schema }) => numberOf(schema) < needed).map(({ name }) => name);
}
