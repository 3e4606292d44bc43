import { expect, test } from 'vitest';
import { contractDocument, publishedDocument } from './published-document.ts';

test('[VER-12] the published description carries the addresses of the server that publishes it', () => {
  const published = publishedDocument({ base: 'https://host.test/design-api', auth: 'https://sign-in.test' });
  expect(published.servers).toEqual([{ url: 'https://host.test/design-api' }]);
  expect(published.components.securitySchemes.OAuth2.flows.authorizationCode).toMatchObject({
    authorizationUrl: 'https://sign-in.test/oauth',
    tokenUrl: 'https://host.test/design-api/v1/oauth/token',
  });
});

test('the addresses of one server do not stay for the next', () => {
  publishedDocument({ base: 'https://one.test', auth: 'https://one.test' });
  expect(contractDocument().servers).toEqual([{ url: '/', description: 'This server.' }]);
});
