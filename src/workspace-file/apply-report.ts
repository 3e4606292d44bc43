/** What applying a workspace file did, in the order it was done. */
export interface ApplyReport {
  readonly created: { kind: string; id: string }[];
  readonly updated: { kind: string; id: string }[];
  unchanged: number;
  /** Values of tokens that were made because none was given, by `user/name`. Shown only here. */
  readonly tokens: Record<string, string>;
  /** Values of passwords and ids that were made because none was given are in `created`. */
  readonly warnings: string[];
}

export const emptyReport = (): ApplyReport => ({
  created: [],
  updated: [],
  unchanged: 0,
  tokens: {},
  warnings: [],
});
