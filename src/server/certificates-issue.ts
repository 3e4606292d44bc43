import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';

const dayMs = 24 * 60 * 60 * 1000;
/** Begins a day back, so that a client whose clock is behind accepts it. */
const skewMs = dayMs;
const authorityDays = 3650;
/** Far below the 397 days that some clients set as the most. */
const certificateDays = 90;

const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** An authority that can sign: certificate and key in PEM, the key as PKCS #8. */
export interface Authority {
  readonly ca: string;
  readonly caKey: string;
}

/** What a TLS server needs: certificate and key in PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Host names and addresses to stand for, and the moment of issue in milliseconds since 1970. */
export interface IssueOptions {
  readonly hosts: readonly string[];
  readonly now: number;
}

/**
 * Makes an authority that clients accept for the given hosts only (and, as RFC 5280 has it, for names below
 * a given name): trusting it gives nobody power over the rest of the web. Valid for ten years.
 */
export async function issueAuthority(name: string, { hosts, now }: IssueOptions): Promise<Authority> {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: keyAlgorithm,
    notBefore: new Date(now - skewMs),
    notAfter: new Date(now + authorityDays * dayMs),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      constraintsTo(hosts),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { ca: pemOf(certificate), caKey: await pemOfKey(keys) };
}

/** Makes a server certificate for the hosts, signed by the authority. Valid for 90 days, never longer than it. */
export async function issueCertificate(
  authority: Authority,
  { hosts, now }: IssueOptions,
): Promise<ServerCertificate> {
  const issuer = new x509.X509Certificate(authority.ca);
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: ['Vitrine server'] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await readKey(authority.caKey),
    signingAlgorithm: keyAlgorithm,
    notBefore: new Date(now - skewMs),
    notAfter: new Date(Math.min(now + certificateDays * dayMs, issuer.notAfter.getTime())),
    extensions: await serverExtensions(hosts, keys.publicKey, issuer),
  });
  return { cert: pemOf(certificate), key: await pemOfKey(keys) };
}

async function serverExtensions(
  hosts: readonly string[],
  publicKey: webcrypto.CryptoKey,
  issuer: x509.X509Certificate,
): Promise<x509.Extension[]> {
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(
      hosts.map((host) => ({ type: isIP(host) ? ('ip' as const) : ('dns' as const), value: host })),
    ),
    await x509.SubjectKeyIdentifierExtension.create(publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
  ];
}

/**
 * Permits the hosts. A kind of name that is not listed would be free, so without any address among the hosts
 * all addresses are excluded, and without any name all names.
 */
function constraintsTo(hosts: readonly string[]): x509.Extension {
  const addresses = hosts.filter((host) => isIP(host));
  const names = hosts.filter((host) => !isIP(host));
  const excluded = [
    ...(addresses.length === 0 ? [addressSubtree('0.0.0.0/0'), addressSubtree('::/0')] : []),
    ...(names.length === 0 ? [nameSubtree('')] : []),
  ];
  const constraints = new NameConstraints({
    permittedSubtrees: new GeneralSubtrees([
      ...names.map(nameSubtree),
      ...addresses.map((address) => addressSubtree(`${address}/${isIP(address) === 4 ? 32 : 128}`)),
    ]),
  });
  if (excluded.length > 0) constraints.excludedSubtrees = new GeneralSubtrees(excluded);
  return new x509.Extension('2.5.29.30', true, AsnConvert.serialize(constraints));
}

const nameSubtree = (dNSName: string): GeneralSubtree =>
  new GeneralSubtree({ base: new GeneralName({ dNSName }) });

/** Address and mask, written as `127.0.0.1/32`. */
const addressSubtree = (iPAddress: string): GeneralSubtree =>
  new GeneralSubtree({ base: new GeneralName({ iPAddress }) });

async function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
}

async function readKey(pem: string): Promise<webcrypto.CryptoKey> {
  const bytes = x509.PemConverter.decodeFirst(pem);
  return webcrypto.subtle.importKey('pkcs8', bytes, keyAlgorithm, false, ['sign']);
}

const pemOf = (certificate: x509.X509Certificate): string => `${certificate.toString('pem')}\n`;

async function pemOfKey(keys: webcrypto.CryptoKeyPair): Promise<string> {
  const bytes = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return `${x509.PemConverter.encode(bytes, 'PRIVATE KEY')}\n`;
}
