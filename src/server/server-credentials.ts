import { createPrivateKey, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { readSmallFile } from '../database/small-file.ts';
import { whyUnreadable } from '../errors.ts';
import { ensureCertificates } from './certificates.ts';

export interface ServerCredentials {
  readonly cert: string;
  readonly key: string;
  /** Certificate authority for clients; undefined where an own certificate is served. */
  readonly caPath: string | undefined;
}

/** The own certificate cannot be used; the sentence names the setting. */
export class BadCertificate extends Error {
  override readonly name = 'BadCertificate';
}

/**
 * The certificate to listen with: the own one of the settings, or that of the data folder, made or renewed
 * where it is due.
 *
 * @throws BadCertificate
 */
export async function readCredentials(config: Config, log: Pick<Logger, 'warn'>): Promise<ServerCredentials> {
  const folder = join(config.dataFolder, 'tls');
  const hasOwn = config.tlsCert !== undefined || config.tlsKey !== undefined;
  const made = await ensureCertificates(folder, {
    hosts: hostsOf(config),
    now: Date.now(),
    onReplaced: (caPath) => {
      if (!hasOwn) log.warn({ caPath }, newAuthority);
    },
  });
  if (!hasOwn) {
    return { cert: made.cert, key: made.key, caPath: made.caPath };
  }
  return { ...(await readOwnCertificate(config)), caPath: undefined };
}

const newAuthority =
  'the certificate authority was damaged, near its end or not for these hosts, and a new one was made: clients have to trust this file anew';

async function readOwnCertificate({ tlsCert, tlsKey }: Config): Promise<{ cert: string; key: string }> {
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new BadCertificate('VITRINE_TLS_CERT and VITRINE_TLS_KEY belong together; only one is set.');
  }
  const [cert, certificate] = await readPem('VITRINE_TLS_CERT', tlsCert, {
    read: (text) => new X509Certificate(text),
    what: 'certificate',
  });
  const [key, privateKey] = await readPem('VITRINE_TLS_KEY', tlsKey, {
    read: createPrivateKey,
    what: 'private key without a password',
  });
  if (certificate.checkPrivateKey(privateKey)) return { cert, key };
  throw new BadCertificate(
    `VITRINE_TLS_KEY: the key ${tlsKey} does not belong to the certificate ${tlsCert} of VITRINE_TLS_CERT.`,
  );
}

/** The text of a file, and what it holds. @throws BadCertificate */
async function readPem<T>(
  setting: string,
  path: string,
  { read, what }: { readonly read: (text: string) => T; readonly what: string },
): Promise<[text: string, held: T]> {
  const text = await readSmallFile(path).catch((error) => {
    throw new BadCertificate(`${setting}: ${whyUnreadable(path, error)}`, { cause: error });
  });
  try {
    return [text, read(text)];
  } catch (error) {
    throw new BadCertificate(`${setting}: ${path} holds no ${what} in PEM.`, { cause: error });
  }
}

/** Names under which clients come: the listening address, those of the public addresses, and what was set. */
function hostsOf(config: Config): string[] {
  const addresses = [config.baseUrl, config.webUrl, config.authUrl].filter((url) => url !== undefined);
  return [config.host, ...addresses.map((url) => new URL(url).hostname), ...config.tlsHosts];
}
