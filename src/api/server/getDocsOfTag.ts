import { contractDocument, publishedDocument } from '../../contract/published-document.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { madeOnce } from './made-once.ts';
import { headersFor, type ReferencePublisher, styleOf } from './reference-answer.ts';
import { tagsOf } from './reference-entries.ts';
import { referenceTagPage } from './reference-page.ts';

/** The page of the reference for a tag: its operations, an example of each, and what they speak of. */
export const getDocsOfTag: Handler<'getDocsOfTag'> = async ({ path }, context) => {
  const page = pages().get(path.tag);
  if (page === undefined) throw notFound('There is no such tag.');
  return { ...page(context), headers: headersFor(styleOf(context, '../')) };
};

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
