import { publishedDocument, servedDocument } from '../../contract/published-document.ts';
import type { Handler } from '../../operation.ts';
import { servedBy } from '../../served-operations.ts';
import { madeOnce } from './made-once.ts';
import { headersFor, type ReferencePublisher, styleOf } from './reference-answer.ts';
import { referencePage } from './reference-page.ts';

const contentType = 'text/html; charset=utf-8';

/** The published description as pages to read: no script, nothing loaded from elsewhere. Of a search, what it finds. */
export const getDocs: Handler<'getDocs'> = async ({ query }, context) => {
  const style = styleOf(context, '');
  const sought = query.q?.trim() ?? '';
  const headers = headersFor(style);
  if (sought === '') return { ...page(context), headers };
  return { text: referencePage(servedDocument(servedBy(context)), style, sought), contentType, headers };
};

const page = madeOnce<ReferencePublisher>(contentType, (by, publisher) =>
  referencePage(publishedDocument(by), styleOf(publisher, '')),
);
