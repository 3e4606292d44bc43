const longestShown = 300;

/**
 * What to set where the discovery document names another issuer than the settings do; undefined where that is not what
 * went wrong. The two have to be the same, to the slash at the end, or one provider could speak for another.
 * @see OpenID Connect Discovery 1.0, 4.3
 */
export function otherIssuerSentence(error: unknown, set: URL): string | undefined {
  const named = issuerNamedIn(error);
  if (named === undefined) return undefined;
  const shown = JSON.stringify(named.slice(0, longestShown));
  return `VITRINE_OIDC_ISSUER is ${JSON.stringify(set.href)}, and the discovery document below it names the issuer ${shown}. Both have to be the same, to a slash at the end: if that is the provider that you mean, set VITRINE_OIDC_ISSUER to what the document names.`;
}

/** The library hangs what it compared on the cause of its error. */
function issuerNamedIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { attribute, body, cause } = error as { attribute?: unknown; body?: unknown; cause?: unknown };
  if (attribute !== 'issuer') return issuerNamedIn(cause);
  const { issuer } = (body ?? {}) as { issuer?: unknown };
  return typeof issuer === 'string' ? issuer : undefined;
}
