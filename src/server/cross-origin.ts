import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { rateLimitHeaders } from './limit-rate.ts';

const exposedHeaders = ['ETag', 'Retry-After', 'X-Request-Id', ...rateLimitHeaders].join(', ');

/**
 * Lets pages of any origin call the interface, without credentials: the caller is known by a token in a
 * header, never by a cookie.
 *
 * @see ruling H23
 */
export function allowCrossOrigin(
  app: FastifyInstance,
  basePaths: readonly string[],
  tokenHeaders: readonly string[],
): void {
  const allowedHeaders = ['Authorization', 'Content-Type', 'If-None-Match', ...tokenHeaders].join(', ');
  app.addHook('onRequest', (request, reply, done) => {
    if (isOpenToOrigins(request.url, basePaths)) openTo(reply, exposedHeaders);
    done();
  });
  app.options('/*', async (request, reply) => {
    if (!isOpenToOrigins(request.url, basePaths)) return reply.callNotFound();
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
      .header('access-control-allow-headers', allowedHeaders)
      .header('access-control-max-age', '86400')
      .send();
  });
}

/**
 * Lets frames that the page around them gives no origin (`sandbox`) load the viewer, and what it shows: pages of
 * any origin may read that then, without credentials, which is what anyone may see.
 */
export function allowFramesWithoutOrigin(
  app: FastifyInstance,
  basePaths: readonly string[],
  { embedAncestors }: Config,
): void {
  if (!embedAncestors.includes('*')) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (isBelow(request.url, basePaths, framedPaths)) openTo(reply, 'Retry-After');
    done();
  });
}

function openTo(reply: FastifyReply, exposed: string): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', exposed);
}

/** The interface and its downloads; not the workspace's own routes nor its pages. */
const openPaths = /^\/(v1|v2|image-fills|images|thumbnails|openapi\.json)(?:[/?]|$)/;
const framedPaths = /^\/(viewer\/v1|assets)\//;

const isOpenToOrigins = (url: string, basePaths: readonly string[]): boolean =>
  isBelow(url, basePaths, openPaths);

const isBelow = (url: string, basePaths: readonly string[], paths: RegExp): boolean =>
  basePaths.some((basePath) => url.startsWith(basePath) && paths.test(url.slice(basePath.length)));
