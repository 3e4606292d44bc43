/**
 * Requirements that no test claims yet, each with the reason. Who claims one in the title of a test takes
 * its id out of here; `src/claimed-requirements.test.ts` holds both to be complete and apart.
 */
const openGroups: readonly { reason: string; ids: string }[] = [];

/** Requirement id → why nothing claims it yet. */
export const openRequirements: ReadonlyMap<string, string> = new Map(
  openGroups.flatMap(({ reason, ids }) =>
    ids
      .trim()
      .split(/\s+/)
      .map((id) => [id, reason]),
  ),
);
