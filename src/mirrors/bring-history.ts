import type { Context } from '../context.ts';
import { pullOlderVersion } from '../upstreams/older-version.ts';
import { withLine } from './bringing.ts';
import { updateHeldFile } from './due-files-store.ts';
import { outcomeOf } from './failed-work.ts';
import { LeaseLost } from './leases.ts';
import type { MirroredFile } from './mirrored-files-store.ts';

const free = { lease: null, leasedUntil: null } as const;

/** Reads one older version of a file: one at a time, so that whatever somebody waits for goes before the next. */
export function bringHistory(context: Context, file: MirroredFile): Promise<void> {
  const { database, clock } = context;
  const end = (historyAt: number | null) => updateHeldFile(database, file, { ...free, historyAt });
  return withLine(context, {
    mirrorId: file.mirrorId,
    renew: (leasedUntil) => updateHeldFile(database, file, { leasedUntil }),
    work: async ({ by, upstream, line, mirror }) => {
      const { elsewhere, fileKey } = file;
      const pull = { context, by, upstream, line, elsewhere, fileKey };
      await end((await pullOlderVersion(pull, mirror.versionCount)) ? clock.now() : null);
    },
    failed: async (error, of) => {
      const { kind, nextAt } = await outcomeOf(context, error, of, 3);
      if (kind === 'lost') return;
      // What is not there, or may not be read, is not there later either.
      await end(kind === 'gone' || kind === 'closed' ? null : nextAt).catch(ignoreLost);
    },
  });
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error;
}
