import { emailKey } from './email-address.ts';

/** Whose password it is to be. */
interface Person {
  readonly email: string;
  readonly handle: string;
}

const shortestPassword = 12;
/** Longer ones are refused, so that nobody sends megabytes to be hashed. */
export const longestPassword = 1024;
/** So many other characters make a password of more than a name. */
const mostlyOther = 6;

/**
 * What is wrong with a new password, or undefined. Length is all that is asked of it, but it must not be made of
 * what everybody knows of the person.
 *
 * @see NIST SP 800-63B, 3.1.1.2
 */
export function passwordProblem(password: string, person: Person): string | undefined {
  const length = [...password].length;
  if (length < shortestPassword) return `A password has at least ${shortestPassword} characters.`;
  if (length > longestPassword) return `A password has at most ${longestPassword} characters.`;
  if (new Set(password).size < 4) return 'A password has more than three different characters.';
  if (isMadeOf(password, knownWords(person)))
    return 'A password is not made of the name or the e-mail address.';
  return undefined;
}

function knownWords({ email, handle }: Person): string[] {
  const address = emailKey(email);
  const [local = '', host = ''] = address.split('@');
  const words = [address, local, host, handle.toLowerCase(), ...handle.toLowerCase().split(/\s+/)];
  return words.filter((word) => word.length >= 3).sort((one, other) => other.length - one.length);
}

function isMadeOf(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase());
  const others = rest.replace(/[^\p{L}\p{N}]/gu, '');
  return others.length < mostlyOther && rest.length < password.length;
}
