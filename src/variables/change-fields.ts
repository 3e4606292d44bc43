/** One object of a list of changes, as it came. */
export type Entry = Readonly<Record<string, unknown>>;

/** Why one entry of a list can't be applied. `field` may be a path; the reason ends a sentence. */
export class ChangeRefused extends Error {
  readonly field: string | undefined;

  constructor(field: string | undefined, reason: string) {
    super(reason);
    this.name = 'ChangeRefused';
    this.field = field;
  }
}

/** An entry refers to something whose own entry was refused: no reason of its own. */
export class ChangeDepends extends Error {
  readonly field: string;

  constructor(field: string) {
    super('is a temporary id that stands for nothing yet');
    this.name = 'ChangeDepends';
    this.field = field;
  }
}

export const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A string without lone surrogates, which no UTF-8 can hold. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();

/** @throws ChangeRefused when it is missing, empty or no string. */
export function requiredText(entry: Entry, field: string): string {
  if (entry[field] === undefined) throw new ChangeRefused(field, 'is missing');
  const text = optionalText(entry, field) as string;
  if (text === '') throw new ChangeRefused(field, 'must not be empty');
  return text;
}

export function optionalText(entry: Entry, field: string): string | undefined {
  const value = entry[field];
  if (value === undefined || isText(value)) return value;
  const reason = typeof value === 'string' ? 'must not hold half a character' : 'must be a string';
  throw new ChangeRefused(field, reason);
}

/** Absent stays absent; given, it must not be empty. */
export function optionalName(entry: Entry, field: string): string | undefined {
  return entry[field] === undefined ? undefined : requiredText(entry, field);
}

export function optionalFlag(entry: Entry, field: string): boolean | undefined {
  const value = entry[field];
  if (value === undefined || typeof value === 'boolean') return value;
  throw new ChangeRefused(field, 'must be true or false');
}

export function requiredOneOf<T extends string>(entry: Entry, field: string, choices: readonly T[]): T {
  const text = requiredText(entry, field);
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw new ChangeRefused(field, `must be one of ${choices.join(', ')}`);
}

/** @throws ChangeRefused when one of the fields is there at all. */
export function refuseFields(entry: Entry, fields: readonly string[], reason: string): void {
  const given = fields.find((field) => entry[field] !== undefined);
  if (given !== undefined) throw new ChangeRefused(given, reason);
}
