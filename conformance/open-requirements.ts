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
    reason: 'comes with the authorization server',
    ids: `
      AUTH-09 AUTH-10
      OAUTH-01 OAUTH-02 OAUTH-03 OAUTH-04 OAUTH-05 OAUTH-06 OAUTH-07 OAUTH-08 OAUTH-09 OAUTH-10
      OAUTH-11 OAUTH-12 OAUTH-13 OAUTH-14 OAUTH-15 OAUTH-16 OAUTH-17 OAUTH-18 OAUTH-19 OAUTH-20
      OAUTH-21 OAUTH-22 OAUTH-23 OAUTH-24 OAUTH-25 OAUTH-26 OAUTH-27 OAUTH-28 OAUTH-29 OAUTH-30
      OAUTH-31 OAUTH-32 OAUTH-33 OAUTH-34 OAUTH-35 OAUTH-36 OAUTH-37 OAUTH-38 OAUTH-39 OAUTH-40
      OAUTH-41 OAUTH-42 OAUTH-43 OAUTH-44 OAUTH-45 OAUTH-46 OAUTH-47 OAUTH-48 OAUTH-49 OAUTH-50
      OAUTH-51 OAUTH-52 OAUTH-53 OAUTH-54 OAUTH-55 OAUTH-56 OAUTH-57 OAUTH-58 OAUTH-59 OAUTH-60
      OAUTH-61 OAUTH-62 OAUTH-63 OAUTH-64 OAUTH-65 OAUTH-66
      VER-05 VER-06`,
  },
  {
    reason: 'comes with the pages of teams',
    ids: `
      PROJ-09`,
  },
  {
    reason: 'comes with the last of the endpoints that are known by name',
    ids: `
      VER-13`,
  },
  {
    reason: 'comes with apps, of which some are public: the activity logs are for the others',
    ids: `
      LOG-04`,
  },
  {
    reason: 'comes with oEmbed',
    ids: `
      EMB-01 EMB-02 EMB-03 EMB-04 EMB-05 EMB-06 EMB-07 EMB-08 EMB-09 EMB-10 EMB-11 EMB-12
      EMB-13 EMB-14 EMB-15 EMB-16 EMB-17 EMB-18 EMB-19 EMB-20 EMB-21 EMB-23 EMB-24
      ERR-11`,
  },
  {
    reason: 'comes with a check of the authorization page that asks for some of the scopes of an app',
    ids: `
      SCOPE-04`,
  },
  {
    reason: 'comes with rate limits',
    ids: `
      LIM-07 LIM-08 LIM-09
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
