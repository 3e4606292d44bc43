import type { FastifyInstance } from 'fastify';

/**
 * Lets pages of any origin call the interface, without credentials: the caller is known by a token in a
 * header, never by a cookie.
 *
 * @see ruling H23
 */
export function allowCrossOrigin(
  app: FastifyInstance,
  basePath: string,
  tokenHeaders: readonly string[],
): void {
  const allowedHeaders = ['Authorization', 'Content-Type', 'If-None-Match', ...tokenHeaders].join(', ');
  app.addHook('onRequest', async (request, reply) => {
    if (!isOpenToOrigins(request.url, basePath)) return;
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', 'ETag, Retry-After, X-Request-Id');
  });
  app.options('/*', async (request, reply) => {
    if (!isOpenToOrigins(request.url, basePath)) return reply.callNotFound();
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
      .header('access-control-allow-headers', allowedHeaders)
      .header('access-control-max-age', '86400')
      .send();
  });
}

/** The interface and its downloads; not the workspace's own routes nor its pages. */
function isOpenToOrigins(url: string, basePath: string): boolean {
  return (
    url.startsWith(basePath) &&
    /^\/(v1|v2|image-fills|images|thumbnails|openapi\.json)(?:[/?]|$)/.test(url.slice(basePath.length))
  );
}
