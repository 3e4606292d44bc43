import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type UserId, userIdOf } from '../contract/branded-ids.ts';
import { derivedKeys, type SecretTexts } from '../installation/installation-secret.ts';
import { cookieValue } from './cookie-value.ts';

/** A browser in which somebody has signed in before, and may try again however many strangers guess. */
export interface KnownDevice {
  readonly id: string;
  readonly userId: UserId;
}

/** Gives browsers a cookie that says who signed in there, and reads it. It opens nothing. */
export interface KnownDevices {
  /** The value of `Set-Cookie`. */
  cookie(device: KnownDevice): string;
  /** What a browser sends; undefined where it is not ours, is too old, or there are two. */
  read(cookies: string | undefined): KnownDevice | undefined;
}

const cookieName = '__Host-vitrine-device';
const lifeSeconds = 180 * 24 * 3600;

export function knownDevices(secret: SecretTexts, now: () => number): KnownDevices {
  const keys = derivedKeys(secret, 'vitrine known devices');
  const macOf = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    cookie: ({ id, userId }) => {
      const end = Math.floor(now() / 1000) + lifeSeconds;
      const text = Buffer.from(JSON.stringify([userId, id, end])).toString('base64url');
      const value = `${text}.${macOf(keys()[0], text).toString('base64url')}`;
      return `${cookieName}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}`;
    },
    read: (cookies) => {
      const [text = '', given = ''] = cookieValue(cookies, cookieName)?.split('.') ?? [];
      const mac = Buffer.from(given, 'base64url');
      const isOurs = keys().some((key) => {
        const right = macOf(key, text);
        return mac.length === right.length && timingSafeEqual(mac, right);
      });
      if (!isOurs) return undefined;
      const [userId, id, end] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
        string,
        string,
        number,
      ];
      return end * 1000 > now() ? { id, userId: userIdOf(userId) } : undefined;
    },
  };
}
