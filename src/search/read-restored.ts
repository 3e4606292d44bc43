import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { noteAllUnsearched } from '../files/unsearched-files-store.ts';

/** Has what a restore has put in place read for the search, by whichever server looks next. */
export const readRestored = (database: Kysely<Tables>): Promise<void> => noteAllUnsearched(database);
