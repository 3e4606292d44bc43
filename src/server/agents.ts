import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nextTurn } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors.ts';
import { askInside } from './ask-inside.ts';
import type { BoundParts } from './bind-operations.ts';
import { senderOf } from './body-room.ts';
import { clientAddress } from './client-address.ts';
import { hangUpOf } from './hang-up.ts';
import { type IdentifiedOperation, identify } from './identify.ts';
import { readJson } from './read-body.ts';
import { bindWhereAgentsAsk, whereAgentsAsk } from './where-agents-ask.ts';

/** Largest message of an agent. */
const mostBodyBytes = 2 ** 20;

/** The protocol has no lists of messages any more: the answers to a hundred would be in memory together. */
const oneMessage = 'Send one message a request: lists of messages are not taken.';

/** Whoever has a token may speak here; what its scopes open is asked at each call that a tool makes. */
const mcp: IdentifiedOperation = {
  path: '/mcp',
  tag: 'Agents',
  scopes: [],
  tokenKinds: ['personal', 'oauth'],
  unauthorized: { missing: 401, invalid: 401 },
  missingScope: 403,
};

/** Serves the Model Context Protocol: one message a request, and nothing kept between them. */
export function bindAgents(app: FastifyInstance, basePath: string, { context, bodies }: BoundParts): void {
  bindWhereAgentsAsk(app, basePath, context);
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: `${basePath}/mcp`,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      const { method, headers } = request;
      reply.header('cache-control', 'no-store');
      reply.header('www-authenticate', `Bearer resource_metadata="${whereAgentsAsk(context)}"`);
      request.caller = await identify({ method, headers, ipAddress: clientAddress(request) }, mcp, context);
      reply.removeHeader('www-authenticate');
    },
    handler: async (request, reply) => {
      const signal = hangUpOf(reply.raw)();
      const room = bodies(senderOf(request, () => signal));
      try {
        const parsedBody =
          request.method === 'POST' ? await readJson(request, mostBodyBytes, room) : undefined;
        if (Array.isArray(parsedBody)) throw badRequest(oneMessage);
        // A message takes a millisecond or two before it waits for anything, and many may come at once.
        await nextTurn();
        signal.throwIfAborted();
        const handler = await handlerFor(request, { signal, basePath }, context);
        const { method } = request;
        const asked = new Request('https://vitrine.invalid/mcp', {
          method,
          headers: spoken(request),
          signal,
        });
        return await answered(reply, await handler.fetch(asked, { parsedBody }));
      } finally {
        room.leave();
      }
    },
  });
}

/** Of the caller of this request; made when the first comes, since nothing else of a server needs it. */
async function handlerFor(
  request: FastifyRequest,
  asked: { readonly signal: AbortSignal; readonly basePath: string },
  { config, log }: Context,
): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { agentServer } = await import('../agents/agent-server.ts');
  const ask = askInside(request, { ...asked, tokenHeaders: config.tokenHeaders });
  return createMcpHandler(() => agentServer(ask), {
    // Nothing that agents may be told of changes while a server runs.
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ error: String(error) }, 'a message of an agent was refused'),
  });
}

/** The headers that the protocol has. */
function spoken({ headers }: FastifyRequest): Headers {
  const own = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-.*)$/.test(name));
  return new Headers(own.map(([name, value]): [string, string] => [name, String(value)]));
}

async function answered(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const name of ['content-type', 'allow']) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
}
