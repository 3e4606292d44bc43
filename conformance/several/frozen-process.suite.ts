import { afterAll, beforeAll, expect, it } from 'vitest';
import { as } from '../harness/delivery-record.ts';
import { nodes } from '../harness/images-file.ts';
import type { Server } from '../harness/server.ts';
import { type Freezing, freezeInTheMiddle, idOf, prepareFreezing, type UnderWay } from './frozen-process.ts';
import type { Several } from './servers.ts';

/**
 * What becomes of all that a process was doing which stands still for long and wakes.
 * @param untilDead waits until the others take it for dead
 */
export function frozenProcessSuite(
  postgres: string,
  untilDead: (several: Several, server: Server) => Promise<void>,
): void {
  let freezing: Freezing;
  let underWay: UnderWay;
  let image: Buffer;
  beforeAll(async () => {
    freezing = await prepareFreezing(postgres);
  });
  afterAll(() => freezing?.close());

  const query = (statement: string, values: readonly unknown[] = []) =>
    freezing.several.query(statement, values);
  const deliveries = () =>
    query('select * from deliveries where webhook_id = $1 order by id', [underWay.webhook]);
  const chore = () => query(`select * from chores where name = 'sessions'`);
  const sent = () => freezing.receiver.received.length;

  it('is done by another one: its deliveries, the image that it was drawing, and an hour later its work of the hour', async () => {
    const { several, web, frozen, next } = freezing;
    underWay = await freezeInTheMiddle(freezing);
    const [{ lease }] = await chore();
    expect([sent(), lease]).toEqual([2, expect.any(String)]);
    await untilDead(several, frozen);
    await expect
      .poll(async () => (await deliveries()).map(({ state }) => state))
      .toEqual(Array(4).fill('delivered'));
    const drawn = await underWay.image;
    expect([drawn.status, drawn.json.err]).toEqual([200, null]);
    const { pathname, search } = new URL(drawn.json.images[nodes.square]);
    const shown = await web.call('GET', pathname + search);
    expect([shown.status, shown.bytes.subarray(1, 4).toString()]).toEqual([200, 'PNG']);
    image = shown.bytes;
    expect((await as(next, 'POST', '/test/v1/clock', { advance: '3h' })).status).toBe(200);
    expect(await chore()).toMatchObject([{ lease: null }]);
  });

  it('changes nothing but the record of its attempts when it wakes, and that process goes on under another id', async () => {
    const { several, web, frozen, receiver, file } = freezing;
    const settled = [await deliveries(), await chore()];
    const before = await idOf(several, frozen);
    process.kill(frozen.pid, 'SIGCONT');
    underWay.goOn();
    await expect.poll(() => idOf(several, frozen)).not.toBe(before);
    const answered = `select status from delivery_attempts where webhook_id = $1 and status = 200`;
    await expect.poll(() => query(answered, [underWay.webhook])).toHaveLength(6);
    // Whoever was silent for so long asks the database for nothing before it is heard again.
    expect([200, 503]).toContain((await underWay.chore).status);
    expect([await deliveries(), await chore()]).toEqual(settled);
    expect(receiver.received).toHaveLength(6);
    expect(await query('select id from render_batches')).toEqual([]);
    const again = await as(frozen, 'GET', `/v1/images/${file}?ids=${nodes.square}`);
    const { pathname, search } = new URL(again.json.images[nodes.square]);
    for (const server of [frozen, web])
      expect((await server.call('GET', pathname + search)).bytes.equals(image)).toBe(true);
    expect((await as(frozen, 'GET', '/metrics')).text).toContain(
      'vitrine_delivery_outcomes_without_lease_total 2',
    );
  });
}
