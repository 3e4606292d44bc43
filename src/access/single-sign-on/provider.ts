import * as client from 'openid-client';
import { type BoundedFetch, boundedFetch, CallCameToNothing } from '../../delivery/bounded-fetch.ts';
import { startDeadline } from '../../delivery/deadline.ts';
import type { Checks } from './attempt.ts';
import { otherIssuerSentence } from './other-issuer.ts';
import { type ProvenPerson, provenPerson } from './proven-person.ts';
import { NotProven, ProviderAway, wordsOf } from './provider-failures.ts';
import type { SingleSignOnSettings } from './settings.ts';

/** Says who people are. */
export interface Provider {
  /** Where somebody is sent to. @throws ProviderAway */
  authorizationAddress(checks: Checks, redirectUri: string): Promise<string>;
  /** Reads what they came back with: the whole address. @throws ProviderAway, NotProven */
  whoCameBack(address: URL, checks: Checks): Promise<ProvenPerson>;
  close(): Promise<void>;
}

type Clock = { now(): number };

/** What is known of the provider is asked for anew after this. */
const knownMs = 3_600_000;

/** @param systemClock What the library reads; how far the server's is ahead of it is told to it. */
export function openProvider(settings: SingleSignOnSettings, clock: Clock, systemClock: Clock): Provider {
  const calls = boundedFetch();
  const metadata = discovered(settings, clock, calls);
  let keys: client.ExportedJWKSCache | undefined;

  /** One visit to the provider within one deadline, by its metadata and keys as they are known. */
  const visit = async <T>(work: (provider: client.Configuration) => Promise<T>): Promise<T> => {
    const deadline = startDeadline(settings.timeoutMs);
    try {
      const provider = configured(
        await metadata(),
        settings,
        Math.round((clock.now() - systemClock.now()) / 1000),
      );
      provider[client.customFetch] = (url, options) => calls.fetch(url, options, deadline.signal);
      if (keys !== undefined) client.setJwksCache(provider, keys);
      try {
        return await work(provider);
      } finally {
        keys = client.getJwksCache(provider) ?? keys;
      }
    } catch (error) {
      throw asFailure(error);
    } finally {
      deadline.stop();
    }
  };

  return {
    authorizationAddress: (checks, redirectUri) =>
      visit(async (provider) => {
        const { href } = client.buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          response_type: 'code',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge_method: 'S256',
          code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        });
        return href;
      }),
    whoCameBack: (address, checks) => visit((provider) => exchange(provider, address, checks, clock.now())),
    close: calls.close,
  };
}

/** Asked for once by however many wait for it; a failure is not remembered. */
function discovered(
  { issuer, clientId, timeoutMs }: SingleSignOnSettings,
  clock: Clock,
  calls: BoundedFetch,
) {
  let known: { at: number; metadata: Promise<client.ServerMetadata> } | undefined;
  const ask = async (): Promise<client.ServerMetadata> => {
    const deadline = startDeadline(timeoutMs);
    try {
      const found = await client.discovery(issuer, clientId, undefined, client.None(), {
        [client.customFetch]: (url, options) => calls.fetch(url, options, deadline.signal),
      });
      const metadata = found.serverMetadata();
      refuseUnusable(metadata);
      return metadata;
    } catch (error) {
      known = undefined;
      const sentence = otherIssuerSentence(error, issuer) ?? `${issuer.href} is not found: ${wordsOf(error)}`;
      throw new ProviderAway(sentence, { cause: error });
    } finally {
      deadline.stop();
    }
  };
  return () => {
    const age = clock.now() - (known?.at ?? 0);
    if (known === undefined || age < 0 || age > knownMs) known = { at: clock.now(), metadata: ask() };
    return known.metadata;
  };
}

/** The addresses that a sign-in goes to; who names no user info has the e-mail address in the ID token. */
const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** The library finds out only where it goes to one of them, when the metadata is long remembered. */
function refuseUnusable(metadata: client.ServerMetadata): void {
  const optional = metadata.userinfo_endpoint === undefined ? [] : (['userinfo_endpoint'] as const);
  const wrong = [...needed, ...optional].find((name) => !isHttps(metadata[name]));
  if (wrong !== undefined) throw new Error(`its ${wrong} is no address that begins with https://`);
}

const isHttps = (address: unknown): boolean =>
  typeof address === 'string' && URL.parse(address)?.protocol === 'https:';

function configured(
  metadata: client.ServerMetadata,
  { clientId, clientSecret }: SingleSignOnSettings,
  aheadSeconds: number,
): client.Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const prove = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
  const provider = new client.Configuration(
    metadata,
    clientId,
    { [client.clockSkew]: aheadSeconds },
    clientSecret === undefined ? client.None() : prove(clientSecret),
  );
  client.enableNonRepudiationChecks(provider);
  return provider;
}

/** The clock of a provider may be ahead by this. The library does not look at when an ID token was issued. */
const mostAheadMs = 5 * 60_000;

/**
 * Exchanges the code. Checked on the way: `state`, `iss`, PKCE, and of the ID token signature, issuer, audience,
 * times and nonce. The e-mail address comes from the provider's user info where the ID token has none.
 */
async function exchange(
  provider: client.Configuration,
  address: URL,
  checks: Checks,
  now: number,
): Promise<ProvenPerson> {
  const tokens = await client.authorizationCodeGrant(provider, address, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new NotProven('There is no ID token.');
  if (claims.iat * 1000 > now + mostAheadMs) throw new NotProven('The ID token is of a time to come.');
  const isAsked = claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined;
  const more = isAsked ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
  const person = provenPerson(claims.iss, { ...more, ...claims });
  if (person === undefined) throw new NotProven('The subject is no text of up to 255 characters of ASCII.');
  return person;
}

const plainCode = /^[a-z_]{1,60}$/;

function asFailure(error: unknown): Error {
  if (error instanceof ProviderAway || error instanceof NotProven) return error;
  if (isOutage(error)) return new ProviderAway(wordsOf(error), { cause: error });
  const said = error instanceof client.AuthorizationResponseError ? error.error : undefined;
  const code = said !== undefined && plainCode.test(said) ? said : undefined;
  return new NotProven(wordsOf(error), { cause: error, code });
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof CallCameToNothing || isOutage(error.cause);
}
