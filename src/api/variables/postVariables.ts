import { setImmediate as nextTurn } from 'node:timers/promises';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { type Applied, applySteps, type Refused } from '../../variables/apply-changes.ts';
import { findVariablesFile } from './find-variables-file.ts';
import { recordVariablesChange } from './record-change.ts';
import { changeVariables } from './state-store.ts';
import { currentVariables, surroundings } from './surroundings.ts';

/**
 * Applies four lists of changes as one: all of them, or none with the reasons.
 *
 * @see VAR-27…VAR-80, EXT-08…EXT-22
 */
export const postVariables: Handler<'postVariables'> = async ({ caller, path, body }, context) => {
  const file = await findVariablesFile(context.database, caller, path.file_key, 'write');
  await currentVariables(context, file);
  const around = await surroundings(context, file);
  const tempIdToRealId = await changeVariables(context, file.key, {
    work: async (state, newNumber) => {
      const applied = await patiently(
        applySteps(state, body, { ...around, newId: newNumber, newKey: context.ids.libraryKey }),
      );
      if ('problems' in applied) throw badRequest(reasonsOf(applied));
      return { state: applied.state, result: applied.tempIdToRealId };
    },
    also: (transaction) => recordVariablesChange(transaction, caller, context, file),
  });
  return { json: { status: 200, error: false, meta: { tempIdToRealId } } };
};

/** Entries applied before others get their turn: together they take a few milliseconds. */
const entriesAtOnce = 50;

async function patiently(steps: Generator<void, Applied | Refused>): Promise<Applied | Refused> {
  for (let taken = 1; ; taken += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    if (taken % entriesAtOnce === 0) await nextTurn();
  }
}

/** More reasons than these make a sentence that nobody reads. */
const mostReasons = 5;

const reasonsOf = ({ problems }: Refused): string =>
  problems
    .slice(0, mostReasons)
    .map(({ sentence }) => sentence)
    .join(' ');
