import type { Answer } from '../../src/contract/calls.ts';
import { addressOf } from './address-of.ts';
import { Unreachable } from './refusals.ts';

let known: Promise<string> | undefined;

/** What every write carries to show that it came from these pages; empty where nobody is signed in. */
export function csrfToken(): Promise<string> {
  known ??= askForToken().catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
}

export function forgetCsrfToken(): void {
  known = undefined;
}

const route = 'GET /workspace/v1/session';

async function askForToken(): Promise<string> {
  const response = await fetch(addressOf(route)).catch((cause) => {
    throw new Unreachable(cause);
  });
  const answer: Answer<typeof route> | undefined = response.ok ? await response.json() : undefined;
  return answer?.csrf_token ?? '';
}
