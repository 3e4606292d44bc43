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
import { findUpstreamRow, insertUpstream, type Upstream } from './upstreams-store.ts';

const id = upstreamIdOf('1');
const start = Date.UTC(2026, 5);
const texts: SecretTexts = () => ['the secret of an installation\n'];
const chance = 'a'.repeat(64);
const json = { 'content-type': 'application/json' };
const grant = { client: 'app', clientSecret: 'secret', refreshToken: 'refresh-0' };

const upstream: Upstream = {
  ...{ id, organizationId: organizationIdOf('900'), name: 'Original' },
  ...{ baseUrl: 'https://api.figma.com', ca: null, tokenKind: 'plan' },
  ...{ sharePercent: 100, keepsIds: 1, plan: null, seat: null, createdAt: 0 },
  sealedToken: sealToken(texts, id, 'token-0', chance),
  sealedGrant: sealGrant(texts, id, grant, chance),
  ...{ tokenEndsAt: start, refreshAt: start - 1000, grantFailure: null },
  ...{ grantLease: null, grantLeasedUntil: null },
};

async function withUpstream(database: Kysely<Tables>): Promise<Kysely<Tables>> {
  const organization = { id: upstream.organizationId, name: 'Acme', created_at: 0 };
  await database
    .insertInto('organizations')
    .values({ ...organization, plan: 'enterprise', region: 'standard' })
    .execute();
  await insertUpstream(database, upstream);
  return database;
}

/** Sources of one token, as several calls and processes have, and an upstream that refreshes it when it is let. */
function sourcesAt(database: Kysely<Tables>, now: number) {
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
  const seen = { refreshes: 0, leasesAsked: 0 };
  const own: GuardedReader = {
    get: async () => {
      seen.refreshes += 1;
      const number = seen.refreshes;
      await isLet;
      const told = { access_token: `token-${number}`, expires_in: 3600, refresh_token: `refresh-${number}` };
      return { status: 200, headers: json, body: Readable.from([Buffer.from(JSON.stringify(told))]) };
    },
    close: async () => undefined,
  };
  const uuid = () => {
    seen.leasesAsked += 1;
    return `lease-${seen.leasesAsked}`;
  };
  const parts = {
    ...{ database, clock: { now: () => now }, secret: { texts } },
    ids: { uuid, secret: () => chance },
  } as unknown as GrantParts;
  const source = (): TokenSource => tokenSource(parts, upstream, own);
  return { seen, letGo, source };
}

onBothEngines('The token of a grant', (openEmpty) => {
  const open = async () => withUpstream((await openMigrated(openEmpty)).database);

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
});
