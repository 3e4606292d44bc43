import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The installation's secret, and behind it the one before while that is still believed. */
export type SecretTexts = () => readonly [string, ...string[]];

/** What signed addresses, keys of webhooks and payment tokens are derived from. */
export interface InstallationSecret {
  readonly texts: SecretTexts;
  /**
   * Takes the secret of a restored backup in its place, from now on and after a start. Answers whether it is the
   * installation's now: one that the settings name stays.
   */
  adopt(text: string): Promise<boolean>;
}

/** Keys of 256 bits for one purpose, that of the present secret first. From bytes each signature made a key anew. */
export function derivedKeys(texts: SecretTexts, label: string): () => readonly [KeyObject, ...KeyObject[]] {
  const keyOf = (text: string) => createSecretKey(Buffer.from(hkdfSync('sha256', text, '', label, 32)));
  let derived: { from: readonly string[]; keys: [KeyObject, ...KeyObject[]] } | undefined;
  return () => {
    const from = texts();
    if (derived?.from !== from) {
      const [current, ...old] = from;
      derived = { from, keys: [keyOf(current), ...old.map(keyOf)] };
    }
    return derived.keys;
  };
}

export const leastSecretBytes = 32;

/**
 * A secret as it is used: what stands at its end is trimmed, and one line feed added, so that the file of a key can
 * be named. Undefined where it is too short.
 */
export function secretOf(text: string): string | undefined {
  const trimmed = text.trimEnd();
  return Buffer.byteLength(trimmed) < leastSecretBytes ? undefined : `${trimmed}\n`;
}
