import { runYielding } from '../../content/yielding.ts';
import { findPublication } from '../../file-variables/find-publication.ts';
import type { Handler } from '../../operation.ts';
import { publishedAnswer } from '../../variables/published-variables.ts';

/**
 * The variables and collections of a library as it published them the last time; none before the first.
 *
 * @see PUB-01…PUB-10
 */
export const getPublishedVariables: Handler<'getPublishedVariables'> = async ({ caller, path }, context) => {
  const publication = await findPublication(context, caller, path.file_key);
  return { json: await runYielding(publishedAnswer(publication)) };
};
