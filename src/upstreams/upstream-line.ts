import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tier } from '../access/rate-limits/limits.ts';
import type { Context } from '../context.ts';
import { unhurried } from '../database/unhurried.ts';
import { addressGuard } from '../delivery/address-guard.ts';
import {
  type GuardedReader,
  guardedReader,
  type ReadAnswer,
  type Reading,
} from '../delivery/guarded-reader.ts';
import type { HeaderLines } from '../delivery/header-lines.ts';
import { type LentReaders, lentReaders } from '../delivery/lent-readers.ts';
import { leaveRoom } from '../processes/behind-others.ts';
import { agentName } from './agent-name.ts';
import { bodyFailed, callFailed } from './call-failed.ts';
import { failureOfAnswer } from './failed-answer.ts';
import { gathered, parsed } from './read-body.ts';
import { resumedDownload } from './resumed-download.ts';
import { type Pause, retryTime } from './retry-after.ts';
import { spendCall } from './tier-budget.ts';
import { endPause, freeTier, lastPause, leaseMs, leaseTier, pauseTier, renewTier } from './tiers-store.ts';
import { type TokenSource, tokenSource } from './token-source.ts';
import { toldLimits } from './told-limits.ts';
import { UpstreamFailed } from './upstream-failed.ts';
import { noteLimits, type Upstream } from './upstreams-store.ts';

interface LineParts extends Pick<Context, 'database' | 'clock' | 'ids' | 'config' | 'secret'> {
  /** How long a call waits for room in our share, in real time. */
  readonly patienceMs: number;
  /** Makes calls during a pause as well: somebody wants to know whether the upstream answers again. */
  readonly asksAnyway?: boolean;
}

/** How long a call waits for which a person waits, and one for a piece of a document, which would have to begin anew. */
export const usualPatienceMs = 60_000;

/** Calls of one upstream with its token, within our share of its limits. */
export interface UpstreamLine {
  /** An answer as it is read: a bounded time, and as many bytes as designs may have. @throws UpstreamFailed */
  readonly read: <T>(
    path: string,
    tier: Tier,
    use: (body: Readable) => Promise<T>,
    patienceMs?: number,
  ) => Promise<T>;
  /** A value that is short as a rule, or a list of many, which is read in steps. @throws UpstreamFailed */
  readonly json: (path: string, tier: Tier, asked?: AskedJson) => Promise<unknown>;
  /** @throws UpstreamFailed */
  readonly bytes: (path: string, tier: Tier, patienceMs?: number) => Promise<Uint8Array>;
  /** Writes something of ours there, as a webhook that tells us what changes. @throws UpstreamFailed */
  readonly send: (method: 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;
  /** The bytes behind an address that an answer gave, resumed where they break off; the token is not sent there. @throws UpstreamFailed */
  readonly download: (url: string, mostBytes: number) => Promise<Uint8Array>;
  /** How many calls were made. */
  readonly calls: () => number;
  readonly close: () => Promise<void>;
}

interface AskedJson {
  readonly patienceMs?: number | undefined;
  readonly isLong?: boolean;
}

/** The most bytes of an answer that lists things, as many as there may be of a kind, and of any other. */
const longBytes = 64 * 1024 * 1024;
const shortBytes = 4 * 1024 * 1024;
const shortMs = 60_000;
const longMs = 15 * 60_000;
/** How long a call waits for the one that is under way. */
const turnMs = 50_000;
const pauseMs = 100;

/** @throws UpstreamFailed where the token cannot be opened */
export function openLine(parts: LineParts, upstream: Upstream): UpstreamLine {
  const { upstreamAllow: opened, testMode } = parts.config;
  const guard = addressGuard({ opened, testMode, opener: 'VITRINE_UPSTREAM_ALLOW' });
  const { lend } = readersOf(parts.config);
  const reader = (ca: string | null) =>
    lend(JSON.stringify([upstream.id, ca]), () => guardedReader({ guard, ca: ca ?? undefined }));
  const own = reader(upstream.ca);
  const plain = upstream.ca === null ? own : reader(null);
  return lineOf(parts, upstream, { tokens: tokenSource(parts, upstream, own), own, plain });
}

/** Connections of an upstream, by the settings of the server that they were opened by. */
const readers = new WeakMap<Context['config'], LentReaders>();

function readersOf(config: Context['config']): LentReaders {
  const known = readers.get(config) ?? lentReaders();
  readers.set(config, known);
  return known;
}

interface Connections {
  readonly tokens: TokenSource;
  /** To the upstream itself. */
  readonly own: GuardedReader;
  /** To other places that its answers name, as those of images. */
  readonly plain: GuardedReader;
}

function lineOf(parts: LineParts, upstream: Upstream, { tokens, own, plain }: Connections): UpstreamLine {
  let calls = 0;
  const call = <T>(
    { path, tier, patience, sent }: LineCall,
    use: (body: Readable) => Promise<T>,
  ): Promise<T> =>
    inTurn(parts, upstream, tier, async () => {
      await leaveRoom();
      const last = await requireRoom(parts, upstream, tier, patience);
      calls += 1;
      const url = `${upstream.baseUrl}${path}`;
      const deadlineMs = tier === 'tier1' ? longMs : shortMs;
      const answer = await withToken(tokens, async (token) => {
        const headers = { ...headersOf(upstream, token), ...typeOf(sent) };
        const answered = await own.get({ url, headers, deadlineMs, ...sent }).catch(callFailed);
        await refuseFailed(parts, upstream, { tier, last, token }, answered);
        return answered;
      });
      return use(answer.body)
        .catch(bodyFailed)
        .finally(() => answer.body.destroy());
    });
  const read: UpstreamLine['read'] = (path, tier, use, patience = parts.patienceMs) =>
    call({ path, tier, patience }, use);
  const bytes: UpstreamLine['bytes'] = (path, tier, patience) => {
    const mostBytes = tier === 'tier1' ? parts.config.importMaxBytes : longBytes;
    return read(path, tier, (body) => gathered(body, mostBytes), patience);
  };
  return {
    read,
    bytes,
    json: (path, tier, { patienceMs, isLong = false } = {}) =>
      read(
        path,
        tier,
        async (body) => parsed(await gathered(body, isLong ? longBytes : shortBytes)),
        patienceMs,
      ),
    send: async (method, path, body) => {
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const sent = { sent: { method, ...text } };
      const written = { path, tier: 'tier2', patience: parts.patienceMs, sent } as const;
      return call(written, async (answer) => parsed(await gathered(answer, shortBytes)));
    },
    download: async (url, mostBytes) => {
      await leaveRoom();
      const reader = isBelow(url, upstream.baseUrl) ? own : plain;
      return resumedDownload(reader, url, { mostBytes, deadlineMs: shortMs });
    },
    calls: () => calls,
    close: async () => {
      await Promise.all([own.close(), plain.close()]);
    },
  };
}

const headersOf = ({ tokenKind }: Upstream, token: string): HeaderLines => ({
  'user-agent': agentName,
  ...(tokenKind === 'plan' ? { authorization: `Bearer ${token}` } : { 'x-figma-token': token }),
});

/** Calls with the present token, and once more with another where the upstream does not know it and there is one. */
async function withToken<T>(tokens: TokenSource, use: (token: string) => Promise<T>): Promise<T> {
  const token = await tokens.present();
  try {
    return await use(token);
  } catch (error) {
    if (!(error instanceof UpstreamFailed) || error.kind !== 'token') throw error;
    const other = await tokens.another(token);
    if (other === undefined) throw error;
    return use(other);
  }
}

interface LineCall {
  readonly path: string;
  readonly tier: Tier;
  readonly patience: number;
  readonly sent?: Pick<Reading, 'sent'>;
}

const typeOf = (sent: LineCall['sent']): HeaderLines =>
  sent?.sent?.body === undefined ? {} : { 'content-type': 'application/json' };

const isBelow = (url: string, baseUrl: string): boolean =>
  URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin;

/** Of the calls of tier 1, which are the largest, one is made at a time, by all processes together. */
async function inTurn<T>(
  parts: LineParts,
  { id: upstreamId }: Upstream,
  tier: Tier,
  work: () => Promise<T>,
): Promise<T> {
  if (tier !== 'tier1') return work();
  const { database, clock, ids } = parts;
  const lease = ids.uuid();
  const until = performance.now() + turnMs;
  const take = () => leaseTier(database, { upstreamId, tier }, { lease, now: clock.now() });
  while (!(await unhurried(take))) {
    if (performance.now() > until)
      throw new UpstreamFailed(
        'limited',
        'Another file is being read there. Try again.',
        clock.now() + 5000,
        tier,
      );
    await sleep(pauseMs);
  }
  const renew = () => void unhurried(() => renewTier(database, lease, clock.now())).catch(() => undefined);
  const renewing = setInterval(renew, leaseMs / 4).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await unhurried(() => freeTier(database, lease));
  }
}

/**
 * Answers the last pause of the tier where no call has succeeded since.
 * @throws UpstreamFailed while the tier is paused, and where our share is spent for longer than anybody waits
 */
async function requireRoom(
  parts: LineParts,
  upstream: Upstream,
  tier: Tier,
  patience: number,
): Promise<Pause | undefined> {
  const { database, clock, asksAnyway = false } = parts;
  const since = performance.now();
  for (;;) {
    const now = clock.now();
    const last = await lastPause(database, { upstreamId: upstream.id, tier }, now);
    if (last !== undefined && last.until > now && !asksAnyway)
      throw limited(upstream, tier, last.until, howToAsk(upstream));
    const fullUntil = await spendCall(database, upstream, tier, now);
    if (fullUntil === undefined) return last;
    const waited = performance.now() - since;
    if (fullUntil - now > patience - waited) throw spent(upstream, tier, fullUntil);
    await sleep(Math.min(fullUntil - now, pauseMs));
  }
}

const spent = ({ name }: Upstream, tier: Tier, until: number): UpstreamFailed =>
  new UpstreamFailed(
    'limited',
    `Our share of the limits of "${name}" is used until ${timeText(until)}.`,
    until,
    tier,
  );

interface MadeCall {
  readonly tier: Tier;
  /** The pause that the tier had before. */
  readonly last: Pause | undefined;
  readonly token: string;
}

/**
 * A refusal for the rate of calls pauses the tier; every other answer ends its pause.
 * @throws UpstreamFailed for every answer that is not the one asked for
 */
async function refuseFailed(
  { database, clock, asksAnyway }: LineParts,
  upstream: Upstream,
  { tier, last, token }: MadeCall,
  answer: ReadAnswer,
): Promise<void> {
  const of = { upstreamId: upstream.id, tier };
  if (answer.status !== 429) {
    if (last !== undefined) await unhurried(() => endPause(database, of, last));
    const failure = await failureOfAnswer(answer, [token]);
    if (failure !== undefined) throw failure;
    return;
  }
  answer.body.destroy();
  const at = clock.now();
  const before = await lastPause(database, of, at);
  const until = retryTime(answer.headers['retry-after'], at, before);
  if (until !== before?.until) await pauseTier(database, of, { at, until });
  await noteLimits(database, upstream.id, toldLimits(answer.headers));
  throw limited(upstream, tier, until, asksAnyway ? '' : howToAsk(upstream));
}

const limited = ({ name }: Upstream, tier: Tier, until: number, advice: string): UpstreamFailed =>
  new UpstreamFailed(
    'limited',
    `The upstream "${name}" takes no calls of this kind until ${timeText(until)}${advice}.`,
    until,
    tier,
  );

const howToAsk = ({ id }: Upstream): string =>
  `; "npx vitrine upstream check ${id}" asks before whether it takes them again`;

const timeText = (time: number): string => new Date(time).toISOString();
