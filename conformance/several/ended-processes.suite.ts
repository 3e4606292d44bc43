import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import type { Server } from '../harness/server.ts';
import { holdTwoDeliveries } from './held-deliveries.ts';
import { type Several, whileStanding } from './servers.ts';

/** Settings of the processes: a request that is held while one ends is not over meanwhile. */
export const heldRequests = { VITRINE_WEBHOOK_TIMEOUT: '120s' };

/**
 * What becomes of what a process was sending when it ends. Of three processes one is left.
 * @param untilDead waits until the others take a process for dead that has ended or stands still
 */
export function endedProcessesSuite(
  started: () => Several,
  untilDead: (several: Several, server: Server) => Promise<void>,
): void {
  describe('what one of them was sending that ends', () => {
    let file: string;
    let receiver: Receiver;
    /** Requests that are not answered before the test says so. */
    let held: ServerResponse[];
    let isHeld: boolean;
    beforeEach(async () => {
      // Webhooks of an earlier file may name the port that the receiver gets.
      file = await createFile(started().balanced);
      receiver = await openReceiver();
      held = [];
      isHeld = true;
      receiver.answer((_one, response) => (isHeld ? void held.push(response) : void response.end()));
    });
    afterEach(() => receiver.close());

    const holdTwo = (sender: Server): Promise<string> => holdTwoDeliveries(sender, file, receiver);

    const idsOf = (): string[] => receiver.received.map(({ headers }) => String(headers['webhook-id']));
    const statesOf = async (server: Server, webhook: string): Promise<string[]> => {
      const path = `/workspace/v1/webhooks/${webhook}/deliveries`;
      return (await as(server, 'GET', path)).json.deliveries.map(({ state }: { state: string }) => state);
    };
    const until = (server: Server, webhook: string) =>
      expect.poll(() => statesOf(server, webhook)).toEqual(Array(4).fill('delivered'));

    /** One that is about to end and sends alone, as the others stand still meanwhile; and one that goes on. */
    async function prepare(): Promise<{ sender: Server; next: Server; webhook: string }> {
      const [sender, ...others] = started().servers as [Server, Server, ...Server[]];
      await started().leadAway(sender);
      const webhook = await whileStanding(others, () => holdTwo(sender));
      return { sender, next: others[0], webhook };
    }

    it('is sent again by another one once it was killed and is known to be gone, and by nobody before', async () => {
      const { sender, next, webhook } = await prepare();
      await sender.kill();
      isHeld = false;
      const silent = await as(next, 'GET', '/test/v1/clock');
      expect([silent.status, receiver.received.length]).toEqual([200, 2]);
      await untilDead(started(), sender);
      await until(next, webhook);
      const [first, other, ...rest] = idsOf();
      expect(rest.filter((id) => id === first || id === other)).toHaveLength(2);
      expect(rest).toHaveLength(4);
    });

    it('is given back where it stops, and sent by another one without a wait', async () => {
      const { sender, next, webhook } = await prepare();
      const stopping = sender.stop();
      isHeld = false;
      expect(await stopping).toBe(0);
      await until(next, webhook);
      expect(idsOf()).toHaveLength(6);
      const row = `select id from processes where name like '%:' || $1`;
      expect(await started().query(row, [String(sender.pid)])).toEqual([]);
    });
  });
}
