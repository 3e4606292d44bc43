import type { Context } from '../../context.ts';
import { databaseCounts } from '../../database/database-counts.ts';
import { countsOfMirrors } from '../../mirrors/mirrored-files-store.ts';
import { longestPauses } from '../../upstreams/tiers-store.ts';

/** What is measured at the moment, in the text form of Prometheus. */
export async function measurementsOf({ metrics, images, passwords, deliveries, database, clock }: Context) {
  return {
    text: await metrics.print({
      ...databaseCounts(),
      waitingRenders: images.waiting(),
      passwordsComputed: passwords.made(),
      outcomesWithoutLease: deliveries.outcomesWithoutLease(),
      mirroredFiles: await countsOfMirrors(database),
      upstreamPauses: await longestPauses(database, clock.now()),
    }),
    contentType: metrics.contentType,
  };
}
