import type { MovableClock } from '../../clock.ts';
import type { Context } from '../../context.ts';

/**
 * Moves the clock to each moment at which something is due on the way, in order, and runs that to its end
 * before it goes on; upkeep, which comes round every hour, once at the end. What runs takes real time, so the clock
 * may end a little later than it was told to.
 */
export async function advanceClock(context: Context, clock: MovableClock, time: number): Promise<void> {
  const { deliveries, upkeep } = context;
  const moveTo = (moment: number): void => clock.moveTo(Math.max(moment, clock.now()));
  await deliveries.settle();
  for (;;) {
    const dueAt = await deliveries.nextDueAt();
    if (dueAt === undefined || dueAt > Math.max(time, clock.now())) break;
    moveTo(dueAt);
    await deliveries.settle();
  }
  moveTo(time);
  await upkeep.runDue();
}
