import { requireLine, requireName, requireText } from '../access/name-rules.ts';
import { allScopes, appScopes } from '../access/scopes.ts';
import { imageTypeOf } from '../content/image-type.ts';
import type { AppConfiguration, Operations } from '../contract/contract.ts';
import { isEmailAddress } from '../contract/email-address.ts';
import { badRequest } from '../errors.ts';
import { codeOf } from '../messages/unfit-characters.ts';
import type { App } from './app.ts';
import { redirectUrlProblem } from './redirect-url.ts';

/** What a configuration is changed to; what is left out stays. */
export type ConfigurationChanges = Operations['updateApp']['body'];

const blank: Omit<AppConfiguration, 'name'> = {
  description: '',
  website: null,
  logo: null,
  redirect_urls: [],
  scopes: [],
  visibility: 'private',
  support_contact: null,
  testing_instructions: null,
};

export const newConfiguration = (name: string): AppConfiguration => ({ name, ...blank });

/** A configuration as it was stored, with what was not yet part of one. */
export const storedConfiguration = (json: string): AppConfiguration => ({ ...blank, ...JSON.parse(json) });

/**
 * The configuration with the changes made.
 * @throws ApiError 400 naming what cannot be part of one
 */
export async function changedConfiguration(
  present: AppConfiguration,
  changes: ConfigurationChanges,
): Promise<AppConfiguration> {
  const {
    name = present.name,
    description = present.description,
    website = present.website,
    logo = present.logo,
    redirect_urls = present.redirect_urls,
    visibility = present.visibility,
    support_contact = present.support_contact,
    testing_instructions = present.testing_instructions,
  } = changes;
  const scopes = changes.scopes === undefined ? present.scopes : chosenScopes(changes.scopes);
  requireName(name);
  refuseUnseen('name', unseen.exec(name));
  refuseUnseen('description', unseenInLines.exec(description));
  requireText('The description of the app', changes.description);
  if (changes.testing_instructions) requireInstructions(changes.testing_instructions);
  const problem = redirect_urls.map(redirectUrlProblem).find((sentence) => sentence !== undefined);
  if (problem !== undefined) throw badRequest(problem);
  if (website !== null && !isWebsite(website)) throw badRequest('The website is no https:// address.');
  if (support_contact !== null && !isEmailAddress(support_contact) && !isWebsite(support_contact))
    throw badRequest('The support contact is neither an e-mail address nor an https:// address.');
  if (logo !== present.logo) await refuseNoImage(logo);
  const urls = [...new Set(redirect_urls)];
  return {
    name,
    description,
    website,
    logo,
    redirect_urls: urls,
    scopes,
    visibility,
    support_contact,
    testing_instructions,
  };
}

/** @throws ApiError 400 */
function requireInstructions({ steps, trial, video_url }: TestingInstructions): void {
  requireText('The text of the steps for who reviews the app', steps);
  requireText('The text of the trial for who reviews the app', trial);
  requireLine('The address of the video for who reviews the app', video_url);
}

type TestingInstructions = NonNullable<AppConfiguration['testing_instructions']>;

/** People follow it: nothing but HTTPS, and no name of a user that looks like another host. */
function isWebsite(address: string): boolean {
  const url = /^https:\/\/[\x21-\x7e]+$/.test(address) ? URL.parse(address) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** Control characters, halves of characters, and those that turn the direction of text around: people judge an app by these words. */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
const unseenInLines = /(?![\n\r\t])[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** @throws ApiError 400 */
function refuseUnseen(field: string, found: RegExpExecArray | null): void {
  if (found !== null)
    throw badRequest(`The ${field} of the app holds ${codeOf(found[0])}, which cannot be seen.`);
}

/**
 * Makes sure that a configuration is complete.
 * @throws ApiError 400 naming everything that is missing
 * @see OAUTH-09, OAUTH-11, OAUTH-13, OAUTH-14
 */
export function refuseIncomplete(configuration: AppConfiguration): void {
  const { visibility, description, logo, redirect_urls, scopes, testing_instructions } = configuration;
  const isPublic = visibility === 'public';
  const missing = [
    ...(redirect_urls.length === 0 ? ['a redirect URL'] : []),
    ...(scopes.length === 0 ? ['a scope'] : []),
    ...(isPublic && description.trim() === '' ? ['a description'] : []),
    ...(isPublic && logo === null ? ['a logo'] : []),
    ...(isPublic && (testing_instructions?.steps ?? '').trim() === '' ? ['testing instructions'] : []),
  ];
  if (missing.length > 0) throw badRequest(`To be published, the app still needs ${missing.join(', ')}.`);
}

/**
 * The configuration of an app that is brought. Nobody reviews it: it has to be as open as its state says (a public app
 * is, where nothing is said), and complete but for what only a reviewer needs.
 * @throws ApiError 400
 */
export async function broughtConfiguration(
  present: AppConfiguration,
  changes: ConfigurationChanges,
  state: App['state'],
): Promise<AppConfiguration> {
  const visibility = changes.visibility ?? (state === 'public' ? 'public' : present.visibility);
  const configuration = await changedConfiguration(present, { ...changes, visibility });
  if (state === 'draft') return configuration;
  if (visibility !== state)
    throw badRequest(`It is of the state "${state}" and of the visibility "${visibility}".`);
  refuseIncomplete({ ...configuration, visibility: 'private' });
  return configuration;
}

function chosenScopes(chosen: readonly string[] | 'all'): AppConfiguration['scopes'] {
  const scopes = [...new Set(chosen === 'all' ? allScopes : chosen)];
  const refused = scopes.find((scope) => !appScopes.has(scope));
  if (refused !== undefined) throw badRequest(`An app cannot have the scope "${refused}".`);
  return scopes as AppConfiguration['scopes'];
}

/** Of a `data:` address, as many characters as tell the type of an image: no more of it is looked at. */
const logoHead = 5600;

/** @throws ApiError 400 */
export async function refuseNoImage(logo: string | null): Promise<void> {
  if (logo === null) return;
  const [head = '', base64 = ''] = logo.slice(0, logoHead).split(',', 2);
  const type = await imageTypeOf(Buffer.from(base64, 'base64'));
  if (head !== `data:${type};base64`) throw badRequest('The logo is not an image of the type it says.');
}
