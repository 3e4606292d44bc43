import type { Context } from '../context.ts';
import { LeastRecent } from '../least-recent.ts';
import type { Refusal } from '../metrics.ts';

/** Hears of what an address is refused before it is a request. */
export type TellRefusal = (what: Refusal, address: string) => void;

/** An address is told of once in this time. */
const pauseMs = 60_000;
/** So many of them are told of in the same time. */
const mostLines = 20;
/** Addresses beyond it are forgotten, the one that was refused longest ago first. */
const mostRemembered = 1_000;

const sentences: Readonly<Record<Refusal, string>> = {
  'connection of its address': 'a connection was refused: its address has as many as one may have',
  'connection of all': 'a connection was refused: there are as many as there may be',
  'connection for others': 'a connection was ended for others: its address had the most',
  'connection that gives up': 'a connection was ended: its address gives up too many streams',
  stream: 'a stream was refused: its client has too many requests under way',
};

/** Counts refusals, and writes lines of them, however many there are, that fill no log. */
export function tellRefusals({ metrics, log }: Pick<Context, 'metrics' | 'log'>): TellRefusal {
  const toldAt = new LeastRecent<string, number>(mostRemembered);
  let minute = { beganAt: Number.NEGATIVE_INFINITY, lines: 0 };
  let untold = 0;
  return (what, address) => {
    metrics.refused(what);
    const now = performance.now();
    if (now - minute.beganAt >= pauseMs) minute = { beganAt: now, lines: 0 };
    const before = toldAt.get(`${what} ${address}`) ?? Number.NEGATIVE_INFINITY;
    if (now - before < pauseMs || minute.lines >= mostLines) {
      untold += 1;
      return;
    }
    toldAt.set(`${what} ${address}`, now);
    minute.lines += 1;
    log.warn({ address, untold }, sentences[what]);
    untold = 0;
  };
}
