import { contractDocument, publishedDocument, servedDocument } from '../../contract/published-document.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { servedBy, type TestParts } from '../../served-operations.ts';
import { madeOnce } from './made-once.ts';
import { headersFor, type ReferencePublisher, styleOf } from './reference-answer.ts';
import { slugOf, tagsOf } from './reference-entries.ts';
import { referenceTagPage } from './reference-page.ts';

/** The page of the reference for a tag: its operations, an example of each, and what they speak of. */
export const getDocsOfTag: Handler<'getDocsOfTag'> = async ({ path }, context) => {
  const page = pages().get(path.tag);
  if (page === undefined || !isThere(path.tag, context)) throw notFound('There is no such tag.');
  return { ...page(context), headers: headersFor(styleOf(context, '../')) };
};

const isThere = (slug: string, context: TestParts): boolean =>
  servedDocument(servedBy(context)).tags.some(({ name }) => slugOf(name) === slug);

type Pages = ReadonlyMap<string, ReturnType<typeof pageOf>>;
let made: Pages | undefined;

const pages = (): Pages => {
  made ??= new Map(tagsOf(contractDocument()).map(({ slug }) => [slug, pageOf(slug)]));
  return made;
};

const pageOf = (slug: string) =>
  madeOnce<ReferencePublisher>('text/html; charset=utf-8', (by, publisher) =>
    referenceTagPage(publishedDocument(by), styleOf(publisher, '../'), slug),
  );
