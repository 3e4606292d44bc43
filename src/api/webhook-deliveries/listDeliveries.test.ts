import { expect, it } from 'vitest';
import { deliveryIdOf, eventIdOf, webhookIdOf } from '../../contract/branded-ids.ts';
import { insertDeliveries } from '../../events/outbox-store.ts';
import { castWorkspace, files, people } from '../../testing/cast.ts';
import { onServersOfBothEngines } from '../../testing/server-on-both-engines.ts';

/** A webhook that is paused: it has the deliveries that the test gives it and no others. */
const paused = (id: string) => ({
  id,
  event_type: 'FILE_UPDATE',
  context: 'file',
  context_id: files.open,
  endpoint: 'https://example.com/hook',
  passcode: 'secret',
  status: 'PAUSED',
  creator: people.alice,
});
const workspace = { ...castWorkspace(), webhooks: [paused('71'), paused('72')] };

onServersOfBothEngines('The deliveries of a webhook', workspace as never, ({ play, server }) => {
  const list = (before?: string) =>
    play('alice', `GET /workspace/v1/webhooks/71/deliveries${before ? `?before=${before}` : ''}`);
  const add = async (webhookId: string, id: string, at: number) => {
    const event = { id: eventIdOf(`e${id}`), type: 'FILE_UPDATE', payload: '{}', occurredAt: at };
    const delivery = { id: deliveryIdOf(id), webhookId: webhookIdOf(webhookId) };
    await insertDeliveries(server().context.database, event, [delivery]);
  };
  const idsOf = ({ json }: Awaited<ReturnType<typeof play>>): string[] =>
    json.deliveries.map(({ id }: { id: string }) => id);

  it('are listed newest first in pages of a hundred, each once', async () => {
    const ids = Array.from({ length: 103 }, (_, place) => `${1000 + place}`);
    for (const [place, id] of ids.entries()) await add('71', id, 1 + Math.floor(place / 10));
    await add('72', '2000', 1);
    const first = idsOf(await list());
    const rest = idsOf(await list(first.at(-1)));
    expect([first, rest]).toEqual([ids.toReversed().slice(0, 100), ids.toReversed().slice(100)]);
  });

  it('say what the last of their attempts that has ended came to', async () => {
    await add('71', '3000', 1000);
    expect((await list()).json.deliveries[0]).toMatchObject({
      id: '3000',
      last_status: null,
      last_error: null,
    });
    const of = { delivery_id: deliveryIdOf('3000'), webhook_id: webhookIdOf('71'), endpoint: '' };
    const attempts = [
      { id: 'b', sent_at: 1, received_at: 2, status: 501, error: 'First.' },
      { id: 'a', sent_at: 2, received_at: 3, status: 502, error: 'Second.' },
      { id: 'c', sent_at: 3, received_at: null, status: null, error: null },
    ];
    const rows = attempts.map((attempt) => ({ ...of, ...attempt }));
    await server().context.database.insertInto('delivery_attempts').values(rows).execute();
    expect((await list()).json.deliveries[0]).toMatchObject({ last_status: 502, last_error: 'Second.' });
  });

  it('are not listed behind one that the webhook has not', async () => {
    for (const before of ['nothing', '2000'])
      expect(await list(before)).toMatchObject({ status: 404, json: { err: 'Delivery not found' } });
  });
});
