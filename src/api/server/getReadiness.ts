import { databaseAnswers } from '../../database/open-database.ts';
import { ApiError } from '../../errors.ts';
import type { Handler } from '../../operation.ts';

/** Says that storage answers. @throws ApiError 503 where it doesn't */
export const getReadiness: Handler<'getReadiness'> = async (_call, { database }) => {
  try {
    await databaseAnswers(database);
  } catch (error) {
    throw new ApiError(503, 'The database does not answer.', { cause: error });
  }
  return { json: { status: 'ready' } };
};
