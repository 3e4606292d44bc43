import type { Operations } from '../../contract/contract.ts';
import { publishedDocument } from '../../contract/published-document.ts';
import type { Handler } from '../../operation.ts';

/** The description of everything this server answers, with its own addresses. @see VER-12 */
export const getOpenApi: Handler<'getOpenApi'> = async (_call, { addresses }) => ({
  json: publishedDocument(addresses) as unknown as Operations['getOpenApi']['answer'],
});
