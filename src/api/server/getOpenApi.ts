import { publishedDocument } from '../../contract/published-document.ts';
import type { Handler } from '../../operation.ts';
import { madeOnce } from './made-once.ts';

/** The description of everything this server answers, with its own addresses. @see VER-12 */
export const getOpenApi: Handler<'getOpenApi'> = async (_call, context) => description(context);

const description = madeOnce('application/json; charset=utf-8', (by) =>
  JSON.stringify(publishedDocument(by)),
);
