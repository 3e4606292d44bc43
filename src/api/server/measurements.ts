import type { Context } from '../../context.ts';
import { databaseCounts } from '../../database/database-counts.ts';
import { answeredSoon, type StoredCounts } from '../../metrics.ts';
import { countsOfMirrors } from '../../mirrors/mirrored-files-store.ts';
import { highestUses } from '../../upstreams/tier-uses.ts';
import { longestPauses } from '../../upstreams/tiers-store.ts';

/** What is measured at the moment, in the text form of Prometheus. */
export async function measurementsOf(context: Context) {
  const { metrics, images, passwords, readings, comparisons, deliveries, upkeep } = context;
  return {
    text: await metrics.print({
      ...databaseCounts(),
      waitingRenders: images.waiting(),
      passwordsComputed: passwords.made(),
      readingsBegun: readings.begun() + comparisons.begun(),
      deliveriesClaimed: deliveries.claimed(),
      outcomesWithoutLease: deliveries.outcomesWithoutLease(),
      chores: upkeep.outcomes(),
      stored: await answeredSoon(storedCounts(context)),
    }),
    contentType: metrics.contentType,
  };
}

async function storedCounts({ database, deliveries, clock }: Context): Promise<StoredCounts> {
  return {
    oldestDeliveryMs: await deliveries.oldestDueMs(),
    mirroredFiles: await countsOfMirrors(database),
    upstreamPauses: await longestPauses(database, clock.now()),
    upstreamUses: await highestUses(database, clock.now()),
  };
}
