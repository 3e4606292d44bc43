import type { Bell } from '../database/postgres-bell.ts';
import type { ProcessLife } from './process-life.ts';
import type { SharedClock } from './shared-clock.ts';

/** What a process has in common with others that serve the same installation. */
export interface Together {
  readonly life: ProcessLife;
  readonly clock: SharedClock;
  readonly bell: Bell;
}
