import { expect, test } from 'vitest';
import { addressSigner } from '../access/signed-address.ts';
import { userIdOf } from '../contract/branded-ids.ts';
import { paymentTokenOf, readPaymentToken } from './payment-token.ts';

const signer = addressSigner(() => ['secret of this installation']);
const claim = { resource: { type: 'PLUGIN', id: '5:5.5-5_5' }, userId: userIdOf('7') } as const;
const endSeconds = 1_800_000_000;
const token = paymentTokenOf(signer, claim, endSeconds);

test('a payment token says whom and what it stands for until its end', () => {
  expect(readPaymentToken(signer, token, endSeconds * 1000 - 1)).toEqual(claim);
  expect(readPaymentToken(signer, token, endSeconds * 1000)).toBeUndefined();
});

test('a payment token of another installation, or one that was changed, is none', () => {
  expect(
    readPaymentToken(
      addressSigner(() => ['another']),
      token,
      0,
    ),
  ).toBeUndefined();
  const changed = Buffer.from(token, 'base64url').toString().replace('/7?', '/8?');
  expect(readPaymentToken(signer, Buffer.from(changed).toString('base64url'), 0)).toBeUndefined();
  const later = Buffer.from(token, 'base64url').toString().replace('expires=18', 'expires=19');
  expect(readPaymentToken(signer, Buffer.from(later).toString('base64url'), 0)).toBeUndefined();
});

test('a signed address of something else is no payment token', () => {
  const address = signer.sign('/image-fills/abc/ref', endSeconds);
  expect(readPaymentToken(signer, Buffer.from(address).toString('base64url'), 0)).toBeUndefined();
});
