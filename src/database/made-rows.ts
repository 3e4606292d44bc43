/** A row as the program has it. */
export type MadeRow = Record<string, unknown>;

/**
 * Makes rows of the values of their columns. All have one form, which whatever reads them knows then; rows that
 * `node:sqlite` makes are dictionaries, in which each name is looked up.
 */
export function rowMaker(names: readonly string[]): (values: readonly unknown[]) => MadeRow {
  const empty: MadeRow = {};
  for (const name of names) empty[name] = null;
  return (values) => {
    const row = { ...empty };
    for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index];
    return row;
  };
}
