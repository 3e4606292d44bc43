import type { Dispatcher } from 'undici';

/** Connections of one owner, lent for one call. */
export interface Loan {
  readonly agent: Dispatcher;
  readonly giveBack: () => void;
}

/** Keeps the connections of different owners apart: none is ever used for another's call. */
export interface OwnerAgents {
  readonly lend: (owner: string) => Loan;
  /** How many owners have connections, waiting ones included. */
  readonly count: () => number;
  /** Breaks off what is under way; calls that come later fail at once. */
  readonly close: () => Promise<void>;
}

export interface OwnerAgentsOptions {
  readonly makeAgent: () => Dispatcher;
  /** An owner's connections are closed when nothing used them this long. */
  readonly idleMs: number;
  /** At most so many owners keep idle connections; above it those of the longest idle are closed. */
  readonly mostIdle: number;
}

interface Entry {
  readonly agent: Dispatcher;
  running: number;
  timer?: NodeJS.Timeout;
}

export function ownerAgents({ makeAgent, idleMs, mostIdle }: OwnerAgentsOptions): OwnerAgents {
  const entries = new Map<string, Entry>();
  /** In the order in which they fell idle. */
  const idle = new Map<string, Entry>();
  let closed = false;

  const drop = (owner: string, entry: Entry): void => {
    clearTimeout(entry.timer);
    idle.delete(owner);
    if (entries.get(owner) === entry) entries.delete(owner);
    void entry.agent.destroy();
  };

  const fallIdle = (owner: string, entry: Entry): void => {
    idle.set(owner, entry);
    entry.timer = setTimeout(() => drop(owner, entry), idleMs).unref();
    const [longest] = idle;
    if (idle.size > mostIdle && longest !== undefined) drop(...longest);
  };

  const lend = (owner: string): Loan => {
    const entry = entries.get(owner) ?? { agent: makeAgent(), running: 0 };
    if (closed) void entry.agent.destroy();
    else entries.set(owner, entry);
    clearTimeout(entry.timer);
    idle.delete(owner);
    entry.running += 1;
    let given = false;
    const giveBack = (): void => {
      if (given) return;
      given = true;
      entry.running -= 1;
      if (entry.running === 0 && entries.get(owner) === entry) fallIdle(owner, entry);
    };
    return { agent: entry.agent, giveBack };
  };

  const close = async (): Promise<void> => {
    closed = true;
    const all = [...entries];
    for (const [owner, entry] of all) drop(owner, entry);
    await Promise.all(all.map(([, { agent }]) => agent.destroy()));
  };

  return { lend, count: () => entries.size, close };
}
