import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openReceiver, type Receiver } from '../../conformance/harness/receiver.ts';

/** A receiver of webhooks for the tests of this file or group; each finds it empty, and content with all. */
export function receiverOfGroup(): () => Receiver {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer(200);
  });
  afterAll(() => receiver?.close());
  return () => receiver;
}
