/** One difference between the specification and the document of the specification package. */
export interface OverlayEntry {
  /** The rule, ruling or row that asks for it. */
  source: string;
  /** The difference in one sentence; `docs/compatibility.md` prints it. */
  says: string;
  /** What is changed: a kind and names, as `operation getFile, getFileNodes` or `schema LocalVariable`. */
  on: string;
  /** A path inside of each; in a list of named things, as parameters, a segment is a name. */
  at?: string;
  /** Members to set: objects are merged, anything else is replaced. */
  merge?: Record<string, unknown>;
  /** Elements to append, by the name of the list. */
  append?: Record<string, unknown[]>;
  /** Members to take out; for a list of scalars under `take`, elements. */
  remove?: string[];
  take?: Record<string, unknown[]>;
}

/** @see overlay.yaml, whose entries are called by source and target */
export function staleEntry(entry: OverlayEntry, why: string): Error {
  const target = entry.at === undefined ? entry.on : `${entry.on} at ${entry.at}`;
  return new Error(
    `contract/overlay.yaml: the entry of ${entry.source} on ${target} no longer applies: it ${why}.`,
  );
}
