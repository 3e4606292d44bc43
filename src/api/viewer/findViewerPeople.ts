import { peopleWhoseNamesBegin } from '../../comments/mentionable-people-store.ts';
import { notFound, sentences } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { viewedFile } from '../../sites/viewed-pages-store.ts';

const mostFound = 8;

/** Finds whom a comment on the file may mention, as their names are written. */
export const findViewerPeople: Handler<'findViewerPeople'> = async (call, context) => {
  const { file, role, viewer } = await viewedFile({ ...call, query: {} }, context);
  if (role === undefined || viewer === undefined) throw notFound(sentences.fileNotFound);
  const beginning = call.query.name;
  const people = await peopleWhoseNamesBegin(context.database, viewer, file, { beginning, limit: mostFound });
  return {
    json: { people: people.map(({ id, handle, imgUrl }) => ({ id, handle, img_url: imgUrl })) },
    headers: { 'cache-control': 'private, no-cache' },
  };
};
