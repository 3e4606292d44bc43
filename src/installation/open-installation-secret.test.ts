import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressSigner } from '../access/signed-address.ts';
import { readConfig, type SettingName } from '../config.ts';
import { webhookIdOf } from '../contract/branded-ids.ts';
import { signingKeys } from '../delivery/signing-keys.ts';
import { ensureCertificates } from '../server/certificates.ts';
import { openInstallationSecret } from './open-installation-secret.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

const made = 'made-by-the-first-start-0123456789';
const [first, second] = ['the first secret of the installation', 'the second secret of the installation'];
const open = (settings: Partial<Record<SettingName, string>> = {}) =>
  openInstallationSecret(readConfig({ dataFolder: folder, ...settings }, {}), () => made);
const at = (name: string) => join(folder, name);

describe('The secret of an installation', () => {
  it('is made once, in a file for its owner only', async () => {
    expect((await open()).texts()).toEqual([`${made}\n`]);
    expect((await stat(at('secret'))).mode & 0o777).toBe(0o600);
    await writeFile(at('secret'), first);
    expect((await open()).texts()).toEqual([`${first}\n`]);
  });

  it('is the key of the authority in a folder from before, and stays it when the authority changes', async () => {
    const tls = at('tls');
    const now = Date.now();
    await ensureCertificates(tls, { hosts: [], now });
    const key = await readFile(join(tls, 'ca-key.pem'), 'utf8');
    expect((await open()).texts()).toEqual([key]);
    await ensureCertificates(tls, { hosts: ['design.example.com'], now });
    expect(await readFile(join(tls, 'ca-key.pem'), 'utf8')).not.toBe(key);
    expect((await open()).texts()).toEqual([key]);
    expect((await open({ secretFile: at('secret') })).texts()).toEqual([key]);
  });

  it('is a new one where the one before is told, never the key of the authority', async () => {
    await ensureCertificates(at('tls'), { hosts: [], now: Date.now() });
    expect((await open({ oldSecret: first })).texts()).toEqual([`${made}\n`, `${first}\n`]);
  });

  it.each<[string, Partial<Record<SettingName, string>>]>([
    ['the setting', { secret: first }],
    ['the file that the setting names', { secretFile: 'given' }],
  ])('is that of %s, and then none is made', async (_title, settings) => {
    await writeFile(at('given'), `${first} \r\n\n`);
    const { texts } = await open(settings.secretFile ? { secretFile: at('given') } : settings);
    expect(texts()).toEqual([`${first}\n`]);
    await expect(stat(at('secret'))).rejects.toThrow(/ENOENT/);
  });

  it.each<[string, Partial<Record<SettingName, string>>, RegExp]>([
    ['too short', { secret: 'short' }, /^VITRINE_SECRET: a secret has 32 bytes at least/],
    [
      'given twice',
      { secret: first, secretFile: '/x' },
      /^VITRINE_SECRET_FILE: VITRINE_SECRET is set as well; leave one of the two out\.$/,
    ],
    ['not there', { secretFile: '/no/such' }, /^VITRINE_SECRET_FILE: there is no file \/no\/such\.$/],
    ['too short, the one before', { oldSecret: 'short' }, /^VITRINE_SECRET_OLD: /],
    [
      'the one before as well',
      { secret: first, oldSecret: first },
      /^VITRINE_SECRET_OLD: it is the present secret; give the one before it, or leave it out\.$/,
    ],
    [
      'a file without an end',
      { secretFile: '/dev/zero' },
      /^VITRINE_SECRET_FILE: \/dev\/zero cannot be read: it has more than 1,000,000 bytes\.$/,
    ],
    ['not there, the one before', { oldSecretFile: '/no/such' }, /^VITRINE_SECRET_OLD_FILE: /],
  ])('is refused where it is %s', async (_title, settings, sentence) => {
    await expect(open(settings)).rejects.toThrow(sentence);
  });

  it('is refused where its file was cut', async () => {
    await writeFile(at('secret'), '');
    await expect(open()).rejects.toThrow(/secret is damaged: a secret has 32 bytes at least/);
  });

  it('yields to that of a backup, unless the settings name it', async () => {
    const own = await open();
    expect(await own.adopt(`${first}\n`)).toBe(true);
    expect(own.texts()).toEqual([`${first}\n`]);
    expect((await open()).texts()).toEqual([`${first}\n`]);
    const named = await open({ secret: second });
    expect([await named.adopt(`${first}\n`), await named.adopt(`${second}\n`)]).toEqual([false, true]);
    expect(named.texts()).toEqual([`${second}\n`]);
  });
});

describe('A secret that takes the place of another', () => {
  const webhook = { id: webhookIdOf('w'), keyRotations: 1, keyRotatedAt: 0 };
  const withFirst = async () => (await open({ secret: first })).texts;
  const withBoth = async () => (await open({ secret: second, oldSecret: first })).texts;
  const withSecond = async () => (await open({ secret: second })).texts;
  const isBelieved = (address: string, texts: Awaited<ReturnType<typeof withFirst>>) => {
    const url = new URL(address, 'https://host');
    const [expires = '', signature = ''] = url.searchParams.values();
    return addressSigner(texts).verify(url.pathname, expires, signature);
  };

  it('signs addresses, and those of the one before work until it is not told any more', async () => {
    const old = addressSigner(await withFirst()).sign('/images/a', 1);
    const fresh = addressSigner(await withBoth()).sign('/images/a', 1);
    expect(isBelieved(old, await withBoth())).toBe(true);
    expect(isBelieved(fresh, await withBoth())).toBe(true);
    expect(isBelieved(fresh, await withSecond())).toBe(true);
    expect(isBelieved(old, await withSecond())).toBe(false);
    expect(isBelieved(fresh, await withFirst())).toBe(false);
  });

  it('signs messages to webhooks beside the one before, each with the keys that count', async () => {
    const [old, both, fresh] = [await withFirst(), await withBoth(), await withSecond()].map(signingKeys);
    expect(both?.current(webhook)).toBe(fresh?.current(webhook));
    for (const now of [0, 25 * 3_600_000]) {
      const expected = [...fresh!.valid(webhook, now), ...old!.valid(webhook, now)];
      expect(new Set(both?.valid(webhook, now))).toEqual(new Set(expected));
      expect(both?.valid(webhook, now)[0]).toBe(fresh?.current(webhook));
    }
  });
});
