import type { Guess } from '../../access/sign-in-throttle.ts';
import type { Context } from '../../context.ts';
import type { UserId } from '../../contract/branded-ids.ts';

/** A guess that may be made, or how long to wait before one may. */
export type Admission =
  | {
      /** The one account that it may open. */
      readonly onlyFor: UserId | undefined;
      giveBack(): Promise<void>;
    }
  | { readonly waitSeconds: number };

/**
 * Counts a guess at a password. Where strangers have used up the tries at an account, a browser in which its owner
 * signed in before has tries of its own, at that account alone.
 */
export async function admitGuess(
  { signIns, owners, devices }: Pick<Context, 'signIns' | 'owners' | 'devices'>,
  guess: Guess,
  cookies: string | undefined,
): Promise<Admission> {
  const waitSeconds = await signIns.take(guess);
  if (waitSeconds === undefined) return { onlyFor: undefined, giveBack: () => signIns.giveBack(guess) };
  const device = devices.read(cookies);
  if (device === undefined) return { waitSeconds };
  const attempt = { device: device.id };
  const ownWait = await owners.take(attempt);
  return ownWait === undefined
    ? { onlyFor: device.userId, giveBack: () => owners.giveBack(attempt) }
    : { waitSeconds: Math.min(waitSeconds, ownWait) };
}
