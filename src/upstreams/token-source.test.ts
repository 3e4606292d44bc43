import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { organizationIdOf, upstreamIdOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import type { GuardedReader } from '../delivery/guarded-reader.ts';
import type { SecretTexts } from '../installation/installation-secret.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import type { GrantParts } from './refresh-grant.ts';
import { openGrant, sealGrant } from './sealed-grant.ts';
import { sealToken } from './sealed-token.ts';
import { type TokenSource, tokenSource } from './token-source.ts';
import { findUpstreamRow, type Upstream } from './upstreams-store.ts';
import { withUpstream } from './with-upstream.suite.ts';

const id = upstreamIdOf('1');
const start = Date.UTC(2026, 5);
const texts: SecretTexts = () => ['the secret of an installation\n'];
const chance = 'a'.repeat(64);
const json = { 'content-type': 'application/json' };
const grant = { client: 'app', clientSecret: 'secret', refreshToken: 'refresh-0' };

const upstream: Upstream = {
  id,
  organizationId: organizationIdOf('900'),
  name: 'Original',
  baseUrl: 'https://api.figma.com',
  ca: null,
  tokenKind: 'plan',
  sharePercent: 100,
  keepsIds: 1,
  plan: null,
  seat: null,
  createdAt: 0,
  sealedToken: sealToken(texts, id, 'token-0', chance),
  sealedGrant: sealGrant(texts, id, grant, chance),
  tokenEndsAt: start,
  refreshAt: start - 1000,
  grantFailure: null,
  grantLease: null,
  grantLeasedUntil: null,
};

/** Sources of one token, as several calls and processes have, and an upstream that refreshes it when it is let. */
function sourcesAt(database: Kysely<Tables>, now: number, answer: object = {}, secret = () => chance) {
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
  const seen = { refreshes: 0, leasesAsked: 0 };
  const own: GuardedReader = {
    get: async () => {
      seen.refreshes += 1;
      const number = seen.refreshes;
      await isLet;
      const told = { access_token: `token-${number}`, expires_in: 3600, refresh_token: `refresh-${number}` };
      const body = Readable.from([Buffer.from(JSON.stringify({ ...told, ...answer }))]);
      return { status: 200, headers: json, body };
    },
    close: async () => undefined,
  };
  const uuid = () => {
    seen.leasesAsked += 1;
    return `lease-${seen.leasesAsked}`;
  };
  const parts = {
    database,
    clock: { now: () => now },
    secret: { texts },
    ids: { uuid, secret },
  } as unknown as GrantParts;
  const source = (asksAnyway = false): TokenSource => tokenSource({ ...parts, asksAnyway }, upstream, own);
  return { seen, letGo, source };
}

onBothEngines('The token of a grant', (openEmpty) => {
  const open = async () => withUpstream((await openMigrated(openEmpty)).database, upstream);

  it('that has ended is refreshed by one of all who ask at once, and the others wait for it', async () => {
    const database = await open();
    const { seen, letGo, source } = sourcesAt(database, start);
    const askers = 8;
    const tokens = Promise.all(Array.from({ length: askers }, () => source().present()));
    // Each who was not the first has asked again, unless a second refreshes meanwhile.
    await expect.poll(() => seen.refreshes > 1 || seen.leasesAsked >= 3 * askers).toBe(true);
    expect(seen.refreshes).toBe(1);
    letGo();
    expect(await tokens).toEqual(Array.from({ length: askers }, () => 'token-1'));
    expect(seen.refreshes).toBe(1);
    const row = await findUpstreamRow(database, id);
    expect(openGrant(texts, id, row?.sealedGrant ?? '')?.refreshToken).toBe('refresh-1');
    expect([row?.grantLease, row?.tokenEndsAt]).toEqual([null, start + 3_600_000]);
  });

  it('that is good for a while yet is used by the others while one refreshes it', async () => {
    const { seen, letGo, source } = sourcesAt(await open(), start - 500);
    const first = source().present();
    await expect.poll(() => seen.refreshes).toBe(1);
    expect(await Promise.all([source().present(), source().present()])).toEqual(['token-0', 'token-0']);
    letGo();
    expect([await first, await source().present(), seen.refreshes]).toEqual(['token-1', 'token-1', 1]);
  });

  it('is refreshed by another where who was at it is gone for a minute', async () => {
    const database = await open();
    const gone = sourcesAt(database, start);
    const lost = gone.source().present();
    await expect.poll(() => gone.seen.refreshes).toBe(1);
    const later = sourcesAt(database, start + 60_000);
    later.letGo();
    expect([await later.source().present(), later.seen.refreshes]).toEqual(['token-1', 1]);
    const brought = await findUpstreamRow(database, id);
    gone.letGo();
    await lost;
    expect(await findUpstreamRow(database, id)).toEqual(brought);
  });

  it.each([
    ['an empty text', '', null],
    ['nothing', undefined, null],
    [
      'two lines',
      'a\r\nb',
      /^The upstream gave a refresh token that is not one word .* the one before is kept\.$/,
    ],
    ['4,097 characters', 'x'.repeat(4097), /^The upstream gave a refresh token /],
  ])(
    'is kept with the refresh token before where the upstream gives %s as the next',
    async (_, next, failure) => {
      const database = await open();
      const { letGo, source } = sourcesAt(database, start, { refresh_token: next });
      letGo();
      expect(await source().present()).toBe('token-1');
      const row = await findUpstreamRow(database, id);
      expect(openGrant(texts, id, row?.sealedGrant ?? '')).toEqual(grant);
      expect([row?.grantLease, row?.grantLeasedUntil, row?.tokenEndsAt]).toEqual([
        null,
        null,
        start + 3_600_000,
      ]);
      if (failure === null) expect(row?.grantFailure).toBeNull();
      else expect(row?.grantFailure).toMatch(failure);
    },
  );

  it.each([
    ['an empty token', { access_token: '' }],
    ['a token of two lines', { access_token: 'a\r\nb' }],
    ['an emoji', { access_token: '\u{1f600}' }],
    ['a token of 20,000 characters', { access_token: 'x'.repeat(20_000) }],
    ['a token for a millisecond', { expires_in: 0.001 }],
  ])(
    'stays as it was where the upstream gives %s, which is tried again with the refresh token beside it',
    async (_, answer) => {
      const database = await open();
      const { seen, letGo, source } = sourcesAt(database, start - 500, answer);
      letGo();
      expect(await source().present()).toBe('token-0');
      const row = await findUpstreamRow(database, id);
      expect(row).toMatchObject({
        sealedToken: upstream.sealedToken,
        tokenEndsAt: start,
        grantLease: null,
        grantFailure: expect.stringMatching(/^The upstream (gave a token|does not say)/),
      });
      expect(openGrant(texts, id, row?.sealedGrant ?? '')).toEqual({ ...grant, refreshToken: 'refresh-1' });
      await source().present();
      expect(seen.refreshes).toBe(1);
      await source(true).present();
      expect(seen.refreshes).toBe(2);
    },
  );

  it('stays as it was where the answer of the upstream is too large, which is what is told', async () => {
    const database = await open();
    const { letGo, source } = sourcesAt(database, start - 500, { more: 'x'.repeat(65_536) });
    letGo();
    expect(await source().present()).toBe('token-0');
    expect(await findUpstreamRow(database, id)).toMatchObject({
      sealedToken: upstream.sealedToken,
      sealedGrant: upstream.sealedGrant,
      grantFailure: "The upstream's answer is larger than 65,536 bytes.",
    });
  });

  it('is given free by whoever could not refresh it for a reason of this server', async () => {
    const database = await open();
    const fault = new Error('No chance is left');
    const { letGo, source } = sourcesAt(database, start, {}, () => {
      throw fault;
    });
    letGo();
    await expect(source().present()).rejects.toBe(fault);
    expect(await findUpstreamRow(database, id)).toEqual(upstream);
  });
});
