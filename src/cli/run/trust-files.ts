import { chmodSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { readBoundedFile } from '../../database/small-file.ts';

/** Files in which a program finds whom to trust; gone after `remove`. */
export interface TrustFiles {
  /** The system's roots and our own authorities, for programs that read one file and nothing else. */
  readonly bundlePath: string;
  /** Our own authorities and those the environment had added for Node, which keeps its roots beside them. */
  readonly additionsPath: string;
  readonly remove: () => void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name a certificate bundle to programs; `vitrine run` sets all of them. */
export const bundleVariables = [
  'SSL_CERT_FILE',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'AWS_CA_BUNDLE',
  'DENO_CERT',
  'PIP_CERT',
  'HTTPLIB2_CA_CERTS',
  'NIX_SSL_CERT_FILE',
  'CARGO_HTTP_CAINFO',
  'CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE',
  'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH',
] as const;

/** Where systems keep their roots: Debian, Fedora, SUSE, Alpine and macOS, FreeBSD. */
const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
  '/usr/local/share/certs/ca-root-nss.crt',
];

/** Writes the files into a folder of their own that only this user may read. */
export async function writeTrustFiles(authorities: readonly string[], env: Environment): Promise<TrustFiles> {
  const roots = await systemRoots(env);
  const added = certificatesIn(await textOf(env.NODE_EXTRA_CA_CERTS));
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-run-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  chmodSync(folder, 0o700);
  const own = authorities.flatMap(certificatesIn);
  const write = async (name: string, certificates: readonly string[]): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, `${[...new Set(certificates)].join('\n')}\n`, { mode: 0o600 });
    return path;
  };
  return {
    bundlePath: await write('bundle.pem', [...own, ...roots, ...added]),
    additionsPath: await write('additions.pem', [...own, ...added]),
    remove: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

/** What the environment names and the system has; Node's own list where there is neither. */
async function systemRoots(env: Environment): Promise<readonly string[]> {
  const named = await Promise.all(bundleVariables.map((name) => textOf(env[name])));
  const system = (await Promise.all(systemBundles.map(textOf))).find((text) => text !== '') ?? '';
  const found = [...named, system].flatMap(certificatesIn);
  return found.length > 0 ? found : rootCertificates;
}

const certificatesIn = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

/** Some ten times what systems bring. */
const mostBundleBytes = 16 * 1024 * 1024;

async function textOf(path: string | undefined): Promise<string> {
  if (path === undefined || path === '') return '';
  return readBoundedFile(path, mostBundleBytes).then(String, () => '');
}
