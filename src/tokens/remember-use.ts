import type { Kysely } from 'kysely';
import { BeingRestored } from '../database/being-restored.ts';
import type { Tables } from '../database/tables.ts';
import { inReadCommitted } from '../database/transaction.ts';

/** Of what the use is being written. */
const beingRemembered = new WeakMap<Kysely<Tables>, Set<string>>();

/** Writes when something was used last; leaves it at the use that is being written, and out beside a restore. */
export async function rememberUse(
  database: Kysely<Tables>,
  name: string,
  write: (database: Kysely<Tables>) => Promise<unknown>,
): Promise<void> {
  const underWay = beingRemembered.get(database) ?? new Set();
  beingRemembered.set(database, underWay);
  if (underWay.has(name)) return;
  underWay.add(name);
  try {
    await inReadCommitted(database, write);
  } catch (error) {
    if (!(error instanceof BeingRestored)) throw error;
  } finally {
    underWay.delete(name);
  }
}
