import { getCACertificates } from 'node:tls';
import { issueAuthority, issueCertificate } from '../../server/certificates-issue.ts';
import type { Recorder } from '../tape/recorder.ts';
import { childEnvironment } from './environment.ts';
import type { Target } from './forward-request.ts';
import { type Dial, dialDirectly, dialThrough, outerProxyIn, type Resolve } from './outgoing-connections.ts';
import { openProxy } from './proxy.ts';
import { plainHost } from './relay-request.ts';
import { openEndpoint, portOf } from './tls-endpoint.ts';
import { writeTrustFiles } from './trust-files.ts';

export interface RedirectionOptions {
  /** The server that answers for the redirected hosts; undefined: they do themselves. */
  readonly url: URL | undefined;
  /** The authority of whoever answers, PEM, where it has one of its own. */
  readonly serverCa: string | undefined;
  readonly redirectedHosts: readonly string[];
  readonly offline: boolean;
  readonly recorder?: Recorder | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970; the certificates begin here. */
  readonly now: number;
  /** For tests: where names other than the redirected ones are found. */
  readonly resolve?: Resolve;
}

/** What is open while a program runs. */
export interface OpenRedirection {
  readonly environment: Record<string, string | undefined>;
  readonly close: () => Promise<void>;
}

/**
 * Opens proxy and endpoint with an authority made for this run: constrained to the redirected hosts, its key never
 * written anywhere, so it is worth nothing to anybody afterwards.
 */
export async function openRedirection(options: RedirectionOptions): Promise<OpenRedirection> {
  const { redirectedHosts, offline, env, now, url, recorder } = options;
  const issued = { hosts: redirectedHosts, now };
  const trusted = options.serverCa === undefined ? undefined : trustedWith(options.serverCa);
  const target = url === undefined ? undefined : targetOf({ url, serverCa: options.serverCa });
  const ways = { redirectedHosts, offline, target, dial: dialFrom(options), trusted, recorder };
  const authority = await issueAuthority(`vitrine run ${new Date(now).toISOString()}`, issued);
  const endpoint = await openEndpoint(await issueCertificate(authority, issued), ways);
  const proxy = await openProxy({ ...ways, endpoint });
  const trust = await writeTrustFiles([authority.ca, options.serverCa ?? ''], env);
  const close = async (): Promise<void> => {
    trust.remove();
    await Promise.all([endpoint, proxy].map(closeServer));
  };
  const ports = { endpointPort: portOf(endpoint), proxyPort: portOf(proxy) };
  const targetHost = plainHost(url?.hostname ?? '');
  return {
    environment: childEnvironment(env, { ...ports, redirectedHosts, offline, targetHost, trust }),
    close,
  };
}

function dialFrom({ env, resolve }: RedirectionOptions): Dial {
  const direct = dialDirectly(resolve);
  const outer = outerProxyIn(env);
  return outer === undefined ? direct : dialThrough(outer, direct);
}

/** Beside its own authority the server may have a certificate that the system trusts. */
export const targetOf = ({ url, serverCa }: { url: URL; serverCa: string | undefined }): Target => ({
  url,
  trusted: trustedWith(serverCa),
});

const trustedWith = (ca: string | undefined): string[] => [
  ...getCACertificates('default'),
  ...(ca === undefined ? [] : [ca]),
];

/** Tunnels are no requests any more, so their sockets end with the process, not here. */
async function closeServer(server: { close(): unknown; closeAllConnections(): void }): Promise<void> {
  server.close();
  server.closeAllConnections();
}
