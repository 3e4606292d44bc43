import type { Caller } from './access/caller.ts';
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
  faults: Fault[];
  readonly received: ReceivedRequests;
  /** Remembered states of the database by id; `start` is the state the server started with. */
  readonly states: Map<string, RememberedState>;
  /** What counts of a token instead of what is so, by the token's hash. */
  readonly identities: Map<string, SimulatedIdentity>;
}

/** What rate limits and checks of plans see. */
export type SimulatedIdentity = Pick<Caller, 'plan'> & { readonly seat?: Caller['user']['seat'] };

export interface RememberedState {
  readonly tables: readonly DumpedRows[];
}

const mostReceived = 10_000;
/** Bodies and targets of the remembered calls take no more than this. */
const mostReceivedBytes = 64 * 1024 * 1024;

/** The newest calls, as many as there is room for. */
export class ReceivedRequests {
  #calls: { readonly call: ReceivedRequest; readonly sizeBytes: number }[] = [];
  #sizeBytes = 0;

  readonly add = (call: ReceivedRequest, sizeBytes: number): void => {
    this.#calls.push({ call, sizeBytes });
    this.#sizeBytes += sizeBytes;
    while (this.#calls.length > mostReceived || this.#sizeBytes > mostReceivedBytes)
      this.#sizeBytes -= this.#calls.shift()?.sizeBytes ?? 0;
  };

  /** Oldest first. */
  readonly all = (): ReceivedRequest[] => this.#calls.map(({ call }) => call);

  readonly clear = (): void => {
    this.#calls = [];
    this.#sizeBytes = 0;
  };
}

/** The caller with the plan and the seat that a test gave to their token. */
export function asSimulated(caller: Caller, testMode: TestMode | undefined): Caller {
  const identity = testMode?.identities.get(caller.tokenHash);
  if (identity === undefined) return caller;
  const { plan, seat = caller.user.seat } = identity;
  return { ...caller, ...(plan === undefined ? {} : { plan }), user: { ...caller.user, seat } };
}

/** Takes the fault meant for a call of this operation and counts it down. */
export function takeFault(testMode: TestMode, operation: string): Fault | undefined {
  const fault = testMode.faults.find((candidate) => candidate.operation === operation);
  if (fault === undefined) return undefined;
  fault.times -= 1;
  if (fault.times <= 0) testMode.faults = testMode.faults.filter((candidate) => candidate !== fault);
  return fault;
}
