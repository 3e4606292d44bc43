import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Certificates, ensureCertificates } from './certificates.ts';
import { issueAuthority, issueCertificate } from './certificates-issue.ts';

const dayMs = 24 * 60 * 60 * 1000;
const has = (program: string, arg: string): boolean => spawnSync(program, [arg]).status === 0;
const hasOpenssl = has('openssl', 'version');
const hasCurl = has('curl', '--version');
const hasPython = has('python3', '--version');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-tls-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const make = (hosts: string[] = [], now = Date.now()): Promise<Certificates> =>
  ensureCertificates(join(folder, 'tls'), { hosts, now });

/** Runs the work against an HTTPS server that answers "hello" to everything. */
async function serving(tls: { cert: string; key: string }, work: (port: number) => unknown): Promise<void> {
  const server = createServer(tls, (_, response) => response.end('hello'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

/** The answer's body, or the code of the refusal, or OpenSSL's sentence where it has no code. */
function get(port: number, servername: string, ca: string): Promise<string> {
  return new Promise((done) => {
    const options = { host: '127.0.0.1', port, servername, ca, agent: false, headers: { host: servername } };
    request(options, (response) => response.setEncoding('utf8').on('data', done))
      .on('error', (error: NodeJS.ErrnoException) =>
        done(error.code === 'UNSPECIFIED' ? error.message : (error.code ?? '')),
      )
      .end();
  });
}

describe('certificates made at first start', () => {
  it('a client that trusts the authority is served by name and by address', async () => {
    const made = await make(['vitrine.example']);
    await serving(made, async (port) => {
      for (const name of ['localhost', 'vitrine.example', '127.0.0.1', '::1'])
        expect(await get(port, name, made.ca), name).toBe('hello');
    });
  });

  it('a host the certificate does not name is refused', async () => {
    const made = await make();
    await serving(made, async (port) =>
      expect(await get(port, 'other.example', made.ca)).toBe('ERR_TLS_CERT_ALTNAME_INVALID'),
    );
  });

  it('keys are readable to their owner only, and nothing half-written is left', async () => {
    const made = await make();
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    expect(await modeOf(join(folder, 'tls'))).toBe(0o700);
    expect(await modeOf(made.keyPath)).toBe(0o600);
    expect(await modeOf(join(folder, 'tls', 'ca-key.pem'))).toBe(0o600);
    expect(await readdir(join(folder, 'tls'))).not.toContainEqual(expect.stringContaining('.part'));
    expect(await readFile(made.caPath, 'utf8')).toBe(made.ca);
    expect(await readFile(made.certPath, 'utf8')).toBe(made.cert);
  });

  it('the certificate lasts less than the 397 days that clients accept', async () => {
    const cert = new X509Certificate((await make()).cert);
    const days = (cert.validToDate.getTime() - cert.validFromDate.getTime()) / dayMs;
    expect(days).toBeGreaterThan(89);
    expect(days).toBeLessThan(397);
  });

  it.skipIf(!hasOpenssl)('the chain holds under the strict reading of X.509 (needs openssl)', async () => {
    const made = await make(['vitrine.example', '10.1.2.3', 'fd00::1']);
    const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', made.caPath, made.certPath];
    expect(execFileSync('openssl', args, { encoding: 'utf8' })).toContain('OK');
  });

  it.skipIf(!hasCurl)('curl accepts it (needs curl)', async () => {
    const made = await make();
    await serving(made, async (port) => {
      const { stdout } = await runAside('curl', [
        '-sS',
        '--cacert',
        made.caPath,
        `https://127.0.0.1:${port}/`,
      ]);
      expect(stdout).toBe('hello');
    });
  });

  it.skipIf(!hasPython)('Python accepts it in strict mode (needs python3)', async () => {
    const made = await make();
    const script = [
      'import ssl, sys, urllib.request',
      'context = ssl.create_default_context(cafile=sys.argv[1])',
      'context.verify_flags |= ssl.VERIFY_X509_STRICT',
      'sys.stdout.write(urllib.request.urlopen(sys.argv[2], context=context).read().decode())',
    ].join('\n');
    await serving(made, async (port) => {
      const args = ['-c', script, made.caPath, `https://localhost:${port}/`];
      expect(await runAside('python3', args)).toMatchObject({ stdout: 'hello' });
    });
  });
});

describe('the authority is constrained', () => {
  it.each([
    ['a name outside', ['api.example'], 'other.example'],
    ['an address, where only names are permitted', ['api.example'], '127.0.0.1'],
    ['another address', ['127.0.0.1'], '127.0.0.2'],
    ['a name, where only addresses are permitted', ['127.0.0.1'], 'other.example'],
  ])('%s is refused by clients though the authority signed for it', async (_, permitted, host) => {
    const now = Date.now();
    const authority = await issueAuthority('Test authority', { hosts: permitted, now });
    const outside = await issueCertificate(authority, { hosts: [host], now });
    await serving(outside, async (port) =>
      expect(await get(port, host, authority.ca)).toMatch(/^(permitted|excluded) subtree violation$/),
    );
  });
});

describe('renewal', () => {
  const later = (days: number): number => Date.now() + days * dayMs;

  it('a second start changes nothing', async () => {
    expect(await make()).toEqual(await make());
  });

  it('nothing changes while more than a third of the time is left', async () => {
    const made = await make();
    expect(await ensureCertificates(join(folder, 'tls'), { hosts: [], now: later(58) })).toEqual(made);
  });

  it('with less than a third left there is a new certificate from the same authority', async () => {
    const made = await make();
    const renewed = await ensureCertificates(join(folder, 'tls'), { hosts: [], now: later(62) });
    expect(renewed.cert).not.toBe(made.cert);
    expect(renewed.ca).toBe(made.ca);
    expect(await readFile(made.certPath, 'utf8')).toBe(renewed.cert);
  });

  it('a new host below a permitted one keeps the authority, any other host changes it', async () => {
    const made = await make(['vitrine.example']);
    const below = await make(['vitrine.example', 'auth.vitrine.example']);
    expect(below.ca).toBe(made.ca);
    expect(below.cert).not.toBe(made.cert);
    const other = await make(['other.example']);
    expect(other.ca).not.toBe(made.ca);
    await serving(other, async (port) => expect(await get(port, 'other.example', other.ca)).toBe('hello'));
  });

  it('an authority near its end is replaced in time', async () => {
    const made = await make();
    expect((await make([], later(3400))).ca).toBe(made.ca);
    expect((await make([], later(3500))).ca).not.toBe(made.ca);
  });

  it.each(['cert.pem', 'key.pem', 'ca.pem', 'ca-key.pem', 'ca-hosts.json'])(
    'a damaged %s is made anew',
    async (name) => {
      await make();
      await writeFile(join(folder, 'tls', name), 'damaged');
      const made = await make();
      await serving(made, async (port) => expect(await get(port, 'localhost', made.ca)).toBe('hello'));
    },
  );

  it.each(['damaged', undefined])(
    'an authority whose list of hosts is %s stays, where its certificate is for these hosts',
    async (text) => {
      const made = await make(['vitrine.example']);
      const list = join(folder, 'tls', 'ca-hosts.json');
      await (text === undefined ? rm(list) : writeFile(list, text));
      expect((await make(['vitrine.example'])).ca).toBe(made.ca);
      // From then on it is known again, without the certificate.
      await writeFile(made.certPath, 'damaged');
      expect((await make(['vitrine.example'])).ca).toBe(made.ca);
      await writeFile(list, 'damaged');
      expect((await make(['other.example'])).ca).not.toBe(made.ca);
    },
  );

  it.each(['ca.pem', 'ca-key.pem'])(
    'a new authority in the place of one with a damaged %s is told, and the first one is not',
    async (name) => {
      const replaced: string[] = [];
      const options = { hosts: [], now: Date.now(), onReplaced: (path: string) => replaced.push(path) };
      const { caPath } = await ensureCertificates(join(folder, 'tls'), options);
      expect(replaced).toEqual([]);
      await writeFile(join(folder, 'tls', name), 'damaged');
      await ensureCertificates(join(folder, 'tls'), options);
      expect(replaced).toEqual([caPath]);
    },
  );

  it('a key that belongs to another certificate is not used', async () => {
    const made = await make();
    const other = await issueCertificate(await issueAuthority('x', { hosts: ['x'], now: 0 }), {
      hosts: ['x'],
      now: 0,
    });
    await writeFile(made.keyPath, other.key);
    expect((await make()).cert).not.toBe(made.cert);
  });
});

/** Unlike the synchronous forms this leaves our own server free to answer. */
function runAside(program: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(program, args, { timeout: 20_000 });
}
