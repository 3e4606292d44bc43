import { expect, it } from 'vitest';
import { deliveryIdOf, eventIdOf, webhookIdOf } from '../contract/branded-ids.ts';
import { insertDeliveries } from '../events/outbox-store.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { withResultSizes } from '../testing/result-sizes.ts';
import { insertTeamWebhook, insertWebhookTeam } from '../testing/webhook-team.ts';
import { attemptsOf } from './attempts-store.ts';

onBothEngines('The attempts to deliver', (openEmpty) => {
  it('are read newest first and once each, few megabytes of payloads at a time', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertWebhookTeam(database);
    await insertTeamWebhook(database);
    const payload = JSON.stringify({ text: 'x'.repeat(1_500_000) });
    for (let at = 1; at <= 7; at += 1) {
      const event = { id: eventIdOf(`e${at}`), type: 'LIBRARY_PUBLISH', payload, occurredAt: at };
      await insertDeliveries(database, event, [{ id: deliveryIdOf(`d${at}`), webhookId: webhookIdOf('w') }]);
      await database
        .insertInto('delivery_attempts')
        .values({
          id: `a${at}`,
          delivery_id: deliveryIdOf(`d${at}`),
          webhook_id: webhookIdOf('w'),
          endpoint: '',
          sent_at: at,
        })
        .execute();
    }
    const measured = withResultSizes(database);
    const attempts = await Array.fromAsync(attemptsOf(measured.database, webhookIdOf('w'), 2));
    expect(attempts.map(({ id }) => id)).toEqual(['a7', 'a6', 'a5', 'a4', 'a3', 'a2']);
    expect(measured.largest()).toBeLessThan(4_200_000);
  });
});
