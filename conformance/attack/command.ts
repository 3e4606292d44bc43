import { parseArgs } from 'node:util';

/** What `npm run check:contract` is told. */
export interface AttackCommand {
  readonly seed: number;
  /** Of each operation, about. */
  readonly requests: number | undefined;
  /** In all, where it is the long form. */
  readonly isLong: boolean;
  /** Where the long form goes on. */
  readonly round: number;
  readonly databases: readonly ('sqlite' | 'postgres')[];
  readonly operation: string | undefined;
  /** From the report of a finding: the case to begin at. */
  readonly path: string | undefined;
  /** A running server in place of those that are started. */
  readonly url: string | undefined;
}

export const usage = `npm run check:contract -- [options]
  --long                  a million requests in all, in place of a thousand for each operation
  --round N               goes on there with the long form of that seed
  --requests N            that many for each operation
  --database NAME         sqlite or postgres alone
  --operation ID          that operation alone
  --seed N                the same requests again
  --path TEXT             the one case that a report names
  --url ADDRESS           a running server in test mode, which loses what it holds; VITRINE_CONFORMANCE_CA names the
                          file of its authority, VITRINE_CONFORMANCE_TOKEN the token of its administrator`;

/** @throws Error with one sentence for whoever typed it */
export function readCommand(args: readonly string[]): AttackCommand {
  const { values } = parseArgs({
    args: [...args],
    options: {
      long: { type: 'boolean' },
      requests: { type: 'string' },
      database: { type: 'string' },
      operation: { type: 'string' },
      seed: { type: 'string' },
      path: { type: 'string' },
      round: { type: 'string' },
      url: { type: 'string' },
    },
  });
  const { database, operation, path, url } = values;
  if (database !== undefined && database !== 'sqlite' && database !== 'postgres')
    throw new Error(`--database is sqlite or postgres, not "${database}".`);
  return {
    seed: wholeNumber('--seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31),
    requests: wholeNumber('--requests', values.requests),
    isLong: values.long === true,
    round: wholeNumber('--round', values.round) ?? 0,
    databases: database === undefined ? ['sqlite', 'postgres'] : [database],
    operation,
    path,
    url,
  };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is a whole number, not "${text}".`);
  return Number(text);
}
