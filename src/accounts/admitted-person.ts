import { isOfDomains, type ProvenPerson } from '../access/single-sign-on/proven-person.ts';
import type { Context } from '../context.ts';

declare const admitted: unique symbol;

/** Whom the provider has proven and the settings let in, by `admittedPerson` alone: who opens accounts asks for it. */
export type AdmittedPerson = ProvenPerson & { readonly [admitted]: true };

/** Whom the provider has proven, where the settings let their address in, or why not. */
export function admittedPerson(
  { singleSignOn }: Pick<Context, 'singleSignOn'>,
  person: ProvenPerson,
): { readonly person: AdmittedPerson } | { readonly refusal: string } {
  if (isOfDomains(person.email, singleSignOn?.settings.domains ?? []))
    return { person: person as AdmittedPerson };
  return {
    refusal: 'Your e-mail address at the provider is not verified, or not of a domain that is let in here.',
  };
}
