import { constants, getPriority, setPriority } from 'node:os';

/**
 * Has whatever else the server does go before this process. One that was started further back stays there: only root
 * may come forward.
 */
export function stepBack(): void {
  const { PRIORITY_BELOW_NORMAL: back } = constants.priority;
  if (getPriority() < back) setPriority(back);
}

/** The same of the thread that calls alone, where the system tells threads apart: on Linux. */
export function stepBackAsThread(): void {
  if (process.platform === 'linux') stepBack();
}
