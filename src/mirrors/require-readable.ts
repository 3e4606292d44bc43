import { setTimeout as sleep } from 'node:timers/promises';
import type { Tier } from '../access/rate-limits/limits.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { missingScopes } from '../upstreams/check-upstream.ts';
import { type FailureKind, refusalOf, UpstreamFailed } from '../upstreams/upstream-failed.ts';
import { openLine, type UpstreamLine } from '../upstreams/upstream-line.ts';
import type { Upstream } from '../upstreams/upstreams-store.ts';

/** What is to be kept current, as the upstream calls it. */
interface Wanted {
  readonly kind: 'file' | 'project' | 'team';
  readonly elsewhere: string;
}

/** Scopes without which nothing comes. */
const needed = ['file_metadata:read', 'file_content:read'] as const;

/** What will not become otherwise by waiting. */
const lasting: readonly FailureKind[] = ['token', 'forbidden', 'not found'];

/** A busy upstream keeps nobody from adding a mirror. */
const mostWaitMs = 10_000;

/**
 * Makes sure that the token may read what is to be kept current. An upstream that does not say so soon is asked when
 * the mirror is brought.
 * @throws ApiError 404, 409
 */
export async function requireReadable(context: Context, upstream: Upstream, wanted: Wanted): Promise<void> {
  const waited = new AbortController();
  const line = openLine({ ...context, patienceMs: 0 }, upstream);
  const asked = requireBy(line, wanted).finally(line.close);
  try {
    await Promise.race([asked, sleep(mostWaitMs, undefined, { signal: waited.signal })]);
  } catch (error) {
    if (!(error instanceof UpstreamFailed)) throw error;
    if (lasting.includes(error.kind)) throw refusalOf(error, context.clock.now());
  } finally {
    waited.abort();
    asked.catch(() => undefined);
  }
}

async function requireBy(line: UpstreamLine, wanted: Wanted): Promise<void> {
  const lacks = await missingScopes(line, needed);
  if (lacks.length > 0)
    throw conflict(
      `Nothing would come: the token lacks ${lacks.join(' and ')} there. Give the upstream a token that has it.`,
    );
  await line.json(...callFor(wanted));
}

function callFor({ kind, elsewhere }: Wanted): [path: string, tier: Tier] {
  const id = encodeURIComponent(elsewhere);
  if (kind === 'file') return [`/v1/files/${id}/meta`, 'tier3'];
  return kind === 'project' ? [`/v1/projects/${id}/files`, 'tier2'] : [`/v1/teams/${id}/projects`, 'tier2'];
}
