import { publishedDocument } from '../../contract/published-document.ts';
import type { Handler } from '../../operation.ts';
import { madeOnce } from './made-once.ts';

/** The description of everything this server answers, with its own addresses. @see VER-12 */
export const getOpenApi: Handler<'getOpenApi'> = async (_call, { addresses }) => description(addresses);

const description = madeOnce('application/json; charset=utf-8', (addresses) =>
  JSON.stringify(publishedDocument(addresses)),
);
