import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import {
  type OperationContract,
  type OperationId,
  operationContract,
  operationIds,
} from '../contract/contract.ts';
import { parseParameters } from '../contract/parameters.ts';
import { ApiError, badRequest, sentences } from '../errors.ts';
import { mirrorHeader } from '../mirrors/mirror-header.ts';
import { readThrough } from '../mirrors/read-through.ts';
import { openedOnce } from '../opened-once.ts';
import type { Answer, Call } from '../operation.ts';
import { operations } from '../operations.ts';
import { servedBy } from '../served-operations.ts';
import { requireApplier } from '../workspace-file/require-applier.ts';
import { type BodyRoom, type roomForBodies, senderOf } from './body-room.ts';
import { clientAddress } from './client-address.ts';
import { hangUpOf } from './hang-up.ts';
import { identify } from './identify.ts';
import { passFault } from './injected-faults.ts';
import { limitRate } from './limit-rate.ts';
import type { CountedCall } from './plan-of-request.ts';
import { queryOf } from './query-parameters.ts';
import { readBody } from './read-body.ts';
import { send } from './send-answer.ts';

/** An engine checks the whole body and has better reasons; the contract's check would only say it twice. */
const checkedByEngine: ReadonlySet<OperationId> = new Set(['postVariables']);
/** What a caller has to be before a body of that size is read. */
const checkedBeforeBody: Partial<Record<OperationId, (caller: Caller) => void>> = {
  applyWorkspace: requireApplier,
};

/** What all routes share, at whatever path. */
export interface BoundParts {
  readonly context: Context;
  readonly bodies: ReturnType<typeof roomForBodies>;
}

/**
 * Gives every operation of the register its route. The way of a request: caller, scope and rate limit
 * (`onRequest`, before any body is read), parameters, body, handler, answer.
 *
 * @see ruling H16
 */
export function bindOperations(
  app: FastifyInstance,
  basePath: string,
  { context, bodies }: BoundParts,
  isWanted: (id: OperationId) => boolean = () => true,
): void {
  const isServed = servedBy(context);
  const bound = operationIds.filter((id) => isServed(id) && isWanted(id));
  app.register(
    async (scope) => {
      for (const id of bound) bind(scope, id, { basePath, bodies, context });
    },
    { prefix: basePath },
  );
}

function bind(
  app: FastifyInstance,
  id: OperationId,
  { context, ...place }: BoundParts & { readonly basePath: string },
): void {
  const contract = operationContract(id);
  const varyByToken = ['Authorization', ...context.config.tokenHeaders].join(', ');
  app.route({
    method: contract.method === 'get' ? ['GET', 'HEAD'] : [contract.method.toUpperCase() as 'PUT'],
    url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { operation: id },
    onRequest: async (request, reply) => {
      request.operation = id;
      if (!mustBeIdentified(contract, request)) return;
      reply.header('cache-control', 'private, no-cache').header('vary', varyByToken);
      const params = request.params as CountedCall['params'];
      const { method, headers } = request;
      const asked = { method, headers, ipAddress: clientAddress(request), fileKey: params.file_key };
      request.caller = await identify(asked, contract, context);
      await limitRate({ id, caller: request.caller, params }, context);
      checkedBeforeBody[id]?.(request.caller);
    },
    handler: async (request, reply) => {
      const route = { id, contract, ...place };
      const answer = await answerTo(request, reply, route, context).catch(async (error) => {
        if (!(await isReadThrough(error, request, contract, context))) throw error;
        return answerTo(request, reply, route, context);
      });
      await tellOfMirror(request, reply, answer, context);
      await send(request, reply, answer);
      return reply;
    },
  });
}

/** Whether a file that is not there is by now, as somebody asked for it who may read it elsewhere. @throws ApiError 429 */
async function isReadThrough(
  error: unknown,
  request: FastifyRequest,
  { method }: OperationContract,
  context: Context,
): Promise<boolean> {
  const { file_key: key } = request.params as Readonly<Record<string, string | undefined>>;
  const isUnknown = error instanceof ApiError && error.message === sentences.fileNotFound;
  if (!isUnknown || key === undefined || method !== 'get') return false;
  if (context.config.readThrough === undefined || request.caller === undefined) return false;
  return readThrough(context, request.caller, fileKeyOf(key));
}

/** Answers about a mirrored file say whether it is what its upstream has. */
async function tellOfMirror(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  context: Context,
): Promise<void> {
  const { file_key: named } = request.params as Readonly<Record<string, string | undefined>>;
  const key = named === undefined ? answer.fileKey : fileKeyOf(named);
  const value = key === undefined ? undefined : await mirrorHeader(context, key);
  if (value !== undefined) reply.header('x-vitrine-mirror', value);
}

/** What checks bodies compiles the contract, and is read for the first of them: asking Node for it again takes 10 µs. */
const bodyCheck = openedOnce(() => import('../contract/body-check.ts'));

function mustBeIdentified({ open, tokenElsewhere }: OperationContract, request: FastifyRequest): boolean {
  return tokenElsewhere ? !isLoopback(request.ip) : !open;
}

export function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '');
}

interface BoundRoute {
  readonly id: OperationId;
  readonly contract: OperationContract;
  readonly basePath: string;
  readonly bodies: BoundParts['bodies'];
}

async function answerTo(
  request: FastifyRequest,
  reply: FastifyReply,
  route: BoundRoute,
  context: Context,
): Promise<Answer> {
  const hangUp = hangUpOf(reply.raw);
  const room = route.bodies(senderOf(request, hangUp));
  try {
    const call = await readCall(request, { hangUp, room }, route, context);
    await passFault(request, reply, route.id, context);
    const handler = operations[route.id] as unknown as (
      call: Call<OperationId>,
      context: Context,
    ) => Promise<Answer>;
    return await handler(call, context);
  } finally {
    room.leave();
  }
}

interface Reading {
  readonly hangUp: () => AbortSignal;
  readonly room: BodyRoom;
}

/**
 * Reads parameters and body.
 * @throws ApiError 400 naming the first thing that is wrong
 */
async function readCall(
  request: FastifyRequest,
  { hangUp, room }: Reading,
  route: BoundRoute,
  context: Context,
): Promise<Call<OperationId>> {
  const { id, contract, basePath } = route;
  const { path, query, problems } = parseParameters(contract, {
    path: request.params as Record<string, string>,
    query: queryOf(request.url),
  });
  if (problems.length > 0) throw badRequest(problems.join(' '));
  return {
    operation: id,
    caller: request.caller as Caller,
    path,
    query,
    body: await checkedBody(request, room, route, context),
    headers: request.headers,
    signal: hangUp,
    requestId: request.id,
    basePath,
    ipAddress: clientAddress(request),
  } as unknown as Call<OperationId>;
}

/** @throws ApiError 400, 413, 415 */
async function checkedBody(
  request: FastifyRequest,
  room: BodyRoom,
  { id, contract }: BoundRoute,
  { config, testMode }: Context,
): Promise<unknown> {
  const sent = await readBody(request, { contract, importMaxBytes: config.importMaxBytes }, room);
  if (contract.body === null || contract.body.raw) return sent;
  // Test mode tells of it; otherwise nothing holds it once the operation is done.
  if (testMode !== undefined) request.body = sent;
  const { bodyProblems, namedFields } = await bodyCheck.get();
  const body = namedFields(id, sent);
  const problems = checkedByEngine.has(id) ? [] : bodyProblems(id, body);
  if (problems.length > 0) throw badRequest(problems.slice(0, 5).join(' '));
  return body;
}
