import type { AddressSigner } from '../access/signed-address.ts';
import { type UserId, userIdOf } from '../contract/branded-ids.ts';
import type { ResourceRef } from './payments-store.ts';

/** Whom a plugin payment token stands for, and to what. */
export interface PaymentClaim {
  readonly resource: ResourceRef;
  readonly userId: UserId;
}

/** How long a plugin payment token is good for. */
export const paymentTokenLifeSeconds = 600;

/** The claim and its end, signed: nothing of it is stored. */
export function paymentTokenOf(
  signer: AddressSigner,
  { resource, userId }: PaymentClaim,
  endSeconds: number,
): string {
  const claim = [resource.type, resource.id, userId].map(encodeURIComponent).join('/');
  return Buffer.from(signer.sign(`/payments/${claim}`, endSeconds)).toString('base64url');
}

const form = /^(\/payments\/(PLUGIN|WIDGET)\/([^/?]+)\/([^/?]+))\?expires=(\d{1,12})&signature=([\w-]+)$/;

/** What a token claims, where it is one of ours and has not ended. */
export function readPaymentToken(
  signer: AddressSigner,
  token: string,
  nowMs: number,
): PaymentClaim | undefined {
  const parts = form.exec(Buffer.from(token, 'base64url').toString());
  if (parts === null) return undefined;
  const [, path = '', type, id = '', userId = '', expires = '', signature = ''] = parts;
  if (!signer.verify(path, expires, signature) || Number(expires) * 1000 <= nowMs) return undefined;
  const resource = { type: type as ResourceRef['type'], id: decodeURIComponent(id) };
  return { resource, userId: userIdOf(decodeURIComponent(userId)) };
}
