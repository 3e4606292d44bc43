import type { WebhookId } from '../contract/branded-ids.ts';
import { derivedKeys, type SecretTexts } from '../installation/installation-secret.ts';
import { LeastRecent } from '../least-recent.ts';
import { signingKeyOf } from './signature.ts';

/** What a webhook's keys are derived from. */
export interface KeyedWebhook {
  readonly id: WebhookId;
  readonly keyRotations: number;
  readonly keyRotatedAt: number | null;
}

/** The keys that messages to webhooks are signed with. */
export interface SigningKeys {
  /** The key that stays; receivers paste it. */
  current(webhook: KeyedWebhook): string;
  /** Every key that a message is signed with at that moment, the current one first. */
  valid(webhook: KeyedWebhook, now: number): readonly string[];
}

/** How long messages also carry a signature by the previous key. */
export const oldKeyMs = 24 * 3_600_000;

/** Of so many webhooks keys are remembered: deriving one takes several times as long as signing a message. */
const mostRemembered = 1000;

/**
 * Derives each webhook's keys from the installation's secret, so that none is stored. Where a secret before it is
 * told, messages are signed with the keys of both. @see ruling H24
 */
export function signingKeys(secret: SecretTexts): SigningKeys {
  const remembered = new LeastRecent<string, ReturnType<typeof derivedKeys>>(mostRemembered);
  const keys = ({ id }: KeyedWebhook, rotation: number) => {
    const label = `vitrine webhook ${id} ${rotation}`;
    const known = remembered.get(label) ?? derivedKeys(secret, label);
    remembered.set(label, known);
    return known().map((key) => signingKeyOf(key.export()));
  };
  return {
    current: (webhook) => keys(webhook, webhook.keyRotations)[0] as string,
    valid: (webhook, now) => {
      const { keyRotations: rotations, keyRotatedAt: rotatedAt } = webhook;
      const isOldValid = rotatedAt !== null && now < rotatedAt + oldKeyMs;
      return [...keys(webhook, rotations), ...(isOldValid ? keys(webhook, rotations - 1) : [])];
    },
  };
}
