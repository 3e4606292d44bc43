import { hkdfSync } from 'node:crypto';
import { signingKeyOf } from './signature.ts';

/** What a webhook's keys follow from. */
export interface KeyedWebhook {
  readonly id: string;
  readonly key_rotations: number;
  readonly key_rotated_at: number | null;
}

/** The keys that messages to webhooks are signed with. */
export interface SigningKeys {
  /** The key that stays; receivers paste it. */
  current(webhook: KeyedWebhook): string;
  /** Every key that a message is signed with at that moment, the current one first. */
  valid(webhook: KeyedWebhook, now: number): readonly string[];
}

/** How long messages carry a signature of the key before, too. */
export const oldKeyMs = 24 * 3_600_000;

/**
 * Derives each webhook's keys from the private key of the installation's own certificate authority, so that
 * none is stored. @see ruling H24
 */
export function signingKeys(authorityKeyPem: string): SigningKeys {
  const key = ({ id }: KeyedWebhook, rotation: number): string => {
    const label = `vitrine webhook ${id} ${rotation}`;
    return signingKeyOf(Buffer.from(hkdfSync('sha256', authorityKeyPem, '', label, 32)));
  };
  return {
    current: (webhook) => key(webhook, webhook.key_rotations),
    valid: (webhook, now) => {
      const { key_rotations: rotations, key_rotated_at: rotatedAt } = webhook;
      const isOldValid = rotatedAt !== null && now < rotatedAt + oldKeyMs;
      return [key(webhook, rotations), ...(isOldValid ? [key(webhook, rotations - 1)] : [])];
    },
  };
}
