/** What is under way on a connection. */
export interface IdleWatch {
  begun(): void;
  over(): void;
  stop(): void;
}

/** Calls `end` when nothing has been under way for so long, whatever else the client sends meanwhile. */
export function watchIdle(idleMs: number, end: () => void): IdleWatch {
  let underWay = 0;
  const timer = setTimeout(() => {
    if (underWay === 0) end();
  }, idleMs).unref();
  return {
    begun: () => {
      underWay += 1;
    },
    over: () => {
      underWay -= 1;
      if (underWay === 0) timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
