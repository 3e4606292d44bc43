import type { MovableClock } from './clock.ts';
import type { DumpedRows } from './database/dump.ts';

/** A call as it was received, secrets masked, for the assertions of a tool's own tests. */
export interface ReceivedRequest {
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: number;
  readonly at: string;
}

/** What the next calls of an operation do instead of answering. */
export interface Fault {
  readonly operation: string;
  /** Calls left. */
  times: number;
  readonly status?: number;
  readonly delayMs?: number;
  /** The answer breaks off after this many bytes of its body. */
  readonly cutBodyAt?: number;
  /** The call fails as a request for rendering does: 500. */
  readonly failRender?: boolean;
}

/** State that exists only where `--test-mode` was given. */
export interface TestMode {
  readonly clock: MovableClock;
  faults: Fault[];
  /** Oldest first; the oldest are dropped above `mostReceived`. */
  received: ReceivedRequest[];
  /** Remembered states of the database by id; `start` is the state the server started with. */
  readonly states: Map<string, RememberedState>;
}

export interface RememberedState {
  readonly tables: readonly DumpedRows[];
}

export const mostReceived = 10_000;

/** Takes the fault meant for a call of this operation and counts it down. */
export function takeFault(testMode: TestMode, operation: string): Fault | undefined {
  const fault = testMode.faults.find((candidate) => candidate.operation === operation);
  if (fault === undefined) return undefined;
  fault.times -= 1;
  if (fault.times <= 0) testMode.faults = testMode.faults.filter((candidate) => candidate !== fault);
  return fault;
}
