import { badRequest } from '../errors.ts';
import { passwordProblem } from './password-policy.ts';
import type { PasswordWork } from './password-work.ts';

const accepted = Symbol('accepted');

/**
 * The stored form of a password that somebody may have. Who writes people asks for it, so that no password comes past
 * the policy unseen: `acceptPassword` makes it by the policy, `acceptedAnyway` by a reason.
 */
export interface AcceptedPassword {
  readonly hash: string;
  readonly [accepted]: string;
}

/** A password that somebody chose, for whom, and from which address. */
interface ChosenPassword {
  readonly password: string;
  readonly person: Parameters<typeof passwordProblem>[1];
  readonly ipAddress: string;
}

/** @throws ApiError 400 saying what is wrong with it, 429 */
export async function acceptPassword(
  { passwords }: { readonly passwords: Pick<PasswordWork, 'hash'> },
  { password, person, ipAddress }: ChosenPassword,
): Promise<AcceptedPassword> {
  const problem = passwordProblem(password, person);
  if (problem !== undefined) throw badRequest(problem);
  return acceptedAnyway(await passwords.hash(password, ipAddress), 'The policy let it through.');
}

/** Takes a stored form as it is, and says why it may be. */
export const acceptedAnyway = (hash: string, why: string): AcceptedPassword => ({ hash, [accepted]: why });
