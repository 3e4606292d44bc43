import { expect, it } from 'vitest';
import { as } from './harness/delivery-record.ts';
import { onOwnServers } from './harness/engines.ts';
import { openReceiver } from './harness/receiver.ts';
import { withServer } from './harness/server.ts';

onOwnServers('The passcode of a webhook', ({ postgres }) => {
  it('is sent to the receiver, and appears in no later answer and no log', () =>
    withServer({ postgres, env: { VITRINE_LOG_LEVEL: 'debug' } }, async (server) => {
      const receiver = await openReceiver();
      receiver.answer(500);
      const passcode = 'a-passcode-to-look-for';
      const { projects } = (await as(server, 'GET', '/workspace/v1/projects')).json;
      const made = await as(server, 'POST', '/v2/webhooks', {
        event_type: 'FILE_UPDATE',
        context: 'project',
        context_id: projects[0].id,
        endpoint: receiver.url,
        passcode,
      });
      const path = `/v2/webhooks/${made.json.id}`;
      await as(server, 'PUT', path, { passcode, endpoint: 'https://10.0.0.1/' });
      const [ping] = await receiver.until(1);
      expect(ping?.json.passcode).toBe(passcode);
      const own = `/workspace/v1/webhooks/${made.json.id}`;
      const list = `/v2/webhooks?context=project&context_id=${projects[0].id}`;
      const readings = [path, `${path}/requests`, `${own}/deliveries`, list, '/test/v1/requests'];
      for (const reading of readings) {
        const { status, text } = await as(server, 'GET', reading);
        expect([reading, status, text.includes(passcode)]).toEqual([reading, 200, false]);
      }
      await server.stop();
      expect(server.process.stderr()).toContain('"/v2/webhooks"');
      expect(server.process.stderr()).not.toContain(passcode);
      await receiver.close();
    }));
});
