import type { Context } from '../../context.ts';
import { databaseCounts } from '../../database/database-counts.ts';

/** What is measured at the moment, in the text form of Prometheus. */
export async function measurementsOf({ metrics, images, passwords, deliveries }: Context) {
  return {
    text: await metrics.print({
      ...databaseCounts(),
      waitingRenders: images.waiting(),
      passwordsComputed: passwords.made(),
      outcomesWithoutLease: deliveries.outcomesWithoutLease(),
    }),
    contentType: metrics.contentType,
  };
}
