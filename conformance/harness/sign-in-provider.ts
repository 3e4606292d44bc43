import 'reflect-metadata';
import { createPrivateKey, createSign, generateKeyPairSync, type KeyObject, webcrypto } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import Provider from 'oidc-provider';
import { openBrowser } from './browser.ts';
import type { Target } from './client.ts';
import { scratchFolder } from './scratch-folder.ts';

type Claims = Record<string, unknown>;

/** A real provider of OpenID Connect on loopback, over TLS, with people that tests make up. */
export interface SignInProvider {
  readonly issuer: string;
  readonly ca: string;
  /** Settings of a server that is to trust it. */
  readonly env: Readonly<Record<string, string>>;
  /** What it says of people, by their subject. */
  readonly people: Map<string, Claims>;
  /** Paths of the calls that came, oldest first. */
  readonly calls: string[];
  /** Lets the server at this address send people here. */
  register(url: string): void;
  /** Signs somebody in at an authorization address, and answers the address that they are sent back to. */
  signIn(address: string, subject: string): Promise<URL>;
  /** Changes the ID tokens from now on; signs them anew, with another key where `key` says so. */
  changeTokens(change: ((claims: Claims) => Claims) | undefined, key?: 'another'): void;
  /** Answers itself instead of the provider, where it answers true. */
  intercept(answer: ((path: string, response: ServerResponse) => boolean) | undefined): void;
  close(): Promise<void>;
}

const client = { client_id: 'vitrine', client_secret: 'provider-secret-provider-secret-00' };

export async function openSignInProvider(): Promise<SignInProvider> {
  const certificate = await selfSigned();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const folder = await scratchFolder('provider');
  const caPath = join(folder, 'ca.pem');
  await writeFile(caPath, certificate.cert);

  const people = new Map<string, Claims>();
  const calls: string[] = [];
  const callbacks: string[] = [];
  let change: ((claims: Claims) => Claims) | undefined;
  let signingKey = privateKey;
  let intercepted: ((path: string, response: ServerResponse) => boolean) | undefined;
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;

  const server = createServer(certificate, (request, response) => {
    const path = request.url ?? '';
    calls.push(path.split('?', 1)[0] ?? '');
    if (intercepted?.(path, response)) return;
    if (path === '/token' && change !== undefined) changeAnswer(response, change, signingKey);
    handle?.(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    ca: certificate.cert,
    people,
    calls,
    env: {
      NODE_EXTRA_CA_CERTS: caPath,
      VITRINE_OIDC_ISSUER: issuer,
      VITRINE_OIDC_CLIENT_ID: client.client_id,
      VITRINE_OIDC_CLIENT_SECRET: client.client_secret,
      VITRINE_OIDC_LABEL: 'Acme <Login>',
      VITRINE_OIDC_TIMEOUT: '2s',
    },
    register: (url) => {
      callbacks.push(`${url}/sign-in/sso/callback`);
      handle = quietly(() => new Provider(issuer, configuration(people, callbacks, privateKey)).callback());
    },
    signIn: (address, subject) => signInAt({ url: issuer, ca: certificate.cert }, address, subject),
    changeTokens: (how, key) => {
      change = how;
      signingKey = key === 'another' ? other : privateKey;
    },
    intercept: (answer) => {
      intercepted = answer;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Goes through the provider's pages as a person does, up to the address that they are sent back to. */
async function signInAt(provider: Target, address: string, subject: string): Promise<URL> {
  const browser = openBrowser(provider);
  let answer = await browser.get(pathOf(address));
  for (let step = 0; step < 12; step += 1) {
    const location = String(answer.headers.location ?? '');
    if (location !== '' && !location.startsWith(provider.url) && !location.startsWith('/'))
      return new URL(location);
    if (location !== '') answer = await browser.get(pathOf(new URL(location, provider.url).href));
    else {
      const action = /<form[^>]* action="([^"]*)"/.exec(answer.text)?.[1];
      if (action === undefined) throw new Error(`The provider said ${answer.status}: ${answer.text}`);
      const prompt = /name="prompt" value="([^"]*)"/.exec(answer.text)?.[1] ?? '';
      answer = await browser.post(pathOf(action), { prompt, login: subject, password: 'any' });
    }
  }
  throw new Error('The provider leads nowhere.');
}

/** The provider warns that it keeps nothing, which is what a test wants. */
function quietly<T>(work: () => T): T {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return work();
  } finally {
    console.warn = warn;
  }
}

const keyId = 'key-1';

function configuration(
  people: SignInProvider['people'],
  callbacks: readonly string[],
  key: KeyObject,
): object {
  return {
    clients: [{ ...client, redirect_uris: callbacks, grant_types: ['authorization_code'] }],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['cookie-key'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    ttl: { IdToken: 30 * 24 * 3600, AccessToken: 3600, Session: 600, Grant: 600, Interaction: 600 },
    pkce: { required: () => true },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject) }),
    }),
  };
}

/** Takes the answer of the token endpoint, and sends another one in its place. */
function changeAnswer(response: ServerResponse, change: (claims: Claims) => Claims, key: KeyObject): void {
  const end = response.end.bind(response);
  response.end = ((body: string | Buffer) => {
    const answer = JSON.parse(String(body));
    if (answer.id_token === undefined) return end(body);
    const [, payload = ''] = String(answer.id_token).split('.');
    const claims = change(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    const text = JSON.stringify({ ...answer, id_token: signed(claims, key) });
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

function signed(claims: Claims, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${part(claims)}`;
  return `${head}.${createSign('sha256')
    .update(head)
    .sign(createPrivateKey(key.export({ format: 'pem', type: 'pkcs8' })))
    .toString('base64url')}`;
}

async function selfSigned(): Promise<{ cert: string; key: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  x509.cryptoProvider.set(webcrypto);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Provider',
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
      new x509.BasicConstraintsExtension(true, 0, true),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
  };
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address, 'https://here.invalid');
  return pathname + search;
};
