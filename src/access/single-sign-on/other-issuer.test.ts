import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { otherIssuerSentence } from './other-issuer.ts';

/** What the library says of a document that names an issuer. */
async function discovering(set: string, named: string): Promise<unknown> {
  const issuer = new URL(set);
  const answer = async () => Response.json({ issuer: named });
  try {
    await client.discovery(issuer, 'vitrine', undefined, client.None(), { [client.customFetch]: answer });
    return undefined;
  } catch (error) {
    return otherIssuerSentence(error, issuer) ?? error;
  }
}

describe('An issuer that is spelled otherwise in its document', () => {
  it.each([
    ['https://login.example/realm', 'https://login.example/realm/'],
    ['https://login.example/realm/', 'https://login.example/realm'],
    ['https://login.example/', 'https://evil.example/'],
  ])('is refused with what to set: %s for %s', async (set, named) => {
    const said = await discovering(set, named);
    expect(said).toContain(`VITRINE_OIDC_ISSUER is "${set}"`);
    expect(said).toContain(`names the issuer "${named}"`);
  });

  it('is taken where both are the same', async () => {
    expect(await discovering('https://login.example/realm/', 'https://login.example/realm/')).toBeUndefined();
    expect(await discovering('https://login.example', 'https://login.example')).toBeUndefined();
  });

  it('is not what went wrong with a document without one', () => {
    expect(otherIssuerSentence(new Error('no JSON'), new URL('https://login.example'))).toBeUndefined();
  });
});
