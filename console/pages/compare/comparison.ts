/** How the pictures of a frame are laid beside each other. */
export const views = ['beside', 'over', 'difference'] as const;
export type View = (typeof views)[number];

/** What the address of a comparison says; a side is the id of a version, or the key of a file or branch as it is now. */
export interface Comparison {
  readonly from?: string;
  readonly to?: string;
  /** Id of the frame that is looked at. */
  readonly frame?: string;
  readonly view?: View;
}

/** What an address says, whoever wrote it. */
export function comparisonOf(given: Readonly<Record<string, unknown>>): Comparison {
  const textOf = (name: keyof Comparison) => String(given[name] ?? '');
  const named = (['from', 'to', 'frame'] as const).map((name) => [name, textOf(name)] as const);
  const view = views.find((one) => one === textOf('view') && one !== 'beside');
  return {
    ...Object.fromEntries(named.filter(([, value]) => value !== '')),
    ...(view === undefined ? {} : { view }),
  };
}
