import type { Rules } from './door.ts';
import { rulesOfAccounts } from './rules-of-accounts.ts';
import { rulesOfApps } from './rules-of-apps.ts';
import { rulesOfComments } from './rules-of-comments.ts';
import { rulesOfDevMode } from './rules-of-dev-mode.ts';
import { rulesOfFiles } from './rules-of-files.ts';
import { rulesOfFonts } from './rules-of-fonts.ts';
import { rulesOfPeople } from './rules-of-people.ts';
import { rulesOfPlaces } from './rules-of-places.ts';
import { rulesOfVariables } from './rules-of-variables.ts';
import { rulesOfWebhooks } from './rules-of-webhooks.ts';

/** What the nouns refuse, by every door. */
export const rulesOfNouns: Readonly<Record<string, Rules>> = {
  accounts: rulesOfAccounts,
  people: rulesOfPeople,
  places: rulesOfPlaces,
  files: rulesOfFiles,
  fonts: rulesOfFonts,
  variables: rulesOfVariables,
  comments: rulesOfComments,
  'dev mode': rulesOfDevMode,
  webhooks: rulesOfWebhooks,
  'apps, tokens and payments': rulesOfApps,
};
