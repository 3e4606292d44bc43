import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { openLine, type UpstreamLine } from '../upstreams/upstream-line.ts';
import { findUpstreamRow, type Upstream } from '../upstreams/upstreams-store.ts';
import { bringingCaller } from './bringing-caller.ts';
import { leaseMs, renewMs } from './leases.ts';
import { findMirrorRow, type Mirror } from './mirrors-store.ts';

/** Something of a mirror that this process is at. */
export interface Bringing {
  readonly context: Context;
  readonly by: Caller;
  readonly mirror: Mirror;
  readonly upstream: Upstream;
  readonly line: UpstreamLine;
}

interface Held {
  readonly mirrorId: Mirror['id'];
  /** Keeps the row from others. */
  readonly renew: (until: number) => Promise<unknown>;
  readonly work: (bringing: Bringing) => Promise<void>;
  /** Writes down what kept the work from its end. */
  readonly failed: (error: unknown, of: Pick<Bringing, 'mirror' | 'upstream'>) => Promise<void>;
}

/** Lines that are open, by the context whose they are: a server that stops breaks them off. */
const openLines = new WeakMap<Context, Set<UpstreamLine>>();

/** Does work of a mirror that is leased, and keeps the lease meanwhile. */
export async function withLine(context: Context, { mirrorId, renew, work, failed }: Held): Promise<void> {
  const { database, clock } = context;
  const mirror = await findMirrorRow(database, mirrorId);
  const upstream = mirror && (await findUpstreamRow(database, mirror.upstreamId));
  if (mirror === undefined || upstream === undefined) return;
  const renewOnce = () => void renew(clock.now() + leaseMs).catch(() => undefined);
  const renewing = setInterval(renewOnce, renewMs).unref();
  try {
    const by = await bringingCaller(context);
    const line = openLine({ ...context, patienceMs: 0 }, upstream);
    const lines = linesOf(context).add(line);
    await work({ context, by, mirror, upstream, line }).finally(() => {
      lines.delete(line);
      return line.close();
    });
  } catch (error) {
    await failed(error, { mirror, upstream });
  } finally {
    clearInterval(renewing);
  }
}

function linesOf(context: Context): Set<UpstreamLine> {
  const lines = openLines.get(context) ?? new Set();
  openLines.set(context, lines);
  return lines;
}

/** Breaks off the calls that are under way. */
export async function breakLines(context: Context): Promise<void> {
  await Promise.all([...linesOf(context)].map((line) => line.close()));
}
