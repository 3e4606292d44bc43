/**
 * Requirements that no test claims yet, each with the reason. Who claims one in the title of a test takes
 * its id out of here; `src/claimed-requirements.test.ts` holds both to be complete and apart.
 */
const openGroups: readonly { reason: string; ids: string }[] = [
  {
    reason: 'comes with the settings page for personal access tokens',
    ids: `
      PAT-01`,
  },
  {
    reason: 'comes with the pages of teams',
    ids: `
      PROJ-09`,
  },
  {
    reason: 'comes with oEmbed',
    ids: `
      EMB-01 EMB-02 EMB-03 EMB-04 EMB-05 EMB-06 EMB-07 EMB-08 EMB-09 EMB-10 EMB-11 EMB-12
      EMB-13 EMB-14 EMB-15 EMB-16 EMB-17 EMB-18 EMB-19 EMB-20 EMB-21 EMB-23 EMB-24
      ERR-11`,
  },
  {
    reason: 'comes with oEmbed, whose limits they are',
    ids: `
      LIM-21`,
  },
];

/** Requirement id → why nothing claims it yet. */
export const openRequirements: ReadonlyMap<string, string> = new Map(
  openGroups.flatMap(({ reason, ids }) =>
    ids
      .trim()
      .split(/\s+/)
      .map((id) => [id, reason]),
  ),
);
