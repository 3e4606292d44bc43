import type { Answer } from '../../src/contract/calls.ts';
import { addressOf } from './address-of.ts';
import { ServerRefusal, Unreachable } from './refusals.ts';
import { thisPerson } from './this-person.ts';

let known: Promise<string> | undefined;

/**
 * What every write carries to show that it came from these pages; empty where the person whose page this is is not
 * signed in, also where somebody else is.
 * @throws Unreachable, and ServerRefusal where the server cannot say
 */
export function csrfToken(): Promise<string> {
  known ??= askForToken().catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** The same as it is now. */
export function renewedCsrfToken(): Promise<string> {
  known = undefined;
  return csrfToken();
}

const route = 'GET /workspace/v1/session';

async function askForToken(): Promise<string> {
  const response = await fetch(addressOf(route)).catch((cause) => {
    throw new Unreachable(cause);
  });
  if ([401, 403].includes(response.status)) return '';
  if (!response.ok) throw new ServerRefusal(response.status, undefined);
  const { user, csrf_token }: Answer<typeof route> = await response.json();
  return thisPerson === '' || user.id === thisPerson ? csrf_token : '';
}
