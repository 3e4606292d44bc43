import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { rateLimitHeaders } from './limit-rate.ts';

const openTo = (exposed: string) => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
});

/** Headers of answers that pages of any origin may read. */
export const openToOrigins: Readonly<Record<string, string>> = openTo(
  ['ETag', 'Retry-After', 'X-Request-Id', ...rateLimitHeaders].join(', '),
);

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
    if (isOpenToOrigins(request.url, basePaths)) reply.headers(openToOrigins);
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
    if (isBelow(request.url, basePaths, framedPaths)) reply.headers(openTo('Retry-After'));
    done();
  });
}

/** The interface and its downloads; not the workspace's own routes nor its pages. */
const openPaths = /^\/(v1|v2|image-fills|images|thumbnails|openapi\.json)(?:[/?]|$)/;
const framedPaths = /^\/(viewer\/v1|assets)\//;

const isOpenToOrigins = (url: string, basePaths: readonly string[]): boolean =>
  isBelow(url, basePaths, openPaths);

const isBelow = (url: string, basePaths: readonly string[], paths: RegExp): boolean =>
  basePaths.some((basePath) => url.startsWith(basePath) && paths.test(url.slice(basePath.length)));
