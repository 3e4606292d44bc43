import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type OperationId, operationContract } from '../contract/contract.ts';
import type { ReceivedRequest, TestMode } from '../test-mode.ts';
import { beforeAnswer } from './before-answer.ts';
import { queryOf } from './query-parameters.ts';
import { isSecretName, withoutPathTokens } from './request-log.ts';
import { credentialsOf, type MaskText, maskSecrets } from './secret-values.ts';

/** Remembers the calls of the interface, secrets masked, for `GET /test/v1/requests`. */
export function recordRequests(app: FastifyInstance, testMode: TestMode, context: Context): void {
  const secretHeaders = new Set([
    'authorization',
    'cookie',
    'x-vitrine-csrf',
    'proxy-authorization',
    ...context.config.tokenHeaders.map((name) => name.toLowerCase()),
  ]);
  beforeAnswer(app, (request, status) => {
    if (isTestControl(request.operation)) return;
    const mask = maskSecrets(credentialsOf(request.headers, context.config.tokenHeaders));
    const received: ReceivedRequest = {
      operation: request.operation ?? null,
      method: request.method,
      path: mask(withoutPathTokens(request.url.split('?', 1)[0] ?? '')),
      query: masked(Object.fromEntries(queryOf(request.url)), isSecretName, mask),
      headers: masked(flattened(request.headers), (name) => secretHeaders.has(name), mask),
      body: isPlain(request.body) ? withoutSecrets(request.body, mask) : null,
      status,
      at: new Date(context.clock.now()).toISOString(),
    };
    testMode.received.add(received, request.url.length + (Number(request.headers['content-length']) || 0));
  });
}

/** The calls that control the test are not part of what is tested. */
function isTestControl(operation: string | undefined): boolean {
  return operation !== undefined && operationContract(operation as OperationId).path.startsWith('/test/');
}

function masked(
  values: Record<string, string>,
  isSecret: (name: string) => boolean,
  mask: MaskText,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      mask(name),
      isSecret(name) ? '***' : mask(withoutPathTokens(value)),
    ]),
  );
}

function flattened(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** Names of secrets, in forms and JSON. */
const secretFields = new Set([
  'access_token',
  'client_secret',
  'current_password',
  'code',
  'code_verifier',
  'form_token',
  'new_password',
  'passcode',
  'password',
  'plugin_payment_token',
  'refresh_token',
  'signature',
  'token',
]);

/** A copy of a JSON body whose secrets are masked, wherever they stand; null for one too deep to be written. */
function withoutSecrets(body: unknown, mask: MaskText): unknown {
  try {
    return JSON.parse(JSON.stringify(body, maskingWith(mask)));
  } catch {
    return null;
  }
}

const maskingWith =
  (mask: MaskText) =>
  (name: string, value: unknown): unknown => {
    if (secretFields.has(name) && value !== null) return '***';
    return typeof value === 'string' ? mask(value) : value;
  };

/** A JSON body; a stream of raw bytes is not kept. */
function isPlain(body: unknown): boolean {
  return body !== undefined && !(typeof body === 'object' && body !== null && 'pipe' in body);
}
