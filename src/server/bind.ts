import { constants } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import { requireApplier } from '../api/workspace/applyWorkspace.ts';
import type { Context } from '../context.ts';
import { bodyProblems } from '../contract/body-check.ts';
import {
  type BodyContract,
  type OperationContract,
  type OperationId,
  operationContract,
  operationIds,
} from '../contract/contract.ts';
import { parseParameters } from '../contract/parameters.ts';
import { ApiError, badRequest } from '../errors.ts';
import type { Answer, Call } from '../operation.ts';
import { operations } from '../operations.ts';
import { clientAddress } from './client-address.ts';
import { passFault } from './faults.ts';
import { identify } from './identify.ts';
import { type CountedCall, limitRate } from './limit-rate.ts';
import { queryOf } from './query-of.ts';
import { send } from './send.ts';

/** Largest JSON body, by operation; every other takes `commonBodyBytes`. */
const bodyBytes: Partial<Record<OperationId, number>> = {
  postVariables: 4 * 1024 * 1024,
  putFileVariables: 16 * 1024 * 1024,
};
const commonBodyBytes = 1024 * 1024;
/** An engine checks the whole body and has better reasons; the contract's check would only say it twice. */
const checkedByEngine: ReadonlySet<OperationId> = new Set(['postVariables']);
/** Operations whose body may be as large as an import. */
const importSized: ReadonlySet<OperationId> = new Set(['applyWorkspace', 'createTestWorkspace']);
/** Base64 makes of three bytes four. A body that is no longer than a string can be is turned into one safely. */
const importBodyBytes = (importMaxBytes: number): number =>
  Math.min(Math.ceil(importMaxBytes * 1.4), constants.MAX_STRING_LENGTH);
/** What a caller has to be before a body of that size is read. */
const checkedBeforeBody: Partial<Record<OperationId, (caller: Caller) => void>> = {
  applyWorkspace: requireApplier,
};

/**
 * Gives every operation of the register its route. The way of a request: caller, scope and rate limit
 * (`onRequest`, before any body is read), parameters, body, handler, answer.
 *
 * @see ruling H16
 */
export function bindOperations(
  app: FastifyInstance,
  basePath: string,
  context: Context,
  isWanted: (id: OperationId) => boolean = () => true,
): void {
  const bound = operationIds.filter((id) => isServed(id, context) && isWanted(id));
  app.register(
    async (scope) => {
      for (const id of bound.filter((id) => operationContract(id).body?.raw !== true))
        bind(scope, id, { basePath, context });
      scope.register(async (rawScope) => {
        rawScope.removeAllContentTypeParsers();
        rawScope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
        for (const id of bound.filter((id) => operationContract(id).body?.raw === true)) {
          bind(rawScope, id, { basePath, context });
        }
      });
    },
    { prefix: basePath },
  );
}

/** The paths of test mode do not exist without it. */
function isServed(id: OperationId, context: Context): boolean {
  return context.testMode !== undefined || !operationContract(id).path.startsWith('/test/');
}

function bind(
  app: FastifyInstance,
  id: OperationId,
  { basePath, context }: { basePath: string; context: Context },
): void {
  const contract = operationContract(id);
  const varyByToken = ['Authorization', ...context.config.tokenHeaders].join(', ');
  app.route({
    method: contract.method === 'get' ? ['GET', 'HEAD'] : [contract.method.toUpperCase() as 'PUT'],
    url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { operation: id },
    bodyLimit: importSized.has(id)
      ? importBodyBytes(context.config.importMaxBytes)
      : (bodyBytes[id] ?? commonBodyBytes),
    onRequest: async (request, reply) => {
      request.operation = id;
      if (!mustBeIdentified(id, request)) return;
      reply.header('cache-control', 'private, no-cache').header('vary', varyByToken);
      request.caller = await identify(
        { method: request.method, headers: request.headers, ipAddress: clientAddress(request) },
        id,
        context,
      );
      await limitRate(
        { id, caller: request.caller, params: request.params as CountedCall['params'] },
        context,
      );
      checkedBeforeBody[id]?.(request.caller);
      refuseForm(request, contract);
    },
    handler: async (request, reply) => {
      const answer = await answerTo(request, reply, { id, contract, basePath }, context);
      await send(request, reply, answer);
      return reply;
    },
  });
}

/** Measurements need no token on the machine itself. */
function mustBeIdentified(id: OperationId, request: FastifyRequest): boolean {
  if (id === 'getMetrics') return !isLoopback(request.ip);
  return !operationContract(id).open;
}

export function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '');
}

interface BoundRoute {
  readonly id: OperationId;
  readonly contract: OperationContract;
  readonly basePath: string;
}

async function answerTo(
  request: FastifyRequest,
  reply: FastifyReply,
  route: BoundRoute,
  context: Context,
): Promise<Answer> {
  const call = readCall(request, reply, route);
  if (context.testMode !== undefined) await passFault(context.testMode, route.id, reply);
  const handler = operations[route.id] as unknown as (
    call: Call<OperationId>,
    context: Context,
  ) => Promise<Answer>;
  return handler(call, context);
}

/**
 * Reads parameters and body.
 * @throws ApiError 400 naming the first thing that is wrong
 */
function readCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, contract, basePath }: BoundRoute,
): Call<OperationId> {
  const { path, query, problems } = parseParameters(contract, {
    path: request.params as Record<string, string>,
    query: queryOf(request.url),
  });
  if (problems.length > 0) throw badRequest(problems.join(' '));
  const hangUp = new AbortController();
  reply.raw.once('close', () => {
    // Over HTTP/2 an answer that was broken off counts as finished, but not as ended.
    if (!reply.raw.writableEnded || !reply.raw.writableFinished) hangUp.abort();
  });
  return {
    operation: id,
    caller: request.caller as Caller,
    path,
    query,
    body: readBody(request, id, contract),
    headers: request.headers,
    signal: hangUp.signal,
    requestId: request.id,
    basePath,
    ipAddress: clientAddress(request),
  } as unknown as Call<OperationId>;
}

function readBody(request: FastifyRequest, id: OperationId, contract: OperationContract): unknown {
  if (contract.body === null) return undefined;
  // Over HTTP/2 a body may come with neither length nor type; Fastify takes no notice of it then.
  if (contract.body.raw) return request.body ?? request.raw;
  if (isForm(contract.body) && request.body !== undefined && !isFormType(request.headers['content-type']))
    throw badRequest(`The body has to be a form, of the type ${contract.body.contentTypes[0]}.`);
  const problems = checkedByEngine.has(id) ? [] : bodyProblems(id, request.body);
  if (problems.length > 0) throw badRequest(problems.slice(0, 5).join(' '));
  return request.body;
}

/** Forms are read for the token endpoints; any other operation takes them as little as other types. */
function refuseForm({ headers }: FastifyRequest, { body }: OperationContract): void {
  if (body === null || body.raw || isForm(body) || headers['content-length'] === '0') return;
  if (isFormType(headers['content-type']))
    throw new ApiError(415, 'The content type of the body is not one that this endpoint takes.');
}

const isFormType = (type = ''): boolean => /^application\/x-www-form-urlencoded\b/i.test(type);

const isForm = ({ contentTypes }: BodyContract): boolean => isFormType(contentTypes[0]);
