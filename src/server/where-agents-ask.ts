import type { FastifyInstance } from 'fastify';
import { appScopes } from '../access/scopes.ts';
import type { Context } from '../context.ts';

/** Address of what tells agents where they get a token. @see RFC 9728 */
export const whereAgentsAsk = ({ addresses }: Context): string => {
  const { origin, pathname } = new URL(addresses.base);
  return `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}/mcp`;
};

/** Serves to anybody what agents have to know of the authorization of this server. */
export function bindWhereAgentsAsk(app: FastifyInstance, basePath: string, { addresses }: Context): void {
  app.get(`/.well-known/oauth-protected-resource${basePath}/mcp`, async () => ({
    resource: `${addresses.base}/mcp`,
    authorization_servers: [addresses.base],
    bearer_methods_supported: ['header'],
    scopes_supported: [...appScopes],
  }));
  app.get(`/.well-known/oauth-authorization-server${basePath}`, async () => ({
    issuer: addresses.base,
    authorization_endpoint: `${addresses.auth}/oauth`,
    token_endpoint: `${addresses.base}/v1/oauth/token`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: [...appScopes],
  }));
}
