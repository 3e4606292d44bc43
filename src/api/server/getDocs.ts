import { publishedDocument } from '../../contract/published-document.ts';
import type { Handler } from '../../operation.ts';
import { madeOnce } from './made-once.ts';
import { referencePage } from './reference-page.ts';
import { referenceStyleSource } from './reference-style.ts';

/** The published description as a page to read: no script, nothing loaded from elsewhere. */
export const getDocs: Handler<'getDocs'> = async (_call, context) => ({
  ...page(context),
  headers: {
    'content-security-policy': `default-src 'none'; style-src ${referenceStyleSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  },
});

const page = madeOnce('text/html; charset=utf-8', (by) => referencePage(publishedDocument(by)));
