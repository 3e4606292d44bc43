import type { FastifyRequest } from 'fastify';
import { homePath, servedPaths } from '../access/public-addresses.ts';
import type { Context } from '../context.ts';
import { type OperationId, operationContract } from '../contract/contract.ts';
import { errorBody } from '../errors.ts';
import type { TextAnswer } from '../operation.ts';
import { refusalPage } from '../pages/message-page.ts';

interface Refusal {
  readonly status: number;
  readonly sentence: string;
  /** What RFC 6749 calls it. */
  readonly code: string | undefined;
  /** Where people go on from a page of it. */
  readonly home: string;
}

/** A refusal in the form that its reader expects: a page for people, the body of the interface for tools. */
export function refusalAnswer(request: FastifyRequest, refusal: Refusal): TextAnswer {
  const { status, sentence } = refusal;
  const operation = request.operation ?? request.routeOptions.config?.operation;
  const isForPeople = isOperation(operation) ? answersPages(operation) : takesPages(request.headers);
  if (isForPeople) return refusalPage(status, sentence, refusal.home);
  const body = errorBody(status, sentence);
  if (!isOperation(operation) || !answersTokens(operation)) return jsonAnswer(body, {});
  const code = refusal.code ?? (status < 500 ? 'invalid_request' : 'server_error');
  const headers = { 'cache-control': 'no-store', pragma: 'no-cache' };
  return jsonAnswer({ ...body, error: code, error_description: sentence }, headers);
}

/** Whether a browser opens the address, or what says that it takes pages. */
export const takesPages = (headers: FastifyRequest['headers']): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '');

/** Where people find their files, below the path by which they came. */
export function homeOf(url: string, { config }: Context): string {
  const { whole, web, pages } = servedPaths(config);
  const here = [...pages, ...web, ...whole].find((path) => path !== '' && `${url}/`.startsWith(`${path}/`));
  return homePath(config, here ?? whole[0] ?? '');
}

const isOperation = (operation: string | undefined): operation is OperationId => operation !== undefined;

export const answersPages = (id: OperationId): boolean =>
  operationContract(id).tag === 'OAuth' && operationContract(id).answerTypes.includes('text/html');

/** The token endpoints, whose errors have the members of RFC 6749 besides. @see ruling H5 */
const answersTokens = (id: OperationId): boolean => operationContract(id).tag === 'OAuth';

function jsonAnswer(body: object, headers: Record<string, string>): TextAnswer {
  return { text: JSON.stringify(body), contentType: 'application/json; charset=utf-8', headers };
}
