import { EditRefused } from '../editing/edit.ts';
import { badRequest, conflict } from '../errors.ts';

/** Others were faster: the change is made anew of what they left. */
export class EditOvertaken extends Error {}

const mostTries = 10;

/**
 * Tries a change until nobody is faster.
 * @throws ApiError 400 for what the document does not take, 409 where others are faster each time
 */
export async function untilFirst<T>(work: () => Promise<T>): Promise<T> {
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
