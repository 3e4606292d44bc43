import { runYielding } from '../../content/yielding.ts';
import { badRequest } from '../../errors.ts';
import { findVariablesFile } from '../../file-variables/find-variables-file.ts';
import { currentPublication } from '../../file-variables/publications-store.ts';
import type { Handler } from '../../operation.ts';
import { publishedAnswer } from '../../variables/published-variables.ts';
import { emptyState } from '../../variables/state.ts';

/**
 * The variables and collections of a library as it published them the last time; none before the first.
 *
 * @see PUB-01…PUB-10
 */
export const getPublishedVariables: Handler<'getPublishedVariables'> = async ({ caller, path }, context) => {
  const file = await findVariablesFile(context.database, caller, path.file_key, 'read');
  if (file.mainFileKey !== null) {
    throw badRequest('file_key names a branch; published variables are those of a main file.');
  }
  const publication = (await currentPublication(context, file.key)) ?? nothingPublished;
  return { json: await runYielding(publishedAnswer(publication)) };
};

const nothingPublished = { state: emptyState, marks: new Map() };
