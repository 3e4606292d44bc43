import type { Caller } from '../access/caller.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { EditRefused } from '../editing/edit.ts';
import { badRequest, conflict } from '../errors.ts';
import { oneByOneOfEach } from '../processes/one-by-one.ts';

/** Others were faster: the change is made anew of what they left. */
export class EditOvertaken extends Error {}

const mostTries = 10;

/** Of those that are made at once each would overtake all others, which are made anew then. */
const inTurnOf = oneByOneOfEach<FileKey>();

/**
 * Tries a change of a file when its turn has come, until nobody is faster.
 * @throws ApiError 400 for what the document does not take, 409 where others are faster each time
 */
export const untilFirst = <T>(fileKey: FileKey, { user }: Caller, work: () => Promise<T>): Promise<T> =>
  inTurnOf(fileKey, { organization: '', caller: user.id }, () => tried(work));

async function tried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof EditRefused) throw badRequest(error.message);
      if (!(error instanceof EditOvertaken)) throw error;
      if (tries === mostTries) throw conflict('Others change the file all the time. Try again in a while.');
    }
  }
}
