import { setTimeout as wait } from 'node:timers/promises';
import { describe, inject } from 'vitest';
import { endedProcessesSuite } from './ended-processes.suite.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };
/** Half a minute of silence, and some for what is taken over then. */
const silenceMs = 45_000;

describe.skipIf('missing' in postgres)('What a process was sending that was silent for 45 seconds', () => {
  endedProcessesSuite((postgres as { url: string }).url, () => wait(silenceMs));
});
