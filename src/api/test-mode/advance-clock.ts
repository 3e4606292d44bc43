import type { MovableClock } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { choreMs } from '../../jobs/chore-store.ts';
import { doDueWork, nextMirrorDueAt } from '../../mirrors/work-of-mirrors.ts';

/**
 * Moves the clock to each moment at which something is due on the way, in order, and runs that to its end
 * before it goes on. What runs takes real time, so the clock may end a little later than it was told to.
 */
export async function advanceClock(context: Context, clock: MovableClock, time: number): Promise<void> {
  const { deliveries, upkeep } = context;
  const moveTo = async (moment: number): Promise<void> => clock.moveTo(Math.max(moment, clock.now()));
  let upkeepAt = lastDueBefore(time, await upkeep.nextDueAt());
  const settle = async (): Promise<void> => {
    await doDueWork(context);
    await deliveries.settle();
  };
  await settle();
  for (;;) {
    const ownDueAt = [await deliveries.nextDueAt(), await nextMirrorDueAt(context)];
    const dueAt = Math.min(...ownDueAt.map((at) => at ?? Infinity), upkeepAt);
    if (dueAt > Math.max(time, clock.now())) break;
    await moveTo(dueAt);
    if (dueAt === upkeepAt) {
      await upkeep.runDue();
      upkeepAt = Infinity;
    }
    await settle();
  }
  await moveTo(time);
}

/**
 * Upkeep comes round every hour, and doing it again finds nothing more: of all the times on the way the last one
 * counts. Infinite where there is none.
 */
function lastDueBefore(time: number, firstAt: number | undefined): number {
  if (firstAt === undefined || firstAt > time) return Infinity;
  return firstAt + Math.floor((time - firstAt) / choreMs) * choreMs;
}
