import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Caller } from '../access/caller.ts';
import { servedPaths } from '../access/public-addresses.ts';
import { BlobNotFound } from '../blobs/blob-store.ts';
import { BlobDamaged, StoreAway } from '../blobs/object-store.ts';
import { notingDesigns, openedDesigns } from '../content/opened-designs.ts';
import type { Context } from '../context.ts';
import { BeingRestored } from '../database/being-restored.ts';
import { isOvertaken } from '../database/overtaken.ts';
import { DatabaseAway } from '../database/postgres-pool.ts';
import { WriterBusy } from '../database/write-queue.ts';
import { ApiError, errorBody, sentences } from '../errors.ts';
import { NobodyDraws } from '../images/hand-over.ts';
import { ImageNotKept } from '../images/rendering-once.ts';
import { nothingHerePage } from '../pages/message-page.ts';
import { bindAgents } from './agents.ts';
import { bindOperations } from './bind-operations.ts';
import { roomForBodies } from './body-room.ts';
import { bindConsole, servesPages } from './console.ts';
import { allowCrossOrigin, allowFramesWithoutOrigin } from './cross-origin.ts';
import { bindFilePages } from './file-pages.ts';
import { hasHungUp, hungUpStatus, onceClosed } from './hang-up.ts';
import { everyAnswer } from './headers-of-every-answer.ts';
import { nulRefusal } from './json-body.ts';
import { logCalls } from './log-calls.ts';
import { fromAnywhere } from './raw-refusal.ts';
import { leaveBodies } from './read-body.ts';
import { recordRequests } from './record-requests.ts';
import { answersPages, homeOf, refusalAnswer, takesPages } from './refusal-answer.ts';
import { refuseHosts } from './refuse-hosts.ts';
import { refuseOversized } from './refuse-oversized.ts';
import { tellOfRequest } from './tell-of-request.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { type UnreadAnswers, unreadAnswers } from './unread-answers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known; absent on open operations. */
    caller?: Caller;
    /** Operation that the request was routed to. */
    operation?: string;
  }
  interface FastifyInstance {
    readonly unreadAnswers: UnreadAnswers;
  }
  interface FastifyContextConfig {
    /** Operation of a route; known before anything of a request was looked at. */
    operation?: string;
  }
}

/** The whole HTTP side of the server; it is given requests by the listener and never listens itself. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const every = everyAnswer(context.addresses, context.ids);
  const app = fastify({
    requestIdHeader: false,
    genReqId: () => context.ids.uuid(),
    trustProxy: context.config.trustedProxies.length > 0 ? trustedProxies(context.config) : false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 1000,
      querystringParser: (text) => ({ '': text }),
    },
    return503OnClosing: false,
    forceCloseConnections: false,
    // These come before all hooks.
    frameworkErrors: (error, request, reply) => {
      tellOnce(request, reply, context);
      reply.headers({ ...every({ isSecure: true, requestId: request.id }), ...fromAnywhere });
      return refuse(error, request, reply, context);
    },
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) =>
    refuse(await damageBehind(error, context), request, reply, context),
  );
  app.setNotFoundHandler((request, reply) => {
    dropRest(request);
    if (!takesPages(request.headers)) return reply.code(404).send(errorBody(404, 'Not found'));
    const { status, headers, contentType, text } = nothingHerePage(homeOf(request.url, context));
    return reply
      .code(status ?? 404)
      .headers(headers ?? {})
      .type(contentType)
      .send(text);
  });
  leaveBodies(app);
  app.decorate('unreadAnswers', unreadAnswers());
  logCalls(app, context);
  if (context.testMode !== undefined) recordRequests(app, context.testMode, context);
  app.addHook('onRequest', (request, reply, done) => {
    tellOnce(request, reply, context);
    reply.headers(every({ isSecure: true, requestId: request.id }));
    refuseOversized(request.raw);
    refuseHosts(request.raw);
    if (request.url.includes('%00')) throw nulRefusal();
    notingDesigns(done);
  });
  bindPaths(app, context);
  await app.ready();
  return app;
}

/** All that is served, below each of the paths of the settings. */
function bindPaths(app: FastifyInstance, context: Context): void {
  const { whole, pages, web } = servedPaths(context.config);
  allowCrossOrigin(app, whole, context.config.tokenHeaders);
  allowFramesWithoutOrigin(app, [...whole, ...web], context.config);
  const operations = { context, bodies: roomForBodies() };
  for (const path of whole) bindOperations(app, path, operations);
  for (const path of pages) bindOperations(app, path, operations, answersPages);
  for (const path of web) bindOperations(app, path, operations, servesPages);
  // A message waits for the operations that its tool calls.
  const messages = { context, bodies: roomForBodies() };
  for (const path of whole) bindAgents(app, path, messages);
  for (const path of [...whole, ...web]) {
    bindConsole(app, path, context);
    bindFilePages(app, path, context);
  }
}

/** Tells of a request once: when its answer is over, or nobody waits for it any more. */
function tellOnce(request: FastifyRequest, reply: FastifyReply, context: Context): void {
  const beganAt = performance.now();
  onceClosed(reply.raw, (isBroken) => {
    const isHungUp = request.raw.aborted || isBroken;
    const status = isHungUp ? hungUpStatus : reply.statusCode;
    tellOfRequest(request, { status, durationMs: performance.now() - beganAt }, context);
  });
}

const frameworkSentences: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The path of the request is not well-formed.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The Content-Type of the body is not well-formed.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the path is too long.',
};

/** What fails unexpectedly may do so over a damaged design: that is what is told then. */
async function damageBehind(error: Error, { snapshots }: Context): Promise<Error> {
  if (refusalOf(error).sentence !== sentences.unexpected) return error;
  try {
    for (const id of openedDesigns()) await snapshots.prove(id);
    return error;
  } catch (cause) {
    return cause instanceof BlobDamaged ? cause : error;
  }
}

function refuse(error: Error, request: FastifyRequest, reply: FastifyReply, context: Context): FastifyReply {
  if (reply.sent) return reply;
  dropRest(request);
  const { sentence, headers, ...refused } = refusalOf(error);
  // What is broken off since nobody waits for it is no failure of the server.
  const status = refused.status >= 500 && hasHungUp(request, reply) ? hungUpStatus : refused.status;
  const home = homeOf(request.url, context);
  const refusal = refusalAnswer(request, { status, sentence, code: codeOf(error), home });
  const isOurs = error instanceof ApiError && error.cause === undefined;
  if (status >= 500 && !isOurs) {
    context.log.error(
      { requestId: request.id, error: error.stack, cause: String(error.cause ?? '') },
      'request failed',
    );
  } else if (error instanceof ApiError && error.detail !== undefined) {
    context.log.info({ requestId: request.id, detail: error.detail }, 'request refused');
  }
  // Fastify would close the connection on a client that still sends, and might never read the refusal.
  if (reply.raw.shouldKeepAlive !== false) reply.removeHeader('connection');
  return reply
    .code(status)
    .headers({ ...refusal.headers, ...headers })
    .removeHeader('content-encoding')
    .type(refusal.contentType)
    .send(refusal.text);
}

const codeOf = (error: Error): string | undefined => (error instanceof ApiError ? error.code : undefined);

/** How long what is left of a refused body is read. */
const dropMs = 30_000;

/** Reads and drops what is left of a refused body, so that the client gets to read the refusal. */
function dropRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded) return;
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), dropMs).unref();
  raw.once('close', () => clearTimeout(timer));
}

const diskFullSentence = 'The disk of the server is full; nothing was stored.';

/** A full disk as the file system, the blob store and SQLite tell it. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === sqliteFull || isDiskFull(error.cause);
}

/** Where the store lies, and why it cannot be used, is for the log. */
const refusalOfStore = ({ isFull }: StoreAway): { sentence: string; headers: Record<string, string> } =>
  isFull
    ? { sentence: 'The store of the server is full; nothing was stored.', headers: { 'retry-after': '60' } }
    : {
        sentence:
          'What is stored cannot be reached at the moment. Nothing was changed; try again in a while.',
        headers: { 'retry-after': '5' },
      };

const damagedSentence =
  'What is stored of this design is lost or damaged. The log of the server says more to its administrator.';

const overtakenSentence =
  'Others changed what this needs at the same moment. Nothing was changed by it; try again.';

/** @see SQLITE_FULL */
const sqliteFull = 13;

export function refusalOf(error: Error): {
  status: number;
  sentence: string;
  headers: Record<string, string>;
} {
  if (error instanceof ApiError) {
    return { status: error.status, sentence: error.message, headers: { ...error.headers } };
  }
  if (error instanceof DatabaseAway || error instanceof WriterBusy || error instanceof BeingRestored)
    return { status: 503, sentence: error.message, headers: { 'retry-after': '5' } };
  if (isOvertaken(error))
    return { status: 503, sentence: overtakenSentence, headers: { 'retry-after': '1' } };
  if (error instanceof NobodyDraws)
    return { status: 503, sentence: error.message, headers: { 'retry-after': '5' } };
  if (error instanceof StoreAway) return { status: 503, ...refusalOfStore(error) };
  if (error instanceof BlobDamaged || error instanceof BlobNotFound)
    return { status: 500, sentence: damagedSentence, headers: {} };
  if (isDiskFull(error)) return { status: 507, sentence: diskFullSentence, headers: {} };
  if (error instanceof ImageNotKept) return { status: 500, sentence: error.message, headers: {} };
  const { statusCode, code } = error as FastifyError;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    // The interface knows no 415: a type that is not taken is a bad request like any other.
    const status = statusCode === 415 ? 400 : statusCode;
    return { status, sentence: frameworkSentences[code] ?? error.message, headers: {} };
  }
  return { status: 500, sentence: sentences.unexpected, headers: {} };
}
