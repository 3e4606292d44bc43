/**
 * Requirements that no test claims yet, each with the reason. Who claims one in the title of a test takes
 * its id out of here; `src/claimed-requirements.test.ts` holds both to be complete and apart.
 */
const openGroups: readonly { reason: string; ids: string }[] = [
  {
    reason: 'comes with the settings page for personal access tokens',
    ids: `
      PAT-01 PAT-11`,
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
    reason: 'comes with comments and reactions',
    ids: `
      CMT-01 CMT-02 CMT-03 CMT-04 CMT-05 CMT-06 CMT-07 CMT-08 CMT-09 CMT-10 CMT-11 CMT-12
      RXN-01 RXN-02 RXN-03 RXN-04 RXN-05 RXN-06 RXN-07 RXN-08 RXN-09 RXN-10 RXN-11`,
  },
  {
    reason: 'comes with variables',
    ids: `
      VAR-01 VAR-02 VAR-03 VAR-04 VAR-05 VAR-06 VAR-07 VAR-08 VAR-09 VAR-10 VAR-11 VAR-12
      VAR-13 VAR-14 VAR-15 VAR-16 VAR-17 VAR-18 VAR-19 VAR-20 VAR-21 VAR-22 VAR-23 VAR-24
      VAR-25 VAR-26 VAR-27 VAR-28 VAR-29 VAR-30 VAR-31 VAR-32 VAR-33 VAR-34 VAR-35 VAR-36
      VAR-37 VAR-38 VAR-39 VAR-40 VAR-41 VAR-42 VAR-43 VAR-44 VAR-45 VAR-46 VAR-47 VAR-48
      VAR-49 VAR-50 VAR-51 VAR-52 VAR-53 VAR-54 VAR-55 VAR-56 VAR-57 VAR-58 VAR-59 VAR-60
      VAR-61 VAR-62 VAR-63 VAR-64 VAR-65 VAR-66 VAR-67 VAR-68 VAR-69 VAR-70 VAR-71 VAR-72
      VAR-73 VAR-74 VAR-75 VAR-76 VAR-77 VAR-78 VAR-79 VAR-80
      EXT-01 EXT-02 EXT-03 EXT-04 EXT-05 EXT-06 EXT-07 EXT-08 EXT-09 EXT-10 EXT-11 EXT-12
      EXT-13 EXT-14 EXT-15 EXT-16 EXT-17 EXT-18 EXT-19 EXT-20 EXT-21 EXT-22
      PUB-01 PUB-02 PUB-03 PUB-04 PUB-05 PUB-06 PUB-07 PUB-08 PUB-09 PUB-10
      ERR-02 ERR-08 ERR-12
      SCOPE-08 SCOPE-16`,
  },
  {
    reason: 'comes with projects and published components',
    ids: `
      PROJ-01 PROJ-02 PROJ-03 PROJ-04 PROJ-05 PROJ-06 PROJ-07 PROJ-08 PROJ-09
      VER-07 VER-13`,
  },
  {
    reason: 'comes with payments',
    ids: `
      PAY-01 PAY-02 PAY-03 PAY-04 PAY-05 PAY-06 PAY-07`,
  },
  {
    reason: 'comes with apps, of which some are public: the activity logs are for the others',
    ids: `
      LOG-04`,
  },
  {
    reason: 'comes with comments',
    ids: `
      DLV-18`,
  },
  {
    reason: 'comes with oEmbed',
    ids: `
      EMB-01 EMB-02 EMB-03 EMB-04 EMB-05 EMB-06 EMB-07 EMB-08 EMB-09 EMB-10 EMB-11 EMB-12
      EMB-13 EMB-14 EMB-15 EMB-16 EMB-17 EMB-18 EMB-19 EMB-20 EMB-21 EMB-22 EMB-23 EMB-24
      ERR-09 ERR-11`,
  },
  {
    reason: 'comes with the operations that each scope opens; a check goes through the whole table',
    ids: `
      SCOPE-01 SCOPE-02 SCOPE-03 SCOPE-04 SCOPE-05 SCOPE-06 SCOPE-07 SCOPE-09 SCOPE-10 SCOPE-11
      SCOPE-12 SCOPE-13 SCOPE-14 SCOPE-15
      VER-10`,
  },
  {
    reason: 'comes with rate limits',
    ids: `
      LIM-01 LIM-02 LIM-03 LIM-04 LIM-05 LIM-06 LIM-07 LIM-08 LIM-09
      LIM-13 LIM-14 LIM-15 LIM-21`,
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
