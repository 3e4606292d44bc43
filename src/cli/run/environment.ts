import { fileURLToPath } from 'node:url';
import { bundleVariables, type TrustFiles } from './trust-files.ts';

export interface Redirection {
  readonly proxyPort: number;
  readonly endpointPort: number;
  readonly redirectedHosts: readonly string[];
  readonly offline: boolean;
  /** The host of the server, which stays reachable offline. */
  readonly targetHost: string;
  readonly trust: Pick<TrustFiles, 'bundlePath' | 'additionsPath'>;
}

/** Some programs read one spelling, some the other. */
export const proxyVariables = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of the program that is run. `NO_PROXY` keeps nothing but this machine: what it held before
 * is observed by our proxy instead, and an entry for a redirected host would bypass us.
 */
export function childEnvironment(
  env: Environment,
  redirection: Redirection,
): Record<string, string | undefined> {
  const proxy = `http://127.0.0.1:${redirection.proxyPort}`;
  const set = (names: readonly string[], value: string) =>
    Object.fromEntries(names.map((name) => [name, value]));
  return {
    ...env,
    ...set(proxyVariables, proxy),
    ...set(['NO_PROXY', 'no_proxy'], 'localhost,127.0.0.1,::1'),
    ...set(bundleVariables, redirection.trust.bundlePath),
    NODE_EXTRA_CA_CERTS: redirection.trust.additionsPath,
    NODE_USE_ENV_PROXY: '1',
    NODE_OPTIONS: [env.NODE_OPTIONS, `--require=${hookPath()}`].filter(Boolean).join(' '),
    VITRINE_RUN: JSON.stringify(hookSettings(redirection)),
  };
}

/** Node splits its options at spaces but for those between quotes, where it reads `\\` as an escape. */
const hookPath = (): string => JSON.stringify(fileURLToPath(new URL('./node-hook.cjs', import.meta.url)));

/** What `node-hook.cjs` reads. */
const hookSettings = ({ redirectedHosts, endpointPort, proxyPort, offline, targetHost }: Redirection) => ({
  redirectedHosts,
  endpointPort,
  proxyPort,
  offline,
  targetHost,
});
