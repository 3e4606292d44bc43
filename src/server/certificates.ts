import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { readIfThere, writeWhole } from '../database/private-file.ts';
import type { Authority, ServerCertificate } from './certificates-issue.ts';

/** What the server listens with, in PEM, and where it lies. */
export interface Certificates extends ServerCertificate {
  /** For clients: trusting this file is all they need. */
  readonly caPath: string;
  readonly certPath: string;
  readonly keyPath: string;
  readonly ca: string;
}

export interface CertificateOptions {
  /** Names and addresses under which clients come, beside those of the own machine. */
  readonly hosts: readonly string[];
  /** Milliseconds since 1970. Clients compare with real time, so this is real time too, whatever a test moves. */
  readonly now: number;
  /** Hears where it lies when a new authority takes the place of one that clients may trust. */
  readonly onReplaced?: (caPath: string) => void;
}

const alwaysHosts = ['localhost', '127.0.0.1', '::1'];
const dayMs = 24 * 60 * 60 * 1000;
/** An authority is replaced this long before its end, so that every certificate has its full time. */
const authorityReserveMs = 180 * dayMs;

/**
 * Reads authority and certificate from the folder, and makes what is absent, damaged, due (less than a third of
 * its time is left) or not for these hosts. The folder is `tls` inside the data folder; it and the keys in it
 * are readable to their owner only.
 * An authority stays as long as it may stand for the hosts: clients that trust it need nothing new.
 *
 * @see TLS-01
 */
export async function ensureCertificates(
  folder: string,
  { hosts, now, onReplaced }: CertificateOptions,
): Promise<Certificates> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const paths = pathsIn(folder);
  const wanted = { hosts: withOwnHosts(hosts), now };
  const authority = (await readAuthority(paths, wanted)) ?? (await makeAuthority(paths, wanted, onReplaced));
  const certificate =
    (await readCertificate(paths, authority, wanted)) ??
    (await writeCertificate(paths, await (await issuer()).issueCertificate(authority, wanted)));
  return { caPath: paths.ca, certPath: paths.cert, keyPath: paths.key, ca: authority.ca, ...certificate };
}

/** Read where something is issued: most starts find everything there. */
const issuer = () => import('./certificates-issue.ts');

interface Paths {
  readonly ca: string;
  readonly caKey: string;
  /** The hosts the authority was made for, as JSON: nothing in Node reads name constraints. */
  readonly caHosts: string;
  readonly cert: string;
  readonly key: string;
}

const pathsIn = (folder: string): Paths => ({
  ca: join(folder, 'ca.pem'),
  caKey: join(folder, 'ca-key.pem'),
  caHosts: join(folder, 'ca-hosts.json'),
  cert: join(folder, 'cert.pem'),
  key: join(folder, 'key.pem'),
});

interface Wanted {
  readonly hosts: readonly string[];
  readonly now: number;
}

function withOwnHosts(hosts: readonly string[]): string[] {
  const given = hosts.map((host) => host.replace(/^\[|\]$/g, '').toLowerCase()).filter(isNameable);
  return [...new Set([...alwaysHosts, ...given])];
}

/** False for the addresses that mean "every address": nobody calls a server by them. */
const isNameable = (host: string): boolean => host !== '' && host !== '0.0.0.0' && host !== '::';

/** Two authorities of one subject but different keys confuse clients that trust both, so the day tells them apart. */
const authorityName = (now: number): string => `Vitrine authority ${new Date(now).toISOString()}`;

async function readAuthority(paths: Paths, { hosts, now }: Wanted): Promise<Authority | undefined> {
  const [ca, caKey, caHosts] = await Promise.all([paths.ca, paths.caKey, paths.caHosts].map(readIfThere));
  if (ca === undefined || caKey === undefined) return undefined;
  if (!isPair(ca, caKey) || endOf(ca) - now < authorityReserveMs) return undefined;
  const permitted = readHosts(caHosts) ?? (await restoreHosts(paths, ca, hosts));
  return hosts.every((host) => permitted.some((name) => covers(name, host))) ? { ca, caKey } : undefined;
}

/** Undefined where they are absent or damaged. */
function readHosts(text: string | undefined): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    return Array.isArray(parsed) ? parsed.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** An authority may stand for what it has issued its certificate for: clients that trust it need nothing new. */
async function restoreHosts(paths: Paths, ca: string, hosts: readonly string[]): Promise<readonly string[]> {
  const cert = await readIfThere(paths.cert);
  if (cert === undefined || !hasIssuedFor(ca, cert, hosts)) return [];
  await writeWhole(paths.caHosts, JSON.stringify(hosts), 0o600);
  return hosts;
}

function hasIssuedFor(ca: string, cert: string, hosts: readonly string[]): boolean {
  try {
    const issued = new X509Certificate(cert);
    return issued.verify(new X509Certificate(ca).publicKey) && isFor(issued, hosts);
  } catch {
    return false;
  }
}

const covers = (permitted: string, host: string): boolean =>
  host === permitted || (!isIP(host) && !isIP(permitted) && host.endsWith(`.${permitted}`));

async function readCertificate(
  paths: Paths,
  authority: Authority,
  wanted: Wanted,
): Promise<ServerCertificate | undefined> {
  const [cert, key] = await Promise.all([paths.cert, paths.key].map(readIfThere));
  if (cert === undefined || key === undefined || !isPair(cert, key)) return undefined;
  const parsed = new X509Certificate(cert);
  const issuer = new X509Certificate(authority.ca);
  if (!parsed.verify(issuer.publicKey) || !isFor(parsed, wanted.hosts)) return undefined;
  const wholeMs = parsed.validToDate.getTime() - parsed.validFromDate.getTime();
  const leftMs = parsed.validToDate.getTime() - wanted.now;
  const isYetToCome = parsed.validFromDate.getTime() > wanted.now;
  return leftMs < wholeMs / 3 || isYetToCome ? undefined : { cert, key };
}

const isFor = (certificate: X509Certificate, hosts: readonly string[]): boolean =>
  hosts.every((host) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined);

const endOf = (pem: string): number => new X509Certificate(pem).validToDate.getTime();

/** False for damaged files too: a start that was cut between two writes is repaired by making both anew. */
function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

async function makeAuthority(
  paths: Paths,
  wanted: Wanted,
  onReplaced?: CertificateOptions['onReplaced'],
): Promise<Authority> {
  const replacesOne = (await readIfThere(paths.ca)) !== undefined;
  const made = await (await issuer()).issueAuthority(authorityName(wanted.now), wanted);
  await writeAuthority(paths, made, wanted);
  if (replacesOne) onReplaced?.(paths.ca);
  return made;
}

async function writeAuthority(paths: Paths, authority: Authority, { hosts }: Wanted): Promise<void> {
  await writeWhole(paths.caHosts, JSON.stringify(hosts), 0o600);
  await writeWhole(paths.caKey, authority.caKey, 0o600);
  await writeWhole(paths.ca, authority.ca, 0o644);
}

async function writeCertificate(paths: Paths, made: ServerCertificate): Promise<ServerCertificate> {
  await writeWhole(paths.key, made.key, 0o600);
  await writeWhole(paths.cert, made.cert, 0o644);
  return made;
}
