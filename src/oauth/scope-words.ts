import { contractDocument } from '../contract/published-document.ts';

/** What a scope lets an app do, in plain words: those of the published description. */
export function scopeWords(scope: string): string {
  return contractDocument().components.securitySchemes.OAuth2.flows.authorizationCode.scopes[scope] ?? scope;
}
