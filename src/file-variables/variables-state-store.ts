import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { LocalVariables } from '../content/variables-shelves.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { afterOthersOfEach } from '../processes/after-others.ts';
import { roughSizeSteps } from '../variables/rough-size.ts';
import type { VariablesState } from '../variables/state.ts';
import { localVariables } from './local-variables.ts';
import { holdVariables, readVariableRows, variablesRevision, writeVariables } from './variables-store.ts';

/** The variables of a file as they were written last, from the shelf where they are there. */
export async function writtenVariables(
  { database, variables }: Pick<Context, 'database' | 'variables'>,
  fileKey: FileKey,
): Promise<LocalVariables> {
  const { revision } = await variablesRevision(database, fileKey);
  const found = variables.local.find(fileKey, revision);
  if (found !== undefined) return found;
  const read = await readVariableRows(database, fileKey);
  const fresh = localVariables(read.revision, read.state);
  await runYielding(roughSizeSteps(fresh.state));
  variables.local.keep(fileKey, fresh.revision, fresh);
  return fresh;
}

/** What a change of variables makes of a state. */
export interface Changed<T> {
  readonly state: VariablesState;
  readonly result: T;
  /** Where the change looked the references up: in what. */
  readonly settledFor?: string;
}

/** What a change causes was made for a state that is gone: the change is made anew. */
export class ChangeOvertaken extends Error {
  constructor() {
    super('Another change came first.');
    this.name = 'ChangeOvertaken';
  }
}

/** Gives out the numbers of new ids, as `1:23`; none comes twice in a file. */
export type NewNumber = () => string;

interface ChangeParts<T> {
  /** Looks in the transaction that writes whether the file is still there for who changes it. Throws, where it is not. */
  readonly look: (transaction: Transaction<Tables>) => Promise<unknown>;
  /** Throws, where it refuses: then nothing is written. May be run again on a newer state. */
  readonly work: (state: VariablesState, newNumber: NewNumber) => Promise<Changed<T>>;
  /** Written in the same transaction: what the change causes. Throws ChangeOvertaken to have it made anew. */
  readonly also?: (transaction: Transaction<Tables>, changed: Changed<T>) => Promise<unknown>;
}

type ChangeContext = Pick<Context, 'database' | 'variables' | 'ids'>;

/** Each time somebody else has changed the file; so many of them in a row mean that something is wrong. */
const mostTries = 60;
/** After so many rounds that others have won, those of other processes are kept waiting while the change is made. */
const roundsBesideOthers = 3;

const afterOthers = afterOthersOfEach<FileKey>();

/**
 * Changes the variables of a file as one step after the other. The work is done outside of the transaction, so
 * that a long one holds up nobody but the changes of the same file. A change that is under way already meets no
 * other, and must not wait for those that wait for it.
 */
export function changeVariables<T>(
  context: ChangeContext,
  fileKey: FileKey,
  parts: ChangeParts<T>,
): Promise<T> {
  if (context.database.isTransaction) return changeAtOnce(context, fileKey, parts);
  return afterOthers(fileKey, async () => {
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const isHeld = tries > roundsBesideOthers && isPostgres(context.database);
      const changed = await (isHeld ? tryHolding : tryChange)(context, fileKey, parts);
      if (changed !== undefined) return changed.result;
      await nextTurn();
    }
    throw new Error(`The variables of ${fileKey} were made anew ${mostTries} times and overtaken each time.`);
  });
}

async function changeAtOnce<T>(context: ChangeContext, fileKey: FileKey, parts: ChangeParts<T>): Promise<T> {
  const changed = await tryChange(context, fileKey, parts);
  if (changed === undefined) throw new Error(`The variables of ${fileKey} changed within one transaction.`);
  return changed.result;
}

/** The same with the row held, so that no other process overtakes it; they wait for all of the work. */
function tryHolding<T>(
  context: ChangeContext,
  fileKey: FileKey,
  parts: ChangeParts<T>,
): Promise<Changed<T> | undefined> {
  return inTransaction(context.database, async (transaction) => {
    await holdVariables(transaction, fileKey);
    return tryChange({ ...context, database: transaction }, fileKey, parts);
  });
}

async function tryChange<T>(
  context: ChangeContext,
  fileKey: FileKey,
  { look, work, also }: ChangeParts<T>,
): Promise<Changed<T> | undefined> {
  const { database, variables, ids } = context;
  const now = await variablesRevision(database, fileKey);
  const { state: before, revision } = await writtenVariables(context, fileKey);
  if (now.revision !== revision) return undefined;
  let { nextNumber } = now;
  const changed = await work(before, () => `1:${nextNumber++}`);
  const { state: after, settledFor = now.settledFor } = changed;
  if (after === before && settledFor === now.settledFor) return changed;
  const newRevision = ids.secret();
  const isWritten = await inTransaction(database, async (transaction) => {
    await look(transaction);
    const change = { fileKey, revision, newRevision, before, after, nextNumber, settledFor };
    const written = await writeVariables(transaction, change);
    if (written) await also?.(transaction, changed);
    return written;
  }).catch(falseIfOvertaken);
  if (!isWritten) return undefined;
  variables.local.keep(fileKey, newRevision, localVariables(newRevision, after));
  return changed;
}

function falseIfOvertaken(error: unknown): false {
  if (error instanceof ChangeOvertaken) return false;
  throw error;
}
