import { expect, test } from 'vitest';
import { type WebhookId, webhookIdOf } from '../contract/branded-ids.ts';
import { type KeyedWebhook, oldKeyMs, signingKeys } from './signing-keys.ts';

const webhook = (id: WebhookId, keyRotations = 0): KeyedWebhook => ({ id, keyRotations, keyRotatedAt: null });
const [one, other] = [webhookIdOf('1'), webhookIdOf('2')];

test('The keys of webhooks and of their rotations are all different, and the same whenever they are asked for', () => {
  const keys = signingKeys(() => ['a secret']);
  const all = () => [webhook(one), webhook(other), webhook(one, 1), webhook(other, 1)].map(keys.current);
  expect(new Set(all()).size).toBe(4);
  expect(all()).toEqual(all());
});

test('A webhook whose key was derived before is signed for by another secret once that one is adopted', () => {
  let texts: [string, ...string[]] = ['a secret'];
  const keys = signingKeys(() => texts);
  const before = keys.current(webhook(one));
  texts = ['the secret of a backup', 'a secret'];
  const valid = keys.valid(webhook(one), 0);
  expect(valid).toHaveLength(2);
  expect(valid[1]).toBe(before);
  expect(keys.current(webhook(one))).toBe(valid[0]);
});

test('A rotated key is valid beside the one before for a day', () => {
  const keys = signingKeys(() => ['a secret']);
  const rotated = { ...webhook(one, 1), keyRotatedAt: 5 };
  const [current, before] = [webhook(one, 1), webhook(one)].map(keys.current);
  expect(keys.valid(rotated, 5 + oldKeyMs - 1)).toEqual([current, before]);
  expect(keys.valid(rotated, 5 + oldKeyMs)).toEqual([current]);
});
