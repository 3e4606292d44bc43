import type { Caller } from '../access/caller.ts';

/** A call of the interface by somebody with a token, once it is answered. */
export interface LoggedCall {
  /** The `X-Request-Id` of the answer. */
  readonly id: string;
  readonly at: number;
  /** Order of the calls of one millisecond. */
  readonly ordinal: string;
  /** As the contract has it, `/v1/files/{file_key}`. */
  readonly path: string;
  readonly caller: Caller;
  /** What the path names, if it names something. */
  readonly resource: { readonly type: 'file' | 'team' | 'project'; readonly id: string } | undefined;
  readonly status: number;
}
