import { asAdministrator } from './as-administrator.ts';
import { cast, fileOf, people } from './cast.ts';
import type { Answer } from './client.ts';
import { type Server, startServer } from './server.ts';
import { createWorld, type World } from './world.ts';

/** A server, and another that serves as its upstream; each has the cast of its own. */
export interface UpstreamPair {
  readonly server: Server;
  readonly upstream: Server;
  readonly there: World;
  readonly here: World;
  /** Adds the upstream, by the administrator of the installation unless somebody else is named. */
  add(more?: object, as?: string): Promise<Answer>;
  asAdministrator(method: string, path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

export interface PairOptions {
  readonly postgres?: string | undefined;
  readonly files?: readonly object[];
  /** Settings of the upstream. */
  readonly upstreamEnv?: Record<string, string>;
  /** Settings of the server that reads. */
  readonly env?: Record<string, string>;
}

export async function startPair({
  postgres,
  files = [],
  upstreamEnv = {},
  env = {},
}: PairOptions): Promise<UpstreamPair> {
  const [server, upstream] = await Promise.all([
    startServer({ postgres, env }),
    startServer({ postgres, env: upstreamEnv }),
  ]);
  const there = await createWorld(upstream, cast({ files }));
  const here = await createWorld(server, cast());
  const add: UpstreamPair['add'] = (more = {}, as) => {
    const body = {
      name: 'Original',
      organization: here.id('900'),
      base_url: upstream.url,
      ca: upstream.ca,
      token: there.token('alice'),
      share: 1,
      ...more,
    };
    if (as === undefined) return asAdministrator(server, 'POST', '/workspace/v1/upstreams', body);
    return here.call('POST', '/workspace/v1/upstreams', { as, body });
  };
  const stop = async () => {
    await Promise.all([server, upstream].map((one) => one.stop()));
    await Promise.all([server, upstream].map((one) => one.installation.remove()));
  };
  return {
    server,
    upstream,
    there,
    here,
    add,
    stop,
    asAdministrator: (method, path, body) => asAdministrator(server, method, path, body),
  };
}

export { fileOf, people };
