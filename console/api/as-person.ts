import { csrfToken, renewedCsrfToken } from './csrf-token.ts';
import { signInOverPage } from './sign-in-over-page.ts';

let signingIn: Promise<void> | undefined;
let signIns = 0;

/** How often the person has signed in over this page: what was answered before the last time may say too little. */
export const signInsOverPage = (): number => signIns;

/**
 * Makes sure that the person is signed in: where the session has ended, they sign in over the page, on which whatever
 * they were writing stays as it is. Answers {@link signInsOverPage}.
 */
export async function regainSession(): Promise<number> {
  if ((await renewedCsrfToken()) === '') {
    signingIn ??= signInOverPage().finally(() => {
      signingIn = undefined;
      signIns += 1;
    });
    await signingIn;
  }
  return signIns;
}

interface Sending<Answered> {
  readonly send: (token: string) => Promise<Answered>;
  /** What pages read carries no token. */
  readonly isOpenRead?: boolean;
  readonly isRefused: (answer: Answered) => boolean;
}

/**
 * Sends something as the person who is signed in. What was refused is repeated where they had to sign in again, or
 * have done so in another window, after which a write carries another token.
 */
export async function asPerson<Answered>(sending: Sending<Answered>): Promise<Answered> {
  const { send, isRefused, isOpenRead = false } = sending;
  const before = signIns;
  const token = isOpenRead ? '' : await csrfToken();
  const answer = await send(token);
  if (!isRefused(answer)) return answer;
  const isBack = (await regainSession()) > before;
  const now = await csrfToken();
  return isBack || !(isOpenRead || now === token) ? send(now) : answer;
}

/** Answers that may come of nobody being signed in; what is looked at in the viewer is then as if it were not there. */
export const mayLackSession = (status: number, path = ''): boolean =>
  [401, 403].includes(status) || (status === 404 && path.startsWith('/viewer/'));
