import { domainToASCII } from 'node:url';
import { isEmailAddress } from '../../contract/email-address.ts';

/** Who somebody is, as the provider says. */
export interface ProvenPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined where there is none that the provider has verified. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

const longestName = 200;
const subjectForm = /^[\x20-\x7e]{1,255}$/;

/**
 * Reads the claims. Undefined where they name nobody: a subject is up to 255 characters of ASCII.
 * @see OpenID Connect Core 1.0, 2 and 5.7
 */
export function provenPerson(issuer: string, claims: Claims): ProvenPerson | undefined {
  const { sub } = claims;
  if (typeof sub !== 'string' || !subjectForm.test(sub)) return undefined;
  return { issuer, subject: sub, email: verifiedEmail(claims), name: nameOf(claims) };
}

/** Some providers say `"true"`. */
function verifiedEmail({ email, email_verified: verified }: Claims): string | undefined {
  if (verified !== true && verified !== 'true') return undefined;
  return typeof email === 'string' && isEmailAddress(email) ? email : undefined;
}

function nameOf({ name, preferred_username: username }: Claims): string | undefined {
  const found = [name, username].find((text) => typeof text === 'string' && text.trim() !== '');
  // Control characters, and those that turn the direction of text around, say nothing in a name.
  const clean = (found as string | undefined)?.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim();
  return clean === undefined || clean === '' ? undefined : [...clean].slice(0, longestName).join('');
}

/** Whether an address is of one of the domains; of any where none are named. */
export function isOfDomains(email: string | undefined, domains: readonly string[]): boolean {
  if (domains.length === 0) return true;
  const domain = domainToASCII(email?.split('@').at(-1) ?? '');
  return domain !== '' && domains.some((allowed) => domainToASCII(allowed) === domain);
}
