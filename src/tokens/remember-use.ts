import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { amongChanges } from '../database/transaction.ts';

/** Of what the use is being written. */
const beingRemembered = new WeakMap<Kysely<Tables>, Set<string>>();

/** Writes when something was used last; leaves it at the use that is being written: during a restore all would wait. */
export async function rememberUse(
  database: Kysely<Tables>,
  name: string,
  write: () => Promise<unknown>,
): Promise<void> {
  const underWay = beingRemembered.get(database) ?? new Set();
  beingRemembered.set(database, underWay);
  if (underWay.has(name)) return;
  underWay.add(name);
  try {
    await amongChanges(database, write);
  } finally {
    underWay.delete(name);
  }
}
