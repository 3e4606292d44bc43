import type { Rules } from './door.ts';
import { rulesOfAdministrator } from './rules-of-administrator.ts';
import { rulesOfApps } from './rules-of-apps.ts';
import { rulesOfComments } from './rules-of-comments.ts';
import { rulesOfConsent } from './rules-of-consent.ts';
import { rulesOfDevMode } from './rules-of-dev-mode.ts';
import { rulesOfFiles } from './rules-of-files.ts';
import { rulesOfFonts } from './rules-of-fonts.ts';
import { rulesOfIdentities } from './rules-of-identities.ts';
import { rulesOfInvitations } from './rules-of-invitations.ts';
import { rulesOfLibraries } from './rules-of-libraries.ts';
import { rulesOfPasswords } from './rules-of-passwords.ts';
import { rulesOfPayments } from './rules-of-payments.ts';
import { rulesOfPeople } from './rules-of-people.ts';
import { rulesOfPlaces } from './rules-of-places.ts';
import { rulesOfPublishedApps } from './rules-of-published-apps.ts';
import { rulesOfSites } from './rules-of-sites.ts';
import { rulesOfTokens } from './rules-of-tokens.ts';
import { rulesOfVariables } from './rules-of-variables.ts';
import { rulesOfWebhooks } from './rules-of-webhooks.ts';

/** What the nouns refuse, by every door. */
export const rulesOfNouns: Readonly<Record<string, Rules>> = {
  invitations: rulesOfInvitations,
  passwords: rulesOfPasswords,
  identities: rulesOfIdentities,
  people: rulesOfPeople,
  'the administrator of the installation': rulesOfAdministrator,
  places: rulesOfPlaces,
  files: rulesOfFiles,
  libraries: rulesOfLibraries,
  sites: rulesOfSites,
  fonts: rulesOfFonts,
  variables: rulesOfVariables,
  comments: rulesOfComments,
  'dev mode': rulesOfDevMode,
  webhooks: rulesOfWebhooks,
  apps: rulesOfApps,
  'published apps': rulesOfPublishedApps,
  'consent to apps': rulesOfConsent,
  tokens: rulesOfTokens,
  payments: rulesOfPayments,
};
