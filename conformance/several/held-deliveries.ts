import { as } from '../harness/delivery-record.ts';
import type { Receiver } from '../harness/receiver.ts';
import type { Server } from '../harness/server.ts';

/** Has a process send two deliveries, which the receiver is to hold, while two more wait; answers the webhook. */
export async function holdTwoDeliveries(sender: Server, file: string, receiver: Receiver): Promise<string> {
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
  return made.json.id;
}
