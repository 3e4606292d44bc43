import type { OperationId } from '../contract/contract.ts';
import { operationContract } from '../contract/contract.ts';
import type { PublishedContent } from '../contract/published-document.ts';
import { contractDocument, referred } from '../contract/published-document.ts';
import type { Schema } from '../contract/schema.ts';
import type { DocumentCheck, SchemaCheck } from '../contract/schema-checks.ts';
import { compileCheck } from '../contract/schema-checks.ts';
import { schemaSentences } from '../contract/schema-sentences.ts';

/** An answer as a client sees it. */
export interface SeenAnswer {
  readonly status: number;
  /** The `Content-Type` header, or undefined without one. */
  readonly contentType: string | undefined;
  /** The parsed body of a JSON answer. */
  readonly json?: unknown;
  /** Set where the answer has no body at all. */
  readonly isEmpty?: boolean;
}

/** Refusals that any request can meet before its operation is known or at work. */
const anywhere = new Set([408, 413, 414, 415, 429, 431, 500, 501, 503]);

const checks = new Map<string, SchemaCheck>();

/**
 * Says where an answer differs from the contract of its operation; nothing when it agrees. For harnesses of
 * tests: the server does not check its own answers.
 */
export function answerProblems(
  id: OperationId,
  answer: SeenAnswer,
  documents: DocumentCheck = 'contract',
): string[] {
  const described = describedAnswer(id, answer.status);
  if (described === undefined) return [`${id} answered ${answer.status}, which its contract does not name.`];
  const content = described.content ?? {};
  if (Object.keys(content).length === 0 || answer.isEmpty === true) return emptyProblems(id, content, answer);
  return contentProblems(id, content, answer, documents);
}

function describedAnswer(id: OperationId, status: number): PublishedContent | undefined {
  const { method, path } = operationContract(id);
  const responses = contractDocument().paths[path]?.[method]?.responses ?? {};
  const response = responses[status] ?? (anywhere.has(status) ? responses.default : undefined);
  return response === undefined ? undefined : referred(response);
}

function emptyProblems(
  id: OperationId,
  content: NonNullable<PublishedContent['content']>,
  answer: SeenAnswer,
): string[] {
  const isPromised = Object.keys(content).length > 0;
  if (isPromised && answer.isEmpty === true)
    return [`${id} answered ${answer.status} without the body its contract names.`];
  if (!isPromised && answer.contentType !== undefined && answer.isEmpty !== true) {
    return [`${id} answered ${answer.status} with a body that its contract does not name.`];
  }
  return [];
}

function contentProblems(
  id: OperationId,
  content: NonNullable<PublishedContent['content']>,
  answer: SeenAnswer,
  documents: DocumentCheck,
): string[] {
  const type = answer.contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const found = content[type] ?? content['*/*'];
  if (found === undefined) {
    const promised = Object.keys(content).join(' or ');
    return [`${id} answered ${answer.status} as "${type}" where its contract names ${promised}.`];
  }
  if (type !== 'application/json' || found.schema === undefined) return [];
  return jsonProblems(id, found.schema, answer, documents);
}

function jsonProblems(
  id: OperationId,
  schema: Schema,
  answer: SeenAnswer,
  documents: DocumentCheck,
): string[] {
  const key = `${id} ${answer.status} ${documents}`;
  const check = checks.get(key) ?? compileCheck(schema, documents);
  checks.set(key, check);
  try {
    return schemaSentences(check(answer.json), 'answer').map(
      (sentence) => `${id} ${answer.status}: ${sentence}`,
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [
      `${id} ${answer.status}: the document is too deep to be held to the contract; check its outline.`,
    ];
  }
}
