import { BadSetting, type Config, settingRows } from '../../config.ts';
import { type OrganizationId, organizationIdOf } from '../../contract/branded-ids.ts';
import { readSmallFile } from '../../database/small-file.ts';
import { whyUnreadable } from '../../errors.ts';
import type { CallerUser } from '../caller.ts';

/** How people sign in at a provider of OpenID Connect. */
export interface SingleSignOnSettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined for a client that proves itself by PKCE alone. */
  readonly clientSecret: string | undefined;
  /** What the button says behind "Sign in with". */
  readonly label: string;
  /** Passwords open the accounts of administrators of the installation and no others. */
  readonly isOnly: boolean;
  /** Where people who come for the first time get an account; undefined where they get none. */
  readonly createIn:
    | { readonly organizationId: OrganizationId; readonly seat: CallerUser['seat'] }
    | undefined;
  /** Domains that e-mail addresses have to be of, in lower case; none for any. */
  readonly domains: readonly string[];
  readonly timeoutMs: number;
}

/**
 * Single sign-on as the settings have it; undefined without an issuer.
 * @throws BadSetting naming the one that cannot be read
 */
export async function readSingleSignOn(config: Config): Promise<SingleSignOnSettings | undefined> {
  if (config.oidcIssuer === undefined) return undefined;
  const { oidcCreateIn: organizationId, oidcCreateSeat: seat } = config;
  return {
    issuer: new URL(config.oidcIssuer),
    clientId: config.oidcClientId,
    clientSecret: await clientSecret(config),
    label: config.oidcLabel,
    isOnly: config.oidcOnly,
    createIn: organizationId === '' ? undefined : { organizationId: organizationIdOf(organizationId), seat },
    domains: config.oidcDomains.map((domain) => domain.toLowerCase().replace(/^@/, '')),
    timeoutMs: config.oidcTimeoutMs,
  };
}

async function clientSecret({
  oidcClientSecret,
  oidcClientSecretFile: file,
}: Config): Promise<string | undefined> {
  if (file === undefined) return oidcClientSecret === '' ? undefined : oidcClientSecret;
  if (oidcClientSecret !== '')
    throw bad('oidcClientSecretFile', 'VITRINE_OIDC_CLIENT_SECRET is set as well; leave one of the two out.');
  const text = await readSmallFile(file).catch((error) => {
    throw bad('oidcClientSecretFile', whyUnreadable(file, error));
  });
  return text.replace(/\r?\n$/, '');
}

const bad = (name: keyof typeof settingRows, reason: string): BadSetting =>
  new BadSetting(settingRows[name].environmentName, reason);
