import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { endedProcessesSuite, heldRequests } from './ended-processes.suite.ts';
import { type Several, startSeveral } from './servers.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };
/** Half a minute of silence, and some for what is taken over then. */
const silenceMs = 45_000;

describe.skipIf('missing' in postgres)('Of three processes one that was silent for 45 seconds', () => {
  let several: Several;
  beforeAll(async () => {
    several = await startSeveral((postgres as { url: string }).url, 3, { env: heldRequests });
  });
  afterAll(() => several?.close());

  endedProcessesSuite(
    () => several,
    () => wait(silenceMs),
  );
});
