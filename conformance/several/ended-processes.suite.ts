import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import type { Server } from '../harness/server.ts';
import { type Several, startSeveral } from './servers.ts';

/**
 * What becomes of what a process was sending when it ends.
 * @param untilDead waits until the others take a process for dead that has ended or stands still
 */
export function endedProcessesSuite(
  postgres: string,
  untilDead: (several: Several, server: Server) => Promise<void>,
): void {
  let several: Several;
  let file: string;
  let receiver: Receiver;
  /** Requests that are not answered before the test says so. */
  let held: ServerResponse[];
  let isHeld: boolean;
  beforeAll(async () => {
    // A request that is held while another process starts is not over meanwhile.
    several = await startSeveral(postgres, 1, { env: { VITRINE_WEBHOOK_TIMEOUT: '120s' } });
  });
  afterAll(() => several?.close());
  beforeEach(async () => {
    // Webhooks of an earlier file may name the port that the receiver gets.
    file = await createFile(several.balanced);
    receiver = await openReceiver();
    held = [];
    isHeld = true;
    receiver.answer((_one, response) => (isHeld ? void held.push(response) : void response.end()));
  });
  afterEach(() => receiver.close());

  /** Has a process hold two deliveries while two more wait; answers the process and the webhook. */
  async function holdTwo(): Promise<{ sender: Server; webhook: string }> {
    const sender = several.servers[0] as Server;
    const made = await as(sender, 'POST', '/v2/webhooks', {
      event_type: 'FILE_VERSION_UPDATE',
      context: 'file',
      context_id: file,
      endpoint: receiver.url,
      passcode: 'secret',
    });
    for (let change = 0; change < 3; change += 1)
      await as(sender, 'POST', `/workspace/v1/files/${file}/versions`, { label: `Change ${change}` });
    await receiver.until(2);
    return { sender, webhook: made.json.id };
  }

  const idsOf = (): string[] => receiver.received.map(({ headers }) => String(headers['webhook-id']));
  const statesOf = async (server: Server, webhook: string): Promise<string[]> => {
    const path = `/workspace/v1/webhooks/${webhook}/deliveries`;
    return (await as(server, 'GET', path)).json.deliveries.map(({ state }: { state: string }) => state);
  };
  const until = (server: Server, webhook: string) =>
    expect.poll(() => statesOf(server, webhook)).toEqual(Array(4).fill('delivered'));

  /** The other process goes on; the next test has the one that is left. */
  async function withSecond(work: (second: Server) => Promise<void>): Promise<void> {
    await work(await several.start());
    several.servers.shift();
  }

  it('is sent again by another one once it was killed and is known to be gone, and by nobody before', async () => {
    const { sender, webhook } = await holdTwo();
    await withSecond(async (second) => {
      await sender.kill();
      isHeld = false;
      const silent = await as(second, 'GET', '/test/v1/clock');
      expect([silent.status, receiver.received.length]).toEqual([200, 2]);
      await untilDead(several, sender);
      await until(second, webhook);
      const [first, other, ...rest] = idsOf();
      expect(rest.filter((id) => id === first || id === other)).toHaveLength(2);
      expect(rest).toHaveLength(4);
    });
  });

  it('is given back where it stops, and sent by another one without a wait', async () => {
    const { sender, webhook } = await holdTwo();
    await withSecond(async (second) => {
      const stopping = sender.stop();
      isHeld = false;
      expect(await stopping).toBe(0);
      await until(second, webhook);
      expect(idsOf()).toHaveLength(6);
      const rows = await several.query('select id from processes');
      expect(rows).toHaveLength(1);
    });
  });
}
