/**
 * How many requirements each section of the specification has. Their ids are numbered from 01 without gaps:
 * `FILE-01` … `FILE-28`.
 */
export const requirementCounts = {
  TLS: 4,
  AUTH: 10,
  PAT: 11,
  OAUTH: 66,
  FILE: 28,
  NODE: 10,
  IMG: 24,
  FILL: 5,
  META: 6,
  CMT: 12,
  RXN: 11,
  VAR: 80,
  EXT: 22,
  PUB: 10,
  PROJ: 9,
  PAY: 7,
  LOG: 18,
  HOOK: 31,
  DLV: 19,
  EMB: 24,
  SCOPE: 16,
  ERR: 14,
  LIM: 21,
  VER: 13,
} as const;

export const requirementIds: readonly string[] = Object.entries(requirementCounts).flatMap(
  ([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}-${String(index + 1).padStart(2, '0')}`),
);
