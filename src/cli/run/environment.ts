import { bundleVariables, type TrustFiles } from './trust.ts';

export interface Leading {
  readonly proxyPort: number;
  readonly endpointPort: number;
  readonly ledHosts: readonly string[];
  readonly offline: boolean;
  /** The host of the server, which stays reachable offline. */
  readonly targetHost: string;
  readonly trust: Pick<TrustFiles, 'bundlePath' | 'additionsPath'>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of the program that is run. `NO_PROXY` keeps nothing but this machine: what it held before
 * is observed by our proxy instead, and an entry for a led host would lead past us.
 */
export function childEnvironment(env: Environment, leading: Leading): Record<string, string | undefined> {
  const proxy = `http://127.0.0.1:${leading.proxyPort}`;
  const set = (names: readonly string[], value: string) =>
    Object.fromEntries(names.map((name) => [name, value]));
  return {
    ...env,
    ...set(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'], proxy),
    ...set(['NO_PROXY', 'no_proxy'], 'localhost,127.0.0.1,::1'),
    ...set(bundleVariables, leading.trust.bundlePath),
    NODE_EXTRA_CA_CERTS: leading.trust.additionsPath,
    NODE_USE_ENV_PROXY: '1',
    NODE_OPTIONS: [env.NODE_OPTIONS, `--import=${hookUrl()}`].filter(Boolean).join(' '),
    VITRINE_RUN: JSON.stringify(hookSettings(leading)),
  };
}

/** Node splits its options at spaces, so those of the path stay written as `%20`. */
const hookUrl = (): string => new URL('./node-hook.mjs', import.meta.url).href;

/** What `node-hook.mjs` reads. */
const hookSettings = ({ ledHosts, endpointPort, proxyPort, offline, targetHost }: Leading) => ({
  ledHosts,
  endpointPort,
  proxyPort,
  offline,
  targetHost,
});
